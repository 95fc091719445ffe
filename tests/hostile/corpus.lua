-- The hostile corpus: every attack at every place where a scene's Lua runs, and every number that is
-- none wherever a scene gives one. lua5.4 corpus.lua FOLDER writes the scenes there, and `list`, a
-- line for each: name, exit codes, what it must say (an extended regular expression), and "guarded" if
-- stock Lua, which has neither budget nor sandbox, must not run it.
local folder = assert(arg[1], "usage: corpus.lua FOLDER")
local list = assert(io.open(folder .. "/list", "w"))
local names = {}

local function case(name, exits, says, guarded, text)
  assert(not names[name], name .. " is there already")
  names[name] = true
  local file = assert(io.open(folder .. "/" .. name .. ".lua", "w"))
  file:write(text)
  file:close()
  if says == "" then says = "^" end
  list:write(("%s\t%s\t%s\t%s\n"):format(name, exits, says, guarded and "guarded" or "free"))
end

-- ---- places: @ is the attack; w is the world there -----------------------------------------------

local head <const> = [[
local lg = require "laguna"
local w = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.05, solver = lg.solver.wcsph {} }
w.particles:add({0.5, 0.5})
w.particles:add({0.55, 0.5})
local other = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
]]
local tail <const> = "\nreturn w\n"

-- Where check tells of an error as a warning of its own, the program ends well.
local lint <const>, scene <const> = "0", "1"
local places <const> = {
  { "load", scene, "@" },
  { "on_load", scene, "function w:on_load() @ end" },
  { "before_step", scene, "function w:before_step() @ end" },
  { "after_step", scene, "function w:after_step() @ end" },
  { "draw", scene, "function w:draw(g) @ end" },
  { "key", lint, "function w:key() @ end" },
  { "mouse", lint, "function w:mouse() @ end" },
  { "button", lint, "lg.button { name = 'b', press = function() @ end }" },
  { "field", scene, "w:add(lg.field.formula(function(p) @ return 0, 1 end))", true },
  { "filter", scene, "w:add(lg.emitter.volume { shape = lg.shape.box { max = {0.2, 0.2} }, "
    .. "filter = function(p) @ return p.x > 0 end })", true },
  { "update", scene, "w:update(function(p) @ p.vx = 1 end)", true },
  { "sum", scene, "w:sum(function(p) @ return p.x end)", true },
  { "remove_if", scene, "w:remove_if(function(p) @ return p.x > 2 end)", true },
  { "neighbors", scene, "w:sum(function(p) return p:sum(function(q) @ return q.x end) end)", true },
  { "each", scene, "w:each(function(p) @ p.vx = 1 end)" },
  { "each_neighbors", scene,
    "w:each(function(p) p.vx = p:sum(function(q) @ return q.x end) end)" },
  { "solver_step", scene, "w.solver = lg.solver.script { step = function(s, dt) @ "
    .. "s:each('a', function(p) p.vx = 1 end) end }" },
  { "solver_max_dt", scene, "w.solver = lg.solver.script { max_dt = function(s) @ return 0.01 end, "
    .. "step = function(s) s:each('a', function(p) p.vx = 1 end) end }" },
  { "solver_stage", scene, "w.solver = lg.solver.script { step = function(s, dt) "
    .. "s:each('a', function(p) @ p.vx = 1 end) end }", true },
  { "solver_sum", scene, "w.solver = lg.solver.script { step = function(s, dt) s:each('a', "
    .. "function(p) p.vx = p:sum(function(q) @ return q.x end) end) end }", true },
  { "check", "01", "lg.check { name = 'a', expect = 1, value = function() @ return 1 end }" },
  { "hint", "01", "lg.check { name = 'a', expect = 1, value = function() return 2 end, "
    .. "hints = { { when = function(v) @ end, say = 'x' } } }" },
  { "color_by", scene, "w.color_by = function(p) @ return p.x end", true },
  { "coroutine", scene, "coroutine.wrap(function() @ end)()" },
  { "pcall", "01", "pcall(function() @ end)" },
  { "index", scene, "local t = setmetatable({}, { __index = function() @ end }) local x = t.x" },
  { "add", scene, "local t = setmetatable({}, { __add = function() @ end }) local x = t + 1" },
  { "close", scene, "do local t <close> = setmetatable({}, { __close = function() @ end }) end" },
  { "tostring", scene, "print(setmetatable({}, { __tostring = function() @ return '' end }))" },
  { "sort", scene, "table.sort({3, 1, 2}, function(a, b) @ return a < b end)" },
  { "gsub", scene, "string.gsub('abc', '%w', function() @ return 'x' end)" },
  { "options", scene, "lg.shape.box(setmetatable({}, { __index = function() @ end, "
    .. "__pairs = function() @ return next, {}, nil end })) @" },
}

