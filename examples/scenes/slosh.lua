-- Slosh
-- idea: a tank is shaken at the pace at which its water swings, and the wave grows until it breaks
-- change: the sliders (pace = 1.3 shakes it against its own pace), solver = lg.solver.pbf {}
-- picture: frame 175
local lg = require "laguna"

local shake = lg.slider { name = "shake", default = 1.2, min = 0, max = 6 }        -- m/s2
local pace  = lg.slider { name = "pace", default = 1, min = 0.5, max = 2 }         -- of the tank's own
local plot  = lg.plot { name = "level [m]", "left", "right" }

local WIDTH, DEPTH, G = 2, 0.6, 9.81                                               -- m, m, m/s2
local own = math.sqrt(G * math.pi / WIDTH * (1 - 2 / (math.exp(2 * math.pi * DEPTH / WIDTH) + 1)))  -- 1/s: linear waves

local world = lg.world {
  bounds  = {{0, 0}, {WIDTH, 1.4}},
  spacing = 0.033, -- m: 60 pictures a second in the page, too
  gravity = {0, -G},
  solver  = lg.solver.dfsph {},
}
world:add(lg.emitter.volume { name = "water", shape = lg.shape.box { max = {WIDTH, DEPTH} } })

function world:before_step(dt)
  self.gravity = {shake.value * math.sin(own * pace.value * self.time), -G}
end

function world:after_step(dt)
  plot:add(self.time, self:measure("level", { at = {0.05, 0} }), self:measure("level", { at = {WIDTH - 0.05, 0} }))
end

return world
