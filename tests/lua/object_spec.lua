-- Definitions and objects: option tables, properties that live, names.
local support = dofile "tests/lua/support.lua"
local lg, fails = support.lg, support.fails

describe("the registry in Lua", function()
  it("lists every kind, and by family", function()
    local all = {}
    for _, kind in ipairs(lg.kinds()) do all[kind] = true end
    for _, kind in ipairs { "shape.box", "emitter.volume", "collider.solid", "field.drag",
      "solver.wcsph", "solver.particles" } do
      assert.is_true(all[kind], kind)
    end
    for _, kind in ipairs(lg.kinds "field") do assert.matches("^field%.", kind) end
  end)

  it("has a constructor for every kind", function()
    for _, kind in ipairs(lg.kinds()) do
      local family, name = kind:match("^(%a+)%.([%w_]+)$")
      assert.equal("function", type(lg[family][name]), kind)
    end
  end)

  it("names the nearest kind", function()
    fails(function() return lg.shape.circle {} end,
      "lg.shape: unknown kind 'circle' (did you mean 'sphere'?)")
    fails(function() return lg.shape.bx {} end, "lg.shape: unknown kind 'bx' (did you mean 'box'?)")
    fails(function() return lg.solver.wcshp {} end,
      "lg.solver: unknown kind 'wcshp' (did you mean 'wcsph'?)")
    fails(function() return lg.shap.box {} end, "lg: unknown name 'shap' (did you mean 'shape'?)")
    fails(function() lg.shape.blob = print end,
      "lg.shape: kinds are C files; nothing can be assigned here")
    fails(function() lg.x = 1 end, "lg: 'x' cannot be assigned")
  end)
end)

