#!/bin/bash
# The page (make web) in a real browser: the hash of every scene is the native one; it is edited, dragged, looked into and
# shared as tests/web/drive.mjs says, and lives through what tests/web/trouble.mjs does to it. Needs emscripten, Chromium and
# npm's puppeteer-core; says what is missing and skips itself.
source "$(dirname "$0")/../lib.bash"
build=${LAGUNA_BUILD:-$root/build}
chromium=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
for tool in emcc npm; do
  command -v $tool >/dev/null || { skip "the page in a browser" "there is no $tool"; finish; }
done
[ -n "$chromium" ] || { skip "the page in a browser" "there is no Chromium"; finish; }

true_that "make web builds it" make -s -C "$root" web BUILD="${build#"$root"/}"
page=$build/web/laguna.html
[ -f "$page" ] || finish
size=$(stat -c %s "$page")
true_that "in one file of at most 1 MiB ($size bytes)" [ "$size" -le 1048576 ]

# ---- what the native program says ----
shots=$build/web/shots
mkdir -p "$shots"
list=
for scene in "$root"/examples/scenes/*.lua "$root"/examples/physics/*.lua "$root"/examples/lessons/[0-9]*.lua; do
  frames=6
  case $scene in *_3d.lua | *pillars* | *vortex*) frames=2 ;; esac
  hash=$("$laguna" run "$scene" --frames $frames 2>/dev/null | sed -n 's/^hash: //p')
  list+="${list:+,}{\"title\": \"$(sed -n '1s/^-- //p' "$scene")\", \"frames\": $frames, \"hash\": \"$hash\"}"
done
echo "[$list]" >"$shots/hashes.json"

lua5.4 "$root/tests/app/lesson.lua" "$root/examples/lessons/03_density.lua" "$work" >/dev/null
cp "$work/03_density_solution.lua" "$shots/solution.lua"
lua5.4 "$root/tests/app/lesson.lua" "$root/examples/lessons/16_doctor.lua" "$work" >/dev/null
cp "$work/16_doctor_solution.lua" "$shots/ill.lua"

# A checkpoint that the page goes on from; and page.lgs is one of the page's, at the same frame.
slosh=$root/examples/scenes/slosh.lua
rm -f "$shots/page.lgs"
"$laguna" run "$slosh" --frames 12 --save "$shots/native.lgs" >/dev/null 2>&1
whole=$("$laguna" run "$slosh" --frames 20 2>/dev/null | sed -n 's/^hash: //p')
echo "{\"hash\": \"$whole\"}" >"$shots/travel.json"

# What a teacher gives to a class.
"$laguna" pack "$root"/examples/lessons/0[12]_*.lua -o "$shots/class.html" >/dev/null

# ---- the browser ----
cp "$root"/tests/web/*.mjs .
if ! npm install --silent --no-audit --no-fund --prefix "$work" puppeteer-core >npm.log 2>&1; then
  skip "the page in a browser" "npm cannot install puppeteer-core"
  finish
fi
for driver in drive trouble; do
  CHROMIUM=$chromium node $driver.mjs "$page" "$shots" >$driver.log 2>&1
  code=$?
  grep '^#' $driver.log
  while read -r line; do
    case $line in
      "ok "*) pass "${line#ok }" ;;
      "not ok "*) fail "${line#not ok }" ;;
    esac
  done < <(grep -E '^(not )?ok ' $driver.log)
  [ $code = 0 ] || fail "$driver.mjs came to its end" "$(tail -n 5 $driver.log)"
done
resumed=$("$laguna" run "$slosh" --frames 20 --resume "$shots/page.lgs" 2>/dev/null | sed -n 's/^hash: //p')
same "a checkpoint of the page goes on in the program" "$resumed" "$whole"
finish
