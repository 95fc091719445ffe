-- lg.world { ... }: its options, its properties, stepping.
local support = dofile "tests/lua/support.lua"
local lg, fails = support.lg, support.fails

describe("lg.world", function()
  it("works in five lines", function()
    local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1, solver = lg.solver.wcsph {} }
    world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.5, 0.5} } })
    world:step(1 / 60)
    assert.equal(25, #world.particles) -- 0.5 / 0.1 squared
    assert.equal(1 / 60, world.time)
  end)

  it("reads its options and gives them back", function()
    local world = lg.world {
      bounds = {{-1, 0, 0}, {1, 2, 3}}, spacing = 0.1, gravity = {0, 0, -1.62}, name = "moon",
        seed = 7, threads = 2,
      friction = 0.2, restitution = 0.5, slip = "no", edges =
        { x = "periodic", y = {"wall", "open"} },
    }
    assert.equal(3, world.dim)
    assert.equal(0.1, world.spacing)
    assert.same({ lg.vec(-1, 0, 0), lg.vec(1, 2, 3) }, world.bounds)
    assert.equal(lg.vec(0, 0, -1.62), world.gravity)
    assert.same({ x = {"periodic", "periodic"}, y = {"wall", "open"}, z = {"wall", "wall"} },
      world.edges)
    assert.same({ "moon", 7, 2, 0.2, 0.5, "no" },
      { world.name, world.seed, world.threads, world.friction, world.restitution, world.slip })
    assert.equal("world 'moon' (3-D, 0 particles, frame 0)", tostring(world))
  end)

  it("has one word for all edges", function()
    assert.same({ x = {"open", "open"}, y = {"open", "open"} },
      support.world { edges = "open" }.edges)
    assert.same({ x = {"wall", "wall"}, y = {"wall", "wall"} }, support.world().edges)
  end)

  it("refuses bad options with one sentence", function()
    local bounds = {{0, 0}, {1, 1}}
    fails(function() return lg.world {} end, "world: bounds is required: two corners")
    fails(function() return lg.world() end, "world: expects one table of options")
    fails(function() return lg.world { bounds = {1, 2} } end,
      "world: option 'bounds' must be two corners")
    fails(function() return lg.world { bounds = {{0, 1}, {1, 0}} } end,
          "world: bounds of y: the upper, 0 m, must be above the lower")
    fails(function() return lg.world { bounds = bounds, gravty = 1 } end,
          "world: unknown option 'gravty' (did you mean 'gravity'?)")
    fails(function() return lg.world { bounds = bounds, bouds = 1 } end,
      "world: unknown option 'bouds' (did you mean 'bounds'?)")
    fails(function() return lg.world { bounds = bounds, spacing = 0 } end,
      "world: spacing = 0 m must be greater than 0")
    fails(function() return lg.world { bounds = bounds, gravity = {0, 0, 0} } end,
      "world: option 'gravity' must be 2 numbers")
    fails(function() return lg.world { bounds = bounds, edges = "wal" } end,
          "world: edges = 'wal' is not one of wall, open, periodic")
    fails(function() return lg.world { bounds = bounds, edges = { z = "open" } } end,
      "world: edges: unknown axis 'z'")
    fails(function() return lg.world { bounds = bounds, edges = { x = {"open", 3} } } end,
          "world: option 'edges.x' must be 'wall'")
    fails(function() return lg.world { bounds = bounds, spacing = 0.1, solver = 3 } end,
      "world: solver must be a solver")
    fails(function() return lg.world { bounds = bounds, spacing = 0.1, slip = "maybe" } end,
          "world: slip = 'maybe' is not one of free, no")
    fails(function() return lg.world { bounds = bounds, name = "a b" } end,
      "world: the name 'a b' must have 1 to 47 bytes")
  end)

  it("has live properties", function()
    local world = support.world()
    world.gravity = {0, -1}
    assert.equal(lg.vec(0, -1), world.gravity)
    world.gravity = world.gravity * 2
    assert.equal(lg.vec(0, -2), world.gravity)
    world.friction = 0.25
    assert.equal(0.25, world.friction)
    fails(function() world.gravity = {0 / 0, 0} end, "world: gravity.x = ")
    fails(function() world.gravity = {0, 1, 2} end,
      "world: option 'gravity' must be 2 numbers in a 2-D world, got 3 numbers")
    fails(function() world.gravity = "down" end,
      "world: option 'gravity' must be 2 numbers in a 2-D world, got text")
    fails(function() world.gravity = nil end,
      "world: option 'gravity' must be 2 or 3 numbers, got nil")
    fails(function() world.spacing = 0.2 end, "world: spacing is fixed when the world is made")
    fails(function() world.frame = 3 end, "world: 'frame' is read only")
    fails(function() world.step = print end, "world: 'step' is a method and cannot be replaced")
    fails(function() world.gravty = {0, 0} end,
      "world: unknown property 'gravty' (did you mean 'gravity'?)")
    fails(function() return world.gravty end,
      "world: unknown property 'gravty' (did you mean 'gravity'?)")
    assert.equal(lg.vec(0, -2), world.gravity)
  end)

  it("is coloured by a column that there is or will be", function()
    local world = support.world { solver = lg.solver.wcsph {} }
    assert.is_nil(world.color_by)
    world.color_by = "density" -- the solver brings it with the first step
    world.color_by = "speed"
    assert.equal("speed", world.color_by)
    fails(function() world.color_by = "velocty" end,
      "world: color_by: unknown column 'velocty' (did you mean 'velocity'?)")
    fails(function() world.color_by = 3 end,
          "world: color_by must be the name of a column, a function of a particle or a field, got number")
    world.color_by = nil
    assert.is_nil(world.color_by)
  end)
