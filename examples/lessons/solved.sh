#!/bin/bash
# solved.sh FOLDER - writes each lesson with its solution in place of "your part", FOLDER/NAME.lua, and prints "NAME FRAME": what its
# picture is of, as the gallery shows it.
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
folder=${1:?a folder}
frame() { # of the lesson's header, or of what there is to be seen in it
  sed -n 's/^-- picture: frame //p' "$1" | grep . && return
  case $1 in */0[2-6]_*) echo 3 ;; */08_*) echo 20 ;; */10_*) echo 60 ;; */11_* | */16_*) echo 30 ;; *) echo 40 ;; esac
}
for lesson in "$here"/[01]*.lua; do
  name=$(basename "$lesson" .lua)
  lua5.4 - "$lesson" "$here/answers/$name.lua" >"$folder/$name.lua" <<'LUA' || exit 1
local text, answers = assert(io.open(arg[1])):read "a", dofile(arg[2])
local part = answers.solution
if answers.around and not part:find "local function" then part = answers.around:format(part) end
local before, after = text:match "^(.-%-%- %-%-%-%- your part %-%-%-%-\n).-(%-%- %-%-%-%- until here %-%-%-%-.*)$"
io.write(before, part, "\n", after)
LUA
  echo "$name $(frame "$lesson")"
done
