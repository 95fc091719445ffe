-- expect FILE:4: image: 'image_no_png.lua' is no picture that can be read: Not a PNG file
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world.color_by = lg.image "image_no_png.lua"
return world
