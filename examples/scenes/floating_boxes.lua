-- Floating boxes
-- idea: bodies of five densities in a wave: cork rides it, wood floats deep, iron sinks
-- change: density of any body, solver = lg.solver.flip {} or wcsph {}, the wave's width, friction; drag a body with the mouse
-- picture: frame 80
local lg = require "laguna"

local world = lg.world {
  bounds  = {{0, 0}, {4, 2}},
  spacing = 0.037,
  gravity = {0, -9.81},
  solver  = lg.solver.dfsph { viscosity = 0.05 },
}

world:add(lg.emitter.volume { name = "pool", shape = lg.shape.box { min = {0, 0}, max = {4, 0.7} } })
world:add(lg.emitter.volume { name = "wave", shape = lg.shape.box { min = {0, 0.7}, max = {0.5, 1.7} } })

local box, ball = lg.shape.box, lg.shape.sphere
local bodies = {
  lg.collider.body { name = "cork", density = 150, shape = box { min = {-0.15, -0.15}, max = {0.15, 0.15} },
                     translation = {1.0, 1.1} },
  lg.collider.body { name = "raft", density = 400, shape = box { min = {-0.4, -0.06}, max = {0.4, 0.06} },
                     translation = {1.8, 1.0} },
  lg.collider.body { name = "wood", density = 700, shape = box { min = {-0.2, -0.15}, max = {0.2, 0.15} },
                     translation = {2.6, 1.1} },
  lg.collider.body { name = "buoy", density = 500, shape = ball { radius = 0.18 }, translation = {3.2, 1.2} },
  lg.collider.body { name = "iron", density = 7800, shape = box { min = {-0.1, -0.1}, max = {0.1, 0.1} },
                     translation = {3.7, 1.3} }, }
for _, body in ipairs(bodies) do world:add(body) end

local hand, grabbed, wanted -- the body under the mouse goes where the mouse goes
function world:mouse(x, y, button, what)
  if what == "press" and button == 1 then
    for _, body in ipairs(bodies) do
      if body:distance({x, y}) < 0 then hand, grabbed = body, lg.vec(x, y) - body.translation end
    end
  elseif what == "release" and hand then
    hand.held = false
    hand = nil
  end
  wanted = lg.vec(x, y)
end

function world:before_step(dt)
  if not hand then return end
  hand.held = true
  hand.velocity = (wanted - grabbed - hand.translation) * (0.2 / dt)
  hand.angular_velocity = 0
end

return world
