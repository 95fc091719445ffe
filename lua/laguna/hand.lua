-- hand.lua: what the left button does in a 2-D scene without a world:mouse of its own: it takes the water along. A field like
-- any other draws particles near the mouse towards the mouse's velocity; it is there while the button is down.
local hand = {}

local GRIP = 30   -- 1/s, how firmly the water is held
local FADE = 0.1  -- s, until a mouse that has stopped lets go
local WIDTH = 0.06 -- reach, of the world's size; at least 6 spacings
local held = setmetatable({}, { __mode = "k" }) -- by world

local function press(world, x, y)
  local lg = require "laguna"
  local bounds = world.bounds
  local size = math.max(bounds[2][1] - bounds[1][1], bounds[2][2] - bounds[1][2])
  local h = {
    x = x, y = y, vx = 0, vy = 0, at = world.time,
    reach = math.max(WIDTH * size, 6 * world.spacing),
    most = size / 0.2, -- m/s, however far it jumps
  }
  h.field = lg.field.formula(function(p, t)
    local near = math.max(1 - ((p.x - h.x) ^ 2 + (p.y - h.y) ^ 2) / h.reach ^ 2, 0)
    local grip = near * GRIP * math.exp(math.min(h.at - t, 0) / FADE) -- a world that went back is not before it
    return grip * (h.vx - p.vx), grip * (h.vy - p.vy)
  end)
  world:add(h.field)
  held[world] = h
end

local function move(world, h, x, y)
  local dt = math.max(world.time - h.at, 1 / 60)
  local vx, vy = (x - h.x) / dt, (y - h.y) / dt
  local slower = math.min(1, h.most / math.max(math.sqrt(vx ^ 2 + vy ^ 2), 1e-9))
  h.x, h.y, h.vx, h.vy, h.at = x, y, slower * vx, slower * vy, world.time
end

--- What a scene's own world:mouse is called with.
function hand.mouse(world, x, y, button, what)
  local h = held[world]
  if button ~= 1 and what ~= "move" then return end
  if what == "press" and not h then press(world, x, y) end
  if what == "move" and h then move(world, h, x, y) end
  if what == "release" and h then
    held[world] = nil
    pcall(world.remove, world, h.field) -- a world that was restored to before the press has lost it
  end
end

return hand
