-- expect FILE:4: mesh: cannot read 'nowhere.obj': No such file or directory
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world:add(lg.shape.mesh { file = "nowhere.obj" })
return world
