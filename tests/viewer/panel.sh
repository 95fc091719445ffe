# The panel under Xvfb, by hand as a user: sliders, buttons, parameters and the console reach the scene, and what is done in the
# panel does not reach the picture. The scene prints what it sees, a line a frame.
source "$(dirname "$0")/../lib.bash"
nm "$laguna" 2>/dev/null | grep -q ' lg_panel_draw$' || { skip "the panel" "this build has none"; finish; }

source "$root/tests/viewer/display.bash"

cat >panel.lua <<'LUA'
-- Panel
local lg = require "laguna"
local push = lg.slider { name = "push", default = 0, min = 0, max = 10 }
local seen = lg.plot { name = "seen", "push" }
lg.button { name = "double", press = function() print "pressed" end }
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1, gravity = {0, 0}, solver = lg.solver.particles {} }
world:add(lg.emitter.volume { name = "column", shape = lg.shape.box { min = {0.2, 0.2}, max = {0.8, 0.8} } })
function world:after_step()
  seen:add(world.time, push.value)
  print(("state %d %g %g"):format(world.frame, push.value, world.restitution))
end
function world:mouse(x, y, button, what) print("mouse " .. what) end
function world:key(name, down) print("key " .. name .. " " .. tostring(down)) end
return world
LUA
"$laguna" panel.lua >err 2>&1 &
await_window err
xdotool windowfocus "$window" 2>/dev/null
sleep 0.5
shot() { screenshot "$1.png"; }
at() { xdotool mousemove --window "$window" "$@"; sleep 0.3; }
state() { grep '^state ' err | tail -n 1; } # "state FRAME PUSH RESTITUTION"
push() { state | cut -d' ' -f3; }
restitution() { state | cut -d' ' -f4; }
is() { awk "BEGIN { exit !($*) }"; }
wait_for() { for _ in $(seq 200); do "$@" && return; sleep 0.1; done; "$@"; } # wait_for COMMAND...: at most 20 s
line() { xdotool type --delay 30 "$1"; sleep 0.4; xdotool key Return; sleep 0.6; }
difference() { compare -metric AE "$1.png" "$2.png" "${3:-null:}" 2>&1; }

# The strip below the picture has the slider without the panel; h takes it away.
at 250 702 mousedown 1
moved() { is "$(push) > 3 && $(push) < 7"; }
strip() { is "$(push) > 6"; }
wait_for strip
true_that "a slider of the scene is there without the panel ($(push))" strip
xdotool mouseup 1; sleep 0.4
shot strip; xdotool key h; sleep 0.6; shot none
for which in strip none; do convert $which.png -crop 1280x30+0+690 +repage ${which}_.png; done
true_that "h takes the strip away" is "$(difference strip_ none_) > 10000"
xdotool key h; sleep 0.3

xdotool key space; sleep 0.6; shot closed
xdotool key Tab; sleep 1; shot open
true_that "Tab opens the panel" is "$(difference closed open) > 50000"
xdotool key Tab; sleep 0.6; shot again
same "Tab closes it: the picture is as it was" "$(difference closed again)" 0
xdotool key Tab space; sleep 1

# The bar on top: pause, step, reset.
at 960 18 click 1; sleep 0.5
halted() { xdotool getwindowname "$window" | grep -q paused; }
wait_for halted
true_that "a button pauses" halted
was=$(state | cut -d' ' -f2); at 1090 18 click 1
stepped() { is "$(state | cut -d' ' -f2) == $was + 1"; }
wait_for stepped
true_that "another steps once" stepped
at 1210 18 click 1
begun() { is "$(state | cut -d' ' -f2) < $was"; }
wait_for begun
true_that "another begins anew" begun

