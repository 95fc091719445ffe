-- widget.lua: sliders, choices, buttons and plots of a script. A set holds those of one run of one
-- scene; a window shows them (bind/scene/widget.c reads the records below), and without one sliders keep
-- their defaults and plots record all the same. What a user moved and what a plot has recorded are
-- handed to carry.lua, for the next run of the file.
local carry = require "laguna.carry"
local compare = require "laguna.compare"
local core = require "laguna.core"
local ledger = require "laguna.ledger"
local lesson = require "laguna.lesson"
local plot = require "laguna.plot"

local widget = {}

local name_max <const> = 47 -- bytes
local here <const> = { [debug.getinfo(1, "S").source] = true, [lesson.source] = true }

--- An error at the line of the script that called.
local function fail(format, ...)
  local level = 2
  while debug.getinfo(level, "S") and here[debug.getinfo(level, "S").source] do
    level = level + 1
  end
  error(format:format(...), level)
end

local function meant(name, names) return core.meant(tostring(name), names) end

local function finite(x) return x == x and x - x == 0 end

-- ---- options ----

local types <const> = {
  slider = {
    name = "string", default = "number", min = "number", max = "number", unit = "string",
    doc = "string",
  },
  choice = { name = "string", default = "string", doc = "string" },
  button = { name = "string", press = "function", doc = "string" },
  plot = { name = "string" },
}

