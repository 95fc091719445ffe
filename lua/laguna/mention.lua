-- mention.lua: the numbers that a function names where it may ask what something equals:
-- `p.id == 7`, `special[p.id]`. Neither can be traced, neither raises an error, and no particle
-- drawn at random would be number 7; so the differential check also tries these. They stand in the
-- function's text, in the upvalues and globals that it reads, and in the functions among those.
local core = require "laguna.core"

local getinfo <const>, getupvalue <const> = debug.getinfo, debug.getupvalue
local gmatch <const>, gsub <const>, find <const> = string.gmatch, string.gsub, string.find

local most <const>, deep <const> = 24, 3

--- The lines of a file or chunk that define the function, without comments; "" if nobody has them.
local function text_of(info)
  local text, n = info.source, 0
  if find(text, "^=") then return "" end
  if find(text, "^@") then
    local file = io.open(text:sub(2), "rb")
    text = file and file:read "a" or ""
    if file then file:close() end
  end
  local lines = {}
  for line in gmatch(text, "([^\n]*)\n?") do
    n = n + 1
    if n > info.lastlinedefined then break end
    if n >= info.linedefined then lines[#lines + 1] = gsub(line, "%-%-.*", "") end
  end
  return table.concat(lines, "\n")
end

local function note(found, x)
  local list = found.list
  if math.type(x) and x == x and #list < most and not found[x] then
    list[#list + 1], found[x] = x, true
  end
end

local function note_text(found, text)
  found.asks = found.asks or text == "" or find(text, "[=~]=") or find(text, "rawequal", 1, true)
    or find(text, "[", 1, true)
  for numeral in gmatch(text, "%f[%w_.]%.?%d[%w.]*") do
    local x = tonumber(numeral)
    note(found, x)
    note(found, x and -x)
  end
end

local look

local function look_into(value, found, depth)
  local form = type(value)
  if form == "number" then note(found, value)
  elseif form == "function" and depth < deep then look(value, found, depth + 1)
  elseif form == "userdata" and depth < deep then
    local program = core.program(value) -- fields that are made of fields
    if program then look(program, found, depth + 1) end
  elseif form == "table" then
    local n = 0
    for key, inner in next, value do
      n = n + 1
      if n > most then break end
      note(found, key)
      if type(inner) ~= "table" then look_into(inner, found, depth) end
    end
  end
end

--- Numbers and tables of them among the globals whose names stand in the text.
local function look_up(globals, text, found, depth)
  for name in gmatch(text, "[%a_][%w_]*") do
    local value = rawget(globals, name)
    if type(value) == "number" then note(found, value)
    elseif type(value) == "table" and not found[value] then
      found[value] = true
      look_into(value, found, depth)
    end
  end
end

function look(f, found, depth)
  local info = getinfo(f, "S")
  if found[f] or info.what == "C" then return end
  found[f] = true
  local text = text_of(info)
  note_text(found, text)
  for i = 1, 255 do
    local name, value = getupvalue(f, i)
    if not name then break end
    if name ~= "_ENV" then look_into(value, found, depth)
    elseif type(value) == "table" then look_up(value, text, found, depth) end
  end
end

--- f -> a list of numbers; empty where no text asks for equality or for an element of a table.
local function mentioned(f)
  local found = { list = {} }
  look(f, found, 0)
  return found.asks and found.list or {}
end

return mentioned
