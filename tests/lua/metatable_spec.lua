-- setmetatable, getmetatable and rawset of a scene without trust: the same as Lua's own, but that no
-- table gets weak keys, whatever is done to its metatable afterwards.
local metatable = require "laguna.metatable"
local set <const>, get <const>, rawset_of <const> = metatable.set, metatable.get, metatable.rawset

--- Does the table let go of an entry whose key and value nobody else holds?
local function has_weak_keys(t)
  rawset(t, {}, true)
  collectgarbage()
  for key in next, t do
    if type(key) == "table" then return false end
  end
  return true
end

local function refused(sentence, f, ...)
  local ok, message = pcall(f, ...)
  assert.is_false(ok)
  assert.matches(sentence, message, 1, true)
end

it("a finalizer that comes later never counts", function()
  local ran
  do
    local meta = {}
    local t = set({}, meta)
    meta.__gc = function() ran = true end
    set({}, t) -- which gives t a metatable anew
    set(t, t)
    t.__gc = meta.__gc
    refused("'__gc' is closed", set, {}, t)
  end
  collectgarbage()
  collectgarbage()
  assert.is_nil(ran)
end)

describe("weak keys", function()
  it("are what this asks for", function()
    assert.is_true(has_weak_keys(setmetatable({}, { __mode = "k" })))
  end)

  for _, mode in ipairs { "k", "kv", "vk" } do
    it("are refused at once: " .. mode, function()
      refused("weak keys ('__mode' with a k) are closed", set, {}, { __mode = mode })
    end)
  end

  local ways = {
    assigned = function(meta) meta.__mode = "k" end,
    ["assigned by a name that is put together"] = function(meta) meta["__" .. "mode"] = "k" end,
    rawset = function(meta) rawset_of(meta, "__mode", "k") end,
    ["assigned where another metatable lets it pass"] = function(meta)
      set(meta, { __newindex = rawset_of })
      meta.__mode = "k"
    end,
    ["assigned after its metatable is gone"] = function(meta)
      set(meta, { __index = {} })
      set(meta, nil)
      meta.__mode = "k"
    end,
    ["taken from the metatable of a metatable"] = function(meta)
      local above = {}
      set(meta, above)
      above.__newindex = function(t, key, value) rawset_of(t, key, value) end
      meta.__mode = "k"
    end,
    ["assigned in a chunk whose globals it is"] = function(meta) load("__mode = 'k'", "=c", "t", meta)() end,
    ["assigned by what getmetatable gave"] = function(_, t) get(t).__mode = "k" end,
  }
  for name, way in pairs(ways) do
    it("do not come later: " .. name, function()
      for _, first in ipairs { {}, { __index = {} }, { __newindex = rawset } } do
        local meta, t = {}, {}
        if first.__index then set(meta, first) end
        set(t, meta)
        refused("'__mode' has to be there when a metatable is set", way, meta, t)
        assert.is_false(has_weak_keys(t))
      end
    end)
  end

  it("do not come when a table with weak values becomes a metatable itself", function()
    local weak, t = { __mode = "v" }, {}
    set(t, weak)
    weak.__mode = "k"
    set({}, t)
    assert.is_false(has_weak_keys(t))
  end)

  it("do not come to a table that is its own metatable", function()
    local t = {}
    set(t, t)
    refused("'__mode' has to be there", function() t.__mode = "k" end)
    refused("'__mode' has to be there", function() rawset_of(t, "__mode", "k") end)
    assert.is_false(has_weak_keys(t))
  end)

  it("do not take the place of weak values", function()
    local meta = { __mode = "v" }
    local t = set({}, meta)
    meta.__mode = "k"
    get(t).__mode = "k"
    t[1] = {}
    collectgarbage()
    assert.is_nil(t[1])
    assert.is_false(has_weak_keys(t))
    refused("weak keys", set, {}, meta)
  end)

  it("do not take the place of weak values of a table that is its own metatable", function()
    local t = { __mode = "v" }
    set(t, t)
    t.__mode = "k"
    assert.is_false(has_weak_keys(t))
  end)
end)

