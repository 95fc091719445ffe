# How long lines may be: C and C++ 100 columns (clang-format sees to the code, and leaves comments as they are); Lua, as
# luacheck asks (.luacheckrc), and JavaScript 130.
source "$(dirname "$0")/lib.bash"
cd "$root" || exit 1
limit() { # limit COLUMNS NAME FILE...
  local long
  long=$(LC_ALL=C.UTF-8 grep -nE "^.{$(($1 + 1)),}" /dev/null "${@:3}")
  if [ -z "$long" ]; then pass "no line of $2 is longer than $1"
  else fail "no line of $2 is longer than $1" "$(echo; echo "$long" | cut -c1-150 | sed 's/^/# /')"; fi
}
files() { find "${@:2}" -name "$1" -not -path '*/laguna/types/*'; }
mapfile -t c < <(files '*.[ch]' src tests examples; files '*.cpp' src)
mapfile -t lua < <(files '*.lua' lua src examples tests/lua)
mapfile -t js < <(files '*.js' src tests)
limit 100 C "${c[@]}"
limit "$(sed -n 's/^max_line_length = //p' .luacheckrc)" Lua "${lua[@]}"
limit 130 JavaScript "${js[@]}"
finish
