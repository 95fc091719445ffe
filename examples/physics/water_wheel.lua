-- Water wheel
-- idea: a body on an axle that a stream of water turns
-- change: give its brake more torque and it turns more slowly; more still, and it stands
local lg = require "laguna"

local SPACING <const> = 0.02
local AXLE <const> = {0.8, 0.75}
local BLADES <const> = 8

local world = lg.world {
  bounds = {{0, 0}, {2, 1.7}}, spacing = SPACING, edges = { x = "open", y = {"open", "wall"} },
  solver = lg.solver.dfsph {},
}

-- A hub with blades, around the origin; the body is then put onto the axle.
local parts = { lg.shape.sphere { radius = 0.14 } }
for i = 1, BLADES do
  parts[i + 1] = lg.shape.box { min = {0, -0.04}, max = {0.5, 0.04}, rotation = 2 * math.pi * i / BLADES }
end
local wheel = world:add(lg.collider.body { name = "wheel", density = 400, translation = AXLE,
  shape = lg.shape.union { shapes = parts } })

-- A motor that wants to stand still is a brake, and what it brakes is power.
local axle = world:add(lg.joint.hinge { name = "axle", a = wheel, at = AXLE, torque = 20 })
local brake = lg.slider { name = "brake [N m]", default = 20, min = 0, max = 400 }

world:add(lg.emitter.inlet { center = {0.1, 1.45}, direction = {1, 0}, width = 0.16, speed = 3 })
world:gauge("torque", "torque", { collider = wheel, about = AXLE })

local plot = lg.plot { name = "wheel", "turns a second", "power [100 W/m]" }
function world:before_step() axle.torque = brake.value end
function world:after_step()
  local turning = -wheel.angular_velocity
  plot:add(self.time, turning / (2 * math.pi), axle.torque * math.abs(turning) / 100)
end

return world
