# Progress goes to stderr: a bar on a terminal, nothing in a short log.
source "$(dirname "$0")/../lib.bash"
command -v script >/dev/null || { fail "script(1) is needed" "it is in the package bsdutils"; finish; }

TERM=xterm script -qec "'$laguna' run '$scenes/drop.lua' --frames 30 >result" terminal </dev/null >/dev/null 2>&1
says "a bar is drawn" terminal '\[#+\.*\] +[0-9]+ %  frame [0-9]+/30  [0-9]+ particles  [0-9.]+ ms/frame  ETA [0-9]+:[0-9]{2}'
says "it ends at 100 %" terminal '100 %  frame 30/30'
true_that "in one line that is drawn over" test "$(tr -cd '\n' <terminal | wc -c)" -le 4
says "the result is on stdout alone" result '^hash: '
TERM=dumb script -qec "'$laguna' run '$scenes/drop.lua' --frames 5 >result" dumb </dev/null >/dev/null 2>&1
true_that "a dumb terminal gets no bar" bash -c "! grep -q $'\r\\[' dumb"
"$laguna" run "$scenes/drop.lua" --frames 5 >result 2>log
true_that "a log stays empty" test ! -s log
TERM=xterm script -qec "'$laguna' run '$scenes/hook_error.lua' --frames 30 >result" terminal </dev/null >/dev/null 2>&1
says "a message stands in a line of its own" terminal '(^|.\[K)laguna: .*hook_error.lua:6:'
finish
