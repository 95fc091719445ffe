# `laguna inspect`: one particle's columns, neighbours and ledger; the sums of both are the whole.
source "$(dirname "$0")/../lib.bash"
cat >pool.lua <<'EOF'
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.05, solver = lg.solver.wcsph {} }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.6, 0.6} } })
return world
EOF
code "a particle of a pool" 0 "$laguna" inspect pool.lua --frames 20 --id 70
says "its columns" out "^  position +\\("
says "its neighbours" out "^particle 70 at t = 0.333333 s, [0-9]+ neighbours"
says "what it feels" out "^  solve/forces +\\("
says "densities are kg/m3 in 2-D, too" out "^  the solver's +[0-9.]+ kg/m3, at rest 1000 kg/m3"
cat >still.lua <<'EOF'
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1, gravity = {0, 0}, solver = lg.solver.script {
  step = function(s) s:each("keep", function(p) p.velocity = 0 * p.velocity end) end } }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {1, 1} } })
return world
EOF
code "a solver without a density" 0 "$laguna" inspect still.lua --frames 2 --id 44
says "its sum is told" out "^  together +(999.[5-9]|1000).* kg/m3"
code "without an id the fastest" 0 "$laguna" inspect pool.lua --frames 5
says "is shown" out "^particle [0-9]+ at t ="
code "--json" 0 "$laguna" inspect pool.lua --frames 20 --id 70 --json
n=$(json out neighbors.#)
true_that "all neighbours are there" test "$n" -gt 15
for i in $(seq "$n"); do json out "neighbors.$i.share"; done >shares
near() { awk -v a="$1" -v b="$2" -v e="$3" 'BEGIN { exit !(a - b < e && b - a < e) }'; }
fluid=$(awk '{ s += $1 } END { printf "%.9g", s }' shares)
true_that "their shares add up" near "$fluid" "$(json out shares.fluid)" 1e-3
true_that "and with its own and the walls' to the density" near \
  "$(json out shares.own | awk -v f="$fluid" -v w="$(json out shares.walls)" '{ print $1 + f + w }')" \
  "$(json out columns.density)" 1e-2
code "no such particle: exit 1" 1 "$laguna" inspect pool.lua --frames 2 --id 100000
says "says how many there are" err "there is no particle 100000 at frame 2 .0 to 143 were made so far"
code "no scene: exit 2" 2 "$laguna" inspect
code "frame 0 has no ledger: exit 2" 2 "$laguna" inspect pool.lua --frames 0
code "a scene that is not there: exit 3" 3 "$laguna" inspect none.lua
finish
