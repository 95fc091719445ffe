#!/bin/bash
# window.sh [NAME ...] - pictures of the window for window.md: opens the program under Xvfb, presses keys, takes screenshots into
# examples/pictures/window. Run by hand behind `make`, when the window looks otherwise; needs what `make test` installs.
# `window.sh film` plays for half a minute, records that, and makes 20 s of it a film, build/film.mp4.
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
laguna=$PWD/${LAGUNA_BUILD:-build}/laguna scenes=examples/scenes
if [ -z "$LAGUNA_SCREEN" ]; then
  exec env LAGUNA_SCREEN=1 xvfb-run -a -s '-screen 0 1280x760x24 -noreset' bash "${BASH_SOURCE[0]}" "$@"
fi
export XDG_STATE_HOME=/dev/null # as if it were opened for the first time
mkdir -p examples/pictures/window
wanted=" $* "

# begin NAME SECONDS ARGUMENTS: opens the program with them and waits; false: that picture is not wanted
begin() {
  name=$1 seconds=$2
  [ "$wanted" = "  " ] || [[ $wanted == *" $name "* ]] || return
  shift 2
  "$laguna" "$@" >/dev/null 2>&1 &
  pid=$!
  for _ in $(seq 100); do
    window=$(xdotool search --onlyvisible --pid $pid --name Laguna 2>/dev/null | head -n 1)
    [ -n "$window" ] && break
    sleep 0.1
  done
  xdotool windowfocus "$window"
  sleep "$seconds"
}
press() { for key; do xdotool key "$key"; sleep 0.4; done; }
at() { xdotool mousemove --window "$window" "$1" "$2"; sleep 0.3; }
end() { # the picture, of few colours
  sleep 0.6
  timeout 20 import -silent -window "$window" -depth 8 -colors 128 +dither "png8:examples/pictures/window/$name.png"
  kill $pid
  wait $pid 2>/dev/null
  echo "$name"
}

drag() { # drag X Y DX DY: 20 steps, with the left button
  xdotool mousemove --window "$window" "$1" "$2" mousedown 1
  for _ in $(seq 20); do xdotool mousemove_relative -- "$3" "$4"; sleep 0.03; done
}

begin gallery 2 && { press Down Right; end; }
begin first 0.8 $scenes/dam_break.lua && end
begin keys 1 $scenes/dam_break.lua && { press question; end; }
begin push 2 $scenes/slosh.lua && { drag 300 600 18 -12; end; }
begin console 1 $scenes/slosh.lua && { press Tab; at 1130 708; xdotool click 1; sleep 0.3; xdotool type --delay 60 "help(lg.slider)"; press Return; xdotool type --delay 60 "world.gra"; press Tab; end; }
mkdir -p "${LAGUNA_BUILD:-build}"
cat >"${LAGUNA_BUILD:-build}/marks.lua" <<'LUA'
-- Marks
-- idea: what a scene draws itself, and how it is shown
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {4, 2}}, spacing = 0.03, solver = lg.solver.flip {} }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {1.2, 1.2} } })
world:add(lg.collider.solid { shape = lg.shape.sphere { center = {2.6, 0}, radius = 0.3 }, color = {0.9, 0.4, 0.2} })
world.color_by = function(p) return p.y, 0.4, 1 - 0.5 * p.y end -- red, green, blue
world.view = { legend = false, hud = false, show = "dots", background = {0.08, 0.1, 0.14} }
function world:draw(g)
  g:rectangle({3.4, 0.3}, {3.8, 1.2}, {1, 1, 1, 0.2})
  g:arrow({0.6, 1.5}, {1.6, 1.5}, {1, 0.8, 0.3}, 3)
  g:text({1.1, 1.6}, "this way", {1, 0.8, 0.3}, 18, "center", true)
  g:bar({3.35, 1.3}, self:measure("front", { direction = {1, 0} }) / 4)
  if lg.mouse.x then g:ring({lg.mouse.x, lg.mouse.y}, 0.15, {1, 1, 1}, 3) end
  g.screen:text({0.5, 0.94}, ("t = %.2f s"):format(self.time), {1, 1, 1}, 20, "center")
end
return world
LUA
begin marks 0.5 "${LAGUNA_BUILD:-build}/marks.lua" && { at 620 400; at 625 405; end; }
begin panel 2 $scenes/slosh.lua && { press Tab; end; }
begin light 2 $scenes/oil_and_water.lua && { press t Tab; end; }
begin past 4 $scenes/pour.lua && { press space; for _ in $(seq 40); do xdotool key Left; sleep 0.03; done; end; }
begin microscope 3 $scenes/dam_break.lua --set solver=dfsph --set column.jitter=0.1 && { press space; at 300 560; press i; end; }
begin stages 3 $scenes/dam_break.lua --set solver=pbf --set column.jitter=0.1 && { press space; at 300 560; press i ctrl+period ctrl+period ctrl+period ctrl+period ctrl+period ctrl+period ctrl+period ctrl+period; end; }
begin compare 3 $scenes/dam_break.lua --against solver=pbf && end
begin wipe 3 $scenes/dam_break.lua --against solver=wcsph && { press w; end; }
begin energy 4 $scenes/slosh.lua && { press e; end; }
begin lesson 2 examples/lessons/03_density.lua && end
begin doctor 1.5 tests/doctor/squeezed.lua && { press d; end; }
begin water 2.5 $scenes/dam_break_3d.lua --view show=surface && end

take=${LAGUNA_BUILD:-build}/film.lgr
if [[ $wanted == *" film "* ]]; then
  begin film 2 $scenes/slosh.lua --record "$take"
  for x in 300 700 450 900 250 600 350 800; do drag "$x" 600 $((x < 600 ? 18 : -18)) -11; xdotool mouseup 1; sleep 2; done
  xdotool keydown shift; drag 500 150 15 0; xdotool mouseup 1 keyup shift; sleep 3
  press q
  wait $pid 2>/dev/null
  "$laguna" render "$take" --frames 1200 -o "${take%.lgr}.mp4" || exit 1
  ffmpeg -v error -y -i "${take%.lgr}.mp4" -vf 'fps=1/2.5,scale=400:-1,tile=4x2' -frames:v 1 "$take.png" &&
    convert "$take.png" -depth 8 -colors 96 +dither png8:examples/pictures/window/film.png
fi
