#!/bin/bash
# Kinds from outside: built against what `make install` installs and nothing else, loaded, run, saved; and every refusal.
source "$(dirname "$0")/lib.bash"
unset MAKEFLAGS MAKELEVEL MAKEOVERRIDES MFLAGS
compiler=${CC:-gcc}
prefix=$work/usr
isas=$(sed 's/) X(/)\n X(/g' "${LAGUNA_BUILD:-$root/build}/isas.inc" | sed -n 's/.* X(\([a-z0-9]*\), __VA_ARGS__.*/\1/p' | tr '\n' ' ')
code "make install into a prefix" 0 make -o all --no-print-directory -C "$root" BUILD="${LAGUNA_BUILD:-$root/build}" CC="$compiler" \
  ISAS="${isas% }" PREFIX="$prefix" install
[ "$failed" -eq 0 ] || finish
export PKG_CONFIG_PATH=$prefix/lib/pkgconfig
read -ra flags <<<"$(pkg-config --cflags laguna)"
laguna=$prefix/bin/laguna
library() { "$compiler" -shared -fPIC -O2 -ffp-contract=off -Wall -Wextra -Werror "${flags[@]}" "$@"; } # library FILE.c... -o FILE.so

for header in laguna laguna_kind laguna_solver; do
  echo "#include <$header.h>" >alone.c
  code "$header.h compiles alone as C17" 0 "$compiler" -std=c17 -Wall -Werror "${flags[@]}" -fsyntax-only alone.c
  code "and as C++17" 0 g++ -std=c++17 -Wall -Werror "${flags[@]}" -fsyntax-only -x c++ alone.c
done

code "examples/plugin/swirl.c builds by one command" 0 library "$root/examples/plugin/swirl.c" -o swirl.so
code "and drift.c, a solver" 0 library "$root/examples/plugin/drift.c" -o drift.so
code "an emitter with memory builds" 0 library "$root/tests/plugin/rain.c" -o rain.so

# ---- they are kinds like all others ----
code "laguna kinds lists them" 0 "$laguna" kinds --plugin swirl.so --plugin ./drift.so --plugin ./rain.so
says "the field" out 'swirl'
says "the emitter" out 'rain'
says "the solver" out 'drift'
code "and shows the rows of one" 0 "$laguna" kinds --plugin swirl.so swirl
says "with its parameters" out 'rate'

cat >scene.lua <<'LUA'
-- Rain
-- idea: kinds from outside    change: rate
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {2, 1}}, spacing = 0.05, solver = lg.solver.drift { rate = 4 } }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {1, 0.5} } })
world:add(lg.emitter.rain { from = {0.2, 0.9}, to = {1.8, 0.9} })
world:add(lg.field.swirl { name = "eddy", center = {1, 0.5}, rate = 2 })
return world
LUA
with="--plugin swirl.so --plugin drift.so --plugin rain.so"
code "a scene runs with them" 0 "$laguna" run scene.lua --frames 20 $with --threads 1
whole=$(hash_of out)
differs "and ends with a hash" "$whole" ""
code "on three threads" 0 "$laguna" run scene.lua --frames 20 $with --threads 3
same "with the same hash" "$(hash_of out)" "$whole"
code "--set reaches their rows" 0 "$laguna" run scene.lua --frames 20 $with --set eddy.rate=3
differs "and changes the run" "$(hash_of out)" "$whole"
code "check lints with them" 0 "$laguna" check scene.lua $with

