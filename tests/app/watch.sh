# `run --watch`: an edited scene takes over the running water, or the old one goes on; a save without an edit changes no bit.
source "$(dirname "$0")/../lib.bash"
mkdir scene && cp "$scenes/drop.lua" scene/drop.lua
"$laguna" run scene/drop.lua --frames 6000 --threads 1 >out 2>err
whole=$(hash_of out)
differs "an unwatched run ends with a hash" "$whole" ""

watch() { # watch SCENE FRAMES OPTIONS...: starts the run in the background: $pid
  local scene=$1 frames=$2
  shift 2
  "$laguna" run "$scene" --frames "$frames" --threads 1 --watch "$@" >out 2>err &
  pid=$!
  children+=($pid)
}
line() { # line REGEX [SECONDS]: waits until it was said or printed: it
  for _ in $(seq $((${2:-10} * 100))); do grep -Eq -- "$1" err out && return 0; sleep 0.01; done
  return 1
}
lines() { # lines NUMBER REGEX: waits until it was said or printed: so many
  for _ in $(seq 1000); do [ "$(cat err out | grep -Ec -- "$2")" -ge "$1" ] && return 0; sleep 0.01; done
  return 1
}
save() { cp "$1" "$2.new" && mv "$2.new" "$2"; } # as editors do: by renaming

# No-op saves: written in place, by renaming, touched.
watch scene/drop.lua 6000
sleep 0.2
save "$scenes/drop.lua" scene/drop.lua
true_that "a save by renaming is noticed" lines 1 "read again in"
cp "$scenes/drop.lua" scene/drop.lua
true_that "a save in place is noticed" lines 2 "read again in"
touch scene/drop.lua
true_that "a touched file is read again" lines 3 "read again in"
wait $pid
same "the run ends well" $? 0
same "the hash is that of the run without saves" "$(hash_of out)" "$whole"
true_that "nothing was said to have changed" bash -c '! grep -E "now:|next step|restart" err'

# Edits: live, at the next step, after a restart; the frames go on counting.
cat >module.lua <<'LUA'
return { strength = 1 }
LUA
cat >live.lua <<'LUA'
local lg = require "laguna"
local m = require "module"
local swirl = lg.slider { name = "swirl", default = 2, min = 0, max = 9 }
lg.keep.loads = (lg.keep.loads or 0) + 1
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.05, solver = lg.solver.wcsph { viscosity = 1 } }
world:add(lg.emitter.volume { name = "column", shape = lg.shape.box { max = {0.5, 0.5} } })
world:add(lg.field.vortex { name = "spin", strength = m.strength })
function world:after_step()
  if self.frame % 20 == 0 then print(self.frame, #self.particles, swirl.value, lg.keep.loads, self:find("spin").strength) end
end
return world
LUA
watch live.lua 100000000
true_that "the scene runs" line "^20.100.2"
edit() { sed "$1" live.lua >live.new && mv live.new live.lua; }
edit 's/viscosity = 1 /viscosity = 3 /'
true_that "an edited parameter is live" line "read again in [0-9.]* ms; now: solver.viscosity$"
edit 's/lg.solver.wcsph { viscosity = 3 }/lg.solver.pbf {}/'
true_that "an edited solver comes with the next step" line "with the next step: pbf instead of wcsph"
edit 's/bounds = {{0, 0}, {1, 1}}/bounds = {{0, 0}, {2, 1}}/; s/max = {0.5, 0.5}/max = {0.5, 0.6}/'
true_that "edited bounds and a fired emitter wait for a restart" line "only when the run is started again: world.bounds, column.shape"
sed -i 's/strength = 1/strength = 5/' module.lua
true_that "a file that it requires is watched" line "now: spin.strength"
edit 's/default = 2/default = 4/'
true_that "a new default of a slider is taken, lg.keep counts the loads" line "^[0-9]+.100.4(\.0)?.6.5"
printf 'local x = = 1\n' >bad.lua && cp live.lua good.lua && mv bad.lua live.lua
true_that "a syntax error is told with its line" line "live.lua:1: unexpected symbol near '='"
n=$(grep -Ec "^[0-9]+.100.4" out)
true_that "and the old scene goes on" lines $((n + 2)) "^[0-9]+.100.4"
sed 's/function world:after_step()/function world:before_step() error "not today" end\n&/' good.lua >bad.lua && mv bad.lua live.lua
true_that "a first frame that fails is told" line "live.lua:8: not today"
n=$(grep -Ec "^[0-9]+.100.4" out)
true_that "and the old scene goes on again" lines $((n + 2)) "^[0-9]+.100.4"
sed 's/function world:after_step()/function world:before_step() while true do end end\n&/' good.lua >bad.lua && mv bad.lua live.lua
true_that "a hook that never returns is told" line "live.lua:8: the script ran longer than its budget"
sed 's/{{0, 0}, {2, 1}}/{{0, 0, 0}, {2, 1, 1}}/' good.lua >bad.lua && mv bad.lua live.lua
true_that "another dimension is refused" line "start anew|3-D world"
sed 's/return world/return world, lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }/' good.lua >bad.lua && mv bad.lua live.lua
true_that "another number of worlds is refused" line "returns 2 worlds and before it were 1: start anew"
mv good.lua live.lua
true_that "a mended file is read again" lines 6 "read again in"
n=$(grep -Ec "^[0-9]+.100.4" out)
true_that "and runs" lines $((n + 2)) "^[0-9]+.100.4"
true_that "no frame was lost or made twice" \
  awk '/^[0-9]+\t100\t/ { if (last && $1 != last + 20) exit 1; last = $1; n++ } END { exit !(n > 5) }' out
kill -INT $pid
wait $pid
same "SIGINT ends it with 130" $? 130

# Errors wait for an edit instead of ending the run.
echo 'nonsense' >late.lua
watch late.lua 30
true_that "a scene that does not load is waited for" line "waiting for the scene to be edited"
save "$scenes/hook_error.lua" late.lua
true_that "so is one whose hook fails" line "late.lua:6:"
true_that "as it says" lines 2 "waiting for the scene to be edited"
sed 's/nothing.x = 1//' "$scenes/hook_error.lua" >mended.lua; mv mended.lua late.lua
wait $pid
same "the mended scene runs to its end" $? 0
true_that "with a hash" test -n "$(hash_of out)"

# Files that go, come back, and are saved twice at once; two worlds.
cat >two.lua <<'LUA'
local lg = require "laguna"
local function pool(name, solver)
  local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1, solver = solver }
  world:add(lg.emitter.volume { name = name, shape = lg.shape.box { max = {0.5, 0.5} } })
  return world
