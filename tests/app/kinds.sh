# `laguna kinds`: what the registry holds, and what can be measured.
source "$(dirname "$0")/../lib.bash"

code "the table" 0 "$laguna" kinds
for source in "$root"/src/{shape,emitter,collider,field,solver}/*_*.c; do
  file=$(basename "$source" .c)
  says "has ${file%%_*}.${file#*_}" out "^${file%%_*}\.${file#*_} +[a-zA-Z]"
done
says "and the world" out "^world "
code "one kind" 0 "$laguna" kinds emitter.volume
says "shows type, default, unit and meaning of a parameter" out "^  jitter +float +0 +.*"
code "its short name" 0 "$laguna" kinds volume
says "is enough, though a measure is called so too" out "^emitter.volume - "
code "a family" 0 "$laguna" kinds shape
says "lists its members" out "^shape.sphere"
true_that "and no others" bash -c '! grep -q "^emitter" out'
code "the world's own parameters" 0 "$laguna" kinds world
says "are there" out "^  gravity +vec"
code "a solver" 0 "$laguna" kinds solver.wcsph
says "shows its columns too" out "^  pressure +float"
code "what can be measured" 0 "$laguna" kinds measure
says "is listed" out "^measure.front +[a-z]"
code "one measure" 0 "$laguna" kinds measure.flux
says "shows its options" out "^  normal +vec"
code "an unknown kind: exit 2" 2 "$laguna" kinds emitter.volme
one_sentence "in one sentence" err
says "with the nearest name" err "did you mean 'emitter.volume'"
code "--json" 0 "$laguna" kinds --json
true_that "is JSON" json out
same "as long as the table" "$(json out 'kinds.#')" "$("$laguna" kinds | wc -l)"
same "with the rows" "$("$laguna" kinds shape.sphere --json >k.json; json k.json kinds.1.name)" shape.sphere
finish