# ---- memory of their own ----
code "a run saves" 0 "$laguna" run scene.lua --frames 9 $with --save s.lgs
code "another resumes" 0 "$laguna" run scene.lua --frames 20 $with --resume s.lgs
same "with the hash of the unbroken run" "$(hash_of out)" "$whole"
sed 's/^return world/local hits = 0\nfunction world:after_step() hits = hits + 1 end\nreturn world/' scene.lua >hook.lua
code "hooks beside it change nothing" 0 "$laguna" run hook.lua --frames 20 $with
same "either" "$(hash_of out)" "$whole"
code "without them a resumed run" 1 "$laguna" run scene.lua --frames 20 --resume s.lgs
says "says what to give it" err "lg.solver: unknown kind 'drift'.*; is it from outside\? give --plugin FILE.so"
# ---- lg.plugin ----
sed 's/^local world/lg.plugin "rain.so"\nlg.plugin "drift.so"\nlg.plugin "swirl.so"\nlocal world/' scene.lua >loads.lua
code "lg.plugin loads them with --trust" 0 "$laguna" run loads.lua --frames 20 --trust
same "and runs the same" "$(hash_of out)" "$whole"
code "and not without it" 1 "$laguna" run loads.lua --frames 2
says "which it says" err "loads.lua:4: plugin: 'rain.so' is machine code; run the program with --trust to load it"

# ---- refusals ----
refused() { # refused NAME SENTENCE FILE
  code "$1" 3 "$laguna" kinds --plugin "$3"
  one_sentence "in one sentence" err
  says "that says why" err "$2"
}
refused "no file" "plugin 'none.so': there is no such file" none.so
echo text >text.so
refused "not a library" "plugin 'text.so' cannot be loaded: .*" text.so
echo 'int nothing;' >empty.c
library empty.c -o empty.so
refused "no symbol" "plugin 'empty.so': it has no symbol laguna_plugin_[a-z0-9]*; LG_PLUGIN" empty.so
sed 's/^LG_PLUGIN.*/const lg_plugin LG_PER_ISA(laguna_plugin) = {99, 8, kinds};/' "$root/examples/plugin/swirl.c" >old.c
library old.c -o old.so
refused "another version" "plugin 'old.so': its kinds are of version 99 \(8 bytes\) and this program's of [0-9]+" old.so
sed 's/\.name = "swirl"/.name = "vortex"/' "$root/examples/plugin/swirl.c" >taken.c
library taken.c -o taken.so
refused "a taken name" "plugin 'taken.so': there is a kind 'field.vortex' already" taken.so
sed 's/\.field = {.*//' "$root/examples/plugin/swirl.c" >hollow.c
"$compiler" -shared -fPIC "${flags[@]}" hollow.c -o hollow.so
refused "no function" "plugin 'hollow.so': kind 'swirl' has no field.sample" hollow.so
# A library of two kinds whose second is refused: the first stays, and its code with it.
sed 's/\.name = "swirl"/.name = "eddy"/; s/^static const lg_kind kind /static const lg_kind first /; /^static const lg_kind \*const/,$d' \
  "$root/examples/plugin/swirl.c" >half.c
cat >>half.c <<'END'
static lg_kind second;
static const lg_kind *const kinds[] = {&first, &second, NULL};
LG_PLUGIN(kinds);
END
library half.c -o half.so
refused "a kind without a name" "plugin 'half.so': a kind needs a name, rows of parameters and a doc" half.so
cat >half.lua <<'END'
local lg = require "laguna"
local loaded, reason = pcall(lg.plugin, "half.so")
assert(not loaded and reason:find("a kind needs a name", 1, true), reason)
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1, solver = lg.solver.particles {} }
world:add(lg.emitter.volume { shape = lg.shape.box {min = {0, 0}, max = {1, 1}} })
world:add(lg.field.eddy { center = {0.5, 0.5}, rate = 3 })
return world
END
code "of a half refused library the other kind works" 0 "$laguna" run half.lua --frames 2 --trust
code "Lua's module has no functions for plugins" 1 lua5.4 -e 'require("laguna").plugin "swirl.so"'
says "which it says" err "plugin 'swirl.so': kinds from outside need the program"
code "--plugin without a file" 2 "$laguna" kinds --plugin ""
code "the same library twice is fine" 0 "$laguna" kinds --plugin swirl.so --plugin ./swirl.so
finish
