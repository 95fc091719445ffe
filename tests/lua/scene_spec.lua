-- lg.load: a scene file in an environment of its own, in stock Lua.
local support = dofile "tests/lua/support.lua"
local lg, fails = support.lg, support.fails

local head =
  'local lg = require "laguna"\nlocal world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }\n'

describe("lg.load", function()
  teardown(support.clean)

  it("returns the worlds of the scene", function()
    local world = lg.load(support.file("one.lua", head .. "return world"))
    assert.equal("world", world.name)
    local a, b = lg.load(support.file("two.lua", head ..
      'local b = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1, name = "right" }\nreturn world, b'))
    assert.equal("world1", a.name)
    assert.equal("right", b.name)
  end)

  it("runs every scene of the gallery", function()
    for _, name in ipairs { "dam_break", "dam_break_3d", "fountain", "wind" } do
      local world <close> = lg.load("examples/scenes/" .. name .. ".lua")
      assert.is_true(#world.objects > 0, name)
    end
  end)

  it("does not leak globals", function()
    lg.load(support.file("leak.lua", head
      .. "leaked = 3; function leaky() end\nassert(_G.leaked == 3)\nreturn world"))
    assert.is_nil(rawget(_G, "leaked"))
    assert.is_nil(rawget(_G, "leaky"))
  end)

  it("requires files beside the scene, once, in the scene's environment", function()
    support.file("helper.lua",
      "count = (count or 0) + 1\nreturn { size = 0.3, count = function() return count end }")
    local world = lg.load(support.file("main.lua", head ..
      'local a, b = require "helper", require "helper"\nassert(a == b and a.count() == 1 and count == 1)\n' ..
      'world:add(lg.shape.sphere { name = "ball", radius = a.size })\nreturn world'))
    assert.equal(0.3, world:find("ball").radius)
  end)

  it("gives every scene the same random numbers", function()
    local path = support.file("random.lua", head ..
      'world:add(lg.shape.sphere { name = "ball", radius = math.random() })\nassert(lg.random(5) <= 5)\nreturn world')
    lg.random() -- the host's own sequence is another one
    local a, b = lg.load(path), lg.load(path)
    assert.equal(a:find("ball").radius, b:find("ball").radius)
  end)

  it("calls on_load when the scene stands", function()
    local world = lg.load(support.file("on_load.lua", head ..
      "function world:on_load() self.gravity = {0, -3} end\nreturn world"))
    assert.equal(lg.vec(0, -3), world.gravity)
  end)

  it("loads a scene beside a scene", function()
    support.file("part.lua", head .. "return world")
    local a, b = lg.load(support.file("both.lua", head .. 'return world, lg.load "part.lua"'))
    assert.equal("world1", a.name)
    assert.equal("world", b.name)
  end)

  it("leaves stock Lua its libraries", function()
    assert.truthy(lg.load(support.file("free.lua", head
      .. 'assert(io.open and os.getenv and debug.traceback)\nreturn world')))
  end)

  it("refuses with one sentence what is no scene", function()
    fails(function() lg.load "no/such/scene.lua" end,
          "load: cannot read the scene 'no/such/scene.lua': No such file or directory")
    fails(function() lg.load(3) end, "load: expects the path of a scene, got number")
    local function message(name, text)
      local path = support.file(name, text)
      local ok, why = pcall(lg.load, path)
      assert.is_false(ok)
      assert.matches(name, why, 1, true)
      return why:match("[^/]*$")
    end
    assert.matches("^nothing.lua: a scene ends with `return world`", message("nothing.lua", head))
    assert.matches("this one returned a value that is no world: table",
      message("table.lua", head .. "return {world}"), 1, true)
    assert.matches("^syntax.lua:3: ", message("syntax.lua", head .. "return = world"))
    assert.matches("^syntax.lua:3: .*: is a `%*` missing%?$", message("syntax.lua", head .. "local x = 2 (1 - 2) + 1"))
    assert.matches("^syntax.lua:3: .*: is a `%*` missing%?$", message("syntax.lua", head .. "return 2 (1 - 2)"))
    assert.matches("^syntax.lua:3: .*: is a `%*` missing%?$", message("syntax.lua", head .. "local x = 2world"))
    assert.matches("^syntax.lua:3: <name> expected near '%('$", message("syntax.lua", head .. "for (i) do end"))
    assert.matches("^error.lua:3: world: unknown property 'x'",
      message("error.lua", head .. "world.x = 1"))
  end)
end)

describe("pairs of a scene", function()
  it("visits keys in order: numbers, strings, booleans", function()
    local sandbox = require "laguna.sandbox"
    local seen = {}
    for key,
      value in sandbox.pairs { b = 1, a = 2, [3] = 3, [1.5] = 4, [true] = 5, [false] = 6, [-1] = 7,
        c = false } do
      seen[#seen + 1] = { key, value }
    end
    assert.same({ {-1, 7}, {1.5, 4}, {3, 3}, {"a", 2}, {"b", 1}, {"c", false}, {false, 6},
      {true, 5} }, seen)
  end)

  it("allows to clear what is visited or not yet", function()
    local sandbox = require "laguna.sandbox"
    local t, seen = { a = 1, b = 2, c = 3 }, {}
    for key in sandbox.pairs(t) do
      seen[#seen + 1] = key
      t[key], t.b = nil, nil
    end
    assert.same({ "a", "c" }, seen)
    assert.is_nil(next(t))
  end)

  it("obeys __pairs", function()
    local sandbox = require "laguna.sandbox"
    local t = setmetatable({}, { __pairs = function() return next, { x = 1 }, nil end })
    for key, value in sandbox.pairs(t) do assert.same({ "x", 1 }, { key, value }) end
  end)
end)
