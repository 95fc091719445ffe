#!/bin/bash
# `eval "$(make -s env)"` is all that stock lua5.4 needs to find the module in the build folder.
source "$(dirname "$0")/lib.bash"
unset MAKEFLAGS MAKELEVEL MAKEOVERRIDES MFLAGS LUA_PATH LUA_CPATH

cat >world.lua <<'LUA'
local lg = require "laguna"
local world = lg.world {bounds = {{0, 0}, {1, 1}}, spacing = 0.1, solver = lg.solver.particles {}}
world:add(lg.emitter.volume {shape = lg.shape.box {min = {0.2, 0.5}, max = {0.4, 0.7}}})
world:step(0.01)
print(#world.particles)
LUA
lua5.4 world.lua >out 2>&1
says "without the paths the module is not found" out "module 'laguna' not found"
eval "$(make -s --no-print-directory -C "$root" BUILD="${LAGUNA_BUILD:-$root/build}" env)"
lua5.4 world.lua >out 2>&1
same "with them lua5.4 runs a world of five lines" "$(cat out)" 4
finish
