-- world.particles and its buffers.
local support = dofile "tests/lua/support.lua"
local lg, fails = support.lg, support.fails

describe("world.particles", function()
  it("counts, and lists its columns", function()
    local world = support.world()
    assert.equal(0, #world.particles)
    world:add(support.column())
    world:step(1e-3)
    assert.equal(25, #world.particles)
    local names = table.concat(world.particles:columns(), " ")
    for _, name in ipairs { "position", "velocity", "mass", "id" } do
      assert.matches(name, names)
    end
    assert.equal(world.particles, world.particles)
  end)

  it("takes single particles", function()
    local world = support.world()
    local id = world.particles:add({0.25, 0.5}, {1, 2})
    assert.equal(1, world:find(id))
    assert.equal(lg.vec(0.25, 0.5), world.particles.position[1])
    assert.equal(lg.vec(1, 2), world.particles.velocity[1])
    fails(function() world.particles:add {7, 0} end,
      "particle: x = 7 m is outside the bounds, 0 to 1 m")
    fails(function() world.particles:add(7) end,
      "particles:add: the position must be 2 numbers, got number")
    fails(function() world.particles:add({0, 0}, {0, 0, 0}) end,
      "particles:add: the velocity must be 2 numbers, got 3")
    fails(function() world.particles.add {0, 0} end, "add: use particles:add(...), with a colon")
  end)

  it("takes columns of the script's own, which follow their particles", function()
    local world = support.filled { solver = lg.solver.wcsph {}, gravity = {0, -9.81} }
    world.particles:add_column("heat")
    world.particles:add_column("home", 2)
    local heat, home, id = world.particles.heat, world.particles.home, world.particles.id
    assert.equal(0, heat:sum())
    for i = 1, #id do
      heat[i] = id[i]
      home[i] = {id[i], -id[i]}
    end
    world:advance(5)
    heat, home, id = world.particles.heat, world.particles.home, world.particles.id
    for i = 1, #id do
      assert.equal(id[i], heat[i])
      assert.equal(lg.vec(id[i], -id[i]), home[i])
    end
    fails(function() world.particles:add_column "heat" end, "column 'heat' is there already")
    fails(function() world.particles:add_column("x", 4) end,
      "particles:add_column: 'x' must have 1, 2 or 3 components")
    world.particles:add_column("color", 3)
    world:update(function(p) p.color = {p.x, 0.5, 1} end)
    world:advance(1)
    assert.equal(0.5, world.particles.color[1].y)
    assert.equal(1, world:max(function(p) return p.color.z end))
  end)

  it("knows who is near a point", function() -- against a loop
    local world = support.filled()
    local near, x = world.particles:near({0.25, 0.25}, 0.17), world.particles.position
    local wanted = {}
    for i = 1, #world.particles do
      if (x[i] - lg.vec(0.25, 0.25)):length() < 0.17 then wanted[#wanted + 1] = i end
    end
    assert.is_true(#wanted > 3)
    assert.same(wanted, near)
    fails(function() world.particles:near({0, 0, 0}, 1) end,
      "particles:near: the point must be 2 numbers, got 3")
    fails(function() world.particles:near({0, 0}, nil) end,
          "particles:near: the radius must be a number of metres above 0, got nil")
    fails(function() world.particles:near({0, 0}, -0.5) end,
          "particles:near: the radius must be a number of metres above 0, got -0.5")
  end)

  it("names the nearest column", function()
    local world = support.world { solver = lg.solver.wcsph {} }
    fails(function() return world.particles.positon end,
      "particles: unknown column 'positon' (did you mean 'position'?)")
    fails(function() return world.particles.density end,
      "particles: the column 'density' is the solver's and is there after the first step")
    fails(function() world.particles.mass = 3 end,
      "particles: assign to elements, world.particles.mass[i] = value")
  end)
end)

describe("a buffer", function()
  it("is 1-based; numbers, vecs and whole numbers come out", function()
    local world = support.filled()
    local p = world.particles
    local x, y = p.position:get(3)
    assert.equal(lg.vec(x, y), p.position[3])
    assert.equal(25, #p.position)
    assert.equal("float", math.type(p.mass[1]))
    assert.equal("integer", math.type(p.id[1]))
    assert.is_nil(p.position[26])
    assert.same({}, { p.position:get(26) })
    local n = 0
    for i, v in ipairs(p.position) do n = n + (v == p.position[i] and 1 or 0) end
    assert.equal(25, n)
    fails(function() return p.position[0] end, "buffer 'position': index 0: buffers count from 1")
    assert.equal(p.position[2], p.position[4 / 2])
    fails(function() return p.position[1.5] end,
      "buffer 'position': the index must be a whole number, got number")
    fails(function() return p.position.lenght end, "buffer 'position': unknown method 'lenght'")
  end)

  it("has three components in 3-D", function()
    local world = lg.world { bounds = {{0, 0, 0}, {1, 1, 1}}, spacing = 0.1 }
    world.particles:add {0.25, 0.5, 0.75}
    assert.same({ 0.25, 0.5, 0.75 }, { world.particles.position:get(1) })
    assert.equal(0.75, world.particles.position[1].z)
  end)

  it("is written to, and the world sees it", function()
    local world = support.filled { edges = "open" }
    local v = world.particles.velocity
    v[1] = {1, 2}
    v[2] = lg.vec(3, 4)
    v:set(3, 5, 6)
    assert.same({ 1, 2 }, { v:get(1) })
    assert.equal(lg.vec(3, 4), world.particles.velocity[2])
    assert.equal(lg.vec(5, 6), world.particles.velocity[3])
    fails(function() v[1] = 3 end, "buffer 'velocity': a value must be a vec, got number")
    fails(function() v[1] = {1, 2, 3} end, "buffer 'velocity': a value must be a vec, got table")
    fails(function() v[26] = {0, 0} end,
      "buffer 'velocity': index 26 is beyond the last particle, 25")
    fails(function() v[-1] = {0, 0} end, "buffer 'velocity': index -1: buffers count from 1")
    fails(function() v:set(1, 2) end, "buffer:set: 'velocity' takes an index and 2 numbers")
    fails(function() world.particles.id[1] = 3 end, "buffer 'id' is read only")
    fails(function() world.particles.mass[1] = {1, 2} end,
      "buffer 'mass': a value must be a number, got table")
  end)

  it("has bulk methods that agree with a loop", function()
    local world = support.filled()
    local x = world.particles.position
    local n, sum, least, most = #x, {0, 0}, {9, 9}, {-9, -9}
    for i = 1, n do
      local p = { x:get(i) }
      for k = 1, 2 do
        sum[k] = sum[k] + p[k]
        least[k], most[k] = math.min(least[k], p[k]), math.max(most[k], p[k])
      end
    end
    assert.equal(lg.vec(sum), x:sum())
    assert.near(sum[1] / n, x:mean().x, 1e-15)
    assert.equal(lg.vec(least), x:min())
    assert.equal(lg.vec(most), x:max())
    local v, m = world.particles.velocity, world.particles.mass
    v:fill {1, 2}
    v:scale(0.5)
    v:shift {1, 0}
    for i = 1, n do assert.equal(lg.vec(1.5, 1), v[i]) end
    m:fill(0.25)
    assert.equal(0.25 * n, m:sum())
    fails(function() v:fill(1) end, "buffer 'velocity': a value must be a vec, got number")
    fails(function() v.fill {1, 2} end, "fill: use buffer:fill(...), with a colon")
  end)

  it("of nobody has a sum but no mean", function()
    local mass = support.world().particles.mass
    assert.equal(0, mass:sum())
    assert.is_nil(mass:mean())
    assert.is_nil(mass:min())
    assert.is_nil(mass:max())
  end)

  it("goes stale with a step, a new particle, another solver", function()
    local stale = "buffer 'position' is stale: the particles have changed since it was taken"
    local world = support.filled()
    local x = world.particles.position
    world:step(1e-3)
    fails(function() return x[1] end, stale)
    fails(function() x[1] = {0, 0} end, stale)
    fails(function() return #x end, stale)
    fails(function() return x:get(1) end, stale)
    fails(function() return x:sum() end, stale)
    x = world.particles.position
    world.particles:add {0.9, 0.9}
    fails(function() return x[1] end, stale)
    x = world.particles.position
    world.solver = lg.solver.wcsph {}
    world:step(1e-3)
    fails(function() return x[1] end, stale)
  end)
end)