# The first row is the script's slider; its middle is about 5, and a drag to the right moves it on.
at 1157 42 mousedown 1
moved() { is "$(push) > 3 && $(push) < 7"; }
wait_for moved
true_that "a press on the slider sets it where the mouse is ($(push))" moved
at 1227 42
further() { is "$(push) > 7.5"; }
wait_for further
true_that "a drag moves it while the button is held ($(push))" further
xdotool mouseup 1; sleep 0.4
true_that "and it stays" further
# All of it between two drawings: the press counts where it was, and so does the release.
xdotool mousemove --window "$window" 1157 42 mousedown 1 mousemove --window "$window" 1257 42 mouseup 1 mousemove --window "$window" 1100 300
last() { is "$(push) > 9"; }
wait_for last; sleep 0.5
true_that "a quick drag ends where the button was let go ($(push))" last
at 932 66 click 1
pressed() { grep -q '^pressed' err; }
wait_for pressed
true_that "a button runs its function" pressed
true_that "the scene's mouse hook heard nothing of that" bash -c '! grep -qE "^mouse (press|move|release)" err'

# Parameters come from the rows: the filter leaves one of them, which is drawn along.
at 1012 196 click 1; sleep 0.3
xdotool type --delay 30 restitution; sleep 0.8; shot filtered
true_that "the filter leaves few rows" is "$(difference open filtered) > 2000"
at 1062 245 mousedown 1; at 1212 245; xdotool mouseup 1; sleep 0.4
bounced() { is "$(restitution) > 0.3 && $(restitution) <= 1"; }
wait_for bounced
true_that "a parameter's slider sets the parameter ($(restitution))" bounced

# The console evaluates in the simulation; errors are shown and stop nothing.
frame_before=$(state | cut -d' ' -f2)
at 1062 700 click 1; sleep 0.4
line 'world.restitution = 0.125'
wrote() { is "$(restitution) == 0.125"; }
wait_for wrote
true_that "the console evaluates Lua in the scene" wrote
line 'push.value = 2.5'
valued() { is "$(push) == 2.5"; }
wait_for valued
true_that "where widgets and objects have their names" valued
shot before; line 'world.gravty'; shot after
true_that "an error is shown" is "$(difference before after) > 200"
true_that "and the simulation goes on" bash -c "a=\$(grep -c ^state err); sleep 0.5; [ \$(grep -c ^state err) -gt \$a ]"
true_that "typing started nothing in the picture: no reset" is "$(state | cut -d' ' -f2) > $frame_before"
true_that "and no hook of the scene heard it" bash -c '! grep -q "^key r true" err'

xdotool key Escape; sleep 0.4 # leaves the console
xdotool key Escape; sleep 0.8; shot escaped
true_that "Escape closes the panel and not the window" is "$(difference open escaped) > 50000"
at 300 300 click 1; sleep 0.4
heard() { grep -q "^mouse press" err; }
wait_for heard
true_that "a click into the picture is the scene's again" heard

# R begins from time 0 with the slider where it was moved to, Shift and R as the file says.
before=$(state | cut -d' ' -f2)
xdotool key r
begun() { is "$(state | cut -d' ' -f2) < $before"; }
wait_for begun
true_that "R begins anew" begun
true_that "and keeps the slider ($(push))" valued
xdotool key shift+r
untuned() { is "$(push) == 0"; }
wait_for untuned
true_that "Shift and R begins as the file says ($(push))" untuned
xdotool key q
for _ in $(seq 60); do kill -0 $pid 2>/dev/null || break; sleep 0.05; done
if kill -0 $pid 2>/dev/null; then fail "q closes" "it still runs"; kill $pid; else wait $pid; same "q closes with 0" $? 0; fi

