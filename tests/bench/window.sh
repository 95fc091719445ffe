#!/bin/bash
# The window's pace while the simulation has all cores: pictures a second, ms to draw one and to bring it to the screen, simulated
# seconds a second. Run by hand in the top folder, on a machine that does nothing else:
#   tests/bench/window.sh [SECONDS] [SCENE...]          (10 s each; the dam breaks of 10k in 2-D and of 100k in 3-D)
# Without a display it brings its own, Xvfb, whose pictures the processor copies: a graphics card is cheaper.
cd "$(dirname "$0")/../.." || exit 1
laguna=${LAGUNA_BUILD:-build}/laguna
[ -x "$laguna" ] || { echo "window.sh: $laguna is missing: run make first" >&2; exit 1; }
if [ -z "$DISPLAY$WAYLAND_DISPLAY" ]; then exec xvfb-run -a -s "-screen 0 1300x760x24" "$0" "$@"; fi
seconds=${1:-10}
shift
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# The dam breaks of examples/scenes with other solvers.
with() { sed "s/lg.solver.flip *{[^}]*}/lg.solver.$2 $3/" "examples/scenes/$1.lua" >"$work/$1-$2.lua"; echo "$work/$1-$2.lua"; }
scenes=("$@")
if [ ${#scenes[@]} = 0 ]; then
  scenes=(examples/scenes/dam_break.lua "$(with dam_break pbf '{}')" "$(with dam_break dfsph '{}')" examples/scenes/wcsph_dam_break.lua
          "$(with dam_break_3d pbf '{}')")
fi

value() { sed -n "s/.*\"$1\": *\([0-9.eE+-]*\).*/\1/p" "$work/out" | head -n 1; }
printf '%-24s %10s %8s %11s %9s %13s\n' scene pictures/s 'draw ms' 'present ms' frames/s 'real time x'
for scene in "${scenes[@]}"; do
  "$laguna" "$scene" --json >"$work/out" 2>"$work/err" &
  pid=$!
  sleep "$seconds"
  kill -INT $pid 2>/dev/null
  wait $pid
  [ -s "$work/out" ] || { echo "$(basename "$scene" .lua): $(head -n 1 "$work/err")" >&2; continue; }
  tr ',{}' '\n\n\n' <"$work/out" >"$work/lines" && mv "$work/lines" "$work/out"
  printf '%-24s %10.1f %8.2f %11.2f %9.1f %13.2f\n' "$(basename "$scene" .lua)" \
    "$(value pictures_per_second)" "$(value draw_ms)" "$(value present_ms)" \
    "$(awk "BEGIN { print 60 * $(value simulated_per_second) }")" "$(value simulated_per_second)"
done
