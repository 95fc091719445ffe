-- Sums over neighbours in functions of a particle: against loops over all pairs in plain Lua, in
-- 2-D, 3-D and where the world is periodic; with ifs, vectors, several materials and stores; the
-- same bits on any number of threads; one particle at a time; what is refused, and where.
local support = dofile "tests/lua/support.lua"
local lg = support.lg
local math = lg.math

--- 300 particles, or so many, in a box of 1 m, at places that nothing lines up with.
local function cloud(options)
  local dim, count = options.dim or 2, options.count or 300
  local high = dim == 3 and { 1, 1, 1 } or { 1, 1 }
  local world = lg.world {
    bounds = { dim == 3 and { 0, 0, 0 } or { 0, 0 }, high }, spacing = 0.06,
    edges = options.periodic and { x = "periodic" } or nil,
    solver = options.solver or lg.solver.wcsph {}, threads = options.threads or 1 }
  for i = 1, count do
    local x = { i * 0.754877 % 1, i * 0.569840 % 1, i * 0.317811 % 1 }
    world.particles:add({ table.unpack(x, 1, dim) },
      { math.sin(i), math.cos(i), dim == 3 and i % 7 or nil })
  end
  world.particles:add_column("heat")
  for i = 1, count do world.particles.heat[i] = i * 0.618034 % 1 end
  return world
end

--- fold(q) of all pairs: q has index, offset, distance.
local function pairs_of(world, i, radius, periodic, see)
  local x, dim = world.particles.position, #world.bounds[1]
  for j = 1, #world.particles do
    local d, r2 = {}, 0
    for k = 1, dim do
      d[k] = x[i][k] - x[j][k]
      if periodic and k == 1 then d[k] = d[k] - math.floor(d[k] + 0.5) end
      r2 = r2 + d[k] ^ 2
    end
    if j ~= i and r2 < radius ^ 2 then
      see { index = j, offset = d, distance = math.sqrt(r2), heat = world.particles.heat[j] }
    end
  end
end

--- Wendland C2 (Dehnen & Aly 2012) and its slope over the distance.
local function wendland(dim, r, radius)
  local a = dim == 2 and 7 / math.pi or 21 / (2 * math.pi)
  local u = math.max(1 - r / radius, 0)
  return a / radius ^ dim * u ^ 4 * (1 + 4 * r / radius), a / radius ^ (dim + 2) * -20 * u ^ 3
end

local function column(world, name)
  local values = {}
  for i = 1, #world.particles do values[i] = world.particles[name][i] end
  return values
end

local function close(expected, got, what)
  local largest, worst = 0, 0
  for i = 1, #expected do
    largest = math.max(largest, math.abs(expected[i]))
    worst = math.max(worst, math.abs(expected[i] - got[i]))
  end
  assert.is_true(largest > 0, what)
  assert.is_true(worst <= 1e-5 * largest, what .. ": " .. worst .. " of " .. largest)
end

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

