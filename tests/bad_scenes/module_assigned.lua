-- expect FILE:3: lg: 'gravity' cannot be assigned; keep your own values in locals
local lg = require "laguna"
lg.gravity = {0, -1}
return lg.world { bounds = {{0, 0}, {1, 1}} }
