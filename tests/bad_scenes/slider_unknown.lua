-- expect FILE:3: slider: unknown option 'defualt' (did you mean 'default'?)
local lg = require "laguna"
local swirl = lg.slider { name = "swirl", defualt = 4 }
return lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
