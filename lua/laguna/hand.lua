-- hand.lua: what the left button does in a 2-D scene without a world:mouse of its own: it takes the water along. A field like
-- any other draws particles near the mouse towards the mouse's velocity; it is there while the button is down. With Shift it
-- paints particles where there are none, with Ctrl it takes them away.
local carry = require "laguna.carry"

local hand = {}

local GRIP = 30   -- 1/s, how firmly the water is held
local FADE = 0.1  -- s, until a mouse that has stopped lets go
local WIDTH = 0.06 -- reach, of the world's size; at least 6 spacings
local BRUSH = 3   -- spacings, radius
local MOST = 16   -- brushes between two places of the mouse
local held = setmetatable({}, { __mode = "k" }) -- by world

--- The places of a lattice near (x, y) where no particle is.
local function free_places(world, x, y, reach)
  local dx, taken, places = world.spacing, {}, {}
  for _, i in ipairs(world.particles:near({ x, y }, reach + dx)) do
    local px, py = world.particles.position:get(i)
    taken[#taken + 1] = { px, py }
  end
  local low, high = world.bounds[1], world.bounds[2]
  for i = math.ceil((x - reach) / dx - 0.5), math.floor((x + reach) / dx - 0.5) do
    for j = math.ceil((y - reach) / dx - 0.5), math.floor((y + reach) / dx - 0.5) do
      local px, py = (i + 0.5) * dx, (j + 0.5) * dx
      local free = (px - x) ^ 2 + (py - y) ^ 2 <= reach ^ 2
        and px > low[1] and px < high[1] and py > low[2] and py < high[2]
      for k = 1, free and #taken or 0 do
        free = free and (px - taken[k][1]) ^ 2 + (py - taken[k][2]) ^ 2 > (0.75 * dx) ^ 2
      end
      if free then places[#places + 1] = { px, py } end
    end
  end
  return places
end

local function paint(world, x, y)
  for _, place in ipairs(free_places(world, x, y, BRUSH * world.spacing)) do world.particles:add(place) end
end

local function erase(world, x, y)
  local reach = (BRUSH * world.spacing) ^ 2
  world:remove_if(function(p) return (p.x - x) ^ 2 + (p.y - y) ^ 2 < reach end)
end

local brushes = { paint = paint, erase = erase }

--- Along the way of the mouse, brush by brush; a jump is no line.
local function stroke(world, h, x, y)
  local way = math.sqrt((x - h.x) ^ 2 + (y - h.y) ^ 2)
  local steps = math.min(math.max(math.ceil(way / (BRUSH * world.spacing)), 1), MOST)
  for k = 1, steps do brushes[h.brush](world, h.x + (x - h.x) * k / steps, h.y + (y - h.y) * k / steps) end
  h.x, h.y = x, y
end

--- Shift paints, Ctrl erases; nil: neither is down.
local function brush()
  local keys = require "laguna".keys
  return (keys["left shift"] or keys["right shift"]) and "paint" or (keys["left ctrl"] or keys["right ctrl"]) and "erase" or nil
end

--- The hand takes hold as h says: a field, under a name that the scene has not.
local function hold(world, h)
  local name = "hand"
  while world:find(name) do name = name .. "_" end
  h.field = require "laguna".field.formula { name = name, program = function(p, t)
    local near = math.max(1 - ((p.x - h.x) ^ 2 + (p.y - h.y) ^ 2) / h.reach ^ 2, 0)
    local grip = near * GRIP * math.exp(math.min(h.at - t, 0) / FADE) -- a world that went back is not before it
    return grip * (h.vx - p.vx), grip * (h.vy - p.vy)
  end }
  world:add(h.field)
  held[world] = h
end

local function press(world, x, y)
  local bounds = world.bounds
  local size = math.max(bounds[2][1] - bounds[1][1], bounds[2][2] - bounds[1][2])
  hold(world, {
    x = x, y = y, vx = 0, vy = 0, at = world.time,
    reach = math.max(WIDTH * size, 6 * world.spacing),
    most = size / 0.2, -- m/s, however far it jumps
  })
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
  local dab = what == "press" and not h and brush()
  if dab then
    h = { x = x, y = y, brush = dab }
    held[world] = h
  end
  if h and h.brush then
    if what ~= "release" then stroke(world, h, x, y) else held[world] = nil end
    return
  end
  if what == "press" and not h then press(world, x, y) end
  if what == "move" and h then move(world, h, x, y) end
  if what == "release" and h then
    held[world] = nil
    pcall(world.remove, world, h.field) -- a world that was restored to before the press has lost it
  end
end

--- A scene that is read again in the middle of a drag goes on with it, if the mouse is still the hand's.
function hand.carry(worlds)
  carry.part("hand", function()
    local all = {}
    for i, world in ipairs(worlds) do
      local h, plain = held[world], {}
      for key, value in next, h or {} do
        if key ~= "field" then plain[key] = value end
      end
      all[i] = h and plain or false
    end
    return all
  end, function(all)
    for i, h in ipairs(all) do
      local world = worlds[i]
      if h and world and world.dim == 2 and not world.mouse then
        if h.brush then held[world] = h else hold(world, h) end
      end
    end
  end)
end

return hand
