-- expect FILE:3: world: unknown option 'gravty' (did you mean 'gravity'?)
local lg = require "laguna"
return lg.world { bounds = {{0, 0}, {1, 1}}, gravty = {0, -1} }
