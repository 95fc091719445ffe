# The thread sanitizer (clang's) over what runs in threads: two worlds in two threads of a host, the team of a step under
# every solver, the window with its simulation while it is paused, stepped, taken back, dragged in, reloaded and closed.
# Libraries that are not instrumented (OpenMP's, SDL's) are left out of account.
source "$(dirname "$0")/../lib.bash"
if ! command -v clang >/dev/null; then skip "no race" "there is no clang"; finish; fi
source "$root/tests/viewer/display.bash"
build=$root/build/tsan
programs=(contract/threads core/base/team viewer/sim)
make -C "$root" -k -j"$(nproc)" BUILD=build/tsan CC=clang CFLAGS=-O1 ISAS=sse2 PANEL=0 SANITIZE=thread all \
  "${programs[@]/#/build/tsan/tests/}" >made 2>&1 || { fail "the build with the thread sanitizer" "$(tail -n 5 made)"; finish; }
export TSAN_OPTIONS="ignore_noninstrumented_modules=1 exitcode=66 log_path=$work/race"

no_race() { # no_race NAME CODE
  if [ "$2" != 0 ] || compgen -G "$work/race.*" >/dev/null; then fail "$1" "exit code $2: $(cat "$work"/race.* 2>/dev/null | head -n 60)"
  else pass "$1"; fi
  rm -f "$work"/race.*
}

for program in "${programs[@]}"; do
  (cd "$root" && timeout 1500 "$build/tests/$program") >out 2>&1
  no_race "$program" $?
done
for scene in scenes/dam_break scenes/wcsph_dam_break scenes/flip_tank_2d scenes/flash_bottle \
  scenes/jelly_snow_sand scenes/pillars scenes/pour scenes/floating_boxes scenes/oil_and_water; do
  timeout 600 "$build/laguna" run "$root/examples/$scene.lua" --frames 3 --threads 3 >out 2>&1
  no_race "three threads: $scene" $?
done

cp "$root/examples/scenes/floating_boxes.lua" scene.lua
"$build/laguna" scene.lua --threads 3 >err 2>&1 &
await_window err
xdotool windowfocus "$window" 2>/dev/null
sleep 3
for key in space period period ctrl+period shift+period comma Left Left Right space i h question question plus; do xdotool key "$key"; sleep 0.5; done
xdotool mousemove --window "$window" 500 400 mousedown 1 mousemove --window "$window" 600 300 mousemove --window "$window" 400 350 mouseup 1
sleep 1
sed 's/^return world/world.gravity = {0, -5}\n&/' scene.lua >edited.lua && mv edited.lua scene.lua
sleep 3
xdotool key r; sleep 2
xdotool key q; sleep 1; xdotool key q
for _ in $(seq 200); do kill -0 $pid 2>/dev/null || break; sleep 0.1; done
if kill -0 $pid 2>/dev/null; then fail "the window closes" "it still runs: $(tail -n 3 err)"; else wait $pid; no_race "the window" $?; fi
finish
