-- expect FILE:4: text: use g:text(...), with a colon
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
function world:draw(g) g.text({0, 0}, "here") end
return world
