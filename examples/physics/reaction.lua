-- Reaction and diffusion
-- idea: two substances that spread and react make spots and stripes (Gray & Scott 1984; Pearson 1993), here on particles
-- change: feed and kill: 0.0367, 0.0649 are cells that divide; 0.029, 0.057 a maze
-- picture: frame 400
local lg = require "laguna"
local feed = lg.slider { name = "feed", default = 0.0367, min = 0.01, max = 0.08 }
local kill = lg.slider { name = "kill", default = 0.0620, min = 0.04, max = 0.07 }

local h = 0.0125                                           -- m, spacing
local world = lg.world { bounds = {{0, 0}, {1.6, 0.9}}, spacing = h, gravity = {0, 0},
  edges = { x = "periodic", y = "periodic" }, solver = lg.solver.particles {} }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {1.6, 0.9} } })
world.particles:add_column("u")
world.particles:add_column("v")

function world:on_load()
  if self.time > 0 then return end
  self:update(function(p)
    local seed = lg.lt(lg.noise(6 * p.x, 6 * p.y), -0.35)   -- a few drops of v
    p.u = lg.where(seed, 0.5, 1)
    p.v = lg.where(seed, 0.25, 0)
  end)
end

--- The Laplacian by SPH (Brookshaw 1985), of as many steps as a frame has.
local near = { radius = 2.5 * h, kernel = "wendland_c2" }
function world:before_step()
  for _ = 1, 8 do
    self:update(function(p)
      local spread = p:sum(function(q) return lg.vec(q.u - p.u, q.v - p.v) * q.laplacian end, near) * h * h
      local react = p.u * p.v * p.v
      p.u = p.u + 0.16 * h * h * spread.x - react + feed.value * (1 - p.u)
      p.v = p.v + 0.08 * h * h * spread.y + react - (feed.value + kill.value) * p.v
    end)
  end
end
world.color_by = "v"
return world
