# `laguna sweep`: every combination is a row with the numbers of a run made by hand; it goes on where it was stopped; failures are
# rows; GNU parallel and the tasks of an array give the same table; the plot.
source "$(dirname "$0")/../lib.bash"

cat >wave.lua <<'LUA'
-- Wave
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.05, solver = lg.solver.dfsph {} }
world:add(lg.emitter.volume { name = "c", shape = lg.shape.box { max = {0.4, 0.6} } })
world:gauge("front", "front")
world:gauge("middle", "center_of_mass")
return world
LUA
over=(--over solver.viscosity=0.1,1,10 --over spacing=0.05,0.06)
sweep() { "$laguna" sweep wave.lua "${over[@]}" --frames 5 "$@"; }
numbers() { cut -d, -f1-6,7-9 "$1"; } # without times
column() { awk -F, -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) c = i } NR > 1 { print $c }' "$2"; }

code "a sweep runs" 0 sweep -o t.csv
same "a row for each combination" "$(wc -l <t.csv)" 7
same "the last axis goes fastest" "$(sed -n 3p t.csv | cut -d, -f1-5)" "2,0.1,0.06,0,"
"$laguna" run wave.lua --set solver.viscosity=1 --set world.spacing=0.06 --frames 5 --stats by_hand.csv >out 2>&1
same "its numbers are those of the run by hand" "$(column front t.csv | sed -n 4p)" "$(column front by_hand.csv | tail -n 1)"
same "a vector is a column for each component" "$(column middle_y t.csv | sed -n 4p)" "$(column middle_y by_hand.csv | tail -n 1)"
true_that "the plot is XML" grep -q '^</svg>$' t.svg
same "with a curve for each other spacing and component" "$(grep -c '<polyline' t.svg)" 6
same "and a point for each run and component" "$(grep -c '<circle' t.svg)" 18

# ---- it goes on ----
cp t.csv whole.csv
rm t.csv.runs/000004
before=$(stat -c %Y%y t.csv.runs/000001)
code "one run is missing: it is made" 0 sweep -o t.csv
same "the others are not" "$(stat -c %Y%y t.csv.runs/000001)" "$before"
same "and the table is the same" "$(numbers t.csv)" "$(numbers whole.csv)"
sed -i 's/max = {0.4, 0.6}/max = {0.4, 0.5}/' wave.lua
code "an edited scene is run anew" 0 sweep -o t.csv
differs "with other numbers" "$(column front t.csv)$(column middle_y t.csv)" "$(column front whole.csv)$(column middle_y whole.csv)"

# ---- by others ----
for task in 1 2 3 4 5 6; do sweep -o array.csv --task $task >out 2>err; done
true_that "tasks leave no table" test ! -e array.csv
code "then the table is made of them" 0 sweep -o array.csv
same "the same as of one process" "$(numbers array.csv)" "$(numbers t.csv)"
code "a script for Slurm" 0 sweep -o cluster.csv --slurm
says "with its array" cluster.csv.sh '^#SBATCH --array=1-6$'
for task in 1 2 3 4 5 6; do SLURM_ARRAY_TASK_ID=$task sh cluster.csv.sh >out 2>err; done
code "its tasks were run" 0 sweep -o cluster.csv
same "with the same table" "$(numbers cluster.csv)" "$(numbers t.csv)"
if command -v parallel >/dev/null; then
  code "GNU parallel runs them" 0 sweep -o parallel.csv --jobs 2
  same "with the same table again" "$(numbers parallel.csv)" "$(numbers t.csv)"
else skip "GNU parallel runs them" "no parallel"; fi

# ---- what fails ----
code "a run that fails is a row: exit 1" 1 "$laguna" sweep wave.lua --over solver.viscosity=1,-1 --frames 2 -o bad.csv
says "with its sentence" bad.csv '^2,-1,1,.*below its least value'
"$laguna" sweep wave.lua --over nobody.viscosity=1 --frames 2 -o bad.csv >out 2>err
says "and the first one's is said" err "^laguna: sweep: run 1: .*there is no object 'nobody'"
code "no values: exit 2" 2 "$laguna" sweep wave.lua --over solver.viscosity= --frames 2 -o bad.csv
code "nothing to vary: exit 2" 2 "$laguna" sweep wave.lua --frames 2 -o bad.csv
code "no table: exit 2" 2 "$laguna" sweep wave.lua --over solver.viscosity=1 --frames 2
code "no such task: exit 2" 2 sweep -o t.csv --task 7
code "no scene: exit 3" 3 "$laguna" sweep nothing.lua --over solver.viscosity=1 --frames 2 -o bad.csv
one_sentence "in one sentence" err
over=(--over 'world.gravity=0,-9;0,-5')
code "values with commas between semicolons" 0 sweep -o gravity.csv
says "in quotes in the table" gravity.csv '^2,"0,-5",0,'
echo "torn" >gravity.csv.runs/000001
code "a torn file is a run that is not done" 0 sweep -o gravity.csv

# ---- a module of the scene is part of it ----
echo 'return 0.5' >part.lua
cat >whole.lua <<'end'
local lg, half = require "laguna", require "part"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {half, half} } })
return world
end
whole() { "$laguna" sweep whole.lua --over solver=particles,flip --frames 1 -o whole.csv >/dev/null && sed -n 2p whole.csv; }
before=$(whole)
echo 'return 0.9' >part.lua
differs "an edit of it makes the runs anew" "$(whole)" "$before"
finish
