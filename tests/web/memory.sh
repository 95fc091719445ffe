#!/bin/bash
# src/web/memory.c, compiled as the page's is, run by node.
source "$(dirname "$0")/../lib.bash"
for tool in emcc node; do
  command -v $tool >/dev/null || { skip "the page's memory functions" "there is no $tool"; finish; }
done
echo "#include \"$root/tests/web/lengths.h\"" >lengths.c
NODE_PATH=/usr/share/nodejs emcc -Os -fno-builtin -msimd128 -sSINGLE_FILE=1 lengths.c "$root/src/web/memory.c" -o memory.js >log 2>&1 ||
  fail "they compile" "$(tail -n 3 log)"
node memory.js >out 2>&1
same "copying, filling and comparing are those of the C library" "$(tail -n 1 out)" "all lengths"
finish
