-- world.grids: a column of water at rest has the pressure of its depth.
local support = dofile "tests/lua/support.lua"
local lg, fails = support.lg, support.fails

local function tank()
  local world =
    lg.world { bounds = {{0, 0}, {0.8, 1}}, spacing = 0.02,
      solver = lg.solver.flip { volume_feedback = 0 } }
  world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.8, 0.6} } })
  world:step(1 / 60)
  return world
end

describe("world.grids", function()
  it("names its grids and knows their places", function()
    local world = tank()
    assert.equal("pressure velocity divergence type fill", table.concat(world.grids(), " "))
    local p = world.grids.pressure
    assert.equal(lg.vec(20, 25), p.size)
    assert.equal(500, #p)
    assert.equal("Pa", p.unit)
    assert.equal(lg.vec(0, 0), p.origin)
    assert.near(0.04, p.cell[1], 1e-7)
  end)

  it("reads cells and points", function()
    local world = tank()
    local p, v, kind = world.grids.pressure, world.grids.velocity, world.grids.type
    for j = 1, 15 do -- p = rho g (depth of the cell's middle)
      assert.near(1000 * 9.81 * 0.04 * (15.5 - j), p:get(7, j), 30)
    end
    assert.equal(p:get(1, 1), p[1])
    assert.equal(p:get(3, 2), p[23])
    assert.near(0.5 * (p:get(5, 3) + p:get(5, 4)), p:sample {0.18, 0.12}, 1e-3 * p:max())
    assert.equal(0, p:min())
    assert.near(0, v:get(5, 5).y, 1e-3)
    assert.equal(2, #v:sample {0.4, 0.3})
    assert.equal(0, kind:get(1, 1))
    assert.equal(2, kind:get(1, 25))
    assert.is_nil(p:get(0, 1))
    assert.is_nil(p:get(1, 26))
    assert.is_nil(p[501])
  end)

  it("says what is wrong", function()
    local world = tank()
    local p = world.grids.pressure
    fails(function() return world.grids.presure end,
      "grids: unknown grid 'presure' (did you mean 'pressure'?)")
    fails(function() return p.sise end,
      "grid 'pressure': unknown property 'sise' (did you mean 'size'?)")
    fails(function() return p:get(1) end,
      "grid:get: 'pressure' takes 2 whole numbers, got no value")
    fails(function() return p:sample(3) end,
      "grid:sample: 'pressure' takes a point of 2 numbers, got number")
    fails(function() return p.get(1, 2) end, "get: use grid:get(...), with a colon")
    fails(function() return world.grids.velocity:max() end,
      "grid:max: 'velocity' is a vector; min and max are of numbers")
    fails(function() p[1] = 2 end, "grid 'pressure' is the solver's and read only")
    fails(function() world.grids.pressure = 2 end, "grids: they are the solver's and read only")
    world:step(1 / 60)
    fails(function() return p[1] end, "grid 'pressure' is stale")
    fails(function() return support.filled().grids.pressure end,
      "grids: the solver particles has none; lg.solver.flip has")
  end)

  it("is a colour", function()
    local world = tank()
    world.color_by = "grid.pressure"
    assert.equal("grid.pressure", world.color_by)
    fails(function() world.color_by = "grid.presure" end,
          "world: color_by: unknown column 'grid.presure' (did you mean 'grid.pressure'?)")
  end)
end)
