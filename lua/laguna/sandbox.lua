-- sandbox.lua: the globals that a scene runs with. Without trust it cannot reach files, processes
-- or the debugger: a guard against accidents, not a security boundary.
local core = require "laguna.core"
local metatable = require "laguna.metatable"
local trace = require "laguna.trace"

local sandbox = {}

local metatable_of <const> = debug.getmetatable -- also of tables that hide theirs

local open <const> = {
  "assert", "error", "getmetatable", "ipairs", "next", "pcall", "rawequal", "rawget", "rawlen",
  "rawset", "select",
  "setmetatable", "tonumber", "tostring", "type", "_VERSION",
}
local closed <const> = {
  io = 1, os = 1, package = 1, debug = 1, dofile = 1, loadfile = 1, collectgarbage = 1, xpcall = 1,
}

local rank <const> = { number = 1, string = 2, boolean = 3 }
local function before(a, b)
  local ta, tb = rank[type(a)], rank[type(b)]
  if ta ~= tb then return ta < tb end
  if ta == 3 then return not a and b end
  return a < b
end

--- pairs in the order of the keys (numbers, strings, booleans; what cannot be ordered comes last),
--- so that a scene does the same in every run: Lua's own order changes with the addresses of a run.
function sandbox.pairs(t)
  local meta = metatable_of(t)
  if type(t) ~= "table" or meta and meta.__pairs then return pairs(t) end
  local keys, others, n = {}, {}, 0
  for key in next, t do
    if rank[type(key)] then keys[#keys + 1] = key else others[#others + 1] = key end
  end
  table.sort(keys, before)
  table.move(others, 1, #others, #keys + 1, keys)
  local function following()
    repeat n = n + 1 until keys[n] == nil or rawget(t, keys[n]) ~= nil
    return keys[n], rawget(t, keys[n])
  end
  return function() if keys[n + 1] ~= nil then return following() end end, t, nil
end

-- ---- what a C function could be made to do for ever: no count hook looks in there ----

local most_bytes <const>, most_items <const> = 1 << 20, 1000000

local function refuse_size(name, what, n, most)
  local sentence =
    "%s: %.6g %s are more than %d; run the program with --trust to do it all the same"
  error(sentence:format(name, tonumber(n), what, most), 3)
end

--- A number as C takes it: of text, too.
local function whole(x) return math.tointeger(tonumber(x)) end

local function check_count(name, first, last)
  if not first or not last or last < first then return end
  local n = last - first
  if n < 0 or n > most_items then refuse_size(name, "elements", n < 0 and 2.0 ^ 63 or n, most_items) end
end

local limited_string = {}
-- the table itself gets the limited ones
local rep <const>, pack <const>, gmatch <const> = string.rep, string.pack, string.gmatch
function limited_string.rep(s, n, separator)
  n = whole(n) or n
  local long = math.tointeger(n) and (#tostring(s) + #tostring(separator or "")) * n
  if long and long > most_bytes then refuse_size("string.rep", "bytes", long, most_bytes) end
  if long and n > most_bytes then refuse_size("string.rep", "times", n, most_bytes) end
  return rep(s, n, separator)
end
function limited_string.pack(form, ...)
  for digits in gmatch(tostring(form), "%d+") do
    if #digits > 6 then refuse_size("string.pack", "bytes", digits, most_bytes) end
  end
  return pack(form, ...)
end

--- A table whose metatable has a hand in it may call anything for each element, and says how long it
--- is as it likes: its loops are Lua's, where the guard looks in.
local limited_table = {}
local function is_plain(t) return type(t) == "table" and metatable_of(t) == nil end

function limited_table.move(from, first, last, to, target)
  local low, high, at = whole(first), whole(last), whole(to)
  local into = target == nil and from or target
  check_count("table.move", low, high)
  if low and high and at and not (is_plain(from) and is_plain(into)) then
    local forth = into ~= from or at <= low or at > high
    for i = forth and low or high, forth and high or low, forth and 1 or -1 do
      into[at + (i - low)] = from[i]
    end
    return into
  end
  return table.move(from, first, last, to, target)
end

function limited_table.concat(t, separator, first, last)
  local low, high = first == nil and 1 or whole(first), whole(last)
  if low and not is_plain(t) then
    local plain = {}
    if last == nil then high = #t end
    check_count("table.concat", low, whole(high))
    for i = low, high do plain[#plain + 1] = t[i] end
    return table.concat(plain, separator)
  end
  check_count("table.concat", low, high or type(t) == "table" and #t)
  return table.concat(t, separator, first, last)
end

function limited_table.insert(t, ...)
  local count = select("#", ...)
  if is_plain(t) or count < 1 or count > 2 then
    if type(t) == "table" then check_count("table.insert", 0, rawlen(t)) end
    return table.insert(t, ...)
  end
  local at, value = ...
  local n = #t + 1
  check_count("table.insert", 0, whole(n))
  if count == 1 then at, value = n, at end
  if not whole(at) or at < 1 or at > n then
    error("bad argument #2 to 'insert' (position out of bounds)", 2)
  end
  for i = n, at + 1, -1 do t[i] = t[i - 1] end
  t[at] = value
end

function limited_table.remove(t, ...)
  if is_plain(t) then
    check_count("table.remove", 0, #t)
    return table.remove(t, ...)
  end
  local n = #t
  check_count("table.remove", 0, whole(n))
  local at = select("#", ...) == 0 and n or whole((...))
  if not at or at ~= n and (at < 1 or at > n + 1) then
    error("bad argument #2 to 'remove' (position out of bounds)", 2)
  end
  local value = t[at]
  for i = at, n - 1 do t[i] = t[i + 1] end
  if at <= n then t[at] = nil end
  return value
end

--- Without a comparator a long sort would be one C call: with one the guard looks in.
function limited_table.sort(t, less)
  check_count("table.sort", 0, whole(#t))
  local long = not is_plain(t) or #t > 10000
  return table.sort(t, less or long and function(a, b) return a < b end or nil)
end

--- Text only, in the scene's environment. A function that gives the text in pieces is called here,
--- where the guard looks in.
local function loader(env)
  return function(chunk, name, _, own)
    if type(chunk) == "function" then
      local pieces, n = {}, 0
      repeat
        local piece = chunk()
        if piece and type(piece) ~= "string" then
          error("load: the function must return texts, got a " .. type(piece), 2)
        end
        pieces[#pieces + 1] = piece
        n = n + #(piece or "")
      until not piece or piece == "" or n > most_bytes
      chunk = table.concat(pieces)
    end
    if type(chunk) ~= "string" then error("load: expects text, got " .. type(chunk), 2) end
    return load(chunk, name, "t", own or env)
  end
end

local function copy(from)
  local to = {}
  for key, value in next, from do to[key] = value end
  return to
end

local function refuse(name)
  error(("'%s' is closed to scenes; run the program with --trust to open it"):format(name), 3)
end

local function refuse_global(_, name)
  if closed[name] then refuse(name) end
end

local function refuse_os(_, name)
  if os[name] then refuse("os." .. name) end
end

--- Out of a formula, a comparator or the like no yield can pass: the error stands at the caller's
--- line.
local yield <const>, isyieldable <const> = coroutine.yield, coroutine.isyieldable
local function place_yield(...)
  if not isyieldable() then
    error("coroutine.yield: nothing can yield from here: "
      .. "a function that is called by C, such as a formula", 2)
  end
  return yield(...)
end

local texts <const> = copy(string) -- the names that are Lua's own

--- What a scene calls `string`. Methods of strings are looked up in the table behind it, by the Lua
--- half, too, which reads files with them: a scene may add to it, and replaces nothing.
local function place_strings(methods)
  return setmetatable({}, {
    __index = methods,
    __newindex = function(_, name, value)
      if texts[name] then
        error(("string: '%s' cannot be replaced; give your own function another name"):format(name), 2)
      end
      methods[name] = value
    end,
    __pairs = function() return sandbox.pairs(methods) end,
    __metatable = false,
  })
end

--- `from` is the table of globals to take from; options: trust, random, seed (functions), print,
--- require.
function sandbox.new(from, options)
  local env = {}
  for _, name in ipairs(open) do env[name] = from[name] end
  for _, name in ipairs { "coroutine", "table", "utf8", "math" } do env[name] = copy(from[name]) end
  env.coroutine.yield = place_yield
  env.string = from.string -- not a copy: methods of strings are looked up there
  env.load = loader(env)
  env._G = env
  env.pairs = sandbox.pairs
  env.print = options.print
  env.require = options.require
  for name, value in next, trace.math do env.math[name] = value end
  env.math.random, env.math.randomseed = options.random, options.seed
  if options.trust then
    for name in next, closed do env[name] = from[name] end
  else
    for name, f in next, core.patterns do env.string[name] = f end
    for name, f in next, limited_string do env.string[name] = f end
    for name, f in next, limited_table do env.table[name] = f end
    env.string.dump = nil
    env.string = place_strings(from.string)
    metatable_of("").__metatable = false -- the Lua half of the program has the same one
    env.setmetatable, env.getmetatable = metatable.set, metatable.get
    env.rawset = metatable.rawset
    env.os = setmetatable({ clock = os.clock }, { __index = refuse_os, __metatable = false })
    setmetatable(env, { __index = refuse_global, __metatable = false })
  end
  return env
end

return sandbox