describe("a definition", function()
  it("reads back what was given, else the defaults", function()
    local box = lg.shape.box { min = {0, 1}, max = {2, 3} }
    assert.equal(lg.vec(0, 1), box.min)
    assert.equal(lg.vec(2, 3), box.max)
    assert.equal("shape.box", box.kind)
    assert.is_nil(box.name)
    assert.is_nil(box.world)
    local tap = lg.emitter.volume { shape = box, jitter = 0.25 }
    assert.equal(box, tap.shape)
    assert.equal(0.25, tap.jitter)
    assert.equal("square", tap.lattice)
    assert.is_true(tap.one_shot)
  end)

  it("takes lists of shapes of any length", function()
    local world <close> = lg.world { bounds = { { 0, 0 }, { 1, 1 } }, spacing = 0.1 }
    local many = {}
    for i = 1, 300 do
      many[i] = lg.shape.sphere { radius = 0.02, center = { i * 0.754877 % 1, i * 0.56984 % 1 } }
    end
    local union = lg.shape.union { name = "grains", shapes = many }
    local within = lg.shape.intersection { shapes = many }
    world:add(lg.collider.solid { shape = union })
    world:add(within)
    for i = 1, 50 do
      local p = { i * 0.381966 % 1, i * 0.618034 % 1 }
      local least, most = math.huge, -math.huge
      for _, s in ipairs(many) do
        least, most = math.min(least, s:distance(p)), math.max(most, s:distance(p))
      end
      assert.equal(least, union:distance(p))
      assert.equal(most, within:distance(p))
    end
    assert.equal(300, #many)
    assert.equal("grains", union.name)
    world:step(1 / 60)
  end)

  it("does not follow its tables when they change later", function()
    local corner, shapes = {1, 1}, { lg.shape.sphere {}, lg.shape.sphere {} }
    local box = lg.shape.box { max = corner }
    local both = lg.shape.union { shapes = shapes }
    corner[1] = 7
    shapes[2] = nil
    assert.equal(lg.vec(1, 1), box.max)
    assert.equal(2, #both.shapes)
  end)

  it("is checked when it is made and when it is changed", function()
    fails(function() return lg.solver.wcsph { viscocity = 3 } end,
          "wcsph: unknown option 'viscocity' (did you mean 'viscosity'?)")
    fails(function() return lg.solver.wcsph { viscosity = -3 } end,
      "wcsph: viscosity = -3 Pa s is below its least value 0 Pa s")
    fails(function() return lg.solver.wcsph { viscosity = "3" } end,
      "wcsph: option 'viscosity' must be a number, got text")
    fails(function() return lg.solver.wcsph { viscosity = {} } end,
      "wcsph: option 'viscosity' must be a number")
    fails(function() return lg.solver.wcsph { viscosity = print } end,
      "wcsph: option 'viscosity' must be a number, got function")
    fails(function() return lg.emitter.volume {} end, "volume: shape is required")
    fails(function() return lg.emitter.volume { shape = lg.emitter.point {} } end,
      "volume: option 'shape' must be a shape, got an emitter")
    fails(function() return lg.shape.sphere(1) end,
      "sphere: expects one table of options, lg.shape.sphere { ... }, got number")
    fails(function() return lg.shape:sphere {} end, "sphere: use a dot, lg.shape.sphere { ... }")
    fails(function() return lg.shape.box {{0, 0}, {1, 1}} end,
      "box: the option table has a value without a name (table)")
    local ball = lg.shape.sphere {}
    fails(function() ball.radius = 0 end, "sphere: radius = 0 m must be greater than 0")
    fails(function() ball.radios = 1 end,
      "sphere: unknown property 'radios' (did you mean 'radius'?)")
    assert.equal(0.5, ball.radius)
  end)

  it("gives the line of the call through pcall as well", function()
    local ok, message = pcall(lg.shape.sphere, { radius = 0 })
    assert.is_false(ok)
    assert.matches("object_spec.lua:%d+: sphere: radius", message)
  end)

  it("refuses the same table with the same sentence, whatever Lua's order of keys", function()
    for _ = 1, 20 do
      fails(function() return lg.shape.sphere { zeta = 1, alpha = 2, radius = -1 } end,
        "sphere: unknown option 'alpha'")
    end
  end)
end)

describe("an object in a world", function()
  it("has live properties that read back as they were written", function()
    local world = support.world()
    local ball = lg.shape.sphere { center = {0.5, 0.5}, radius = 0.1 }
    local solid = world:add(lg.collider.solid { shape = ball, friction = 0.3 })
    assert.equal(0.3, solid.friction) -- a float32 inside, 0.3 outside
    ball.radius = 0.2
    assert.equal(0.2, ball.radius)
    assert.near(0.1, ball:distance {0.5, 0.8}, 1e-6) -- the world has it, not only the Lua object
    ball.center = lg.vec(0.5, 0.6)
    assert.near(0, ball:distance {0.5, 0.8}, 1e-6)
    solid.rotation = 0.25
    assert.equal(0.25, solid.rotation)
  end)

  it("takes a new shape that its world does not know yet", function()
    local world = support.world()
    local solid = world:add(lg.collider.solid { shape = lg.shape.sphere {} })
    local box = lg.shape.box { max = {0.2, 0.2} }
    solid.shape = box
    assert.equal(box, solid.shape)
    assert.equal(world, box.world)
    assert.near(0.3, solid:distance {0.5, 0.1}, 1e-6)
  end)

  it("knows its nearest point, normal and box", function() -- closed forms of a ball
    local world = support.world()
    local ball = lg.shape.sphere { center = {0.5, 0.25}, radius = 0.25 }
    fails(function() ball:closest {0, 0} end,
      "sphere: closest is known once the shape is in a world")
    world:add(ball)
    local point, normal = ball:closest {0.5, 1}
    assert.near(0.5, point.x, 1e-4)
    assert.near(0.5, point.y, 1e-4)
    assert.near(1, normal.y, 1e-4)
    local low, high = ball:extent()
    assert.near(0.25, low.x, 1e-6)
    assert.near(0.5, high.y, 1e-6)
    assert.is_nil(world:add(lg.shape.plane {}):extent())
    fails(function() ball:closest(3) end, "sphere: closest expects a point of 2 numbers")
    fails(function() return lg.solver.wcsph {}.closest end, "wcsph: unknown property 'closest'")
  end)

  it("knows its dimension", function()
    local world = support.world()
    fails(function() world:add(lg.shape.sphere { center = {0, 0, 0} }) end,
      "sphere: option 'center' must be 2 numbers in a 2-D world, got 3 numbers")
    local ball = world:add(lg.shape.sphere {})
    assert.equal(lg.vec(0, 0), ball.center)
    fails(function() ball.center = {0, 0, 0} end,
      "sphere: option 'center' must be 2 numbers in a 2-D world")
    fails(function() return ball:distance {0, 0, 0} end,
      "sphere: distance expects a point of 2 numbers")
    fails(function() return lg.shape.sphere {}:distance {0, 0} end,
      "sphere: distance is known once the shape is in a world")
  end)

  it("is refused as a whole when its kind finds two options at odds", function()
    local world = support.world()
    fails(function() world:add(lg.shape.box { min = {1, 1}, max = {0, 0} }) end,
      "box: max.x = 0 m is not above min.x = 1 m")
    assert.equal(0, #world.objects)
  end)
end)
