# Lines of C and C++ end at 100 columns: clang-format sees to the code, and leaves comments as they are.
source "$(dirname "$0")/lib.bash"
cd "$root" || exit 1
long=$(find src tests -name '*.[ch]' -o -name '*.cpp' | LC_ALL=C.UTF-8 xargs grep -nE '^.{101,}' /dev/null)
if [ -z "$long" ]; then pass "no line is longer"; else fail "no line is longer" "$(echo; echo "$long" | cut -c1-120 | sed 's/^/# /')"; fi
finish
