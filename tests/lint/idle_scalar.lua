-- expect FILE:5: warning: formula1: it returns one number, which pushes nothing; an acceleration is 2 numbers (m/s2) [idle]
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.05 }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.5, 0.5} } })
world:add(lg.field.formula(function(p) return -5 * p.x end))
return world
