#!/bin/bash
# Instructions per particle and sub-step, stage by stage, those of a pressure solve per iteration; they repeat exactly where times
# do not: callgrind on fixed set-ups, one thread, path avx2 (valgrind knows no AVX-512). Beside each: the committed number and
# the change. It reports and never fails.
#   tests/bench/counts.sh [BUILD]            compares with tests/bench/counts.txt
#   tests/bench/counts.sh [BUILD] --keep     writes that file anew
set -eu
here=$(cd "$(dirname "$0")" && pwd)
build=build keep=
for word; do if [ "$word" = --keep ]; then keep=1; else build=$word; fi; done
command -v valgrind >/dev/null || { echo "counts: valgrind is missing (apt-get install valgrind)"; exit 0; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

scene() { # dim solver
  local bounds='{{0, 0}, {4, 3}}' max='{1, 1}' spacing=0.02
  if [ "$1" = 3 ]; then bounds='{{0, 0, 0}, {3, 2, 1}}' max='{1, 0.8, 1}' spacing=0.05; fi
  cat <<END
local lg = require "laguna"
local world = lg.world {bounds = $bounds, spacing = $spacing, solver = lg.solver.$2 {}}
world:add(lg.emitter.volume {shape = lg.shape.box {max = $max}})
return world
END
}

# Inclusive instructions of every function, one a line: count name.
count() { # scene frames
  LAGUNA_ISA=avx2 valgrind --tool=callgrind --callgrind-out-file="$work/out" \
    "$build/laguna" run "$1" --frames "$2" --fps 600 --threads 1 --stats "$work/stats.csv" >/dev/null 2>&1
  callgrind_annotate --inclusive=yes --threshold=100 --show-percs=no "$work/out" 2>/dev/null |
    sed -nE "s/^ *([0-9,]+) .*:([A-Za-z_0-9]+)('[0-9]+)?( \[.*)?$/\1 \2/p" | tr -d ,
}

# Particles x sub-steps of all frames, times the iterations if asked for.
work_done() { # 1 | iterations
  awk -F, -v by="$1" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    { sum += $at["particles"] * $at["substeps"] * (by == 1 ? 1 : $at[by]) } END { print sum }' "$work/stats.csv"
}

# Stage, the function that one thread runs for it and for nothing else, and what it is divided by: the steps, or also the
# iterations of each; of which solvers, if its name is another one's too.
stages='step lg_world_step steps
sort lg_neighbors_sort steps
lists lg_neighbors_build steps
walls lg_walls_sample steps
density density_block steps
forces force_block steps wcsph
drag drag_block steps
press lg_pressure_force_avx2 iterations
predict predict_block iterations pcisph
correct lg_pressure_correct_avx2 iterations
lambda lambda_block iterations
displace displace_block iterations
stop lg_stop_stage steps
guard guard_block steps'

measure() { # dim solver: lines "name stage count", of a particle
  local early=4 late=12 from to turns
  scene "$1" "$2" > "$work/scene.lua"
  count "$work/scene.lua" $early > "$work/early"; from=$(work_done 1) turns=$(work_done iterations)
  count "$work/scene.lua" $late > "$work/late"; to=$(work_done 1) turns=$(($(work_done iterations) - turns))
  awk -v n="$((to - from))" -v i=$turns 'BEGIN { if (i > 0) printf "%-12s %-10s %8.1f\n", "'"$1d_$2"'", "iterations", i / n }'
  echo "$stages" | while read -r stage name by only; do
    [ -z "$only" ] || [ "$only" = "$2" ] || continue
    [ "$by" = steps ] && by=$((to - from)) || by=$turns
    awk -v name="$name" -v stage="$stage" -v scene="$1d_$2" -v by="$by" '
      $2 == name { sum[FILENAME] += $1 }
      END { n = by > 0 ? (sum[ARGV[2]] - sum[ARGV[1]]) / by : 0; if (n > 0) printf "%-12s %-10s %8.0f\n", scene, stage, n }' \
      "$work/early" "$work/late"
  done
}

for solver in wcsph pcisph dfsph pbf; do for dim in 2 3; do measure $dim $solver; done; done > "$work/now"
if [ "$keep" ]; then cp "$work/now" "$here/counts.txt"; fi
awk 'NR == FNR { was[$1, $2] = $3; next } { printf "%s %8s", $0, was[$1, $2]; if (was[$1, $2] > 0) printf " %+6.1f %%", 100 * ($3 / was[$1, $2] - 1); print "" }' \
  "$here/counts.txt" "$work/now"