-- What a fluid's equations are made of, on fields whose derivatives are known (Brookshaw 1985; Price
-- 2012): a lattice, with the sums' own errors of h^2.
describe("operators of SPH", function()
  local h, wave = 0.02, 2 * math.pi
  local near = { radius = 3.2 * h, kernel = "wendland_c2" }
  local function lattice()
    local world = lg.world { bounds = { { 0, 0 }, { 1, 1 } }, spacing = h, gravity = { 0, 0 },
      edges = { x = "periodic", y = "periodic" }, solver = lg.solver.particles {} }
    world:add(lg.emitter.volume { shape = lg.shape.box { max = { 1, 1 } } })
    world:step(1e-9)
    for _, name in ipairs { "f", "g" } do world.particles:add_column(name) end
    world:update(function(p) p.f = math.sin(wave * p.x) * math.cos(wave * p.y) end)
    return world
  end

  it("gradient and divergence", function()
    local world <close> = lattice()
    local worst = world:max(function(p)
      local slope = h * h * p:sum(function(q) return q.gradW * (q.f - p.f) end, near)
      local x = wave * math.cos(wave * p.x) * math.cos(wave * p.y)
      local y = -wave * math.sin(wave * p.x) * math.sin(wave * p.y)
      return math.max(math.abs(slope.x - x), math.abs(slope.y - y))
    end)
    assert.is_true(worst < 0.02 * wave, tostring(worst / wave))
  end)

  it("Laplacian", function()
    local world <close> = lattice()
    local worst = world:max(function(p)
      local spread = h * h * p:sum(function(q) return (q.f - p.f) * q.laplacian end, near)
      return math.abs(spread + 2 * wave ^ 2 * p.f)
    end)
    assert.is_true(worst < 0.1 * 2 * wave ^ 2, tostring(worst / (2 * wave ^ 2)))
  end)

  it("as words: lg.sph has the same", function()
    local world <close> = lattice()
    local function both(word, sum)
      world:update(function(p) p.g = word(p) end)
      local worded = column(world, "g")
      world:update(function(p) p.g = h * h * sum(p) end)
      close(column(world, "g"), worded, "sum")
    end
    both(function(p) return lg.sph.laplacian(p, "f", near) end,
      function(p) return p:sum(function(q) return (q.f - p.f) * q.laplacian end, near) end)
    both(function(p) return lg.sph.gradient(p, "f", near).y end,
      function(p) return p:sum(function(q) return q.gradW * (q.f - p.f) end, near).y end)
  end)

  -- the words of velocities, signs and axes included, against loops over all pairs
  for _, dim in ipairs { 2, 3 } do
    it("divergence, curl and density are those of all pairs: " .. dim .. "-D", function()
      local world <close> = cloud { dim = dim }
      local options = { radius = 0.2, kernel = "wendland_c2" }
      local V, got, want = 0.06 ^ dim, { {}, {}, {}, {}, {} }, { {}, {}, {}, {}, {} }
      world.particles:add_column("d")
      world.particles:add_column("w", 3)
      world.particles:add_column("m")
      world:update(function(p)
        local c = lg.sph.curl(p, "velocity", options)
        p.d = lg.sph.divergence(p, "velocity", options)
        p.w = dim == 2 and lg.vec(0, 0, c) or c
        p.m = lg.sph.density(p, options)
      end)
      local v, mass = world.particles.velocity, world.particles.mass[1]
      for i = 1, 40 do
        local d, w, m = 0, { 0, 0, 0 }, mass * wendland(dim, 0, 0.2)
        pairs_of(world, i, 0.2, false, function(q)
          local weight, slope = wendland(dim, q.distance, 0.2)
          local g, u = {}, {}
          for k = 1, 3 do
            g[k] = k <= dim and slope * q.offset[k] or 0
            u[k] = k <= dim and v[q.index][k] - v[i][k] or 0
          end
          m = m + mass * weight
          for k = 1, 3 do
            local a, b = k % 3 + 1, (k + 1) % 3 + 1
            d = d + V * u[k] * g[k]
            w[k] = w[k] + V * (g[a] * u[b] - g[b] * u[a]) -- nabla x u
          end
        end)
        local p = world.particles
        for k, pair in ipairs { { d, p.d[i] }, { w[1], p.w[i].x }, { w[2], p.w[i].y }, { w[3], p.w[i].z }, { m, p.m[i] } } do
          want[k][i], got[k][i] = pair[1], pair[2]
        end
      end
      for k, name in ipairs { "divergence", "curl x", "curl y", "curl z", "density" } do
        if dim == 3 or k ~= 2 and k ~= 3 then close(want[k], got[k], name) end
      end
    end)
  end

  for _, dim in ipairs { 2, 3 } do
    it("are exact for linear fields where they are corrected, at surfaces too: " .. dim .. "-D",
      function()
        local world <close> = cloud { dim = dim }
        local wide = { radius = dim == 2 and 0.25 or 0.4 }
        world:update(function(p)
          p.heat = 3 + 2 * p.x - p.y + (dim == 3 and 0.5 * p.z or 0)
          p.velocity = dim == 2 and lg.vec(p.y, -2 * p.x) or lg.vec(p.y, -2 * p.x, p.x)
        end)
        local lost = world:count(function(p)
          local g = lg.sph.corrected_gradient(p, "heat", wide)
          local off = math.abs(g.x - 2) + math.abs(g.y + 1)
          if dim == 3 then off = off + math.abs(g.z - 0.5) end
          return off > 1e-3
        end)
        assert.equal(0, lost)
        -- curl and divergence of a linear flow, in the middle where the sums are about whole; the
        -- 300 particles of the cloud have another volume than at rest
        local spin, spread, volume = 0, 0, 0.06 ^ dim * #world.particles
        world:each(function(p)
          if math.abs(p.x - 0.5) + math.abs(p.y - 0.5) > 0.3 then return end
          local c = lg.sph.curl(p, "velocity", wide)
          spin = math.max(spin, math.abs((dim == 2 and c or c.z)))
          spread = math.max(spread, math.abs(lg.sph.divergence(p, "velocity", wide)))
        end)
        assert.is_true(spin / volume > 1.5 and spread < spin / 2, spin .. " " .. spread)
      end)
  end

  -- a lattice that fills a periodic box, the middle of one that ends, and one shaken by a quarter of
  -- its spacing
  local function grid(dim, kind, spacing)
    local low, high = { 0, 0, dim == 3 and 0 or nil }, { 1, 1, dim == 3 and 1 or nil }
    local world = lg.world { bounds = { low, high }, spacing = spacing, solver = lg.solver.particles {},
      edges = kind == "full" and "periodic" or "wall" }
    local box = kind == "full" and { max = high } or { min = { 0.2, 0.2, dim == 3 and 0.2 or nil },
      max = { 0.8, 0.8, dim == 3 and 0.8 or nil } }
    world:add(lg.emitter.volume { shape = lg.shape.box(box), jitter = kind == "jittered" and 0.5 or 0 })
    world.particles:add_column("f")
    world:step(1e-9)
    return world
  end

  for _, dim in ipairs { 2, 3 } do
    for _, kind in ipairs { "full", "cut", "jittered" } do
      it(("symmetric: momentum of %s lattices is kept, %d-D"):format(kind, dim), function()
        local world <close> = grid(dim, kind, 0.1)
        world:update(function(p) p.f = math.sin(9 * p.x) + p.y ^ 2 + 2 end)
        local force = world:sum(function(p) return lg.sph.symmetric_gradient(p, "f") end)
        local scale = world:sum(function(p)
          return p:sum(function(q) return p.V0 * (q.f + p.f) * q.gradW:length() end)
        end)
        assert.is_true(force:length() < 1e-6 * scale, force:length() / scale)
      end)
    end

    for _, kind in ipairs { "cut", "jittered" } do
      it(("corrected: %s lattices, linear exactly, quadratic at the order of h, %d-D")
        :format(kind, dim), function()
        local function worst(spacing, power)
          local world <close> = grid(dim, kind, spacing)
          world:update(function(p) p.f = (p.x + 1) ^ power - 2 * (p.y + 1) ^ power end)
          return world:max(function(p)
            local g = lg.sph.corrected_gradient(p, "f")
            local x, y = power * (p.x + 1) ^ (power - 1), -2 * power * (p.y + 1) ^ (power - 1)
            return math.abs(g.x - x) + math.abs(g.y - y)
          end)
        end
        assert.is_true(worst(0.1, 1) < 1e-4, worst(0.1, 1))
        local coarse, fine = worst(0.1, 2), worst(0.05, 2)
        assert.is_true(coarse < 12 * 0.1 and coarse / fine > 1.6, coarse .. " " .. fine)
      end)
    end
  end

  it("density: a full lattice is at rest", function()
    local world <close> = lg.world { bounds = { { 0, 0 }, { 1, 1 } }, spacing = 0.05,
      edges = { x = "periodic", y = "periodic" }, gravity = { 0, 0 }, solver = lg.solver.wcsph {} }
    world:add(lg.emitter.volume { shape = lg.shape.box { max = { 1, 1 } } })
    world:step(1e-9)
    local low = world:min(function(p) return lg.sph.density(p) end)
    local high = world:max(function(p) return lg.sph.density(p) end)
    assert.is_true(math.abs(low - 1000) < 0.1 and math.abs(high - 1000) < 0.1, low .. " " .. high)
  end)

  it("tell of a wrong column at the line that names it", function()
    local world <close> = lattice()
    local ok, message = pcall(world.sum, world, function(p) return lg.sph.laplacian(p, "heta") end)
    local line = debug.getinfo(1, "l").currentline - 1
    assert.is_false(ok)
    assert.truthy(message:find("neighbors_spec.lua:" .. line .. ": q: unknown column 'heta'", 1, true),
      message)
  end)

  it("heat: a slab between a plate at 1 and one at 0, within 2 % of its series", function()
    local D, spacing, wall = 0.1, 0.05, 3.2 * 0.05
    local world <close> = lg.world { bounds = { { 0, 0 }, { 1, 0.3 } }, spacing = spacing,
      gravity = { 0, 0 }, edges = { y = "periodic" }, solver = lg.solver.particles {} }
    world:add(lg.emitter.volume { shape = lg.shape.box { max = { 1, 0.3 } } })
    world.particles:add_column("heat")
    world:step(1e-9)

    -- Carslaw & Jaeger 1959, 3.4 (1); the plates are layers as thick as the support, which know it
    local function exact(x, t)
      local heat = 1 - x
      for n = 1, 20 do
        local k = n * math.pi
        heat = heat - 2 / k * math.sin(k * x) * math.exp(-k ^ 2 * D * t)
      end
      return heat
    end
    -- from t = 0.1 s to 0.5 s, by when the front has come through
    local begun, dt, t = 0.1, 2.5e-3, 0.1
    world:update(function(p) p.heat = exact(p.x, begun) end)
    for step = 1, 160 do
      t = begun + step * dt
      world:update(function(p)
        local known, inside = exact(p.x, t), p.heat + dt * D * lg.sph.laplacian(p, "heat")
        p.heat = lg.where(lg.any(lg.lt(p.x, wall), lg.gt(p.x, 1 - wall)), known, inside)
      end)
    end
    local moved = world:max(function(p) return math.abs(p.heat - exact(p.x, begun)) end)
    local off = world:max(function(p) return math.abs(p.heat - exact(p.x, t)) end)
    assert.is_true(moved > 0.1 and off < 0.02, moved .. " " .. off)
  end)

  it("diffusion: a wave decays as exp(-2 k^2 D t), and nothing is lost", function()
    local world <close> = lattice()
    local D, dt, n = 0.01, 2e-3, 200
    world:update(function(p) p.f = p.f + 1 end)
    local before = world:sum(function(p) return p.f end)
    for _ = 1, n do
      world:update(function(p)
        p.f = p.f + dt * D * h * h * p:sum(function(q) return (q.f - p.f) * q.laplacian end, near)
      end)
    end
    local amplitude = world:max(function(p) return p.f end) - 1
    assert.is_true(math.abs(math.log(amplitude) / (-2 * wave ^ 2 * D * dt * n) - 1) < 0.1,
      tostring(math.log(amplitude) / (-2 * wave ^ 2 * D * dt * n)))
    assert.is_true(math.abs(world:sum(function(p) return p.f end) / before - 1) < 1e-6)
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
