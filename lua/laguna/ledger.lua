-- ledger.lua: the plot of a world's ledger (lg.plot.ledger, key e in the window): where energy, mass or
-- momentum went. A curve appears when its entry has grown to be seen; all begin at 0, and those that are
-- stored add up to the others, but for "error".
local carry = require "laguna.carry"
local compare = require "laguna.compare"

local ledger = {}

local seen <const> = 0.03 -- of the largest value so far
local units <const> = { energy = { "J/m", "J" }, mass = { "kg/m", "kg" }, momentum = { "kg/s", "kg m/s" } }
local always <const> = { energy = { "kinetic", "potential", "error" }, mass = { "mass", "error" }, momentum = {} }
ledger.quantities = units

--- What tells the worlds of a scene apart: a name, but those of two files have the same. nil: it is alone.
local function name_in(worlds, world)
  local name = world.name
  for _, other in ipairs(worlds) do
    if not rawequal(other, world) and other.name == name then name = world.view and world.view.title or name end
  end
  return #worlds > 1 and name or nil
end

--- The record of a plot that has no samples yet. Names of worlds are in it where there are several.
function ledger.record(world, of, worlds)
  local name = name_in(worlds or {}, world)
  local curves = table.move(always[of], 1, #always[of], 1, {})
  local title = ("%s%s [%s]"):format(name and name .. " " or "", of, units[of][world.dim - 1])
  return { name = title, curves = curves, world = world, of = of, most = 0 }
end

--- name, value, name, value, ... in the entries' order; vectors by their components.
local function flat(entries, out)
  for _, name in ipairs(entries) do
    local value = entries[name]
    if type(value) == "number" then
      out[#out + 1], out[#out + 2] = name, value
    else
      for axis, c in ipairs { "x", "y", "z" } do
        if value[axis] then out[#out + 1], out[#out + 2] = name .. "." .. c, value[axis] end
      end
    end
  end
  return out
end

local function curve_of(record, name)
  for k, curve in ipairs(record.curves) do
    if curve == name then return k end
  end
end

--- A curve that was 0, or too small to be seen, until now.
local function begin_curve(record, name)
  local k = #record.curves + 1
  record.curves[k], record.samples[k] = name, {}
  for i = 1, #record.times do record.samples[k][i] = 0 end
end

--- The values of all curves now; a new one begins if there is room.
function ledger.values(record, room)
  local flow, values = flat(record.world:ledger(record.of), {}), {}
  for i = 2, #flow, 2 do record.most = math.max(record.most, math.abs(flow[i])) end
  for i = 1, #flow, 2 do
    local name, value = flow[i], flow[i + 1]
    if not curve_of(record, name) and #record.curves < room and math.abs(value) > seen * record.most then
      begin_curve(record, name)
    end
    values[name] = value
  end
  local list = {}
  for k, name in ipairs(record.curves) do list[k] = values[name] end
  return list
end

-- ---- the ledgers of a set of widgets ----

--- Behind each frame. One that cannot be read any more (its world is closed) ends.
function ledger.sample(set, add, room)
  for i = #set.ledgers, 1, -1 do
    local record = set.ledgers[i]
    local ok, list = pcall(ledger.values, record, room)
    if ok then add(record, record.world.time, table.unpack(list, 1, #record.curves))
    else table.remove(set.ledgers, i) end
  end
end

local function without(list, record)
  for i = #list, 1, -1 do
    if list[i] == record then table.remove(list, i) end
  end
end

--- Those that were shown this way go; if there are none, all worlds get one.
function ledger.toggle(set, show)
  local shown = {}
  for _, record in ipairs(set.ledgers) do shown[#shown + 1] = record.by_key and record or nil end
  for _, record in ipairs(shown) do
    without(set.ledgers, record)
    without(set.plots, record)
    set.named[record.name] = nil
    carry.drop(set.again .. "plot " .. record.name)
  end
  for i = #shown > 0 and 0 or #set.worlds, 1, -1 do
    if not compare.is_difference(set.worlds[i]) then
      local _, record = show(set, set.worlds[i], "energy", true)
      if record then record.by_key = true end
    end
  end
end

return ledger
