# A movie of the scene by a key: it has what the scene shows and not what the window says; it begins, ends, plays as long as it was seen; a window of another size ends it.
source "$(dirname "$0")/../lib.bash"
command -v ffmpeg >/dev/null || { skip "a movie of the window" "there is no ffmpeg"; finish; }
source "$root/tests/viewer/display.bash"

"$laguna" "$root/tests/app/scenes/drop.lua" >out 2>err &
await_window err
xdotool windowfocus "$window"
sleep 0.5
xdotool key space; sleep 0.6; screenshot before.png # it stands still: what differs is what the window says
# In the corner where numbers, or the sign, stand: red pixels, bright ones
red() { convert "$1" -crop 300x60+0+0 -depth 8 txt:- | awk -F '[(,)]' 'NR > 1 && $3 > 150 && $4 < 90 { n++ } END { print n + 0 }'; }
xdotool key m; sleep 1
for _ in $(seq 15); do screenshot while.png; [ "$(red while.png)" -gt 60 ] && break; sleep 0.2; done # beside other work, too
xdotool key m
for _ in $(seq 100); do [ -s drop-0001.mp4 ] && break; sleep 0.1; done; sleep 0.2
ffmpeg -v error -sseof -0.2 -i drop-0001.mp4 -frames:v 1 film.png
bright() { convert "$1" -crop 400x90+0+0 -colorspace gray -depth 8 txt:- | awk -F '[(,)]' 'NR > 1 && $3 > 190 { n++ } END { print n + 0 }'; }
true_that "a red dot says that it films ($(red before.png), $(red while.png) pixels)" test "$(red while.png)" -gt 60 -a "$(red before.png)" = 0
true_that "which is not in the movie ($(red film.png))" test "$(red film.png)" = 0
true_that "nor are the numbers ($(bright before.png), $(bright film.png) bright pixels)" test "$(bright before.png)" -gt 300 -a "$(bright film.png)" -lt 30
rm drop-0001.mp4; xdotool key space; sleep 0.3
xdotool key m; sleep 2
says "the window says that it films" <(xdotool getwindowname "$window") "filming"
xdotool key m
for _ in $(seq 100); do [ -s drop-0001.mp4 ] && break; sleep 0.1; done; sleep 0.2
true_that "a movie is there" test -s drop-0001.mp4
length() { ffprobe -v error -show_entries format=duration -of csv=p=0 "$1"; }
true_that "of about the two seconds (a busy machine: 1 to 6)" bash -c "awk '{ exit !(\$1 > 1 && \$1 < 6) }' <<<'$(length drop-0001.mp4)'"
says "the terminal says so" err "saved drop-0001.mp4"
xdotool key m; sleep 0.7
xdotool windowsize "$window" 800 500
for _ in $(seq 100); do [ -s drop-0002.mp4 ] && break; sleep 0.1; done
true_that "a movie ends with the window's size" test -s drop-0002.mp4
xdotool key m; sleep 0.7; xdotool key q
wait $pid
same "closing the window ends well" $? 0
true_that "and keeps the movie" test -s drop-0003.mp4
true_that "nothing is left under another name" bash -c '[ "$(ls -A | grep -c part)" = 0 ]'
# A scene that is late all the time, as most are while they are filmed: what would keep up is told behind the film, as its strip makes
# the picture smaller.
cat >slow.lua <<'LUA'
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {2, 1}}, spacing = 0.03,
  solver = lg.solver.wcsph { viscosity = 0.02, courant = 0.01 } } -- thousands of sub-steps a frame
world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.6, 0.6} } })
return world
LUA
"$laguna" slow.lua >out 2>err &
await_window err
xdotool windowfocus "$window"
sleep 0.5; xdotool key m; sleep 6
says "a late scene is filmed until it is ended" <(xdotool getwindowname "$window") "filming"
xdotool key m
sleep 0.5; xdotool key q
wait $pid
true_that "as one movie" test -s slow-0001.mp4 -a ! -e slow-0002.mp4
finish
