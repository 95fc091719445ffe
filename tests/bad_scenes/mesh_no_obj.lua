-- expect FILE:4: mesh: 'mesh_no_obj.lua' has no faces or polylines
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world:add(lg.shape.mesh { file = "mesh_no_obj.lua" })
return world
