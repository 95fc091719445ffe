# tests/run stops a suite by what it takes of the processor, not by the clock on the wall, and leaves nothing behind of it.
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
finish
