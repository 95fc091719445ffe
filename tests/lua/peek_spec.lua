-- world:peek: the stages of a frame as a loop. What is seen in it, that nothing can be changed in it,
-- that nothing is left of it, and that a solver of the script's own is looked at like any other.
local support = dofile "tests/lua/support.lua"
local lg = support.lg

local function dam(solver, dim)
  local deep = dim == 3
  local world = lg.world { bounds = deep and { { 0, 0, 0 }, { 1, 0.6, 0.3 } } or { { 0, 0 }, { 1, 0.6 } },
    spacing = deep and 0.06 or 0.04, solver = solver }
  world:add(lg.emitter.volume { shape = lg.shape.box { max = deep and { 0.4, 0.4, 0.3 } or { 0.4, 0.4 } } })
  return world
end

-- symplectic Euler and a count that it remembers; its random numbers are those of the frame
local function own_solver()
  return lg.solver.script { columns = { density = "kg/m3" }, state = { steps = 0 },
    step = function(s, dt)
      s.steps = s.steps + 1
      s:each("density", function(p) p.density = p:sum(function(q) return q.mass * q.W end) end)
      s:each("move", function(p) p.velocity = p.velocity + dt * p.acceleration + 0.01 * lg.vec(lg.random(), 0) end)
    end }
end

local function fails(text, f, ...)
  local ok, message = pcall(f, ...)
  assert.is_false(ok)
  assert.is_truthy(message:find(text, 1, true), message)
end

describe("world:peek", function()
  for _, name in ipairs { "wcsph", "pbf", "flip" } do
    for dim = 2, 3 do
      it(("shows the stages of %s in %d-D, and the last one is the step's end"):format(name, dim), function()
        local world = dam(lg.solver[name] {}, dim)
        world:advance(3)
        local hash, stats, n, subs = world:hash(), world.stats, 0, 0
        local speed, stages = nil, {}
        for stage, sub, pass in world:peek() do
          n, subs = n + 1, sub
          stages[stage] = math.max(stages[stage] or 0, pass)
          speed = world:sum(function(p) return p.vx * p.vx + 2 * p.vy end)
          assert.equal(#world.particles, #world.particles.velocity)
        end
        assert.equal(hash, world:hash())
        assert.same(stats.stages, world.stats.stages)
        world:step()
        assert.equal(world.stats.substeps, subs)
        assert.equal(speed, world:sum(function(p) return p.vx * p.vx + 2 * p.vy end))
        for stage in pairs(world.stats.stages) do assert.is_number(stages[stage]) end
        if name == "pbf" then assert.equal(world.stats.iterations, stages["solve/displace"]) end
      end)
    end
  end

  it("looks at a solver of the script's own, which remembers and draws lots as if nobody had", function()
    local world, other = dam(own_solver()), dam(own_solver())
    world:advance(2)
    other:advance(2)
    local seen = {}
    for _ = 1, 2 do
      for stage in world:peek() do seen[stage] = world.particles.density:max() end
    end
    assert.is_true(seen["solve/density"] > 0)
    assert.equal(other.solver.steps, world.solver.steps)
    world:advance(4)
    other:advance(4)
    assert.equal(other:hash(), world:hash())
  end)

  it("changes nothing, and nothing can be changed in it", function()
    local world = dam(lg.solver.wcsph {})
    world:step()
    local hash, box = world:hash(), world:find "box1"
    for _, sub in world:peek() do
      fails("only looks", world.step, world)
      fails("only looks", world.advance, world, 9)
      fails("only looks", world.peek, world)
      fails("only looks", world.add, world, lg.field.constant {})
      fails("only looks", world.remove, world, box)
      fails("only looks", world.update, world, function(p) p.vx = 0 end)
      fails("only looks", world.remove_if, world, function(p) return p.x > 0 end)
      fails("only looks", world.gauge, world, "tip", "front")
      fails("only looks", world.particles.add, world.particles, { 0.1, 0.1 })
      fails("only looks", world.particles.add_column, world.particles, "heat")
      fails("only looks", world.particles.velocity.fill, world.particles.velocity, { 0, 0 })
      fails("only looks", function() world.particles.velocity[1] = { 0, 0 } end)
      fails("only looks", function() world.gravity = { 0, 0 } end)
      fails("only looks", function() world.solver = lg.solver.pbf {} end)
      fails("only looks", function() world.solver.viscosity = 1 end)
      fails("only looks", function() function world:after_step() end end)
      fails("only looks", world.restore, world, "none.lgs")
      fails("in a peek", world.save, world, os.tmpname())
      fails("", world.each, world, nil, function(p) p.vx = 0 end)
      if sub == 2 then break end
    end
    assert.equal(hash, world:hash())
    world.gravity = { 0, -1 } -- behind the end it can
    world:step()
  end)

  it("ends with an error in its loop, with another one, and where it is closed", function()
    local world = dam(lg.solver.wcsph {})
    world:step()
    local hash = world:hash()
    fails("mine", function() for _ in world:peek() do error "mine" end end)
    assert.equal(hash, world:hash())
    local next, peek = world:peek()
    next(peek)
    fails("only looks", world.step, world)
    fails("", function() local w <close> = world end)
    do local _ <close> = peek end
    fails("has ended", next, peek)
    world:step()
    fails("use it as", next)
    local late = world:peek()
    fails("use it as", late, 7)
  end)

  it("is refused in a step, in a formula, and with times that are none", function()
    local world, told = dam(lg.solver.wcsph {}), nil
    function world:before_step() told = select(2, pcall(world.peek, world)) end
    world:step()
    local refused = "world:peek: this world is in a step already, in before_step or after_step; look ahead between two frames"
    assert.is_truthy(told:find(refused, 1, true))
    world.before_step, told = nil, nil
    function world:after_step() told = select(2, pcall(world.peek, world)) end
    world:step()
    assert.is_truthy(told:find(refused, 1, true))
    world.after_step = nil
    fails("only computes", world.update, world, function() for _ in world:peek() do end end)
    for _, dt in ipairs { 0, -1, 0 / 0, 1 / 0, "x" } do fails("world:peek: dt", world.peek, world, dt) end
    fails("world:peek shows it there", world.step, world, { stage = "push" })
    function world:before_step() error "a peek has no hooks" end
    local n = 0
    for _ in world:peek() do n = n + 1 end
    assert.is_true(n > 9)
  end)
end)
