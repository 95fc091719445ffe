#!/bin/bash
# A scene without --trust writes below its folder only: by no absolute path, no .., no link; while it loads and in hooks.
source "$(dirname "$0")/lib.bash"
top=$work
mkdir -p "$top/in/sub" "$top/out"
ln -s ../out "$top/in/dir"
ln -s ../out/file.lgs "$top/in/file.lgs"
ln -s ../../out "$top/in/sub/deep"
mkfifo "$top/in/pipe.lgs"

# run HOOK STATEMENT [OPTION...]: one scene whose HOOK ("load" is on_load, "" the file itself) does STATEMENT
run() {
  local body="$2"
  [ -n "$1" ] && body="world.$1 = function() $2 end"
  printf '%s\n' 'local lg = require "laguna"' \
    'local function new() return lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 } end' \
    'local world = new()' "$body" 'return world' >"$top/in/s.lua"
  timeout 20 "$laguna" run "$top/in/s.lua" --frames 1 "${@:3}" 2>&1
}

for hook in '' on_load after_step; do
  for path in "$top/out/a.lgs" ../out/a.lgs dir/a.lgs file.lgs sub/deep/a.lgs pipe.lgs; do
    told=$(run "$hook" "new():save '$path'")
    name="${hook:-file}: save ${path#"$top"}"
    if [[ $told == *"is outside the scene's folder"* && -z $(ls "$top/out") ]]; then pass "$name"
    else fail "$name" "$told"; fi
    rm -f "$top"/out/*
  done
  run "$hook" "new():save 'sub/own.lgs'" >told
  if [ -s "$top/in/sub/own.lgs" ]; then pass "${hook:-file}: saves below"; else fail "saves below" "$(cat told)"; fi
  rm -f "$top/in/sub/own.lgs"
  told=$(run "$hook" "lg.plugin 'none.so'")
  if [[ $told == *"is machine code"* ]]; then pass "${hook:-file}: plugin"; else fail "${hook:-file}: plugin" "$told"; fi
done

run '' "new():save '$top/out/a.lgs'" --trust >/dev/null
if [ -s "$top/out/a.lgs" ]; then pass "--trust lifts it"; else fail "--trust lifts it"; fi
finish
