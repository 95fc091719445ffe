-- lg.random: numbers that depend on the seed and the count alone.
local support = dofile "tests/lua/support.lua"
local lg, fails = support.lg, support.fails
local random = require "laguna.random"

describe("random numbers", function()
  -- The first outputs of splitmix64 for the seed 1234567, as printed with the generator's reference
  -- code.
  local reference =
    { 0x599ed017fb08fc85, 0x2c73f08458540fa5, 0x883ebce5a3f27c77, 0x3fbef740e9177b3f }

  it("are those of splitmix64", function()
    local draw = random.new(1234567)
    for _, word in ipairs(reference) do assert.equal((word >> 11) * 0x1p-53, draw()) end
  end)

  it("begin anew with their seed", function()
    local draw, seed = random.new(3)
    local first, second = draw(), draw()
    assert.not_equal(first, second)
    seed(3)
    assert.equal(first, draw())
    assert.equal(first, (random.new(3))())
    assert.not_equal(first, (random.new(4))())
  end)

  -- chi-squared of 16 boxes: 99.9 % lie below 37.7 (15 degrees of freedom)
  it("are spread evenly", function()
    local draw, boxes, n = random.new(1), {}, 32000
    for _ = 1, n do
      local box = math.floor(draw() * 16) + 1
      boxes[box] = (boxes[box] or 0) + 1
    end
    local chi2 = 0
    for box = 1, 16 do chi2 = chi2 + (boxes[box] - n / 16)^2 / (n / 16) end
    assert.is_true(chi2 < 37.7, "chi2 = " .. chi2)
  end)

  it("come as whole numbers from both ends of an interval", function()
    local draw, seen = random.new(2), {}
    for _ = 1, 400 do
      local n = draw(-1, 2)
      assert.equal("integer", math.type(n))
      seen[n] = true
    end
    assert.same({ [-1] = true, [0] = true, [1] = true, [2] = true }, seen)
    for _ = 1, 50 do
      local n = draw(6)
      assert.is_true(n >= 1 and n <= 6)
    end
  end)

  it("refuse nonsense at the caller's line", function()
    fails(function() print(lg.random(5, 1)) end, "random: the interval from 5 to 1 is empty")
    fails(function() print(lg.random(2.5)) end, "random: the limit must be a whole number, got 2.5")
    fails(function() print(lg.random "x") end,
      "random: the limit must be a whole number, got string")
  end)
end)
