-- console.lua: one line of Lua in a running scene. It sees the scene's globals, `lg`, the worlds
-- (`world`, or `world1`, `world2`) and, by their names, objects and widgets: `column.jitter = 0.1`,
-- `swirl.value = 5`, `world.solver.viscosity`.
local console = {}

--- The object or widget of a name; nil: there is none.
local function named(worlds, name)
  if type(name) ~= "string" then return nil end
  for i, world in ipairs(worlds) do
    if name == world.name or name == "world" .. i then return world end
  end
  if name == "world" then return worlds[1] end
  if name == "solver" then return worlds[1].solver end
  for _, world in ipairs(worlds) do
    for _, object in ipairs(world.objects) do
      if object.name == name then return object end
    end
  end
  for key, widget in pairs(worlds[1].widgets or {}) do
    if key == name then return widget end
  end
end

local function shown(value)
  return type(value) == "string" and ("%q"):format(value):gsub("\\\n", "\\n") or tostring(value)
end

--- laguna.help where the program has it: a page in a browser is small.
local function helper()
  local there, found = pcall(require, "laguna.help")
  return there and found or nil
end

--- What Tab completes, as help.names.
function console.names()
  local found = helper()
  return found and found.names() or ""
end

local function help(lg)
  local found = helper()
  if not found then return nil end
  local function said(x) return setmetatable({}, { __tostring = function() return found.about(x, lg) end }) end
  return setmetatable({}, { __call = function(_, x) return said(x) end, __tostring = function() return found.about() end })
end

--- -> f(line): the texts of its results, comma between; a line that is no expression runs as a
--- statement. Raises errors.
function console.new(env, lg, worlds)
  local words = setmetatable({ lg = lg }, {
    __index = function(_, name)
      local open, value = pcall(function() return env[name] end)
      -- at the line of the console, not at this one
      if not open then error((value:gsub("^.-:%d+: ", "")), 2) end
      if value == nil then value = named(worlds, name) end
      if value == nil and name == "help" then value = help(lg) end
      return value
    end,
    __newindex = env,
  })
  return function(line)
    local said = {}
    rawset(words, "print", function(...)
      local texts = table.pack(...)
      for i = 1, texts.n do texts[i] = tostring(texts[i]) end
      said[#said + 1] = table.concat(texts, "\t")
    end)
    local chunk, why = load("return " .. line:gsub("^%s*=", ""), "=console", "t", words)
    if not chunk then chunk, why = load(line, "=console", "t", words) end
    if not chunk then error(why, 0) end
    local results = table.pack(chunk())
    for i = 1, results.n do results[i] = shown(results[i]) end
    if results.n > 0 then said[#said + 1] = table.concat(results, ", ") end
    return table.concat(said, "\n")
  end
end

return console
