#!/bin/bash
# `make install` puts everything where pkg-config, the linker and stock lua5.4 look: a C host is built against the installed
# tree alone, and Lua runs a world, without the build folder.
source "$(dirname "$0")/lib.bash"
unset MAKEFLAGS MAKELEVEL MAKEOVERRIDES MFLAGS LUA_PATH LUA_CPATH LD_LIBRARY_PATH
compiler=${CC:-gcc}
prefix=$work/usr
install_to() { make --no-print-directory -C "$root" BUILD="${LAGUNA_BUILD:-$root/build}" CC="$compiler" "$@" install; }

code "make install into a prefix" 0 install_to PREFIX="$prefix"
[ "$failed" -eq 0 ] || finish
for f in bin/laguna include/laguna.h include/laguna_kind.h lib/liblaguna.a lib/liblaguna.so lib/pkgconfig/laguna.pc \
  lib/lua/5.4/laguna/core.so share/lua/5.4/laguna/init.lua share/man/man1/laguna.1 share/bash-completion/completions/laguna \
  share/zsh/site-functions/_laguna share/applications/laguna.desktop; do
  true_that "$f is there" test -f "$prefix/$f"
done

export PKG_CONFIG_PATH=$prefix/lib/pkgconfig
version=$(sed -n 's/.*LG_VERSION *"\([0-9.]*\)".*/\1/p' "$prefix/include/laguna.h")
true_that "laguna.h has a version of three numbers" expr "$version" : '[0-9]*\.[0-9]*\.[0-9]*$'
same "pkg-config knows the version of laguna.h" "$(pkg-config --modversion laguna 2>&1)" "$version"
read -ra flags <<<"$(pkg-config --cflags --libs laguna)"
read -ra static_flags <<<"$(pkg-config --cflags --libs --static laguna | sed 's/-llaguna/-l:liblaguna.a/')"

# 1 m x 2 m at 4 cm: 25 x 50 particles. After 1 s the front has left the column (1 m) and is inside the tank (4 m).
code "examples/embed/hello.c builds with pkg-config" 0 \
  "$compiler" -std=c17 -Wall -Wextra -Werror "$root/examples/embed/hello.c" -o hello "${flags[@]}"
code "hello runs with the shared library" 0 env LD_LIBRARY_PATH="$prefix/lib" ./hello
cp out shared
says "hello has 1250 particles and 1 s behind it" shared '^1250 particles, 1\.00 s, front at [23]\.[0-9]+ m$'
code "hello builds with the static library" 0 "$compiler" -std=c17 "$root/examples/embed/hello.c" -o hello_static "${static_flags[@]}"
code "and runs by itself" 0 ./hello_static
same "with the same answer" "$(cat out)" "$(cat shared)"

cat >host.cpp <<'CPP'
#include <laguna.h>
#include <laguna_kind.h>
int main() {
  lg_world_def def = lg_default_world();
  def.bounds = lg_bounds2(0, 0, 1, 1);
  lg_world *w = lg_world_new(&def);
  lg_id box = w ? lg_add(w, "shape.box", LG_ARGS(lg_vec2("max", 0.5, 0.5))) : 0;
  lg_world_free(w);
  return box ? 0 : 1;
}
CPP
code "the headers compile as C++" 0 g++ -std=c++17 -Wall -Wextra -Wpedantic -Werror host.cpp -o host "${flags[@]}"
code "and a C++ host runs" 0 env LD_LIBRARY_PATH="$prefix/lib" ./host

cat >world.lua <<'LUA'
local lg = require "laguna"
local world = lg.world {bounds = {{0, 0}, {1, 1}}, spacing = 0.05, solver = lg.solver.wcsph {}}
world:add(lg.emitter.volume {shape = lg.shape.box {min = {0, 0}, max = {0.5, 0.5}}})
for _ = 1, 5 do world:step(1 / 60) end
print(#world.particles, world.frame)
LUA
LUA_PATH="$prefix/share/lua/5.4/?.lua;$prefix/share/lua/5.4/?/init.lua" LUA_CPATH="$prefix/lib/lua/5.4/?.so" lua5.4 world.lua >out 2>&1
same "stock lua5.4 runs a world from the installed module" "$(tr -s '\t' ' ' <out)" "100 5"
code "the installed program runs" 0 "$prefix/bin/laguna" --version
says "and says its version" out "$version"

prefix="$work/a b"
code "make install into a prefix with a space" 0 install_to PREFIX="$prefix"
code "its program runs a scene that came with it" 0 "$prefix/bin/laguna" run "$prefix/share/laguna/examples/scenes/dam_break.lua" --frames 1
eval "flags=($(PKG_CONFIG_PATH=$prefix/lib/pkgconfig pkg-config --cflags --libs laguna))"
code "and pkg-config finds it" 0 "$compiler" -std=c17 "$root/examples/embed/hello.c" -o hello_space "${flags[@]}"
code "make uninstall" 0 make --no-print-directory -C "$root" BUILD="${LAGUNA_BUILD:-$root/build}" CC="$compiler" PREFIX="$prefix" uninstall
same "leaves no file" "$(find "$prefix" -type f -o -type l)" ""

code "DESTDIR stages the tree" 0 install_to PREFIX=/opt/laguna DESTDIR="$work/stage"
says "and laguna.pc names the final prefix" "$work/stage/opt/laguna/lib/pkgconfig/laguna.pc" '^prefix=/opt/laguna$'
finish
