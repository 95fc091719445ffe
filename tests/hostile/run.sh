# The hostile corpus in the program: every scene of corpus.lua ends by itself, with one of its exit codes, says what it
# must, and takes no more processor time than its budget allows. HOSTILE_BUDGET=load=2,hook=1000 HOSTILE_MS=60000 for
# builds that are slow (sanitizers); what a sanitizer finds is an exit code that no scene has.
source "$(dirname "$0")/../lib.bash"
export laguna root HOSTILE_BUDGET=${HOSTILE_BUDGET:-load=0.1,hook=50,memory=48}
allowed=${HOSTILE_MS:-450} # ms: the budgets of load and hooks, 0.1 s to stop, 0.1 s for the program itself
mkdir scenes outside
echo 'return "secret"' >outside/secret.lua
cd scenes || exit 1
lua5.4 "$root/tests/hostile/corpus.lua" . || exit 1
ln -s ../outside/secret.lua link.lua && ln -s ../outside linked && mkfifo pipe.lua || exit 1

one() { # one NAME: runs it; NAME.code, NAME.said and NAME.time tell
  TIMEFORMAT='%3U %3S'
  { time timeout 300 "$laguna" check "$1.lua" --threads 1 --budget "$HOSTILE_BUDGET" >"$1.said" 2>&1 </dev/null; } 2>"$1.time"
  echo $? >"$1.code"
}
export -f one
cut -f1 list | xargs -P "$(nproc)" -I{} bash -c 'one {}'

slowest=0
while IFS=$'\t' read -r name exits says kind; do
  got=$(cat "$name.code")
  read -r user system <"$name.time"
  ms=$((10#${user/./} + 10#${system/./}))
  if [[ ${#got} != 1 || $exits != *$got* ]]; then fail "$name" "exit code $got, not one of $exits: $(head -c 400 "$name.said")"
  elif ! grep -aEq -- "$says" "$name.said"; then fail "$name" "no line like /$says/ in: $(head -c 400 "$name.said")"
  elif [ "$kind" = guarded ] && [ $ms -gt "$allowed" ]; then fail "$name" "it took $ms ms of processor time"
  else pass "$name"; fi
  [ "$kind" = guarded ] && [ $ms -gt $slowest ] && slowest=$ms
done <list
true_that "the corpus has 260 scenes and more" test "$(wc -l <list)" -ge 260
true_that "nothing was written outside" test ! -e ../outside.lgs -a ! -e ../a.lgs
echo "# hostile scenes: $(wc -l <list) tried, $((passed - 2)) stopped; the slowest of those that only a budget ends took $slowest of $allowed ms"
finish
