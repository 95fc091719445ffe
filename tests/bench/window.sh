#!/bin/bash
# The window's pace while the simulation has all cores: pictures a second, ms to draw one and to bring it to the screen, simulated
# seconds a second. Run by hand in the top folder:
#   tests/bench/window.sh [SECONDS] [SCENE...]          (10 s each; every 2-D scene of the gallery and dam_break_3d)
# Without a display it brings its own, Xvfb, whose pictures the processor copies: a graphics card is cheaper.
#
# Beside other programs wall time says little. So there is also the processor's time: the simulation's, all its threads, a simulated
# second; the window's own a picture; and from them the cores that real time at 60 pictures a second takes. "Others" is how many
# cores other programs had meanwhile, the display among them.
cd "$(dirname "$0")/../.." || exit 1
laguna=${LAGUNA_BUILD:-build}/laguna
[ -x "$laguna" ] || { echo "window.sh: $laguna is missing: run make first" >&2; exit 1; }
if [ -z "$DISPLAY$WAYLAND_DISPLAY" ]; then exec xvfb-run -a -s "-screen 0 1300x760x24" "$0" "$@"; fi
seconds=${1:-10}
shift
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# 3-D worlds have corners of three numbers; "wcsph_" scenes say that they are slow.
scenes=("$@")
if [ ${#scenes[@]} = 0 ]; then
  mapfile -t scenes < <(grep -LE 'bounds *= *\{\{[^}]*,[^}]*,' examples/scenes/*.lua | grep -v /wcsph_)
  scenes+=(examples/scenes/dam_break_3d.lua)
fi

value() { sed -n "s/.*\"$1\": *\([0-9.eE+-]*\).*/\1/p" "$work/out" | head -n 1; }
# Ticks of a process's threads of that name, and of all programs on all cores.
ticks() { cat /proc/"$1"/task/*/stat 2>/dev/null | awk -v name="$2" '$2 == "(" name ")" { sum += $14 + $15 } END { print sum + 0 }'; }
busy() { awk '$1 == "cpu" { print $2 + $3 + $4 + $7 + $8 }' /proc/stat; }

printf '%-18s %10s %8s %11s %12s %14s %14s %6s %7s\n' scene pictures/s 'draw ms' 'present ms' 'real time x' \
  'cpu simulated' 'cpu ms picture' cores others
for scene in "${scenes[@]}"; do
  began=$(busy)
  "$laguna" "$scene" --json >"$work/out" 2>"$work/err" &
  pid=$!
  sleep "$seconds"
  step=$(ticks $pid simulation) window=$(ticks $pid "$(basename "$laguna")") all=$(($(busy) - began))
  kill -INT $pid 2>/dev/null
  wait $pid
  [ -s "$work/out" ] || { echo "$(basename "$scene" .lua): $(head -n 1 "$work/err")" >&2; continue; }
  tr ',{}' '\n\n\n' <"$work/out" >"$work/lines" && mv "$work/lines" "$work/out"
  awk -v scene="$(basename "$scene" .lua)" -v n="$(value pictures_per_second)" -v d="$(value draw_ms)" -v p="$(value present_ms)" \
    -v x="$(value simulated_per_second)" -v s="$(sed -n '/"window"/,$s/.*"seconds": *//p' "$work/out")" -v wall="$seconds" \
    -v step="$step" -v window="$window" -v all="$all" -v hz="$(getconf CLK_TCK)" 'BEGIN {
      simulated = x > 0 ? step / hz / (x * s) : 0; picture = n > 0 ? window / hz / (n * s) : 0
      printf "%-18s %10.1f %8.2f %11.2f %12.2f %12.2f s %14.2f %6.2f %7.2f\n", scene, n, d, p, x, simulated, 1e3 * picture,
        simulated + 60 * picture, (all - step - window) / hz / wall }'
done
