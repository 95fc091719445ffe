# --save and --resume: a resumed run ends with the hash of the unbroken one; files that are none are refused in one sentence.
source "$(dirname "$0")/../lib.bash"
run() { "$laguna" run "$@" 2>err; }

for scene in "$scenes/drop.lua" "$scenes/two.lua" "$scenes/dust.lua" "$root/examples/scenes/fountain.lua"; do
  name=$(basename "$scene" .lua)
  run "$scene" --frames 24 >out && whole=$(hash_of out)
  differs "$name: a run ends with a hash" "$whole" ""
  code "$name: a run saves" 0 "$laguna" run "$scene" --frames 10 --save s.lgs
  code "$name: another resumes" 0 "$laguna" run "$scene" --frames 24 --resume s.lgs --threads 3
  same "$name: with the hash of the unbroken run" "$(hash_of out)" "$whole"
done
true_that "nothing is left under another name" bash -c '[ "$(ls -A | grep -c part)" = 0 ]'

# What hooks do counts too: lg.keep, random numbers, parameters that they change, objects that they add and remove.
cat >script.lua <<'LUA'
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.05, solver = lg.solver.wcsph {} }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.5, 0.5} } })
local tap = world:add(lg.emitter.point { name = "tap", center = {0.5, 0.8}, rate = 90 })
lg.keep.frames = lg.keep.frames or 0
function world:before_step()
  lg.keep.frames = lg.keep.frames + 1
  world.gravity = { lg.random() - 0.5, -9.81 }
  if lg.keep.frames == 4 then world:add(lg.field.vortex { name = "late", strength = 3 }) end
  if lg.keep.frames == 6 then world:remove(tap) end
  if lg.keep.frames == 8 then world.solver = lg.solver.pbf {} end
  if lg.keep.frames == 14 then world:remove(world:find "late") end
end
return world
LUA
# SCENE FRAMES...: 20 frames in one go end as they do when they are saved after each of these.
goes_on() {
  local scene=$1 whole at
  run "$scene" --frames 20 >out || cat err
  whole=$(hash_of out)
  differs "$scene runs" "$whole" ""
  for at in "${@:2}"; do
    run "$scene" --frames "$at" --save s.lgs >out || cat err
    run "$scene" --frames 20 --resume s.lgs >out || cat err
    same "$scene goes on from frame $at" "$(hash_of out)" "$whole"
  done
}
goes_on script.lua 1 5 7 8 12 16

# So does what they read of the last frame and lead back, and what was pushed for the next one.
cat >lead.lua <<'LUA'
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.05, solver = lg.solver.flip {} }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.6, 0.4} } })
local function crate(name, x, y, density)
  local shape = lg.shape.box { min = {x, y}, max = {x + 0.2, y + 0.2} }
  return world:add(lg.collider.body { name = name, shape = shape, density = density })
end
local light, heavy = crate("light", 0.2, 0.5, 400), crate("heavy", 0.7, 0.01, 3000)
world:gauge("force", "force", { collider = light })
world:ledger()
local function read()
  local s, sum = world.stats, world.gauges.force.x + world:ledger().walls
  for _, c in ipairs(world.contacts) do sum = sum + c.impulse * (c.a == heavy and 3 or 1) end
  return sum + s.stable_dt + s.tolerance + s.viscosity_error + #s.limit
end
function world:before_step()
  if world.frame == 3 then world:gauge("late", "torque", { collider = heavy }) end
  if world.frame > 5 then light:push { math.sin(read() + world.gauges.late), 0 } end
end
function world:after_step()
  light:push { 20 * math.sin(read()), 5 }
end
return world
LUA
goes_on lead.lua 1 6 12 19
run "$scenes/drop.lua" --frames 10 --save a.lgs >out
run "$scenes/drop.lua" --frames 10 --save b.lgs >out
true_that "equal states give equal bytes" cmp a.lgs b.lgs
run "$scenes/drop.lua" --frames 30 --resume a.lgs --stats s.csv --json >out
same "--frames counts from time 0" "$(json out frames)" 30
same "the table has the rows of this run" "$(wc -l <s.csv)" 21
says "under a header" s.csv "^world,frame"
run "$scenes/drop.lua" --frames 20 >out && a=$(hash_of out)
run "$scenes/drop.lua" --frames 20 --resume a.lgs --set solver.viscosity=20 >out
differs "a --set that was not there then wins" "$(hash_of out)" "$a"

