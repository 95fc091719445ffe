-- Inlet jet
-- idea: a packed jet falls on a Pelton bucket (a mesh), which splits it and throws it out; drains swallow what arrives
-- change: speed and width of the mouth, rotation of the bucket, enabled = false of a drain
local lg = require "laguna"

local world = lg.world {
  bounds  = {{-1.6, 0}, {1.6, 1.1}},
  spacing = 0.0175,
  solver  = lg.solver.wcsph { viscosity = 0.1 },
}

-- A layer of particles leaves whenever the one before has moved by a spacing.
world:add(lg.emitter.inlet {
  name = "mouth",
  center = {0, 0.95}, direction = {0, -1},
  width = 0.15, speed = 2.5,
})

-- A closed polyline; in a 3-D world an OBJ file holds a closed surface.
local bucket = world:add(lg.collider.solid {
  name  = "bucket",
  shape = lg.shape.mesh { file = "pelton_bucket.obj" },
  translation = {0, 0.4},
})

for _, side in ipairs {-1, 1} do
  world:add(lg.emitter.sink {
    name  = side < 0 and "left_drain" or "right_drain",
    shape = lg.shape.box { min = {-0.2, 0}, max = {0.2, 0.95}, translation = {1.4 * side, 0} },
  })
end

-- The bucket rocks, so that the jet moves from cup to cup.
function world:before_step(dt)
  bucket.velocity = {0.06 * math.cos(1.5 * self.time), 0}
end

return world
