-- Boids
-- idea: three rules about neighbours make a flock (Reynolds 1987): keep apart, fly as they fly, stay together
-- change: the sliders; alignment = 0 is a swarm of gnats, cohesion = 0 a crowd in the street
-- picture: frame 200
local lg = require "laguna"
local align = lg.slider { name = "alignment", default = 4, min = 0, max = 8 }
local cohere = lg.slider { name = "cohesion", default = 6, min = 0, max = 8 }
local part = lg.slider { name = "separation", default = 0.5, min = 0, max = 4 }

local world = lg.world { bounds = {{0, 0}, {4, 2.25}}, spacing = 0.05, gravity = {0, 0}, restitution = 1,
  edges = { x = "periodic", y = "periodic" }, solver = lg.solver.particles {} }
for _ = 1, 900 do
  local angle = lg.random() * 2 * math.pi
  world.particles:add({4 * lg.random(), 2.25 * lg.random()}, {math.cos(angle), math.sin(angle)})
end

local far, near = { radius = 0.2 }, { radius = 0.06 }      -- m: whom it sees, and whom it avoids
function world:before_step(dt)
  self:update(function(p)
    local as_they_fly = p:mean(function(q) return q.velocity - p.velocity end, far)
    local to_them = p:mean(function(q) return -q.offset end, far)
    local apart = p:sum(function(q) return q.offset / (q.distance * q.distance + 1e-4) end, near)
    local v = p.velocity + dt * (align.value * as_they_fly + cohere.value * to_them + part.value * 0.2 * apart)
    p.velocity = v / math.sqrt(v.x * v.x + v.y * v.y + 1e-6)             -- all fly at 1 m/s
  end)
end
world.color_by = function(p) return p.vx end
return world
