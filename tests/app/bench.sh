# `laguna bench`: the table and its JSON, on a small scene so that the test is short.
source "$(dirname "$0")/../lib.bash"

code "a scene" 0 "$laguna" bench "$scenes/drop.lua" --threads 1
says "gives ns per particle and step" out "particles +1 thread +(sse2|avx2|avx512|portable) .*[0-9]+\.[0-9] ns/particle/step"
for stage in emit push solve stop guard; do says "stage $stage" out "^    $stage +[0-9.]+$"; done
says "memory" out "^    bytes a particle +[1-9][0-9]+$"
code "a built-in set-up as JSON" 0 "$laguna" bench dam_2d_10k --threads 2 --json
same "has 10 000 particles" "$(json out benchmarks.1.particles)" 10000
same "two threads" "$(json out benchmarks.1.threads)" 2
true_that "a path" json out benchmarks.1.path
true_that "and a positive time" awk "BEGIN { exit !($(json out benchmarks.1.ns_per_particle_step) > 0) }"
true_that "which is at least 8 columns" awk "BEGIN { exit !($(json out benchmarks.1.bytes_per_particle) > 64) }"
code "a solver that iterates" 0 "$laguna" bench pbf_2d_10k --threads 1 --json
same "five iterations" "$(json out benchmarks.1.iterations_per_step)" 5
true_that "each of which takes time" awk "BEGIN { exit !($(json out benchmarks.1.ns_per_particle_iteration) > 1) }"
code "an unknown name: exit 2" 2 "$laguna" bench dam_2d_11k
one_sentence "in one sentence" err
says "with the nearest" err "did you mean 'dam_2d_10k'"
finish
