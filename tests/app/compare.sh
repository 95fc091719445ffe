#!/bin/bash
# A/B: `laguna A.lua B.lua`, --against and lg.compare: equal scenes never part, others do in the frame and by the particle that their
# own exports tell; the two worlds are those that run alone.
source "$(dirname "$0")/../lib.bash"

cat >a.lua <<'LUA'
-- Tank
local lg = require "laguna"
local push = lg.slider { name = "push", default = 0, min = 0, max = 9 }
local world = lg.world { bounds = {{0, 0}, {1, 0.8}}, spacing = 0.04, solver = lg.solver.pbf {} }
world:add(lg.emitter.volume { name = "column", shape = lg.shape.box { max = {0.4, 0.4} } })
world:gauge("tip", "front")
function world:before_step()
  local x = push.value
  if self.frame == 7 and x > 0 then self:update(function(p) p.vx = p.vx + x * lg.math.step(0.3, p.x) * p.y end) end
end
return world
LUA
hash() { sed -n "s/^hash$1: //p" out; }

# ---- equal ----
code "a scene beside itself" 0 "$laguna" run a.lua a.lua --frames 12
same "never parts" "$(grep -c "^they part" out)" 0
same "and ends in one hash" "$(hash ' world1')" "$(hash ' world2')"
both=$(hash ' world1')
code "alone" 0 "$laguna" run a.lua --frames 12
same "it has the same" "$(hash '')" "$both"

