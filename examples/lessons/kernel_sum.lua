-- Kernel sum
-- idea: density is a sum over neighbours, so a particle with nobody on one side reads too little
-- change: spacing = 0.1, kernel = "wendland_c2", support = 4
--
-- rho_i = m sum_j W(x_i - x_j). On a full lattice that is the density of water, rho0. The outermost particles lie half a spacing
-- inside of the surface: there a quarter of the sum is missing, in a corner nearly half of it. A wall is no lack: the solver adds
-- what the kernel would have found behind it.
local lg = require "laguna"

local function block(edges)
  local world = lg.world {
    bounds = {{0, 0}, {1, 1}}, spacing = 0.05, gravity = {0, 0}, edges = edges,
    solver = lg.solver.wcsph { kernel = "cubic_spline", support = 2.8 },
  }
  world:add(lg.emitter.volume { shape = lg.shape.box { max = {1, 1} } })
  world.color_by = "density"
  return world
end

--- rho / rho0 of the particle nearest to a point.
local function read(world, x, y)
  return world.particles.density[world:find(world:pick(x, y))] / 1000
end

local places = { {"middle", 0.5, 0.5}, {"edge", 0.5, 0}, {"corner", 0, 0} }
local function tell(world, title)
  function world:after_step()
    if self.frame > 1 then return end
    for _, place in ipairs(places) do
      print(("%s, %s: rho / rho0 = %.3f"):format(title, place[1], read(self, place[2], place[3])))
    end
  end
  return world
end

return tell(block("open"), "in the air"), tell(block("wall"), "between walls")
