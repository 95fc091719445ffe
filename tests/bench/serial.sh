#!/bin/bash
# What every stage of a step would gain from 8 and 16 threads, on a machine of any number of cores: work is counted, not timed. One
# thread runs a frame as if it were so many (serial.inc), callgrind counts the instructions of each task and of what lies between
# the loops, and serial.awk shares the tasks as the team of threads does. Waking threads and waiting for memory are not in it.
#   tests/bench/serial.sh [BUILD] [SET-UP ...]     all but the largest (some minutes); needs `make` and valgrind
#   LAGUNA_TIMED=7 tests/bench/serial.sh ...       ns of each piece, the least of seven runs, instead of instructions (some seconds)
# A line has, each for 8 and for 16 threads but the first and the last: the stage's share of the step, %; serial work, % of the
# step; % of the stage, marked above 2, twice if it is so of the step, too; work that threads add, %; longest thread over the mean
# in its loops; speed-up over one thread; loops a sub-step. "frame": what is done once a frame, which has some 8 sub-steps here;
# "step": between stages. Of memset and memcpy of some kB callgrind counts every byte, which is more than they take.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
build=build
if [ $# -gt 0 ] && [ -d "$1" ]; then build=$1; shift; fi
[ $# -gt 0 ] || set -- dam_2d_10k dam_3d_30k pcisph_2d_10k pcisph_3d_30k dfsph_2d_10k dfsph_3d_30k pbf_3d_30k mpm_3d_30k flip_2d_10k flip_3d_32
timed=${LAGUNA_TIMED:-}
[ "$timed" ] || command -v valgrind >/dev/null || { echo "serial: valgrind is missing (apt-get install valgrind)"; exit 0; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
${CC:-cc} -std=c17 -D_POSIX_C_SOURCE=200809L -O2 -Isrc -o "$work/serial" -x c "$here/serial.inc" -x none "$build/liblaguna.a" \
  -Wl,--wrap=lg_team_run,--wrap=lg_clock,--wrap=lg_stage_end -fopenmp -lm -lpthread

# Lines "COST WORD ...", the pieces of a frame.
pieces() { # set-up threads
  local steps=8
  case $1 in *_64 | *_100k) steps=2 ;; esac
  if [ "$timed" ]; then
    for ((i = 0; i < timed; i++)); do "$work/serial" "$1" "$2" $steps 2>"$work/size"; done |
      awk '{ c = $1; $1 = ""; if (!(n in least) || c < least[n]) least[n] = c; word[n++] = $0 } $2 == "end" { all = n; n = 0 }
        END { for (i = 0; i < all; i++) print least[i] word[i] }'
  else
    LAGUNA_ISA=avx2 valgrind --log-file=/dev/null --tool=callgrind --instr-atstart=no --combine-dumps=yes \
      --callgrind-out-file="$work/out" "$work/serial" "$1" "$2" $steps 2>"$work/size"
    awk 'sub(/^desc: Trigger: Client Request: /, "") { word = $0 } /^totals:/ && word { print $2, word; word = "" }' "$work/out"
    rm "$work/out"
  fi
}

printf '%-30s %6s %13s %13s %11s %11s %11s %6s\n' '8, 16 threads' share 'serial, step' 'stage %' added mean speed-up loops
for set; do
  for threads in 1 8 16; do pieces "$set" $threads | awk -f "$here/serial.awk" >"$work/$threads"; done
  read -r particles substeps iterations <"$work/size"
  echo "$set: $particles particles, $substeps sub-steps, $iterations iterations in the last"
  awk -v steps="$substeps" '
    FNR == 1 { run++ }
    { for (i = 2; i <= 5; i++) { got[run, $1, i] = $i; got[run, "whole", i] += $i }; if (run == 1) stage[n++] = $1 }
    function percent(a, b) { return b > 0 ? 100 * a / b : 0 }
    function row(s,   r, of, serial, added, mean, gain) {
      for (r = 2; r <= 3; r++) {
        all = got[r, s, 2]; alone = got[r, s, 3]; most = got[r, s, 4]; one = got[1, s, 2]; team = r == 2 ? 8 : 16
        serial = serial sprintf(" %6.2f", percent(alone, got[1, "whole", 2]))
        of = of sprintf(" %6.1f", percent(alone, all))
        added = added sprintf(" %5.1f", percent(all - one, one))
        mean = mean sprintf(" %5.2f", all > alone ? most * team / (all - alone) : 1)
        gain = gain sprintf(" %5.1f", one / (alone + most))
      }
      return sprintf("  %-28s %6.2f%s%s%s%s%s%6.1f%s", s, percent(one, got[1, "whole", 2]), serial, of, added, mean, gain, got[2, s, 5] / steps,
        s != "whole" && percent(got[2, s, 3], got[2, s, 2]) > 2 ? (percent(got[2, s, 3], got[1, "whole", 2]) > 2 ? " **" : " *") : "")
    }
    END { for (i = 0; i < n; i++) if (percent(got[1, stage[i], 2], got[1, "whole", 2]) >= 0.05) print row(stage[i]) | "sort -k2,2gr"; close("sort -k2,2gr"); print row("whole") }' \
    "$work/1" "$work/8" "$work/16"
done
