-- expect FILE:3: world: bounds is required: two corners
local lg = require "laguna"
return lg.world { spacing = 0.1 }
