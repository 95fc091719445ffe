-- expect FILE:4: world:add: expects a shape, emitter, collider, joint, material or field, got number
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world:add(3)
return world
