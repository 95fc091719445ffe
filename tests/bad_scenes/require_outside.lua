-- expect FILE:4: require: there is no module '../laguna'
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
require "../laguna"
return world
