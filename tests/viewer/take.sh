# Takes: a session with mouse, keys, chance, a reset and an edit is recorded; played without a window it ends with the same hash.
source "$(dirname "$0")/../lib.bash"
source "$root/tests/viewer/display.bash"

scene() { # scene RATE: with a hook of each kind, and a file that it requires
  cat >pool.lua <<LUA
-- Pool
local lg = require "laguna"
local fast = require "fast"
local world = lg.world { bounds = {{0, 0}, {2, 1}}, spacing = 0.05, solver = lg.solver.wcsph {} }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.6, 0.5} } })
world:add(lg.emitter.point { name = "tap", center = {1, 0.8}, rate = $1 })
local pull = world:add(lg.field.attractor { name = "pull", strength = 0, center = {1, 0.5} })
function world:before_step() world.gravity = { fast * (lg.random() - 0.5), -9.81 } end
function world:mouse(x, y, button, what)
  pull.center = { x, y }
  pull.strength = what == "release" and 0 or what == "wheel" and 9 or what == "hover" and 2 or 5
end
function world:key(name, down) if name == "k" and down then lg.keep.keys = (lg.keep.keys or 0) + 1; world:find "tap".rate = 300 end end
return world
LUA
}
echo 'return 2' >fast.lua
scene 50

"$laguna" pool.lua --record take.lgr --threads 2 --json >out 2>err &
await_window err
xdotool windowfocus "$window"
sleep 1
xdotool mousemove --window "$window" 500 300 mousedown 1; sleep 0.2
xdotool mousemove --window "$window" 700 250; sleep 0.2
xdotool mousemove --window "$window" 800 400 mouseup 1; sleep 0.3
xdotool mousemove --window "$window" 600 300; sleep 0.2
xdotool click 4; sleep 0.2
xdotool key k; sleep 0.3
xdotool key r; sleep 0.5
echo 'return 3' >fast.lua; sleep 1
xdotool mousemove --window "$window" 300 300 mousedown 1; sleep 0.3
scene 90; sleep 1
xdotool mouseup 1; sleep 0.5
xdotool key q
wait $pid
same "the session ends well" $? 0
whole=$(json out hash)
differs "with a hash" "$whole" ""
for what in mouse key reload edit; do says "it recorded: $what" take.lgr "^at [0-9]* $what "; done
says "and a mouse that hovers" take.lgr '^at [0-9]* mouse 0 0 .* "hover"'
says "and the wheel" take.lgr '^at [0-9]* mouse 0 1 .* "wheel"'
same "an edit of each file" "$(grep -c '^at [0-9]* edit ' take.lgr)" 2
true_that "it says where it ended" bash -c "tail -n 1 take.lgr | grep -q ' $whole$'"

rm -f pool.lua fast.lua # the take has all of it
code "it is played without a window" 0 "$laguna" run take.lgr
same "with the hash of the session" "$(hash_of out)" "$whole"
code "by another number of threads" 0 "$laguna" run take.lgr --threads 1
same "the same" "$(hash_of out)" "$whole"
sed 's/mouse 0 1 0 0 3 0x1\.[0-9a-f]*p/mouse 0 1 0 0 3 0x1.0p/' take.lgr >other.lgr
code "played otherwise, it says so" 1 "$laguna" run other.lgr
says "with both hashes" err "session ended with hash $whole, and this replay with"

"$laguna" run - <take.lgr >out 2>err
same "it comes in by a pipe" "$? $(hash_of out)" "0 $whole"
head -c 300 take.lgr | "$laguna" run - >out 2>err
same "half of it, which it says" "$?" 3
says "under that name" err "^laguna: stdin: it is no take"

code "a picture of it" 0 "$laguna" render take.lgr -o take.png --size 320x180
true_that "is there" test -s take.png
if command -v ffmpeg >/dev/null; then
  code "a film of its first frames, at any size" 0 "$laguna" render take.lgr --frames 12 --size 200x120 -o take.mp4
  true_that "is there" test -s take.mp4
fi

# In the window it plays by itself, and what is done meanwhile does not count.
"$laguna" take.lgr --json >out 2>err &
await_window err
xdotool windowfocus "$window"
sleep 0.3; xdotool key k; sleep 0.2; xdotool key q
wait $pid
same "a take opens in the window" $? 0

# What comes in is recorded, and what is recorded goes out, as it is written.
printf -- '-- Drop\nlocal lg = require "laguna"\nlocal w = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.05 }\nw:add(lg.emitter.volume { shape = lg.shape.box { max = {0.5, 0.5} } })\nreturn w\n' |
  "$laguna" - --record - >piped.lgr 2>err &
await_window err
xdotool windowfocus "$window"
sleep 0.5; xdotool key q
wait $pid
same "a session between two pipes" $? 0
"$laguna" run - <piped.lgr >out 2>err
same "is played by a third, to the hash of its last line" "$? $(hash_of out)" "0 $(sed -n 's/^end [0-9]* //p' piped.lgr)"

# A stranger's: refused in one sentence.
refused() { # refused NAME FILE
  code "$1: exit 3" 3 "$laguna" run "$2"
  one_sentence "$1: one sentence" err
  says "$1: which says so" err "no take of Laguna's, or damaged"
}
good=$(grep -n '^at [0-9]* mouse .*"press"' take.lgr | head -n 1 | cut -d: -f1)
forge() { sed "${good}s/$1/$2/" take.lgr >bad.lgr; }
: >empty.lgr; refused "an empty file" empty.lgr
head -c 5000 /dev/urandom >bad.lgr; refused "noise" bad.lgr
head -c 200 take.lgr >bad.lgr; refused "half a file" bad.lgr
forge 'mouse' 'house'; refused "an unknown word" bad.lgr
forge 'mouse 0' 'mouse -1'; refused "a world below the first" bad.lgr
forge '"press"' '"pull"'; refused "no act of a mouse" bad.lgr
forge '0x1\.' 'nan1.'; refused "no number" bad.lgr
forge 'at [0-9]*' 'at 99999999'; refused "a frame before the one before" bad.lgr
forge '"$' '"'"$(head -c 600 /dev/zero | tr '\0' x)"'"'; refused "a text that is too long" bad.lgr
sed 's/^file [0-9]*/file 99999999/' take.lgr >bad.lgr; refused "a file that is longer than the take" bad.lgr
sed 's/^end .*/end 99 zz/' take.lgr >bad.lgr; refused "no hash" bad.lgr
code "a take says its seed itself" 2 "$laguna" run take.lgr --seed 3
finish
