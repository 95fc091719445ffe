-- expect FILE:3: button: option 'press' must be a function, got string
local lg = require "laguna"
local splash = lg.button { name = "splash", press = "splash" }
return lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
