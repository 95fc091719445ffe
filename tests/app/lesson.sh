#!/bin/bash
# `laguna lesson`: of every numbered lesson the solution and other ways to write it pass, the starter fails kindly, and each
# classic mistake (examples/lessons/answers) gets its own hint.
source "$(dirname "$0")/../lib.bash"
mkdir answers
quoted() { sed 's/[][\.*^$(){}+?|/]/\\&/g' <<<"$1"; }

for path in "$root"/examples/lessons/[0-9]*.lua; do
  name=$(basename "$path" .lua)
  code "$name: the starter is not yet an answer" 1 "$laguna" lesson "$path" --threads 1
  says "$name: and where the part is that is the learner's" out "^Your part: lines [0-9]+ to [0-9]+ of .$name.lua"
  says "$name: which is said by a hint" out "^no   .*: .*[a-z]"
  lua5.4 "$root/tests/app/lesson.lua" "$path" answers >list || fail "$name: its answers are written" "$(head -c 300 list)"
  while IFS='|' read -r file hint answer; do
    if [ -n "$answer" ]; then
      "$laguna" lesson "$file" --threads 1 --set "$answer" >out 2>&1 </dev/null
      result=$?
      if [ -z "$hint" ]; then
        true_that "$name: right: $answer" [ "$result" = 0 ]
        says "$name: is met" out "^yes  ${answer%%=*}: "
      else
        true_that "$name: not right: $answer" [ "$result" = 1 ]
        says "$name: $answer: $hint" out "^no   ${answer%%=*}: .*$(quoted "$hint")"
      fi
    elif [ -z "$hint" ]; then
      code "$name: the solution, or another way: $(basename "$file")" 0 "$laguna" lesson "$file" --threads 1
      says "$name: meets all" out "^([0-9]+) of \1$"
      same "$name: questions are open, which is no failure" "$(grep -c '^ask ' out)" "$(grep -c '^lg.ask ' "$path")"
    else
      "$laguna" lesson "$file" --threads 1 >out 2>&1 </dev/null
      result=$?
      true_that "$name: not an answer: $hint" [ "$result" != 0 ]
      says "$name: $hint" out "$(quoted "$hint")"
    fi
  done < <(tr '\t' '|' <list)
done

# ---- saved while the starter runs: a right answer is not yet judged, or right ----
lua5.4 "$root/tests/app/lesson.lua" "$root/examples/lessons/07_water.lua" answers >list
cp "$root/examples/lessons/07_water.lua" edited.lua
"$laguna" run edited.lua --frames 100000 --watch --threads 1 >said 2>&1 &
pid=$!
children+=($pid)
wait_for() { for _ in $(seq 300); do grep -q -- "$1" said && return; sleep 0.05; done; false; }
true_that "07_water: the starter is looked at" wait_for 'its energy'
cp answers/07_water_solution.lua edited.lua.new && mv edited.lua.new edited.lua
true_that "07_water: its solution is read" wait_for 'read again'
true_that "07_water: and meets what needs no start" wait_for '^yes  pressure of water that is a hundredth too dense'
kill $pid
wait $pid 2>/dev/null
same "07_water: nothing is found wrong in what has fallen" "$(sed -n '/read again/,$p' said | grep '^no ')" ""

# ---- for machines, and what is no lesson ----
code "as JSON" 1 "$laguna" lesson "$root/examples/lessons/03_density.lua" --json
same "three checks" "$(json out 'checks.#')" 3
same "with a name" "$(json out checks.1.name)" "density in the middle"
same "which is not met" "$(json out checks.1.met)" false
same "and what was found" "$(json out checks.1.said)" "0 kg/m3: nothing was added up yet"
code "a scene without checks" 0 "$laguna" lesson "$root/examples/scenes/wind.lua"
says "says so" out "^this scene has no lg.check$"
code "a file that is not there" 3 "$laguna" lesson no.lua
echo 'error "on purpose"' >bad.lua
code "one that does not load" 1 "$laguna" lesson bad.lua
says "with its line" err "bad.lua:1: on purpose"
(cd "$root" && "$laguna" lesson) >out 2>err
says "the list has their titles" out "examples/lessons/03_density.lua +3 Density by hand"
code "elsewhere it has those that came with the program" 0 "$laguna" lesson
says "with their titles" out "^  /.*/examples/lessons/03_density.lua +3 Density by hand"
says "and says how one gets to work on one" out "^.cp FILE .. takes one into this folder; "
mkdir alone && cp "$laguna" alone/
code "a program by itself has none" 2 alone/laguna lesson
says "and says so" err "lesson: which one"
says "in a run a check is told once" <("$laguna" run "$root/examples/lessons/03_density.lua" --frames 3 2>&1) "^no   density in the middle: 0"
finish
