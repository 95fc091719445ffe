-- expect FILE:3: choice 'liquid': default 'oil' is none of water, honey
local lg = require "laguna"
local liquid = lg.choice { name = "liquid", "water", "honey", default = "oil" }
return lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
