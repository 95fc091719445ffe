# tests/run stops a suite by what it takes of the processor, not by the clock on the wall, runs some beside each other, and
# leaves nothing behind of them.
source "$(dirname "$0")/lib.bash"
mkdir -p top/tests top/build
cp "$root/tests/run" top/tests/
cat >spin.bash <<'end'
spin() { # spin SECONDS: of the processor
  local ticks=0 rest
  while [ "$ticks" -lt "$(awk "BEGIN { print int($1 * $(getconf CLK_TCK)) }")" ]; do
    for _ in {1..20000}; do :; done
    read -r rest </proc/self/stat # of this shell: the file is opened by it
    ticks=$(awk '{ print $12 + $13 }' <<<"${rest##*) }")
  done
}
end

# runs BODY [NAME=VALUE...]: one suite that does this, under limits; what was said is in $work/out
runs() {
  { echo "source $work/spin.bash"; echo "$1"; } >top/tests/suite.sh
  env "${@:2}" bash top/tests/run build suite >out 2>&1
}

runs "sleep 4; echo ok a" TEST_SECONDS=1
says "a suite that waits has its time" out "^1 passed, 0 failed"
runs "spin 60; echo ok a" TEST_SECONDS=2
says "one that is busy for too long is stopped" out "^FAIL +suite"
says "with a sentence" out "stopped: it took more than 2 s of the processor$"
says "and counts" out "^0 passed, 1 failed"
runs "for i in 1 2 3 4 5 6 7 8 9; do (spin 0.7); done; sleep 2; echo ok a" TEST_SECONDS=4
says "what its children took before they ended is its own" out "stopped: it took more than 4 s of the processor$"
runs "sleep 1000; echo ok a" TEST_SECONDS=1 TEST_WALL=2
says "one that waits for ever is stopped, too" out "stopped: it took longer than 2 s$"
runs "sleep 1000 & echo \$! >$work/left; echo ok a"
says "one that leaves a process behind is not held against it" out "^1 passed, 0 failed"
same "but the process is ended" "$(awk '$3 != "Z"' "/proc/$(cat left)/stat" 2>/dev/null)" ""
runs 'kill -SEGV $$'
says "a signal is told by its number" out "died of signal 11$"
runs "exit 0"
says "without cases the exit code is one" out "^1 passed, 0 failed"

# ---- beside each other ----
wait_for() { for _ in $(seq 100); do [ -e "$1" ] && return; sleep 0.1; done; false; }
declare -f wait_for >>spin.bash
mkdir top/tests/pair
echo "source $work/spin.bash; touch $work/a; wait_for $work/b && echo ok a" >top/tests/pair/a.sh
echo "source $work/spin.bash; touch $work/b; wait_for $work/a && echo ok b" >top/tests/pair/b.sh
TEST_LANES=2 bash top/tests/run build pair >out 2>&1
says "two that wait for each other meet" out "^2 passed, 0 failed"

echo "echo \$\$ >$work/first; sleep 1000" >top/tests/suite.sh
bash top/tests/run build suite >out 2>&1 &
pid=$!
wait_for first
kill $pid
wait $pid 2>/dev/null
same "a runner that is ended ends its suite" "$(awk '$3 != "Z"' "/proc/$(cat first)/stat" 2>/dev/null)" ""
finish