# What was moved goes to the clipboard as Lua, and another solver comes by the choice of its kind.
sed 's/print(("state/print("solver", (tostring(world.solver):match("solver[%w.]*")))\n  &/' panel.lua >tuned.lua
"$laguna" tuned.lua >err 2>&1 &
await_window err
xdotool windowfocus "$window"
sleep 0.5
xdotool key Tab; sleep 1
at 1012 196 click 1; sleep 0.3
xdotool type --delay 30 restitution; sleep 0.8
at 1062 245 mousedown 1; at 1212 245; xdotool mouseup 1; sleep 0.4
wait_for bounced
stands() { moved_to=$(restitution); sleep 0.6; [ "$(restitution)" = "$moved_to" ]; }
wait_for stands
at 1212 196 click 1; sleep 0.4
at 1062 700 click 1; sleep 0.4
line 'world.restitution = 0'
stopped() { is "$(restitution) == 0"; }
wait_for stopped
xdotool key ctrl+v; sleep 1; shot pasted; xdotool key Return
back() { [ "$(restitution)" = "$moved_to" ]; }
wait_for back
true_that "'copy as Lua' has the line that moves it there again ($moved_to)" back
# tabbed BEGIN END: a line that Tab completes between both
tabbed() {
  xdotool type --delay 30 "$1"; sleep 0.4; xdotool key Tab; sleep 0.6
  xdotool type --delay 30 "$2"; sleep 0.4; xdotool key Return
}
tabbed 'world.rest' ' = 0.625'
completed() { is "$(restitution) == 0.625"; }
wait_for completed
true_that "Tab completes a name in the console" completed
tabbed 'world.restitution = world:coun' '(function(p) return p.x > 0 end) > 0 and 0.25 or 1'
counted() { is "$(restitution) == 0.25"; }
wait_for counted
true_that "and a method" counted
tabbed 'push.value = lg.sli' ' and 4'
slid() { is "$(push) == 4"; }
wait_for slid
true_that "and a function of lg" slid
at 1012 196 click --repeat 3 1; sleep 0.3
xdotool key BackSpace; sleep 0.5
other() { grep '^solver' err | tail -n 1 | grep -qv particles; }
for pause in 0.5 2 5; do # until the list is open, beside other work
  at 1157 484 click 1; sleep $pause; at 1157 509 click 1; sleep $pause
  other && break
done
wait_for other
true_that "another solver is chosen ($(grep '^solver' err | tail -n 1))" other
xdotool key Escape Escape q
wait $pid

# What is too slow is told what would keep up, in the strip and in the panel: another spacing, another solver, and R.
cat >slow.lua <<'LUA'
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {2, 1}}, spacing = 0.03,
  solver = lg.solver.wcsph { viscosity = 0.02, courant = 0.01 } } -- thousands of sub-steps a frame
world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.6, 0.6} } })
function world:after_step()
  print("pace", world.spacing, (tostring(world.solver):match("solver[%w.]*")), world.solver.viscosity)
end
return world
LUA
"$laguna" slow.lua --record slow.lgr >err 2>&1 &
await_window err
xdotool windowfocus "$window"
pace() { grep '^pace' err | tail -n 1 | cut -f"$1"; } # 2: the spacing, 3: the solver, 4: its viscosity
strip_is() { shot hint; [[ $(convert hint.png -crop 1x1+190+691 txt:-) == *'(36,73,117'* ]]; } # a button of it
for _ in $(seq 120); do strip_is && break; sleep 0.5; done # slower than real time, for 3 s
true_that "a scene that is late gets a hint" strip_is
at 334 697 click 1
swapped() { [ "$(pace 3)" = solver.flip ]; }
wait_for swapped
true_that "whose solver is taken ($(pace 3)), with the fluid's values ($(pace 4))" is "$(pace 4) == 0.02"
true_that "by its button" swapped
no_strip() { ! strip_is; }
wait_for no_strip
true_that "and the hint has gone" no_strip
xdotool key r
unswapped() { [ "$(pace 3)" = solver.wcsph ]; }
wait_for unswapped
for _ in $(seq 120); do strip_is && break; sleep 0.5; done
at 230 697 click 1
coarser() { [ -n "$(pace 2)" ] && is "$(pace 2) > 0.0301"; }
wait_for coarser
true_that "another spacing begins the scene anew ($(pace 2))" coarser
taken=$(pace 2)
echo '-- an edit' >>slow.lua
read_again() { grep -q '^laguna: read again' err; }
wait_for read_again
true_that "it is read again" read_again
same "which an edit leaves" "$(pace 2)" "$taken"
xdotool key shift+r
as_written() { is "$(pace 2) < 0.0301"; }
wait_for as_written
true_that "and Shift and R does not ($(pace 2))" as_written
xdotool key q
wait $pid
"$laguna" run slow.lgr >replay 2>&1
true_that "a take of that comes out the same ($(tail -n 1 replay))" [ $? = 0 ]
finish
