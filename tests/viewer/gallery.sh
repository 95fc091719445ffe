# The gallery: `laguna` alone shows the list of scenes over the dam break; keys choose, open, and turn to the next; a scene that
# cannot be opened leaves the one that runs.
source "$(dirname "$0")/../lib.bash"
source "$root/tests/viewer/display.bash"

"$laguna" --json >out.json 2>answers &
await_window answers
title() { xdotool getwindowname "$window"; }
await_title() { # await_title NAME TITLE
  for _ in $(seq 500); do [ "$(title)" = "$2 - Laguna" ] && { pass "$1"; return; }; sleep 0.02; done
  fail "$1" "the window is '$(title)'"
}
await_title "alone it opens the dam break" "Dam break"
screenshot gallery.png
xdotool key --window "$window" Down
xdotool key --window "$window" Return
await_title "the marked scene is opened" "Dam break with an obstacle"
xdotool key --window "$window" Next
await_title "page down turns to the next one" "Flash bottle"
xdotool key --window "$window" Prior Prior
await_title "page up turns back" "Dam break"
xdotool key --window "$window" Escape Escape
sleep 0.3
screenshot asked.png
true_that "Esc comes back to the list, and in it Esc asks" kill -0 "$pid"
xdotool key --window "$window" space space
await_title "space goes on with the scene, and the window stays" "Dam break (paused)"
# A search: letters are its own, not the window's.
xdotool key --window "$window" o j x BackSpace e l l y space s a n d Return
await_title "the scene that is searched for is opened" "Jelly, snow, sand and water"
xdotool key --window "$window" o q x q Return Escape space Prior Next
await_title "where nothing is found, nothing is opened, and q does not quit" "Jelly, snow, sand and water"
xdotool key --window "$window" o d a m Return
await_title "the first that is found" "Dam break"
xdotool key --window "$window" o w a l l s Return
await_title "a title before a description that has the word" "9 Walls"
xdotool key --window "$window" o d a m space b r e a k Return
await_title "and back" "Dam break"
xdotool key --window "$window" Escape Escape Escape
wait "$pid"
same "asked and answered, Esc quits" $? 0
[[ $(cat out.json) == *'/scenes/dam_break.lua"'* ]] && pass "what was shown last is reported" || fail "what was shown last is reported" "$(head -c 300 out.json)"

# Two scenes that are not beside the program are opened by name; the gallery is still there.
printf -- '-- Mine\nlocal lg = require "laguna"\nreturn lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1, solver = lg.solver.particles {} }\n' >mine.lua
"$laguna" mine.lua >/dev/null 2>answers &
await_window answers
await_title "a scene of one's own is opened" "Mine"
xdotool key --window "$window" Next
await_title "from it the gallery goes on with its first scene" "Dam break"
finish
