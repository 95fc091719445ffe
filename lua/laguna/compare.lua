-- compare.lua: lg.compare: two worlds side by side on one clock, and what parts them: a third world
-- whose points show B - A of a column, curves of both and of their difference, how far particles of one
-- number lie apart, and the frame in which that begins.
local carry = require "laguna.carry"
local core = require "laguna.core"

local compare = {}

local types <const> = { gauges = "table", difference = "string", names = "table" }
local points_most <const> = 3000 -- of the third world
local parted_at <const> = 1e-6 -- m
local gauges_most <const> = 3

local function fail(format, ...) error("compare: " .. format:format(...), 4) end

local function check(a, b, options)
  if not core.is_world(a) or not core.is_world(b) then
    fail("expects two worlds, lg.compare(a, b), got %s and %s", type(a), type(b))
  end
  if rawequal(a, b) then fail("these are one world, not two") end
  if a.dim ~= b.dim then fail("one world has %d dimensions, the other %d", a.dim, b.dim) end
  if type(options) ~= "table" then fail("expects a table of options, got %s", type(options)) end
  local names = { "gauges", "difference", "names" }
  for name, value in pairs(options) do
    if not types[name] then
      fail("unknown option '%s'%s", tostring(name), core.meant(tostring(name), names))
    end
    if type(value) ~= types[name] then
      fail("option '%s' must be a %s, got %s", name, types[name], type(value))
    end
  end
  for _, list in ipairs { options.gauges or {}, options.names or {} } do
    for _, text in ipairs(list) do
      if type(text) ~= "string" then fail("names and gauges are texts, got %s", type(text)) end
    end
  end
  if options.names and #options.names ~= 2 then fail("names are two texts, { \"A\", \"B\" }") end
  if #(options.gauges or {}) > gauges_most then fail("at most %d gauges, got %d", gauges_most, #options.gauges) end
end

--- "A: wcsph", "B: pbf"; "A", "B" where both have the same solver.
local function names_of(a, b, options)
  local names, kinds = options.names, { tostring(a.solver), tostring(b.solver) }
  for i, text in ipairs(kinds) do kinds[i] = text:match "solver%.([%w_]+)" or text:match "^([%w_]+)" end
  if names then return names[1], names[2] end
  if kinds[1] == kinds[2] then return "A", "B" end
  return "A: " .. kinds[1], "B: " .. kinds[2]
end

--- Under the picture, unless the scene has a title of its own there.
function compare.entitle(world, title)
  local view = {}
  for name, value in pairs(world.view or {}) do view[name] = value end
  view.title = view.title or title
  world.view = view
end

-- ---- the third world ----

--- The bounds of both; of a 3-D world a slice in its middle, one point thick.
local function box_of(a, b)
  local low, high, size = {}, {}, 1
  local axes = { "x", "y", "z" }
  for k = 1, a.dim do
    local axis = axes[k]
    low[k] = math.min(a.bounds[1][axis], b.bounds[1][axis])
    high[k] = math.max(a.bounds[2][axis], b.bounds[2][axis])
    if k < 3 then size = size * (high[k] - low[k]) end
  end
  return low, high, math.sqrt(size / points_most)
end

local differences = setmetatable({}, { __mode = "k" })
--- Is it a third world, of points that are no particles?
function compare.is_difference(world) return differences[world] == true end

local function make_difference(a, b)
  local low, high, fine = box_of(a, b)
  local spacing = math.max(fine, a.spacing, b.spacing)
  local first, last = { table.unpack(low) }, { table.unpack(high) }
  if a.dim == 3 then
    local middle = (low[3] + high[3]) / 2
    first[3], last[3] = middle - spacing / 2, middle + spacing / 2
  end
  local c = core.world { name = "difference", bounds = { low, high }, spacing = spacing,
    gravity = a.dim == 2 and { 0, 0 } or { 0, 0, 0 }, edges = "open" }
  c:add(core.emitter.volume { shape = core.shape.box { min = first, max = last } })
  c.particles:add_column "difference"
  c.color_by = "difference"
  differences[c] = true
  return c
end

-- ---- curves ----

local function number(x)
  if type(x) == "number" then return x end
  return type(x) == "userdata" and #x or 0 / 0 -- of a vec its length
end

--- A gauge of the world, or else a measure.
local function read(world, name)
  local gauges = world.gauges
  return number(gauges[name] or world:measure(name))
end

--- Gauges that both worlds have, behind the kinetic energy.
local function common(a, b)
  local names = { "kinetic_energy" }
  local of_a, of_b = a.gauges, b.gauges
  for name in pairs(of_a) do
    if of_b[name] and #names < gauges_most then names[#names + 1] = name end
  end
  return names
end

-- ---- parting ----

local function tell(part, time, most, id, alone, alone_id)
  local who = alone > 0 and ("particle %d is in one of them alone"):format(alone_id)
    or ("particle %d, by %.2g m"):format(id, most)
  part.at, part.id = time, alone > 0 and alone_id or id
  core.say(("they part at t = %.4f s, %s"):format(time, who))
end

--- Points as wide as hide what is between them.
local function look(column, range)
  return { title = "B - A: " .. column, colormap = "coolwarm", range = { -range, range }, show = "dots",
    size = 1.45, hud = false }
end

--- The word for scripts; plot makes curves.
function compare.word(plot)
  return function(a, b, options)
    options = options or {}
    check(a, b, options)
    local column = options.difference or "speed"
    local first, second = names_of(a, b, options)
    local c = make_difference(a, b)
    local part, usual = {}, 0
    local curves = {}
    for i, name in ipairs(options.gauges or common(a, b)) do
      curves[i] = { name = name, plot = plot { name = name, first, second, "B - A" } }
    end
    local rms = plot { name = "apart [m]", "rms" }
    carry.part("compare", function() return part end, function(old) part = old end)
    compare.entitle(a, first)
    compare.entitle(b, second)
    c.view = look(column, 1)

    function c:after_step()
      local time = self.time
      for _, curve in ipairs(curves) do
        local x, y = read(a, curve.name), read(b, curve.name)
        curve.plot:add(time, x, y, y - x)
      end
      local r, most, id, _, alone, alone_id = core.parting(a, b)
      rms:add(time, r)
      if not part.at and (most > parted_at or alone > 0) then tell(part, time, most, id, alone, alone_id) end
      usual = math.max(core.difference(a, b, column, self), 0.9 * usual)
      local range = usual > 0 and 2.5 * usual or 1
      self.view = look(column, range)
    end
    return a, b, c
  end
end

return compare
