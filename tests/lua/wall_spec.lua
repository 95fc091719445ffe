-- p.wall and p.wall_gradient in functions of particles, under solvers that have no such columns: as
-- those of a solver in Lua, as the closed form beside a flat wall, one by one, in fields and colours,
-- in two worlds at once, and the same bits on any number of threads.
local support = dofile "tests/lua/support.lua"
local lg, fails = support.lg, support.fails

local function pool(solver, options)
  options = options or {}
  local dim = options.dim or 2
  local world = lg.world {
    bounds = dim == 3 and { { 0, 0, 0 }, { 1, 1, 1 } } or { { 0, 0 }, { 1, 1 } },
    spacing = options.spacing or dim == 3 and 0.1 or 0.05, solver = solver, gravity = dim == 3 and { 0, 0, 0 } or { 0, 0 },
    edges = options.edges, threads = options.threads }
  world.particles:add_column("felt")
  world:add(lg.emitter.volume { shape = lg.shape.box {
    max = dim == 3 and { 1, 0.5, 1 } or { 1, 0.5 } } })
  world:step(1e-6)
  return world
end

local function feel(p) p.felt = p.wall + 0.01 * p.wall_gradient.y + 0.02 * p.wall_gradient.x end

local function felt_of(world)
  local felt = {}
  for i = 1, #world.particles do felt[world.particles.id[i]] = world.particles.felt[i] end
  return felt
end

describe("p.wall", function()
  it("is under every solver what a solver in Lua has as its columns", function()
    for dim = 2, 3 do
      local own = lg.solver.script { support = 3.2, kernel = "wendland_c2",
        step = function(s, dt)
          s:each("see", feel)
          s:each("fall", function(p) p.velocity = p.velocity + dt * p.acceleration end)
        end }
      local want = felt_of(pool(own, { dim = dim }))
      for _, kind in ipairs { "wcsph", "pcisph", "dfsph", "pbf", "flip", "particles" } do
        local sph = kind ~= "flip" and kind ~= "particles"
        local world = pool(lg.solver[kind](sph and { support = 3.2, kernel = "wendland_c2" } or {}),
          { dim = dim })
        world:update(feel)
        local most = 0
        for id, felt in pairs(felt_of(world)) do
          assert.near(want[id], felt, 2e-3)
          most = math.max(most, math.abs(felt))
        end
        assert.is_true(most > 0.3)
      end
    end
  end)

  it("is there before the first step, and where nothing is, 0", function()
    local world = lg.world { bounds = { { 0, 0 }, { 1, 1 } }, spacing = 0.05,
      edges = { x = "periodic" }, solver = lg.solver.flip {} }
    world.particles:add({ 0.02, 0.5 })
    world.particles:add({ 0.02, 0.02 })
    world:add(lg.collider.solid { shape = lg.shape.sphere { center = { 0.95, 0.7 }, radius = 0.1 } })
    assert.equal(1, world:count(function(p) return p.wall > 0.2 end))
    world.particles:add({ 0.07, 0.7 }) -- beside the image of the ball
    assert.equal(2, world:count(function(p) return p.wall > 0.2 end))
    assert.is_true(world:min(function(p) return p.wall_gradient.x end) < -1)
  end)

  it("is known one by one, in fields, filters and colours", function()
    local world = pool(lg.solver.dfsph {})
    local beside = world:count(function(p) return p.wall > 0.01 end)
    assert.is_true(beside > 20 and beside < #world.particles)
    local n = 0
    world:each(function(p)
      local into = p.wall_gradient
      n = n + (p.wall > 0.01 and into.x ^ 2 + into.y ^ 2 > 0 and 1 or 0)
    end)
    assert.equal(beside, n)
    world:add(lg.field.formula(function(p) return -p.wall_gradient end))
    world.color_by = function(p) return p.wall end
    world:step(1e-3)
  end)

  it("is of the particle's own world, the same bits on 1, 2, 3 and 7 threads", function()
    local worlds = {}
    for _, threads in ipairs { 1, 2, 3, 7 } do
      -- 3200 particles: more than one block of 512
      worlds[#worlds + 1] = pool(lg.solver.wcsph {}, { threads = threads, spacing = 0.0125 })
    end
    for _, world in ipairs(worlds) do world:update(feel) end
    local other = pool(lg.solver.wcsph {}, { edges = { x = "periodic", y = "open" } })
    other:update(feel)
    assert.equal(0, other:max(function(p) return lg.math.abs(p.felt) end))
    for _, world in ipairs(worlds) do
      assert.same(felt_of(worlds[1]), felt_of(world))
    end
  end)

  it("cannot be stored, and is of no shape", function()
    local world = pool(lg.solver.wcsph {})
    fails(function() world:update(function(p) p.wall = 1 end) end,
      "p.wall is no column, and is only read; store in one of your own")
    local ok, message = pcall(function()
      world:add(lg.shape.formula(function(p) return p.wall - 0.5 end))
    end)
    assert.is_false(ok)
    assert.truthy(message:find("that of a shape cannot ask for other shapes or for fields", 1, true))
  end)
end)
