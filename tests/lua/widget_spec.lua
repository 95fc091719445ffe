-- Widgets: sliders, choices, buttons and plots without a window, --set for them, and what a reload
-- carries over.
local support = dofile "tests/lua/support.lua"
local lg, fails = support.lg, support.fails
local carry = require "laguna.carry"
local widget = require "laguna.widget"
local override = require "laguna.override"

local function set_of(texts) return widget.new(texts).words end

describe("a slider", function()
  it("gives its default and can be moved by the script, within its range", function()
    local w = set_of()
    local swirl = w.slider { name = "swirl", default = 4, min = 0, max = 20 }
    assert.equal(4, swirl.value)
    swirl.value = 20
    assert.equal(20, swirl.value)
    fails(function() swirl.value = 20.5 end, "slider 'swirl': value = 20.5 is outside 0 .. 20")
    fails(function() swirl.value = "5" end, "slider 'swirl': value must be a number, got string")
    fails(function() swirl.value = 0 / 0 end, "slider 'swirl': value = ")
    fails(function() swirl.max = 3 end, "slider 'swirl': 'max' is read only")
    fails(function() return swirl.valeu end,
      "slider 'swirl': unknown property 'valeu' (did you mean 'value'?)")
    assert.equal(20, swirl.value)
    assert.equal(0, w.slider { name = "plain" }.value)
  end)

  it("says what is wrong with its options", function()
    local w = set_of()
    fails(function() w.slider { name = "a", defualt = 1 } end,
      "slider: unknown option 'defualt' (did you mean 'default'?)")
    fails(function() w.slider { default = 1 } end, "slider: option 'name' is required")
    fails(function() w.slider "swirl" end, "slider: expects one table of options")
    fails(function() w.slider { name = "a", min = "0" } end,
      "slider: option 'min' must be a number, got string")
    fails(function() w.slider { name = "a", min = 2, max = 1 } end,
      "slider 'a': min = 2 must be below max = 1")
    fails(function() w.slider { name = "a", default = 2 } end,
      "slider 'a': default = 2 is outside 0 .. 1")
    fails(function() w.slider { name = "a", max = math.huge } end,
      "slider: option 'max' = inf must be finite")
    fails(function() w.slider { name = "a.b" } end, "slider: the name 'a.b' must have")
    w.slider { name = "a" }
    fails(function() w.slider { name = "a" } end, "slider: the name 'a' is taken")
    fails(function() w.plot { name = "a", "x" } end, "plot: the name 'a' is taken")
  end)
end)

describe("a choice", function()
  it("is one of its texts", function()
    local w = set_of()
    local liquid = w.choice { name = "liquid", "water", "honey" }
    assert.equal("water", liquid.value)
    liquid.value = "honey"
    assert.equal("honey", liquid.value)
    fails(function() liquid.value = "mercury" end,
      "choice 'liquid': 'mercury' is none of water, honey")
    assert.equal("b", w.choice { name = "c", "a", "b", default = "b" }.value)
    fails(function() w.choice { name = "d", "a", default = "b" } end,
      "choice 'd': default 'b' is none of a")
    fails(function() w.choice { name = "e" } end, "choice 'e': give 1 to 32 texts")
    fails(function() w.choice { name = "f", "a", "a" } end, "choice 'f': 'a' is there twice")
    fails(function() w.choice { name = "g", "a", 3 } end,
      "choice: value 2 must be a string, got number")
  end)
end)

describe("a button", function()
  it("runs its function and counts", function()
    local w, seen = set_of(), 0
    local splash = w.button { name = "splash", press = function() seen = seen + 1 end }
    splash:press()
    splash:press()
    assert.equal(2, seen)
    assert.equal(2, splash.presses)
    fails(function() splash.press() end, "press: use button:press(...), with a colon")
    fails(function() splash.presses = 0 end, "button 'splash': 'presses' is read only")
  end)
end)

