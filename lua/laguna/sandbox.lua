-- sandbox.lua: the globals that a scene runs with. Without trust it cannot reach files, processes or the debugger: a guard
-- against accidents, not a security boundary.
local sandbox = {}

local metatable_of <const> = debug.getmetatable -- also of tables that hide theirs

local open <const> = {
  "assert", "error", "getmetatable", "ipairs", "next", "pcall", "rawequal", "rawget", "rawlen", "rawset", "select",
  "setmetatable", "tonumber", "tostring", "type", "_VERSION",
}
local closed <const> = { io = 1, os = 1, package = 1, debug = 1, dofile = 1, loadfile = 1, collectgarbage = 1, xpcall = 1 }

local rank <const> = { number = 1, string = 2, boolean = 3 }
local function before(a, b)
  local ta, tb = rank[type(a)], rank[type(b)]
  if ta ~= tb then return ta < tb end
  if ta == 3 then return not a and b end
  return a < b
end

--- pairs in the order of the keys (numbers, strings, booleans; what cannot be ordered comes last), so that a scene does the
--- same in every run: Lua's own order changes with the addresses of a run.
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

--- `from` is the table of globals to take from; options: trust, random, seed (functions), print, require.
function sandbox.new(from, options)
  local env = {}
  for _, name in ipairs(open) do env[name] = from[name] end
  for _, name in ipairs { "coroutine", "table", "utf8", "math" } do env[name] = copy(from[name]) end
  env.string = from.string -- not a copy: methods of strings are looked up here
  env._G = env
  env.pairs = sandbox.pairs
  env.print = options.print
  env.require = options.require
  env.math.random, env.math.randomseed = options.random, options.seed
  env.load = function(chunk, name, _, own) return load(chunk, name, "t", own or env) end
  if options.trust then
    for name in next, closed do env[name] = from[name] end
  else
    env.os = setmetatable({ clock = os.clock }, { __index = refuse_os, __metatable = false })
    setmetatable(env, { __index = refuse_global, __metatable = false })
  end
  return env
end

return sandbox
