# The window comes back where it was, as large as it was, with its theme and its letters, and fills the screen if it did; what is
# no place is left alone.
source "$(dirname "$0")/../lib.bash"
source "$root/tests/viewer/display.bash"
export XDG_STATE_HOME=$work/state
place=$XDG_STATE_HOME/laguna/window
open() {
  "$laguna" "$scenes/drop.lua" >out 2>err &
  await_window err
  xdotool windowfocus "$window"
  sleep 0.5
}
close() { xdotool key q; wait "$pid"; }
geometry() { xdotool getwindowgeometry --shell "$window" | sed -n 's/^\(X\|Y\|WIDTH\|HEIGHT\)=//p' | tr '\n' ' '; }

open
same "at first it is 1280 x 720" "$(geometry | cut -d' ' -f3,4)" "1280 720"
xdotool windowsize "$window" 900 500 windowmove "$window" 150 90
sleep 0.5
close
same "where it was is noted" "$(cat "$place")" "150 90 900 500 0 0 1"
open
same "and it is there again" "$(geometry)" "150 90 900 500 "
xdotool key F11
sleep 0.5
close
same "F11 fills the screen, which is noted beside the place" "$(cat "$place")" "150 90 900 500 1 0 1"

# The theme and the size of letters, by keys; Ctrl with other keys does nothing.
rm "$place"
open
corner() { screenshot now.png; convert now.png -crop 1x1+2+400 -colorspace Gray -format '%[fx:int(255*mean)]' info:; }
xdotool key space; sleep 0.5
true_that "the theme is dark at first" test "$(corner)" -lt 80
screenshot before.png
xdotool key ctrl+t ctrl+h alt+h; sleep 0.5
screenshot after.png
same "keys with Ctrl or Alt are no keys" "$(compare -metric AE before.png after.png null: 2>&1)" 0
xdotool key t; sleep 0.5
true_that "t makes it light" test "$(corner)" -gt 200
xdotool key ctrl+plus ctrl+plus ctrl+minus; sleep 0.5
close
same "both are noted" "$(cut -d' ' -f5- "$place")" "0 1 1.25"
open
true_that "and come back" test "$(corner)" -gt 200
xdotool key ctrl+0; sleep 0.3
close
same "Ctrl+0 is as the display is" "$(cut -d' ' -f5- "$place")" "0 1 1"
"$laguna" "$scenes/drop.lua" --scale 2 --view theme=dark >out 2>err &
await_window err
xdotool windowfocus "$window"; sleep 0.5
true_that "--view wins over the window's theme" test "$(corner)" -lt 80
close
same "--scale over what was noted" "$(cut -d' ' -f5- "$place")" "0 1 2"
code "--scale is a number of sense" 2 "$laguna" "$scenes/drop.lua" --scale 9
one_sentence "and says so" err

echo "1000 40 900 760 0 0 1" >"$place" # the screen has 1300 x 760
open
same "no edge of it is outside of the screen" "$(geometry)" "400 0 900 760 "
close
for what in "9000 9000 5000 4000 0" "a b c d e" "0 0 -5 1 0" "9 9 900 500 0 1 nan" ""; do
  echo "$what" >"$place"
  open
  read -r _ _ w h <<<"$(geometry)"
  true_that "a window that is seen in spite of '$what'" test "$w" -le 1300 -a "$h" -le 760 -a "$w" -ge 900
  close
done
rm -r "$XDG_STATE_HOME"
: >"$work/file"
export XDG_STATE_HOME=$work/file
open
close
same "where nothing can be noted nothing is said" "$(cat err)" ""
finish
