-- Shapes that only Lua writes so: a list of points, a function of the position.
local support = dofile "tests/lua/support.lua"
local lg, fails = support.lg, support.fails

local function space(options)
  return lg.world { bounds = options or {{0, 0}, {2, 2}}, spacing = 0.05 }
end

describe("lg.shape.polygon", function()
  it("takes points and gives them back", function()
    local world = space()
    local shape = lg.shape.polygon { points = {{0.5, 0.25}, lg.vec(1.5, 0.25), {1, 1}} }
    assert.same({lg.vec(0.5, 0.25), lg.vec(1.5, 0.25), lg.vec(1, 1)}, shape.points)
    world:add(shape)
    assert.same({lg.vec(0.5, 0.25), lg.vec(1.5, 0.25), lg.vec(1, 1)}, shape.points)
    assert.near(-0.25, shape:distance({1, 0.5}), 0.01)
    assert.near(0.25, shape:distance({1, 0}), 0.01)
    world:add(lg.emitter.volume { shape = shape })
    world:step(1e-3)
    assert.near(0.375 / 0.05 ^ 2, #world.particles, 15)
  end)

  it("has many corners", function()
    local world, points = space(), {}
    for i = 1, 1000 do
      local a = 2 * math.pi * i / 1000
      points[i] = {1 + 0.4 * math.cos(a), 0.5 + 0.4 * math.sin(a)}
    end
    local disc = world:add(lg.shape.polygon { points = points })
    assert.near(-0.4, disc:distance({1, 0.5}), 1e-3)
    for i = 1001, 4000 do points[i] = points[1] end
    fails(function() world:add(lg.shape.polygon { points = points }) end, "polygon: points are too many")
  end)

  it("refuses what are no points", function()
    local wanted = "polygon: option 'points' must be a list of points"
    fails(function() lg.shape.polygon { points = {{0, 0}, {1}} } end, wanted)
    fails(function() lg.shape.polygon { points = {} } end, wanted)
    fails(function() lg.shape.polygon { points = 3 } end, wanted)
    fails(function() lg.shape.polygon {} end, "polygon: points is required")
    fails(function() space():add(lg.shape.polygon { points = {{0, 0}, {1, 1}, {1, 0}, {0, 1}} }) end,
      "polygon: the outline of 'points' crosses itself at (0.5, 0.5) m")
    fails(function() space():add(lg.shape.polygon { points = {{0, 0}, {1, 0 / 0}, {1, 1}} }) end,
      "polygon: corner 2 of 'points' must be finite numbers")
    fails(function() space():add(lg.shape.polygon { points = {{0, 0}, {1, 1}, {1, 1}} }) end,
      "polygon: 'points' has 3 corners, but fewer than three different ones (2 and 3 are both at 1, 1 m)")
    fails(function() space():add(lg.shape.polygon { points = {{0, 0}, {1, 1}, {0, 1}, {1, 1}} }) end,
      "polygon: 'points' enclose nothing")
  end)
end)

describe("lg.shape.formula", function()
  it("is what a function says, also one that is no distance", function()
    local world, height = space(), 0.5
    local hill = lg.shape.formula(function(p) return 3 * (p.y - height) end)
    world:add(lg.collider.solid { shape = hill })
    world:add(lg.emitter.volume { shape = lg.shape.box { max = {2, 1} } })
    world:step(1e-3)
    assert.equal(40 * 10, #world.particles)
    assert.near(0.05, hill:distance({1, 0.55}), 1e-6)
    height = 0.6 -- with the next sub-step
    world:step(1e-3)
    assert.near(-0.05, hill:distance({1, 0.55}), 1e-6)
  end)

  it("holds water where it was changed", function()
    local world, height = space(), 0.2
    world.solver = lg.solver.dfsph {}
    world:add(lg.collider.solid { shape = lg.shape.formula(function(p) return p.y - height end) })
    world:add(lg.emitter.volume { shape = lg.shape.box { min = {0, 0.2}, max = {2, 0.6} } })
    for _ = 1, 30 do world:step(1 / 60) end
    assert.near(0.2, world:min(function(p) return p.y end), 0.05)
    for _ = 1, 30 do
      height = height + 0.005
      world:step(1 / 60)
    end
    assert.equal(40 * 8, #world.particles)
    assert.near(0.35, world:min(function(p) return p.y end), 0.05)
  end)

  it("refuses what becomes none later", function()
    local world, later = space(), false
    world:add(lg.collider.solid { shape = lg.shape.formula(function(p)
      return later and p:sum(function(q) return q.mass end) or p.y - 0.5
    end) })
    world:add(lg.emitter.volume { shape = lg.shape.box { max = {2, 1} } })
    world:step(1e-3)
    later = true
    fails(function() world:step(1e-3) end, "formula: a field is asked at points, which have no neighbours")
    later = false
    world:step(1e-3)
  end)

  it("refuses what says no shape", function()
    local world, ball = space(), lg.shape.sphere { radius = 0.1 }
    world:add(ball)
    local function formula(f) return function() world:add(lg.shape.formula(f)) end end
    fails(formula(function(p) return p.vx end), "formula: it reads 'velocity', and a shape knows positions only")
    fails(formula(function(p) return p.x < 1 end), "formula: it must return one number, negative inside")
    fails(formula(function(p) return p.x, p.y end), "formula: it must return one number, negative inside")
    fails(formula(function(p) return ball:distance(p) end), "formula: that of a shape cannot ask for other shapes")
  end)
end)
