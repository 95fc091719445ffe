-- laguna: the module that scenes and hosts require. Everything is in this table; there are no
-- globals.
local carry = require "laguna.carry"
local core = require "laguna.core"
require "laguna.hand" -- the program calls it
local image = require "laguna.image"
local random = require "laguna.random"
local scene = require "laguna.scene"
local sph = require "laguna.sph"
local trace = require "laguna.trace"
local widget = require "laguna.widget"

local lg = {
  version = core.version,
  isa = core.isa, -- dispatch path in use: "sse2", "avx2", ...
  vec = core.vec,
  kernel = core.kernel, -- lg.kernel { "cubic_spline", dim = 2, radius = 0.1 }:W(0.05)
  world = core.world,
  plugin = core.plugin, -- lg.plugin "swirl.so": kinds from outside, with --trust
  kinds = core.kinds, -- lg.kinds("shape") -> {"shape.box", ...}
  shape = core.shape,
  material = core.material, -- lg.material { density = ... } makes lg.material.fluid
  emitter = core.emitter,
  collider = core.collider,
  joint = core.joint,
  field = core.field,
  image = image, -- lg.image "logo.png": a picture as a field
  solver = core.solver,
  sph = sph, -- operators as sums over neighbours: lg.sph.gradient(p, "heat")
}
local draw
draw, lg.seed = random.new(0)
lg.random = trace.random(draw)
-- of formulas
for _, name in ipairs { "math", "noise", "gradient", "divergence", "curl", "laplacian",
                        "where", "lt", "le", "gt", "ge", "eq", "all", "any", "negate" } do
  lg[name] = trace[name]
end
lg.keep = carry.keep -- plain values in it survive when the scene's file is read again
lg.keys, lg.mouse = {}, { left = false, middle = false, right = false } -- kept by the program (bind/scene/input.c)
core.exchange("keys", lg.keys)
core.exchange("mouse", lg.mouse)
lg.load = core.word(function(path) return scene.load(path) end)

local widgets = widget.new() -- of hosts that load no scene; every scene has its own
for name, value in pairs(widgets.words) do lg[name] = value end
core.exchange("view", widgets.view)

return scene.seal(lg)
