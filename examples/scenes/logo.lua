-- A logo of water
-- idea: a picture says where the water is, holds it there by the slope of its brightness, and lets it go
-- change: hold = 12; drop_at = 100, and stir with the mouse; another picture
-- picture: frame 54
local lg = require "laguna"
local drop_at = 0.8 -- s

-- Made by: convert -size 480x160 xc:black -fill white -font DejaVu-Sans-Bold -pointsize 118 -gravity center
--          -annotate +0-6 laguna -blur 0x3 -depth 8 -colorspace gray -strip laguna.png
local logo = lg.image { "laguna.png", min = {0.1, 0.6}, width = 2.2 }
local hold = lg.slider { name = "hold", default = 8, min = 0, max = 40 } -- m2/s2: what white is worth

local world = lg.world { bounds = {{0, 0}, {2.4, 1.5}}, spacing = 0.016, solver = lg.solver.pbf { viscosity = 0.05 } }
world.particles:add_column("shade")
world:add(lg.emitter.volume {
  name = "letters", shape = lg.shape.box { min = {0.1, 0.6}, max = {2.3, 1.4} }, filter = logo,
  set = { shade = function(p) return p.x end },
})
world:add(lg.emitter.volume { name = "pool", shape = lg.shape.box { max = {2.4, 0.12} } })

-- Uphill in brightness, until it falls.
local uphill = lg.gradient(logo)
world:add(lg.field.formula { uses = {logo}, program = function(p, t)
  return (t < drop_at and hold.value or 0) * uphill:at(p, t)
end })
world.color_by = "shade"
return world
