-- help.lua: help(x) in the console - of an object, a world, a kind or a parameter, in a few lines. All of it comes from the rows
-- and from words.lua.
local core = require "laguna.core"
local help = {}

local MOST <const> = 480 -- bytes: a line of the console has 512

local function short(text)
  return #text <= MOST and text or text:sub(1, MOST - 4) .. " ..."
end

local function range_of(row)
  local low = row.min and (row.open and "> %g" or ">= %g"):format(row.min)
  local high = row.max and ("<= %g"):format(row.max)
  return low and high and low .. ", " .. high or low or high
end

--- "viscosity (Pa s, >= 0): dynamic viscosity"
local function of_row(row)
  local what = {}
  if row.unit ~= "" and row.unit ~= "1" then what[#what + 1] = row.unit end
  what[#what + 1] = range_of(row)
  if row.choices ~= "" then what[#what + 1] = row.choices:gsub("|", ", ") end
  return ("%s%s: %s"):format(row.name, #what > 0 and " (" .. table.concat(what, ", ") .. ")" or "", row.doc)
end

local function full_name(kind) return kind.family == kind.name and kind.name or kind.family .. "." .. kind.name end

local function of_kind(kind)
  local rows = {}
  for i, row in ipairs(kind.rows) do rows[i] = row.name end
  return ("%s: %s\n%s"):format(full_name(kind), kind.doc, table.concat(rows, " "))
end

--- A parameter's name: of each kind that means something else by it.
local function of_parameter(kinds, name)
  local said, known = {}, {}
  for _, kind in ipairs(kinds) do
    for _, row in ipairs(kind.rows) do
      local text = of_row(row)
      if row.name == name and not known[text] then
        known[text] = true
        said[#said + 1] = ("%s.%s"):format(full_name(kind), text)
      end
    end
  end
  return said[1] and table.concat(said, "\n")
end

--- "world:step", "lg.slider" or "step" of words.lua.
local function of_word(name)
  local said = {}
  for _, group in ipairs(require "laguna.words") do
    for _, word in ipairs(group) do
      local own = group.owner .. "." .. word[1]
      if name == word[1] or name:gsub(":", ".") == own then
        said[#said + 1] = ("%s: %s"):format(word[4] or own, word[3])
      end
    end
  end
  return said[1] and table.concat(said, "\n")
end

--- "lg.slider" of that function, or family of kinds; a scene's lg is one of its own.
local function name_of(x, lg)
  for name, value in pairs(lg or {}) do
    if type(name) == "string" and rawequal(value, x) then return "lg." .. name end
  end
end

--- -> text. x: nil, an object, a world, something of lg, or a name.
function help.about(x, lg)
  if x == nil then
    return 'help(world), help(lg.slider), help "solver.pbf", help "viscosity", help "world:probe"; '
      .. 'Tab completes names, up and down bring lines back'
  end
  local name = type(x) == "string" and x or core.is_world(x) and "world" or name_of(x, lg)
    or tostring(x):match("^(%l+%.[%w_]+)")
  local kinds = core.registry()
  for _, kind in ipairs(kinds) do
    if name == full_name(kind) or (type(x) == "string" and name == kind.name) then return short(of_kind(kind)) end
  end
  local said = name and (of_parameter(kinds, name) or of_word(name))
  return said and short(said) or ("no help on %s; help() says of what there is some"):format(tostring(x))
end

--- What words of words.lua are fields and methods of in a line of the console.
local owners <const> = { hook = "world", sph = "lg.sph" }

--- -> what Tab in the console completes besides rows and objects: "lg.slider world.time world:measure ...".
function help.names()
  local names = {}
  for _, group in ipairs(require "laguna.words") do
    for _, word in ipairs(group) do
      local method = (word[4] or ""):find(":" .. word[1], 1, true)
      names[#names + 1] = (owners[group.owner] or group.owner) .. (method and ":" or ".") .. word[1]
    end
  end
  for lib, words in next, { ["lg.math"] = require "laguna".math, math = math, string = string, table = table } do
    for name in next, words do names[#names + 1] = lib .. "." .. name end
  end
  table.sort(names)
  return table.concat(names, " ")
end

return help
