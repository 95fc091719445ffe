# Input that a scene owns: what its hooks return true for, the window does not act on; what they do not, it does. Judged by title and pixels.
source "$(dirname "$0")/../lib.bash"
source "$root/tests/viewer/display.bash"

open() { # open SCENE OPTIONS...
  "$laguna" "$@" >err 2>&1 &
  await_window err
  xdotool windowfocus "$window" 2>/dev/null
  sleep 0.5
}
title() { xdotool getwindowname "$window"; }
key() { xdotool key "$@"; sleep 0.4; }
at() { xdotool mousemove --window "$window" "$@"; sleep 0.4; }
drag() { # drag BUTTON
  xdotool mousemove --window "$window" 400 300 mousedown "$1"; sleep 0.2
  xdotool mousemove --window "$window" 460 340; sleep 0.2
  xdotool mousemove --window "$window" 520 380 mouseup "$1"; sleep 0.4
}
shot() { screenshot "$1.png"; }
difference() { compare -metric AE "$1.png" "$2.png" null: 2>&1; }
changed() { true_that "$1" test "$(difference "$2" "$3")" -ge 20; }
unchanged() { same "$1" "$(difference "$2" "$3")" 0; }
closed() { # closed NAME
  for _ in $(seq 60); do kill -0 $pid 2>/dev/null || { pass "$1"; return; }; sleep 0.05; done
  fail "$1" "it still runs"
  kill -KILL $pid
}
scene() { # scene DIM OWNED: whose hooks own the keys that the list has, and the mouse if the list has "mouse"
  local corner='0, 0' far='1, 1' low='0.2, 0.2' high='0.6, 0.6'
  [ "$1" = 3 ] && corner='0, 0, 0' far='1, 1, 1' low='0.2, 0.2, 0.2' high='0.6, 0.6, 0.6'
  cat >own.lua <<LUA
-- Own
local lg = require "laguna"
local world = lg.world { bounds = {{$corner}, {$far}}, spacing = 0.1, solver = lg.solver.particles {} }
world.gravity = 0 * world.gravity
world:add(lg.emitter.volume { shape = lg.shape.box { min = {$low}, max = {$high} } })
local owned = { $2 }
function world:key(name, down)
  print("key", name, down, lg.keys.space)
  if owned.broken then error "broken" end
  return owned[name]
end
function world:mouse(x, y, button, what)
  print(("mouse %d %s %s %s"):format(button, what, lg.mouse.middle, lg.mouse.world == world))
  return owned.mouse
end
return world
LUA
}

# ---- a scene that owns space, right, the plus and the mouse ----
scene 2 'space = true, right = true, ["="] = true, mouse = true, escape = true, tab = true'
open own.lua
at 400 300
key h; shot a
key space
says "an owned space does not pause" <(title) '^Own - '
says "the hook has heard it, and lg.keys holds it" err '^key.space.true.true'
says "and lets it go" err '^key.space.false.nil'
key Right; key equal; shot b
unchanged "owned keys and the text they make move no view" a b
xdotool keydown Right; sleep 1; xdotool keyup Right; shot b
unchanged "nor do their repeats" a b
xdotool click 4; sleep 0.4; shot b
unchanged "an owned wheel does not zoom" a b
says "it is heard by notches" err '^mouse 1 wheel false true'
xdotool click 5; sleep 0.4
says "down is below 0" err '^mouse -1 wheel'
for button in 2 3; do drag $button; done
shot b
unchanged "owned drags move no view" a b
says "a middle press is heard, and lg.mouse holds it" err '^mouse 2 press true'
says "its moves" err '^mouse 2 move true'
says "its release" err '^mouse 2 release false'
says "a right press" err '^mouse 3 press false'
says "a mouse without a button hovers" err '^mouse 0 hover false true'
key Left; shot b
changed "a key that it does not own is the window's" a b
key period
says "and pauses by a step" <(title) paused
key space
says "an owned space does not go on, either" <(title) paused
key q
closed "q is the window's"

# ---- where the mouse is ----
cat >where.lua <<'LUA'
local lg = require "laguna"
local world = lg.world { bounds = {{2, 2}, {3, 3}}, spacing = 0.1, solver = lg.solver.particles {} }
world:add(lg.emitter.volume { shape = lg.shape.box { min = {2.2, 2.2}, max = {2.6, 2.6} } })
function world:mouse(x, y, _, what) print(what, x > 1 and y > 1) end
return world
LUA
xdotool mousemove 640 380 # on the screen: it is in the window as that opens
open where.lua
xdotool mousemove_relative 20 0; sleep 0.4
says "is known from the first picture on" err '^hover.true'
same "and not guessed before" "$(grep -c false err)" 0
key q
closed "(and closed)"

# ---- one that hears all and owns nothing, in 3-D ----
scene 3 ''
open own.lua
at 400 300
key space
says "a space that is heard only pauses" <(title) paused
says "though heard" err '^key.space.true'
key h; shot a
xdotool click 4; sleep 0.4; shot b
changed "the wheel zooms" a b
drag 3; shot a
changed "a right drag turns the view" a b
drag 2; shot b
changed "a middle drag moves it" a b
drag 1; shot a
unchanged "a left drag is the scene's all the same" a b
key plus; shot a
changed "+ zooms" a b

# ---- an edit: the hook fails ----
scene 3 'broken = true'
sleep 1
key space
says "a hook that fails over space stops the scene" <(title) 'stopped by an error'
shot a; sleep 0.3; shot b
unchanged "and space has not set it going again" a b
key Escape
closed "Esc closes it"

# ---- a step that takes seconds: the window does not wait for the answer ----
sed 's/^return world/function world:key() return true end\n&/' "$scenes/heavy.lua" >heavy.lua
open heavy.lua --fps 1
sleep 2
xdotool key h; sleep 0.6; shot a
xdotool key h; sleep 0.6; shot b
changed "beside a long step an owned key is the window's after 50 ms" a b
kill -KILL $pid
finish
