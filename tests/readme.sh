#!/bin/bash
# What the READMEs show is what works: the Lua block runs, the C block is hello.c, every file named is there.
source "$(dirname "$0")/lib.bash"

sed -n '/^```lua$/,/^```$/p' "$root/README.md" | grep -v '^```' >splash.lua
code "the ten lines of Lua run" 0 "$laguna" run splash.lua --frames 3
says "to a hash" out '^hash: [0-9a-f]{16,}$'
code "--set works on them as shown" 0 "$laguna" run splash.lua --frames 1 --set solver.viscosity=5
code "the kind they name is explained" 0 "$laguna" kinds emitter.volume

sed -n '/^int main/,/^}/p' "$root/examples/embed/hello.c" | sed '1d; $d; s/^  //' >hello.txt
sed -n '/^```c$/,/^```$/p' "$root/README.md" | grep -v '^```' >readme.txt
true_that "the C block is there" test -s readme.txt
same "and is the body of examples/embed/hello.c" "$(cat readme.txt)" "$(cat hello.txt)"

for f in $(grep -o '](\([a-z][^):]*\))' "$root/README.md" | tr -d '[]()' | sort -u); do
  true_that "README.md: $f is there" test -e "$root/$f"
done
for f in $(grep -oE '`(core|bind|picture|viewer|app|record)/[a-z_]+\.[ch]`' "$root/src/README.md" | tr -d '`' | sort -u); do
  true_that "src/README.md: $f is there" test -f "$root/src/$f"
done
finish
