# `laguna check`: loads, runs one frame, reports; trouble has the same exit codes as a run.
source "$(dirname "$0")/../lib.bash"

code "a good scene" 0 "$laguna" check "$scenes/drop.lua"
says "title" out "^Drop$"
says "world and solver" out "^world1: 2-D, 1 x 1 m, spacing 0.05 m, solver wcsph"
says "objects by name" out "column +emitter.volume"
says "the solver's columns, from where to where" out "^  density +column, [0-9.]+ to [0-9.]+$"
says "and the verdict" out "^ok$"
cat >own.lua <<'LUA'
-- A column of its own
local world = require "laguna".world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world.particles:add_column("heat")
world:add(require "laguna".emitter.volume { shape = require "laguna".shape.box {}, set = { heat = function(p) return 300 + p.x end } })
return world
LUA
code "a column of the script's own" 0 "$laguna" check own.lua
says "is there too" out "^  heat +column, 300.05 to 300.95$"
code "two worlds" 0 "$laguna" check "$scenes/two.lua"
says "are both reported" out "^world2: 3-D, 1 x 1 x 1 m"
code "--json" 0 "$laguna" check "$scenes/drop.lua" --json
same "says that all is well" "$(json out ok)" true
code "a syntax error: exit 1" 1 "$laguna" check "$scenes/syntax_error.lua"
says "with file and line" err "syntax_error.lua:[0-9]+:"
code "with --json: exit 1 too" 1 "$laguna" check "$scenes/syntax_error.lua" --json
same "and an object for machines" "$(json out ok)" false
true_that "with the message" bash -c "lua5.4 '$root/tests/json.lua' out error | grep -q syntax_error.lua:"
sed 's/^return world/world.on_load = function(w) print("loaded with", #w.particles); w.none.x = 1 end\n&/' "$scenes/drop.lua" >loaded.lua
code "on_load runs" 1 "$laguna" check loaded.lua
cat out err >all
says "in a world that is filled" all "loaded with.180$"
says "and its error is the scene's" err "loaded.lua:[0-9]+: .*none"
sed 's/^return world/for _, name in ipairs { "on_load", "draw", "key", "mouse" } do\n world[name] = function(w) local n = 0 for _ in w:peek() do n = n + 1 end print(name, n > 9) end\nend\n&/' "$scenes/drop.lua" >peek.lua
code "a peek in hooks between two frames" 0 "$laguna" check peek.lua
for name in on_load draw key mouse; do says "in $name" out "^$name.true$"; done
code "an unknown --set: exit 1" 1 "$laguna" check "$scenes/drop.lua" --set nobody.x=1
code "a missing file: exit 3" 3 "$laguna" check nothing.lua

# several files, some of which are none: each has its line, the good ones are still looked at
mkdir folder.lua && mkfifo pipe.lua
code "what is no file, among others: exit 3" 3 timeout -s KILL 20 "$laguna" check folder.lua pipe.lua nothing.lua "$scenes/drop.lua"
says "a folder" err "^laguna: scene 'folder.lua' is a folder: give the Lua file in it$"
says "a pipe that nobody writes to is not waited for" err "^laguna: scene 'pipe.lua' is a pipe: give a file, or - for standard input$"
says "no file" err "^laguna: scene 'nothing.lua' cannot be read: No such file"
says "and the scene is well" out "^ok$"
code "one that a shell makes" 0 timeout -s KILL 20 "$laguna" check <(cat "$scenes/drop.lua")
printf 'print "begins"\nwhile true do end\n' >endless.lua
"$laguna" check "$scenes/drop.lua" endless.lua --budget load=20 >out 2>err &
pid=$!
children+=($pid)
until grep -q begins out || ! kill -0 $pid 2>/dev/null; do sleep 0.05; done
kill -TERM $pid
wait $pid
same "SIGTERM while the second one loads: exit 130" $? 130
true_that "at once, not when its budget ends" test ! -s err
finish
