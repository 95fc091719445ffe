-- Hourglass
-- idea: grains that only push and rub: each overlap is taken back, and sliding as far as friction holds (Macklin et al. 2014)
-- change: friction: 0 is water without pressure, 0.3 glass beads, 0.8 rough sand; the opening
-- picture: frame 300
local lg = require "laguna"
local d = 1 / 128 -- m, a grain: a power of two, so that what is left of d - distance is exact

local sand = lg.solver.script {
  support = 1.5,
  columns = {
    start = { unit = "m", vector = true, doc = "position when the sub-step began" },
    moved = { unit = "m", vector = true, doc = "since then" },
    step_by = { unit = "m", vector = true, doc = "correction of this iteration" },
    contacts = "1",
  },
  parameters = {
    friction = { 0.6, min = 0, max = 1, doc = "between grains, Coulomb" },
    iterations = { 8, min = 1, max = 40 },
  },
  max_dt = function() return 1 / 480 end,

  step = function(s, dt)
    s:each("predict", function(p)
      p.start, p.moved = p.position, dt * (p.velocity + dt * p.acceleration)
      p.position = p.position + p.moved
    end)
    for _ = 1, s.iterations do
      -- each of two grains takes half of the overlap back, and half of the sliding: all of it below mu x overlap (eqs. 22, 24)
      s:each("contacts", function(p)
        p.contacts = p:count(function(q) return q.distance < d end)
        p.step_by = p:sum(function(q)
          local overlap = math.max(d - q.distance, 0)
          local n = q.offset / math.max(q.distance, 1e-3 * d)
          local slid = p.moved - q.moved
          local along = slid - (slid.x * n.x + slid.y * n.y) * n
          local far = math.max(math.sqrt(along.x ^ 2 + along.y ^ 2), 1e-9)
          return 0.5 * overlap * n - 0.5 * math.min(s.friction * overlap / far, 1) * along
        end)
      end)
      s:each("contacts", function(p)
        local by = 1.5 / math.max(p.contacts, 1.5) * p.step_by
        p.moved, p.position = p.moved + by, p.position + by
      end)
    end
    s:each("velocity", function(p) p.velocity, p.position = p.moved / dt, p.start end)
  end,
}

local world = lg.world { bounds = {{0, 0}, {1, 1.5}}, spacing = d, solver = sand, friction = 0.6 }
for side = 0, 1 do
  world:add(lg.collider.solid {
    shape = lg.shape.capsule { a = {side, 1.15}, b = {side == 0 and 0.45 or 0.55, 0.8}, radius = 0.01 },
    friction = 0.3,
  })
end
world:add(lg.emitter.volume { shape = lg.shape.box { min = {0.2, 1.05}, max = {0.8, 1.45} }, lattice = "hex", jitter = 0.5 })
world.color_by = "id"
return world
