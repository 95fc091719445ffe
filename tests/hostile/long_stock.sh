# The hostile corpus in stock Lua, but for what only a budget ends or only the sandbox holds: it ends with a message of
# Lua's or well, never with a signal.
source "$(dirname "$0")/../lib.bash"
eval "$(make -s -C "$root" BUILD="${LAGUNA_BUILD:-build}" env)"
lua5.4 "$root/tests/hostile/corpus.lua" . || exit 1
cat >driver.lua <<'end'
local lg = require "laguna"
local worlds = { lg.load(arg[1]) }
for _, world in ipairs(worlds) do world:step(1 / 60) end
end

one() { timeout 300 lua5.4 driver.lua "$1.lua" >"$1.said" 2>&1 </dev/null; echo $? >"$1.code"; }
export -f one
awk -F'\t' '$4 == "free" { print $1 }' list >free
xargs -P "$(nproc)" -I{} bash -c 'one {}' <free
while read -r name; do
  if [[ $(cat "$name.code") == [01] ]]; then pass "$name"; else fail "$name" "exit code $(cat "$name.code"): $(head -c 400 "$name.said")"; fi
done <free
echo "# hostile scenes in stock Lua: $(wc -l <free) tried, $passed stopped"
finish
