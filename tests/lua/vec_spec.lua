-- lg.vec: small vectors that never change. The numbers are computed by hand.
local support = dofile "tests/lua/support.lua"
local lg, fails = support.lg, support.fails

describe("lg.vec", function()
  local a, b = lg.vec(1, 2), lg.vec(3, 5)

  it("has components by letter and by number", function()
    local v = lg.vec(1, 2, 3)
    assert.same({1, 2, 3}, {v.x, v.y, v.z})
    assert.same({1, 2, 3}, {v[1], v[2], v[3]})
    assert.same({1, 2, 3}, {v:unpack()})
    assert.equal(3, #v)
    for _, k in ipairs { 4, 0, -1, math.mininteger, math.maxinteger } do assert.is_nil(v[k]) end
  end)

  it("is made from a list or another vec too", function()
    assert.equal(lg.vec(1, 2), lg.vec {1, 2})
    assert.equal(a, lg.vec(a))
  end)

  it("adds, subtracts, scales, divides, negates", function()
    assert.equal(lg.vec(4, 7), a + b)
    assert.equal(lg.vec(-2, -3), a - b)
    assert.equal(lg.vec(2, 4), 2 * a)
    assert.equal(lg.vec(2, 4), a * 2)
    assert.equal(lg.vec(0.5, 1), a / 2)
    assert.equal(lg.vec(-1, -2), -a)
    assert.equal(lg.vec(2, 3), a + {1, 1})
  end)

  it("has an inner product and a length", function()
    assert.equal(13, a:dot(b))
    assert.equal(5, lg.vec(3, 4):length())
    assert.equal(7, lg.vec(2, 3, 6):length())
  end)

  it("compares by value", function()
    assert.is_true(a == lg.vec(1, 2))
    assert.is_false(a == b)
    assert.is_false(lg.vec(1, 2) == lg.vec(1, 2, 0))
  end)

  it("shows itself", function() assert.equal("(1.0, 2.5)", tostring(lg.vec(1, 2.5))) end)

  it("cannot be changed", function()
    fails(function() a.x = 3 end,
      "vec: a vec cannot be changed; assign a whole one, world.gravity = {0, -1}")
  end)

  it("refuses what makes no sense", function()
    fails(function() return lg.vec(1) end, "vec: expects 2 or 3 numbers")
    fails(function() return lg.vec(1, "2") end, "vec: component 2 must be a number, got string")
    fails(function() return a + lg.vec(1, 2, 3) end,
      "vec: cannot add a vec of 2 numbers and a vec of 3 numbers")
    fails(function() return a * b end,
      "vec: '*' takes a vec and a number, got vec and vec; a:dot(b) is the inner product")
    fails(function() return 2 / a end, "vec: '/' takes a vec and a number, got number and vec")
    fails(function() return a.w end, "vec: a vec of 2 numbers has no 'w'")
    fails(function() return a.length() end, "length: use v:length(...), with a colon")
  end)
end)
