-- Sums over neighbours in functions of a particle: against loops over all pairs in plain Lua, in
-- 2-D, 3-D and where the world is periodic; with ifs, vectors, several materials and stores; the
-- same bits on any number of threads; one particle at a time; what is refused, and where.
local support = dofile "tests/lua/support.lua"
local lg = support.lg
local math = lg.math

local cloud <const>, pairs_of <const>, wendland <const> = support.cloud, support.pairs_of, support.wendland
local column <const>, close <const> = support.values, support.close

for _, case in ipairs { { dim = 2 }, { dim = 2, periodic = true }, { dim = 3 } } do
  local title = case.dim .. "-D" .. (case.periodic and ", periodic" or "")
  local radius = case.dim == 2 and 0.15 or 0.3

  describe("sums over neighbours, " .. title, function()
    local world = cloud(case)
    local options = { radius = radius, kernel = "wendland_c2" }
    for _, name in ipairs { "weight", "slope", "rate", "mean_of", "least", "most", "count_of", "way" } do
      world.particles:add_column(name)
    end
    world:update(function(p)
      p.weight = p:sum(function(q) return q.mass * q.W end, options)
      p.slope = p:sum(function(q) return q.gradW end, options).x
      p.rate = p:sum(function(q) return (q.heat - p.heat) * q.laplacian end, options)
      p.mean_of = p:mean(function(q) return q.offset.y * q.heat end, options)
      p.least = p:min(function(q) return q.distance end, options)
      p.most = p:max(function(q) return q.heat - q.x / 3 end, options)
      p.count_of = p:count(function(q) return q.heat > p.heat end, options)
      p.way = p:sum(function(q)
        if q.heat > 0.5 and p.y < 0.6 then return q.distance elseif q.vy < 0 then return 1 end
        return p.heat
      end, options)
    end)

    it("are those of all pairs", function()
      local want = {}
      for _, name in ipairs { "weight", "slope", "rate", "mean_of", "least", "most", "count_of", "way" } do
        want[name] = {}
      end
      for i = 1, #world.particles do
        local mine, n, mass = world.particles.heat[i], 0, world.particles.mass[1]
        local s = { weight = 0, slope = 0, rate = 0, mean_of = 0, least = math.huge, most = -math.huge,
          count_of = 0, way = 0 }
        pairs_of(world, i, radius, case.periodic, function(q)
          local w, f = wendland(case.dim, q.distance, radius)
          n = n + 1
          s.weight = s.weight + mass * w
          s.slope = s.slope + f * q.offset[1]
          s.rate = s.rate + (q.heat - mine) * -2 * f * q.distance ^ 2
            / (q.distance ^ 2 + 0.01 * radius ^ 2)
          s.mean_of = s.mean_of + q.offset[2] * q.heat
          s.least = math.min(s.least, q.distance)
          -- an image is where it is seen from
          s.most = math.max(s.most, q.heat - (world.particles.position[i].x - q.offset[1]) / 3)
          s.count_of = s.count_of + (q.heat > mine and 1 or 0)
          local upward = world.particles.velocity[q.index].y >= 0
          s.way = s.way + (q.heat > 0.5 and world.particles.position[i].y < 0.6 and q.distance
            or upward and mine or 1)
        end)
        s.mean_of = n > 0 and s.mean_of / n or 0
        if n == 0 then s.least, s.most = 0, 0 end
        for name, value in pairs(s) do want[name][i] = value end
      end
      for name, values in pairs(want) do close(values, column(world, name), name) end
    end)

    it("are the same one particle at a time", function()
      local weight, mean = {}, {}
      world:each(function(p)
        weight[#weight + 1] = p:sum(function(q) return q.mass * q.W end, options)
        mean[#mean + 1] = p:mean(function(q) return q.offset * q.heat end, options).y
      end)
      close(column(world, "weight"), weight, "weight")
      close(column(world, "mean_of"), mean, "mean")
    end)
  end)
end

describe("sums over neighbours", function()
  it("have the solver's radius and kernel, calibrated: a lattice has rest density", function()
    local world = lg.world { bounds = { { 0, 0 }, { 1, 1 } }, spacing = 0.05,
      solver = lg.solver.wcsph {} }
    world:add(lg.emitter.volume { shape = lg.shape.box { max = { 1, 1 } } })
    world:step(1e-6)
    local greatest = world:max(function(p)
      return p:sum(function(q) return q.mass * q.W end)
    end)
    local own = world:max(function(p) return p.density end)
    assert.is_true(greatest < own and greatest > 0.6 * own)
  end)

  it("are the same bits on any number of threads", function()
    local function heats(threads)
      local world = cloud { threads = threads, count = 3000 } -- several blocks of 512
      for _ = 1, 5 do
        world:update(function(p)
          p.heat = p.heat + 0.1 * p:mean(function(q) return q.heat - p.heat end)
          p.velocity = p.velocity + 1e-3 * p:sum(function(q) return q.gradW * q.heat end)
        end)
      end
      return world:hash()
    end
    local first = heats(1)
    for _, threads in ipairs { 2, 3, 7 } do assert.equal(first, heats(threads)) end
  end)

  it("read what was there before anything is stored", function()
    local world = cloud {}
    local before = column(world, "heat")
    world:update(function(p) p.heat = p:max(function(q) return q.heat end, { radius = 0.1 }) end)
    local want = {}
    for i = 1, #before do
      want[i] = 0
      pairs_of(world, i, 0.1, false, function(q) want[i] = math.max(want[i], before[q.index]) end)
    end
    close(want, column(world, "heat"), "heat")
  end)

  it("know what p has stored before them, as p does outside of them", function()
    local world = cloud {}
    world.particles:add_column("a")
    world.particles:add_column("b")
    world:update(function(p)
      p.a = p.x
      if p.y > 0.5 then p.a = 2 * p.x end
      p.vx = 3
      p.b = p:sum(function(q) return q.W * p.a + p.velocity.x - p.a * q.W end) - 3 * p:count(function(q) return q.W >= 0 end)
    end)
    assert.near(0, world:max(function(p) return math.abs(p.b) end), 1e-3)
    assert.is_true(world:min(function(p) return p.a end) > 0)
  end)

  it("tell materials apart", function()
    local world = lg.world { bounds = { { 0, 0 }, { 1, 1 } }, spacing = 0.06,
      solver = lg.solver.wcsph {} }
    local oil = world:add(lg.material { density = 800 })
    world:add(lg.emitter.volume { shape = lg.shape.box { max = { 0.5, 0.5 } } })
    world:add(lg.emitter.volume { material = oil,
      shape = lg.shape.box { min = { 0.5, 0 }, max = { 1, 0.5 } } })
    world:step(1e-6)
    local of_oil, want = {}, {}
    world.particles:add_column("oily")
    world:update(function(p)
      p.oily = p:count(function(q) return q.material == oil end, { radius = 0.1 })
    end)
    local x, material = world.particles.position, world.particles.material
    for i = 1, #world.particles do
      want[i] = 0
      for j = 1, #world.particles do
        local r2 = (x[i].x - x[j].x) ^ 2 + (x[i].y - x[j].y) ^ 2
        if i ~= j and r2 < 0.01 and material[j] == 1 then want[i] = want[i] + 1 end
      end
      of_oil[i] = world.particles.oily[i]
    end
    close(want, of_oil, "oil")
  end)

  it("bear distances that lie on a lattice: an edge is no difference", function()
    local world = lg.world { bounds = { { 0, 0 }, { 1, 1 } }, spacing = 0.02,
      solver = lg.solver.wcsph {} }
    world:add(lg.emitter.volume { shape = lg.shape.box { max = { 0.5, 0.5 } } })
    world:step(1e-9)
    for _, r in ipairs { 0.02, 0.03, 0.04 } do
      world:sum(function(p)
        return p:sum(function(q) if q.distance <= r then return 1 end return 0 end)
          + p:count(function(q) return q.distance < r / 2 end, { radius = r })
      end)
    end
  end)

  it("of nobody are 0, vectors too", function()
    local world = cloud {}
    world:remove_if(function(p) return lg.math.abs(p.id - 7) > 0.5 end)
    assert.equal(1, #world.particles)
    local function most(f) return world:sum(function(p) return p:max(f) end) end
    assert.equal(0, most(function(q) return 1 / q.distance end))
    assert.equal(lg.vec(0, 0), most(function(q) return q.offset end))
  end)
end)

describe("refused in a sum:", function()
  local world = cloud {}
  local kept
  local cases = {
    { "the function of a neighbour returns nothing; is its 'return' missing?",
      function(p) return p:sum(function() end) end },
    { "what is summed over neighbours is a number",
      function(p) return p:sum(function(q) return q.x > 1 end) end },
    { "what is counted of neighbours is a condition, q.x > p.x",
      function(p) return p:count(function(q) return q.x end) end },
    { "q.x: a neighbour is only read; store in p, behind the sum",
      function(p) return p:sum(function(q) q.x = 1 return 1 end) end },
    { "q: unknown column 'mas' (did you mean 'mass'?)",
      function(p) return p:sum(function(q) return q.mas end) end },
    { "q.z: this world has 2 dimensions, x and y",
      function(p) return p:sum(function(q) return q.z end) end },
    { "p: unknown column 'summ' (did you mean 'sum'?)",
      function(p) return p:summ(function() return 1 end) end },
    { "p:sum: option 'radius' must be above 0 m, got -1.0",
      function(p) return p:sum(function() return 1 end, { radius = -1 }) end },
    { "p:sum: option 'radius' must be a number of metres, got string",
      function(p) return p:sum(function() return 1 end, { radius = "far" }) end },
    { "the radius of a sum must be 0.01 to 16 spacings, 0.0006 to 0.96 m; got 10 m",
      function(p) return p:sum(function() return 1 end, { radius = 10 }) end },
    { "the kernel of a sum is one of cubic_spline, wendland_c2, poly6, spiky, not 'box'",
      function(p) return p:sum(function() return 1 end, { kernel = "box" }) end },
    { "p:mean: unknown option 'raduis' (did you mean 'radius'?)",
      function(p) return p:mean(function() return 1 end, { raduis = 1 }) end },
    { "p:sum: expects options as a table, {radius = 0.1}, got number",
      function(p) return p:sum(function() return 1 end, 0.1) end },
    { "p:sum: a sum inside a sum; store the inner one in a column first, in a world:update of its "
      .. "own", function(p)
        return p:sum(function() return p:sum(function() return 1 end) end) end },
    { "q:sum: a sum inside a sum; store the inner one in a column first, in a world:update of its "
      .. "own", function(p)
        return p:sum(function(q) return q:sum(function() return 1 end) end) end },
    { "sum: use p:sum(...), with a colon",
      function(p) return p.sum(function() return 1 end) end },
    { "p:sum: expects a function of a neighbour, function(q) ... end, got number",
      function(p) return p:sum(1) end },
    { "this neighbour was kept from a sum; it is only valid inside the function that received it",
      function(p) p:sum(function(q) kept = q return 1 end) return kept.x end },
    { "random: not for each neighbour; draw for p, before its sum",
      function(p) return p:sum(function() return lg.random() end) end },
    { "q is one neighbour, no list of them; the sum goes over all",
      function(p) return p:sum(function(q) return q[1] end) end },
  }
  for _, case in ipairs(cases) do
    it(case[1], function()
      local ok, message = pcall(world.sum, world, case[2])
      local line = debug.getinfo(case[2], "S").linedefined
      assert.is_false(ok)
      local at, said = message:match("neighbors_spec%.lua:(%d+): (.*)$")
      assert.equal(case[1], said)
      assert.is_true(tonumber(at) >= line and tonumber(at) <= line + 2, message)
    end)
  end

  it("a neighbour's number outside of its sum", function()
    local ok, message = pcall(world.sum, world, function(p)
      local x
      p:sum(function(q) x = q.x return 1 end)
      return x
    end)
    assert.is_false(ok)
    assert.truthy(message:find("a neighbour is only known inside of its sum", 1, true))
  end)

  it("storing in p, in world:update", function()
    local ok, message = pcall(world.update, world, function(p)
      p:sum(function() p.heat = 1 return 1 end)
    end)
    assert.is_false(ok)
    assert.truthy(message:find("p.heat: a function of a neighbour only computes", 1, true))
  end)

  it("q.id == a number, which cannot be traced", function()
    local ok, message = pcall(world.sum, world, function(p)
      return p:sum(function(q) if q.id == 123 then return 1 end return 0 end)
    end)
    assert.is_false(ok)
    assert.truthy(message:find("gives a different answer", 1, true), message)
  end)

  it("in a field, which has no neighbours", function()
    local ok, message = pcall(function()
      world:add(lg.field.formula(function(p) return p:sum(function(q) return q.gradW end) end))
    end)
    assert.is_false(ok)
    assert.truthy(message:find("neighbours", 1, true))
  end)

  it("and the world goes on: the next sum is as if nothing had been", function()
    local good = function(p) return p:sum(function(q) return q.W end) end
    local before = world:sum(good)
    world:update(function(p)
      pcall(function() return p:sum(function() error("no") end) end)
      p.heat = p.heat
    end)
    assert.equal(before, world:sum(good))
  end)
end)
