-- Kernels for work by hand: against their papers' formulas, their integral by quadrature and
-- finite differences; a solver's against the lattice of its spacing and what its sums read; what is
-- refused, and where.
local support = dofile "tests/lua/support.lua"
local lg = support.lg
local names = { "cubic_spline", "wendland_c2", "poly6", "spiky" }

describe("a kernel", function()
  it("has the integral 1 in 2-D and 3-D, and is 0 from its radius on", function()
    for _, name in ipairs(names) do
      for dim = 2, 3 do
        local k, sum, n = lg.kernel { name, dim = dim, radius = 0.3 }, 0, 2000
        for i = 0, n - 1 do
          local r = (i + 0.5) / n * k.radius
          local around = dim == 2 and 2 * math.pi * r or 4 * math.pi * r ^ 2
          sum = sum + around * k:W(r) * k.radius / n
        end
        assert.near(1, sum, 2e-6)
        assert.equal(0, k:W(k.radius))
        assert.equal(0, k:W(9))
        assert.equal(1, k.calibration)
        assert.equal(name, k.name)
        assert.equal(dim, k.dim)
      end
    end
  end)

  it("is the cubic spline of Monaghan 1992 with h half of its radius", function()
    local h = 0.05
    local k = lg.kernel { "cubic_spline", dim = 2, radius = 2 * h }
    for i = 0, 19 do
      local q = i / 10
      local f = q < 1 and 1 - 1.5 * q ^ 2 + 0.75 * q ^ 3 or 0.25 * (2 - q) ^ 3
      assert.near(10 / (7 * math.pi * h ^ 2) * f, k:W(q * h), 1e-6 * k:W(0))
    end
  end)

  it("has the slope of its differences, and the gradient along an offset", function()
    for _, name in ipairs(names) do
      local k, d = lg.kernel { name, dim = 2, radius = 1 }, 1e-3
      for _, r in ipairs { 0.1, 0.3, 0.6, 0.9 } do
        assert.near((k:W(r + d) - k:W(r - d)) / (2 * d), k:grad(r), 2e-3)
      end
      local g = k:grad(lg.vec(0.3, -0.4))
      assert.near(0.6 * k:grad(0.5), g.x, 1e-12)
      assert.near(-0.8 * k:grad(0.5), g.y, 1e-12)
    end
  end)

  it("of a solver has the sums of particles, and gives its lattice the rest density", function()
    for _, solver in ipairs { "wcsph", "pbf", "dfsph", "pcisph" } do
      local h = 0.05
      local world = lg.world { bounds = { { 0, 0 }, { 1, 1 } }, spacing = h,
        solver = lg.solver[solver] {} }
      world.particles:add { 0.5, 0.5 }
      local k, sum, reach = world.kernel, 0, 4
      for i = -reach, reach do
        for j = -reach, reach do sum = sum + h ^ 2 * k:W(h * math.sqrt(i * i + j * j)) end
      end
      assert.near(1, sum, 1e-6)
      assert.is_true(math.abs(k.calibration - 1) < 0.05)
      local textbook = lg.kernel { k.name, dim = 2, radius = k.radius }
      assert.near(k.calibration, k:W(0.03) / textbook:W(0.03), 1e-6)

      world.particles:add { 0.53, 0.54 }
      local q = world:probe(world.particles.id[1]).neighbors[1]
      assert.near(q.W, k:W(q.distance), 1e-5 * q.W)
      assert.near(q.gradW.x, k:grad(q.offset).x, 1e-5 * math.abs(q.gradW.x))
    end
  end)

  it("follows the solver's rows", function()
    local world = lg.world { bounds = { { 0, 0 }, { 1, 1 } }, spacing = 0.05,
      solver = lg.solver.wcsph { support = 3 } }
    assert.near(0.15, world.kernel.radius, 1e-7)
    world.solver.support, world.solver.kernel = 2, "cubic_spline"
    assert.near(0.1, world.kernel.radius, 1e-7)
    assert.equal("cubic_spline", world.kernel.name)
  end)

  it("refuses what it does not know, at the caller's line", function()
    local k = lg.kernel { "poly6", dim = 2, radius = 1 }
    support.fails(function() lg.kernel { "cubik", dim = 2, radius = 1 } end,
      "kernel: expects its name first, one of cubic_spline")
    support.fails(function() lg.kernel { "poly6", dim = 2, radius = 1, h = 1 } end,
      "kernel: unknown option 'h'")
    support.fails(function() lg.kernel { "poly6", dim = 2, radius = 0 } end,
      "kernel: expects radius, a number above 0")
    support.fails(function() lg.kernel { "poly6", dim = 4, radius = 1 } end,
      "kernel: dim must be 2 or 3")
    support.fails(function() k:W "near" end, "kernel:W: expects a distance in m, got string")
    support.fails(function() k.W(1) end, "W: use kernel:W(...), with a colon")
    support.fails(function() k.radius = 2 end, "kernel: it never changes")
    support.fails(function() return k.h end, "kernel: unknown property 'h'")

    local world = support.filled()
    support.fails(function()
      world:update(function(p) p.vx = p:sum(function(q) return k:W(q.distance) end) end)
    end, "kernel:W: expects a distance in m, got per-particle; inside of a sum it is q.W")
  end)
end)
