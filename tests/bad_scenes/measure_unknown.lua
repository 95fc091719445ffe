-- expect FILE:4: world: unknown measure 'presure' (did you mean 'pressure'?)
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world:gauge("probe", "presure", { at = {0.5, 0} })
return world
