# Stages of two worlds under Xvfb: those of the world below the mouse are shown, in its pane and under its name. Proof is in the pixels.
source "$(dirname "$0")/../lib.bash"
source "$root/tests/viewer/display.bash"
key() { xdotool key "$@"; sleep 0.4; }
over() { xdotool mousemove --window "$window" "$1" 360; sleep 0.2; }
shot() { screenshot "$1.png"; }
difference() { # difference A B GEOMETRY: pixels that differ there
  convert "$1.png" -crop "$3" +repage "part_$1.png"
  convert "$2.png" -crop "$3" +repage "part_$2.png"
  compare -metric AE "part_$1.png" "part_$2.png" null: 2>&1
}
equal() { same "$1" "$(difference "$2" "$3" "$4")" 0; }
differ() {
  local n
  n=$(difference "$2" "$3" "$4")
  if [ "${n%.*}" -ge 20 ] 2>/dev/null; then pass "$1"; else fail "$1" "$n pixels differ"; fi
}

cat >two.lua <<'LUA'
-- Two
local lg = require "laguna"
local function world(x, title)
  local w = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.05, solver = lg.solver.particles {} }
  w:add(lg.emitter.volume { shape = lg.shape.box { min = {x, 0.2}, max = {x + 0.4, 0.5} } })
  w.view = { legend = false, title = title }
  return w
end
return world(0, "first"), world(0.5, "other")
LUA
"$laguna" two.lua >err 2>&1 &
await_window err
xdotool windowfocus "$window" 2>/dev/null
sleep 0.5
eval "$(xdotool getwindowgeometry --shell "$window" | grep -E '^(WIDTH|HEIGHT)=')"
half=$((WIDTH / 2)) ninth=$((HEIGHT - 60 - 10 * 18)) # nine stages and the name, 18 pixels each, above the bar of frames
left=$((half - 2))x$HEIGHT+0+0 right=$((half - 2))x$HEIGHT+$((half + 2))+0
name() { echo "200x18+$((16 + $1))+$ninth"; }

key space
over $((half / 2))
shot before
key ctrl+period
shot first
differ "Ctrl+. shows the stages of the left world, with the mouse over it" before first "$left"
equal "and leaves the right one's picture alone" before first "$right"
over $((half + half / 2))
shot still
equal "the mouse alone changes nothing" first still "${WIDTH}x$HEIGHT+0+0"
key ctrl+period
shot other
differ "over the right one it shows that one's" before other "$right"
equal "and the left one is as before the frame" before other "$left"
convert first.png -crop "$(name 0)" +repage first_name.png
convert other.png -crop "$(name $((half + 1)))" +repage other_name.png
n=$(compare -metric AE first_name.png other_name.png null: 2>&1)
if [ "${n%.*}" -ge 20 ] 2>/dev/null; then pass "under its name"; else fail "under its name" "$n pixels differ"; fi
key shift+period
shot moved
differ "at the end of a sub-step its particles have moved" other moved "$right"
equal "and no other" before moved "$left"
key comma
shot back
equal "nothing is left of all this" before back "${WIDTH}x$HEIGHT+0+0"

# ---- a particle that is looked at: in both worlds, and from stage to stage ----
key i
shot close
key ctrl+period
shot other
differ "what a particle feels is shown between two stages" close other "$right"
equal "and beside it as between two frames" close other "$left"
key i
shot without
differ "i takes it away" other without "$right"
key i
shot again
equal "and shows it in the midst of a frame, where the picture stays" other again "$left"
differ "also in the pane whose stage that is" without again "$right"
differ "which is no frame's start" close again "$right"
key comma
key i
shot back
equal "nothing is left of this, too" before back "${WIDTH}x$HEIGHT+0+0"

# ---- and the doctor below, who leaves the titles above what he says ----
key d
shot doctor
differ "titles stand above what the doctor says" before doctor "100x24+$((half / 2 - 50))+$((HEIGHT - 134))"
key d

# ---- a wipe is one picture, of both ----
key w
key ctrl+period
shot right_of
over $((half / 2))
key ctrl+period
shot left_of
differ "a wipe's list has the name of the world on that side" left_of right_of "$(name 0)"
key q
wait $pid

# ---- large letters: as many stages as there is room for ----
cat >one.lua <<'LUA'
-- One
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.05, solver = lg.solver.pbf {} }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.4, 0.5} } })
return world
LUA
"$laguna" one.lua --scale 2 >err 2>&1 &
await_window err
xdotool windowfocus "$window" 2>/dev/null
sleep 0.5
key space
shot before
key alt+period
shot loop
bar=260x60+0+$((HEIGHT - 60)) # beside the water
differ "the list is there" before loop 400x200+0+400
equal "above the bar of frames" before loop "$bar"
key alt+period
shot again
equal "and below the numbers" loop again 400x50+0+0
key q
finish
