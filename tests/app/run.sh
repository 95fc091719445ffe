# `laguna run`: hashes, --set, --seed, tables, JSON, exit codes of scenes, interruption.
source "$(dirname "$0")/../lib.bash"
run() { "$laguna" run "$@" 2>err; }

code "a run succeeds" 0 "$laguna" run "$scenes/drop.lua" --frames 20 --threads 1
one=$(hash_of out)
true_that "its last line is the hash" test -n "$one"
true_that "there is no chatter on stderr of a short run" test ! -s err
for n in 2 3 7; do
  run "$scenes/drop.lua" --frames 20 --threads $n >out
  same "the same bits with $n threads" "$(hash_of out)" "$one"
done
run "$scenes/drop.lua" --frames 20 >out
same "the same bits again" "$(hash_of out)" "$one"
run "$scenes/drop.lua" --frames 19 >out
differs "one frame less is another state" "$(hash_of out)" "$one"
run "$scenes/drop.lua" --frames 20 --fps 120 >out
differs "--fps sets the length of a frame" "$(hash_of out)" "$one"
if [ "$(uname -m)" = x86_64 ]; then
  LAGUNA_ISA=sse2 run "$scenes/drop.lua" --frames 20 >out
  same "the same bits on the sse2 path" "$(hash_of out)" "$one"
fi

run "$scenes/drop.lua" --frames 20 --set solver.viscosity=20 >out
differs "--set changes a parameter" "$(hash_of out)" "$one"
run "$scenes/drop.lua" --frames 20 --set world.gravity=0,-9.81 >out || cat err
same "--set to what it was changes nothing" "$(hash_of out)" "$one"
cat >slider.lua <<LUA
local lg = require "laguna"
local pull = lg.slider { name = "pull", default = 1, max = 9 }
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1, gravity = {0, -pull.value} }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.5, 0.5} } })
return world
LUA
run slider.lua --frames 5 >out; before=$(hash_of out)
run slider.lua --frames 5 --set pull=1 >out
same "--set of a slider to its default changes nothing" "$(hash_of out)" "$before"
run slider.lua --frames 5 --set pull=9 >out
differs "--set moves a slider" "$(hash_of out)" "$before"
code "--set of a slider beyond its end: exit 1" 1 "$laguna" run slider.lua --frames 1 --set pull=10
code "an unknown object of --set: exit 1" 1 "$laguna" run "$scenes/drop.lua" --frames 1 --set colum.jitter=1
says "with the nearest name" err "did you mean"
code "an unknown parameter of --set: exit 1" 1 "$laguna" run "$scenes/drop.lua" --frames 1 --set column.jiter=0.1
says "with the nearest parameter" err "did you mean 'jitter'"
code "a value out of range: exit 1" 1 "$laguna" run "$scenes/drop.lua" --frames 1 --set solver.density=-1
says "with the parameter's name" err "density"

run "$scenes/dust.lua" --frames 5 --seed 1 >out && a=$(hash_of out)
run "$scenes/dust.lua" --frames 5 --seed 2 >out && b=$(hash_of out)
run "$scenes/dust.lua" --frames 5 --seed 1 >out && c=$(hash_of out)
differs "--seed changes the random numbers" "$a" "$b"
same "and repeats them" "$a" "$c"

run "$scenes/two.lua" --frames 3 >out
says "two worlds: a hash each" out "^hash world1: [0-9a-f]{16}$"
says "two worlds: the second" out "^hash world2: [0-9a-f]{16}$"
true_that "and the combined one last" test -n "$(hash_of out)"
differs "which is neither" "$(hash_of out)" "$(sed -n 's/^hash world2: //p' out)"

code "--json succeeds" 0 "$laguna" run "$scenes/drop.lua" --frames 20 --json
true_that "and is JSON" json out
same "with the hash" "$(json out hash)" "$one"
same "the frames" "$(json out frames)" 20
same "the time" "$(json out time | cut -c1-6)" 0.3333
same "the particles" "$(json out particles)" "$(json out worlds.1.particles)"
true_that "statistics" json out worlds.1.stats.max_speed
same "and a name each world" "$(json out worlds.1.name)" world1
run "$scenes/two.lua" --frames 2 --json >out
same "both worlds are there" "$(json out 'worlds.#')" 2

