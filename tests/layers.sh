#!/bin/bash
# Who may know whom. The rule is stated once, in the table below, and every #include of src/ is held against it:
# one case a folder, then the words that the core must not say.
source "$(dirname "$0")/lib.bash"
cd "$root" || exit 1
result() { if [ -z "$2" ]; then pass "$1"; else fail "$1" "$(echo; echo "$2" | sed 's/^/# /')"; fi; } # result NAME OFFENDERS

public='laguna\.h|laguna_kind\.h'
small='core/(base|vec|simd)\.h'
theory='core/(base|vec|simd|step|kernel|neighbors|walls|sph(_[a-z]+)*|par|mac|poisson)\.h'
headers() { case $1 in # what the files of a folder may include with quotes
  core) echo "$public|core/[a-z0-9_]*\.h|kinds\.inc" ;;
  shape | material | emitter | collider | field) echo "$public|$small" ;;
  solver) echo "$public|$theory" ;;
  bind) echo "$public|bind/[a-z0-9_]*\.h|record/part\.h|lua\.inc" ;; # part.h: files that appear whole
  picture) echo "$public|picture/[a-z0-9_]*\.h" ;;
  record) echo "$public|record/[a-z0-9_]*\.h" ;;
  viewer) echo "$public|viewer/[a-z0-9_]*\.h|picture/[a-z0-9_]*\.h" ;;
  app) echo "$public|(app|bind|viewer|picture|record)/[a-z0-9_]*\.h" ;;
esac; }
c='assert|ctype|errno|float|inttypes|limits|locale|math|setjmp|signal|stdarg|stdatomic|stdbool|stddef|stdint|stdio|stdlib'
c="($c|string|strings|time)\.h"
posix='(unistd|fcntl|sys/[a-z]*|pthread|dirent|dlfcn|spawn|poll|immintrin|omp|sched|libgen)\.h'
libraries() { case $1 in # and which headers of others
  core) echo "$c|Random123/[a-z0-9_]*\.h|xxhash\.h|omp\.h|immintrin\.h|sched\.h|unistd\.h" ;;
  shape | material | emitter | collider | field | solver) echo "$c|immintrin\.h" ;;
  bind) echo "$c|$posix|(lua|lauxlib|lualib)\.h" ;;
  picture) echo "$c|ft2build\.h" ;;
  record) echo "$c|$posix|png\.h" ;;
  viewer) echo "$c|$posix|(SDL2/)?SDL[A-Za-z_]*\.h|imgui\.h|cmath|cstdio|cstdlib|cstring|new" ;; # C++ in panel.cpp
  app) echo "$c|$posix" ;;
esac; }

for folder in $(cd src && ls -d */ | tr -d /); do
  allowed=$(headers "$folder")
  [ -n "$allowed" ] || { result "src/$folder is a folder of the map" "src/$folder: no rule in tests/layers.sh"; continue; }
  result "includes of $folder" "$(grep -rnE '^ *# *include *"' "src/$folder" | grep -vE "include *\"($allowed)\"")"
  result "libraries of $folder" \
    "$(grep -rnE '^ *# *include *<' "src/$folder" | grep -vE "include *<($(libraries "$folder"))>")"
done
result "the public headers include only the standard" "$(grep -nE '^ *# *include' src/laguna.h src/laguna_kind.h |
  grep -vE '<(stdbool|stddef|stdint|initializer_list)(\.h)?>|"laguna\.h"')"

kinds='core shape material solver emitter collider field'
library=$(for k in $kinds; do echo "src/$k"; done)
result "the library prints nothing, opens no file, never exits" \
  "$(grep -rnwE '(v?f?printf|puts|putchar|perror|fopen|fwrite|fread|fputs|exit|_exit|abort|getchar|system) *\(' $library)"
result "OpenMP loops are in core/base/par.c alone" "$(grep -rnE '# *pragma +omp' src | grep -v '^src/core/par\.c:')"

named=$(for f in shape material solver emitter collider field; do
  for k in $(ls src/$f/${f}_*.c 2>/dev/null | sed "s#.*/${f}_##; s#\.c\$##"); do
    grep -rnE "\"$f\.$k\"|lg_kind_${f}_$k|LG_KIND\($f, *$k\)" src/core
  done
done)
result "the core names no kind" "$named"
finish
