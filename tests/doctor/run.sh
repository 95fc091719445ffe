# The doctor: a scene for each rule of src/app/doctor.c and each lint of fluids in src/app/lint_scale.c, which gets its warning
# with file, line and cure, and not once it is cured; healthy scenes get none.
# long_healthy.sh runs all that are shipped for 10 s.
source "$(dirname "$0")/../lib.bash"
for scene in "$root"/tests/doctor/*.lua; do
  name=$(basename "$scene" .lua)
  want=$(sed -n '1s/^-- expect //p' "$scene")
  cp "$scene" "$name.lua"
  "$laguna" check "$name.lua" --run 1.2s --threads 1 >out 2>err
  same "$name: warnings exit 0" $? 0
  where=${want%%: *} cause=${want##*: } when=${want#*: warning: } rule=$name # "FILE:6", "a sentence", "t = 0.2"
  when=${when%%:*}
  [[ $name =~ ^(squeezed|energy|outrun|slow|shock)_ ]] && rule=${BASH_REMATCH[1]}
  if grep -F "[$rule]" out | grep -F "$cause" | grep -q "^${where/FILE/$name.lua}: warning: $when"; then pass "$name"
  else fail "$name" "wanted: $want; got: $(head -c 900 out err)"; fi
  at=$(grep -F "[$rule]" out | grep -oE ': t = [0-9.]+' | head -n 1)
  [ -z "$at" ] || true_that "$name: within 0.3 s (${at#: })" awk "BEGIN { exit !(${at##* } <= 0.301) }"
  cured=$(sed -n '2s/^-- cured by //p' "$scene")
  [ -n "$cured" ] || continue
  "$laguna" check "$name.lua" --run 0.4s --threads 1 --set "$cured" >out 2>err
  same "$name: $cured, and nothing is said" "$?:$(grep -cF "[$rule]" out)" "0:0"
done
for rule in $(sed -n '/^} rules\[\]/,/;$/p' "$root/src/app/doctor.c" | grep -oE '\{"[a-z_]+"' | tr -d '{"'); do
  true_that "the rule '$rule' has its scene" test -f "$root/tests/doctor/$rule.lua"
done
for scene in dam_break fountain pour floating_boxes side_by_side wetting; do
  "$laguna" check "$root/examples/scenes/$scene.lua" --run 1s --threads 2 >out 2>err
  same "$scene is healthy" "$?:$(grep -c warning: out)" "0:0"
  grep warning: out | sed 's/^/# /'
done
cat >bounces.lua <<'EOF'
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.02, solver = lg.solver.mpm {} }
world:add(lg.emitter.volume { material = lg.material.jelly { young = 1e4 }, shape = lg.shape.box { min = {0.3, 0.4}, max = {0.7, 0.7} } })
return world
EOF
"$laguna" check bounces.lua --run 1s --threads 2 >out 2>err
same "jelly that jumps up again is healthy: it kept the energy of its fall" "$?:$(grep -c warning: out)" "0:0"
cat >adds.lua <<'EOF'
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 2}}, spacing = 0.05, solver = lg.solver.flip {} }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {1, 0.3} } })
function world:before_step()
  if self.frame % 5 < 3 then for i = 1, 19 do self.particles:add { 0.05 * i, 1.9 - 0.1 * (self.frame % 5) } end end
end
return world
EOF
"$laguna" check adds.lua --run 0.4s --threads 2 >out 2>err
same "particles that Lua adds bring the energy of their height with them" "$?:$(grep -c warning: out)" "0:0"
cat >rounds.lua <<'EOF'
local lg = require "laguna"
local solver = lg.solver.wcsph { surface_tension = 0.01 }
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.02, gravity = {0, 0}, solver = solver }
world:add(lg.emitter.volume { shape = lg.shape.box { min = {0.3, 0.3}, max = {0.7, 0.7} } })
return world
EOF
"$laguna" check rounds.lua --run 0.5s --threads 2 >out 2>err
same "a square drop that tension begins to round is not at rest" "$?:$(grep -cF "[rest]" out)" "0:0"
# One illness, one name: what a solid presses is neither a lattice of a wrong spacing nor paired.
cat >sweeps.lua <<'EOF'
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 0.6}}, spacing = 0.02, solver = lg.solver.dfsph {} }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {1, 0.4} } })
world:add(lg.collider.solid { shape = lg.shape.box { min = {-0.1, -0.1}, max = {-0.01, 0.7} }, velocity = {30, 0} })
return world
EOF
"$laguna" check sweeps.lua --run 0.3s --threads 2 >out 2>err
same "a solid that sweeps the fluid together" "$(grep -oE 't = .*\[[a-z_]+\]$' out | grep -oE '[a-z_]+\]$' | tr -d '\n')" "squeezed]"
code "--run wants seconds" 2 "$laguna" check squeezed.lua --run soon
says "and says so" err "takes simulated seconds above 0, such as 2s"
code "--run 0.5 is half a second" 0 "$laguna" check rest.lua --run 0.5
says "and the report is of then" out "160 particles after 0.5 s"
"$laguna" check squeezed.lua --run 0.4s --json >out 2>err
same "--json has what the doctor says" "$(json out warnings.1.lint)" squeezed
cat >bursts.lua <<'EOF2'
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.05, solver = lg.solver.particles {} }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.5, 0.8} } })
world:add(lg.field.formula(function(p, t) return t > 0.1 and 1e9 * p.x or 0, 0 end))
return world
EOF2
code "a scene that the guard stops: exit 4" 4 "$laguna" check bursts.lua --run 1s
says "post mortem: who went wrong first, where, and who lies beside it" out \
  "bursts.lua:2: .*t = 0.1[0-9]* s: the first to go wrong is particle [0-9]+, behind [a-z/]+ of sub-step 1: it goes [0-9.e+]+ m/s, pushed most by formula1, [0-9.e+]+ m/s2; the nearest, [0-9]+, lies [0-9.e-]+ m away \[post_mortem\]"
sed 's/t > 0.1 and //; s/ or 0, 0 end/, 0 end/' bursts.lua >bursts_first.lua
code "also in its first frame" 4 "$laguna" check bursts_first.lua
says "with the term that it was" out "t = 0 s: the first to go wrong .* pushed most by formula1, .*\[post_mortem\]"
sed 's/function(p, t) .* end/function(p) return 0 \/ (p.x - p.x), 0 end/' bursts.lua >no_number.lua
code "a field that is no number" 4 "$laguna" check no_number.lua
says "is named, too" out "its velocity is no number, for formula1 is no number"
cat >dies.lua <<'EOF'
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.05, solver = lg.solver.wcsph {} }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.5, 0.8} } })
function world:before_step() if self.frame == 5 then error("enough") end end
return world
EOF
code "a scene that fails on the way: exit 1" 1 "$laguna" check dies.lua --run 1s
says "with its message" err "dies.lua:4: enough"
finish
