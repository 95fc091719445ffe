-- Solvers of fluids follow each other in a running world, in every order, with two materials in it:
-- nobody is lost or made of something else, buffers held across it are stale, and nothing is faster
-- than its own fall could make it.
local support = dofile "tests/lua/support.lua"
local lg = support.lg

local solvers = { "wcsph", "pcisph", "pbf", "dfsph", "flip", "flash" }
local height = 0.4 -- m
local fall = math.sqrt(2 * 9.81 * height)
local highest = math.sqrt(2 * 9.81 * 0.8)

local function tank()
  local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.04, solver = lg.solver.wcsph {} }
  local oil = lg.material { name = "oil", density = 700, viscosity = 1 }
  world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.5, height} }, material = oil })
  world:add(lg.emitter.volume { shape = lg.shape.box { min = {0.5, 0}, max = {1, height} } })
  world:advance(3)
  return world
end

--- What no solver may touch, by id.
local function makings(world)
  local p, all = world.particles, {}
  for i = 1, #p do all[p.id[i]] = ("%a %d"):format(p.mass[i], p.material[i]) end
  return all
end

describe("a solver in a running world", function()
  it("follows every other one", function()
    local world <close> = tank()
    local count, before = #world.particles, makings(world)
    for _, first in ipairs(solvers) do
      for _, second in ipairs(solvers) do
        world.solver = lg.solver[first] {}
        for _ = 1, 3 do world:step(1 / 60) end
        local held = world.particles.position
        world.solver = lg.solver[second] {}
        for _ = 1, 2 do world:step(1 / 60) end
        local s = world.stats
        assert.equal(count, #world.particles, first .. " to " .. second)
        assert.is_true(s.max_speed < fall,
          ("%s to %s: %.2f m/s"):format(first, second, s.max_speed))
        assert.same(before, makings(world))
        assert.has_error(function() return held[1] end)
      end
    end
    assert.equal(0, world.stats.guarded)
    assert.equal(0, world.stats.removed)
  end)

  -- What feels no other has fallen into one line on the floor, 10 to a place; as a fluid it rises
  -- from there again; a drop of spray may be a little faster than a fall through all of the box.
  for _, name in ipairs(solvers) do
    it("parts what lies in one place: " .. name, function()
      local world <close> =
        lg.world { bounds = {{0, 0}, {0.8, 0.8}}, spacing = 0.04, solver = lg.solver.particles {} }
      world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.4, height} } })
      world:advance(60)
      assert.is_true(world:max(function(p) return p.position.y end) < 0.04)
      world.solver = lg.solver[name] {}
      for frame = 1, 180 do
        world:step(1 / 60)
        local speed = world.stats.max_speed
        assert.is_true(speed < 1.05 * highest, ("%.2f m/s in frame %d"):format(speed, frame))
      end
      assert.equal(100, #world.particles)
      local y = world:mean(function(p) return p.position.y end)
      assert.is_true(y > 0.05 and y < 0.15, ("middle at %.3f m, not 0.1 m"):format(y))
    end)
  end
end)