describe("what a metatable does", function()
  -- Each of these with Lua's own functions and with the limited ones: the same.
  local uses = {
    class = function(setmetatable, getmetatable)
      local class = {}
      class.__index = class
      local one = setmetatable({ n = 1 }, class)
      function class.twice(self) return 2 * self.n end
      function class.__add(a, b) return a.n + b.n end
      function class.__tostring() return "one" end
      class.__len = function() return 7 end
      return one:twice(), one + one, tostring(one), #one, getmetatable(one) == class, getmetatable(class)
    end,
    ["heirs"] = function(setmetatable, getmetatable)
      local base, heir = { name = "base" }, {}
      base.__index, heir.__index = base, heir
      local early = setmetatable({}, heir)
      setmetatable(heir, base)
      local late = setmetatable({}, heir)
      function base.shout(self) return self.name .. "!" end
      heir.name = "heir"
      return early:shout(), late:shout(), getmetatable(heir) == base, getmetatable(late) == heir, getmetatable(base)
    end,
    ["its own"] = function(setmetatable, getmetatable)
      local t = {}
      setmetatable(t, t)
      t.__index = function(_, k) return k .. "?" end
      t.__call = function(_, x) return x + 1 end
      return t.name, t(1), getmetatable(t) == t
    end,
    ["new keys of a metatable"] = function(setmetatable)
      local seen = {}
      local meta = setmetatable({}, { __newindex = function(t, k, v) seen[#seen + 1] = k rawset(t, k, v) end })
      local t = setmetatable({}, meta)
      meta.__index = { a = 1 }
      meta.b = 2
      return table.concat(seen, " "), t.a, meta.b
    end,
    ["new keys that go elsewhere"] = function(setmetatable)
      local store = {}
      local meta = setmetatable({}, { __newindex = store })
      setmetatable({}, meta)
      meta.a = 3
      return rawget(meta, "a"), store.a
    end,
    protected = function(setmetatable, getmetatable)
      local t = setmetatable({}, { __metatable = "mine" })
      return getmetatable(t), pcall(setmetatable, t, {})
    end,
    ["protected later"] = function(setmetatable, getmetatable)
      local meta = {}
      local t = setmetatable({}, meta)
      setmetatable({}, t)
      meta.__metatable = false
      return getmetatable(t), pcall(setmetatable, t, {})
    end,
    ["taken away"] = function(setmetatable, getmetatable)
      local meta = { __index = { a = 1 } }
      local t = setmetatable({}, meta)
      setmetatable({}, t)
      setmetatable(t, nil)
      return t.a, getmetatable(t)
    end,
    ["of no table"] = function(setmetatable, getmetatable)
      return getmetatable(1), type(getmetatable("")), pcall(setmetatable, 1, {})
    end,
    ["that is none"] = function(setmetatable) return pcall(setmetatable, {}, 1) end,
    ["pairs and the length"] = function(setmetatable)
      local meta = { a = 1, 10, 20 }
      setmetatable({}, meta)
      meta.c = 3
      local n = 0
      for _ in pairs(meta) do n = n + 1 end
      return n, #meta, next(meta) ~= nil, select("#", table.unpack(meta))
    end,
    ["weak values, and what else there is"] = function(setmetatable, getmetatable)
      local meta = { __mode = "v", __index = { a = 1 } }
      local t = setmetatable({}, meta)
      return t.a, getmetatable(t) == meta, getmetatable(meta)
    end,
    close = function(setmetatable)
      local said = {}
      do
        local _ <close> = setmetatable({}, { __close = function() said[1] = "closed" end })
      end
      return said[1]
    end,
  }
  for name, use in pairs(uses) do
    it("is what Lua's does: " .. name, function()
      assert.same(table.pack(use(setmetatable, getmetatable)), table.pack(use(set, get)))
    end)
  end
end)
