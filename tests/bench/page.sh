#!/bin/bash
# The page beside the native program, one thread each: steps/s and ms a frame in headless Chromium, of SSE2 by gcc and by clang; the
# page's size and the time to its first picture. Run by hand in the top folder, after make web:
#   tests/bench/page.sh [SECONDS]          (2 of each scene in the page)
# Times are the processor's, of as many frames behind the first one, which loads, the least of three runs: other programs take little
# of it. A hash that is not the page's has a "!". Builds the program by clang into $LAGUNA_BUILD/clang; needs npm's puppeteer-core.
cd "$(dirname "$0")/../.." || exit 1
build=${LAGUNA_BUILD:-$PWD/build}
page=$build/web/laguna.html
[ -f "$page" ] && [ -x "$build/laguna" ] || { echo "page.sh: run make web first" >&2; exit 1; }
make -s -j2 BUILD="${build#"$PWD"/}/clang" CC=clang ISAS=sse2 PANEL=0 "${build#"$PWD"/}/clang/laguna" >/dev/null || exit 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cp tests/bench/page.mjs tests/web/browser.mjs "$work" && npm install --silent --no-audit --no-fund --prefix "$work" puppeteer-core || exit 1

# The dam break of examples/scenes with other solvers.
scenes=(flash_bottle slosh flip_tank_2d dam_break)
for name in "${scenes[@]}"; do cp "examples/scenes/$name.lua" "$work"; done
for solver in wcsph pbf dfsph; do
  sed "s/lg.solver.flip *{[^}]*}/lg.solver.$solver {}/" examples/scenes/dam_break.lua >"$work/dam_break_$solver.lua"
  scenes+=("dam_break_$solver")
done

# seconds BUILD SCENE: of the processor, behind the first frame; $hash
processor() { local TIMEFORMAT='%U %S'; { time LAGUNA_ISA=sse2 "$@" >"$work/out" 2>/dev/null; } 2>&1 | awk '{ print $1 + $2 }'; }
least() { for _ in 1 2 3; do processor "$@"; done | sort -g | head -n 1; }
seconds() {
  local first all
  first=$(least "$1/laguna" run "$work/$2.lua" --threads 1 --frames 1)
  all=$(least "$1/laguna" run "$work/$2.lua" --threads 1 --frames $((frames + 1)))
  hash=$(sed -n 's/^hash: //p' "$work/out")
  awk "BEGIN { print $all - $first }" >"$work/seconds"
}

CHROMIUM=${CHROMIUM:-$(command -v chromium)} node "$work/page.mjs" "$page" "$work" "${1:-2}" "${scenes[@]}" >"$work/page" &
echo "$(stat -c %s "$page") bytes"
wait $! || exit 1
grep '^#' "$work/page"
printf '%-18s %21s %21s %21s %15s\n' '' 'Chromium' 'gcc SSE2' 'clang SSE2' 'page : clang'
while read -r name frames steps seconds wanted; do
  row=$(printf '%-18s' "$name")
  for one in page "$build" "$build/clang"; do
    hash=$wanted
    if [ "$one" = page ]; then echo "$seconds" >"$work/seconds"; else seconds "$one" "$name"; fi
    row+=$(awk -v n="$steps" -v f="$frames" '{ t = $1 > 0.001 ? $1 : 0.001; printf " %7.0f/s %8.1f ms", n / t, 1e3 * t / f }' "$work/seconds")
    [ "$hash" = "$wanted" ] || row+="!"
  done
  echo "$row $(awk -v p="$seconds" '{ printf "%14.2f", p / ($1 > 0.001 ? $1 : 0.001) }' "$work/seconds")"
done < <(grep -v '^#' "$work/page")
