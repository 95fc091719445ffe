# Coverage-guided fuzzing of every target of tests/fuzz, FUZZ_SECONDS each (60), from the committed corpus; what breaks a
# target is shown, and lies in FUZZ_KEEP if that is set. Needs clang and its libFuzzer.
source "$(dirname "$0")/../lib.bash"
cd "$root" || exit 1
seconds=${FUZZ_SECONDS:-60}
keep=${FUZZ_KEEP:-$work}
if ! make fuzz BUILD=build >"$work/build" 2>&1; then
  fail "the fuzzers build" "$(tail -n 5 "$work/build")"
  echo "# fuzz: $executions executions in $seconds s for each of $(wc -w <<<"$targets") targets, $broken crashed"
finish
fi

one() { # one NAME
  mkdir -p "$keep/$1"
  "build/fuzz/tests/fuzz/$1" -max_total_time="$seconds" -timeout=60 -rss_limit_mb=4096 -max_len=4096 \
    -artifact_prefix="$keep/$1-" "$keep/$1" "tests/fuzz/corpus/$1" >"$work/$1.log" 2>&1
  echo $? >"$work/$1.code"
}
export -f one
export seconds keep work
targets=$(cd tests/fuzz && ls ./*.c | sed 's/^\.\/\(.*\)\.c$/\1/')
xargs -P "$(nproc)" -I{} bash -c 'one {}' <<<"$targets"
executions=0 broken=0
for name in $targets; do
  runs=$(sed -n 's/^Done \([0-9]*\) runs.*/\1/p' "$work/$name.log")
  executions=$((executions + ${runs:-0}))
  [ "$(cat "$work/$name.code")" = 0 ] || broken=$((broken + 1))
  if [ "$(cat "$work/$name.code")" = 0 ]; then pass "$name: $runs inputs"
  else fail "$name" "$(grep -vE '^#[0-9]|^laguna: ' "$work/$name.log" | tail -n 60)"; fi
done
echo "# fuzz: $executions executions in $seconds s for each of $(wc -w <<<"$targets") targets, $broken crashed"
finish
