-- expect FILE:3: unexpected symbol near '='
local lg = require "laguna"
local world = = lg.world {}
return world
