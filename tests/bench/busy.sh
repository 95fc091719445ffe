#!/bin/bash
# Threads beside programs that never rest: wall time with the threads that a world takes by default, and with two, over that on one
# thread, the least of some runs in turn. Run by hand in the top folder:
#   tests/bench/busy.sh [PROGRAMS] [RUNS]        (20 busy programs, 3 runs: some minutes; 0 programs: a quiet machine)
# Worlds of 1000 and of 10 000 particles (wcsph, 2-D), and examples/embed/hello.c.
cd "$(dirname "$0")/../.." || exit 1
programs=${1:-20} runs=${2:-3} build=${LAGUNA_BUILD:-build}
[ -x "$build/laguna" ] || { echo "busy.sh: $build/laguna is missing: run make first" >&2; exit 1; }
work=$(mktemp -d) || exit 1
busy=()
trap 'kill "${busy[@]}" 2>/dev/null; rm -rf "$work"' EXIT

scene() { # particles of a square column, spacing
  cat >"$work/$1.lua" <<END
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {4, 3}}, spacing = $2, solver = lg.solver.wcsph {} }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {1, 1} } })
return world
END
}
scene 1000 0.0316
scene 10000 0.01
${CC:-cc} -O2 -Isrc -o "$work/hello" examples/embed/hello.c "$build/liblaguna.a" -fopenmp -lm -lpthread || exit 1

for ((i = 0; i < programs; i++)); do
  while :; do :; done &
  busy+=($!)
done

# timed KEY COMMAND...: its wall time, s, is a line of $work/KEY
timed() {
  local TIMEFORMAT=%R
  { time "${@:2}" >/dev/null 2>"$work/err"; } 2>>"$work/$1" || { cat "$work/err" >&2; exit 1; }
}
run() { timed "$1" "$build/laguna" run "$work/$2.lua" "${@:3}"; }
least() { sort -g "$work/$1" | head -n 1; }
row() {
  awk -v n="$1" -v a="$(least one)" -v b="$(least default)" -v c="$(least two)" \
    'BEGIN { printf "%-16s %10.2f s %7.2f s %7.2f s %10.2f %7.2f\n", n, a, b, c, b / a, c / a }'
  rm "$work"/{one,default,two}
}

echo "$programs busy programs, $(nproc) cores"
printf '%-16s %12s %9s %9s %10s %7s\n' '' 'one thread' default two 'default x' 'two x'
for set in 1000:20 10000:2; do
  for ((r = 0; r < runs; r++)); do
    run one "${set%:*}" --frames "${set#*:}" --threads 1
    run default "${set%:*}" --frames "${set#*:}"
    run two "${set%:*}" --frames "${set#*:}" --threads 2
  done
  row "${set%:*} particles"
done
for ((r = 0; r < runs; r++)); do
  timed one env OMP_NUM_THREADS=1 "$work/hello"
  timed default "$work/hello"
  timed two env OMP_NUM_THREADS=2 "$work/hello"
done
row hello.c
