# The command line's refusals: each is one sentence, exits with 2 and names what is nearest or what is allowed.
source "$(dirname "$0")/../lib.bash"
scene=$scenes/drop.lua

refused() { # refused NAME REGEX ARGUMENTS...
  local name=$1 text=$2
  shift 2
  code "$name" 2 "$laguna" "$@"
  one_sentence "$name: one sentence" err
  says "$name: says why" err "$text"
}
refused "a misspelt option" "'--frame'.*did you mean '--frames'" run "$scene" --frame 3
refused "an option far from all" "unknown option '--xyzzy'" run "$scene" --xyzzy
refused "a misspelt short option" "unknown option '-f'" run "$scene" -f 3
refused "a missing value" "'--frames' needs a value" run "$scene" --frames
refused "text for a number" "whole number, not 'ten'" run "$scene" --frames ten
refused "a number with a tail" "whole number, not '10x'" run "$scene" --frames 10x
refused "a number out of range" "from 1 to 1024, not 0" run "$scene" --frames 1 --threads 0
refused "a negative number" "'--frames' takes a whole number from 0" run "$scene" --frames=-3
refused "a seed beyond what a world has" "'--seed' takes a whole number from 0 to 9007199254740992, not 9007199254740993" run "$scene" --frames 1 --seed 9007199254740993
code "its greatest seed is one" 0 "$laguna" run "$scene" --frames 1 --seed 9007199254740992
refused "a number beyond 64 bits" "'--seed' takes" run "$scene" --frames 1 --seed 99999999999999999999
refused "frames are needed to run" "--frames N" run "$scene"
refused "frames are needed to render" "--frames N" render "$scene" -o a.png
refused "an output is needed to render" "say where to" render "$scene" --frames 2
refused "an unknown picture format" "out.png" render "$scene" --frames 2 -o a.bmp
refused "a numbered movie" "out.mp4" render "$scene" --frames 2 -o 'a-%d.mp4'
refused "a conversion that is no number" "out.png" render "$scene" --frames 2 -o 'a-%s.png'
refused "a size without x" "width x height.*not '640'" render "$scene" --frames 2 -o a.png --size 640
refused "a size too large" "16 to 8192" render "$scene" --frames 2 -o a.png --size 9000x20
refused "a --set without a value" "NAME.PARAM=VALUE" run "$scene" --frames 1 --set column.jitter
refused "three scenes" "two names are enough" run "$scene" "$scene" "$scene" --frames 1
refused "two scenes" "one name is enough" inspect "$scene" "$scene"
refused "an option of another subcommand" "'--size' belongs to.*render" run "$scene" --frames 1 --size 64x64
refused "a flag with a value" "'--json' takes no value" run "$scene" --frames 1 --json=yes
refused "an unknown export format" ".csv, .ply, .vtp or .obj" run "$scene" --frames 1 --export p.xyz
refused "two numbers in an export" "one number" run "$scene" --frames 1 --export 'p-%d-%d.csv'
refused "no scene" "which scene" run --frames 1

code "options may stand before the subcommand" 0 "$laguna" --threads 1 run --frames=2 "$scene"
code "after -- all are names" 3 "$laguna" run --frames 1 -- --frames

# ---- budgets of the scene's Lua ----
cat >busy.lua <<'LUA'
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
function world:before_step() local till = os.clock() + 0.2 while os.clock() < till do end end
return world
LUA
code "a hook of 200 ms is beyond the budget" 1 "$laguna" run busy.lua --frames 1
says "which the message names" err "busy.lua:3: the script ran longer than its budget of 100 ms"
code "--budget raises it" 0 "$laguna" run busy.lua --frames 1 --budget hook=900
code "and lowers it" 1 "$laguna" run busy.lua --frames 1 --budget hook=900,hook=50
says "to what was said last" err "budget of 50 ms"
code "--trust lifts it" 0 "$laguna" run busy.lua --frames 1 --trust
for bad in "" "hook" "hook=" "hook=0" "hook=-1" "hook=nan" "hook=1;load=2" "hok=5" "load=1e9"; do
  code "--budget '$bad': exit 2" 2 "$laguna" run busy.lua --frames 1 --budget "$bad"
  one_sentence "in one sentence" err
done

# What formulas take is no time of the script, and neither is what it takes to check those that have
# thousands of neighbours.
cat >wide.lua <<'LUA'
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0, 0}, {1, 1, 1}}, spacing = 0.04 }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.9, 0.9, 0.9} } })
world.particles:add_column("near")
function world:before_step()
  self:update(function(p)
    p.near = p:count(function(q) return q.velocity:length() <= 1 end, { radius = 0.48 })
      + p:sum(function(q) return q.W * q.offset:dot(q.gradW) end, { radius = 0.48 })
  end)
end
return world
LUA
code "sums over 7000 neighbours are within a small budget" 0 "$laguna" run wide.lua --frames 1 --budget hook=60

# ---- in the header of the scene ----
header() { { echo "$1"; cat busy.lua; } >header.lua; }
header "-- busy
-- idea: a hook of 200 ms
-- budget: load = 3, hook = 900"
code "a scene's header asks for more" 0 "$laguna" run header.lua --frames 1
code "in check, too" 0 "$laguna" check header.lua
code "in a lesson, too" 0 "$laguna" lesson header.lua
code "--budget has the last word" 1 "$laguna" run header.lua --frames 1 --budget hook=50
code "about what it names" 0 "$laguna" run header.lua --frames 1 --budget memory=32
header "local lg = 1
-- budget: hook=900"
code "behind the first line of Lua it is a comment" 1 "$laguna" run header.lua --frames 1
header "-- budget: hook=5001"
code "a header may not ask for everything" 1 "$laguna" run header.lua --frames 1
says "and is told what it may" err "header.lua:1: a budget hook = 5001 must be above 0 and at most 5000 ms"
header "-- a
-- budget: hok=5"
code "nor for what there is not" 1 "$laguna" run header.lua --frames 1
says "with the line and the nearest name" err "header.lua:2: unknown budget 'hok' .did you mean 'hook'"
header "-- budget: load=0.2
while true do end"
code "less is taken as said" 1 "$laguna" run header.lua --frames 1
says "by the file that asks" err "header.lua:2: the script ran longer than its budget of 200 ms"
says "--budget of an unknown name says which was meant" <("$laguna" run busy.lua --frames 1 --budget hok=5 2>&1) "did you mean 'hook'"

# ---- what is written takes no scene's place ----
cp busy.lua mine.lua && ln -s mine.lua alias.csv
for written in "--save mine.lua" "--stats mine.lua" "--stats alias.csv" "--save other.lua"; do
  code "$written of a scene" 2 "$laguna" run mine.lua --frames 1 $written
  says "$written is refused" err "is the name of a scene, which is not written over"
done
code "render -o of a scene" 2 "$laguna" render mine.lua -o mine.lua
same "and it is as it was" "$(cat mine.lua)" "$(cat busy.lua)"
code "two outputs in one file" 2 "$laguna" run mine.lua --frames 1 --export p.csv --stats p.csv
says "are refused" err "options '--export' and '--stats' would both write 'p.csv'"
finish
