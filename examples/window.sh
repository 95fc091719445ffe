#!/bin/bash
# window.sh [NAME ...] - pictures of the window for window.md: opens the program under Xvfb, presses keys, takes screenshots into
# examples/pictures/window. Run by hand behind `make`, when the window looks otherwise; needs what `make test` installs.
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

begin gallery 2 && { press Down Right; end; }
begin first 0.8 $scenes/dam_break.lua && end
begin keys 1 $scenes/dam_break.lua && { press question; end; }
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
