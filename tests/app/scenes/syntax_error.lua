-- Syntax error
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}
return world
