-- expect FILE:3: load: cannot read the scene '
local lg = require "laguna"
return lg.load "nowhere.lua"
