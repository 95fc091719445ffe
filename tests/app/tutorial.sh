# The tutorial is run as it stands: a block "lua NAME" is a scene of that name, "lua +NAME" goes in front of its `return`, and every
# command of a block "sh" is run (but for the window's, whose scene must be there), page by page.
source "$(dirname "$0")/../lib.bash"

# block NAME: the lines of $work/block become the scene, or more of it
block() {
  case $1 in
    +*) local scene=${1#+}
      grep -v '^return world$' "$scene" >grown
      { cat grown block; echo; echo 'return world'; } >"$scene" ;;
    *) cp block "$1" ;;
  esac
}

# command LINE: what the page says to type
command_of() {
  local words line=$1
  eval "words=(${line#laguna })"
  case ${words[0]} in
    *.lua | *.lgs) true_that "$page: ${words[0]} is there" test -f "${words[0]}"; return ;;
  esac
  if [[ $line == *.mp4* ]] && ! command -v ffmpeg >/dev/null; then skip "$page: $line" "no ffmpeg"; return; fi
  code "$page: $line" 0 "$laguna" "${words[@]}"
  if [[ ${words[0]} == check ]]; then says "$page: and finds nothing to say" out '^ok$'; fi
}

for page in "$root"/examples/tutorial/[1-9]*.md; do
  inside=
  count=0
  while IFS= read -r line <&4; do
    case $inside,$line in
      ,'```lua '*) inside=lua; name=${line#'```lua '}; : >block ;;
      ,'```sh') inside=sh ;;
      ,*) ;;
      lua,'```') block "$name"; inside=; count=$((count + 1)) ;;
      lua,*) printf '%s\n' "$line" >>block ;;
      sh,'```') inside= ;;
      sh,'laguna '*) page=$(basename "$page" .md); command_of "$line" ;;
    esac
  done 4<"$page"
  true_that "$(basename "$page" .md) has scenes" test "$count" -gt 0
done

# What the pages link to is there.
missing=$(cd "$root/examples/tutorial" && grep -oE '\]\([^)#]+' ./*.md | sed 's/.*](//' | sort -u | while read -r f; do [ -e "$f" ] || echo "$f"; done)
same "every link leads somewhere" "$missing" ""
finish
