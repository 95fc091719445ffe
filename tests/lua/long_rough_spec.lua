-- Rough handling, with every solver's own parameters: what is shaken, hit, pierced or shot at
-- neither leaks nor blows up. A fluid has no reason to be faster than what drives it: each case
-- says what that is, in m/s.
local support = dofile "tests/lua/support.lua"
local lg = support.lg

local solvers = { "flash", "wcsph", "pcisph", "pbf", "dfsph" }

local function tank(name, spacing)
  return lg.world { bounds = {{0, 0}, {1, 0.6}}, spacing = spacing or 0.02,
    solver = lg.solver[name] {} }
end

local function fill(world, x, y)
  world:add(lg.emitter.volume { shape = lg.shape.box { max = {x, y} } })
end

--- Runs; every frame nothing is lost to the guard and nothing is faster than `limit`. Returns the
--- fastest.
local function calm(world, frames, limit)
  local most = 0
  for frame = 1, frames do
    world:step(1 / 60)
    local s = world.stats
    most = math.max(most, s.max_speed)
    assert.equal(0, s.guarded)
    assert.is_true(s.max_speed < limit, ("%.1f m/s in frame %d"):format(s.max_speed, frame))
  end
  return most
end

for _, name in ipairs(solvers) do
  describe(name .. " handled roughly", function()
    -- 2 Hz, 12 cm to each side: at most 1.5 m/s and 19 m/s2; what flies up falls back.
    it("stays in a bottle that is shaken for 30 s", function()
      local world <close> = lg.load("examples/scenes/flash_bottle.lua")
      if name ~= "flash" then world.solver = lg.solver[name] {} end
      world:step(1 / 60)
      local count = #world.particles
      world.mouse(world, 0.3, 0.3, 1, "press")
      for frame = 1, 1800 do
        local t = frame / 60
        world.mouse(world, 0.4 + 0.12 * math.sin(12.6 * t), 0.3 + 0.05 * math.sin(17 * t), 1,
          "move")
        calm(world, 1, 8)
      end
      local at, p, out = world:find("bottle").translation, world.particles.position, 0
      for i = 1, #world.particles do
        local x, y = p:get(i)
        out = math.max(out, at.x - x, x - at.x - 0.465, at.y - y, y - at.y - 0.465)
      end
      assert.is_true(out < 1e-4, "water is outside by " .. out)
      assert.equal(count, #world.particles)
    end)

    it("gives way to a body that overlaps it at the start", function()
      local world <close> = tank(name)
      fill(world, 0.5, 0.4)
      world:add(lg.collider.solid { shape = lg.shape.sphere { center = {0.25, 0.2},
        radius = 0.08 } })
      calm(world, 1, 8)
      world:add(lg.collider.solid { shape = lg.shape.box { min = {0.3, 0.05},
        max = {0.42, 0.15} } })
      calm(world, 90, 8)
      assert.is_true(#world.particles > 400)
    end)

    -- Bernoulli: a jet turns at a wall, it does not gain speed; the burst of the first hit may, up
    -- to three times.
    it("turns at a wall that a jet of 5 m/s hits", function()
      local world <close> = tank(name)
      world:add(lg.emitter.inlet { center = {0.02, 0.3}, direction = {1, 0}, width = 0.1,
        speed = 5 })
      calm(world, 40, 15)
      assert.is_true(#world.particles > 200)
    end)

    -- 50 radii a frame, against a wall of the tank and a plate of two spacings.
    it("stops what is thrown at 50 radii a step", function()
      local world <close> = tank(name)
      fill(world, 0.3, 0.2)
      world:add(lg.collider.solid { shape = lg.shape.box { min = {0.7, 0}, max = {0.74, 0.6} } })
      world:step(1 / 60)
      local count, speed = #world.particles, 50 * 0.01 * 60
      world.particles.velocity[count] = {speed, 0}
      world.particles.velocity[1] = {0, -speed}
      calm(world, 60, 1.5 * speed)
      local x = world.particles.position
      for i = 1, #world.particles do assert.is_true((x:get(i)) < 0.72, "through the plate") end
      assert.equal(count, #world.particles)
      calm(world, 30, 8)
    end)
  end)
end
