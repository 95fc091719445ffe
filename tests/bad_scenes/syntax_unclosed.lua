-- expect FILE:5: unexpected symbol near <eof>
local lg = require "laguna"
local world = lg.world {
  bounds = {{0, 0}, {1, 1}},