-- ---- attacks -------------------------------------------------------------------------------------

local late <const> = "ran longer than its budget|not enough memory"
local full <const> = "not enough memory|ran longer than its budget|more than 1048576"
local attacks <const> = {
  -- name, what it must say, the code; endless: only a budget ends it
  { "loop", late, "while true do end", endless = true },
  { "stubborn", late, "while true do pcall(function() while true do end end) end", endless = true },
  { "table", full, "local t = {} while true do t[#t + 1] = {} end", endless = true },
  { "text", full, "local s = ('x'):rep(1000) while true do s = s .. s end", endless = true },
  { "recursion", "stack overflow|ran longer than its budget|not enough memory",
    "local function f() return 1 + f() end f()" },
  { "coroutines", full,
    "local t = {} while true do t[#t + 1] = coroutine.create(function() end) end", endless = true },
  { "pattern", late, "string.find(('a'):rep(30000), '.-.-.-b')", endless = true },
  { "error_nil", "", "error(nil)" },
  { "error_table", "", "error({})" },
  { "error_world", "", "error(w)" },
  { "error_escape", "^[^\27]*$", "error('\\27[2J\\27[31mred')" },
  { "error_long", "", "error(('x'):rep(1000000))" },
  { "yield", "yield|nothing has failed", "coroutine.yield()", may_pass = true },
}

for _, place in ipairs(places) do
  for _, attack in ipairs(attacks) do
    local name, exits, text = place[1], place[2], place[3]
    local code = attack[3]:gsub("%%", "%%%%")
    -- pcall keeps errors, but no budget: what is endless ends the scene there, too
    local says = (exits == "01" or attack.may_pass) and "" or attack[2]
    if attack.may_pass then exits = "01" end
    case(("%s_%s"):format(name, attack[1]), exits, says, attack.endless,
      head .. text:gsub("@", code) .. tail)
  end
end

-- ---- what a place may do to its world -------------------------------------------------------------

local deeds <const> = {
  { "close", "local x <close> = w" },
  { "close_other", "local x <close> = other" },
  { "step", "w:step(1/60)" },
  { "step_other", "other:step(1/60)" },
  { "advance", "w:advance(100)" },
  { "add", "for i = 1, 50 do w:add(lg.collider.solid { shape = lg.shape.sphere { radius = 0.01 } }) end" },
  { "remove_all", "for i = 1, 9 do w:remove_if(function(p) return p.x > -1 end) w.particles:add({0.5, 0.5}) end" },
  { "solver", "w.solver = lg.solver.pbf {}" },
  { "columns", "for i = 1, 200 do w.particles:add_column('c' .. i) end" },
  { "update", "w:update(function(p) p.vx = 1e38 end)" },
  { "nan", "w:each(function(p) p.vx = 0/0 end)" },
  { "each", "w:each(function(p) w:each(function(q) end) end)" },
  { "particles", "for i = 1, 3000 do w.particles:add({0.5, 0.5}) end" },
  { "formula", "w:add(lg.field.formula(function(p) return p.x, 0 end))" },
  { "save", "w:save('../outside.lgs')", guarded = true },
  { "worlds", "for i = 1, 300 do lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 } end" },
}
for _, place in ipairs(places) do
  for _, deed in ipairs(deeds) do
    local name, text = place[1], place[3]
    case(("%s_does_%s"):format(name, deed[1]), "014", "", deed.guarded,
      head .. text:gsub("@", (deed[2]:gsub("%%", "%%%%"))) .. tail)
  end
