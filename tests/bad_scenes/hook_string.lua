-- expect FILE:4: world: the hook 'after_step' must be a function or nil, got string
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world.after_step = "print"
return world
