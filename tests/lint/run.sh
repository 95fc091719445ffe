# Lints: a scene for each row of src/app/lint.c, which loads and runs and gets its warning with file and line; good scenes get
# none.
source "$(dirname "$0")/../lib.bash"
for scene in "$root"/tests/lint/*.lua; do
  name=$(basename "$scene" .lua)
  want=$(sed -n '1s/^-- expect //p' "$scene")
  cp "$scene" "$name.lua"
  "$laguna" check "$name.lua" --threads 1 >out 2>err
  same "$name: warnings exit 0" $? 0
  want=${want//FILE/$name.lua}
  if grep -F "$want" out | grep -qF "[${name%%_*}]"; then pass "$name"
  else fail "$name" "wanted: $want; got: $(head -c 600 out err)"; fi
  same "$name: no other warning" "$(grep -c ' \[[a-z]*\]$' <(tail -n +2 out))" 1 # the title is the first comment line
done
for lint in $(sed -n 's/^ *{"\([a-z]*\)", .*LG_LINT_[A-Z]*}.*/\1/p' "$root/src/app/lint.c") unused; do
  true_that "the lint '$lint' has its scene" [ -f "$root/tests/lint/$lint.lua" -o -f "$root/tests/doctor/$lint.lua" ]
done
sed 's/dfsph {}/flip { surface_tension = 1 }/' "$root/tests/lint/angle.lua" >wets.lua
"$laguna" check wets.lua --threads 1 >out 2>err
same "no warning of an angle that counts" "$(grep -c '\[angle\]' out)" 0
for scene in "$root"/examples/scenes/*.lua "$root"/examples/physics/*.lua; do
  "$laguna" check "$scene" --threads 1 >out 2>err
  same "$(basename "$scene") has no warning" "$?:$(grep -c warning out)" "0:0"
  grep warning out | sed 's/^/# /'
done
for min in 0.49 0.491 0.62; do # touching, nearly so, wide enough
  sed "s/min = {0.5,/min = {$min,/" "$root/tests/lint/gap.lua" >closed.lua
  "$laguna" check closed.lua --threads 1 >out 2>err
  same "no gap, or one that water goes through: $min" "$(grep -c '\[gap\]' out)" 0
done
sed 's/name = "lid2"/&, enabled = false/' "$root/tests/lint/gap.lua" >off.lua
"$laguna" check off.lua --threads 1 >out 2>err
same "no gap at a solid that is off" "$(grep -c '\[gap\]' out)" 0
sed 's/^return world/local ball = lg.shape.sphere {}\n&/' "$root/tests/lint/many.lua" >large.lua
"$laguna" check large.lua >out 2>err
says "a scene too large for a frame is told of what it forgot, too" out "^large.lua:5: warning: sphere: .*\[unused\]$"
"$laguna" check outside.lua --json >out 2>err
same "--json has the warnings: the lint" "$(json out warnings.1.lint)" outside
same "and where" "$(json out warnings.1.where)" outside.lua:4
finish
