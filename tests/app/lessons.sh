# The lessons run, and what they say about the physics is so.
source "$(dirname "$0")/../lib.bash"
cd "$work" || exit 1
lesson() { code "$1 runs" 0 "$laguna" run "$root/examples/lessons/$1.lua" --frames "$2" --threads 1; }
# number NAME LINE PATTERN LEAST MOST: the number behind the pattern in the line that begins so is in this range
number() {
  local got
  got=$(grep -F -- "$2" out | sed -nE "s/.*$3([0-9.e-]+).*/\1/p" | head -n 1)
  true_that "$1: $got is in $4 .. $5" awk "BEGIN { exit !(\"$got\" != \"\" && $got >= $4 && $got <= $5) }"
}

# The lattice's sum of the cubic spline, R = 2.8 dx, without the half or the three quarters that are missing: 0.7442 and 0.5521 of the
# whole, added up apart from this program.
lesson kernel_sum 1
number "in the middle a lattice has rest density" "in the air, middle" "= " 0.999 1.001
number "at an edge a quarter is missing" "in the air, edge" "= " 0.743 0.746
number "in a corner nearly half" "in the air, corner" "= " 0.551 0.554
for place in middle edge corner; do number "walls leave nothing out ($place)" "between walls, $place" "= " 0.98 1.02; done
sed 's/spacing = 0\.05/spacing = 0.1/' "$root/examples/lessons/kernel_sum.lua" >coarse.lua
code "kernel_sum runs as its header says, twice as coarse" 0 "$laguna" run coarse.lua --frames 1 --threads 1
number "where a corner lacks as much" "in the air, corner" "= " 0.551 0.554

lesson pressure_gradient 125
number "the gradient carries the water" "grad p" "rho = " 9.6 10.0
number "which stands" "with a pressure" "is at " 0.38 0.4
number "which its header calls 0.6 % off" "grad p" "rho = " 9.85 9.89
number "and without it lies on the floor" "with a pressure" "without it at " 0 0.03
sed 's/"wendland_c2", support = 4/"cubic_spline", support = 2.8/' "$root/examples/lessons/pressure_gradient.lua" >coarse.lua
code "pressure_gradient runs with coarser sums" 0 "$laguna" run coarse.lua --frames 125 --threads 1
number "and is 4 % off" "grad p" "rho = " 10.13 10.25

lesson time_step 10
steps() { grep -F -- "$1:" out | sed -nE 's/.* ([0-9]+) steps a frame.*/\1/p'; }
says "water is bound by sound" out "^water: .*bound by: acoustic"
says "syrup, too, where its viscosity is solved for" out "^syrup: .*bound by: acoustic"
says "else by viscosity" out "^syrup, explicit: .*bound by: viscous"
"$laguna" render "$root/examples/lessons/time_step.lua" --frames 1 --size 800x300 -o titles.png >/dev/null 2>&1
label() { convert titles.png -crop 160x30+$((200 * $1 + 20))+255 +repage "rgb:-" | cksum; }
true_that "its first three panes have titles of their own, not their solver's" test "$(label 0)" != "$(label 1)" -a "$(label 1)" != "$(label 2)"
true_that "four times the stiffness: three to four times the steps" \
  awk "BEGIN { r = $(steps "stiff water") / $(steps water); exit !(r > 2.8 && r < 4.2) }"
coarse=$(steps "syrup, explicit")
sed 's/0\.02, flash/0.01, flash/' "$root/examples/lessons/time_step.lua" >fine.lua
code "the syrup twice as fine runs" 0 "$laguna" run fine.lua --frames 10 --threads 1
true_that "half the spacing: four times the steps of syrup" \
  awk "BEGIN { r = $(steps "syrup, explicit") / $coarse; exit !(r > 3.8 && r < 4.2) }"

# Every lesson is a scene: it can be looked at, and nothing in it is a misspelling.
for path in "$root"/examples/lessons/[a-z]*.lua; do
  code "$(basename "$path") passes the check" 0 "$laguna" check "$path"
  true_that "$(basename "$path") is tried here" grep -q "^lesson $(basename "$path" .lua) " "$root/tests/app/lessons.sh"
done
# Lesson 3 as it opens, beside its notes: where the legend stands, the picture without it has no particles, which are violet.
lesson03=$root/examples/lessons/03_density.lua
for legend in true false; do "$laguna" render "$lesson03" --frames 1 --size 896x720 --view legend=$legend -o legend_$legend.png >/dev/null 2>&1; done
box=$(convert legend_true.png legend_false.png -compose difference -composite -format '%@' info:)
violet() { convert legend_false.png "$@" -depth 8 txt:- | awk -F '[(,)]' 'NR > 1 && $3 > $4 + 25 { n++ } END { print n + 0 }'; }
true_that "lesson 3: the legend ($box) covers no particles" test "$(violet -crop "$box" +repage)" = 0
true_that "though there are many" test "$(violet)" -gt 10000
finish
