# What is installed beside the program: the manual page and the completions come from its own tables, and `laguna new` writes a
# scene that runs.
source "$(dirname "$0")/../lib.bash"

"$laguna" help man >man 2>err
says "the manual page has its head" man '^\.TH LAGUNA 1'
says "and every section" man '^\.SH EXIT STATUS$'
"$laguna" help | grep -oE '^  (-., )?--[a-z]+' | grep -oE '[a-z]+$' | sort -u >options
true_that "help has options" test "$(wc -l <options)" -gt 15
missing=
while read -r name; do grep -q "^\.B .*\\\\-\\\\-$name\\b" man || missing+=" $name"; done <options
same "every option of the help is in the manual" "$missing" ""
true_that "no line of text begins as a request that there is not" \
  test "$(grep -cvE '^\.(TH|SH|TP|B|BR|br)\b|^[^.]' man)" = "$(grep -c '^$' man)"

# ---- completion, as bash asks for it ----
"$laguna" help bash >complete.bash 2>err
complete_with() { # complete_with WORD...: the last one is being typed
  bash -c 'source complete.bash; COMP_WORDS=(laguna "$@"); COMP_CWORD=$#; COMPREPLY=(); _laguna; printf "%s\n" "${COMPREPLY[@]}"' _ "$@"
}
touch pool.lua other.txt
same "an option of run" "$(complete_with run --fr)" "--frames"
same "not one that it does not take" "$(complete_with check --fr)" ""
same "one of the window" "$(complete_with --res)" "--resume"
says "scenes, and no other files" <(complete_with run "") '^pool\.lua$'
same "which is no scene" "$(complete_with run oth)" ""
same "subcommands" "$(complete_with ren)" "render"
touch "my pool.lua"
same "a name with a space is one name" "$(complete_with run my)" "my pool.lua"
same "subcommands behind help, too" "$(complete_with help swe)" "sweep"
says "the zsh page names its command" <("$laguna" help zsh) '^#compdef laguna$'
if command -v zsh >/dev/null; then true_that "zsh reads it" zsh -n <("$laguna" help zsh); fi

# ---- a scene to begin with ----
code "new writes a scene" 0 "$laguna" new splash
says "with its name as the title" splash.lua '^-- splash$'
code "it runs" 0 "$laguna" run splash.lua --frames 2
code "check finds nothing" 0 "$laguna" check splash.lua
says "to say" out '^ok$'
code "new takes a name with a space" 0 "$laguna" new "big splash"
true_that "and says how it is opened, as a shell reads it" test "$(eval "set -- $(sed 's/.*: laguna //' out)"; echo $#:$1)" = "1:big splash.lua"
code "it is never written over" 3 "$laguna" new splash.lua
one_sentence "in one sentence" err
code "a folder that is not there: exit 3" 3 "$laguna" new nowhere/at/all
one_sentence "in one sentence, too" err
code "no name: exit 2" 2 "$laguna" new
for name in "" folder/ .lua; do
  code "nor is '$name' one" 2 "$laguna" new "$name"
  one_sentence "'$name': in one sentence" err
done
true_that "and nothing is written" test ! -e .lua

# ---- check of several ----
echo 'error "no"' >bad.lua
code "check takes several, and says how the first bad one ended" 1 "$laguna" check splash.lua bad.lua splash.lua
same "all of them were looked at" "$(grep -c '^splash.lua:$' out)" 2
printf 'print "what it prints"\n' | cat - splash.lua >talks.lua
"$laguna" check talks.lua splash.lua >out 2>err
same "below its name, whatever it prints" "$(sed -n '1,2p' out | tr '\n' '|')" "talks.lua:|what it prints|"
finish
