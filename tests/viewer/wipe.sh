# A wipe under Xvfb: key w puts two worlds over each other, and the mouse drags the line between them. Proof is in the pixels: what
# the line uncovers of one world is what it shows of it from the other end of the picture.
source "$(dirname "$0")/../lib.bash"
source "$root/tests/viewer/display.bash"
key() { xdotool key "$@"; sleep 0.4; }
drag() { # drag FROM TO: of pixels along a line in the middle
  xdotool mousemove --window "$window" "$1" 360 mousedown 1
  for x in $((($1 + $2) / 2)) "$2"; do xdotool mousemove --window "$window" "$x" 360; sleep 0.05; done
  xdotool mouseup 1
  sleep 0.4
}
shot() { screenshot "$1.png"; }
# part NAME LEFT WIDTH: of that picture, without the titles at the bottom
part() { convert "$1.png" -crop "$3x620+$2+0" +repage "part_$1.png"; }
difference() { # difference A B LEFT WIDTH: pixels that differ in that part
  part "$1" "$3" "$4"
  part "$2" "$3" "$4"
  compare -metric AE "part_$1.png" "part_$2.png" null: 2>&1
}
equal() { same "$1" "$(difference "$2" "$3" "$4" "$5")" 0; }
differ() {
  local n
  n=$(difference "$2" "$3" "$4" "$5")
  if [ "${n%.*}" -ge 20 ] 2>/dev/null; then pass "$1"; else fail "$1" "$n pixels differ"; fi
}
open() {
  "$laguna" "$@" >err 2>&1 &
  await_window err
  xdotool windowfocus "$window" 2>/dev/null
  sleep 0.5
}

cat >a.lua <<'LUA'
-- Blocks
local lg = require "laguna"
local x = lg.slider { name = "x", default = 0, min = 0, max = 1 }
local world = lg.world { bounds = {{0, 0}, {2, 1}}, spacing = 0.05, gravity = {0, 0}, solver = lg.solver.particles {} }
for i = 0, 9 do
  world:add(lg.emitter.volume { shape = lg.shape.box { min = {0.2 * i, 0.5 * x.value}, max = {0.2 * i + 0.1, 0.5 * x.value + 0.4} } })
end
world.view = { legend = false }
function world:mouse(x, _, _, what) if what == "press" then print("pressed at", x) end end
return world
LUA
open a.lua --against x=1
key space h g
shot beside
key w
shot half
differ "w puts one world over the other" beside half 0 1200
eval "$(xdotool getwindowgeometry --shell "$window" | grep -E '^(WIDTH|HEIGHT)=')"
middle=$((WIDTH / 2)) quarter=$((WIDTH / 4))
drag $middle $((WIDTH - 5))
shot first
drag $((WIDTH * 98 / 100)) 5
shot second
differ "the line uncovers one world or the other" first second $((quarter / 2)) $quarter
drag $((WIDTH * 2 / 100)) $quarter
shot low
equal "left of the line is the first" low first 40 $((quarter - 44))
equal "right of it the second" low second $((quarter + 4)) $((WIDTH - quarter - 60))
equal "half way it was so, too: left" half first 40 $((middle - 44))
equal "and right" half second $((middle + 4)) $((middle - 60))
differ "and not the other way round" half second 40 $((middle - 44))
same "the scene heard nothing of it" "$(grep -c pressed err)" 0
drag $((quarter + 100)) $((quarter + 300))
shot missed
equal "a drag beside the line leaves it" low missed 0 "$WIDTH"
says "and is the scene's" err "pressed at"
xdotool mousemove --window "$window" $middle 300 click 4
sleep 0.4
shot zoomed
differ "the wheel zooms both: left" zoomed low 40 $((quarter - 44))
differ "right" zoomed low $((quarter + 4)) $((WIDTH - quarter - 60))
key f
shot fitted
equal "f shows all again" fitted low 0 "$WIDTH"
key w
shot again
equal "w takes the wipe away" again beside 0 "$WIDTH"
key q
wait $pid
same "it closes with 0" $? 0

# ---- refused ----
open a.lua
key space
shot before
key w
shot refused
differ "one world alone has none, and is told" before refused 0 400
sleep 3.2
shot after
equal "and nothing else changes" before after 0 400
key q
finish
