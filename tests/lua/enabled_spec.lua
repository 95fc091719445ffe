-- enabled: what acts can be turned off and on, and is then as if it were not there.
local support = dofile "tests/lua/support.lua"
local lg = support.lg

describe("enabled = false", function()
  local function world()
    local w = lg.world { bounds = {{-1, -1}, {1, 1}}, spacing = 0.1 }
    w:add(lg.emitter.volume { shape = lg.shape.box { min = {-0.5, -0.5}, max = {0.5, 0.5} } })
    return w
  end
  local fields = {
    lg.field.constant { value = {3, 0} }, lg.field.vortex { strength = 2 },
    lg.field.attractor { center = {0.5, 0.5} }, lg.field.noise { strength = 5 },
    lg.field.drag { coefficient = 1 }, lg.field.formula(function(p) return p.y, 2 end),
    lg.field.grid { source = lg.field.constant { value = {3, 0} } },
  }

  it("turns every field off, live", function()
    local plain = world()
    plain:advance(6)
    for _, field in ipairs(fields) do
      local w = world()
      w:add(field)
      w:advance(3)
      local moved = w:hash()
      local off = world()
      off:advance(3)
      assert.not_equal(off:hash(), moved)
      field.enabled = false
      w:advance(4) -- half of a kick is taken back
      local before = w:mean(function(p) return p.vx end)
      w:advance(6)
      assert.near(before, w:mean(function(p) return p.vx end), 1e-6)
      assert.is_false(field.enabled)
    end
    local w = world()
    w:add(lg.field.constant { value = {3, 0}, enabled = false })
    w:advance(6)
    assert.equal(plain:hash(), w:hash())
  end)

  it("leaves a field to those that are made of it", function()
    local a, b = world(), world()
    local wind = lg.field.constant { value = {3, 0} }
    a:add(lg.field.drag { wind = lg.field.constant { value = {3, 0}, enabled = false }, coefficient = 2 })
    b:add(lg.field.drag { wind = wind, coefficient = 2 })
    a:advance(3)
    b:advance(3)
    assert.equal(b:hash(), a:hash())
  end)

  it("cuts a rope, and ties it again", function() -- against free fall
    local w = lg.world { bounds = {{-2, -3}, {2, 1}}, spacing = 0.1, gravity = {0, -10},
      solver = lg.solver.wcsph {} }
    local ball = w:add(lg.collider.body { shape = lg.shape.sphere { radius = 0.2 } })
    local rope = w:add(lg.joint.rope { a = ball, from = {0, 0}, to = {0, 0.9} })
    w:advance(30)
    assert.near(0, ball.translation.y, 0.01)
    rope.enabled = false
    w:advance(60) -- half a second
    assert.near(-0.5 * 10 * 0.5 ^ 2, ball.translation.y, 0.1)
    assert.near(-5, ball.velocity.y, 0.05)
  end)
end)
