-- Functions of a particle that cannot be traced, each refused at its line; and arithmetic that only rounds, which is not.
local support = dofile "tests/lua/support.lua"
local lg = support.lg
local math = lg.math
local crowd <const> = support.crowd

describe("what cannot be traced", function()
  local function fails(pattern, f, ...)
    local ok, why = pcall(f, ...)
    assert.is_false(ok)
    assert.matches(pattern, why)
    assert.matches("untraced_spec.lua:%d+:", why)
  end
  local different =
    "gives a different answer when it is run for one particle at a time %(%d+ of 16 samples; e%.g%. at x="
  local world = crowd()

  it("is caught by the differential check", function()
    fails(different, world.sum, world,
      function(p) if math.floor(p.x) == 0 then return 1 end return 0 end)
    fails(different, world.sum, world, function(p)
      local side = p.x > 5 or p.y
      return side and not p.x and 1 or p.id % 2 == 0 and 1 or 0
    end)
    fails(different, world.update, world, function(p) if p.id % 2 == 0 then p.vx = 3 end end)
    local calls = 0
    fails(different, world.sum, world, function(p) calls = calls + 1 return p.x + calls end)
    local steps = { [0] = 5, [1] = 7 }
    fails("nil", world.sum, world, function(p) return steps[p.id % 2] + p.x end)
    fails(different, world.sum, world, function(p) return (steps[p.id % 2] or 0) + p.x end)
  end)

  it("is caught where one number alone is meant", function()
    local special, chosen, steps = 42, { [17] = 2 }, 0
    local function is_it(p) return p.id == 99 end
    local place = "one particle at a time %(at "
    fails(place .. "id=7: 1 one at a time, 0 for all at once", world.sum, world,
          function(p) if p.id == 7 then return 1 end return 0 end)
    fails(place .. "id=7", world.sum, world,
      function(p) return (p.id == 7 or p.id == 8) and p.x or p.y end)
    fails(place .. "id=700", world.update, world, function(p) if p.id == 700 then p.vx = 3 end end)
    fails(place .. "id=42", world.count, world, function(p) return special == p.id end)
    fails(place .. "id=17", world.sum, world, function(p) return chosen[p.id] or 1 end)
    fails(place .. "id=99", world.sum, world, function(p) return is_it(p) and 1 or 2 end)
    fails(place .. "x=0.5", world.sum, world, function(p) return p.x == 0.5 and 1 or 2 end)
    fails(place .. "y=0", world.add, world,
      lg.field.formula(function(p) return p.y == 0 and 1 or p.x, 0 end))
    fails(place .. "id=23", world.count, world, function(p) return rawequal(p.id, 23) end)
    chosen_particle = 31 -- luacheck: globals chosen_particle
    fails(place .. "id=31", world.count, world, function(p) return p.id == chosen_particle end)
    chosen_particle = nil
    local made = load("return function(p) return p.id == 12 and 1 or 0 end")()
    assert.error_matches(function() world:sum(made) end, place .. "id=12")
    fails(place .. "id=42", world.add, world,
      2 * lg.field.formula(function(p) return p.id == special and 1 or 0, 0 end))
    for _, f in ipairs {
      function(p) return lg.where(lg.eq(p.id, 7), 1, 0) end,
      function(p) return p.x > 0.7 and 1 or special == 42 and p.y - 0.3 > 0.7 and 2 or 3 end,
      function(p) return p.id * 0.1 > 0.3 and steps == 0 and 1 or 2 end,
      function(p) return special == 1 and p.x or p.x / 3 >= 1 and 1 or 0 end,
      function(p) assert(p.x ~= 0.25 and steps == 0) return p.x end,
    } do for _ = 1, 3 do world:sum(f) end end
  end)

  it("is caught where a value is kept for another function", function()
    local kept
    world:sum(function(p) kept = p.x return p.x end)
    fails("this per%-particle value was kept from an earlier call", world.sum, world,
      function(p) return p.y + kept end)
    local last
    fails("this per%-particle value was kept from an earlier call", world.sum, world,
      function(p) local x = last or p.x last = p.x return x end)
  end)

  it("is caught in a field when it is added, and inside derivatives", function()
    local trap =
      lg.field.formula(function(p) if math.floor(p.x) == 0 then return p.y * p.y end return 0 end)
    fails(different, world.add, world, trap)
    fails(different, world.add, world, lg.gradient(trap))
    fails(different, world.add, world,
      lg.field.formula { program = function(p) return math.floor(p.x) == 0 and 1 or 0, 0 end })
  end)

  it("says where and what", function()
    fails("more than 48 nested decisions on per%-particle values %(a loop", world.sum, world,
          function(p) local x = p.x while x < 10 do x = x + 0.01 end return x end)
    fails("more than 48 nested decisions", world.sum, world,
      function(p) while p.x < 10 do end return 1 end)
    fails("more than 64 branch combinations", world.sum, world, function(p)
      local s = 0
      for i = 1, 7 do if p.x > i / 10 - 0.4 + 0.01 * p.y then s = s + i end end
      return s
    end)
    fails("'for' limit", world.sum, world, function(p) for _ = 1, p.x do end return 1 end)
    fails("attempt to concatenate a per%-particle value", world.sum, world,
      function(p) return "x" .. p.x end)
    local kept
    world:sum(function(p) kept = kept or p.x return p.x end)
    fails("this per%-particle value was kept from an earlier call", world.sum, world,
      function(p) return p.x + kept end)
    fails("p: unknown column 'vlocity' %(did you mean 'velocity'%?%)", world.sum, world,
      function(p) return p.vlocity end)
    fails("p%.z: this world has 2 dimensions", world.sum, world, function(p) return p.z end)
    fails("p%.x cannot be changed here; store in world:update", world.sum, world,
      function(p) p.x = 1 return 1 end)
    fails("p%.id is kept by the core", world.update, world, function(p) p.id = 1 end)
    fails("its result 1 is string", world.sum, world, function() return "a" end)
    fails("returns 2 values on one way through it and 1 on another", world.sum, world,
          function(p) if p.x > 0 then return 1, 2 end return 1 end)
    fails("world:sum: expects a function of a particle", world.sum, world, 5)
    fails("must return a condition", world.count, world, function(p) return p.x end)
    fails("an update stores", world.update, world, function(p) return p.x end)
    fails("compute with a nil value and a per%-particle value", world.sum, world,
      function(p) return p.x + nil end)
    fails("world:sum: a function of a particle cannot ask", world.sum, world,
          function(p) return p.x + world:sum(function(q) return q.y end) end)
    fails("bad argument #1 to 'sin'", world.sum, world, function() return math.sin("a") end)
  end)

  it("says what to do instead", function()
    local cure =
      "stands for all particles at once: compute with it .* or see particles one by one in world:each"
    fails("bad 'for' limit .*" .. cure, world.sum, world,
      function(p) local n = 0 for _ = 1, p.id do n = n + 1 end return n end)
    fails("'format' .*" .. cure, world.sum, world, function(p) return #("%d"):format(p.x) end)
    fails("concatenate .*" .. cure, world.sum, world, function(p) return #("x" .. p.x) end)
    fails("bitwise .*" .. cure, world.sum, world, function(p) return p.id & 1 end)
    fails("index a per%-particle value .*" .. cure, world.sum, world, function(p) return p.x.y end)
    fails("no list of them; #world.particles", world.sum, world, function(p) return #p end)
    fails("no list of them; #world.particles", world.sum, world,
          function(p) local s = 0 for _, q in ipairs(p) do s = s + q end return s end)
    fails("no list of them; #world.particles", world.sum, world,
          function(p) local s = 0 for _, q in pairs(p) do s = s + q end return s end)
    fails("unknown column 'pos' %(did you mean 'position'%?%)", world.sum, world,
      function(p) return p.pos end)
    fails("result 1 is nil: a name without a value, or a table indexed by", world.sum, world,
      function(p) return ({})[p.x] end)
    fails("result 1 is function: call it", world.sum, world,
      function(p) return p.velocity.length end)
    fails("p.position must be a vec of 2 numbers, got one of 3", world.update, world,
      function(p) p.position = { 1, 2, 3 } end)
    fails("p.position must be a vec of 2 numbers, got one number", world.update, world,
      function(p) p.position = p.x end)
    fails("the function returns nothing; is its 'return' missing", world.sum, world,
      function(p) local _ = p.x end)
    fails("particle value .*its numbers are p.x", world.sum, world, function(p) return p + 1 end)
    fails("'floor' .number expected, got particle.; its numbers are p.x", world.sum, world,
      function(p) return math.floor(p) end)
    fails("p.vx must be a number, got string", world.update, world, function(p) p.vx = "fast" end)
    fails("^%S*untraced_spec.lua:%d+: vec: cannot add a vec of 2 numbers and a number; lg.vec", world.sum, world,
      function(p) return p.position + 1 end)
    fails("error was called with a value that is no text: nil", world.sum, world,
      function() error() end)
  end)

  it("refuses a step and goes on after the cure", function()
    local w = crowd()
    local broken = false
    local field =
      w:add(lg.field.formula(function(p) if broken then error("boom") end return p.x, 0 end))
    w:step()
    local hash = w:hash()
    broken = true
    local ok, why = pcall(w.step, w)
    assert.is_false(ok)
    assert.matches("untraced_spec.lua:%d+: boom", why)
    assert.equal(hash, w:hash())
    broken = false
    w:step()
    field.program = function(p) return 0, p.x end
    w:step()
    assert.is_false(
      pcall(function() field.program = function(p) return p.x end w:add(lg.field.drag { wind = field }) end))
  end)
end)

-- What is large in between and cancels leaves few digits of a float32; that is rounding, and a bound
-- of it comes from the formula's own operations. The same functions with a mistake in them.
describe("rounding in long arithmetic", function()
  local world
  before_each(function()
    world = crowd()
    world.particles:add_column("a")
  end)

  local honest = {
    ["next to nothing"] = function(p) return 0.7 * (1e-21 * p.x * (1e-21 * p.y)) / 3 end,
    ["a large number comes and goes"] = function(p) return p.x + 1e6 - 1e6 end,
    ["a power written out"] = function(p)
      local x = 1 + p.x / 4
      return x ^ 7 - 7 * x ^ 6 + 21 * x ^ 5 - 35 * x ^ 4 + 35 * x ^ 3 - 21 * x ^ 2 + 7 * x - 1
    end,
    ["a variance of squares"] = function(p)
      local m = p.x ^ 2 + 1e5
      return m * m - 1e10 - 2e5 * p.x ^ 2
    end,
    ["a series there and back"] = function(p)
      local s = 0
      for k = 1, 200 do s = s + (1 / k - p.x / k) * 1000 end
      for k = 1, 200 do s = s - (1 / k - p.x / k) * 1000 end
      return s + 1e-3 * p.x
    end,
    ["a root of a quadratic"] = function(p) return (-1e4 + math.sqrt(1e8 + 4 * p.x)) / 2 end,
    ["a step of what is rounded"] = function(p) return math.floor((p.x + 1e5) * 10) % 2 end,
    ["a chaotic map"] = function(p)
      local x = 0.3 + 0.1 * p.x
      for _ = 1, 40 do x = 3.9 * x * (1 - x) end
      return x
    end,
    ["a sum over neighbours"] = function(p) return p:sum(function(q) return q.x + 1e5 - 1e5 end) end,
    ["what floats differ by"] = function(p)
      return 1e-7 * p.x * p:sum(function(q) return (q.vx * 1e-9 + 1 / 3) - (p.vx * 1e-9 + 1 / 3) end)
    end,
    ["weights over neighbours"] = function(p)
      return p:sum(function(q) return q.W * 1e6 + 1 - q.W * 1e6 end)
    end,
  }

  -- each on a line of its own: a place in a script is looked at closely once
  local lines = 0
  local function stored(f, change)
    lines = lines + 1
    return load(("\n"):rep(lines) .. "local f = ...\nreturn function(p) p.a = " .. change .. " end")(f)
  end

  for name, f in pairs(honest) do
    it("is none of the script's mistakes: " .. name, function() world:update(stored(f, "f(p)")) end)
  end

  it("does not hide a mistake that is greater", function()
    for _, name in ipairs { "a large number comes and goes", "a power written out", "a series there and back",
      "a sum over neighbours", "weights over neighbours" } do
      local wrong = stored(honest[name], "p.id % 2 == 0 and 1000 + f(p) or f(p)")
      local ok, message = pcall(world.update, world, wrong)
      assert.is_false(ok, name)
      assert.truthy(message:find("gives a different answer when it is run for one particle at a time", 1, true), message)
    end
  end)
end)