code "--stats succeeds" 0 "$laguna" run "$scenes/two.lua" --frames 4 --stats s.csv
same "a header and a row for each frame and world" "$(wc -l <s.csv)" 9
same "every row has the header's columns" "$(awk -F, '{ print NF }' s.csv | sort -u | wc -l)" 1
says "the header names what it measures" s.csv "^world,frame,time,particles,.*substeps,dt,limit"
true_that "no file under another name is left" test ! -e s.csv.part

code "gauges" 0 "$laguna" run "$scenes/gauges.lua" --frames 3 --stats g.csv --json
says "are columns" g.csv "^world,.*,bytes,middle_x,middle_y,middle_z,tip,slope,"
same "every row has them" "$(awk -F, '{ print NF }' g.csv | sort -u | wc -l)" 1
column() { awk -F, -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i } END { print $at }' g.csv; }
same "the last row is the 3-D world's: it has no tip" "$(column tip)" ""
true_that "its middle is where the water is" awk "BEGIN { exit !($(column middle_z) > 0.4 && $(column middle_z) < 0.6) }"
same "and JSON says the same" "$(json out worlds.2.gauges.middle.3 | cut -c1-7)" "$(column middle_z | cut -c1-7)"

code "a syntax error: exit 1" 1 "$laguna" run "$scenes/syntax_error.lua" --frames 2
says "with file and line" err "syntax_error.lua:[0-9]+:"
code "a misspelt option in a scene: exit 1" 1 "$laguna" run "$scenes/misspelt.lua" --frames 2
says "with file, line and the nearest name" err "misspelt.lua:3:.*viscocity.*did you mean 'viscosity'"
code "an error in a hook: exit 1" 1 "$laguna" run "$scenes/hook_error.lua" --frames 20 --stats h.csv
says "with file and line" err "hook_error.lua:6:"
true_that "the table up to it is kept" test "$(wc -l <h.csv)" -ge 4
code "a rejected step: exit 4" 4 "$laguna" run "$scenes/guard.lua" --frames 20
true_that "and no hash of a state that is none" bash -c '! grep -q ^hash out'

"$laguna" run "$scenes/drop.lua" --frames 1000000 --stats i.csv --export i.ply >out 2>err &
pid=$!
children+=($pid)
until compgen -G '.i.csv*' >/dev/null || ! kill -0 $pid 2>/dev/null; do sleep 0.05; done # it has begun: the signal is heard
sleep 0.5
kill -TERM $pid # as batch systems and `timeout` do; SIGINT is tried in render.sh and watch.sh
wait $pid
same "SIGTERM: exit 130" $? 130
true_that "the hash of the frame it finished" test -n "$(hash_of out)"
true_that "the table" test -s i.csv
true_that "and the export are written" test -s i.ply

# A scene that is long in coming is not waited for: there is nothing to write yet.
cat >long.lua <<'EOF'
print "begins"
while true do end
EOF
"$laguna" run long.lua --frames 1 --budget load=20 >begun 2>said &
pid=$!
children+=($pid)
until [ -s begun ] || ! kill -0 $pid 2>/dev/null; do sleep 0.05; done
kill -TERM $pid
wait $pid
same "SIGTERM while a scene loads: exit 130" $? 130
true_that "at once, not when its budget ends" test ! -s said

# What cannot be written is said before the first frame, which may be hours away from the last.
cat >never.lua <<'EOF'
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
function world:before_step() error "a frame was made" end
return world
EOF
for output in "--save none/x.lgs" "--stats none/x.csv" "--export none/p.vtp" "--export none/p-%03d.csv"; do
  code "run $output" 3 "$laguna" run never.lua --frames 1 $output
  says "$output: says so first" err "none/(x.lgs|x.csv|p.vtp|p-000.csv): "
done
code "render into no folder" 3 "$laguna" render never.lua --frames 1 -o none/x.png
says "says so first, too" err "none/x.png: "
echo old >kept.lgs
code "a run that fails" 1 "$laguna" run never.lua --frames 1 --save kept.lgs
same "leaves the old file, and nothing beside it" "$(cat kept.lgs) $(ls | grep -c kept)" "old 1"
finish
