-- What a world, and what belongs to it, is asked for at the wrong time or too often: rows of corpus.lua, which says what
-- is in them. It is given what a scene says whose time is up.
local late <const> = ...
local deep <const> = late .. "|stack overflow" -- what a generous budget lets go on
local water <const> = "w:add(lg.emitter.volume { shape = lg.shape.box { max = {0.5, 0.3} } }) "
return {
  { "peek_close", "1", "in a loop over its stages", water .. "for s in w:peek() do local x <close> = w end" },
  { "peek_step", "1", "only looks", water .. "for s in w:peek() do w:step(1/60) end" },
  { "peek_peek", "1", "only looks", water .. "for s in w:peek() do for t in w:peek() do end end" },
  { "peek_swap", "1", "only looks", water .. "for s in w:peek() do w.solver = lg.solver.flip {} end" },
  { "peek_add", "1", "only looks",
    water .. "for s in w:peek() do w:add(lg.collider.solid { shape = lg.shape.sphere {radius=0.1} }) " ..
    "w.particles:add({0.9,0.9}) end w:step()" },
  { "peek_remove", "1", "only looks",
    water .. "for s in w:peek() do w:remove_if(function(p) return p.x > 0 end) end w:step()" },
  { "peek_kept", "1", "only looks",
    water .. "local c = coroutine.wrap(function() for s in w:peek() do coroutine.yield(s) end end) c() w:step() c() " ..
    "w:step()" },
  { "peek_kept_close", "1", "in a loop over its stages",
    water .. "local c = coroutine.wrap(function() for s in w:peek() do coroutine.yield(s) end end) c() do local x <close> = " ..
    "w end c()" },
  { "peek_kept_lost", "01", "",
    water .. "local c = coroutine.wrap(function() for s in w:peek() do coroutine.yield(s) end end) c() c = nil for i = 1, " ..
    "100000 do local t = {} end w:step()" },
  { "peek_restore", "1", "only looks",
    water .. "w:step() w:save('peek.lgs') for s in w:peek() do w:restore('peek.lgs') end w:step()", true },
  { "peek_columns", "01", "",
    water .. "for s in w:peek() do pcall(function() w.particles:add_column('c' .. #w.particles:columns()) end) end w:step()" },
  { "peek_in_hook", "1", "in a step already", water .. "function w:before_step() for s in self:peek() do end end" },
  { "peek_script", "1", "not in the step of a solver",
    water .. "w.solver = lg.solver.script { step = function(s, dt) for t in w:peek() do end end }" },
  { "compare_hook", "01", "", "function w:after_step() lg.compare(self, other) end" },
  { "ledger_closed", "01", "", "local p = lg.plot.ledger(other) do local x <close> = other end w:step()" },
  { "joint_other", "1", "in another world",
    "local b = other:add(lg.collider.body { shape = lg.shape.box {max={0.1,0.1}}, translation={0.5,0.5} }) " ..
    "w:add(lg.joint.hinge { a = b, at = {0.5, 0.5} }) w:step()" },
  { "joint_solid", "1", "none that moves freely",
    "local b = w:add(lg.collider.solid { shape = lg.shape.box {max={0.1,0.1}}, translation={0.5,0.5} }) " ..
    "w:add(lg.joint.rope { a = b, from = {0.5, 0.5}, to = {0.6, 0.6} }) w:step()" },
  { "joint_self", "1", "one and the same body",
    "local b = w:add(lg.collider.body { shape = lg.shape.box {max={0.1,0.1}}, translation={0.5,0.5} }) " ..
    "w:add(lg.joint.spring { a = b, b = b, from = {0.5, 0.5}, to = {0.5, 0.5} }) w:step() w:step()" },
  { "joint_removed", "1", "refers to it",
    "local b = w:add(lg.collider.body { shape = lg.shape.box {max={0.1,0.1}}, translation={0.5,0.5} }) local j = " ..
    "w:add(lg.joint.spring { a = b, from = {0.5, 0.5}, to = {0.5, 0.8} }) w:step() print(pcall(w.remove, w, b)) " ..
    "w:step() w:remove(j) w:step() j.stiffness = 3" },
  { "material_removed", "01", "",
    "local oil = lg.material { density = 800 } w:add(oil) w.particles:add({0.2,0.2}, {0,0}, oil) " ..
    "print(pcall(w.remove, w, oil)) w:step()" },
  { "material_other", "1", "that is in this world",
    "local oil = other:add(lg.material { density = 800 }) w.particles:add({0.2,0.2}, {0,0}, oil) w:step()" },
  { "material_many", "01", "", "for i = 1, 300 do w:add(lg.material { density = 800 + i }) end w:step()" },
  { "solver_kept", "1", "for the step of a solver",
    "local k w.solver = lg.solver.script { step = function(s, dt) k = s s:each('a', function(p) p.vx = 1 end) end " ..
    "} w:step() k:each('a', function(p) p.vx = 2 end)" },
  { "solver_kept_swapped", "1", "replaced by another",
    "local k w.solver = lg.solver.script { step = function(s, dt) k = s s:each('a', function(p) p.vx = 1 end) end " ..
    "} w:step() w.solver = lg.solver.pbf {} w:step() print(k.radius) k:sum(function(p) return p.x end)" },
  { "solver_nest", "1", "cannot begin in the function",
    "w.solver = lg.solver.script { step = function(s, dt) s:each('a', function(p) s:each('b', function(q) q.vx = 1 " ..
    "end) p.vx = 1 end) end } w:step()" },
  { "press_recursion", "1", late, "local b b = lg.button { name = 'b', press = function() b:press() end } b:press()", true },
  { "press_error", "01", "", "local b b = lg.button { name = 'b', press = function() error(b) end } b:press()" },
  { "sliders_many", "1", late, "for i = 1, 1e6 do lg.slider { name = 's' .. i, default = 1, min = 0, max = 2 } end", true },
  { "choices_many", "01", "", "local t = {name = 'c'} for i = 1, 100000 do t[i] = 'o' .. i end lg.choice(t)" },
  { "draw_many", "1", "room for 4096 marks", "function w:draw(g) for i = 1, 1e9 do g:line({0, 0}, {1, 1}) end end" },
  { "draw_texts", "01", "", "function w:draw(g) for i = 1, 100 do g:text({0, 0}, ('x'):rep(1000000)) end end", true },
  { "draw_utf8", "01", "",
    "function w:draw(g) g:text({0, 0}, '\\xff\\xfe\\0\\x80', {0/0, 1, 1}, 1e30, 'left', true) g.screen:disc({0/0, " ..
    "1}, 1e38) g:arrow({1e38, 0}, {-1e38, 0}, nil, 1e30) end" },
  { "draw_kept", "01", "",
    "local k function w:draw(g) k = g end function w:after_step() if k then k:line({0,0},{1,1}) " ..
    "k.screen:line({0,0},{1,1}) end end w:step()" },
  { "restore_self", "01", "", "w:step() w:save('r.lgs') function w:before_step() self:restore('r.lgs') end", true },
  { "restore_in_update", "01", "", "w:step() w:save('r.lgs') w:update(function(p) w:restore('r.lgs') p.vx = 1 end)", true },
  { "restore_in_each", "01", "", "w:step() w:save('r.lgs') w:each(function(p) w:restore('r.lgs') p.vx = 1 end)", true },
  { "restore_other", "01", "", "w:step() w:save('r.lgs') other:restore('r.lgs') other:step()", true },
  { "restore_stale", "1", "stale",
    "w:step() local b = w.particles.position w:save('r.lgs') w:restore('r.lgs') print(b[1])", true },
  { "volume_huge", "01", "",
    "w:add(lg.emitter.volume { shape = lg.shape.box { min = {-1e9, -1e9}, max = {1e9, 1e9} } }) w:step()" },
  { "polygon_large", "01", "",
    water .. "w:add(lg.collider.solid { shape = lg.shape.polygon { points = {{0.7, -1e14}, {1e14, -1e14}, {1e14, 1e14}, " ..
    "{0.7, 1e14}} } }) w:step()" },
  { "polygon_needle", "01", "",
    water .. "w:add(lg.collider.solid { shape = lg.shape.polygon { points = {{0.7, 0}, {0.7, 1e-30}, {0.7000001, 0}} } }) " ..
    "w:step()" },
  { "polygon_list", "01", "",
    "lg.shape.polygon { points = setmetatable({}, {__index = function(_, i) return {i, i * i % 7} end, __len = " ..
    "function() return 1e9 end}) }" },
  { "field_self", "1", deep, "local f f = lg.field.formula(function(p) return f:at(p), 0 end) w:add(f) w:step()", true },
  { "field_pair", "1", deep,
    "local f, g f = lg.field.formula(function(p) return g:at(p), 0 end) g = lg.field.formula(function(p) return " ..
    "f:at(p), 0 end) w:add(f) w:step() f:at({0,0})", true },
  { "field_doubling", "1", late,
    "local f = lg.field.formula(function(p) return p.x, p.y end) for i = 1, 50 do f = f + f end print(f:at({0.1, " ..
    "0.2})) w:add(f) w:step()", true },
  { "shape_wide", "1", "name each of them once",
    "local t = {} for i = 1, 16 do t[i] = lg.shape.sphere { radius = 0.1 } end local s = t for k = 1, 6 do local n " ..
    "= {} for i = 1, 16 do n[i] = lg.shape.union { shapes = s } end s = n end w:add(lg.collider.solid { shape = " ..
    "s[1] }) w:step()" },
  { "deep_gradient", "01", "",
    "local f = lg.field.formula(function(p) local s = p.x for i = 1, 30000 do s = lg.math.sin(s) + 1 end return s " ..
    "end) print(lg.gradient(f):at({0.1, 0.2}))" },
  { "squares_gradient", "01", "",
    "local f = lg.field.formula(function(p) local s = p.x for i = 1, 60 do s = s * s + p.y end return s end) " ..
    "print(lg.gradient(f):at({0.1, 0.2})) print(lg.laplacian(f):at({0.1, 0.2}))" },
  { "deep_where", "01", "",
    "w:sum(function(p) local s = p.x for i = 1, 60000 do s = lg.where(lg.lt(s, i), s + 1, s) end return s end)", true },
  { "deep_any", "01", "",
    "w:count(function(p) local c = lg.lt(p.x, 1) for i = 1, 90000 do c = lg.any(c, lg.lt(p.x, i)) end return c " ..
    "end)", true },
  { "deep_vec", "01", "",
    "w:sum(function(p) local v = p.position for i = 1, 60000 do v = v + v * p.x end return v:dot(v) end)", true },
  { "deep_neighbors", "01", "",
    "w:sum(function(p) return p:sum(function(q) local s = q.x for i = 1, 60000 do s = s * q.y + p.x end return s " ..
    "end) end)", true },
  { "tostring_error_loop", "1", late, "error(setmetatable({}, {__tostring = function() while true do end end}))", true },
  { "tostring_error_hook", "1", late,
    "function w:before_step() error(setmetatable({}, {__tostring = function() while true do end end})) end", true },
  { "tostring_error_formula", "1", late,
    "w:add(lg.field.formula(function(p) error(setmetatable({}, {__tostring = function() while true do end end})) " ..
    "end))", true },
  { "tostring_error_error", "01", "", "error(setmetatable({}, {__tostring = function(t) error(t) end}))" },
  { "tostring_name", "01", "", "error(setmetatable({}, {__name = {}}))" },
  { "contacts_closed", "01", "",
    "local c = other.contacts do local x <close> = other end for _, x in ipairs(c) do print(x) end" },
  { "stats_closed", "01", "",
    "local s = other.stats local g = other.gauges local k = other.kernel local o = other.objects local grids = " ..
    "other.grids local v = other.view local wd = other.widgets do local x <close> = other end print(s.time, " ..
    "s.stages, pcall(function() return k:W(0.1) end), #o, g.x)" },
  { "probe_removed", "01", "",
    "local id = w.particles.id[1] w:step() w:probe(id) w:remove_if(function(p) return p.x < 2 end) w:step() " ..
    "print(w:probe(id))" },
  { "keys_write", "01", "",
    "lg.keys.space = true lg.mouse.left = true print(lg.keys.space, lg.mouse.x) rawset(lg.keys, 'a', 1) w:step()" },
  { "view_recursive", "01", "", "local t = {} t.from = t w.view = t" },
  { "view_long", "01", "", "w.view = { show = ('x'):rep(900000) }" },
  { "note_long", "01", "", "lg.note(('# x\\n'):rep(200000))" },
  { "note_bytes", "0", "^[^\27]*$", "lg.note('\\xff\\0\\x1b[2J')" },
  { "plots_many", "1", late, "for i = 1, 1e6 do lg.plot { name = 'p' .. i, 'a' } end", true },
  { "names_bytes", "01", "",
    "lg.slider { name = '\\xff\\xfe', default = 1, min = 0, max = 2 } lg.choice { name = 'a\\nb', '\\x80', 'b' }" },
  { "columns_name", "01", "",
    "w.particles:add_column('x\\0y') w.particles:add_column('', 3) w.particles:add_column('q', 1e9)" },
  { "buffer_wide", "01", "", "w.particles:add_column('q', 3) local b = w.particles.q b:set(1, 1, 2, 3) b:set(2^53, 1) " },
  { "near_all", "1", late,
    "for i = 1, 20000 do w.particles:add({i/20001, 0.5}) end for i = 1, 1e9 do w.particles:near({0.5, 0.5}, 1e30) " ..
    "end", true },
  { "pick_many", "1", late,
    "for i = 1, 20000 do w.particles:add({i/20001, 0.5}) end for i = 1, 1e9 do w:pick(0.5, 0.5) end", true },
  { "worlds_churn", "1", late,
    "for i = 1, 1e9 do local x <close> = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.01, solver = " ..
    "lg.solver.flip {} } end", true },
  { "sum_many", "1", late, "for i = 1, 1e9 do w:sum(function(p) return p.x end) end", true },
  { "fields_many", "01", "", "for i = 1, 1e9 do w:add(lg.field.formula(function(p) return p.x * i, 0 end)) end", true },
  { "shapes_many", "01", "",
    "local t = {} for i = 1, 1e9 do t[i] = lg.shape.polygon { points = {{0,0},{1,0},{1,1},{0,1}} } end", true },
  { "kernels_many", "01", "",
    "local t = {} for i = 1, 1e9 do t[i] = lg.kernel { 'cubic_spline', dim = 2, radius = i } end", true },
}
