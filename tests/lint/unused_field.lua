-- expect FILE:7: warning: formula: it is made, but in no world: world:add(...) [unused]
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.05 }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.5, 0.5} } })
local height = lg.field.formula(function(p) return p.y end)
world:add(lg.field.formula(function(p) return height:at(p), 0 end))
local wind = lg.field.formula(function(p) return p.x, 0 end)
return world
