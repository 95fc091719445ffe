# A checkpoint in the window goes on from its frame, and no further back than that: what comes has the hash of an unbroken run.
source "$(dirname "$0")/../lib.bash"
source "$root/tests/viewer/display.bash"
scene=$root/tests/app/scenes/drop.lua
unbroken() { "$laguna" run "$scene" --frames "$1" >whole 2>err; hash_of whole; }
"$laguna" run "$scene" --frames 40 --save w.lgs >out 2>err

open() { # opens the checkpoint, and pauses
  "$laguna" w.lgs --json >out 2>err &
  await_window err
  xdotool windowfocus "$window"
  sleep 1.5
  xdotool key space; sleep 0.5
}
closed() { # closed NAME
  xdotool key q
  wait $pid
  same "$1: it ends well" $? 0
  frames=$(json out frames)
  same "with the hash of an unbroken run" "$(json out hash)" "$(unbroken "$frames")"
}

open
closed "a checkpoint in the window"
true_that "it went on from there: frame $frames" test "$frames" -gt 45

open
size=($(xdotool getwindowgeometry --shell "$window" | sed -n 's/^WIDTH=//p;s/^HEIGHT=//p'))
xdotool mousemove --window "$window" 18 $((size[1] - 19)) click 1; sleep 1
closed "back at its beginning"
same "that is the frame of the checkpoint" "$frames" 40

open
xdotool key Left; sleep 0.3; xdotool key Left; sleep 0.3
xdotool key space; sleep 0.5
closed "two frames back and on from there"
finish
