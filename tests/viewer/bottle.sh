# The bottle under Xvfb: a drag with the real mouse moves it, and the water in it is left behind first.
source "$(dirname "$0")/../lib.bash"
source "$root/tests/viewer/display.bash"

# The scene as it is, and a line a frame: the bottle's place and velocity, and the water's place in the bottle (m).
sed '/^return world/d' "$root/examples/scenes/flash_bottle.lua" >bottle.lua
cat >>bottle.lua <<'LUA'
goal = {0.1, 0.12} -- it does not go to the middle by itself
function world:after_step()
  local at, v, mean = bottle.translation, bottle.velocity, self.particles.position:mean()
  print(("%d %.5f %.5f %.5f"):format(self.frame, at.x, v.x, mean.x - at.x))
end
return world
LUA
"$laguna" bottle.lua >out 2>&1 &
await_window out
sleep 1.5

# The bottle stands in the left half of the picture; it is drawn to the right in ten moves.
x=380
xdotool mousemove --window "$window" $x 360 mousedown 1
for _ in 1 2 3 4 5 6 7 8 9 10; do
  x=$((x + 24))
  xdotool mousemove --window "$window" $x 360
  sleep 0.03
done
sleep 0.5
xdotool mouseup 1
arrived() { awk 'NF == 4 { x = $2 } END { exit !(x > 0.3) }' out; }
for _ in $(seq 80); do arrived && break; sleep 0.1; done # a busy machine takes its time
xdotool key --window "$window" q 2>/dev/null
for _ in $(seq 60); do kill -0 $pid 2>/dev/null || break; sleep 0.05; done
kill $pid 2>/dev/null
grep -q "^1 0.10" out || { fail "the scene says where the bottle is" "$(head -c 400 out)"; finish; }

# From the first frame in which the bottle moves: how far it and the water (in it) went while it sped up.
read -r moved late < <(awk 'NF != 4 { next }
  !go && $3 > 0 { go = 1; x = $2; w = last }
  { last = $4 }
  go && !done && $3 > most { most = $3; moved = $2 - x; late = $4 - w }
  $3 < 0.9 * most { done = 1 }
  END { printf "%.5f %.5f\n", moved, late }' out)
true_that "the drag moves the bottle to the right ($moved m while it speeds up)" awk "BEGIN { exit !($moved > 0.01) }"
true_that "and the water moves to the left in it first ($late m)" awk "BEGIN { exit !($late < -0.001) }"
true_that "at last the bottle is where the mouse left it" arrived
finish