end

-- ---- numbers that are none -------------------------------------------------------------------------

local numbers <const> = {
  nan = "0/0", inf = "math.huge", minus_inf = "-math.huge", large = "1e38", larger = "1e300",
  most = "1e30", -- of a row
  tiny = "1e-300", denormal = "1e-42", minus = "-1", mininteger = "math.mininteger",
  maxinteger = "math.maxinteger", minus_zero = "-0.0", half = "0.5", text = "'12'", text_far = "'x'",
  none = "nil", truth = "true", list = "{}",
}
local takers <const> = {
  spacing = "lg.world { bounds = {{0, 0}, {1, 1}}, spacing = @ }",
  bounds = "lg.world { bounds = {{0, 0}, {@, 1}}, spacing = 0.1 }",
  gravity = "w.gravity = {0, @}",
  solver_support = "w.solver = lg.solver.script { step = function() end, support = @ }",
  solver_parameter = "w.solver = lg.solver.script { step = function() end, parameters = { a = @ } }",
  solver_range = "w.solver = lg.solver.script { step = function() end, parameters = { a = {1, min = @} } }",
  solver_state = "w.solver = lg.solver.script { step = function() end, state = { a = @ } }",
  solver_column = "w.solver = lg.solver.script { step = function() end, columns = { a = @ } }",
  solver_vector = "w.solver = lg.solver.script { step = function() end, columns = { a = { unit = @ } } }",
  solver_dt = "w.solver = lg.solver.script { max_dt = function() return @ end, step = function(s) "
    .. "s:each('a', function(p) p.vx = 1 end) end } w:step(1e-3)",
  solver_velocity = "w.solver = lg.solver.script { step = function(s) "
    .. "s:each('a', function(p) p.vx = @ end) end } w:step(1e-3)",
  probe = "w:probe(@)",
  unwatch = "w:unwatch(@)",
  check_expect = "lg.check { name = 'a', value = function() return 1 end, expect = @ }",
  check_value = "lg.check { name = 'a', value = function() return @ end, expect = 1 }",
  check_frame = "lg.check { name = 'a', value = function() return 1 end, expect = 1, frame = @ }",
  ask_answer = "lg.ask { name = 'a', '?', answer = @ }",
  ask_within = "lg.ask { name = 'a', '?', answer = 1, within = @ }",
  note = "lg.note(@)",
  step = "w:step(@)",
  advance = "w:advance(@)",
  advance_dt = "w:advance(1, @)",
  particle = "w.particles:add({@, 0.5})",
  particle_speed = "w.particles:add({0.5, 0.5}, {@, 0}) w:step(1/60)",
  buffer = "w.particles.velocity[1] = lg.vec(@, 0) w:step(1/60)",
  buffer_index = "local x = w.particles.velocity[@]",
  buffer_fill = "w.particles.velocity:fill({@, 0}) w:step(1/60)",
  near = "w.particles:near({@, 0}, @)",
  vec = "local v = lg.vec(1, 2)[@] or lg.vec(@, 1) * @",
  sphere = "w:add(lg.collider.solid { shape = lg.shape.sphere { radius = @ } }) w:step(1/60)",
  box = "w:add(lg.emitter.volume { shape = lg.shape.box { max = {@, 0.2} } }) w:step(1/60)",
  rate = "w:add(lg.emitter.point { rate = @, center = {0.5, 0.5} }) w:step(1/60)",
  measure = "w:measure('level', { at = {@, 0} })",
  random = "lg.random(@)",
  random_two = "lg.random(1, @)",
  noise = "lg.noise(@, @)",
  field = "w:add(lg.field.formula(function(p) return @, p.x * @ end)) w:step(1/60)",
  radius = "w:sum(function(p) return p:sum(function(q) return q.x end, { radius = @ }) end)",
  store = "w:update(function(p) p.vx = @ end) w:step(1/60)",
  mass = "w:update(function(p) p.mass = @ end) w:step(1/60)",
  column = "w.particles:add_column('c', @)",
  slider = "lg.slider { name = 's', default = @, min = @, max = 1 }",
  viscosity = "w.solver = lg.solver.wcsph { viscosity = @ } w:step(1/60)",
  support = "w.solver = lg.solver.pcisph { support = @ } w:step(1/60)",
  iterations = "w.solver = lg.solver.pbf { iterations = @ } w:step(1/60)",
  cfl = "w.solver = lg.solver.flip { cfl = @ } w:step(1/60)",
  inlet = "w:add(lg.emitter.inlet { center = {@, 0.5}, speed = @ }) w:step(1/60)",
  inlet_width = "w:add(lg.emitter.inlet { center = {0, 0.5}, width = @ }) w:step(1/60)",
  nozzle = "w:add(lg.emitter.point { center = {@, 2}, rate = 1e7, speed = @ }) w:step(1/60)",
  body = "w:add(lg.collider.body { shape = lg.shape.box { min = {-@, -@}, max = {@, @} } }) w:step(1/60)",
  body_side = "w:add(lg.collider.body { shape = lg.shape.box { max = {@, 1} } }) w:step(1/60)",
  body_place = "w:add(lg.collider.body { shape = lg.shape.sphere { center = {@, @}, radius = 0.1 } }) w:step(1/60)",
  contact_angle = "w.solver = lg.solver.flip { surface_tension = @ } w:add(lg.collider.solid { "
    .. "shape = lg.shape.box { max = {0.2, 0.2} }, contact_angle = @ }) w:step(1/60)",
  fluid = "w:add(lg.emitter.volume { shape = lg.shape.box { max = {0.2, 0.2} }, "
    .. "material = lg.material.fluid { density = @, viscosity = @ } }) w:step(1/60)",
  jelly = "w.solver = lg.solver.mpm {} w:add(lg.emitter.volume { shape = lg.shape.box { max = {0.2, 0.2} }, "
    .. "material = lg.material.jelly { density = @, young = @ } }) w:step(1/60)",
}
for _, taker in ipairs((function()
  local t = {}
  for name in pairs(takers) do t[#t + 1] = name end
  table.sort(t)
  return t
end)()) do
  local order = {}
  for name in pairs(numbers) do order[#order + 1] = name end
  table.sort(order)
  for _, number in ipairs(order) do
    -- an advance without end, and a body whose surface is sampled: within the budget
    local guarded = (taker == "advance" and number == "maxinteger") or (taker == "body" and number == "most")
    case(("number_%s_%s"):format(taker, number), "014", "", guarded,
      head .. takers[taker]:gsub("@", "(" .. numbers[number] .. ")") .. tail)
  end
end

-- ---- stale things, paths, and what else was found ---------------------------------------------------

-- Tables each of which leads to the next one, in an order that has the collector look at all of them once for each if their
-- keys are weak. How they become that is said before and after.
local function weak_chain(before, after)
  return before .. " local n = 8000 local keys, tables, order = {}, {}, {} "
    .. "for i = 1, n do keys[i], tables[i], order[i] = {}, setmetatable({}, mode), i end "
    .. "for i = n, 2, -1 do local j = math.random(i) order[i], order[j] = order[j], order[i] end "
    .. "for i = 1, n - 1 do tables[order[i]][keys[i]] = keys[i + 1] end "
    .. "kept, first, keys = tables, keys[1], nil " .. (after or "") .. " while true do local x = {} end"
end

local singles <const> = {
  { "stale_particle", "1", "kept from an earlier call",
    "local k w:update(function(p) k = p p.vx = 1 end) print(k.x)" },
  { "stale_value", "1", "kept from an earlier call",
    "local k w:update(function(p) k = p.x p.vx = 1 end) w:update(function(p) p.vx = k end)" },
  { "stale_neighbor", "1", "kept from a sum",
    "w:sum(function(p) local k p:sum(function(q) k = q return 1 end) return k.x end)" },
  { "stale_each", "1", "kept from an earlier call",
    "local k w:each(function(p) k = p end) print(k.x)" },
  { "stale_buffer", "01", "", "local b = w.particles.velocity w:remove_if(function(p) return p.x > 0 "
    .. "end) w:step(1/60) b[1] = lg.vec(1, 1) print(b[1])" },
  { "stale_object", "1", "", "local s = w:add(lg.collider.solid { shape = lg.shape.sphere {} }) "
    .. "w:remove(s) s.shape = lg.shape.box {}" },
  { "stale_grid", "01", "", "w.solver = lg.solver.flip {} w:step(1/60) local g = w.grids.pressure "
    .. "w.solver = lg.solver.pbf {} w:step(1/60) print(g[1], g:get(1, 1))" },
  { "grid_index", "01", "", "w.solver = lg.solver.flip {} w:step(1/60) "
    .. "print(w.grids.pressure:get(math.mininteger, math.maxinteger))" },
  { "use_closed", "1", "closed", "do local x <close> = other end other:step(1/60)" },
  { "closed_buffer", "1", "closed",
    "local b = other.particles.position do local x <close> = other end print(b[1])" },
  { "closed_object", "01", "", "local s = other:add(lg.shape.box {}) "
    .. "do local x <close> = other end print(s.max, s:distance({0, 0}))" },
  { "save_up", "1", "", "w:save('../a.lgs')", true },
  { "save_root", "1", "", "w:save('/a.lgs')", true },
  { "save_nul", "1", "", "w:save('a\\0.lgs')" },
  { "save_empty", "1", "", "w:save('')" },
  { "save_long", "1", "", "w:save(('a'):rep(10000))" },
  { "restore_itself", "1", "", "w:restore('restore_itself.lua')" },
  { "load_itself", "1", "", "lg.load('load_itself.lua')", true },
  { "require_up", "1", "", "require('../outside')" },
  { "require_nul", "1", "", "require('a\\0b')" },
  { "mesh_device", "1", "", "lg.shape.mesh { file = '/dev/zero' } "
    .. "w:add(lg.collider.solid { shape = lg.shape.mesh { file = '/dev/zero' } })", true },
  { "globals", "1", "", "setmetatable(_G, { __index = function() error('no') end }) print(nothing)" },
  { "no_lg", "1", "", "lg.world = nil lg.shape = nil w:step(1/60)" },
  { "strings", "01", "", "string.format = nil string.rep = nil table.concat = nil math.floor = nil "
    .. "w:step(1/60)" },
  { "string_meta", "1", "", "getmetatable('').__index = function() while true do end end "
    .. "print(('x').y)", true },
  { "name_escape", "01", "^[^\27]*$",
    "w:add(lg.collider.solid { name = '\\27[2J', shape = lg.shape.box {} })" },
  { "print_many", "01", "", "for i = 1, 1000 do print(i) end" },
  { "format_long", "1", "", "print(('%99999d'):format(1))" },
  { "load_bytes", "1", "", "load('\\27Lua')()" },
  { "goto_loop", "1", "ran longer than its budget", "::a:: goto a", true },
  { "huge_for", "1", "ran longer than its budget", "for i = 1, math.maxinteger do end", true },
  { "upvalue_world", "01", "", "local f = w.step w = nil f(nil)" },
  { "deep_shapes", "01", "", "local s = lg.shape.sphere {} for i = 1, 5000 do "
    .. "s = lg.shape.union { shapes = { s } } end w:add(lg.collider.solid { shape = s })" },
  { "deep_tables", "01", "", "local t = {} for i = 1, 100000 do t = { t } end lg.keep.x = t" },
  { "cyclic_keep", "01", "", "local t = {} t.t = t lg.keep.x = t w:save('keep.lgs')" },
  { "keep_function", "1", "", "lg.keep.f = function() end" },
  { "many_branches", "1", "branch combinations", "w:sum(function(p) local s = 0 for i = 1, 9 do "
    .. "if p.x > i / 10 then s = s + p.y * i end if p.y > i / 10 then s = s - p.x end end return s end)" },
  { "large_formula", "01", "", "w:sum(function(p) local s = p.x for i = 1, 300000 do "
    .. "s = s * p.y + i end return s end)" },
  { "many_sums", "1", "", "w:sum(function(p) local s = 0 for i = 1, 200 do s = s + p:sum("
    .. "function(q) return q.x * i end) end return s end)" },
  { "many_radii", "1", "", "w:sum(function(p) local s = 0 for i = 1, 20 do s = s + p:sum("
    .. "function(q) return q.x end, { radius = i / 30 }) end return s end)" },
  -- C loops that no hook looks into: a length that changes, numbers as texts, elements of a function
  { "move_texts", "1", "elements are more than", "table.move({}, '1', '1000000000000', 2)", true },
  { "move_called", "01", "", "table.move(setmetatable({}, { __index = lg.shape.box }), 1, "
    .. "1000000, 1, setmetatable({}, { __newindex = rawequal }))", true },
  { "insert_length", "01", "", "local n = 0 table.insert(setmetatable({}, { __len = function() "
    .. "n = n + 1 return n == 1 and 0 or 1 << 50 end }), 1, 'x')", true },
  { "insert_long", "1", "elements are more than", "table.insert(setmetatable({}, { __len = function() return 1 << 50 end }), "
    .. "1, 'x')", true },
  { "remove_length", "01", "", "local n = 0 table.remove(setmetatable({}, { __len = function() "
    .. "n = n + 1 return n == 1 and 0 or 1 << 50 end }), 1)", true },
  { "sort_length", "1", "elements are more than", "local n = 0 table.sort(setmetatable({}, { __len = function() "
    .. "n = n + 1 return 1 << 30 end, __index = rawlen }))", true },
  { "concat_texts", "1", "elements are more than",
    "table.concat(setmetatable({}, { __index = type }), '', '1', '100000000')", true },
  { "weak_chain", "1", "weak keys", weak_chain "local mode = { __mode = 'k' }", true },
  { "weak_later", "1", "'__mode' has to be there", weak_chain("mode = {}", "mode.__mode = 'k'"), true },
  { "weak_rawset", "1", "'__mode' has to be there", weak_chain("mode = {}", "rawset(mode, '__mode', 'k')"), true },
  { "weak_own", "1", "'__mode' has to be there", "local t = {} setmetatable(t, t) t.__mode = 'k'", true },
  { "weak_values", "1", late, weak_chain("mode = { __mode = 'v' }", "mode.__mode = 'k'"), true },
  { "weak_keep", "1", "index a boolean", "getmetatable(lg.keep).__mode = 'k'", true },
  -- the Lua half reads files by methods of strings: nobody may slip it others
  { "string_find", "1", "cannot be replaced", "string.find = function() end lg.load('/etc/hostname')", true },
  { "string_gsub", "1", "cannot be replaced", "string.gsub = function(s) print(s) return '' end "
    .. "lg.load('/etc/hostname')", true },
  { "string_rawset", "1", "outside the scene", "rawset(string, 'find', function() end) "
    .. "lg.load('/etc/hostname')", true },
  { "string_more", "0", "3 methods", "function string.twice(s) return s .. s end local n = 0 "
    .. "for name in pairs(string) do if name == 'twice' or name == 'rep' or name == 'find' then n = n + 1 end end "
    .. "assert(('ab'):twice() == 'abab') print(n .. ' methods')", true },
  -- beside the scene lie (run.sh) a link and a linked folder to what is outside, and a pipe
  { "load_link", "1", "outside the scene", "lg.load('link.lua')", true },
  { "require_link", "1", "outside the scene", "print(require 'link')", true },
  { "require_linked", "1", "outside the scene", "print(require 'linked.secret')", true },
  { "load_pipe", "1", "outside the scene", "lg.load('pipe.lua')", true },
  { "require_pipe", "1", "outside the scene", "require 'pipe'", true },
  { "sum_in_field", "1", "", "w:add(lg.field.formula(function(p) return p:sum(function(q) "
    .. "return q.x end), 0 end))" },
}
local requests <const> = assert(loadfile(arg[0]:match "^(.*/)" .. "requests.lua"))(late)
for _, list_of in ipairs { singles, requests } do
  for _, single in ipairs(list_of) do case(single[1], single[2], single[3], single[5], head .. single[4] .. tail) end
end
list:close()
