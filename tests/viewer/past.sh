# Back in time in the window: by the keys and by the bar, and on from there. Proof is in the pixels, and in the hash at the end.
source "$(dirname "$0")/../lib.bash"
source "$root/tests/viewer/display.bash"
shot() { sleep "${2:-0.6}"; screenshot "$1.png"; }
difference() { compare -metric AE "$1.png" "$2.png" null: 2>&1; }

scene=$root/tests/app/scenes/drop.lua
"$laguna" "$scene" --json >out 2>err &
await_window err
xdotool windowfocus "$window"
sleep 1.5
xdotool key space; shot end
xdotool key Left; shot before
differs "left shows the frame before" "$(difference end before)" 0
size=($(xdotool getwindowgeometry --shell "$window" | sed -n 's/^WIDTH=//p;s/^HEIGHT=//p'))
xdotool mousemove --window "$window" 18 $((size[1] - 19)) click 1; shot first
differs "the bar leads to the beginning" "$(difference end first)" 0
xdotool mousemove --window "$window" $((size[0] - 18)) $((size[1] - 19)) click 1; shot last
differs "and to the end" "$(difference first last)" 0

# Back to some frame, and on from there: what comes is what would have come.
xdotool mousemove --window "$window" $((size[0] / 3)) $((size[1] - 19)) click 1; sleep 0.5
xdotool key space; sleep 1; xdotool key q
wait $pid
same "the session ends well" $? 0
frames=$(json out frames)
"$laguna" run "$scene" --frames "$frames" >whole 2>err
same "and where an unbroken run would be" "$(json out hash)" "$(hash_of whole)"

# A scene that owns the mouse and Left: the key is its own, Right and the bar are the window's.
sed 's/^return .*/function world:key(name) return name == "left" end function world:mouse() return true end\n&/' "$scene" >own.lua
grep -q 'world:key' own.lua || fail "own.lua" "no hook in it"
"$laguna" own.lua >out 2>err &
await_window err
xdotool windowfocus "$window"
sleep 1
xdotool key space; shot end
xdotool key Left; shot a
same "an owned Left is no step back" "$(difference end a)" 0
xdotool mousemove --window "$window" 18 $((size[1] - 19)) click 1; shot first
differs "the bar lies over a scene that owns the mouse" "$(difference end first)" 0
xdotool key Right; shot second
differs "a Right that it only hears leads on" "$(difference first second)" 0
xdotool mousemove --window "$window" $((size[0] - 18)) $((size[1] - 19)) click 1; shot last
differs "and what came behind is there still" "$(difference second last)" 0
xdotool key q
wait $pid

# Colours that a scene changes are of their frame, too.
cat >painted.lua <<'LUA'
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {2, 1}}, spacing = 0.05, solver = lg.solver.flip {} }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {1, 0.6} } })
local ball = world:add(lg.collider.solid { shape = lg.shape.sphere { center = {1.5, 0.2}, radius = 0.2 } })
function world:after_step() if self.frame == 20 then ball.color = {1, 0.1, 0.1} end end
return world
LUA
"$laguna" painted.lua >out 2>err &
await_window err
xdotool windowfocus "$window"
red() { convert "$1.png" -fx 'r > 0.6 && g < 0.4 && b < 0.4' -format '%[fx:mean>0.001]' info:; }
sleep 2
xdotool key space; shot last
xdotool mousemove --window "$window" 18 $((size[1] - 19)) click 1; shot first
xdotool mousemove --window "$window" $((size[0] - 18)) $((size[1] - 19)) click 1; shot again
same "a ball is red at the end, not at the beginning, and at the end again" "$(red last)$(red first)$(red again)" 101
xdotool key q
wait $pid
finish
