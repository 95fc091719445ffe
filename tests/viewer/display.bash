# display.bash - a display (Xvfb) for the tests of the window. Source it behind lib.bash: the program's window opens there.
for tool in Xvfb xdotool import compare; do
  command -v $tool >/dev/null || { fail "$tool is needed" "'make test' installs it"; finish; }
done
exec 3<>display
Xvfb -displayfd 3 -screen 0 1300x760x24 -nolisten tcp -noreset >xvfb.log 2>&1 &
children+=($!)
for _ in $(seq 400); do grep -q . display && break; sleep 0.05; done
grep -q . display || { fail "Xvfb starts" "$(head -c 400 xvfb.log)"; finish; }
export DISPLAY=:$(head -n 1 display)
export ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0 # in a build with sanitizers: the display's libraries leak
export XDG_STATE_HOME=/dev/null # each window opens as the first one: where the last one was cannot be noted
unset WAYLAND_DISPLAY SDL_VIDEODRIVER SDL_RENDER_DRIVER XAUTHORITY

# await_window FILE: of the program that was started last ($!), which writes its trouble to FILE: $pid, $window
await_window() {
  pid=$!
  children+=($pid)
  window= before=
  for _ in $(seq 200); do
    window=$(xdotool search --onlyvisible --pid $pid --name Laguna 2>/dev/null | head -n 1)
    [ -n "$window" ] && [ "$window" = "$before" ] && return
    before=$window # SDL opens another one if the first cannot be drawn in: the one that stays
    sleep 0.1
  done
  fail "a window opens" "none: $(head -c 400 "$1")"
  finish
}

# screenshot FILE: of $window; without a limit 'import' waits for ever for a click when the window has gone
screenshot() { timeout 20 import -silent -window "$window" "$1"; }
