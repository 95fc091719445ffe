-- world:add, remove, find: copies go in with all that they nest, once, and come out again.
local support = dofile "tests/lua/support.lua"
local lg, fails = support.lg, support.fails

describe("world:add", function()
  it("returns the object, named by kind and ordinal unless it has a name", function()
    local world = support.world()
    local ball = lg.shape.sphere {}
    assert.equal(ball, world:add(ball))
    assert.equal("sphere1", ball.name)
    assert.equal("sphere2", world:add(lg.shape.sphere {}).name)
    assert.equal("moon", world:add(lg.shape.sphere { name = "moon" }).name)
    assert.equal(world, ball.world)
  end)

  it("brings in what is nested, shared things once", function()
    local world = support.world()
    local ball = lg.shape.sphere {}
    local both = lg.shape.union { shapes = { ball, lg.shape.complement { shape = ball } } }
    world:add(lg.collider.solid { shape = both })
    world:add(lg.emitter.volume { shape = ball })
    local kinds = {}
    for _, object in ipairs(world.objects) do kinds[#kinds + 1] = object.kind end
    assert.same({ "shape.sphere", "shape.complement", "shape.union", "collider.solid",
      "emitter.volume" }, kinds)
    assert.equal(ball, both.shapes[1])
  end)

  it("refuses what is in a world already", function()
    local world, other = support.world(), support.world()
    local ball = world:add(lg.shape.sphere {})
    fails(function() world:add(ball) end,
      "sphere: 'sphere1' is in this world already; make a new one to have two")
    fails(function() other:add(ball) end,
      "sphere: it is in another world already; make one for each world")
    fails(function() other:add(lg.collider.solid { shape = ball }) end,
      "sphere: it is in another world already")
    assert.equal(0, #other.objects)
  end)

  it("takes nothing in when a part of it is refused", function()
    local world = support.world()
    local good, bad = lg.shape.sphere {}, lg.shape.sphere { center = {0, 0, 0} }
    fails(function() world:add(lg.shape.union { shapes = { good, bad } }) end,
      "sphere: option 'center' must be 2 numbers")
    assert.equal(0, #world.objects)
    assert.is_nil(good.world)
    world:add(good) -- and it can be used again
    assert.equal("sphere1", good.name)
  end)

  it("refuses shapes that would ask others too often, also when one of them is changed", function()
    local world <close> = support.world()
    local ball = lg.shape.sphere { radius = 0.1 }
    local function doubled(shape, times)
      for _ = 1, times do shape = lg.shape.union { shapes = { shape, shape } } end
      return shape
    end
    local inner = lg.shape.union { shapes = { ball } }
    world:add(lg.collider.solid { shape = doubled(inner, 10) })
    local heavy = world:add(doubled(ball, 9))
    fails(function() inner.shapes = { heavy } end, "union: shapes that name others would ask for "
      .. "1.0496e+06 distances at each point, more than 20000: name each of them once")
    assert.equal(ball, inner.shapes[1])
    inner.shapes = { ball, ball }
  end)

  it("refuses a shape that contains itself", function()
    local world = support.world()
    local all = lg.shape.union { shapes = { lg.shape.sphere {} } }
    all.shapes = { all }
    fails(function() world:add(all) end, "union: it cannot contain itself")
    assert.equal(0, #world.objects)
  end)

  it("refuses what does not belong there", function()
    local world = support.world()
    fails(function() world:add(3) end,
      "world:add: expects a shape, emitter, collider, joint, material or field, got number")
    fails(function() world:add() end, "world:add: expects one object, got 0")
    fails(function() world:add(world) end,
      "world:add: expects a shape, emitter, collider, joint, material or field, got world")
    fails(function() world:add(lg.solver.wcsph {}) end,
      "wcsph: a solver is not added but assigned: world.solver = lg.solver.wcsph { ... }")
    fails(function() world.add(lg.shape.sphere {}) end, "add: use world:add(...), with a colon")
  end)

  it("keeps names unique", function()
    local world = support.world()
    world:add(lg.shape.sphere { name = "ball" })
    fails(function() world:add(lg.shape.box { name = "ball" }) end,
          "box: the name 'ball' belongs to another shape; choose another")
    fails(function() world:add(lg.shape.box { name = "world" }) end,
      "box: the name 'world' is reserved; choose another")
    fails(function() world:add(lg.shape.box { name = "world2" }) end,
      "box: the name 'world2' is reserved; choose another")
    fails(function() lg.shape.box { name = "a\27[2J" } end,
          "box: the name must be UTF-8 without control characters, but byte 2 of it is 0x1b")
    fails(function() lg.shape.box { name = "a\0b" } end,
      "box: option 'name' holds a NUL character; take it out")
    fails(function() world:add(lg.shape.box { name = "a.b" }) end,
      "box: the name 'a.b' must not hold blanks")
  end)
end)

describe("world:remove", function()
  it("takes an object out, and what only it needed", function()
    local world = support.world()
    local ball, box = lg.shape.sphere {}, world:add(lg.shape.box {})
    local solid = world:add(lg.collider.solid { shape = lg.shape.union { shapes = { ball, box } } })
    assert.equal(4, #world.objects)
    world:remove(solid)
    assert.same({ box }, world.objects) -- the box was added for its own sake
    -- the ball was not removed itself: it may come back
    world:add(lg.collider.solid { shape = ball })
    assert.equal(3, #world.objects)
  end)

  it("leaves alone what another object needs", function()
    local world = support.world()
    local ball = lg.shape.sphere {}
    local one = world:add(lg.collider.solid { shape = ball })
    world:add(lg.emitter.volume { shape = ball })
    world:remove(one)
    assert.equal(world, ball.world)
    fails(function() world:remove(ball) end, "cannot remove 'sphere1'")
  end)

  it("says so when a removed object is used", function()
    local world = support.world()
    local ball = world:add(lg.shape.sphere { name = "moon" })
    world:remove(ball)
    local gone = "sphere 'moon': this shape was removed from its world; make a new one"
    fails(function() return ball.radius end, gone)
    fails(function() ball.radius = 1 end, gone)
    fails(function() return ball:distance {0, 0} end, gone)
    fails(function() world:remove(ball) end, gone)
    fails(function() world:add(ball) end, gone)
    fails(function() world:add(lg.collider.solid { shape = ball }) end, gone)
    assert.equal("shape.sphere 'moon'", tostring(ball))
    world:add(lg.shape.sphere { name = "moon" }) -- its name is free again
  end)

  it("refuses what is not there", function()
    local world, other = support.world(), support.world()
    fails(function() world:remove(lg.shape.sphere {}) end,
      "sphere: this shape is not in this world")
    local ball = other:add(lg.shape.sphere {})
    fails(function() world:remove(ball) end, "sphere: this shape is not in this world")
    fails(function() world:remove(nil) end,
      "world:remove: expects an object of this world, got nil")
    fails(function() world:remove(world.solver) end,
      "particles: a solver is not removed but replaced")
  end)
end)

describe("world:find", function()
  it("finds objects by name, the world and its solver too", function()
    local world = support.world()
    local ball = world:add(lg.shape.sphere { name = "moon" })
    assert.equal(ball, world:find "moon")
    assert.equal(world, world:find "world")
    assert.equal(world.solver, world:find "solver")
    assert.is_nil(world:find "sun")
    fails(function() return world:find(true) end,
          "world:find: expects the name of an object or the id of a particle, got boolean")
  end)

  it("finds a particle by its id", function()
    local world = support.filled()
    local ids = world.particles.id
    for i = 1, #ids do assert.equal(i, world:find(ids[i])) end
    assert.is_nil(world:find(1000000))
  end)
end)

describe("world.solver", function()
  it("is the particles solver to begin with", function()
    local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
    assert.equal("solver.particles", world.solver.kind)
    assert.equal(world.solver, world.solver)
    world.solver.density = 900
    assert.equal(900, world.solver.density)
  end)

  it("is swapped, and keeps the particles bit for bit", function()
    -- away from walls
    local world = support.filled { bounds = {{-1, -1}, {2, 2}}, solver = lg.solver.wcsph {} }
    local old, ids, xs = world.solver, {}, {}
    assert.is_true(world.particles.density:max() > 0)
    world.particles.velocity:fill {0, 0} -- without gravity nothing moves while nobody pushes
    world.solver = lg.solver.particles { density = 900 }
    assert.equal(900, world.solver.density)
    local p = world.particles
    for i = 1, #p do ids[i], xs[i] = p.id[i], p.position[i] end
    world:step(1 / 60)
    assert.equal(25, #ids)
    for i = 1, #ids do assert.equal(xs[i], world.particles.position[world:find(ids[i])]) end
    fails(function() return world.particles.density end, "particles: unknown column 'density'")
    fails(function() return old.density end,
      "wcsph: this solver was replaced by another solver; make a new one")
  end)

  it("takes only a solver that is free", function()
    local world, other = support.world(), support.world()
    local solver = lg.solver.wcsph {}
    world.solver = solver
    world.solver = solver -- it is the one: nothing happens
    assert.equal(solver, world.solver)
    fails(function() other.solver = solver end, "wcsph: it is the solver of another world already")
    fails(function() world.solver = lg.shape.sphere {} end,
      "world: solver must be a solver, lg.solver.wcsph { ... }, got shape")
    fails(function() world.solver = "wcsph" end,
      "world: solver must be a solver, lg.solver.wcsph { ... }, got string")
  end)
end)
