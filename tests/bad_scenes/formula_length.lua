-- expect FILE:5: a function of a particle returns at most 3 numbers, or a vec; this one returned -1 values
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
local odd = setmetatable({}, { __len = function() return -1 end })
world:add(lg.field.formula(function() return odd end))
return world
