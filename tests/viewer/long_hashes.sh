# One scene, one hash: each scene of examples/ through 1, 2, 3 and 7 threads, each dispatch path, the picture, stock Lua, a
# checkpoint half-way and the window; and another compiler's build where there is one (LAGUNA_OTHER, or BUILD/clang).
# HASH_FRAMES frames of each (6), of the scenes HASH_SCENES (all); a case a scene, and a table at the end.
source "$(dirname "$0")/../lib.bash"
source "$root/tests/viewer/display.bash"
frames=${HASH_FRAMES:-6}
other=${LAGUNA_OTHER:-$(dirname "$laguna")/clang}/laguna
eval "$(make -s --no-print-directory -C "$root" BUILD="$(dirname "$laguna")" env)"
paths=()
for isa in sse2 avx2 avx512; do
  [ "$(LAGUNA_ISA=$isa "$laguna" --version | grep -c "$isa")" = 0 ] || paths+=($isa)
done

tried=0
declare -A agree
# is NAME HASH: of the scene at hand, by the way NAME
is() {
  tried=$((tried + 1))
  if [ -n "$2" ] && [ "$2" = "$want" ]; then agree[$1]=$((${agree[$1]:-0} + 1)); else wrong+=" $1=${2:-none}"; fi
}
of() { "$@" --frames "$frames" 2>>err | tail -n 1 | sed -n 's/^hash: //p'; }

cat >stock.lua <<'LUA'
local lg = require "laguna"
local worlds = { lg.load(arg[1]) }
for _ = 1, tonumber(arg[2]) do
  for _, w in ipairs(worlds) do w:step(1 / 60) end
end
print(#worlds == 1 and worlds[1]:hash() or "several")
LUA

# by_window SCENE: the window's own words at its end: $at frames, $seen is the hash there. A window that is closed in the
# middle of a step says neither: slow scenes get more time for a frame, then more for the last step before they pause.
by_window() {
  at= seen=
  for pause in 1 20 90; do
    "$laguna" "$1" --json >window.json 2>>err &
    await_window err
    xdotool windowfocus "$window" 2>/dev/null
    sleep $pause
    xdotool key space
    sleep $((pause / 3))
    kill -INT "$pid"
    wait "$pid"
    at=$(json window.json frames 2>/dev/null) && seen=$(json window.json hash)
    [ "${at:-0}" = 0 ] || return
  done
}

scenes=${HASH_SCENES:-$root/examples/scenes/*.lua $root/examples/physics/*.lua}
for scene in $scenes; do # unquoted: names of the project's own
  name=$(basename "$scene" .lua)
  wrong=
  : >err
  want=$(of "$laguna" run "$scene" --threads 1)
  for n in 2 3 7; do is "$n threads" "$(of "$laguna" run "$scene" --threads $n)"; done
  for isa in "${paths[@]}"; do is "$isa" "$(LAGUNA_ISA=$isa of "$laguna" run "$scene" --threads 2)"; done
  if [ -x "$other" ]; then
    for isa in "${paths[@]}"; do is "other compiler, $isa" "$(LAGUNA_ISA=$isa of "$other" run "$scene")"; done
  fi

  "$laguna" run "$scene" --frames $((frames / 2)) --save half.lgs >/dev/null 2>>err
  is "saved and taken up" "$(of "$laguna" run "$scene" --resume half.lgs)"
  "$laguna" render "$scene" --frames "$frames" --size 160x90 -o picture.png --json >picture.json 2>>err
  is "picture" "$(json picture.json hash)"
  stock=$(lua5.4 stock.lua "$scene" "$frames" 2>>err)
  [ "$stock" = several ] || is "stock Lua" "$stock"
  by_window "$scene"
  want=$("$laguna" run "$scene" --frames "$at" 2>>err | tail -n 1 | sed -n 's/^hash: //p')
  is window "$seen"
  if [ -z "$wrong" ]; then pass "$name: one hash"; else fail "$name" "not $want:$wrong $(head -c 300 err)"; fi
done

echo "# ${#agree[@]} ways, $tried runs:"
for way in "${!agree[@]}"; do echo "#   $way: ${agree[$way]} scenes"; done | sort
finish
