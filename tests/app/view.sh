# world.view and --view: what a scene or the command line says of how it is shown, told by pixels.
source "$(dirname "$0")/../lib.bash"
scene=$scenes/drop.lua
deep=$scenes/two.lua # 2-D and 3-D
render() { "$laguna" render "$scene" --frames 1 -o "$1" --size 160x120 "${@:2}"; }
with() { sed "s/^return world/$2\n&/" "$scene" >"$1"; } # with FILE LINES: the scene, and a view

render plain.png
render no_legend.png --view legend=off,hud=off
true_that "legend and numbers can be left out" bash -c '! cmp -s plain.png no_legend.png'
with own.lua 'world.view = { legend = false, hud = false }'
scene=$work/own.lua
render own.png
true_that "the scene says the same with the same pixels" cmp no_legend.png own.png
render over.png --view legend=on --view hud=yes
true_that "the command line wins over the scene" cmp plain.png over.png
for pair in show=dots show=none colormap=turbo range=0,100 size=0.5 background=white bounds=off at=0,0 height=9; do
  render one.png --view "$pair"
  true_that "--view $pair changes the picture" bash -c '! cmp -s own.png one.png'
done
render two.png --view 'range=0,100,show=dots,at=0.5,0.25'
with three.lua 'world.view = { range = {0, 100}, show = "dots", at = {0.5, 0.25}, legend = false, hud = false }'
scene=$work/three.lua
render three.png
true_that "commas inside of values and between names" cmp two.png three.png

# ---- white is white, and a path is where its keys say ----
render white.png --view background=white,show=none,bounds=off,colliders=off
render grey.png --view 'background=1,1,1,show=none,bounds=off,colliders=off'
true_that "a colour by its name and by its numbers" cmp white.png grey.png
scene=$scenes/drop.lua
with way.lua 'world.view = { path = {{ t = 0, at = {0, 0}, height = 3 }, { t = 0.05, at = {1, 1}, height = 1 }} }'
with end.lua 'world.view = { at = {1, 1}, height = 1 }'
"$laguna" render way.lua --frames 6 -o way.png --size 160x120
"$laguna" render end.lua --frames 6 -o end.png --size 160x120
true_that "a path ends at its last key" cmp way.png end.png

# ---- 3-D ----
cat >box.lua <<'LUA'
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0, 0}, {1, 1, 1}}, spacing = 0.1, gravity = {0, 0, 0} }
world:add(lg.emitter.volume { shape = lg.shape.box { min = {0, 0, 0}, max = {1, 0.4, 0.4} } })
return world
LUA
scene=$work/box.lua
render front.png --view 'from=0.5,0.5,4,at=0.5,0.5,0.5'
render round.png --view 'from=0.5,0.5,4,at=0.5,0.5,0.5' --turn 360
true_that "once round is where it began" cmp front.png round.png
render side.png --view 'from=0.5,0.5,4,at=0.5,0.5,0.5' --turn 90
render east.png --view 'from=4,0.5,0.5,at=0.5,0.5,0.5'
true_that "a quarter round from the front is the view from the east" cmp side.png east.png

render dry.png
render water.png --view show=surface
true_that "as a surface it is another picture" bash -c '! cmp -s water.png dry.png'
for path in sse2 avx2 avx512; do
  LAGUNA_ISA=$path "$laguna" render "$scene" --frames 1 -o path.png --size 160x120 --view show=surface
  true_that "the same water on the path $path" cmp water.png path.png
done

cat >follow.lua <<'LUA'
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {8, 1}}, spacing = 0.1, gravity = {0, 0} }
local boat = world:add(lg.collider.solid { shape = lg.shape.sphere { center = {1, 0.5}, radius = 0.2 },
  velocity = {60, 0} })
world.view = { follow = boat, height = 1, bounds = false, hud = false, legend = false }
return world
LUA
"$laguna" render follow.lua --frames 1 -o f1.png --size 160x120
"$laguna" render follow.lua --frames 5 -o f5.png --size 160x120
true_that "the camera goes with what it follows" cmp f1.png f5.png

cat >deep.lua <<'LUA'
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0, 0}, {8, 1, 1}}, spacing = 0.1, gravity = {0, 0, 0} }
local boat = world:add(lg.collider.solid { velocity = {60, 0, 0},
  shape = lg.shape.box { min = {0.8, 0.3, 0.3}, max = {1.2, 0.7, 0.7} } })
--view
return world
LUA
deeply() { sed "s/--view/world.view = { $2, bounds = false, hud = false, legend = false }/" deep.lua >d.lua
  "$laguna" render d.lua --frames "$3" -o "$1" --size 160x120; }
deeply d1.png 'follow = boat, from = {1, 1, 3}, at = {0, 0, 0}' 1
deeply d5.png 'follow = boat, from = {1, 1, 3}, at = {0, 0, 0}' 5
deeply still.png 'from = {3, 1.5, 3.5}, at = {2, 0.5, 0.5}' 1
true_that "in 3-D, too" cmp d1.png d5.png
true_that "its from and at count from the middle of what it follows" cmp d1.png still.png
deeply flown.png 'path = {{ t = 0, from = {3, 3, 9}, at = {1, 0, 0} }, { t = 0.01, from = {3, 1.5, 3.5}, at = {2, 0.5, 0.5} }}' 1
true_that "a path in 3-D ends at its last key" cmp flown.png still.png