local function keys(t)
  local list = {}
  for name in pairs(t) do list[#list + 1] = name end
  table.sort(list)
  return list
end

local function check_options(what, options, examples)
  if type(options) ~= "table" then
    fail("%s: expects one table of options, lg.%s { %s }, got %s", what, what, examples,
      type(options))
  end
  for name, value in pairs(options) do
    local wanted = types[what][name]
    local listed = math.type(name) == "integer" and (what == "choice" or what == "plot")
    if not wanted and not listed then
      fail("%s: unknown option '%s'%s", what, tostring(name), meant(name, keys(types[what])))
    end
    wanted = wanted or "string"
    if type(value) ~= wanted then
      local which = listed and "value " .. name or ("option '%s'"):format(name)
      fail("%s: %s must be a %s, got %s", what, which, wanted, type(value))
    end
    if wanted == "number" and not finite(value) then
      fail("%s: option '%s' = %s must be finite", what, name, tostring(value))
    end
  end
end

local function check_name(set, what, options)
  local name = options.name
  if not name then fail("%s: option 'name' is required, lg.%s { name = \"...\" }", what, what) end
  local dotted = what ~= "plot" and name:find "%."
  if #name == 0 or #name > name_max or name:find "[%c=|]" or dotted then
    fail("%s: the name '%s' must have 1 to %d bytes, without '=', '|'%s and control characters",
      what, name, name_max,
      what ~= "plot" and ", '.'" or "")
  end
  if set.named[name] then fail("%s: the name '%s' is taken", what, name) end
end

--- The texts of a list, each once and fit for a menu.
local function check_list(what, options, most)
  local seen = {}
  for i, text in ipairs(options) do
    if text == "" or text:find "[%c|]" then
      fail("%s '%s': the text '%s' must not be empty or hold '|'", what, options.name, text)
    end
    if seen[text] then fail("%s '%s': '%s' is there twice", what, options.name, text) end
    seen[text] = i
  end
  if #options == 0 or #options > most then
    fail("%s '%s': give 1 to %d texts, lg.%s { name = \"...\", \"a\", \"b\" }", what, options.name,
      most, what)
  end
  return seen
end

-- ---- objects: a script holds a handle, the set holds the record ----

local function handle(set, what, record, methods)
  local function unknown(name)
    local names = keys(methods)
    for key in pairs(record) do names[#names + 1] = key end
    fail("%s '%s': unknown property '%s'%s", what, record.name, tostring(name), meant(name, names))
  end
  local object = setmetatable({}, {
    __name = what,
    __index = function(_, name)
      if methods[name] then return methods[name] end
      local value = record[name]
      if value == nil or type(value) == "table" then unknown(name) end
      return value
    end,
    __newindex = function(_, name, value)
      if name ~= "value" or record.value == nil then
        if record[name] == nil and not methods[name] then unknown(name) end
        fail("%s '%s': '%s' is read only", what, record.name, tostring(name))
      end
      record.value = set.fit(record, value)
    end,
    __tostring = function() return ("%s '%s'"):format(what, record.name) end,
    __len = record.times and function() return #record.times end,
    __metatable = false,
  })
  set.named[record.name] = object
  return object
end

local function self_of(records, object, what, method)
  local record = records[object]
  if not record then fail("%s: use %s:%s(...), with a colon", method, what, method) end
  return record
end

--- The value as the record takes it, or an error at the caller's line.
local function fit(record, value)
  if record.choices then
    for _, text in ipairs(record.choices) do
      if text == value then return value end
    end
    fail("choice '%s': '%s' is none of %s", record.name, tostring(value),
      table.concat(record.choices, ", "))
  end
  if type(value) ~= "number" then
    fail("slider '%s': value must be a number, got %s", record.name, type(value))
  end
  if not (value >= record.min and value <= record.max) then
    fail("slider '%s': value = %g is outside %g .. %g", record.name, value, record.min, record.max)
  end
  return value
end

-- ---- first values ----

--- What --set name=value of the program says, else the default; then what the user had moved in an
--- earlier run of the file.
local function begin_value(set, record)
  local text = set.texts[record.name]
  record.value = record.default
  if text then
    set.used[record.name] = true
    local ok, value = pcall(fit, record, record.choices and text or tonumber(text) or text)
    if not ok then
      error(("--set %s=%s: %s"):format(record.name, text, value:gsub("^[^:]*:%d+: ", "")), 0)
    end
    record.value = value
  end
  carry.value { name = set.again .. "widget " .. record.name, declared = record.default,
    get = function() return record.value end,
    set = function(value)
      if type(value) == "number" and not record.choices then
        value = math.max(record.min, math.min(record.max, value))
      end
      local ok, fitting = pcall(fit, record, value)
      if ok then record.value = fitting end
    end }
end

--- A refused sample is an error at the caller's line.
local function add_sample(record, ...)
  local why = plot.add(record, ...)
  if why then fail("%s", why) end
end

-- ---- words ----

local function control(set, word, record)
  local first = not set.texts[record.name] and set.first -- A/B: one slider moves both
  local twin = first and first.named[record.name]
  if twin then return twin end
  begin_value(set, record)
  set.controls[#set.controls + 1] = record
  return handle(set, word, record, {})
end

local function slider_of(set)
  return function(options)
    check_options("slider", options, 'name = "swirl", default = 4, min = 0, max = 20')
    check_name(set, "slider", options)
    local min, max = options.min or 0, options.max or 1
    local record = {
      name = options.name, min = min, max = max, default = options.default or min,
      unit = options.unit or "", doc = options.doc or "",
    }
    if not (min < max) then
      fail("slider '%s': min = %g must be below max = %g", record.name, min, max)
    end
    if record.default < min or record.default > max then
      fail("slider '%s': default = %g is outside %g .. %g", record.name, record.default, min, max)
    end
    return control(set, "slider", record)
  end
end

local function choice_of(set)
  return function(options)
    check_options("choice", options, 'name = "liquid", "water", "honey"')
    check_name(set, "choice", options)
    local places = check_list("choice", options, 32)
    local record = { name = options.name, choices = table.move(options, 1, #options, 1, {}),
      default = options.default or options[1], doc = options.doc or "" }
    if not places[record.default] then
      fail("choice '%s': default '%s' is none of %s", record.name, record.default,
        table.concat(record.choices, ", "))
    end
    record.menu = table.concat(record.choices, "|")
    return control(set, "choice", record)
  end
end

local function button_of(set)
  return function(options)
    check_options("button", options, 'name = "splash", press = function() end')
    check_name(set, "button", options)
    local record = { name = options.name, doc = options.doc or "", presses = 0 }
    local records, act = {}, options.press
    local function press(object)
      self_of(records, object, "button", "press")
      record.presses = record.presses + 1
      if act then act() end
    end
    local object = handle(set, "button", record, { press = press })
    records[object] = record
    record.press = function() object:press() end
    set.buttons[#set.buttons + 1] = record
    return object
  end
end

--- What a script holds of a plot whose record is in the set; first: before all other plots.
local function show_plot(set, record, first)
  local records, methods = {}, {}
  function methods.add(object, ...) add_sample(self_of(records, object, "plot", "add"), ...) end
  function methods.clear(object) plot.clear(self_of(records, object, "plot", "clear")) end
  function methods.get(object, i)
    local r = self_of(records, object, "plot", "get")
    local values = { r.times[i] }
    for k = 1, #r.curves do values[k + 1] = r.samples[k][i] end
    return table.unpack(values)
  end
  table.insert(set.plots, first and 1 or #set.plots + 1, record)
  local object = handle(set, "plot", record, methods)
  records[object] = record
  return object
end

local function plot_of(set)
  return function(options)
    check_options("plot", options, 'name = "energy [J]", "kinetic", "potential"')
    check_name(set, "plot", options)
    check_list("plot", options, plot.curves_max)
    local record = { name = options.name, curves = table.move(options, 1, #options, 1, {}) }
    plot.clear(record)
    plot.carry(record, set.again .. "plot " .. record.name)
    return show_plot(set, record)
  end
end

-- ---- ledgers ----

--- The plot of a world's ledger, and its record if it is a new one.
local function show_ledger(set, world, of, first)
  local record = ledger.record(world, of, set.worlds)
  if set.named[record.name] then return set.named[record.name] end
  plot.clear(record)
  plot.carry(record, set.again .. "plot " .. record.name)
  set.ledgers[#set.ledgers + 1] = record
  return show_plot(set, record, first), record
end

local function ledger_of(set)
  return function(world, of)
    of = of or "energy"
    if not ledger.quantities[of] then
      fail("plot.ledger: '%s' is none of %s", tostring(of), table.concat(keys(ledger.quantities), ", "))
    end
    if not pcall(function() return world:ledger(of) end) then -- opens it
      fail("plot.ledger: expects a world that is open, lg.plot.ledger(world), got %s", type(world))
    end
    return (show_ledger(set, world, of))
  end
end

--- For the program: the ledgers of all worlds, which a key shows and hides.
function widget.ledger(set) ledger.toggle(set, show_ledger) end

-- ---- sets ----

--- texts: name -> value, of --set. first: of the scene beside which this one runs, whose sliders it has.
function widget.new(texts, first)
  local set = {
    first = first, controls = {}, buttons = {}, plots = {}, ledgers = {}, named = {}, used = {},
    texts = texts or {}, fit = fit, again = first and "again " or "", -- what it carries is its own
  }
  set.words = {
    slider = slider_of(set), choice = choice_of(set), button = button_of(set),
  }
  local make_plot = plot_of(set)
  set.words.plot = setmetatable({ ledger = ledger_of(set) },
    { __call = function(_, options) return make_plot(options) end, __metatable = false })
  set.words.compare = compare.word(make_plot)
  local function claim(what, options) check_name(set, what, options) end
  for name, word in pairs(lesson.words(set, claim)) do set.words[name] = word end
  set.view = setmetatable({}, {
    __index = function(_, name)
      if set.named[name] then return set.named[name] end
      fail("widgets: unknown name '%s'%s", tostring(name), meant(name, keys(set.named)))
    end,
    __newindex = function(_, name)
      fail("widgets: '%s' cannot be assigned; make it with lg.slider { ... }", tostring(name))
    end,
    __pairs = function()
      local names, i = keys(set.named), 0
      return function()
        i = i + 1
        if names[i] then return names[i], set.named[names[i]] end
      end
    end,
    __metatable = false,
  })
  return set
end

--- For the program: the user moves a slider, picks a choice or answers a question by hand. A slider
--- stops at its ends.
function widget.move(set, name, value)
  if lesson.answer(set, name, value) then return end
  for _, r in ipairs(set.controls) do
    if r.name == name then
      if not r.choices and type(value) == "number" and value == value then
        value = math.max(r.min, math.min(r.max, value))
      end
      r.value = fit(r, value)
    end
  end
end

--- For the program: a frame is over.
function widget.look(set, frame)
  ledger.sample(set, add_sample, plot.curves_max)
  lesson.look(set, frame)
end
widget.diagnose = lesson.diagnose
widget.point = lesson.point
widget.excuse = lesson.excuse

--- For the program: the user presses a button.
function widget.press(set, name)
  for _, r in ipairs(set.buttons) do
    if r.name == name then r.press() end
  end
end

return widget
