-- json.lua FILE [PATH]: reads one strict JSON value (RFC 8259) and prints what is at PATH (worlds.1.hash; # for a length).
-- Fails with the byte where the text stops being JSON.
local file, path = arg[1], arg[2]
local text = assert(io.open(file, "rb")):read("a")
local at = 1

local function fail(why) error(("%s: not JSON at byte %d: %s"):format(file, at, why), 0) end
local function space() at = text:match("^[ \t\r\n]*()", at) end
local function take(pattern)
  local s, e = text:match("^(" .. pattern .. ")()", at)
  if s then at = e end
  return s
end

local value
local escapes = { b = "\b", f = "\f", n = "\n", r = "\r", t = "\t", ['"'] = '"', ["\\"] = "\\", ["/"] = "/" }
local function text_value()
  local out = {}
  at = at + 1
  while true do
    local plain = take('[^"\\%c]+')
    if plain then
      out[#out + 1] = plain
    elseif take('"') then
      local s = table.concat(out)
      return utf8.len(s) and s or fail("bad UTF-8")
    elseif text:sub(at, at) == "\\" then
      local hex = text:match("^\\u(%x%x%x%x)", at)
      out[#out + 1] = hex and utf8.char(tonumber(hex, 16)) or escapes[text:sub(at + 1, at + 1)] or fail("bad escape")
      at = at + (hex and 6 or 2)
    else
      fail("text does not end")
    end
  end
end

local function list(close, item)
  local t = {}
  at = at + 1
  space()
  if take("%" .. close) then return t end
  while true do
    item(t)
    space()
    if take("%" .. close) then return t end
    if not take(",") then fail("',' or '" .. close .. "' expected") end
    space()
  end
end

local function member(t)
  if text:sub(at, at) ~= '"' then fail("a name expected") end
  local name = text_value()
  space()
  if not take(":") then fail("':' expected") end
  if t[name] ~= nil then fail("'" .. name .. "' is there twice") end
  t[name] = value()
end

local words = { ["true"] = true, ["false"] = false, ["null"] = "null" }
function value()
  space()
  local c = text:sub(at, at)
  if c == "{" then return list("}", member) end
  if c == "[" then return list("]", function(t) t[#t + 1] = value() end) end
  if c == '"' then return text_value() end
  local word = take("%l+")
  if word then return words[word] ~= nil and words[word] or words[word] == nil and fail("unknown word " .. word) end
  local int = take("%-?%d+") or fail("a value expected")
  if int:match("^%-?0%d") then fail("a leading zero") end
  return tonumber(int .. (take("%.%d+") or "") .. (take("[eE][+-]?%d+") or ""))
end

local ok, result = pcall(function()
  local v = value()
  space()
  if at <= #text then fail("something after the value") end
  return v
end)
if not ok then
  io.stderr:write(result, "\n")
  os.exit(1)
end
for part in (path or ""):gmatch("[^.]+") do
  if part == "#" then result = #result
  elseif type(result) == "table" then result = result[tonumber(part) or part]
  else result = nil end
end
if path and result == nil then
  io.stderr:write(file, ": nothing at ", path, "\n")
  os.exit(1)
end
if path then print(result) end
