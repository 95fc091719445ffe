#!/bin/bash
# What the window, the picture, meshes and the past cost, in one table. Run by hand in the top folder, behind `make` and
# `make build/tests/bench/draw build/tests/bench/ring`, on a machine that does nothing else; needs what `make test` installs, and libx11-dev.
#   tests/bench/seeing.sh
# Xvfb copies pictures by the processor: a graphics card is cheaper.
cd "$(dirname "$0")/../.." || exit 1
build=${LAGUNA_BUILD:-build} laguna=${LAGUNA_BUILD:-build}/laguna
[ -x "$build/tests/bench/ring" ] || { echo "seeing.sh: run make all $build/tests/bench/draw $build/tests/bench/ring first" >&2; exit 1; }
if [ -z "$LAGUNA_SCREEN" ]; then exec env LAGUNA_SCREEN=1 xvfb-run -a -s "-screen 0 1300x760x24 -noreset" "$0" "$@"; fi
export XDG_STATE_HOME=/dev/null
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
${CC:-cc} -x c -O1 -o "$work/change" tests/viewer/key_latency.inc -lX11 || exit 1
median() { sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }
row() { printf '%-52s %s\n' "$@"; }
find_window() {
  window= before=
  for _ in $(seq 200); do
    window=$(xdotool search --onlyvisible --pid "$pid" --name Laguna 2>/dev/null | head -n 1)
    [ -n "$window" ] && [ "$window" = "$before" ] && return
    before=$window
    sleep 0.1
  done
}

# From the start of the program to the first pixel of its picture (a window that is not painted yet is black, as the display is).
root_window=$(xwininfo -root 2>/dev/null | sed -n 's/.*Window id: \(0x[0-9a-f]*\).*/\1/p')
for scene in dam_break dam_break_3d; do
  for _ in 1 2 3; do
    "$work/change" "${root_window:?xwininfo is needed (x11-utils)}" none 400 300 400 200 >"$work/ms" & changed=$!
    sleep 0.1 # until it has looked at the empty display
    "$laguna" examples/scenes/$scene.lua >/dev/null 2>&1 & pid=$!
    wait $changed
    awk '{ print $1 - 100 }' "$work/ms" >>"$work/first.$scene"
    kill $pid; wait $pid 2>/dev/null
    sleep 0.3
  done
  row "first picture of $scene" "$(median <"$work/first.$scene") ms"
done

# Keys and mouse beside a step of two simulated seconds.
"$laguna" tests/app/scenes/heavy.lua --fps 1 >/dev/null 2>&1 & pid=$!
find_window
sleep 2
for what in h wheel; do
  for _ in $(seq $([ $what = h ] && echo 9 || echo 5)); do "$work/change" "$window" $what 0 0 640 400; sleep 0.13; done >"$work/$what"
done
kill $pid; wait $pid 2>/dev/null
row "key to pixel beside a step of seconds" "$(median <"$work/h") ms, at most $(sort -n "$work/h" | tail -n 1)"
row "mouse (wheel) to pixel, the same" "$(median <"$work/wheel") ms, at most $(sort -n "$work/wheel" | tail -n 1)"

# A take that is played again.
"$laguna" examples/scenes/slosh.lua --record "$work/t.lgr" --json >"$work/json" 2>/dev/null & pid=$!
find_window
xdotool windowfocus "$window"
sleep 1
xdotool mousemove --window "$window" 400 600 mousedown 1
for _ in $(seq 20); do xdotool mousemove_relative -- 15 -10; sleep 0.03; done
xdotool mouseup 1; sleep 1; xdotool key q
wait $pid
was=$(sed -n 's/.*"hash": "\([0-9a-f]*\)".*/\1/p' "$work/json") is=$("$laguna" run "$work/t.lgr" 2>/dev/null | sed -n 's/^hash: //p')
row "a take, played again" "hash $was, then $is: $([ -n "$is" ] && [ "$was" = "$is" ] && echo equal || echo DIFFERENT)"

"$build/tests/bench/ring" examples/scenes/dam_break.lua examples/scenes/dam_break_3d.lua
"$build/tests/bench/draw" surface_3d_100k
"$build/tests/bench/draw" near_3d_100k
