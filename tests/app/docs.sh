# `laguna docs`: the committed reference and editor's types are those that the rows give now.
source "$(dirname "$0")/../lib.bash"

code "docs writes into a folder" 0 "$laguna" docs here/there
says "says how many files" out "^[0-9]+ files in here/there$"
committed=$(cd "$root/lua/laguna" && find reference types -type f | sort)
same "the files are those of lua/laguna" "$(cd here/there && find . -type f | sed 's#^\./##' | sort)" "$committed"
for file in $committed; do
  if cmp -s "here/there/$file" "$root/lua/laguna/$file"; then pass "lua/laguna/$file is fresh"
  else fail "lua/laguna/$file is stale: run 'build/laguna docs' and commit" "$(diff "$root/lua/laguna/$file" "here/there/$file" | head -5)"; fi
done
code "twice gives the same" 0 "$laguna" docs again
true_that "byte for byte" diff -r here/there again
code "without a folder it wants the sources: exit 2" 2 "$laguna" docs
says "and says so" err "no folder 'lua/laguna' here"
touch plain
code "a file in the way: exit 3" 3 "$laguna" docs plain/here
finish
