#!/bin/bash
# kinds.sh FOLDER - writes each block of kinds.md as a scene, FOLDER/FAMILY.NAME.lua, with the world around it.
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
awk -v folder="${1:?a folder}" '
  /^## / { kind = $2; frame = $5 } # "## shape.box <!-- frame 1 -->"
  /^```lua$/ && kind {
    out = folder "/" kind ".lua"
    print "-- " kind "\n-- picture: frame " frame "\nlocal lg = require \"laguna\"" > out
    print "local world = lg.world { bounds = {{0, 0}, {2, 1}}, spacing = 0.02, solver = lg.solver.pbf {} }" > out
    print "world.view = { legend = false, hud = false }" > out
    inside = 1; next
  }
  /^```$/ && inside { print "return world" > out; close(out); inside = 0; kind = ""; next }
  inside { print > out }' "$here/kinds.md"
