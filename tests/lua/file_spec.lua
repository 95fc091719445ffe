-- Files that scenes name: relative to the scene's folder, in stock Lua without a scene to the
-- host's.
local support = dofile "tests/lua/support.lua"
local lg, fails = support.lg, support.fails

local square = "v 0 0 0\nv 0.5 0 0\nv 0.5 0.5 0\nv 0 0.5 0\nl 1 2 3 4 1\n"
local head =
  'local lg = require "laguna"\nlocal world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.05 }\n'

describe("a mesh file", function()
  teardown(support.clean)

  it("is looked for beside the scene, also by hooks that run later", function()
    support.file("square.obj", square)
    local world = lg.load(support.file("scene.lua", head ..
      'world:add(lg.shape.mesh { name = "now", file = "square.obj" })\n' ..
      'function world:before_step(dt) self:add(lg.shape.mesh { name = "later", file = "square.obj", scale = 2 }) end\n' ..
      'return world'))
    assert.near(-0.25, world:find("now"):distance { 0.25, 0.25 }, 1e-6)
    world:step(0.01)
    assert.near(-0.5, world:find("later"):distance { 0.5, 0.5 }, 1e-6)
    assert.equal("square.obj", world:find("now").file)
  end)

  it("is relative to the host's folder outside of scenes, after a failed one too", function()
    local path = support.file("other.obj", square)
    pcall(lg.load, support.file("broken.lua", "error 'broken'"))
    local world = support.world()
    world:add(lg.shape.mesh { name = "far", file = path })
    assert.near(-0.1, world:find("far"):distance { 0.1, 0.2 }, 1e-6)
    fails(function() world:add(lg.shape.mesh { file = "other.obj" }) end,
      "mesh: cannot read 'other.obj': No such file or directory")
  end)

  it("is fixed when the shape is made", function()
    local world = support.world()
    local mesh = world:add(lg.shape.mesh { file = support.file("fixed.obj", square) })
    fails(function() mesh.file = "other.obj" end, "mesh: file is fixed")
    fails(function() mesh.scale = 2 end, "mesh: scale is fixed")
  end)

  it("must be closed", function()
    local world = support.world()
    local path = support.file("open.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nl 1 2 3\n")
    fails(function() world:add(lg.shape.mesh { file = path }) end,
      ("mesh: '%s' is open at (0, 0) m (line 4)"):format(path))
    assert.equal(0, #world.objects)
  end)
end)