describe("a plot", function()
  it("records what it is given", function()
    local plot = set_of().plot { name = "energy [J]", "kinetic", "potential" }
    plot:add(0, 1, 2)
    plot:add(0.5, 3, 4)
    assert.equal(2, #plot)
    assert.same({ 0.5, 3, 4 }, { plot:get(2) })
    assert.same({}, { plot:get(3) })
    plot:clear()
    assert.equal(0, #plot)
    fails(function() plot:add(1, 2) end,
      "plot 'energy [J]': add expects the time and 2 values (kinetic, potential), got 1")
    fails(function() plot:add(1, 2, "3") end,
      "plot 'energy [J]': 'potential' must be a number, got string")
    fails(function() plot:add(0 / 0, 2, 3) end,
      "plot 'energy [J]': the time must be a finite number")
    fails(function() plot.add(1, 2, 3) end, "add: use plot:add(...), with a colon")
  end)

  it("thins itself out evenly instead of growing without end", function()
    local plot = set_of().plot { name = "long", "y" }
    for i = 0, 99999 do plot:add(i, 2 * i) end
    assert.is_true(#plot > 500 and #plot <= 1024)
    local step = plot:get(2) - plot:get(1)
    for i = 1, #plot do
      local t, y = plot:get(i)
      assert.equal((i - 1) * step, t)
      assert.equal(2 * t, y)
    end
    assert.is_true(plot:get(#plot) > 99999 - 2 * step)
  end)
end)

describe("what a reload carries over", function()
  after_each(function() carry.begin(nil) end)

  -- The next run of the file, up to where it makes its widgets.
  local function second_run()
    carry.begin(nil)
    local w = set_of()
    w.slider { name = "swirl", default = 4, min = 0, max = 20 }.value = 15
    w.slider { name = "drag", default = 1, min = 0, max = 5 }.value = 3
    w.choice { name = "liquid", "water", "honey" }.value = "honey"
    w.plot { name = "energy", "kinetic" }:add(1, 2)
    carry.begin(carry.pack())
    return set_of()
  end

  it("are values, unless the file's own default has changed", function()
    local w = second_run()
    assert.equal(15, w.slider { name = "swirl", default = 4, min = 0, max = 20 }.value)
    assert.equal(0.5, w.slider { name = "drag", default = 0.5, min = 0, max = 5 }.value)
    assert.equal("honey", w.choice { name = "liquid", "water", "honey", "oil" }.value)
    assert.equal(1, w.slider { name = "new", default = 1, max = 2 }.value)
  end)

  it("are values that fit: a slider stops at its new ends, a choice that is gone goes back",
    function()
    local w = second_run()
    assert.equal(10, w.slider { name = "swirl", default = 4, min = 0, max = 10 }.value)
    assert.equal("water", w.choice { name = "liquid", "water", "oil" }.value)
  end)

  it("are plots with the same curves", function()
    local plot = second_run().plot { name = "energy", "kinetic" }
    carry.finish()
    assert.same({ 1, 2 }, { plot:get(1) })
    plot:add(2, 3)
    assert.equal(2, #plot)
    local other = second_run().plot { name = "energy", "potential" }
    carry.finish()
    assert.equal(0, #other)
  end)
end)

describe("--set", function()
  local function try(...)
    local sets = override.parse { ... }
    local set = widget.new(sets.widgets)
    local swirl = set.words.slider { name = "swirl", default = 4, min = 0, max = 20 }
    local liquid = set.words.choice { name = "liquid", "water", "honey" }
    sets.apply({}, set)
    return swirl.value, liquid.value
  end

  it("reaches sliders and choices by name, before the script reads them", function()
    assert.same({ 5, "honey" }, { try("swirl=5", "liquid=honey") })
  end)

  it("refuses what does not fit, in one sentence", function()
    local function refuses(text, why)
      local ok, message = pcall(try, text)
      assert.is_false(ok)
      assert.equal("--set " .. text .. ": " .. why, message)
    end
    refuses("swirl=50", "slider 'swirl': value = 50 is outside 0 .. 20")
    refuses("swirl=fast", "slider 'swirl': value must be a number, got string")
    refuses("liquid=oil", "choice 'liquid': 'oil' is none of water, honey")
    refuses("swrl=5", "there is no slider, choice or question 'swrl' (did you mean 'swirl'?)")
  end)
end)

describe("a scene's widgets", function()
  local scene = [[
    local lg = require "laguna"
    local push = lg.slider { name = "push", default = 2, min = -5, max = 5 }
    local speed = lg.plot { name = "speed", "fastest" }
    local world =
      lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1, solver = lg.solver.particles {} }
    world:add(lg.emitter.volume { shape = lg.shape.box { min = {0.4, 0.4}, max = {0.6, 0.6} } })
    function world:before_step() world.gravity = { push.value, 0 } end
    function world:after_step(dt) speed:add(world.time, world.stats.max_speed) end
    return world
  ]]

  it("are reached through its worlds, and are its own", function()
    local path = support.file("push.lua", scene)
    local a, b = lg.load(path), lg.load(path)
    a.widgets.push.value = -1
    a:step(0.1)
    b:step(0.1)
    assert.near(-1, a.gravity.x, 0)
    assert.near(2, b.gravity.x, 0)
    assert.equal(1, #a.widgets.speed)
    local t, fastest = b.widgets.speed:get(1)
    assert.near(0.1, t, 1e-9)
    assert.near(0.2, fastest, 1e-5) -- 2 m/s2 for 0.1 s
    fails(function() return a.widgets.psh end, "widgets: unknown name 'psh' (did you mean 'push'?)")
    support.clean()
  end)
end)

describe("the console", function()
  local console = require "laguna.console"
  it("evaluates expressions and statements among the scene's names", function()
    local world = support.world()
    world:add(support.column())
    local env = { twice = function(x) return 2 * x end, tostring = tostring }
    local run = console.new(env, lg, { world })
    assert.equal("6", run "twice(3)")
    assert.equal("6", run "= twice(3)")
    assert.equal("0.0", run "column.jitter")
    assert.equal("", run "column.jitter = 0.25")
    assert.equal(0.25, world:find("column").jitter)
    assert.equal("1, \"a\"", run "1, 'a'")
    assert.equal("", run "n = 4")
    assert.equal(4, env.n)
    assert.equal("one\t2", run "print('one', 2)")
    assert.equal("(0.0, 0.0)", run "world.gravity")
    run "solver.density = 900"
    assert.equal(900, world.solver.density)
  end)

  it("helps, in one line of the window at most", function()
    local world = support.world { solver = lg.solver.pbf {} }
    world:add(support.column())
    local run = console.new({}, lg, { world })
    assert.matches("help%(world%)", run "help")
    assert.equal(run "help", run "help()")
    assert.matches("^solver.pbf: .*\n.* viscosity", run "help(world.solver)")
    assert.equal(run "help(solver)", run 'help "solver.pbf"')
    assert.equal(run "help(solver)", run 'help "pbf"')
    assert.matches("^emitter.volume: ", run "help(column)")
    assert.matches("^world: ", run "help(world)")
    assert.matches("^lg.slider {.*: A number that the user moves", run "help(lg.slider)")
    assert.equal(run "help(lg.noise)", run 'help "lg.noise"')
    assert.matches("Shapes say where", run "help(lg.shape)")
    assert.matches("viscosity %(Pa s, >= 0%): dynamic viscosity", run 'help "viscosity"')
    assert.matches("^world:probe%(", run 'help "world:probe"')
    assert.matches("no help on nonsense", run 'help "nonsense"')
    for _, kind in ipairs((require "laguna.core".registry())) do
      assert.is_true(#run(("help %q"):format(kind.name)) < 512)
      for _, row in ipairs(kind.rows) do assert.is_true(#run(("help %q"):format(row.name)) < 512) end
    end
    run "help = 5" -- a scene's own name goes before
    assert.equal("5", run "help")
  end)

  it("says what is wrong", function()
    local run = console.new({}, lg, { support.world() })
    assert.has_error(function() run "1 +" end)
    local ok, why = pcall(run, "world.gravty = 1")
    assert.is_false(ok)
    assert.matches("unknown property 'gravty' (did you mean 'gravity'?)", why, 1, true)
    run = console.new(require "laguna.sandbox".new(_G, {}), lg, { support.world() })
    ok, why = pcall(run, "io.open 'x'")
    assert.is_false(ok)
    assert.equal("console:1: 'io' is closed to scenes; run the program with --trust to open it",
      why)
  end)
end)
