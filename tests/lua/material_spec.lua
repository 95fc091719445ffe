-- Materials: lg.material { ... }, the option of emitters, the column.
local support = dofile "tests/lua/support.lua"
local lg, fails = support.lg, support.fails

local function tank() return lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 } end

describe("lg.material", function()
  it("is a constructor, for the family has one kind", function()
    local oil = lg.material { name = "oil", density = 700, color = {1, 0.5, 0.25} }
    assert.equal("material.fluid", oil.kind)
    assert.equal(700, oil.density)
    assert.equal(lg.vec(1, 0.5, 0.25), oil.color)
    assert.equal("material.fluid", lg.material.fluid {}.kind)
    fails(function() lg.material { densty = 1 } end,
      "fluid: unknown option 'densty' (did you mean 'density'?)")
    fails(function() lg.shape {} end, "attempt to call a table value (field 'shape')")
  end)

  it("goes with the particles of an emitter", function()
    local world, oil = tank(), lg.material { name = "oil", density = 700 }
    world:add(lg.emitter.volume { material = oil, shape = lg.shape.box { max = {0.5, 0.5} } })
    world:add(lg.emitter.volume { shape = lg.shape.box { min = {0.5, 0}, max = {1, 0.5} } })
    world:step(1e-3)
    local particles = world.particles
    for i = 1, #particles do
      local of_oil = particles.position[i].x < 0.5
      assert.equal(of_oil and 1 or 0, particles.material[i])
      assert.near(of_oil and 7 or 10, particles.mass[i], 1e-4)
    end
    assert.equal(oil, world:find "oil")
    oil.viscosity = 3
    assert.equal(3, oil.viscosity)
  end)

  it("is what p.material equals, for all particles at once and one by one", function()
    local world, oil, wax = tank(), lg.material { name = "oil", density = 700 }, lg.material {}
    world:add(lg.emitter.volume { material = oil, shape = lg.shape.box { max = {0.5, 0.5} } })
    world:add(lg.emitter.volume { shape = lg.shape.box { min = {0.5, 0}, max = {1, 0.5} } })
    world:step(1e-3)
    local water = world.solver
    assert.equal(25, world:count(function(p) return p.material == oil end))
    assert.equal(25, world:count(function(p) return p.material ~= oil end))
    assert.equal(25, world:count(function(p) return oil == p.material end))
    assert.equal(25, world:count(function(p) return p.material == water end))
    assert.equal(0, world:count(function(p) return p.material == wax end))
    assert.equal(25, world:sum(function(p) return lg.where(lg.eq(p.material, oil), 1, 0) end))
    assert.equal(25, world:sum(function(p) return p.material end))
    assert.equal(25, world:sum(function(p) if p.material == oil then return 1 end return 0 end))
    local seen = {}
    world:each(function(p) seen[p.material] = (seen[p.material] or 0) + 1 end)
    assert.same({ [oil] = 25, [water] = 25 }, seen)
  end)

  it("is told from other objects", function()
    fails(function() lg.emitter.volume { shape = lg.shape.box {}, material = lg.shape.box {} } end,
          "volume: option 'material' must be a material, got a shape")
    fails(function() lg.emitter.volume { shape = lg.material {} } end,
      "volume: option 'shape' must be a shape, got a material")
  end)

  it("can be assigned, and brings its mass", function()
    local world, oil = tank(), lg.material { name = "oil", density = 700 }
    world:add(oil)
    world:add(lg.emitter.volume { shape = lg.shape.box { max = {1, 0.5} } })
    world:step(1e-3)
    local function weight() return world:sum(function(p) return p.mass end) end
    local function of_oil() return world:count(function(p) return p.material == oil end) end
    assert.near(500, weight(), 1e-3)

    -- an update: the left half, of which 25 are oil, 7 kg each, and read what is stored
    world:update(function(p)
      if p.x < 0.5 then p.material = oil end
      if p.material == oil then p.vx = 1 end
    end)
    assert.equal(25, of_oil())
    assert.near(25 * 7 + 25 * 10, weight(), 1e-3)
    assert.near(25, world:sum(function(p) return p.vx end), 1e-3)

    -- one by one, and back to the solver's own
    world:each(function(p) return p.y < 0.1 end, function(p) p.material = oil end)
    assert.equal(30, of_oil())
    world:update(function(p) p.material = lg.where(p.x > 0.5, world.solver, p.material) end)
    assert.equal(25, of_oil())
    assert.near(425, weight(), 1e-3)

    -- a mass that is stored too stands
    world:update(function(p) p.material = oil; p.mass = 3 end)
    assert.near(150, weight(), 1e-3)

    local id = world.particles:add({0.55, 0.85}, {0, 0}, oil)
    world:each(function(p) return lg.eq(p.id, id) end, function(p)
      assert.equal(oil, p.material)
      assert.near(7, p.mass, 1e-4)
    end)
    fails(function() world:update(function(p) p.material = 1 end) end,
      "p.material must be a material, lg.material { ... }, or the world's solver; got number")
    fails(function() world:update(function(p) p.material = lg.material {} end) end,
      "p.material: that material is not in this world; world:add(it) first")
    fails(function() world.particles:add({0.5, 0.9}, {0, 0}, 1) end,
      "particles:add: the third value must be a material that is in this world")
  end)
end)