# ---- what each keeps, also behind a checkpoint, as behind an edit and on the way back in time ----
cat >keep.lua <<'LUA'
local lg = require "laguna"
local push = lg.slider { name = "push", default = 1, min = 0, max = 9 }
local curve = lg.plot { name = "curve", "frame" }
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1, solver = lg.solver.particles {} }
function world:after_step()
  lg.keep.frames = (lg.keep.frames or 0) + 1
  curve:add(self.time, self.frame)
  if self.frame % 5 == 0 then print(("push %g, %d frames, %d samples"):format(push.value, lg.keep.frames, #curve)) end
end
return world
LUA
code "a scene that keeps something" 0 "$laguna" run keep.lua --against push=3 --frames 5 --save k.lgs
same "each keeps its own" "$(grep "^push" out | tr '\n' ';')" "push 1, 5 frames, 5 samples;push 3, 5 frames, 5 samples;"
code "and goes on" 0 "$laguna" run keep.lua --against push=3 --resume k.lgs --frames 10
same "with its own slider, table and curve" "$(grep "^push" out | tr '\n' ';')" "push 1, 10 frames, 10 samples;push 3, 10 frames, 10 samples;"

# ---- different ----
"$laguna" run a.lua --frames 12 --export 'a-%04d.csv' >/dev/null 2>&1
"$laguna" run a.lua --frames 12 --set push=2 --export 'b-%04d.csv' >/dev/null 2>&1
cat >parted.lua <<'LUA'
-- first frame in which particles of one number lie more than 1e-6 m apart, and the farthest
local function read(path)
  local at, names, places = {}, {}, {}
  for line in io.lines(path) do
    local cells = {}
    for cell in (line .. ","):gmatch "([^,]*)," do cells[#cells + 1] = cell end
    if not names[1] then names = cells for i, name in ipairs(cells) do at[name] = i end
    else places[tonumber(cells[at.id])] = { tonumber(cells[at.x or at.position_x]), tonumber(cells[at.y or at.position_y]) } end
  end
  return places
end
for frame = 1, 12 do
  local a, b, most, who = read(("a-%04d.csv"):format(frame)), read(("b-%04d.csv"):format(frame)), 0, nil
  for id, p in pairs(a) do
    local r = math.sqrt((p[1] - b[id][1]) ^ 2 + (p[2] - b[id][2]) ^ 2)
    if r > most then most, who = r, id end
  end
  if most > 1e-6 then print(("they part at t = %.4f s, particle %d, by %.2g m"):format(frame / 60, who, most)) break end
end
LUA
told=$(lua5.4 parted.lua)
code "set otherwise" 0 "$laguna" run a.lua --against push=2 --frames 12
same "it parts where their exports do" "$(grep "^they part" out)" "$told"
says "in the eighth frame" out "they part at t = 0.1333 s, particle [0-9]+, by"
same "A is what it was" "$(hash ' world1')" "$both"
one=$(hash ' world2')
"$laguna" run a.lua --set push=2 --frames 12 >out 2>/dev/null
same "B is what it would be alone" "$(hash '')" "$one"
code "on three threads" 0 "$laguna" run a.lua --against push=2 --frames 12 --threads 3
same "the same" "$(grep "^they part" out)$(hash ' world2')" "$told$one"
code "another solver" 0 "$laguna" run a.lua --against solver=wcsph --against world.gravity=0,-5 --frames 3
says "parts at once" out "they part at t = 0.0167 s"
code "as JSON" 0 "$laguna" run a.lua --against push=2 --frames 12 --json
same "three worlds" "$(json out 'worlds.#')" 3
same "and the fluid of two" "$(json out particles)" "$(( $(json out worlds.1.particles) + $(json out worlds.2.particles) ))"

# ---- another file, and lg.compare ----
mkdir other
sed 's/0.4} } })/0.3} } })/' a.lua >other/b.lua
code "two files" 0 "$laguna" run a.lua other/b.lua --frames 2
says "a particle that one of them has alone" out "they part at t = 0.0167 s, particle [0-9]+ is in one of them alone"
cat >compare.lua <<'LUA'
local lg = require "laguna"
local function tank(x)
  local w = lg.world { bounds = {{0, 0, 0}, {1, 0.8, 0.5}}, spacing = 0.1, solver = lg.solver.pbf {} }
  w:add(lg.emitter.volume { shape = lg.shape.box { max = {x, 0.4, 0.5} } })
  return w
end
local a, b, c = lg.compare(tank(0.4), tank(0.4), { gauges = { "kinetic_energy", "front" }, difference = "velocity" })
function a:after_step() self:update(function(p) p.vx = p.vx + 0.1 end) end
return a, b, c
LUA
code "lg.compare in 3-D" 0 "$laguna" run compare.lua --frames 3 --stats stats.csv
says "parts, too" out "they part at t = 0.0333 s"
code "drops without water, beside others" 0 "$laguna" run a.lua --against solver=particles --frames 3 --json
same "are counted, and the points of the difference are not" "$(json out particles)" \
  "$(( $(json out worlds.1.particles) + $(json out worlds.2.particles) ))"
code "as a picture" 0 "$laguna" render compare.lua --frames 3 -o compare.png --size 600x200

# ---- one over the other ----
code "--wipe of one world" 2 "$laguna" render a.lua --frames 1 --wipe 50 -o w.png
says "says what it is for" err "wipe is for two worlds of one dimension: A.lua B.lua"
code "--wipe of two of them" 0 "$laguna" render a.lua --against push=2 --frames 12 --size 640x400 --wipe 50 -o w50.png
code "further right" 0 "$laguna" render a.lua --against push=2 --frames 12 --size 640x400 --wipe 90 -o w90.png
part() { convert "$1" -crop "$3x330+$2+0" +repage "part_$1"; }
for range in "0 318" "324 240"; do
  for f in w50.png w90.png; do part $f $range; done
  same "in which pixels they differ, from $range" \
    "$(compare -metric AE part_w50.png part_w90.png null: 2>&1 | awk '{ print ($1 > 20) ? "many" : $1 }')" \
    "$([ "$range" = "0 318" ] && echo 0 || echo many)"
done

# ---- refusals ----
code "three scenes" 2 "$laguna" run a.lua a.lua a.lua --frames 1
says "are one too many" err "two names are enough: 'a.lua' comes after 'a.lua'"
code "--against what there is not" 1 "$laguna" run a.lua --against push=20 --frames 1
says "says which option" err "push=20"
code "--against nothing" 2 "$laguna" run a.lua --against push --frames 1
code "inspect takes one" 2 "$laguna" inspect a.lua a.lua --frames 1
cat >bad.lua <<'LUA'
local lg = require "laguna"
local w = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
local a, b, c = lg.compare(w, w)
return a, b, c
LUA
code "a world beside itself" 1 "$laguna" run bad.lua --frames 1
says "at its line" err "bad.lua:3: compare: these are one world, not two"
sed -i 's/compare(w, w)/compare(w, lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }, { gauge = {} })/' bad.lua
code "an unknown option" 1 "$laguna" run bad.lua --frames 1
says "with the one that was meant" err "bad.lua:3: compare: unknown option 'gauge' .did you mean 'gauges'"
finish
