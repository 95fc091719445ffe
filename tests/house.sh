# How large functions and files may be (src/CONTRIBUTING.md, Style), as tests/bench/house.lua measures them: no function of C has
# more than 40 lines, one of more than ten has paragraphs, and a file of more than 400 lines says in its head why it is that long.
source "$(dirname "$0")/lib.bash"
cd "$root" || exit 1
lua5.4 tests/bench/house.lua --outliers >"$work/outliers"
lua5.4 tests/bench/house.lua >"$work/table"
true_that "tests/bench/house.lua measures all of src" grep -qE '^\| \*\*all\*\* \| [0-9]{3,} ' "$work/table"
none() { # none NAME PATTERN
  local found
  found=$(grep -E "$2" "$work/outliers")
  if [ -z "$found" ]; then pass "$1"; else fail "$1" "$(echo; echo "$found" | sed 's/^/# /')"; fi
}
none "no function has more than 40 lines" ': a function of [0-9]+ lines$'
none "functions of more than ten lines have paragraphs" ' lines without a paragraph$'
none "paragraphs of functions of 20 lines or more are led by comments" ' lines without a comment$'
grep -oE '^[^:|]+: [0-9]+ lines$' "$work/outliers" | cut -d: -f1 >"$work/long"
while read -r f; do
  true_that "$f is over 400 lines and says why" grep -qE '\b[Ll]ong(er)?\b.*(, as|than a kind)|All of it is one header|the one header' \
    <(sed -n '1,/^[^-/ *]/p' "$f" | tr '\n' ' ' | tr -s ' ')
done <"$work/long"
finish
