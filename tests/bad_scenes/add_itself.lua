-- expect FILE:5: union: it cannot contain itself
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
local all = lg.shape.union { shapes = {lg.shape.box {}} }
all.shapes = {all}; world:add(all)
return world