end)

describe("stepping", function()
  it("falls as a stone does", function() -- v = g t, in closed form
    local world = support.world { gravity = {0, -1}, edges = "open", bounds = {{0, -10}, {1, 1}} }
    world.particles:add({0.5, 0.5}, {0.25, 0})
    world:step(0.5)
    local v = world.particles.velocity[1]
    assert.near(-0.5, v.y, 1e-6)
    assert.near(0.25, v.x, 1e-7)
    assert.near(0.625, world.particles.position[1].x, 1e-6)
  end)

  it("counts frames and time", function()
    local world = support.filled()
    world:advance(10)
    assert.equal(10, world.frame)
    world:advance(10) -- it is there
    world:advance(1e1) -- and a whole number
    assert.equal(10, world.frame)
    assert.near(1e-3 + 9 / 60, world.time, 1e-12)
    world:advance(12, 0.01)
    assert.near(1e-3 + 9 / 60 + 0.02, world.time, 1e-12)
    world:step()
    assert.near(1e-3 + 10 / 60 + 0.02, world.time, 1e-12)
  end)

  it("reports what it did", function()
    local world = support.filled { solver = lg.solver.wcsph {} }
    local stats = world.stats
    assert.equal(25, stats.particles)
    assert.equal(25, stats.emitted)
    assert.equal(1, stats.frame)
    assert.equal(0, stats.guarded)
    assert.is_true(stats.substeps >= 1)
    assert.equal("string", type(stats.limit))
    assert.equal("number", type(stats.stages.solve))
  end)

  it("is the same for any number of threads", function()
    local function hash(threads)
      local world =
        support.world { threads = threads, gravity = {0, -9.81}, solver = lg.solver.wcsph {},
          spacing = 0.02 }
      world:add(support.column())
      world:advance(3)
      return world:hash()
    end
    local one = hash(1)
    assert.matches("^%x%x%x%x%x%x%x%x%x%x%x%x%x%x%x%x$", one)
    for _, threads in ipairs { 2, 3, 7 } do assert.equal(one, hash(threads)) end
  end)

  it("refuses a bad dt", function()
    local world = support.world()
    fails(function() world:step(0) end, "world:step: dt = 0.0 s must be finite and greater than 0")
    fails(function() world:step(0 / 0) end, "world:step: dt = ")
    fails(function() world:step(math.huge) end,
      "world:step: dt = inf s must be finite and greater than 0")
    fails(function() world:step "1" end, "world:step: dt must be a number of seconds, got string")
    fails(function() world:advance(1.5) end,
      "world:advance: expects the number of a frame, got 1.5")
    fails(function() world.step(0.1) end, "step: use world:step(...), with a colon")
    assert.equal(0, world.frame)
  end)

  it("runs in a coroutine", function()
    local world = support.world()
    local co = coroutine.wrap(function()
      for _ = 1, 3 do
        world:step(0.01)
        coroutine.yield(world.frame)
      end
    end)
    assert.same({ 1, 2, 3 }, { co(), co(), co() })
  end)
end)

describe("a closed world", function()
  it("says so, and so do its objects and buffers", function()
    local kept, ball, particles, x
    do
      local world <close> = support.filled()
      kept, ball, particles, x = world, world:add(lg.shape.sphere {}), world.particles,
        world.particles.position
    end
    fails(function() kept:step() end, "world:step: this world was closed")
    fails(function() return kept.time end, "world:time: this world was closed")
    fails(function() return ball.radius end,
      "sphere 'sphere1': this shape is of a world that was closed")
    fails(function() return #particles end, "particles: their world was closed")
    fails(function() return x[1] end, "particles: their world was closed")
    assert.equal("world 'world' (closed)", tostring(kept))
  end)

  it("is collected with everything that belongs to it", function()
    local weak = setmetatable({}, { __mode = "k" })
    do
      local world = support.filled()
      world.after_step = function() return world end -- a cycle through its own hook
      weak[world] = true
    end
    collectgarbage()
    collectgarbage()
    assert.is_nil(next(weak))
  end)
end)
