-- override.lua: the program's --set name.param=value, in words of the scene: `column.jitter=0.1`,
-- `solver.viscosity=2`, `world.spacing=0.01`; with several worlds also `world2.column.jitter=0.1`.
-- Sliders and choices have no dot: `swirl=5`; where there is none of that name, `spacing=0.01` is the world's.
-- `solver=dfsph` is another solver of the same fluid.
local core = require "laguna.core"

local override = {}

local function fail(set, format, ...)
  error(("--%s %s: "):format(set.view and "view" or set.option or "set", set.text) .. format:format(...), 0)
end

--- "a.b.c=v" -> world "a" or nil, object "b", param "c", value "v"; "swirl=v" -> widget "swirl",
--- value "v"
local function split(text)
  local path, value = text:match("^([^=]+)=(.*)$")
  if path and not path:find "%." then
    local of_world = core.row("world", path) and path
    return { text = text, widget = path, value = value, object = of_world and "world", param = of_world or nil }
  end
  local object, param = (path or ""):match("^(.+)%.([^.]+)$")
  if not object then
    local wanted = "name.param=value, as in column.jitter=0.1, or a slider's name=value"
    error(("--set %s: expects %s"):format(text, wanted), 0)
  end
  local world, rest = object:match("^([^.]+)%.(.+)$")
  return { text = text, world = world, object = rest or object, param = param, value = value }
end

local function to_bool(text)
  if text == "true" or text == "yes" or text == "on" then return true end
  if text == "false" or text == "no" or text == "off" then return false end
end