refused() { # refused NAME CODE REGEX OPTIONS...
  local name=$1 want=$2 text=$3
  shift 3
  code "$name" "$want" "$laguna" run "$@"
  one_sentence "$name: one sentence" err
  says "$name: which says why" err "$text"
}
drop="$scenes/drop.lua"
for word in check inspect lesson bench "sweep --over column.jitter=0,1 --frames 1 -o t.csv"; do
  code "${word%% *} takes no checkpoint for a scene" 1 "$laguna" $word a.lgs
  says "${word%% *} says what it is, and what to do" err "a.lgs: it is a checkpoint, not a scene: give the Lua file of its scene here \(.laguna run a.lgs. goes on"
done
code "nor does what comes in" 1 sh -c '"$0" check - <a.lgs' "$laguna"
says "with the same sentence" err "it is a checkpoint, not a scene"
printf 'laguna take 1\n' >t.lgr
code "nor a take" 1 "$laguna" check t.lgr
says "which is told from it" err "t.lgr: it is a take, not a scene: .*plays it again"
printf '\211PNG\r\n\032\n\0' >t.png
code "nor a picture" 1 "$laguna" check t.png
says "which is no text" err "t.png: it is no text, but bytes; give the Lua file of a scene here"
refused "no such file" 3 "none.lgs: cannot be read: No such file" "$drop" --frames 20 --resume none.lgs
refused "a folder" 3 "\.: cannot be read" "$drop" --frames 20 --resume .
refused "a foreign file" 3 "not a checkpoint of Laguna" "$drop" --frames 20 --resume "$drop"
: >empty.lgs
refused "an empty file" 3 "not a checkpoint of Laguna" "$drop" --frames 20 --resume empty.lgs
sed 's/LGSAVE02/LGSAVE01/' a.lgs >v.lgs
refused "another version" 3 "another version" "$drop" --frames 20 --resume v.lgs
size=$(stat -c %s a.lgs)
head -c $((size / 2)) a.lgs >half.lgs
refused "half a file" 3 "half.lgs: it is damaged or cut short" "$drop" --frames 20 --resume half.lgs
{ head -c $((size / 2)) a.lgs; printf 'X'; tail -c +$((size / 2 + 2)) a.lgs; } >flip.lgs
refused "one wrong byte" 3 "damaged" "$drop" --frames 20 --resume flip.lgs
refused "another scene" 1 "is of another scene, '$drop'" "$root/examples/scenes/dam_break.lua" --frames 20 --resume a.lgs
mkdir -p edited
cp "$root/examples/scenes/dam_break.lua" edited/drop.lua
refused "the scene's bounds edited since" 1 "its bounds are not those of this world" edited/drop.lua --frames 20 --resume a.lgs
cp "$scenes/two.lua" edited/drop.lua
refused "another number of worlds" 1 "holds 1 world, and the scene returns 2" edited/drop.lua --frames 20 --resume a.lgs
cp "$drop" other.lua
code "the same scene under another name" 0 "$laguna" run other.lua --frames 10 --resume a.lgs
refused "another seed" 1 "its seed is not" "$drop" --frames 20 --resume a.lgs --seed 5
refused "a frame that has passed" 2 "is at frame 10 already" "$drop" --frames 9 --resume a.lgs
refused "a folder that does not exist" 3 "nowhere/s.lgs: cannot be written" "$drop" --frames 2 --save nowhere/s.lgs
true_that "--resume of the frame itself runs nothing and ends with its hash" "$laguna" run "$drop" --frames 10 --resume a.lgs
if [ -w /dev/full ]; then
  code "a full disk: exit 3" 3 "$laguna" run "$drop" --frames 2 --save /dev/full
fi

# A checkpoint by itself: it knows its scene, and what that was made with; the command line wins.
run "$drop" --frames 24 >out && whole=$(hash_of out)
code "a checkpoint runs by its name" 0 "$laguna" run a.lgs --frames 24
same "with the hash of the unbroken run" "$(hash_of out)" "$whole"
run "$drop" --frames 24 --set solver.viscosity=3 --seed 7 --fps 90 >out && tuned=$(hash_of out)
run "$drop" --frames 10 --set solver.viscosity=3 --seed 7 --fps 90 --save t.lgs >out
code "its --set, --seed and --fps come with it" 0 "$laguna" run t.lgs --frames 24
same "so that it goes on as it began" "$(hash_of out)" "$tuned"
run t.lgs --frames 24 --set solver.viscosity=20 >out
differs "a --set of now wins" "$(hash_of out)" "$tuned"
code "frame 24 as a picture" 0 "$laguna" render "$drop" --frames 24 --size 320x180 -o whole.png
code "and from a checkpoint" 0 "$laguna" render a.lgs --frames 24 --size 320x180 -o rest.png
true_that "the pictures are equal" cmp whole.png rest.png
mkdir -p moved/here
cp "$drop" moved/here/drop.lua
sed "s#$scenes/drop.lua#$(head -c ${#scenes} /dev/zero | tr '\0' x)/drop.lua#" a.lgs >moved/here/a.lgs
refused "a scene's path that was changed in the file" 3 "damaged" moved/here/a.lgs --frames 24
(cd moved/here && "$laguna" run drop.lua --frames 10 --save b.lgs >/dev/null 2>&1)
code "a checkpoint that was moved with its scene" 0 "$laguna" run moved/here/b.lgs --frames 24
same "goes on" "$(hash_of out)" "$whole"
rm moved/here/drop.lua
(cd moved && cp here/b.lgs . && "$laguna" run b.lgs --frames 24) >out 2>err
same "without its scene: exit 3" $? 3
says "it names it" err "its scene 'drop.lua' is not there; give it"
refused "two checkpoints" 2 "a.lgs' is a checkpoint, and --resume t.lgs is another" a.lgs --frames 24 --resume t.lgs

