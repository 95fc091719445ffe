-- expect FILE:5: widgets: unknown name 'swrl' (did you mean 'swirl'?)
local lg = require "laguna"
local swirl = lg.slider { name = "swirl" }
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world.widgets.swrl.value = 1
return world
