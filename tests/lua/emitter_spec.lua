-- Emitters from Lua: what their particles begin with.
local support = dofile "tests/lua/support.lua"
local lg, fails = support.lg, support.fails

local function tank()
  local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1, gravity = {0, 0} }
  world.particles:add_column("heat")
  world.particles:add_column("home", 2)
  return world
end
local quarter = { max = {0.5, 0.5} }

describe("what particles begin with", function()
  it("is what a function stores, of each emitter's own", function()
    local world = tank()
    world:add(lg.emitter.volume { shape = lg.shape.box(quarter), set = function(p)
      p.heat, p.home = 300 + p.x, p.position
    end })
    world:add(lg.emitter.volume { shape = lg.shape.box { min = {0.5, 0.5}, max = {1, 1} } })
    world:step(1e-3)
    local p = world.particles
    assert.equal(50, #p)
    for i = 1, #p do
      local inside = p.position[i].x < 0.5
      assert.near(inside and 300 + p.position[i].x or 0, p.heat[i], 1e-4)
      assert.near(inside and p.position[i].y or 0, p.home[i].y, 1e-6)
    end
  end)

  it("is a velocity that depends on the place, and a table of columns", function()
    local world, heat = tank(), 5
    world:add(lg.emitter.volume { shape = lg.shape.box { min = {0.3, 0.3}, max = {0.7, 0.7} },
      velocity = function(p) return {-p.y, p.x} end,
      set = { heat = function() return heat end, home = {1, 2} } })
    world:step(1e-3)
    local p = world.particles
    for i = 1, #p do
      assert.near(-p.position[i].y, p.velocity[i].x, 1e-3)
      assert.near(p.position[i].x, p.velocity[i].y, 1e-3)
      assert.equal(5, p.heat[i])
      assert.equal(lg.vec(1, 2), p.home[i])
    end
  end)

  it("is asked anew for what comes later, at its time, and for nobody else", function()
    local world = tank()
    world:add(lg.emitter.inlet { center = {0.1, 0.5}, direction = {1, 0}, width = 0.4, speed = 1,
      set = function(p, t) p.heat = t end })
    for _ = 1, 30 do world:step(1 / 60) end
    local oldest, newest = world:min(function(p) return p.heat end), world:max(function(p) return p.heat end)
    assert.near(0, oldest, 0.11)
    assert.near(0.5, newest, 0.11)
    assert.near(0, world:max(function(p) return lg.math.abs(p.heat + p.age - 0.5) end), 0.02)
  end)

  it("sets a solver's own column, which before_step may change before the first frame", function()
    local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1, solver = lg.solver.script { columns = { heat = "K" },
      step = function(s) s:each("nothing", function(p) p.velocity = p.velocity * 1 end) end } }
    world:add(lg.emitter.volume { shape = lg.shape.box(quarter), set = { heat = 300 } })
    local least
    function world:before_step()
      least = least or self:min(function(p) return p.heat end)
      self:update(function(p) p.heat = p.heat + 1 end)
    end
    world:step(1 / 60)
    assert.equal(300, least)
    assert.equal(301, world:min(function(p) return p.heat end))
    assert.equal(301, world:max(function(p) return p.heat end))
  end)

  it("refuses what is no beginning", function()
    local world = tank()
    local function volume(options)
      return function()
        options.shape = lg.shape.box(quarter)
        world:add(lg.emitter.volume(options))
      end
    end
    fails(volume { set = 5 }, "volume: option 'set' must be a formula, got a number")
    fails(volume { set = { hot = 1 } }, "p: unknown column 'hot' (did you mean 'heat'?)")
    fails(volume { set = { mass = 1 } },
      "volume: set cannot store 'mass': shape and material of the emitter say it")
    fails(volume { set = function() return 1 end },
      "volume: set must store what particles begin with, p.velocity = ..., and return nothing")
    fails(volume { velocity = function(p) return p.x, p.y, 1 end },
      "p.velocity must be a vec of 2 numbers, got one of 3")
    assert.equal(0, #world.particles)
  end)
end)
