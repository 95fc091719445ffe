-- world:probe: a particle's neighbours and density against loops over all particles, and its ledger:
-- under every solver the stages' changes add up to the change of its velocity.
local support = dofile "tests/lua/support.lua"
local lg = support.lg

local function dam(solver, dim)
  local deep = dim == 3
  local world = lg.world { bounds = deep and { { 0, 0, 0 }, { 1, 0.6, 0.3 } } or { { 0, 0 }, { 1, 0.6 } },
    spacing = deep and 0.06 or 0.04, solver = solver }
  world:add(lg.emitter.volume { shape = lg.shape.box { max = deep and { 0.4, 0.4, 0.3 } or { 0.4, 0.4 } } })
  return world
end

local solvers <const> = { "wcsph", "pcisph", "pbf", "dfsph", "flash", "flip", "particles" }

describe("the ledger", function()
  for _, name in ipairs(solvers) do
    for dim = 2, 3 do
      it(("of %s in %d-D adds up to the whole change"):format(name, dim), function()
        local world = dam(lg.solver[name] {}, dim)
        world:step(1 / 60)
        local ids = {}
        for i = 1, #world.particles, math.max(1, #world.particles // 7) do
          ids[#ids + 1] = world.particles.id[i]
          assert.is_table(world:probe(ids[#ids]))
        end
        -- one sub-step: what it changes is what the particle had before, and has after
        local before = {}
        for _, id in ipairs(ids) do before[id] = world:probe(id).velocity end
        world:step(1e-4)
        assert.equal(1, world.stats.substeps)
        for _, id in ipairs(ids) do
          local p = world:probe(id)
          assert.is_true(p.dt == 1e-4)
          for _, axis in ipairs { "x", "y", dim == 3 and "z" or nil } do
            local sum = 0
            for _, by in pairs(p.ledger) do sum = sum + by[axis] end
            assert.near(p.velocity[axis] - before[id][axis], sum, 1e-7)
          end
          -- which moves particles and leaves their velocities
          assert.is_nil(p.ledger["solve/shift"])
        end
      end)
    end
  end

  it("names gravity and fields, and the stage that acts", function()
    local world = dam(lg.solver.wcsph {}, 2)
    world:add(lg.field.constant { name = "breeze", value = { 3, 0 } })
    world:step(1 / 60)
    world:probe(world.particles.id[1])
    local id = world.particles.id[1]
    world:step(1e-4)
    local p = world:probe(id)
    assert.near(-9.81, p.terms.gravity.y, 1e-5)
    assert.near(3, p.terms.breeze.x, 1e-6)
    local sum = lg.vec(0, 0)
    for _, a in pairs(p.terms) do sum = sum + a end
    assert.near(0, (sum - p.rate):length(), 1e-2) -- velocities are float32, dt is small
    assert.near(0, (p.rate - sum - p.rest):length(), 1e-9)
    assert.is_not_nil(p.ledger["solve/forces"])
  end)

  it("shows the stages of a solver in Lua by their names", function()
    local world = dam(lg.solver.script { step = function(s, dt)
      s:each("half", function(p) p.vy = p.vy + 0.5 * dt * p.acceleration.y end)
      s:each("rest", function(p) p.vy = p.vy + 0.5 * dt * p.acceleration.y end)
    end }, 2)
    world:step(1e-4)
    local id = world.particles.id[60]
    world:probe(id)
    world:step(1e-3)
    local ledger = world:probe(id).ledger
    assert.near(-0.5 * 9.81e-3, ledger["solve/half"].y, 1e-6)
    assert.near(-0.5 * 9.81e-3, ledger["solve/rest"].y, 1e-6)
    -- they are its terms, and gravity is in them
    local p = world:probe(id)
    assert.near(-0.5 * 9.81, p.terms.half.y, 1e-3)
    assert.near(-0.5 * 9.81, p.terms.rest.y, 1e-3)
    assert.is_nil(p.terms.gravity)
  end)

  for _, name in ipairs { "wcsph", "pcisph", "pbf" } do
    it(("of a whole solver in Lua, %s, adds up to its acceleration"):format(name), function()
      local world, ids = lg.load(("examples/physics/%s.lua"):format(name)), {}
      for _ = 1, 12 do world:step(1 / 60) end
      for i = 1, #world.particles, #world.particles // 16 do
        ids[#ids + 1] = world.particles.id[i]
        world:watch(ids[#ids])
      end
      world:step(1 / 60)
      for _, id in ipairs(ids) do
        local p = world:probe(id)
        local sum, size = 0 * p.rate, p.rate:length()
        for _, a in pairs(p.terms) do sum, size = sum + a, size + a:length() end
        local bit = 4 * 2 ^ -23 * (2 * p.velocity:length() / p.dt + size) -- velocities are float32
        assert.is_true(size > 0 and (sum - p.rate):length() <= 1e-4 * p.rate:length() + bit)
      end
    end)
  end
end)

-- Where no solver tells of its density, the walls are those of p.wall: a lattice in a corner is at rest.
describe("without a density of its solver's", function()
  for dim = 2, 3 do
    it(("the walls have their share: %d-D"):format(dim), function()
      local world = dam(lg.solver.particles {}, dim)
      world:step(1e-5)
      world.particles:add_column("solid")
      world:update(function(p) p.solid = p.wall end)
      local index = 1
      for i = 1, #world.particles do
        if world.particles.solid[i] > world.particles.solid[index] then index = i end
      end
      local shares = world:probe(world.particles.id[index]).shares
      assert.is_true(shares.walls > 300, shares.walls)
      assert.near(1000 * world.particles.solid[index], shares.walls, 0.01)
      assert.near(1000, shares.own + shares.fluid + shares.walls, 60)
    end)
  end
end)

describe("world:pick", function()
  it("is the nearest particle, and nil where there are none", function()
    for dim = 2, 3 do
      local world = dam(lg.solver.wcsph {}, dim)
      assert.is_nil(world:pick(0.2, 0.2, dim == 3 and 0.1 or nil))
      world:step(1 / 60)
      local at = dim == 3 and lg.vec(0.21, 0.13, 0.1) or lg.vec(0.21, 0.13)
      local best, least = nil, math.huge
      for i = 1, #world.particles do
        local d = (world.particles.position[i] - at):length()
        if d < least then best, least = world.particles.id[i], d end
      end
      assert.equal(best, world:pick(at))
      if dim == 3 then assert.equal(best, world:pick(at.x, at.y, at.z))
      else assert.equal(best, world:pick(at.x, at.y)) end
    end
  end)

  it("and world:watch refuse what is no place and no id", function()
    local world = dam(lg.solver.wcsph {}, 2)
    world:step(1 / 60)
    local function says(f, what)
      local ok, message = pcall(f)
      assert.is_false(ok)
      assert.matches(what, message)
    end
    says(function() world:pick(0.2) end, "world:pick: expects a place of 2 numbers")
    says(function() world:pick(0.2, 0.2, 0.2) end, "world:pick: expects a place of 2 numbers")
    says(function() world:pick("here") end, "world:pick: expects a place of 2 numbers %(m%), got string")
    says(function() world:watch("x") end, "world:watch: expects the id of a particle, got string")
    assert.is_nil(world:pick(0 / 0, 0 / 0)) -- nothing is nearest to nowhere
  end)

  it("and world:watch leave the bits alone", function()
    local hash = {}
    for watched = 0, 1 do
      local world = dam(lg.solver.dfsph {}, 2)
      world:step(1 / 60)
      if watched == 1 then world:watch(world:pick(0.2, 0.2)) end
      for _ = 1, 10 do world:step(1 / 60) end
      hash[watched] = world:hash()
    end
    assert.equal(hash[0], hash[1])
  end)
end)

describe("a probe", function()
  it("has the neighbours of all pairs, and the density as a sum", function()
    local world = dam(lg.solver.wcsph { support = 2.8, kernel = "cubic_spline" }, 2)
    world:step(1e-4)
    local seen = { world.particles.id[1], world.particles.id[37], world.particles.id[#world.particles] }
    for _, id in ipairs(seen) do world:probe(id) end
    -- all are of the sub-step's beginning
    local x, radius = {}, 2.8 * 0.04
    for i = 1, #world.particles do x[world.particles.id[i]] = world.particles.position[i] end
    world:step(1e-4)
    for _, id in ipairs(seen) do
      local p = world:probe(id)
      assert.equal(id, world.particles.id[p.index])
      local count, share = 0, 0
      for j, y in pairs(x) do
        if j ~= id and (x[id] - y):length() < radius then count = count + 1 end
      end
      for _, q in ipairs(p.neighbors) do
        assert.near((x[id] - x[q.id]):length(), q.distance, 1e-6)
        assert.equal(world.particles.id[q.index], q.id)
        share = share + q.share
      end
      assert.equal(count, #p.neighbors)
      assert.near(share, p.shares.fluid, 1e-6)
      assert.near(p.density, p.shares.own + p.shares.fluid + p.shares.walls, 1e-3)
    end
    -- beside the wall its share is what the fluid lacks; in the middle there is none
    local middle
    world:each(function(p) return lg.all(lg.lt(lg.math.abs(p.x - 0.22), 0.03), lg.lt(lg.math.abs(p.y - 0.22), 0.03)) end,
      function(p) middle = p.id end)
    assert.near(0, world:probe(middle).shares.walls / 1000, 0.02)
    assert.is_true(world:probe(world.particles.id[1]).shares.walls > 100)
  end)

  it("of one that is gone is nil; 64 are watched at most; hashes do not know of it", function()
    local world = dam(lg.solver.wcsph {}, 2)
    local other = dam(lg.solver.wcsph {}, 2)
    world:step(1e-3)
    other:step(1e-3)
    assert.is_nil(world:probe(123456))
    for i = 1, 64 do world:probe(world.particles.id[i]) end
    local ok, message = pcall(world.probe, world, world.particles.id[65])
    assert.is_false(ok)
    assert.truthy(message:find("64 particles are watched already", 1, true))
    world:unwatch(world.particles.id[1])
    assert.is_table(world:probe(world.particles.id[65]))
    world:step(1e-3)
    other:step(1e-3)
    assert.equal(other:hash(), world:hash())
    ok, message = pcall(world.probe, world, "x")
    assert.is_false(ok)
    assert.truthy(message:find("expects the id of a particle", 1, true))
  end)
end)
