# "-" where a file is named: scenes and checkpoints come in, tables, particles, pictures and checkpoints go out, and nothing else does.
source "$(dirname "$0")/../lib.bash"
scene=$scenes/drop.lua
"$laguna" run "$scene" --frames 6 --stats s.csv --export p.csv --save w.lgs >whole 2>err
hash=$(hash_of whole)

# ---- in ----
"$laguna" run - --frames 6 <"$scene" >out 2>err
same "a scene comes in" "$(hash_of out)" "$hash"
echo 'local lg = require "laguna" return lg.wurld {}' | "$laguna" check - >out 2>err
says "its errors name it" err '^laguna: stdin:1: '
cat >box.obj <<'OBJ'
v 0 0 0
v 1 0 0
v 0 1 0
v 0 0 1
f 1 3 2
f 1 2 4
f 1 4 3
f 2 3 4
OBJ
cat >mesh.lua <<'LUA'
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0, 0}, {2, 2, 2}}, spacing = 0.2, solver = lg.solver.wcsph {} }
world:add(lg.emitter.volume { shape = lg.shape.mesh { file = "box.obj" } })
return world
LUA
"$laguna" run - --frames 2 <mesh.lua >out 2>err
same "the files that it names lie in the working folder" "$(hash_of out)" "$("$laguna" run mesh.lua --frames 2 | tail -n 1 | cut -d' ' -f2)"
code "nothing comes in" 3 "$laguna" run - --frames 2
one_sentence "which is said" err
code "what came in cannot be watched" 2 "$laguna" run - --frames 2 --watch

# ---- out ----
"$laguna" run "$scene" --frames 6 --stats - >out 2>err
same "statistics go out as they stand in a file" "$(cut -d, -f1-10 out)" "$(cut -d, -f1-10 s.csv)"
says "and the results go to stderr" err "^hash: $hash"
"$laguna" run "$scene" --frames 6 --export - >out 2>err
true_that "particles as .csv" cmp out p.csv
"$laguna" run "$scene" --frames 6 --export -.ply >out 2>err
same "or as another format" "$(head -c 3 out)" ply
"$laguna" run "$scene" --frames 6 --save - 2>err | cmp - w.lgs >out 2>&1
same "a checkpoint" "$(cat out)" ""
"$laguna" run "$scene" --frames 3 --save - 2>err | "$laguna" run - --resume "$work/none" --frames 6 >out 2>err
same "two checkpoints are one too many" "$?" 2
for how in "run - --frames 6" "run --resume - --frames 6" "run $scene --resume - --frames 6"; do
  "$laguna" run "$scene" --frames 3 --save - 2>err | "$laguna" $how >out 2>err
  same "a checkpoint that comes in: $how" "$(hash_of out)" "$hash"
done
"$laguna" render "$scene" --frames 2 -o p.png >out 2>err
"$laguna" render "$scene" --frames 2 -o - >out 2>err
true_that "a picture" cmp out p.png
says "of which is told" err '^standard output: 2 frames'
echo 'print "noise"' | cat - "$scene" >noise.lua
"$laguna" render noise.lua --frames 2 -o - >out 2>err
true_that "what the scene prints is not in it" cmp out p.png
"$laguna" run "$scene" --frames 6 --json --stats - >out 2>err
same "nor is the object of --json" "$(head -n 1 out | cut -d, -f1,2)" world,frame
same "which stands in stderr" "$(json err frames)" 6

# ---- refused ----
code "two files cannot go out at once" 2 "$laguna" run "$scene" --frames 2 --stats - --export -
one_sentence "which is said" err
code "a table of a sweep is a file" 2 "$laguna" sweep "$scene" --frames 2 --over solver.stiffness=1,2 -o -
code "two worlds are two files" 2 "$laguna" run "$scenes/two.lua" --frames 2 --export -
script -qec "'$laguna' render '$scene' --frames 1 -o -" /dev/null >out 2>&1
says "no picture into a terminal" out 'a terminal cannot show it'
"$laguna" run "$scene" --frames 2 --export - >/dev/full 2>err
same "a full disk is an error of a file" $? 3
TMPDIR=$work "$laguna" run "$scene" --frames 2 --export - >/dev/null 2>err
same "no file is left" "$(ls -d laguna.* 2>/dev/null)" ""
finish
