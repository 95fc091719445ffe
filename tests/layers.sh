#!/bin/bash
# Who may know whom. Rooms are the folders that hold code: those of src/, and inside core/ and bind/ their own folders. The tables
# below say what each may include, and of which libraries; every #include of src/ is held against them, and every symbol that an
# object file of the build asks another room for. A room names only rooms above its own row, so that there can be no circle.
# Kinds name no room: they have the public headers, and of the core what laguna_solver.h includes, as kinds from outside do.
source "$(dirname "$0")/lib.bash"
cd "$root" || exit 1
result() { if [ -z "$2" ]; then pass "$1"; else fail "$1" "$(echo; echo "$2" | sed 's/^/# /')"; fi; } # result NAME OFFENDERS
build=${LAGUNA_BUILD:-$root/build}

public='laguna.h laguna_kind.h laguna_solver.h'
families='shape|material|emitter|collider|joint|field|solver'
rooms='
core/base       :
core/param      : core/base
core/particles  : core/base
core/poisson    : core/base
core/object     : core/base core/param core/particles
core/walls      : core/base core/particles core/object
core/formula    : core/base core/param core/particles core/object core/walls
core/mesh       : core/base core/param
core/body       : core/base core/particles core/object core/walls
core/sph        : core/base core/particles core/walls core/body
core/mac        : core/base core/particles core/poisson core/object core/walls core/body
core/surface    : core/base core/particles core/object
core/mpm        : core/base core/particles core/poisson core/formula core/walls core/body
core/measure    : core/base core/param core/particles core/object core/body core/surface
core/state      : core/base core/param core/particles core/object core/body core/measure
core/step       : core/base core/param core/particles core/object core/formula core/mesh core/walls core/body core/sph core/measure core/state
shape           :
material        :
emitter         :
collider        :
joint           :
field           :
solver          :
picture         :
record          : picture/hulls.h
bind            :
bind/lib        : bind
bind/guard      : bind bind/lib
bind/trace      : bind bind/lib bind/guard
bind/object     : bind bind/lib bind/guard bind/trace record/part.h record/png_read.h
bind/scene      : bind bind/guard bind/trace bind/object
viewer          : picture
app             : bind picture record viewer
web             : picture viewer app record/png_read.h
web/include     :
web/page        :
'
c='assert|ctype|errno|float|inttypes|limits|locale|math|setjmp|signal|stdarg|stdatomic|stdbool|stddef|stdint|stdio|stdlib'
c="($c|string|strings|time)\.h"
posix='(glob|unistd|fcntl|sys/[a-z]*|pthread|dirent|dlfcn|spawn|poll|immintrin|omp|sched|libgen)\.h'
libraries() { case $1 in # which headers of others
  core/*) echo "$c|pthread\.h|stdalign\.h|Random123/[a-z0-9_]*\.h|xxhash\.h|omp\.h|(imm|wasm_sim)[a-z0-9_]*\.h|sched\.h|unistd\.h" ;;
  shape | material | emitter | collider | joint | field | solver) echo "$c|immintrin\.h" ;;
  bind*) echo "$c|$posix|(lua|lauxlib|lualib)\.h" ;;
  picture) echo "$c|threads\.h|wasm_simd128\.h|ft2build\.h|fontconfig/fontconfig\.h" ;;
  record) echo "$c|$posix|png\.h" ;;
  viewer) echo "$c|$posix|(SDL2/)?SDL[A-Za-z_]*\.h|imgui\.h|cmath|cstdio|cstdlib|cstring|new" ;; # C++ in panel*.cpp
  app) echo "$c|$posix|zlib\.h" ;;
  web*) echo "$c|emscripten\.h|stb_image\.h|wasm_simd128\.h" ;;
esac; }

# ---- the rows themselves: every folder has one, and names none below it ----
echo "$rooms" | sed '/^$/d; s/ *: */ /; s/ *$//' >"$work/rooms"
have=$(cd src && find . -mindepth 2 -type f | sed 's#^\./##; s#/[^/]*$##')
result "every folder of src is a row of tests/layers.sh" \
  "$(comm -3 <(echo "$have" | sort -u) <(cut -d' ' -f1 "$work/rooms" | sort -u))"
result "no row names a room below it: there is no circle" \
  "$(awk '{ for (i = 2; i <= NF; i++) if (!($i in seen) && $i !~ /\.h$/) print $1 " names " $i; seen[$1] }' "$work/rooms")"

# ---- includes ----
includes_of() { # those of $files whose name begins so; a macro's name, too, is none that a row allows
  grep -nHE '^[[:space:]]*#[[:space:]]*include[[:space:]]*'"$1" $files | tr '\t' ' '
}
while read -r room allowed; do
  pattern="$(for h in $public; do printf '%s|' "${h//./\\.}"; done)$room/[a-z0-9_]*\.h"
  for r in $allowed; do
    case $r in *.h) pattern+="|${r//./\\.}" ;; *) pattern+="|$r/[a-z0-9_]*\.h" ;; esac
  done
  case $room in core/base | picture) pattern+='|isas\.inc' ;; core/param) pattern+='|kinds\.inc' ;; bind/scene) pattern+='|lua\.inc' ;; esac
  files=$(find "src/$room" -maxdepth 1 -type f)
  result "includes of $room" "$(includes_of '[^<[:space:]]' | grep -vE "include *(\"($pattern)\"|FT_FREETYPE_H\$)")"
  result "libraries of $room" "$(includes_of '<' | grep -vE "include *<($(libraries "$room"))>")"
