#!/bin/bash
# views.sh BUILD - views.md: one dam break, one frame, one camera, as balls, as water and as the mesh that --surface writes; then the
# two looks of 2-D. `make docs` runs it.
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
build=${1:-build} laguna=${1:-build}/laguna pictures=examples/pictures
sea=examples/scenes/dam_break_3d.lua
eye=from=0.8,1.75,4,at=1.58,0.27,0.5,height=1.85 # as in mesh_view.lua

draw() { # draw NAME SCENE FRAMES VIEW
  "$laguna" render "$2" --frames "$3" --size 1120x504 -o $pictures/view_"$1".png --view "$4" >/dev/null || exit 1
}
draw balls $sea 45 show=dots,hud=off,$eye
draw surface $sea 45 show=surface,hud=off,$eye
mkdir -p "$build/views" && cp examples/mesh_view.lua "$build/views/"
"$laguna" run $sea --frames 45 --surface --export "$build/views/water.obj" >/dev/null || exit 1
draw mesh "$build/views/mesh_view.lua" 1 hud=off
draw dots examples/scenes/dam_break.lua 40 show=dots,hud=off
draw water examples/scenes/dam_break.lua 40 show=water,hud=off

cat >examples/views.md <<'MD'
# The same dam break, shown in three ways

Made by `make docs` ([views.sh](views.sh)): one scene, [dam_break_3d](scenes/dam_break_3d.lua), one frame, one camera.

## Balls, coloured by speed

![33 thousand particles, each a ball](pictures/view_balls.png)

`laguna examples/scenes/dam_break_3d.lua --view show=dots`

## Water

![water over a floor of tiles, with foam](pictures/view_surface.png)

`laguna examples/scenes/dam_break_3d.lua --view show=surface`

## A mesh

![the surface as a mesh in a quiet light](pictures/view_mesh.png)

`laguna run examples/scenes/dam_break_3d.lua --frames 45 --surface --export water.obj`, in the light of a modelling program by
[mesh_view.lua](mesh_view.lua). Blender opens it; `.glb` brings the obstacle along as a mesh of its own.

# In 2-D

## Dots

![particles, each by itself](pictures/view_dots.png)

`laguna examples/scenes/dam_break.lua --view show=dots`

## Water

![one body of water](pictures/view_water.png)

`laguna examples/scenes/dam_break.lua --view show=water`
MD
