# What `laguna check` warns of is said to who runs a scene, too: on stderr, each thing once, and nothing fails for it.
source "$(dirname "$0")/../lib.bash"
lint=$root/tests/lint

"$laguna" run "$lint/outside.lua" --frames 3 >out 2>err
same "a run goes on" $? 0
says "with its warning" err 'outside.lua:4: warning: column: 50 % of its shape is outside the bounds \[outside\]$'
same "which is said once" "$(grep -c warning err)" 1
"$laguna" run "$lint/outside.lua" --frames 3 --save kept.lgs >out 2>err
"$laguna" run kept.lgs --frames 6 >out 2>err
same "a world that goes on is not told of a volume that has filled" "$? $(cat err)" "0 "
sed 's/^return world/world:add(lg.emitter.point { name = "tap", center = {2, 0.5}, spread = 0.2 })\n&/' "$lint/outside.lua" >tap.lua
"$laguna" run tap.lua --frames 3 --save tap.lgs >out 2>err
"$laguna" run tap.lgs --frames 6 >out 2>err
says "but of a tap that still runs" err 'warning: tap: its center is outside the bounds'
same "alone" "$(grep -c warning err)" 1
"$laguna" run "$lint/unused.lua" --frames 3 >out 2>err
says "what was made and forgotten, after the first frame" err 'unused.lua:5: warning: tap: .*\[unused\]$'
"$laguna" run "$lint/outside.lua" --frames 3 --json >out 2>err
same "stdout is one object" "$(json out frames)" 3
says "and the warning aside" err '\[outside\]$'
"$laguna" render "$lint/thin.lua" --frames 2 -o thin.png >out 2>err
same "a picture is drawn" "$? $(head -c 4 thin.png | tail -c 3)" "0 PNG"
says "with its warning" err 'thin.lua:5: warning: plate: .*\[thin\]$'

# Before the worlds are filled, which takes long.
timeout 20 "$laguna" run "$lint/many.lua" --frames 1 2>err >out &
for _ in $(seq 100); do grep -q many err && break; sleep 0.1; done
says "too many particles, before they are made" err '\[many\]$'
kill %1; wait 2>/dev/null

# Hooks are not tried: they are the user's.
"$laguna" run "$lint/hooks.lua" --frames 2 >out 2>err
same "hooks that nobody called are silent" "$(cat err)" ""

# Where things were made is forgotten after the first frame: a hook may make as many as it likes.
cat >maker.lua <<'LUA'
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1, solver = lg.solver.wcsph {} }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.5, 0.5} } })
function world:before_step() for i = 1, 300 do lg.shape.sphere { radius = i } end end
return world
LUA
"$laguna" run maker.lua --frames 400 --budget memory=16 >out 2>err
same "objects that a hook makes and drops take no memory" "$? $(cat err)" "0 "

# An edit is warned of when it is read, what was said is not said again.
cp "$lint/outside.lua" scene.lua
"$laguna" run scene.lua --watch --frames 100000 >out 2>err &
for _ in $(seq 100); do grep -q outside err && break; sleep 0.1; done
{ head -n -1 scene.lua; echo 'local left = lg.emitter.point { center = {0.5, 0.5} }'; tail -n 1 scene.lua; } >next.lua
mv next.lua scene.lua
for _ in $(seq 100); do grep -q unused err && break; sleep 0.1; done
says "an edit is warned of" err 'warning: point: it is made, but in no world'
same "and what was known is not said again" "$(grep -c 'outside\]' err)" 1
kill -INT %?scene.lua; wait
finish
