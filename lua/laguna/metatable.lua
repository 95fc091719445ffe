-- metatable.lua - setmetatable, getmetatable and rawset of a scene without trust. Weak keys can make
-- the collector, where no hook looks in, quadratic: in a chain of them each entry is looked at once
-- for each other. Lua asks a metatable for `__mode` whenever it collects, so a refusal when it is set
-- is not enough. Here a metatable has either no `__mode`, and a metatable of its own, hidden from the
-- scene, whose __newindex lets none come; or one without k, and then a copy takes its place that
-- nobody can reach.
local metatable = {}

local metatable_of <const> = debug.getmetatable -- also of tables that hide theirs
local place <const> = debug.setmetatable
local find <const>, sub <const> = string.find, string.sub

-- Keys of a hidden metatable: what the scene takes for it (false: none), and whether it seals.
local visible_key <const>, seal_key <const> = {}, {}

local function is_sealed(t)
  local own = metatable_of(t)
  return own ~= nil and rawget(own, seal_key) == true
end

local function visible_of(t)
  local own = metatable_of(t)
  local visible = own and rawget(own, visible_key)
  if visible == nil then return own end
  return visible or nil
end

local function is_event(key) return type(key) == "string" and sub(key, 1, 2) == "__" end

--- Does what `from` does now, and for good; the scene takes it for `visible`. A `__gc` that came behind
--- the check would begin to count where this is placed.
local function hidden(visible, from)
  local own = { [visible_key] = visible or false }
  for key, value in next, from or {} do
    if is_event(key) and key ~= "__gc" then own[key] = value end
  end
  return own
end

local late <const> = "setmetatable: '__mode' has to be there when a metatable is set; "
  .. "run the program with --trust to change it"

--- Gives t a metatable that does what `from` does, and seals t, that no __mode comes to it.
local function seal(t, visible, from)
  local own = hidden(visible, from)
  own[seal_key] = true
  function own.__newindex(to, key, value)
    if key == "__mode" then error(late, 2) end
    if visible == t and is_event(key) and key ~= "__newindex" then own[key] = value end
    local given = visible and rawget(visible, "__newindex")
    if given == nil then rawset(to, key, value)
    elseif type(given) == "function" then given(to, key, value)
    else given[key] = value end
  end
  place(t, own)
end

local function protection(t)
  local visible = visible_of(t)
  return visible and rawget(visible, "__metatable")
end

local function check(meta)
  if rawget(meta, "__gc") ~= nil then
    error("setmetatable: '__gc' is closed to scenes; run the program with --trust to open it", 3)
  end
  local mode = rawget(meta, "__mode")
  if type(mode) == "string" and find(mode, "k", 1, true) then
    error("setmetatable: weak keys ('__mode' with a k) are closed to scenes; "
      .. "run the program with --trust to open them", 3)
  end
end

function metatable.set(t, meta)
  if type(t) ~= "table" or meta ~= nil and type(meta) ~= "table" then
    error(select(2, pcall(setmetatable, t, meta)), 2) -- Lua's own sentence
  end
  if protection(t) ~= nil then error("cannot change a protected metatable", 2) end
  if meta then check(meta) end

  local weak = meta and rawget(meta, "__mode") ~= nil
  if meta and meta ~= t and not weak and not is_sealed(meta) then
    seal(meta, visible_of(meta), metatable_of(meta))
  end
  if is_sealed(t) or meta == t and not weak then seal(t, meta, meta)
  else place(t, weak and hidden(meta, meta) or meta) end
  return t
end

function metatable.get(x)
  if type(x) ~= "table" then return getmetatable(x) end
  local given = protection(x)
  if given ~= nil then return given end
  return visible_of(x)
end

function metatable.rawset(t, key, value)
  if key == "__mode" and type(t) == "table" and is_sealed(t) then error(late, 2) end
  return rawset(t, key, value)
end

return metatable
