-- expect FILE:4: image: cannot read '../readme.sh': it is outside the scene's folder
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world:add(lg.image "../readme.sh")
return world
