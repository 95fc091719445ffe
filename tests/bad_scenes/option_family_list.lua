-- expect FILE:5: union: option 'shapes' must be a list of shapes, got an emitter
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
local tap = lg.emitter.point {}
world:add(lg.shape.union { shapes = {lg.shape.box {}, tap} })
return world
