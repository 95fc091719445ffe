#!/bin/bash
# `laguna pack`: scenes and what they read into a page. The page itself is tests/web's; here it is a small one.
source "$(dirname "$0")/../lib.bash"
mkdir bin
cp "$laguna" bin/laguna
packs="$work/bin/laguna pack"
scene=$root/examples/scenes/wind.lua

code "without a page beside the program" 3 $packs "$scene" -o page.html
says "which it says" err "^laguna: pack: there is no page beside the program: .make web. builds it"
mkdir bin/web
mark='<script id="scenes" type="text/plain"></script>'
printf 'before\n%s\nafter\n' "$mark" >bin/web/page.html

# ---- one that has all ----
printf -- '-- A & </script> <b>\nlocal lg = require "laguna"\nlocal w = lg.world { bounds = {{0, 0}, {1, 1}} }\nreturn w\n' >odd.lua
mkdir with
cp "$root/tests/app/scenes"/*.obj with/ 2>/dev/null
printf -- '-- Two files\nlocal lg = require "laguna"\nlocal other = require "other"\nreturn lg.world { bounds = {{0, 0}, {1, other}} }\n' >with/main.lua
echo 'return 2' >with/other.lua
code "three scenes" 0 $packs "$scene" odd.lua with/main.lua -o page.html
says "how many, and how large" out "^page.html: 3 scenes, [0-9]+ kB$"
says "the page is around them" page.html "^before$"
says "on both sides" page.html "^after$"
same "what a scene says ends no script" "$(grep -c '</script>' page.html)" 1
sed -n 's#.*type="text/plain">\(.*\)</script>#\1#p' page.html | base64 -d | gunzip >list.json
true_that "the list is packed: a quarter of what is in it" [ $((4 * $(stat -c %s page.html))) -lt "$(stat -c %s list.json)" ]
same "the list is JSON, with titles" "$(json list.json 2.title)" "A & </script> <b>"
same "with texts as they are" "$(json list.json 2.text)" "$(cat odd.lua)"
says "and what they read, by its name from there" list.json '"files": [{]"other.lua": "return 2'

# ---- a picture that a scene reads ----
cp "$root/examples/scenes/laguna.png" logo
sed 's/laguna[.]png/logo/' "$root/examples/scenes/logo.lua" >logo.lua
code "a scene that reads a picture" 0 $packs logo.lua -o picture.html
sed -n 's#.*type="text/plain">\(.*\)</script>#\1#p' picture.html | base64 -d | gunzip >picture.json
json picture.json 1.files.logo.base64 | base64 -d >carried.png
true_that "is carried to the byte" cmp carried.png logo

# ---- pictures: the one beside the scene, or what it shows ----
letters() { json list.json "$1.picture.pixels"; }
same "a picture of 112 by 63 pixels, a letter each" "$(letters 1 | wc -c)" $((112 * 63 + 1))
true_that "of some colours" [ "$(letters 1 | fold -w1 | sort -u | wc -l)" -gt 4 ]
same "which are as many as its letters" "$(json list.json 1.picture.colors | fold -w6 | wc -l)" "$(letters 1 | fold -w1 | sort -u | wc -l)"
mkdir -p drawn/scenes drawn/pictures
cp odd.lua drawn/scenes
cp "$root/examples/pictures/wind.png" drawn/pictures/odd.png
$packs drawn/scenes/odd.lua -o drawn.html >out
sed -n 's#.*type="text/plain">\(.*\)</script>#\1#p' drawn.html | base64 -d | gunzip >drawn.json
same "the one that lies beside a scene is taken" "$(json drawn.json 1.picture.pixels)" "$(letters 1)"
true_that "and else the scene is run" [ "$(letters 2)" != "$(letters 1)" ]

# ---- what is refused ----
code "no scene" 2 $packs -o page.html
says "which it says" err "pack needs scenes and a page to write"
code "no page" 2 $packs "$scene"
code "a scene that is not there" 3 $packs no.lua -o other.html
echo 'error "on purpose"' >bad.lua
code "a scene that does not load" 1 $packs "$scene" bad.lua -o other.html
says "at its line" err "bad.lua:1: on purpose"
true_that "then there is no page" [ ! -e other.html ]
code "a folder that is not there" 3 $packs "$scene" -o nowhere/page.html
printf -- '-- Odd\nreturn require "laguna".world { bounds = {{0, 0}, {1, 1}} } -- \0\n' >zero.lua
code "a scene with a byte that no editor shows" 3 $packs zero.lua -o other.html
says "which it says" err "pack: zero.lua has a byte of value 0, which no editor shows"
echo nothing >bin/web/page.html
code "a page without a place" 3 $packs "$scene" -o other.html
says "which it says" err "has no place for scenes"
[ -f "${LAGUNA_BUILD:-$root/build}/web/page.html" ] ||
  skip "the page itself" "\`make web\` has not been run; \`make check\` builds it and opens it in a browser"
code "two names elsewhere" 2 "$laguna" run "$scene" odd.lua
finish
