#!/bin/bash
# Every shipped scene, one second long, at half, once and twice its own spacing and with its own parameters: nothing explodes,
# nothing is lost. Explosions are told by numbers that no scene has a reason to reach: a particle that the guard takes, a density
# more than 10 % too high on average, a speed above 20 m/s at twice the spacing. Water that meets a wall throws a jet whose
# speed goes with the square root of what there are cells in it (core/mac/merge.c): so does the bound. The fastest, dam_break's
# film of 10.5 m/s and 8 cells at the ceiling, throws 21 to 27 m/s at its own spacing, by the numbers of its jitter.
# Runs of more than 300 000 particles are left out, and said so. As many scenes at once as there are cores, one thread each.
source "$(dirname "$0")/../lib.bash"

own_spacing() { echo 'print((require "laguna".load(arg[1])).spacing)' | lua5.4 - "$1" 2>err; }
most_of() { awk 'BEGIN { m = 0 } { if ($1 + 0 > m) m = $1 + 0 } END { print m }'; }
stat_of() { for ((w = 1; w <= worlds; w++)); do json out "worlds.$w.stats.$1"; done; }
below() { awk -v a="$1" -v b="$2" 'BEGIN { exit !(a + 0 < b + 0) }'; }
holds() { # holds NAME VALUE LIMIT
  if below "$2" "$3"; then pass "$1"; else fail "$1" "$2 is not below $3"; fi
}
run_scene() { "$laguna" run "$scene" --threads 1 --json "$@"; }

one_scene() { # one_scene FILE
  local scene=$1 name spacing worlds factor what set w
  name=$(basename "$scene" .lua)
  mkdir "$name" && cd "$name" || return
  spacing=$(own_spacing "$scene") || { fail "$name" "$(head -n 1 err)"; return; }
  run_scene --frames 1 >out 2>err || { fail "$name starts" "$(tail -n 1 err)"; return; }
  worlds=$(json out 'worlds.#')
  for factor in 2 1 0.5; do
    what="$name at $factor x its spacing"
    set=()
    for ((w = 1; w <= worlds; w++)); do
      set+=(--set "world$([ "$worlds" = 1 ] || echo $w).spacing=$(awk "BEGIN { print $spacing * $factor }")")
    done
    run_scene --frames 1 "${set[@]}" >out 2>err || { fail "$what starts" "$(tail -n 1 err)"; continue; }
    if [ "$(json out particles)" -gt 300000 ]; then skip "$what" "$(json out particles) particles"; continue; fi
    code "$what runs" 0 run_scene --frames 60 "${set[@]}"
    json out hash >/dev/null 2>&1 || continue
    holds "$what: the guard takes nothing" "$(stat_of guarded | most_of)" 0.5
    holds "$what: density" "$(stat_of density_error_mean | most_of)" 0.1
    holds "$what: speed" "$(stat_of max_speed | most_of)" "$(awk "BEGIN { print 20 * sqrt(2 / $factor) }")"
  done
}

for scene in "$root"/examples/scenes/*.lua; do
  while [ "$(jobs -rp | wc -l)" -ge "$(nproc)" ]; do wait -n; done
  one_scene "$scene" >"$(basename "$scene").log" &
done
wait
cat ./*.log
passed=$(cat ./*.log | grep '^ok ' | grep -vc '# skip')
failed=$(cat ./*.log | grep -c '^not ok ')
finish
