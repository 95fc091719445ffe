#!/bin/bash
# What the libraries show to the linker: the prefix lg_ and nothing else, no global state, no Lua, no window.
source "$(dirname "$0")/lib.bash"
cd "$root" || exit 1
result() { if [ -z "$2" ]; then pass "$1"; else fail "$1" "$(echo; echo "$2" | sed 's/^/# /')"; fi; } # result NAME OFFENDERS
build=${LAGUNA_BUILD:-$root/build}
defined() { nm "$@" --defined-only 2>/dev/null | awk 'NF == 3 { print $3 }' | sort -u; }

result "liblaguna.a defines symbols" "$([ "$(defined -g "$build/liblaguna.a" | wc -l)" -gt 20 ] || echo "fewer than 20: nm failed?")"
result "every symbol of liblaguna.a begins with lg_" "$(defined -g "$build/liblaguna.a" | grep -v '^lg_')"
result "every symbol of the program's own objects begins with lg_ or luaopen_laguna_" \
  "$(defined -g "$build/parts.a" | grep -vE '^(lg_|luaopen_laguna_|main$|_Z)')" # _Z: what C++ headers put into panel.o
installed="src/laguna.h src/laguna_kind.h src/laguna_solver.h $(${CC:-gcc} -std=c17 -Isrc -MM src/laguna_solver.h | grep -o 'src/core/[a-z/_0-9]*\.h' | tr '\n' ' ')"
result "liblaguna.so exports what the installed headers declare" "$(comm -23 <(defined -D "$build/liblaguna.so" |
  sed -E 's/_(sse2|avx2|avx512|portable)$//' | sort -u) <(grep -ohE '\blg_[a-z0-9_]+' $installed | sort -u))"
result "no installed header shows what the world is made of" "$(echo "$installed" | tr ' ' '\n' | grep -x 'src/core/base/world.h')"
result "core.so exports luaopen_laguna_core alone" "$(defined -D "$build/lua/laguna/core.so" | grep -vx 'luaopen_laguna_core')"
result "core.so exports luaopen_laguna_core" \
  "$(defined -D "$build/lua/laguna/core.so" | grep -qx 'luaopen_laguna_core' || echo "it does not")"
needed() { readelf -d "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p'; }
result "core.so brings no Lua of its own" "$(needed "$build/lua/laguna/core.so" | grep -i lua)"
result "liblaguna.so needs the C library and OpenMP alone" \
  "$(needed "$build/liblaguna.so" | grep -vE '^(libc|libm|libgomp|libomp|libpthread|ld-linux.*)\.so')"

# Variables in writable sections; tables of constants that hold pointers are relocated, then read only (.data.rel.ro). Two
# exceptions are made before the first world and constant ever after: the choice of a dispatch path (base/isa.c) and the kinds from
# outside (param/kind.c). Two only grow, under a lock: the kinds of scripts and their texts, to which panels and statistics point
# (param/script_kind.c, base/keep.c). A thread has its team of helpers (base/team.c).
writable=$(objdump -t "$build/liblaguna.a" | awk '/file format/ { file = $1 }
  / O / && $(NF - 2) ~ /^(\.(bss|data|tbss|tdata)|\*COM\*)/ && $(NF - 2) !~ /rel\.ro/ { print file, $NF }' |
  grep -vE '^(isa\.o: chosen|kind\.o: registered|script_kind\.o: made|keep\.o: all|team\.o: (once|of_thread|teams|teams_lock|own|member|working))$')
result "the library has no global state" "$writable"
finish