done <"$work/rooms"
result "the public headers include only the standard" "$(grep -nE '^ *# *include' src/laguna.h src/laguna_kind.h |
  grep -vE '<(stdbool|stddef|stdint|initializer_list)(\.h)?>|"laguna\.h"')"

# ---- links: who defines what another room's object asks for; rooms see what their rooms see (inline functions call on) ----
# What the public headers declare anybody may call but the rooms of core; kinds, what laguna_solver.h includes or their row names,
# too. The table of kinds (lg_kind_...) is generated.
names() { grep -ohE '\blg_[a-z0-9_]+' "$@" | sort -u | tr '\n' ' '; }
called=$(cd src && grep -ohE '\blg_[a-z0-9_]+ *\(' $public | tr -d '( ' | sort -u | tr '\n' ' ')
handed=$(${CC:-gcc} -std=c17 -Isrc -MM src/laguna_solver.h | grep -o 'src/[a-z/_0-9]*\.h')
handed=$(names $handed $(grep -E "^($families) " "$work/rooms" | grep -oE '[a-z_/]+\.h' | sed 's#^#src/#'))
(cd "$root/src" && find . -name '*.c*' | sed 's#^\./##; s/\.[a-z]*$//') >"$work/sources"
(cd "$build/obj" && find . -name '*.o' -exec nm -A {} +) | awk '
  NR == FNR { exists[$1]; next }
  { sub(/^\.\//, ""); file = $0; sub(/\.o:.*/, "", file); sub(/^[^:]*:/, "")
    sub(/\.(sse2|avx2|avx512|portable)$/, "", file); room = file; sub(/\/[^\/]*$/, "", room) }
  !(file in exists) { next } # of a file that is gone
  NF == 3 && $2 ~ /[TDBRV]/ { print "D", room, $3 }
  $1 == "U" { print "U", room, $2 }' "$work/sources" - | sort -u >"$work/symbols"
links() { # links NAME PATTERN of the rooms that are held to their rows
  result "$1" "$(awk -v pattern="$2" -v families="^($families)\$" -v public="${3:-$called}" '
    BEGIN { n = split(public, p, " "); for (i = 1; i <= n; i++) open[p[i]] }
    FILENAME ~ /\/rooms$/ { sees[$1, $1]; order[++rooms] = $1
      for (i = 2; i <= NF && $1 !~ families; i++) { sub(/\/[^\/]*\.h$/, "", $i); sees[$1, $i]; for (k = 1; k < rooms; k++) if (($i, order[k]) in sees) sees[$1, order[k]] }
      next }
    $1 == "D" { room[$3] = $2; next }
    !($3 in room) { next }
    { other = room[$3]; if ($2 !~ /^bind/) sub(/^bind\/.*/, "bind", other) } # from outside bind is one room, behind bind.h
    { name = $3; sub(/_(sse2|avx2|avx512|portable)$/, "", name) } # of one dispatch path
    $2 ~ pattern && $3 !~ /^lg_kind_[a-z]*_/ && !(($2, other) in sees) && ($2 ~ /^core\// || !(name in open)) {
      print $2 " calls " $3 " of " room[$3] }' "$work/rooms" <(sort -k1,1 "$work/symbols"))"
}
[ -s "$work/symbols" ] || fail "there are object files" "none in $build/obj"
links "what the rooms of core call lies above them" '^core/'
links "what kinds call is handed to them" "^($families)\$" "$handed"
result "what a row names is included or called" "$(while read -r room allowed; do
    for r in $allowed; do
      grep -qE "^[[:space:]]*#[[:space:]]*include *\"$r[/\"]" $(find "src/$room" -maxdepth 1 -type f) || echo "$room $r"
    done
  done <"$work/rooms" | awk 'NR == FNR { if ($1 == "D") room[$3] = $2; else used[$2, $3]; next }
    { for (u in used) { split(u, of, SUBSEP); if (of[1] == $1 && room[of[2]] == $2) next } print $1 " does not need " $2 }' \
    "$work/symbols" -)"
seen=$(cd "$build/obj" && grep -lE 'core/base/world\.h' $(grep -E "^($families)/" "$work/sources" | sed 's/$/.*.d/')) # what gcc read
result "no kind looks into lg_world" "$seen"
links "what the rooms of bind call lies above them" '^bind/'
links "what record, picture, viewer and app call lies above them" '^(record|picture|viewer|app)$'

# ---- words that the library must not say ----
kinds='core shape material solver emitter collider joint field'
library=$(for k in $kinds; do echo "src/$k"; done)
result "the library prints nothing, opens no file, never exits" \
  "$(grep -rnwE '(v?f?printf|puts|putchar|perror|fopen|fwrite|fread|fputs|exit|_exit|abort|getchar|system) *\(' $library)"
result "OpenMP is in core/base/team.c alone" "$(grep -rnE '# *pragma +omp' src | grep -v '^src/core/base/team\.c:')"

named=$(for f in shape material solver emitter collider joint field; do
  for k in $(ls src/$f/${f}_*.c 2>/dev/null | sed "s#.*/${f}_##; s#\.c\$##"); do
    grep -rnE "\"$f\.$k\"|lg_kind_${f}_$k|LG_KIND\($f, *$k\)" src/core
  done
done)
result "the core names no kind" "$named"
finish
