-- expect FILE:3: world: expects one table of options, lg.world { bounds = {{0, 0}, {4, 3}} }, got no value
local lg = require "laguna"
return lg.world()
