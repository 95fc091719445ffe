-- Operators of SPH in functions of a particle, lg.sph: what a fluid's equations are made of, on fields
-- whose derivatives are known (Brookshaw 1985; Price 2012): a lattice, with the sums' own errors of h^2.
local support = dofile "tests/lua/support.lua"
local lg = support.lg
local math = lg.math
local cloud <const>, pairs_of <const>, wendland <const> = support.cloud, support.pairs_of, support.wendland
local column <const>, close <const> = support.values, support.close

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
    assert.truthy(message:find("sph_spec.lua:" .. line .. ": q: unknown column 'heta'", 1, true),
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
