-- mention.lua: the numbers that a function mentions where it asks what something equals: `p.id == 7`, `special[p.id]`. Nothing
-- raises an error there, and no sample that is drawn at random would be particle 7; so the differential check also tries these.
-- Read from the function's bytecode (Lua 5.4's, as string.dump writes it), from its upvalues and from the functions among them.
local core = require "laguna.core"

local dump <const>, getupvalue <const>, getinfo <const> = string.dump, debug.getupvalue, debug.getinfo
local unpack <const>, byte <const> = string.unpack, string.byte -- a sandbox limits those in the table itself

local most <const>, deep <const> = 24, 3
local LOADI <const>, LOADF <const>, GETTABLE <const>, EQ <const>, EQK <const>, EQI <const> = 1, 2, 12, 57, 60, 61
local head <const> = "<c4 B B c6 B B B j n B" -- lundump.c: signature, version, format, data, three sizes, two samples, upvalues

local function note(found, x)
  local list = found.list
  if math.type(x) and x == x and #list < most and not found[x] then
    list[#list + 1], found[x] = x, true
  end
end

--- lundump.c's loadUnsigned: seven bits a byte, the highest first; the last one has its top bit set.
local function size(bytes, at)
  local x = 0
  while true do
    local b = byte(bytes, at)
    x, at = x << 7 | b & 0x7f, at + 1
    if b & 0x80 ~= 0 then return x, at end
  end
end

local function skip_text(bytes, at)
  local n
  n, at = size(bytes, at)
  return at + math.max(n - 1, 0)
end

local function constants(bytes, at, found)
  local n, form, x
  n, at = size(bytes, at)
  for _ = 1, n do
    form, at = byte(bytes, at), at + 1
    if form == 3 or form == 19 then
      x, at = unpack(form == 3 and "<j" or "<n", bytes, at)
      note(found, x)
    elseif form == 4 or form == 20 then
      at = skip_text(bytes, at)
    end
  end
  return at
end

--- One function, and those within it; found.asks: does one of them look whether something is equal, or look into a table?
local function prototype(bytes, at, found)
  local n, code
  at = skip_text(bytes, at)
  _, at = size(bytes, at)
  _, at = size(bytes, at)
  n, at = size(bytes, at + 3)
  for _ = 1, n do
    code, at = unpack("<I4", bytes, at)
    local op = code & 0x7f
    found.asks = found.asks or op == EQ or op == EQK or op == EQI or op == GETTABLE
    if op == EQI then note(found, (code >> 16 & 0xff) - 127) end
    if op == LOADI or op == LOADF then note(found, (code >> 15) - 65535) end
  end
  at = constants(bytes, at, found)
  n, at = size(bytes, at)
  n, at = size(bytes, at + 3 * n)
  for _ = 1, n do at = prototype(bytes, at, found) end
  for _ = 1, 4 do _, at = size(bytes, at) end -- lines, places, names: stripped
  return at
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

function look(f, found, depth)
  if found[f] or getinfo(f, "S").what == "C" then return end
  found[f] = true
  local bytes = dump(f, true)
  local mark, version, format, _, instruction, integer, number, _, _, _, at = unpack(head, bytes)
  if mark ~= "\27Lua" or version ~= 0x54 or format ~= 0 or instruction ~= 4 or integer ~= 8 or number ~= 8 then return end
  prototype(bytes, at, found)
  for i = 1, 255 do
    local name, value = getupvalue(f, i)
    if not name then break end
    if name ~= "_ENV" then look_into(value, found, depth) end
  end
end

--- f -> a list of numbers, empty where it asks for no equality.
local function mentioned(f)
  local found = { list = {} }
  look(f, found, 0)
  return found.asks and found.list or {}
end

return mentioned
