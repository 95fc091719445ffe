# Memory that cannot be had: a scene with a solver, a solid, a formula and sums over neighbours runs, is saved and
# exported, while one call after the other for memory fails, once or from there on. It ends with a sentence and an exit
# code of its own, or well and with the same hash; never with a signal, and never with half a file.
# FAULT_STEP: every so many calls (default 100; `make check`: 10).
source "$(dirname "$0")/../lib.bash"
step=${FAULT_STEP:-100}
if [ -n "$(nm -D "$laguna" 2>/dev/null | grep __asan_init)" ]; then
  skip "every call fails once" "a sanitizer has its own malloc"
  finish
fi
true_that "the library of failing calls builds" "${CC:-cc}" -shared -fPIC -O1 "$root/tests/shim/failing_malloc.c" -o failing.so
cat >scene.lua <<'EOF'
local lg = require "laguna"
local w = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1, solver = lg.solver.wcsph {} }
w:add(lg.emitter.volume { shape = lg.shape.box { max = {0.5, 0.5} } })
w:add(lg.collider.solid { shape = lg.shape.sphere { radius = 0.1 }, translation = {0.7, 0.1} })
w:add(lg.field.formula(function(p) return p.y, -p.x end))
w.particles:add_column("heat")
function w:before_step()
  self:update(function(p) p.heat = p:sum(function(q) return q.W end) end)
end
return w
EOF
export work laguna

one() ( # one CALL ON: what happens when that call fails (ON: and all behind it)
  folder=$work/$1-$2
  mkdir "$folder"
  cd "$folder" || exit 1
  timeout 60 env FAULT_AT="$1" FAULT_ON="$2" LD_PRELOAD="$work/failing.so" "$laguna" run ../scene.lua --frames 2 --threads 1 \
    --save x.lgs --export p.csv >said 2>&1
  echo "$?" >code
  ls >files
)
export -f one
FAULT_COUNT=$work/count one -1 whole
hash=$(hash_of "$work/-1-whole/said")
calls=$(cat count)
true_that "there are calls to fail" test "$calls" -gt 1000
for on in 0 1; do seq 0 "$step" "$calls" | sed "s/$/ $on/"; done | xargs -P "$(nproc)" -L1 bash -c 'one $0 $1'

wrong=0 tried=0 program_calls=$calls
for folder in "$work"/*-[01]; do
  tried=$((tried + 1))
  code=$(cat "$folder/code")
  said=$(tail -n 1 "$folder/said" | tr -d '\0')
  case $code in
    0) [ "$said" = "hash: $hash" ] ;;
    1 | 2 | 3 | 4) grep -aqE "memory|cannot (be )?(read|written|opened|save)" "$folder/said" ;;
    *) false ;;
  esac || { fail "call ${folder##*/}" "exit code $code: $(head -c 300 "$folder/said")"; wrong=1; }
  # whole files or none
  [ ! -e "$folder/x.lgs" ] || cmp -s "$folder/x.lgs" ./-1-whole/x.lgs || { fail "call ${folder##*/}" "another checkpoint"; wrong=1; }
  [ ! -e "$folder/p.csv" ] || cmp -s "$folder/p.csv" ./-1-whole/p.csv || { fail "call ${folder##*/}" "another export"; wrong=1; }
  [ "$(grep -cvE '^(code|files|said|x.lgs|p.csv)$' "$folder/files")" -le 0 ] || { fail "call ${folder##*/}" "left behind: $(tr '\n' ' ' <"$folder/files")"; wrong=1; }
done
same "none of them hurts" "$wrong" 0

# The same scene in stock Lua, whose allocator is not Laguna's.
eval "$(make -s -C "$root" BUILD="${LAGUNA_BUILD:-build}" env)"
cat >host.lua <<'EOF'
local w = dofile "scene.lua"
for _ = 1, 2 do w:step(1 / 60) end
print("hash: " .. w.hash)
EOF
host() { # host CALL ON
  timeout 60 env FAULT_AT="$1" FAULT_ON="$2" LD_PRELOAD="$work/failing.so" lua5.4 host.lua >"host-$1-$2" 2>&1
  echo "$?" >"host-$1-$2.code"
}
export -f host
FAULT_COUNT=$work/count host -1 whole
calls=$(cat count)
for on in 0 1; do seq 0 "$step" "$calls" | sed "s/$/ $on/"; done | xargs -P "$(nproc)" -L1 bash -c 'host $0 $1'
wrong=0
for said in host-*[01]; do
  tried=$((tried + 1))
  code=$(cat "$said.code")
  case $code in
    0) cmp -s "$said" host--1-whole ;;
    1) true ;; # Lua's own message, or what could be printed of it
    *) false ;;
  esac || { fail "in stock Lua, call $said" "exit code $code: $(head -c 300 "$said")"; wrong=1; }
done
same "nor in stock Lua" "$wrong" 0
echo "# allocations: $tried failed, in the program (of $program_calls calls) and in stock Lua (of $calls); $failed hurt"
finish
