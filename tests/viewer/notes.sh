#!/bin/bash
# A lesson in the window, under Xvfb: its column takes its width from the picture, keys typed as an answer are the question's alone,
# and mouse and scene stay where they belong. The scene prints what reaches it.
source "$(dirname "$0")/../lib.bash"
source "$root/tests/viewer/display.bash"

cat >lesson.lua <<'LUA'
-- Lesson
local lg = require "laguna"
lg.note [[Some words, and `code`.]]
lg.check { name = "sum", expect = 1, value = function() return 2 end, hints = { { when = 2, say = "twice" } } }
local mass = lg.ask { name = "mass", "How heavy?", unit = "kg", answer = function(x) print("asked " .. x) return x > 1 end }
local other = lg.ask { name = "other", "And now?", answer = 3 }
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1, gravity = {0, 0}, solver = lg.solver.particles {} }
function world:after_step() print(("state %d %s %s"):format(world.frame, tostring(mass.value), tostring(other.met))) end
function world:mouse(x, y, button, what) print(("mouse %s %.2f %.2f"):format(what, x, y)) end
function world:key(name, down) if down then print("key " .. name) end end
return world
LUA
"$laguna" lesson.lua >err 2>&1 &
pid=$!
await_window err
xdotool windowfocus "$window" 2>/dev/null
sleep 0.5
key() { xdotool key "$@"; sleep "${pause:-0.4}"; }
wait_for() { for _ in $(seq 60); do "$@" && return; sleep 0.1; done; "$@"; }
told() { grep -q -- "$1" err; }
state() { grep '^state ' err | tail -n 1 | cut -d' ' -f3-; }
state_is() { [ "$(state)" = "$1" ]; }
middle() { xdotool mousemove --window "$window" "$1" "$2"; sleep 0.2; xdotool click 1; sleep 0.5; }

true_that "the scene runs" wait_for state_is "nil false"
same "the check tells its hint" "$(grep -c '^no   sum: 2: twice' err)" 1

# ---- answers ----
key a; xdotool type --delay 40 "0.5s"; key BackSpace; xdotool type --delay 40 "5"; key Return
true_that "an answer is judged" wait_for told '^asked 0.5'
true_that "what is no part of a number is not typed" wait_for state_is "0.5 false"
same "and does not reach the scene" "$(grep -c '^key [s05]' err)" 0
key space; key a; xdotool type --delay 40 "1.5"; key Return
true_that "also while it is paused" wait_for told '^asked 1.5'
key space
true_that "and stays" wait_for state_is "1.5 false"
key a; xdotool type --delay 40 "3"; key Return
true_that "the key goes on to the question that is open" wait_for state_is "1.5 true"
key a; key Tab; xdotool type --delay 40 "4"; key Return
true_that "Tab goes on to the next" wait_for state_is "1.5 false"
key a; xdotool type --delay 40 "3"; key Return
true_that "which is open again" wait_for state_is "1.5 true"
key a; xdotool type --delay 40 "7"; key Escape; key s
same "Escape takes it back, and keys are the scene's again" "$(state):$(grep -c '^key s$' err)" "1.5 true:1"
sed -i 's/Some words/Other words/' lesson.lua
true_that "an edit is taken over" wait_for told 'read again'
sleep 0.5
true_that "and answers are kept" wait_for state_is "1.5 true"

# ---- the picture ----
size=$(xdotool getwindowgeometry --shell "$window")
wide=$(sed -n 's/^WIDTH=//p' <<<"$size") high=$(sed -n 's/^HEIGHT=//p' <<<"$size")
middle 20 $((high - 20))
same "the column takes its clicks itself" "$(grep -cE '^mouse (press|move|release)' err)" 0
middle $(((wide + wide * 3 / 10) / 2)) $((high / 2))
true_that "the middle of what is left is the middle of the world" wait_for told '^mouse press 0.50 0.5'
key n
middle $((wide / 2)) $((high / 2))
true_that "without notes the middle of the window is" wait_for eval '[ "$(grep -c "^mouse press 0.50 0.5" err)" = 2 ]'
screenshot without.png
key n; sleep 0.4; screenshot with.png
true_that "n brings them back" [ "$(compare -metric AE with.png without.png null: 2>&1 | cut -d. -f1)" != 0 ]
xdotool key q
wait_for eval '! kill -0 $pid 2>/dev/null'
wait $pid
same "it closes" $? 0

# ---- a lesson that asks the doctor ----
lua5.4 - "$root" >doctor.lua <<'LUA'
local folder <const> = arg[1] .. "/examples/lessons/"
local lesson = assert(io.open(folder .. "16_doctor.lua")):read("a")
local before, after = lesson:match("^(.-%-%- %-%-%-%- your part %-%-%-%-\n).-(%-%- %-%-%-%- until here.*)$")
io.write(before, dofile(folder .. "answers/16_doctor.lua").solution, "\n", after)
LUA
"$laguna" doctor.lua >err 2>&1 &
pid=$!
await_window err
for _ in $(seq 300); do told '^yes  outrun' && break; sleep 0.1; done
for ill in rest energy squeezed outrun; do says "the window's doctor judges $ill" err "^yes  $ill: .*$ill"; done
xdotool key q
wait_for eval '! kill -0 $pid 2>/dev/null'
wait $pid
same "and it closes" $? 0
finish
