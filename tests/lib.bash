# lib.bash - what the shell tests share. Source it first and call `finish` last: it prints "N passed, N failed".
# Each check prints "ok NAME", "not ok NAME" with what was seen, or "ok NAME # skip WHY".
set -u
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
laguna=${LAGUNA_BUILD:-$root/build}/laguna
scenes=$root/tests/app/scenes
work=$(mktemp -d --tmpdir laguna-test.XXXXXX)
passed=0
failed=0
children=()                      # pids that must not outlive the test
trap 'for p in "${children[@]:-}"; do [ -n "$p" ] && kill "$p" 2>/dev/null; done; rm -rf "$work"' EXIT
cd "$work" || exit 1

pass() { passed=$((passed + 1)); echo "ok $1"; }
fail() { failed=$((failed + 1)); echo "not ok $1: ${2:-}"; }
skip() { echo "ok $1 # skip $2"; }
finish() { echo "$passed passed, $failed failed"; [ "$failed" -eq 0 ]; exit; }

# code NAME WANT COMMAND...: the exit code; stdout and stderr are kept in $work/out and $work/err
code() {
  local name=$1 want=$2 got
  shift 2
  "$@" >out 2>err </dev/null
  got=$?
  if [ "$got" -eq "$want" ]; then pass "$name"; else fail "$name" "exit code $got, not $want: $(head -c 400 err)"; fi
}
# says NAME FILE REGEX: a line of the file matches the extended regular expression
says() { if grep -Eq -- "$3" "$2"; then pass "$1"; else fail "$1" "no line like /$3/ in: $(head -c 400 "$2")"; fi; }
# same NAME A B, differs NAME A B
same() { if [ "$2" = "$3" ]; then pass "$1"; else fail "$1" "'$2' is not '$3'"; fi; }
differs() { if [ "$2" != "$3" ]; then pass "$1"; else fail "$1" "both are '$2'"; fi; }
# true_that NAME COMMAND...
true_that() { local name=$1; shift; if "$@" >/dev/null 2>&1; then pass "$name"; else fail "$name" "$*"; fi; }
# one_sentence NAME FILE: exactly one line, and it does not look like a crash
one_sentence() {
  local n
  n=$(wc -l <"$2")
  if [ "$n" -eq 1 ]; then pass "$1"; else fail "$1" "$n lines: $(head -c 400 "$2")"; fi
}
# json FILE PATH...: prints the value at a path such as worlds.1.hash; fails unless the file is one strict JSON value
json() { lua5.4 "$root/tests/json.lua" "$@"; }
hash_of() { tail -n 1 "$1" | sed -n 's/^hash: \([0-9a-f]\{16,\}\)$/\1/p'; }
