-- --set name.param=value, without the program: override.parse's two halves.
local support = dofile "tests/lua/support.lua"
local lg = support.lg
local core = require "laguna.core"
local override = require "laguna.override"

local function build()
  local world = support.world()
  world:add(support.column())
  return world
end

local function set(...)
  local sets = override.parse { ... }
  core.exchange("prepare", sets.prepare)
  local world = build()
  core.exchange("prepare", nil)
  sets.apply { world }
  return world
end

local function refuses(text, why)
  local ok, message = pcall(set, text)
  core.exchange("prepare", nil)
  assert.is_false(ok)
  assert.equal("--set " .. text .. ": " .. why, message)
end

describe("--set", function()
  it("swaps the solver, of the same fluid, before what is set of it", function()
    local world = set("solver.iterations=7", "solver.viscosity=0.5", "solver=pbf",
      "solver.density=900")
    assert.equal("solver.pbf", world.solver.kind)
    assert.equal(7, world.solver.iterations)
    assert.equal(0.5, world.solver.viscosity)
    assert.equal(900, world.solver.density)

    local oil = support.world()
    oil.solver = lg.solver.wcsph { density = 800, viscosity = 0.25 }
    override.parse({ "solver=dfsph" }).apply { oil }
    assert.equal(800, oil.solver.density)
    assert.equal(0.25, oil.solver.viscosity)
    refuses("solver=dfsh", "lg.solver: unknown kind 'dfsh' (did you mean 'dfsph'?)")
  end)

  it("sets objects, the solver and the world", function()
    local world =
      set("column.jitter=0.25", "solver.density=900", "world.gravity=0,-1.62",
        "column.one_shot=false",
      "column.lattice=hex", "box1.max={0.25, 0.5}", "column.angular_velocity=2")
    local column = world:find "column"
    assert.equal(0.25, column.jitter)
    assert.equal(900, world.solver.density)
    assert.equal(lg.vec(0, -1.62), world.gravity)
    assert.is_false(column.one_shot)
    assert.equal("hex", column.lattice)
    assert.equal(lg.vec(0.25, 0.5), column.shape.max)
    assert.equal(2, column.angular_velocity)
  end)

  it("sets what is fixed when the world is made", function()
    local world = set("world.spacing=0.05", "world.seed=3")
    assert.equal(0.05, world.spacing)
    assert.equal(3, world.seed)
    world:step(1e-3)
    assert.equal(100, #world.particles) -- 0.5 / 0.05 squared
  end)

  it("takes a world's parameter by its name alone, where no slider has it", function()
    local world = set("spacing=0.05", "gravity=0,-1.62")
    assert.equal(0.05, world.spacing)
    assert.equal(lg.vec(0, -1.62), world.gravity)
    local sets = override.parse { "spacing=0.05" }
    sets.made = { used = { spacing = true }, named = {} }
    local options = {}
    sets.prepare(options)
    assert.is_nil(options.spacing)
    refuses("spacng=0.05", "there is no slider, choice or question 'spacng' (did you mean 'spacing'?)")
  end)

  it("tells several worlds apart", function()
    local sets = override.parse { "world2.column.jitter=0.5", "world1.gravity=0,-2" }
    local a, b = build(), build()
    sets.apply { a, b }
    assert.equal(0, a:find("column").jitter)
    assert.equal(0.5, b:find("column").jitter)
    assert.equal(lg.vec(0, -2), a.gravity)
    assert.equal(lg.vec(0, 0), b.gravity)
  end)

  it("refuses with one sentence", function()
    refuses("colum.jitter=1", "there is no object 'colum' (did you mean 'column'?)")
    refuses("column.jiter=1", "volume: unknown option 'jiter' (did you mean 'jitter'?)")
    refuses("column.jitter=2", "volume: jitter = 2 is above its greatest value 1")
    refuses("column.jitter=much", "volume: option 'jitter' must be a number, got text")
    refuses("column.one_shot=2", "volume: option 'one_shot' must be true or false, got text")
    refuses("column.shape=box1",
      "'shape' names another object and cannot be set from the command line")
    refuses("world.spacing=-1", "world: spacing = -1 m must be greater than 0")
    refuses("world.gravity=1,2,3",
      "world: option 'gravity' must be 2 numbers in a 2-D world, got 3 numbers")
    refuses("world.spacng=1", "world: unknown option 'spacng' (did you mean 'spacing'?)")
    for _, name in ipairs { "edges", "bounds" } do
      for _, path in ipairs { name, "world." .. name } do
        refuses(path .. "=open", ("a world's '%s' is given in its script alone: change lg.world { %s = ... } there, "
          .. "or make it of a slider or choice, which --set reaches"):format(name, name))
      end
    end
    refuses("jitter=1",
      "there is no slider, choice or question 'jitter'; a parameter is set as name.param=value, as in column.jitter=0.1")
    refuses("column.jitter",
      "expects name.param=value, as in column.jitter=0.1, or a slider's name=value")
  end)
end)