# ---- worlds beside each other ----
cat >pair.lua <<'LUA'
local lg = require "laguna"
local function one(solver, title)
  local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1, solver = solver }
  world.view = { title = title }
  return world
end
LUA
pair() { { cat pair.lua; echo "return one(lg.solver.$2), one(lg.solver.$3)"; } >p.lua; "$laguna" render p.lua --frames 1 -o "$1" --size 320x160; }
pair unlike.png 'pbf {}, nil' 'wcsph {}, nil'
pair titled.png 'pbf {}, "pbf"' 'wcsph {}, "wcsph"'
pair alike.png 'pbf {}, nil' 'pbf {}, nil'
pair bare.png 'pbf {}, ""' 'pbf {}, ""'
true_that "worlds without names have their solvers' below them" cmp unlike.png titled.png
true_that "unless they have the same" cmp alike.png bare.png

# ---- colours of one's own ----
cat >colors.lua <<'LUA'
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1, gravity = {0, 0} }
local oil = world:add(lg.material { name = "oil", color = {0.75, 0.2, 0.1} })
world:add(lg.emitter.volume { material = oil, shape = lg.shape.box { min = {0, 0}, max = {1, 0.4} } })
local ball = world:add(lg.collider.solid { color = {0, 0.5, 0}, shape = lg.shape.sphere { center = {0.5, 0.7}, radius = 0.2 } })
--more
world.view = { legend = false, hud = false, bounds = false }
return world
LUA
colored() { sed "s/--more/$2/" colors.lua >"$1.lua"; scene=$work/$1.lua; render "$1.png" "${@:3}"; } # NAME LINES OPTIONS
colored numbers 'world.color_by = function(p) return 0.75, 0.2, 0.1 end'
colored list 'world.color_by = function(p) return {0.75, 0.2, 0.1} end'
true_that "three numbers are a colour, in a list, too" cmp numbers.png list.png
colored column 'world.particles:add_column("color", 3) world.color_by = "color" function world:after_step() world:update(function(p) p.color = {0.75, 0.2, 0.1} end) end'
true_that "so is a column of that name" cmp numbers.png column.png
colored lit 'world.color_by = function(p) return 0.75, lg.where(p.x < 2, 0.2, 0.5), 0.1 end'
true_that "each particle by itself" cmp numbers.png lit.png
colored other 'world.color_by = function(p) return 0.75, 0.2, 0.5 end'
true_that "another colour is another picture" bash -c '! cmp -s numbers.png other.png'
colored usual ''
true_that "without color_by particles have their material's colour" bash -c '
  cmp -s usual.png numbers.png || [ "$(compare -metric AE -fuzz 2% usual.png numbers.png null: 2>&1 | cut -d" " -f1)" = 0 ]'
colored green 'function world:before_step() ball.color = {0, 0.5, 0.5} end'
true_that "a collider's colour can be changed as it runs" bash -c '! cmp -s green.png usual.png'
colored read 'assert(ball.color.y == 0.5 and ball.color.x == 0)'
true_that "and be read" cmp read.png usual.png
colored misspelt 'world:add(lg.collider.solid { colour = {1, 0, 0}, shape = lg.shape.sphere {} })' 2>err
says "a misspelt one is told" err "unknown option 'colour' .did you mean 'color'"
colored two 'world.color_by = function(p) return 0.75, 0.2 end' 2>err
says "two numbers are no colour" err "must return one number for the column 'color', or three, red, green and blue; not 2"
same "a colour changes no state" "$("$laguna" run numbers.lua --frames 3 | tail -n 1)" "$("$laguna" run usual.lua --frames 3 | tail -n 1)"
"$laguna" run numbers.lua --frames 1 --surface --export numbers.ply >out 2>err
"$laguna" run usual.lua --frames 1 --surface --export usual.ply >out 2>err
"$laguna" run other.lua --frames 1 --surface --export other.ply >out 2>err
true_that "the mesh's vertices have it" bash -c 'cmp -s numbers.ply usual.ply && ! cmp -s numbers.ply other.ply'

# ---- refusals ----
scene=$scenes/drop.lua
code "an unknown name: exit 1" 1 render x.png --view shwo=dots
says "asks whether another was meant" err "view: unknown option 'shwo' .did you mean 'show'"
code "a word that is no choice" 1 render x.png --view show=jelly
says "says which there are" err "auto|dots"
code "no value" 2 render x.png --view show
one_sentence "is one sentence" err
code "3 numbers in a 2-D world" 1 render x.png --view at=1,2,3
says "are refused by its dimension" err "view: option 'at' must be 2 numbers in a 2-D world"
code "another subcommand does not take it" 2 "$laguna" run "$scene" --frames 1 --view show=dots
code "a checkpoint's hash does not change by it" 0 "$laguna" render "$deep" --frames 2 -o two.png --size 64x48 --json --view show=dots
same "a view changes no state" "$(json out hash)" "$("$laguna" run "$deep" --frames 2 | tail -n 1 | cut -c7-)"
finish