local function to_vec(text)
  local numbers = {}
  for word in text:gsub("[{}()]", ""):gmatch("[^,%s]+") do
    local x = tonumber(word)
    if not x then return nil end
    numbers[#numbers + 1] = x
  end
  if #numbers == 1 then return numbers[1] end
  return #numbers > 0 and numbers or nil
end

--- Options of lg.world that are no rows: worlds are made with them, and none can be set.
local of_script <const> = { bounds = true, edges = true, name = true }

local function check_script(set, name)
  if not of_script[name] then return end
  fail(set, "a world's '%s' is given in its script alone: change lg.world { %s = ... } there, "
    .. "or make it of a slider or choice, which --set reaches", name, name)
end

--- The value as the parameter wants it written; text that does not fit stays text, and the check
--- says so.
local function read(set, kind)
  if kind == "world" then check_script(set, set.param) end
  local form = core.row(kind, set.param)
  local text = set.value
  if form == "reference" then
    fail(set, "'%s' names another object and cannot be set from the command line", set.param)
  end
  local value
  if form == "bool" then value = to_bool(text)
  elseif form == "number" then value = tonumber(text)
  elseif form == "vec" then value = to_vec(text)
  end
  if value == nil then value = text end
  local why = core.check(kind, set.param, value)
  if why then fail(set, "%s", why) end
  return value
end

local function assign(set, object, kind)
  local value = read(set, kind)
  local ok, why = pcall(function() object[set.param] = value end)
  if not ok then fail(set, "%s", tostring(why):gsub("^[^:]*:%d+: ", "")) end
  set.used = true
end

local function object_names(worlds)
  local names = { "world", "solver" }
  for i, world in ipairs(worlds) do
    if #worlds > 1 then names[#names + 1] = "world" .. i end
    for _, object in ipairs(world.objects) do names[#names + 1] = object.name end
  end
  return names
end

local function fits(set, world, i)
  return set.world == nil or set.world == world.name or set.world == "world" .. i
end

--- lg.slider and lg.choice have read theirs when they were made.
local function check_widget(set, widgets)
  if widgets and widgets.used[set.widget] then return end
  check_script(set, set.widget)
  local names = {}
  for name in pairs(widgets and widgets.named or {}) do names[#names + 1] = name end
  for _, kind in ipairs(core.registry()) do
    for _, row in ipairs(kind.family == "world" and kind.rows or {}) do names[#names + 1] = row.name end
  end
  table.sort(names)
  local otherwise = "; a parameter is set as name.param=value, as in column.jitter=0.1"
  fail(set, "there is no slider, choice or question '%s'%s", set.widget,
    core.meant(set.widget, names, otherwise))
end

--- What the fluid is, whoever solves it.
local of_fluid <const> = { "density", "viscosity", "surface_tension" }

local function swap_solver(set, worlds)
  for _, world in ipairs(worlds) do
    local ok, solver = pcall(function()
      local options = {}
      for _, name in ipairs(of_fluid) do
        local known, value = pcall(function() return world.solver[name] end)
        if known and core.row("solver." .. set.value, name) then options[name] = value end
      end
      return core.solver[set.value](options)
    end)
    if not ok then fail(set, "%s", tostring(solver):gsub("^[^:]*:%d+: ", "")) end
    world.solver = solver
  end
end

local function apply_one(set, worlds)
  for i, world in ipairs(worlds) do
    if set.object == "world" or set.object == world.name or set.object == "world" .. i then
      if not set.used or not select(2, core.row("world", set.param)) then
        assign(set, world, "world")
      end
    elseif fits(set, world, i) then
      local object = set.object == "solver" and world.solver or world:find(set.object)
      if object then assign(set, object, object) end
    end
  end
  if set.used then return end
  fail(set, "there is no object '%s'%s", set.object, core.meant(set.object, object_names(worlds)))
end

--- What is fixed when a world is made (spacing, seed) must be in its options; widgets read
--- `widgets`, name -> value, when they are made; the rest is assigned when the scene stands. The caller
--- puts the scene's widgets into `made`.
function override.parse(texts, option)
  local sets, widgets, made, result = {}, {}, 0, {}
  for i, text in ipairs(texts or {}) do
    sets[i] = split(text)
    sets[i].option = option
    if sets[i].widget then widgets[sets[i].widget] = sets[i].value end
  end

  local function is_widget(set) return set.widget and result.made and result.made.used[set.widget] end

  local function prepare(options)
    made = made + 1
    for _, set in ipairs(sets) do
      local name = set.object
      local mine = name and (name == "world" or name == "world" .. made or name == options.name)
      local fixed = set.param and select(2, core.row("world", set.param))
      if mine and fixed and not set.world and not is_widget(set) then
        options[set.param] = read(set, "world")
        set.used = true
      end
    end
  end

  local function apply(worlds, made_widgets)
    for _, set in ipairs(sets) do -- first of all, so that its parameters can be set as well
      set.swaps = set.widget == "solver" and not (made_widgets and made_widgets.used.solver)
      if set.swaps then swap_solver(set, worlds) end
    end
    for _, set in ipairs(sets) do
      if set.param and not is_widget(set) then apply_one(set, worlds)
      elseif not set.swaps then check_widget(set, made_widgets)
      end
    end
  end

  result.prepare, result.apply, result.widgets = prepare, apply, widgets
  return result
end

-- ---- --view name=value,name=value ----

--- "show=surface,from=3,2,4" -> {show = "surface", from = {3, 2, 4}}: a comma ends a value where a
--- name and '=' follow it.
local function read_views(texts)
  local view = {}
  for _, text in ipairs(texts or {}) do
    local set = { text = text, view = true }
    for part in (text:gsub(",(%s*[%a_]+%s*=)", "\n%1") .. "\n"):gmatch "(.-)\n" do
      set.param, set.value = part:match "^%s*([%a_]+)%s*=%s*(.-)%s*$"
      if not set.param then
        error(("--view %s: expects name=value, as in show=surface,from=3,2,4"):format(text), 0)
      end
      local word = set.param == "background" and set.value:match "^%a+$"
      view[set.param] = word or read(set, "view")
    end
  end
  return next(view) and view
end

--- What the command line says of how worlds are shown; wins over world.view.
function override.show(texts, worlds)
  local view = read_views(texts)
  for _, world in ipairs(view and worlds or {}) do
    local ok, why = pcall(core.view_over, world, view)
    if not ok then
      error(("--view %s: %s"):format(table.concat(texts, ","), tostring(why):gsub("^[^:]*:%d+: ", "")),
        0)
    end
  end
end

return override
