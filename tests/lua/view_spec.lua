-- world.view: what may be said of how a world is shown; errors at the caller's line.
local support = dofile "tests/lua/support.lua"
local lg, fails = support.lg, support.fails

describe("world.view", function()
  local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
  local deep = lg.world { bounds = {{0, 0, 0}, {1, 1, 1}}, spacing = 0.1 }
  local function set(view) return function() world.view = view end end

  it("is nil until it is set, and a copy of what was set", function()
    assert.is_nil(world.view)
    local range = {0, 3}
    world.view = { show = "dots", range = range, background = "white" }
    range[1] = 2
    assert.equal("dots", world.view.show)
    assert.near(0, world.view.range.x, 0)
    assert.near(1, world.view.background.z, 0)
    world.view = nil
    assert.is_nil(world.view)
  end)

  it("refuses what is no view", function()
    fails(set(3), "view: expects a table, world.view = { show = \"surface\" }, got number")
    fails(set { shwo = "dots" }, "view: unknown option 'shwo' (did you mean 'show'?)")
    fails(set { show = "jelly" }, "view: show ")
    fails(set { from = {1, 2, 3} }, "view: option 'from' must be 2 numbers in a 2-D world")
    fails(set { size = -1 }, "view: size ")
    fails(set { size = 0 / 0 }, "view: size ")
    fails(set { range = {3, 1} }, "view: range = {3.0, 1.0}: the first must be less than the second")
    fails(set { background = "witch" }, "view: unknown color 'witch'; known: white, black, gray, sky")
    fails(set { follow = lg.shape.box {} }, "view: option 'follow' must be a collider, got a shape")
  end)

  it("refuses what is no path", function()
    local function path(keys) return set { path = keys } end
    fails(path(1), "view: path must be a list of 1 to 64 keys")
    fails(path {}, "view: path must be a list of 1 to 64 keys")
    fails(path { 1 }, "view: path: key 1 must be a table")
    fails(path { { at = {0, 0} } }, "view: path: key 1 needs its time t (s)")
    fails(path { { t = 1, at = {0, 0} }, { t = 1, at = {0, 0} } }, "view: path: key 2 needs its time t")
    fails(path { { t = 1, at = {0, 0} }, { t = 2 } },
      "view: path: key 2 and the first one do not both give 'at'")
    fails(path { { t = 1, to = {0, 0} } }, "view: path: key 1: unknown 'to'")
    fails(path { { t = 1, at = {0, 0, 0} } }, "view: option 'at' must be 2 numbers in a 2-D world")
    deep.view = { path = {{ t = 0, from = {1, 1, 4} }, { t = 1, from = {4, 1, 1} }} }
    assert.equal(2, #deep.view.path)
  end)
end)
