-- world:measure, world:gauge, world.gauges: the same numbers as sums in Lua, and errors at the
-- caller's line.
local support = dofile "tests/lua/support.lua"
local lg, fails = support.lg, support.fails

describe("world:measure", function()
  it("gives numbers and vectors", function() -- against a loop over the columns
    local world = support.filled { gravity = {0, -10} }
    world.particles.velocity:fill({0.5, -0.25})
    local mass, kinetic, y = 0, 0, 0
    for i = 1, #world.particles do
      local m = world.particles.mass[i]
      mass, kinetic, y = mass + m, kinetic + 0.5 * m * (0.25 + 0.0625), y
        + m * world.particles.position[i].y
    end
    assert.near(mass, world:measure("mass"), 1e-6 * mass)
    assert.near(kinetic, world:measure("kinetic_energy"), 1e-6 * kinetic)
    assert.near(10 * y, world:measure("potential_energy"), 1e-6 * 10 * y)
    assert.near(y / mass, world:measure("center_of_mass").y, 1e-6)
    assert.near(-0.25 * mass, world:measure("momentum").y, 1e-6 * mass)
    assert.equal("number", type(world:measure("angular_momentum")))
    assert.near(0.5, world:measure("front"), 0.051)
    assert.near(0.5, world:measure("front", { direction = {1, 0}, layer = 3 }), 0.051)
  end)

  it("refuses at the caller's line", function()
    local world = support.filled()
    fails(function() world:measure() end, "world:measure: expects the name of a measure, got ")
    fails(function() world:measure("frnt") end,
      "world: unknown measure 'frnt' (did you mean 'front'?)")
    fails(function() world:measure("front", 3) end, "front: expects a table of options, got number")
    fails(function() world:measure("front", { layr = 3 }) end,
      "front: unknown option 'layr' (did you mean 'layer'?)")
    fails(function() world:measure("front", { layer = 0 }) end,
      "front: layer = 0 spacings is below its least value 1 spacings")
    fails(function() world:measure("pressure") end, "pressure: at is required")
    fails(function() world:measure("pressure", { at = {0, 0} }) end,
      "pressure: there is no column 'pressure' yet")
    fails(function() world:measure("density_error", { of = "min" }) end,
      "density_error: of = 'min' is not one of mean, max")
    fails(function() world:measure("flux", { center = {0, 0}, radius = 1 }) end,
      "flux: is counted while a frame runs")
    fails(function() world.measure("front") end, "measure: use world:measure(...), with a colon")
  end)
end)

describe("a flux gauge", function()
  it("counts what flows through", function() -- 4 rows of balls, 10 a metre, at 2 m/s
    local world = support.world { gravity = {0, 0}, edges = "open", bounds = {{-2, -1}, {4, 1}} }
    for i = 0, 79 do world.particles:add({-1.95 + 0.1 * (i // 4), 0.05 + 0.1 * (i % 4)}, {2, 0}) end
    world:gauge("count", "particle_flux", { center = {1, 0.2}, radius = 0.25 })
    world:gauge("back", "flux", { center = {1, 0.2}, radius = 0.25, normal = {-1, 0} })
    local count, volume = 0, 0
    for _ = 1, 100 do
      world:step(0.015)
      count, volume = count + 0.015 * world.gauges.count, volume + 0.015 * world.gauges.back
    end
    assert.near(80, count, 1e-6)
    assert.near(-0.8, volume, 1e-6)
  end)
end)

describe("world:gauge", function()
  it("is read every frame, before after_step", function()
    local world = support.world { gravity = {0, -10}, solver = lg.solver.wcsph {} }
    world:add(support.column())
    world:gauge("tip", "front")
    world:gauge("floor", "pressure", { at = {0.25, 0} })
    world:gauge("middle", "center_of_mass")
    assert.are_not.equal(world.gauges.tip, world.gauges.tip) -- NaN: there was no frame
    local seen
    function world:after_step() seen = self.gauges.tip end
    world:advance(20)
    assert.equal(world:measure("front"), world.gauges.tip)
    assert.equal(seen, world.gauges.tip)
    assert.equal(world:measure("center_of_mass"), world.gauges.middle)
    assert.is_true(world.gauges.floor > 500) -- about rho g h, falling; 5000 Pa at rest
    world:gauge("tip", nil)
    assert.is_nil(world.gauges.tip)
  end)

  it("refuses at the caller's line", function()
    local world = support.world()
    world:gauge("tip", "front")
    fails(function() world:gauge("tip", "mass") end, "gauge: there is a gauge 'tip' already")
    fails(function() world:gauge("time", "mass") end, "gauge: 'time' is one of the statistics")
    fails(function() world:gauge("top") end, "world:gauge: expects the name of a measure, got ")
    fails(function() world:gauge({}) end, "world:gauge: expects a name first")
    fails(function() world:gauge("top", "frnt") end, "world: unknown measure 'frnt'")
    fails(function() world:gauge("nobody", nil) end, "gauge: there is no gauge 'nobody'")
    fails(function() world.gauges = {} end, "world: 'gauges' is read only")
  end)
end)
