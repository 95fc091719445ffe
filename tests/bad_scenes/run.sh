# Bad scenes: every file here says in its first line what `laguna check` must answer, -- expect TEXT (exit 1) or
# -- expect(4) TEXT; FILE stands for the scene's path. The answer's first line must hold the text, and nothing may crash.
source "$(dirname "$0")/../lib.bash"

for scene in "$root"/tests/bad_scenes/*.lua; do
  name=$(basename "$scene" .lua)
  first=$(head -n 1 "$scene")
  want=1
  [[ $first == "-- expect("* ]] && want=${first:10:1}
  text=${first#-- expect* }
  path=tests/bad_scenes/$name.lua
  options=$(sed -n '2s/^-- options //p' "$scene") # of the program, where a scene needs some
  (cd "$root" && "$laguna" check "$path" $options) >out 2>err </dev/null
  got=$?
  message=$(head -n 1 err)
  if [ "$got" -ne "$want" ]; then fail "$name" "exit code $got, not $want: $message"
  elif [[ $message != *"${text/FILE/$path}"* ]]; then fail "$name" "said: $message"
  else pass "$name"; fi
done
finish