# Checkpoints on the way, every N frames.
code "--save with a number" 0 "$laguna" run "$drop" --frames 10 --save 'w-%03d.lgs' --every 4
same "a checkpoint every 4 frames" "$(echo w-*.lgs)" "w-004.lgs w-008.lgs"
run w-008.lgs --frames 24 >out
same "each goes on" "$(hash_of out)" "$whole"
code "--export too" 0 "$laguna" run "$drop" --frames 10 --export 'p-%d.csv' --every 5
same "a table every 5 frames" "$(echo p-*.csv)" "p-10.csv p-5.csv"
refused "--every without a number in a file's name" 2 "is of numbered files" "$drop" --frames 4 --save w.lgs --every 2
cp w-008.lgs kept.state
run kept.state --frames 24 >out
same "a checkpoint is one by what is in it, whatever its name is" "$(hash_of out)" "$whole"
refused "two numbers" 2 "one number such as" "$drop" --frames 2 --save 'w-%d-%d.lgs'

# world:save and world:restore
cat >rewind.lua <<'LUA'
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.05, solver = lg.solver.wcsph {} }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.5, 0.5} } })
function world:after_step()
  if self.frame == 3 and not lg.keep.saved then
    self:save "here.lgs"
    lg.keep.saved = self:hash()
  elseif self.frame == 6 and not lg.keep.back then
    self:restore "here.lgs"
    lg.keep.back = self:hash() == lg.keep.saved
    print(self.frame, lg.keep.back)
  end
end
return world
LUA
code "a script saves and restores" 0 "$laguna" run rewind.lua --frames 8
says "the same state" out "^3.true"
for bad in '"../x.lgs" outside' '"/x.lgs" outside' '"drop.lua" must.end' '"a/b.lgs" cannot.be.written' '7 expects' '"" expects'; do
  sed "s#\"here.lgs\"#(${bad% *})#; s/== 3/== 1/" rewind.lua >bad.lua
  code "world:save(${bad% *}): exit 1" 1 "$laguna" run bad.lua --frames 2
  says "says so" err "bad.lua:6: world:save: .*$(sed 's/\./ /g' <<<"${bad#* }")"
done

# What a scene paints anew is in the state: colours of colliders, materials and particles (the picture is the same to the pixel).
cat >painted.lua <<'LUA'
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {2, 1}}, spacing = 0.05, solver = lg.solver.flip {} }
local water = lg.material { name = "water", color = {0.1, 0.5, 0.9} }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {1, 0.6} }, material = water })
local ball = world:add(lg.collider.solid { shape = lg.shape.sphere { center = {1.5, 0.2}, radius = 0.2 } })
function world:after_step()
  if self.frame == 3 then
    ball.color, water.color = {1, 0.1, 0.1}, {0.1, 0.9, 0.2}
    if BY then world.color_by = "color"; world:update(function(p) p.color = lg.vec(p.x, p.y, 1) end) end
  end
end
return world
LUA
for by in false true; do
  sed "s/BY/$by/" painted.lua >p.lua
  "$laguna" render p.lua --frames 2 -o early.png >/dev/null 2>err
  "$laguna" render p.lua --frames 9 -o whole.png >/dev/null 2>err
  "$laguna" run p.lua --frames 5 --save p.lgs >/dev/null 2>err
  code "it is drawn from a checkpoint, $by" 0 "$laguna" render p.lgs --frames 9 -o resumed.png
  true_that "as without" cmp whole.png resumed.png
  red() { convert "$1" -fx 'r > 0.6 && g < 0.4 && b < 0.4' -format '%[fx:mean>0.001]' info:; }
  same "the ball is red now, and was not" "$(red resumed.png)$(red early.png)" 10
done
finish
