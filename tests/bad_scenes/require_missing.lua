-- expect FILE:4: require: there is no module 'nowhere': no file '
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
require "nowhere"
return world
