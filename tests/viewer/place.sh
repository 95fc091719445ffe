# The window comes back where it was, as large as it was, and fills the screen if it did; what is no place is left alone.
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
same "where it was is noted" "$(cat "$place")" "150 90 900 500 0"
open
same "and it is there again" "$(geometry)" "150 90 900 500 "
xdotool key F11
sleep 0.5
close
same "F11 fills the screen, which is noted beside the place" "$(cat "$place")" "150 90 900 500 1"

for what in "9000 9000 5000 4000 0" "a b c d e" "0 0 -5 1 0" ""; do
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