end
local a, b = pool("left", lg.solver.wcsph { viscosity = 1 }), pool("right", lg.solver.particles {})
function a:after_step() if self.frame % 100 == 0 then print(self.frame, #self.particles, #b.particles) end end
return a, b
LUA
cp two.lua whole.lua
watch two.lua 100000000
true_that "two worlds run" line "^100.25.25"
: >two.lua
true_that "an emptied file is told" line "two.lua: a scene ends with .return world."
rm two.lua
true_that "a file that is gone is told" line "two.lua. cannot be read: No such file"
n=$(grep -Ec "^[0-9]+.25.25" out)
true_that "and the worlds go on" lines $((n + 1)) "^[0-9]+.25.25"
sed 's/viscosity = 1/viscosity = 2/' whole.lua >new.lua && mv new.lua two.lua
true_that "a file that comes back is read, and says in which world what has changed" line "read again in [0-9.]* ms; now: world1: solver.viscosity$"
sed 's/"right"/"other"/' whole.lua >new.lua && mv new.lua two.lua
true_that "so it does of the second" line "now: world1: solver.viscosity, world2: without right, new other$"
sed 's/viscosity = 1/viscosity = 5/' whole.lua >new.lua && mv new.lua two.lua; sleep 0.02
sed 's/viscosity = 1/viscosity = 7/; s/after_step()/after_step() if self.solver.viscosity == 7 then print "seven" end/' whole.lua >new.lua && mv new.lua two.lua
true_that "of two saves at once the last one stands" line "^seven"
kill -INT $pid
wait $pid
same "SIGINT ends it, too" $? 130

# A script that has eaten its memory can be mended, too; the frames that were made count.
cat >eater.lua <<'LUA'
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1, solver = lg.solver.wcsph {} }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.5, 0.5} } })
local all = {}
function world:after_step() for i = 1, 100 do all[#all + 1] = ("x"):rep(1000000) .. #all end end
return world
LUA
watch eater.lua 20 --budget hook=5000
true_that "it is told when the memory is eaten" line "eater.lua:5: not enough memory"
true_that "and waited for" line "waiting for the scene to be edited"
sed '/function/d' eater.lua >new.lua && mv new.lua eater.lua
wait $pid
same "the mended scene ends well" $? 0
"$laguna" run eater.lua --frames 20 --threads 1 >plain 2>err
same "with the hash of a run that never ate" "$(hash_of out)" "$(hash_of plain)"
finish
