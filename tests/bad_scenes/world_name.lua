-- expect FILE:3: world: the name 'my world' must have 1 to 47 bytes, without blanks
local lg = require "laguna"
return lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1, name = "my world" }
