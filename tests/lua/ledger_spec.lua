-- world:ledger and lg.plot.ledger: entries by name and order, curves that begin when they can be seen and add
-- up, and what a key of the window shows and hides.
local lg = require "laguna"
local carry = require "laguna.carry"
local widget = require "laguna.widget"

local function dam(name)
  local world = lg.world {
    name = name, bounds = { { 0, 0 }, { 1, 1 } }, spacing = 0.05, solver = lg.solver.dfsph { viscosity = 1 } }
  world:add(lg.emitter.volume { shape = lg.shape.box { max = { 0.4, 0.8 } } })
  return world
end

describe("world:ledger", function()
  it("has its entries by name, and their order; those that are stored add up to the others", function()
    local world = dam()
    assert.equal(0, world:ledger().kinetic)
    for _ = 1, 20 do world:step(1 / 60) end
    local e, given = world:ledger(), 0
    assert.equal("kinetic", e[1])
    assert.equal("error", e[#e])
    for i = 4, #e - 1 do given = given + e[e[i]] end
    assert.is_true(e.kinetic > 10 and e.emitters > 10 and e.viscosity < 0)
    assert.near(e.kinetic + e.potential + e.internal, given, 1e-9 * e.kinetic)
    assert.near(world:measure("potential_energy"), e.potential, 1e-9 * e.emitters)
  end)

  it("knows mass, and momentum as vectors", function()
    local world = dam()
    world:ledger()
    for _ = 1, 5 do world:step(1 / 60) end
    assert.near(world:measure("mass"), world:ledger("mass").emitters, 1e-6)
    local p, by = world:ledger("momentum"), world:measure("momentum")
    assert.near(by.x, p.momentum.x, 1e-3)
    assert.near(by.y, p.momentum.y, 1e-3)
    assert.near(-9.81 * 5 / 60 * world:measure("mass"), p.gravity.y, 0.1)
  end)

  it("refuses other quantities", function()
    assert.has_error(function() dam():ledger("heat") end,
      "world:ledger: 'heat' is none of energy, mass, momentum")
  end)
end)

describe("lg.plot.ledger", function()
  local function run(of, frames)
    local set, world = widget.new(), dam()
    local plot = set.words.plot.ledger(world, of)
    for frame = 1, frames do
      world:step(1 / 60)
      widget.look(set, frame)
    end
    return plot, set, world
  end

  it("has a sample a frame, and a curve for each entry that can be seen", function()
    local plot, set, world = run(nil, 20)
    local record, e = set.plots[1], world:ledger()
    assert.equal(20, #plot)
    assert.equal("energy [J/m]", plot.name)
    local at = {}
    for k, name in ipairs(record.curves) do at[name] = record.samples[k] end
    assert.equal(e.pressure, at.pressure[20])
    assert.equal(e.kinetic, at.kinetic[20])
    assert.is_nil(at.script)
    for _, samples in pairs(at) do assert.equal(20, #samples) end
  end)

  it("draws momentum by its components", function()
    local _, set = run("momentum", 5)
    local names = table.concat(set.plots[1].curves, " ")
    assert.matches("gravity.y", names, 1, true)
    assert.not_matches("gravity.x", names, 1, true)
  end)

  it("wants an open world and a quantity that it knows", function()
    local words = widget.new().words
    assert.has_error(function() words.plot.ledger() end)
    assert.has_error(function() words.plot.ledger(dam(), "heat") end)
    assert.has_error(function() words.plot.ledger({}) end)
  end)

  it("ends when its world is closed", function()
    local plot, set = run(nil, 3)
    set.ledgers[1].world = { ledger = function() error("closed") end }
    widget.look(set, 4)
    assert.equal(3, #plot)
    assert.equal(0, #set.ledgers)
  end)

  it("goes on where an earlier run of the file ended, by word and by key, if it has not been hidden since", function()
    for _, by_key in ipairs { false, true } do
      local function begin(world)
        local set = widget.new()
        set.worlds = { world }
        if by_key then carry.finish() widget.ledger(set)
        else set.words.plot.ledger(world) carry.finish() end
        return set
      end
      local world = dam()
      carry.begin(nil)
      local set = begin(world)
      for frame = 1, 20 do world:step(1 / 60) widget.look(set, frame) end
      carry.begin(carry.pack())
      local after = begin(world)
      assert.same(set.plots[1].curves, after.plots[1].curves)
      assert.same(set.plots[1].samples, after.plots[1].samples)
      world:step(1 / 60)
      widget.look(after, 21)
      assert.equal(21, #after.plots[1].times)
      if by_key then
        widget.ledger(after)
        widget.ledger(after)
        assert.equal(0, #after.plots[1].times)
      end
    end
    carry.begin(nil)
  end)

  it("is shown and hidden by a key, before other plots, and leaves the scene's own alone", function()
    local set = widget.new()
    set.worlds = { dam "left", dam "right" }
    set.words.plot { name = "own", "y" }
    local mine = set.words.plot.ledger(set.worlds[1], "mass")
    widget.ledger(set)
    assert.equal(4, #set.plots)
    assert.matches("energy", set.plots[1].name, 1, true)
    assert.not_equal(set.plots[1].name, set.plots[2].name)
    widget.ledger(set)
    assert.equal(2, #set.plots)
    assert.equal(mine, set.named["left mass [kg/m]"])
    assert.equal(1, #set.ledgers)
  end)

  it("is shown of both worlds of two files, which have one name, and not of their difference", function()
    local set = widget.new()
    local a, b = dam "world", dam "world"
    a.view, b.view = { title = "A: a.lua" }, { title = "B: b.lua" }
    set.worlds = { set.words.compare(a, b) }
    local plots = #set.plots
    widget.ledger(set)
    assert.equal("A: a.lua energy [J/m]", set.plots[1].name)
    assert.equal("B: b.lua energy [J/m]", set.plots[2].name)
    assert.equal(plots + 2, #set.plots)
    widget.ledger(set)
    assert.equal(plots, #set.plots)
  end)
end)
