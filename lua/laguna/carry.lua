-- carry.lua: what a script takes along when its file is read again, or when a checkpoint is
-- resumed: lg.keep, values that the user moved, random numbers. All of it by value, as one string
-- of bytes, so that nothing of the old Lua state lives on.
--
--   carry.begin(bytes)      what an earlier run packed, or nil; before the scene's file runs
--   carry.value { ... }     a value with a default in the file (a slider): adopted at once
--   carry.part(name, ...)   anything else that can be saved as plain values
--   carry.drop(name)        a part that has gone
--   carry.finish()          after the file ran: the parts get back what they had saved
--   carry.pack(tuned)       -> bytes
local sandbox = require "laguna.sandbox"

local carry = {}

local saved, values, parts, finished
local keep, again = {}, {} -- again: of the scene that runs beside another one

-- ---- plain values as bytes ----

local pack, unpack <const> = string.pack, string.unpack

local writer = {
  integer = function(x) return pack("<Bj", 105, x) end,      -- i
  float = function(x) return pack("<Bn", 110, x) end,        -- n
  string = function(x) return pack("<Bs4", 115, x) end,      -- s
  boolean = function(x) return pack("<BB", 98, x and 1 or 0) end, -- b
}

local deepest <const> = 100 -- tables within tables that are carried

--- Appends the bytes of a value to out; false: it cannot be carried (functions, userdata, a table
--- within itself, or too deep).
local function write(value, out, within, depth)
  local form = math.type(value) or type(value)
  if writer[form] then out[#out + 1] = writer[form](value) end
  if form ~= "table" then return writer[form] ~= nil end
  if within[value] or depth > deepest then return false end
  within[value] = true
  out[#out + 1] = "t"
  for key, inner in sandbox.pairs(value) do -- in order: the same table gives the same bytes
    local mark = #out
    if type(key) == "table" or not (write(key, out, within, depth)
        and write(inner, out, within, depth + 1)) then
      for i = #out, mark + 1, -1 do out[i] = nil end
    end
  end
  out[#out + 1] = "e"
  within[value] = nil
  return true
end

local reader = {}
local function read(bytes, at)
  local form = bytes:sub(at, at)
  if not reader[form] then error("what was carried is damaged", 0) end
  return reader[form](bytes, at + 1)
end
function reader.i(bytes, at) return unpack("<j", bytes, at) end
function reader.n(bytes, at) return unpack("<n", bytes, at) end
function reader.s(bytes, at) return unpack("<s4", bytes, at) end
function reader.b(bytes, at) return bytes:byte(at) == 1, at + 1 end
function reader.t(bytes, at)
  local t = {}
  local key, value
  while bytes:sub(at, at) ~= "e" do
    key, at = read(bytes, at)
    value, at = read(bytes, at)
    t[key] = value
  end
  return t, at + 1
end

local function to_bytes(value)
  local out = {}
  write(value, out, {}, -1) -- lg.keep is a table in a table itself
  return table.concat(out)
end

local function same(a, b) return to_bytes(a) == to_bytes(b) end

-- ---- what is carried ----

local function fill(t, from)
  for key in next, t do t[key] = nil end
  for key, value in next, from or {} do t[key] = value end
end

function carry.begin(bytes)
  saved = bytes and read(bytes, 1) or {}
  values, parts, finished = {}, {}, false
  fill(keep, saved.keep)
  fill(again, saved.again)
end

--- What in a value would not be carried; nil: all of it is.
local function lost(value, within, depth)
  local form = math.type(value) or type(value)
  if form == "nil" or writer[form] then return nil end
  if form ~= "table" then return "a " .. form end
  if within[value] then return "a table within itself" end
  if depth > deepest then return ("tables nested deeper than %d"):format(deepest) end
  within[value] = true
  local what
  for key, inner in next, value do
    what = what or lost(key, within, depth) or lost(inner, within, depth + 1)
  end
  within[value] = nil
  return what
end

local keeper <const> = {
  __newindex = function(t, key, value)
    local what = lost(key, {}, 1) or lost(value, {}, 1)
    if what then
      error(("lg.keep: '%s' holds %s, which is lost when the file is read again; "
          .. "keep numbers, text, booleans and tables of these"):format(tostring(key), what), 2)
    end
    rawset(t, key, value)
  end,
  __metatable = false,
}

--- lg.keep: a table of plain values that outlives the file that filled it; one for each of two scenes
--- beside each other.
carry.keep, carry.keep_again = setmetatable(keep, keeper), setmetatable(again, keeper)

--- name: unique; declared: the value in the file; get() -> the value now; set(value). What the user
--- moved is adopted if the file still declares what it declared then; a default that was edited
--- wins.
function carry.value(v)
  values[v.name] = v
  local old = saved.values and saved.values[v.name]
  if old and same(old.declared, v.declared) and not same(old.value, v.get()) then
    v.set(old.value)
  end
end

local function adopt_part(name)
  local old = saved.parts and saved.parts[name]
  if old ~= nil then parts[name].adopt(old) end
end

--- save() -> plain values; adopt(values) is called by carry.finish if an earlier run saved some; at once of
--- what comes behind that.
function carry.part(name, save, adopt)
  parts[name] = { save = save, adopt = adopt }
  if finished then adopt_part(name) end
end

--- What an earlier run saved of it is forgotten, too: another one of that name begins anew.
function carry.drop(name)
  parts[name] = nil
  if saved.parts then saved.parts[name] = nil end
end

function carry.finish()
  for name in next, parts do adopt_part(name) end
  finished = true
end

--- tuned: only what outlives a restart from time 0, lg.keep and what the user moved.
function carry.pack(tuned)
  local out = { keep = keep, again = next(again) and again, values = {}, parts = {} }
  for name, v in next, values do out.values[name] = { declared = v.declared, value = v.get() } end
  for name, part in next, tuned and {} or parts do out.parts[name] = part.save() end
  return to_bytes(out)
end

carry.begin(nil)
return carry
