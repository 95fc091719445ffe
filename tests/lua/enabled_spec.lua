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

  -- Against the same world in which it was removed, or has never been.
  local function go(w, frames)
    for _ = 1, frames do w:step() end
  end
  local solvers = { "wcsph", "pcisph", "dfsph", "pbf", "flash", "flip", "mpm", "particles" }
  for _, name in ipairs(solvers) do
    for dim = 2, 3 do
      it(("opens a gate of %s in %d-D as its removal does, and closes it"):format(name, dim), function()
        local deep = dim == 3
        local function at(x, y) return deep and { x, y, 0.3 } or { x, y } end
        local function wall(enabled)
          return lg.collider.solid { enabled = enabled,
            shape = lg.shape.box { min = deep and { 0.4, 0, 0 } or { 0.4, 0 }, max = at(0.56, 0.6) } }
        end
        local function tank(enabled)
          local w = lg.world { bounds = { deep and { 0, 0, 0 } or { 0, 0 }, at(1, 0.6) }, spacing = deep and 0.06 or 0.04,
            solver = lg.solver[name] {} }
          w:add(lg.emitter.volume { shape = lg.shape.box { max = at(0.4, 0.36) } })
          return w, enabled ~= nil and w:add(wall(enabled))
        end
        local function front(w) return w:max(function(p) return p.x end) end

        -- one that was never on
        local plain, off = tank(), tank(false)
        go(plain, 8)
        go(off, 8)
        assert.equal(plain:hash(), off:hash())

        -- turned off
        local kept, gate = tank(true)
        local opened, removed = tank(true)
        go(kept, 5)
        go(opened, 5)
        assert.equal(kept:hash(), opened:hash())
        assert.is_true(front(kept) < 0.42, front(kept))
        gate.enabled = false
        opened:remove(removed)
        go(kept, 15)
        go(opened, 15)
        assert.equal(opened:hash(), kept:hash())
        assert.is_true(name == "particles" or front(kept) > 0.5, front(kept))

        -- and on again: as one that is added there
        gate.enabled = true
        opened:add(wall())
        go(kept, 20)
        go(opened, 20)
        assert.equal(opened:hash(), kept:hash())
      end)
    end
  end

  it("lets a body stand still, be met by nobody and go on from there", function()
    local w = lg.world { bounds = {{-1, -1}, {1, 1}}, spacing = 0.1, gravity = {0, -10}, solver = lg.solver.wcsph {} }
    local ball = w:add(lg.collider.body { shape = lg.shape.sphere { radius = 0.2 }, translation = {0, 0.7} })
    local other = w:add(lg.collider.body { shape = lg.shape.sphere { radius = 0.2 }, translation = {0, 0} })
    go(w, 6)
    local hash, y, v = w:hash(), ball.translation.y, ball.velocity.y
    ball.enabled = false
    assert.not_equal(hash, w:hash())
    go(w, 6)
    assert.equal(y, ball.translation.y)
    other.enabled = false
    ball.enabled = true
    go(w, 18) -- through where the other one is
    local t = 18 / 60
    assert.near(y + v * t - 5 * t * t, ball.translation.y, 0.03)
    assert.is_true(ball.translation.y < other.translation.y + 0.2)
  end)

  it("lets a carried bottle's water lie, however far the bottle has gone meanwhile", function()
    local w = lg.world { bounds = {{-2, -2}, {2, 2}}, spacing = 0.1 , gravity = {0, 0}, solver = lg.solver.particles {} }
    w:add(lg.emitter.volume { shape = lg.shape.box { min = {-0.2, -0.2}, max = {0.2, 0.2} } })
    local bottle = w:add(lg.collider.spring_wall { draggable = true,
      shape = lg.shape.complement { shape = lg.shape.box { min = {-0.5, -0.5}, max = {0.5, 0.5} } } })
    go(w, 2)
    local function middle() return w:mean(function(p) return p.x end) end
    bottle.translation = {0.3, 0}
    go(w, 1)
    local carried = middle()
    bottle.enabled = false
    bottle.translation = {0.9, 0}
    go(w, 2)
    assert.near(carried, middle(), 1e-6)
    bottle.translation = {0.3, 0}
    go(w, 1)
    bottle.enabled = true
    go(w, 2)
    assert.near(carried, middle(), 1e-6)
  end)
end)
