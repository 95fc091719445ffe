# examples/kinds.md: every kind that a scene can add has a block there, which runs as it stands, and a picture.
source "$(dirname "$0")/../lib.bash"
cp "$root"/examples/scenes/{laguna.png,pelton_bucket.obj} .
"$root/examples/kinds.sh" .
for kind in $("$laguna" kinds | awk '{ print $1 }' | grep -E '^(shape|material|emitter|collider|joint|field|solver)\.'); do
  true_that "$kind has a picture" test -s "$root/examples/pictures/kinds/$kind.png"
  code "$kind runs" 0 "$laguna" run "$kind.lua" --frames 2
  says "and is in its lines" "$kind.lua" "lg\.($kind|${kind##*.})\b"
done
finish
