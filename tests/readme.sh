#!/bin/bash
# What the READMEs show is what works: the Lua block runs, the C block is hello.c, every file named is there.
source "$(dirname "$0")/lib.bash"

sed -n '/^```lua$/,/^```$/p' "$root/README.md" | grep -v '^```' >splash.lua
code "the ten lines of Lua run" 0 "$laguna" run splash.lua --frames 3
says "to a hash" out '^hash: [0-9a-f]{16,}$'
code "--set works on them as shown" 0 "$laguna" run splash.lua --frames 1 --set solver.viscosity=500
code "the kind they name is explained" 0 "$laguna" kinds emitter.volume

sed -n '/^int main/,/^}/p' "$root/examples/embed/hello.c" | sed '1d; $d; s/^  //' >hello.txt
sed -n '/^```c$/,/^```$/p' "$root/README.md" | grep -v '^```' >readme.txt
true_that "the C block is there" test -s readme.txt
same "and is the body of examples/embed/hello.c" "$(cat readme.txt)" "$(cat hello.txt)"

for f in $(grep -o '](\([a-z][^):]*\))' "$root/README.md" | tr -d '[]()' | sort -u); do
  true_that "README.md: $f is there" test -e "$root/$f"
done
for f in $(grep -oE '`(core|bind|picture|viewer|app|record|solver|collider|emitter|shape|field|joint|material|web)/[a-z_/]+\.[ch]`' "$root/src/README.md" "$root/src/CONTRIBUTING.md" -h | tr -d '`' | sort -u); do
  true_that "src/README.md: $f is there" test -f "$root/src/$f"
done

# src/README.md: the rooms of core/ know what the rows of tests/layers.sh let them know.
sed -nE 's#^core/([a-z]+) *:#\1#p' "$root/tests/layers.sh" | sed 's#core/##g; s/  */ /g; s/ *$//' >allowed
sed -n '/^base  /,/^```$/p' "$root/src/README.md" | grep -v '^```' |
  awk '{ name = substr($0, 1, 12); sub(/ +$/, "", name); knows = substr($0, 72)
         if (name == "") row[n] = row[n] " " knows; else row[++n] = name (knows == "" ? "" : " " knows) }
       END { for (i = 1; i <= n; i++) print row[i] }' >shown
same "src/README.md: rooms and what they know are the rows of tests/layers.sh" "$(cat shown)" "$(cat allowed)"

# src/README.md: what is asked most has one place, named in bold, and the name stands in that file.
grep -oE '\*\*[^*]*`[A-Za-z_]+` (in|of) `[a-z/_.]+`\*\*' "$root/src/README.md" | sed -E 's/.*`([A-Za-z_]+)`[^`]*`([a-z\/_.]+)`\*\*$/\1 \2/' >bold
while read -r name file; do
  true_that "src/README.md: $name stands in $file" grep -qw "$name" "$root/src/$file"
done <bold
same "src/README.md: what is asked most has five places" "$(wc -l <bold)" 5

# src/README.md: lines of what stays by hand, within a fifth.
while IFS='|' read -r _ what lines _; do
  measured=$(grep -oE '`[a-z]+/[a-z0-9_/.]*`' <<<"$what" | tr -d '`' | while read -r f; do
    [ -e "$root/src/$f" ] && f=$root/src/$f || f=$root/$f
    find "$f" -type f -exec cat {} +
  done | wc -l)
  [ $((5 * (measured > lines ? measured - lines : lines - measured))) -le "$measured" ] ||
    fail "src/README.md:$what" "has $measured lines, not $lines"
done < <(sed -n '/^| by hand/,/^$/p' "$root/src/README.md" | grep -E '\| [0-9]+ \|')
pass "src/README.md: what stays by hand is as long as it says"

# src/solver/README.md: what it prints of a file stands in it, however its lines are broken.
rows=0
while IFS='|' read -r _ paper _ file code _; do
  file=$(tr -d ' `' <<<"$file") code=$(sed -E 's/^ `(.*)` $/\1/' <<<"$code") rows=$((rows + 1))
  tr -s ' \n' ' ' <"$root/src/$file" | grep -qF -- "$code" || fail "src/solver/README.md:$paper" "$file has no line '$code'"
done < <(grep -E '\| `[a-z_/]+\.[ch]` \| `.*` \|$' "$root/src/solver/README.md")
true_that "src/solver/README.md: $rows lines of papers stand in their files" test "$rows" -gt 40

# tests/README.md: each file of src without a test of its name stands in the table, and the table names no other.
(cd "$root/src" && find . -name '*.c' | sed -E 's#^\./##; s#\.c$##; s#^(shape|solver|emitter|collider|joint|field|material)/\1_#\1/#') | sort >sources
(cd "$root/tests" && find . -name '*.c' -o -name '*.sh' | sed -E 's#^\./##; s#\.[a-z]*$##') | sort >mirrors
comm -23 sources mirrors >alone
sed -n '/unmirrored:/,/^$/s/^| `\([^`]*\)` |.*/\1/p' "$root/tests/README.md" | tr ' ' '\n' >named
while read -r f; do
  while read -r n; do [[ $f == $n ]] && continue 2; done <named
  fail "src/$f.c has a test of its name or stands in tests/README.md" "neither"
done <alone
while read -r n; do
  while read -r f; do [[ $f == $n ]] && continue 2; done <alone
  fail "tests/README.md: $n is a file without a test of its name" "there is none"
done <named
pass "tests/README.md says what stands for $(wc -l <alone) files"
for f in $(grep -oE '`[a-z_]+/[a-z_/]*\.(c|sh|lua)`' "$root/tests/README.md" | tr -d '`' | sort -u); do
  true_that "tests/README.md: $f is there" test -e "$root/tests/$f"
done
finish
