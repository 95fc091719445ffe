-- expect FILE:4: 'io' is closed to scenes; run the program with --trust to open it
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
io.open("/etc/passwd")
return world
