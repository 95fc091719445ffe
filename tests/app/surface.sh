# `laguna run --surface`: the fluid's surface in files: read back here, and by assimp where it is installed.
source "$(dirname "$0")/../lib.bash"
cat >pool.lua <<'LUA'
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0, 0}, {1, 1, 1}}, spacing = 0.05, solver = lg.solver.flip {} }
world:add(lg.emitter.volume { shape = lg.shape.box { min = {0, 0, 0}, max = {0.5, 0.5, 1} } })
world:add(lg.collider.body { name = "ball", shape = lg.shape.sphere { radius = 0.1 }, density = 500,
  translation = {0.8, 0.5, 0.5} })
return world
LUA
# faces, volume and whether each edge is gone along once each way, of an OBJ file
cat >obj.lua <<'LUA'
local v, edges, faces, volume, closed = {}, {}, 0, 0, true
for line in io.lines(arg[1]) do
  local x, y, z = line:match "^v (%S+) (%S+) (%S+)"
  if x then v[#v + 1] = { tonumber(x), tonumber(y), tonumber(z) } end
  local a, b, c = line:match "^f (%d+)//%d+ (%d+)//%d+ (%d+)//%d+"
  if a then
    a, b, c = tonumber(a), tonumber(b), tonumber(c)
    for _, e in ipairs { { a, b }, { b, c }, { c, a } } do
      local key = e[1] .. " " .. e[2]
      closed = closed and not edges[key]
      edges[key] = e[2] .. " " .. e[1]
    end
    local p, q, r = v[a], v[b], v[c]
    volume = volume + (p[1] * (q[2] * r[3] - q[3] * r[2]) - p[2] * (q[1] * r[3] - q[3] * r[1])
      + p[3] * (q[1] * r[2] - q[2] * r[1])) / 6
    faces = faces + 1
  end
end
for _, back in pairs(edges) do closed = closed and edges[back] ~= nil end
print(faces, closed, math.abs(volume / tonumber(arg[2]) - 1) < 0.03)
LUA

for e in obj ply stl glb; do
  code "a surface as .$e" 0 "$laguna" run pool.lua --frames 8 --surface --export "m-%02d.$e"
  same "one file a frame, .$e" "$(ls m-*."$e" | wc -l)" 8
done
n=$("$laguna" run pool.lua --frames 8 --json 2>/dev/null >out; json out worlds.1.particles)
same "closed, oriented, of the particles' volume" "$(lua5.4 obj.lua m-08.obj "$(echo "$n" | awk '{ print $1 * 0.05 ^ 3 }')" | cut -f2-)" "true	true"
faces=$(lua5.4 obj.lua m-08.obj 1 | cut -f1)
same "the same triangles in .stl" "$(stat -c %s m-08.stl)" $((84 + 50 * faces))
says "and in .ply" <(head -c 600 m-08.ply | strings) "element face $faces"
says "with velocities" <(head -c 600 m-08.ply | strings) "property float vx"
says "the body's pose is in .obj" m-08.obj "^# pose ball 0.8[0-9]* 0.4[0-9]* 0.5[0-9]* "
says "and in .ply" <(head -c 600 m-08.ply | strings) "^comment pose ball 0.8[0-9]* 0.4[0-9]* 0.5[0-9]* "
says "the body's pose is a node" <(strings m-08.glb) '"name":"ball","translation":\['
"$laguna" run pool.lua --frames 8 --threads 1 --surface --export one.glb >/dev/null 2>&1
"$laguna" run pool.lua --frames 8 --threads 3 --surface --export three.glb >/dev/null 2>&1
true_that "the same bytes with 1 and 3 threads" cmp one.glb three.glb
if command -v assimp >/dev/null; then
  for e in obj ply stl glb; do
    assimp info "m-08.$e" >info 2>&1
    says "assimp reads .$e, all faces" info "Faces: +$faces"
  done
  says "and the nodes of .glb" <(assimp info m-08.glb 2>&1) "ball"
else
  skip "assimp reads all four" "assimp is not installed"
fi

# ---- 2-D: an outline ----
cat >flat.lua <<'LUA'
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.05 }
world:add(lg.emitter.volume { shape = lg.shape.box { min = {0.2, 0.2}, max = {0.6, 0.6} } })
function world:after_step() print(("length %.3f"):format(world:measure("surface_area"))) end
return world
LUA
code "an outline as .obj" 0 "$laguna" run flat.lua --frames 1 --surface --export flat.obj
says "a line is a line" flat.obj "^l [0-9]+ [0-9]+$"
says "its length is that of the square, with round corners" out "length 1\.[456]"
code "which .stl does not know" 3 "$laguna" run flat.lua --frames 1 --surface --export flat.stl
one_sentence "in one sentence" err
true_that "and no file" test ! -e flat.stl

# ---- refusals ----
code "without --export" 2 "$laguna" run pool.lua --frames 1 --surface
one_sentence "is one sentence, too" err
code "in a format of particles" 2 "$laguna" run pool.lua --frames 1 --surface --export m.csv
says "the formats of surfaces" err "\.obj, \.ply, \.stl or \.glb"
finish
