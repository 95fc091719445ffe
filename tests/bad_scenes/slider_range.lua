-- expect FILE:5: slider 'swirl': value = 9 is outside 0 .. 5
local lg = require "laguna"
local swirl = lg.slider { name = "swirl", default = 4, max = 5 }
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
function world:before_step() swirl.value = 9 end
return world
