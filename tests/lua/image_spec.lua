-- lg.image: a picture by the words of a scene, as field, filter and colour.
local support = dofile "tests/lua/support.lua"
local lg, fails = support.lg, support.fails
local file <const> = "examples/scenes/laguna.png" -- white letters on black, 3 : 1

local function space() return lg.world { bounds = {{0, 0}, {3, 1}}, spacing = 0.05 } end
local whole <const> = { shape = lg.shape.box { max = {3, 1} } }

describe("lg.image", function()
  it("lies where it is told to, by a width or by two corners", function()
    local world = space()
    local wide = world:add(lg.image { file, min = {0.5, 0.1}, width = 1.5 })
    local same = world:add(lg.image { file = file, min = lg.vec(0.5, 0.1), max = {2, 0.6} })
    local other = world:add(lg.image(file))
    assert.same(lg.vec(0.5, 0.1), same.min)
    assert.near(0.5, same.height, 1e-6)
    assert.equal(1, other.width)
    local seen, lit = 0, 0
    for x = 0.01, 2.99, 0.02 do
      for y = 0.01, 0.99, 0.02 do
        local v = wide:at({x, y})
        assert.near(v, same:at({x, y}), 1e-3)
        assert.near(v, other:at({(x - 0.5) / 1.5, (y - 0.1) / 1.5}), 1e-3)
        local beside = x < 0.5 or x > 2 or y < 0.1 or y > 0.6
        if beside then assert.equal(0, v) end
        seen, lit = seen + (beside and 0 or 1), lit + v
      end
    end
    assert.near(0.27, lit / seen, 0.06) -- what letters cover
  end)

  it("is read by functions of particles as at a place", function()
    local world = space()
    local logo = world:add(lg.image { file, width = 3 })
    world.particles:add_column("dye")
    world:add(lg.emitter.volume { shape = lg.shape.box { max = {3, 1} } })
    world:step(1e-4)
    world:update(function(p) p.dye = 2 * logo:at(p) + 1 end)
    local x, dye = world.particles.position, world.particles.dye
    for i = 1, #world.particles do assert.near(2 * logo:at(x[i]) + 1, dye[i], 1e-5) end
    local brighter = 0
    world:update(function(p) p.velocity = lg.gradient(logo):at(p) end)
    for i = 1, #world.particles do
      local v = world.particles.velocity[i]
      local on = logo:at(x[i] + 1e-4 * v)
      brighter = brighter + (on - logo:at(x[i]))
    end
    assert.is_true(brighter > 0) -- uphill
  end)

  it("says where an emitter fills, and changes that later", function()
    local world = space()
    local logo = lg.image { file, width = 3 }
    local letters = world:add(lg.emitter.volume { shape = whole.shape, filter = logo })
    world:step(1e-4)
    local n = #world.particles
    assert.is_true(n > 100 and n < 700)
    assert.equal(n, world:count(function(p) return logo:at(p) > 0.5 end))
    assert.equal("function", type(letters.filter))

    local again = world:add(lg.emitter.volume { shape = lg.shape.box { max = {3, 1} }, one_shot = false })
    again.filter = lg.image { file, width = 3, channel = "alpha" } -- opaque: everywhere
    world:step(1e-4)
    assert.is_true(#world.particles > 1000)
  end)

  it("is a colour", function()
    local world = space()
    world.color_by = lg.image { file, width = 3 }
    assert.equal("function", type(world.color_by))
    assert.equal(1, #world.objects)
  end)

  it("refuses what is no place and no picture", function()
    fails(function() lg.image(3) end, "image: expects the name of a file or a table of options")
    fails(function() lg.image {} end, "image: file is required")
    fails(function() lg.image { file, max = {0, 0} } end, "image: option 'max' must lie right of and above min")
    fails(function() lg.image { file, max = 3 } end, "image: option 'max' must be a point of two numbers")
    fails(function() lg.image { file, min = {0, "a"}, max = {1, 1} } end, "image: option 'min' must be a point of two")
    fails(function() lg.image { file, max = {1, 1}, width = 1 } end, "image: option 'max' says width and height already")
    fails(function() lg.image { file, wide = 3 } end, "image: unknown option 'wide'")
    fails(function() space():add(lg.image "no.png") end, "image: cannot read 'no.png'")
    fails(function() space():add(lg.image "README.md") end,
      "image: 'README.md' is no picture that can be read: Not a PNG file")
    local world = space()
    fails(function()
      world:add(lg.emitter.volume { shape = lg.shape.box {}, filter = lg.field.vortex {} })
    end, "a field of one number a place is wanted here")
    assert.equal(0, #world.objects)
  end)
end)
