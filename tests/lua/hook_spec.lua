-- Hooks: called once a frame with the world, protected, with the place of an error.
local support = dofile "tests/lua/support.lua"
local lg, fails = support.lg, support.fails

describe("hooks", function()
  it("fire once a frame, before and after", function()
    local world, seen = support.world(), {}
    function world:before_step(dt) seen[#seen + 1] = { "before", self == world, dt, self.frame } end
    function world:after_step(dt) seen[#seen + 1] = { "after", self == world, dt, self.frame } end
    world:step(0.25)
    world:step(0.5)
    assert.same({
      { "before", true, 0.25, 0 }, { "after", true, 0.25, 1 },
      { "before", true, 0.5, 1 }, { "after", true, 0.5, 2 },
    }, seen)
  end)

  it("see what fills the world before its first step", function()
    local world, seen = support.filled(), {}
    function world:before_step() seen[#seen + 1] = self:count(function(p) return p.x > -1e9 end) end
    world:step()
    assert.is_true(seen[1] > 0)
    assert.equal(#world.particles, seen[1])
    local path = support.file("filled.lua", [[
      local lg = require "laguna"
      local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
      world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.5, 0.5} } })
      function world:on_load() self.particles.velocity[1] = {0, -1} end
      return world]])
    local loaded = lg.load(path)
    assert.equal(25, #loaded.particles)
    assert.equal(-1, loaded.particles.velocity[1].y)
    support.clean()
  end)

  it("can be read, replaced and taken away", function()
    local world, count = support.world(), 0
    local function hook() count = count + 1 end
    world.before_step = hook
    assert.equal(hook, world.before_step)
    world:step()
    world.before_step = nil
    world:step()
    assert.equal(1, count)
    assert.is_nil(world.after_step)
  end)

  it("add formulas and change them as a script does between the frames", function()
    local function formulas(world, field)
      if not field then return world:add(lg.field.formula(function() return 1, 0 end)) end
      field.program = function() return 2, 0 end
      return field
    end
    for _, hook in ipairs { "before_step", "after_step" } do
      local hooked, between, inside, outside = support.filled(), support.filled(), nil, nil
      hooked[hook] = function(self) inside = formulas(self, inside) end
      for _ = 1, 3 do
        hooked:step(0.1)
        if hook == "before_step" then outside = formulas(between, outside) end
        between:step(0.1)
        if hook == "after_step" then outside = formulas(between, outside) end
      end
      assert.is_true(between.particles.velocity[1].x > 0.1)
      assert.equal(between:hash(), hooked:hash())
    end
  end)

  it("change the world that they belong to", function()
    local world = support.filled()
    function world:before_step() self.particles.velocity:fill {1, 0} end
    local before = world.particles.position:mean().x
    world:step(0.01)
    assert.near(before + 0.01, world.particles.position:mean().x, 1e-6)
  end)

  it("of another name are told with those that there are", function()
    local world = support.world()
    fails(function() function world:on_frame() end end,
      "world: unknown hook 'on_frame'; known: before_step, after_step, on_load, key, mouse, draw")
  end)

  it("are known by name", function()
    local world = support.world()
    fails(function() world.befor_step = print end,
      "world: unknown hook 'befor_step' (did you mean 'before_step'?)")
    fails(function() world.before_step = 3 end,
      "world: the hook 'before_step' must be a function or nil, got number")
    for _, name in ipairs { "on_load", "key", "mouse", "draw" } do world[name] = print end
  end)

  it("stop the step with file, line and traceback when they fail", function()
    local world = support.filled()
    local hash = world:hash()
    local function deep(x) return x.field end
    function world:before_step() return deep(nil) + 1 end
    local line = debug.getinfo(deep, "S").linedefined
    local ok, message = pcall(world.step, world)
    assert.is_false(ok)
    assert.matches("^tests/lua/hook_spec.lua:" .. line .. ": attempt to index a nil value", message)
    assert.matches("stack traceback:\n", message, 1, true)
    assert.matches("hook_spec.lua:" .. line + 1 .. ": in", message, 1, true)
    assert.equal(1, world.frame)
    assert.equal(hash, world:hash())
    world.before_step = nil
    world:step() -- the world goes on
    assert.equal(2, world.frame)
  end)

  it("may raise any value", function()
    local world = support.world()
    world.after_step =
      function() error(setmetatable({},
        { __tostring = function() return "a message of its own" end })) end
    local _, message = pcall(world.step, world)
    assert.matches("^[^:]+:%d+: a message of its own", message)
  end)

  it("cannot step or close their own world, but another one", function()
    local world, other = support.world(), support.world()
    function world:before_step(dt) self:step(dt) end
    fails(function() function world:before_step(dt) self:step(dt) end world:step() end,
      "world:step: this world is in a step already; its hooks cannot step it")
    function world:before_step() local w <close> = self end
    assert.matches("world: it cannot be closed inside its own step",
      select(2, pcall(world.step, world)))
    function world:before_step(dt) other:step(dt) end
    world:step()
    assert.equal(1, other.frame)
  end)

  it("cannot ruin a world with NaN: the guard keeps the last good frame and says why", function()
    local world = support.filled()
    function world:before_step() self.particles.velocity:fill {0 / 0, 0} end
    fails(function() world:step() end,
      "guard: positions, velocities or masses of 25 of 25 particles were not finite before the step")
    assert.equal(1, world.frame)
  end)

  it("of a refused frame leave no object changed, however many there are", function()
    local world, fields = support.filled(), {}
    for i = 1, 300 do fields[i] = world:add(lg.field.constant { value = {1, 0} }) end
    function world:before_step()
      for _, f in ipairs(fields) do f.value = {2, 0} end
      error "no"
    end
    assert.is_false((pcall(world.step, world)))
    for i, f in ipairs(fields) do assert.equal(1, f.value.x, "field " .. i) end
  end)

  it("of a refused frame leave references as they were, and what is referred to stays", function()
    local world = support.filled()
    local a, b = lg.shape.box { min = {0, 0}, max = {1, 1} }, lg.shape.sphere { radius = 0.1 }
    local solid = world:add(lg.collider.solid { shape = a })
    world:add(b)
    function world:before_step()
      solid.shape = b
      error "no"
    end
    assert.is_false((pcall(world.step, world)))
    assert.equal(a, solid.shape)
    assert.matches("refers to it", select(2, pcall(world.remove, world, a)))
    world.before_step = nil
    world:remove(b)
    world:step()
    assert.equal(a, solid.shape)
  end)

  it("see an error value of lua_error's own kind: out of stack", function()
    local world = support.world()
    local function deeper() return 1 + deeper() end
    deeper = function() return 1 + deeper() end
    world.before_step = deeper
    local _, message = pcall(world.step, world)
    assert.matches("stack overflow", message)
    world.before_step = nil
    world:step()
  end)
end)
