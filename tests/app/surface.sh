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
# faces, volume and whether each edge is gone along once each way, of an object ("fluid") of an OBJ file; corners that lie at one
# place are one
cat >obj.lua <<'LUA'
local v, at, edges, faces, volume, closed, object = {}, {}, {}, 0, 0, true, nil
for line in io.lines(arg[1]) do
  object = line:match "^o (%S+)" or object
  local x, y, z = line:match "^v (%S+) (%S+) (%S+)"
  if x then
    v[#v + 1] = { tonumber(x), tonumber(y), tonumber(z) }
    local place = object .. x .. " " .. y .. " " .. z
    at[place] = at[place] or #v
    v[#v].first = at[place]
  end
  local a, b, c = line:match "^f (%d+)//%d+ (%d+)//%d+ (%d+)//%d+"
  if a and object == (arg[3] or "fluid") then
    a, b, c = v[tonumber(a)].first, v[tonumber(b)].first, v[tonumber(c)].first
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
# facets of the fluid and of the ball in an STL file, are both closed, and the ball's volume and middle, by the attributes
cat >stl.lua <<'LUA'
local text = assert(io.open(arg[1], "rb")):read "a"
local count, n, edges, closed, volume, sum = ("<I4"):unpack(text, 81), { [0] = 0, 0 }, {}, true, 0, { 0, 0, 0 }
for i = 0, count - 1 do
  local f = { ("<fffffffffffff"):sub(1, 13):unpack(text, 85 + 50 * i) }
  local of = ("<I2"):unpack(text, 85 + 50 * i + 48)
  n[of] = n[of] + 1
  local key = {}
  for c = 1, 3 do key[c] = of .. ":" .. text:sub(85 + 50 * i + 12 * c, 84 + 50 * i + 12 * c + 12) end
  for c = 1, 3 do
    local e, back = key[c] .. key[c % 3 + 1], key[c % 3 + 1] .. key[c]
    edges[e] = (edges[e] or 0) + 1
    edges[back] = (edges[back] or 0) - 1
  end
  if of == 1 then
    local v = (f[4] * (f[8] * f[12] - f[9] * f[11]) - f[5] * (f[7] * f[12] - f[9] * f[10]) + f[6] * (f[7] * f[11] - f[8] * f[10])) / 6
    volume = volume + v
    for k = 1, 3 do sum[k] = sum[k] + v * (f[3 + k] + f[6 + k] + f[9 + k]) / 4 end
  end
end
for _, balance in pairs(edges) do closed = closed and balance == 0 end
assert(#text == 84 + 50 * count)
print(n[0], closed, ("%.3f %.2f"):format(volume / (4 / 3 * math.pi * 0.1 ^ 3), sum[2] / volume))
LUA
same "the same triangles in .stl, then the ball's, closed, where it stands" "$(lua5.4 stl.lua m-08.stl | sed 's/\(0.99\|1.00\)[0-9]/1/')" \
  "$faces	true	1 $(grep -a "^# pose ball" m-08.obj | awk '{ printf "%.2f", $5 }')"
same "the ball is an object of .obj, closed, of its volume" "$(lua5.4 obj.lua m-08.obj 0.004189 ball | cut -f2-)" "true	true"
ball=$(lua5.4 obj.lua m-08.obj 1 ball | cut -f1)
says "both are in .ply" <(head -c 600 m-08.ply | strings) "element face $((faces + ball))"
says "which says of each face whose it is" <(head -c 600 m-08.ply | strings) "property ushort solid"
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
    says "assimp reads .$e, all faces" info "Faces: +$((faces + ball))"
  done
  says "and the nodes of .glb" info "ball"
  # A turned brick, without a fluid: its mesh with the pose of its node (.glb) stands where its facets do (.stl).
  cat >brick.lua <<'LUA'
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0, 0}, {1, 1, 1}}, spacing = 0.05, solver = lg.solver.flip {} }
world:add(lg.collider.solid { shape = lg.shape.box { max = {0.5, 0.1, 0.2}, translation = {0.4, 0.6, 0.3},
  rotation = {0.5, 0.7, -0.4} } })
return world
LUA
  for e in stl glb obj ply; do
    "$laguna" run brick.lua --frames 1 --surface --export brick.$e >/dev/null 2>&1
    assimp info brick.$e 2>&1 | grep -E "^(Minimum|Maximum) point|^Faces" >brick.$e.box
  done
  true_that "a brick has faces" grep -qE "Faces: +[1-9]" brick.stl.box
  for e in glb obj ply; do true_that "and stands in .$e where it does in .stl" cmp brick.stl.box brick.$e.box; done
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
code "which .stl does not know, said before the first frame" 2 "$laguna" run flat.lua --frames 1000000 --surface --export flat.stl
one_sentence "in one sentence" err
true_that "and no file" test ! -e flat.stl

# ---- refusals ----
code "without --export" 2 "$laguna" run pool.lua --frames 1 --surface
one_sentence "is one sentence, too" err
code "in a format of particles" 2 "$laguna" run pool.lua --frames 1 --surface --export m.csv
says "the formats of surfaces" err "\.obj, \.ply, \.stl or \.glb"
finish
