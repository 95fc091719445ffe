-- plot.lua: the samples of a plot: its record, as bind/scene/widget.c reads it. A longer plot keeps every
-- second sample, then every fourth. carry.lua hands them to the next run of the file.
local carry = require "laguna.carry"

local plot = { curves_max = 8 }

local samples_max <const> = 1024

--- Every second sample goes: what is left is twice as far apart.
local function thin(record)
  local lists = { record.times, table.unpack(record.samples) }
  for _, list in ipairs(lists) do
    local kept = 0
    for i = 1, #list, 2 do
      kept = kept + 1
      list[kept] = list[i]
    end
    for i = #list, kept + 1, -1 do list[i] = nil end
  end
  record.stride = record.stride * 2
end

--- What is wrong with a sample; nil: nothing.
local function wrong(record, t, given)
  if type(t) ~= "number" or t ~= t or t - t ~= 0 then
    return ("plot '%s': the time must be a finite number, got %s"):format(record.name, tostring(t))
  end
  if given.n ~= #record.curves then
    return ("plot '%s': add expects the time and %d value%s (%s), got %d"):format(record.name, #record.curves,
      #record.curves == 1 and "" or "s", table.concat(record.curves, ", "), given.n)
  end
  for i = 1, given.n do
    if type(given[i]) ~= "number" then
      return ("plot '%s': '%s' must be a number, got %s"):format(record.name, record.curves[i], type(given[i]))
    end
  end
end

--- Adds one at time t, a value a curve. Returns nil, or why it is refused.
function plot.add(record, t, ...)
  local given = table.pack(...)
  local why = wrong(record, t, given)
  if why then return why end
  if #record.times == samples_max then thin(record) end
  record.count = record.count + 1
  if (record.count - 1) % record.stride ~= 0 then return end
  local n = #record.times + 1
  record.times[n] = t
  for i = 1, given.n do record.samples[i][n] = given[i] end
end

function plot.clear(record)
  record.times, record.samples, record.stride, record.count = {}, {}, 1, 0
  for i = 1, #record.curves do record.samples[i] = {} end
end

--- The next run of the file goes on with the samples of this one, if its curves are the same; those of a
--- ledger are what has been seen. as: its name there.
function plot.carry(record, as)
  local function save()
    return { curves = record.curves, times = record.times, samples = record.samples, stride = record.stride,
      count = record.count }
  end
  carry.part(as, save, function(old)
    local same = record.of or table.concat(old.curves, "|") == table.concat(record.curves, "|")
    if not same or record.count > 0 then return end
    record.curves = old.curves
    record.times, record.samples, record.stride, record.count = old.times, old.samples, old.stride, old.count
  end)
end

return plot
