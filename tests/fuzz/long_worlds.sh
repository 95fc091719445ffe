# Random worlds (world.c): FUZZ_TURNS variations of each of the corpus (60), and the same hashes by each dispatch path.
source "$(dirname "$0")/../lib.bash"
export FUZZ_TURNS=${FUZZ_TURNS:-60} FUZZ_HASHES=1
worlds=$(dirname "$laguna")/tests/fuzz/world
for isa in sse2 avx2 avx512; do
  [[ $(LAGUNA_ISA=$isa "$laguna" --version) == *$isa* ]] || continue
  code "random worlds hold what they promise, $isa" 0 env -C "$root" LAGUNA_ISA=$isa "$worlds"
  grep -E '^(went|refused) ' out >$isa
  [ -s first ] || cp $isa first
  true_that "$(wc -l <$isa) worlds, the bits of the other paths, $isa" cmp first $isa
done
echo "# random worlds: $(wc -l <first) on each of $(ls sse2 avx2 avx512 2>/dev/null | wc -w) paths, $failed failures"
finish
