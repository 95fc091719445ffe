# The program as a whole: help, version, subcommands, exit codes of trouble that has nothing to do with a scene.
source "$(dirname "$0")/../lib.bash"

code "help succeeds" 0 "$laguna" help
for word in run render check kinds bench help; do says "help names $word" out "laguna $word"; done
for option in --set --threads --seed --fps --trust --json --frames --export --stats --size; do
  says "help explains $option" out "^  .*$option"
done
code "--help is help" 0 "$laguna" --help
code "help of a subcommand" 0 "$laguna" help render
says "shows its own options" out "--size"
true_that "and not those of others" bash -c '! grep -q -- --export out'
code "run --help" 0 "$laguna" run --help
says "is the help of run" out "--export"

code "--version succeeds" 0 "$laguna" --version
says "and names version and dispatch path" out "^laguna [0-9]+\.[0-9]+\.[0-9]+ \((sse2|avx2|avx512|portable)\)$"
code "LAGUNA_ISA forces a path" 0 env LAGUNA_ISA=sse2 "$laguna" --version
[ "$(uname -m)" = x86_64 ] && says "which the version shows" out "\(sse2\)$"

code "another path than there is" 2 env LAGUNA_ISA=foo "$laguna" --version
one_sentence "is refused by name" err
says "with those that there are" err "LAGUNA_ISA='foo' is none of sse2, avx2, avx512, portable"
code "set to nothing, it asks for nothing" 0 env LAGUNA_ISA= "$laguna" --version

code "no argument opens the gallery, for which there is no display here" 3 env -u DISPLAY -u WAYLAND_DISPLAY "$laguna"
one_sentence "answered in one sentence" err
code "an unknown subcommand" 2 "$laguna" rnu x.lua
one_sentence "is one sentence" err
says "with the nearest word" err "unknown subcommand 'rnu' \(did you mean 'run'\?\)"
true_that "and nothing on stdout" test ! -s out

code "a missing scene is an i/o error" 3 "$laguna" run nowhere.lua --frames 1
one_sentence "said in one sentence" err
says "with its name and the reason" err "nowhere.lua.*No such file"
mkdir folder.lua
code "a folder is no scene" 3 "$laguna" check folder.lua
one_sentence "said in one sentence too" err

# (in a build with sanitizers: the display's libraries leak)
nothing=(env -u WAYLAND_DISPLAY -u DISPLAY -u SDL_VIDEODRIVER ASAN_OPTIONS=detect_leaks=0)
for o in "--view show=dots" "--id 3" "--against solver=pbf" "--scale 2" "--record take.lgr"; do
  code "the window takes $o" 3 "${nothing[@]}" "$laguna" "$scenes/drop.lua" $o
done
code "a display that is not there: exit 3" 3 "${nothing[@]}" DISPLAY=:4711 timeout 20 "$laguna" "$scenes/drop.lua"
one_sentence "and one sentence" err
says "that names the way out" err "laguna render"
code "no display at all: exit 3" 3 "${nothing[@]}" timeout 20 "$laguna" "$scenes/drop.lua"
one_sentence "and one sentence too" err

"$laguna" kinds >/dev/full 2>err
same "a full disk behind stdout is an i/o error" $? 3
one_sentence "of one sentence" err
"$laguna" help 2>err | true
same "a closed pipe behind stdout does not crash" "${PIPESTATUS[0]}" "$([ -s err ] && echo 3 || echo 0)"
"$laguna" run "$scenes/drop.lua" --frames 2 --json 2>err >&-
same "neither does a closed stdout" $? 3
finish
