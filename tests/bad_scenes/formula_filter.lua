-- expect FILE:5: volume: filter reads 'velocity', and only a position is known of what is not there yet
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
for i = 1, 40 do world.particles:add({ i / 41, i * 7 % 41 / 41 }) end
world:add(lg.emitter.volume { shape = lg.shape.box {}, filter = function(p) return p.vx > 0 end })
return world
