-- image.lua: lg.image "logo.png": field.image by the words that one thinks of: a name alone, or where
-- it lies by two corners.
local core = require "laguna.core"
core.own()

--- A corner of a picture: two numbers, of a list or a vec.
local function corner(name, v)
  local point, x, y = pcall(function() return v[1], v[2] end)
  if point and math.type(x) and math.type(y) then return x, y end
  error(("image: option '%s' must be a point of two numbers, {x, y}, got %s"):format(name, type(v)),
    4)
end

--- From corner to corner: min, width and height.
local function between(options)
  if options.width or options.height then
    error("image: option 'max' says width and height already; leave one of them out", 3)
  end
  local x, y = corner("max", options.max)
  local left, low = 0, 0
  if options.min ~= nil then left, low = corner("min", options.min) end
  if not (x > left and y > low) then
    error(("image: option 'max' must lie right of and above min, got {%g, %g} for min {%g, %g}")
      :format(x, y, left, low), 3)
  end
  options.width, options.height, options.max = x - left, y - low, nil
end

--- lg.image "logo.png" or lg.image { "logo.png", min = {0, 0}, width = 2 }.
return function(options)
  if type(options) == "string" then options = { options } end
  if type(options) ~= "table" then
    error(('image: expects the name of a file or a table of options, lg.image { "logo.png", '
      .. 'width = 2 }, got %s'):format(type(options)), 2)
  end
  local mine = {}
  for key, value in pairs(options) do mine[key] = value end
  if mine.file == nil then mine.file, mine[1] = mine[1], nil end
  if mine.max ~= nil then between(mine) end
  return core.field.image(mine)
end
