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
kill $pid; wait $pid

# The list over a scene of one's own: the first scene is marked; a bar says that there are more than are shown, and goes along.
"$laguna" mine.lua >/dev/null 2>answers &
await_window answers
await_title "one's own once more" "Mine"
xdotool windowsize --sync "$window" 640 480
thumb() { # where the bar's bright part lies in the list's right edge: its first and its last row
  screenshot list.png
  convert list.png -crop 1x480+595+0 -depth 8 txt:- | sed -n 's/^0,\([0-9]*\): (\([0-9]*\),.*/\1 \2/p' |
    awk '$2 > 120 { if (n++ == 0) a = $1; b = $1 } END { print a + 0, b + 0 }'
}
xdotool key --window "$window" o; sleep 0.5
read -r begins ends <<<"$(thumb)"
true_that "a bar beside the list says that it goes on ($begins to $ends)" test $((ends - begins)) -gt 40 -a "$ends" -lt 300
xdotool key --window "$window" End; sleep 0.5
read -r first last <<<"$(thumb)"
true_that "End goes to the last scene, and the bar to its foot ($first to $last)" test "$first" -gt "$ends" -a "$last" -gt 400
xdotool key --window "$window" Prior; sleep 0.5
was=$first
read -r first last <<<"$(thumb)"
true_that "a page back the bar is higher ($first to $last)" test "$first" -gt "$begins" -a "$first" -lt "$was"
xdotool key --window "$window" Next Return
await_title "a page on is the last scene again" "16 Fool the doctor"
xdotool key --window "$window" o Home Return
await_title "Home marks the first scene" "Dam break"
xdotool key --window "$window" o; sleep 0.5
screenshot list.png
true_that "a narrow list has pictures, too" test "$(convert list.png -crop 236x130+354+275 -unique-colors -format %w info:)" -gt 100
xdotool mousemove --window "$window" 100 108 click 1
await_title "a click opens a scene" "Flash bottle"
xdotool key --window "$window" o; sleep 0.5
xdotool mousemove --window "$window" 110 112 click 5 click 5 click 5; sleep 0.5
xdotool click 1
await_title "the wheel goes through the list" "PIC, FLIP and APIC"
kill $pid; wait $pid
"$laguna" mine.lua >/dev/null 2>answers &
await_window answers
await_title "one's own again" "Mine"
xdotool key --window "$window" o Return
await_title "over a scene that is none of the list its first one is marked" "Dam break"
finish
