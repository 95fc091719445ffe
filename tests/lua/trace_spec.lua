-- Functions of a particle: values against the same function called with plain numbers, ways through
-- ifs, sums against loops over buffers, fields and their derivatives. What is refused: untraced_spec.lua.
local support = dofile "tests/lua/support.lua"
local lg = support.lg
local math = lg.math
local crowd <const> = support.crowd

local function near(expected, got, tolerance)
  assert.is_true(math.abs(expected - got) <= (tolerance or 1e-5), expected .. " ~ " .. got)
end

--- f of every particle, called with plain numbers.
local function one_by_one(world, f)
  local values, x, v = {}, world.particles.position, world.particles.velocity
  for i = 1, #world.particles do
    values[i] =
      f({ x = x[i].x, y = x[i].y, vx = v[i].x, vy = v[i].y, mass = world.particles.mass[i],
                    id = world.particles.id[i] }, 0)
  end
  return values
end

local function sum(values) local s = 0 for _, v in ipairs(values) do s = s + v end return s end

local centers = { { 0.3, 0.2, 1 }, { -0.5, 0.1, -2 }, { 0.1, -0.6, 0.5 } }
local functions = {
  arithmetic = function(p) return (p.x + 2) * (p.y - 3) / (4 + p.vx) - -p.vy ^ 2 + 2 ^ p.x end,
  floors =
    function(p) return p.x // 0.3 + p.y % 0.7 + math.fmod(p.vx, 0.4)
      + math.floor(3 * p.x) - math.ceil(2 * p.y) end,
  functions = function(p)
    return math.sin(p.x) + math.cos(p.y) + math.tan(p.x / 2) + math.exp(p.y) + math.log(3 + p.x)
      + math.sqrt(2 + p.y)
      + math.abs(p.vx)
      + math.atan(p.y, p.x) + math.asin(p.x / 2) + math.acos(p.y / 2) + math.tanh(p.vx)
        + math.log(3 + p.x, 10)
  end,
  choices = function(p)
    return math.min(p.x, p.y, 0.2) + 2 * math.max(p.vx, 0) + lg.where(lg.lt(p.x, p.y), p.x, -p.y)
      + math.clamp(p.x, -0.5, 0.5)
  end,
  branch =
    function(
      p) if p.y > 0.2 then return p.x elseif p.y > -0.3
        and p.x < 0.5 then return 2 else return p.vx end end,
  early = function(p)
    local s = 0
    for _, c in ipairs(centers) do
      local dx, dy = p.x - c[1], p.y - c[2]
      if dx * dx + dy * dy < 0.1 then return c[3] end
      s = s + c[3] / (dx * dx + dy * dy)
    end
    return s
  end,
  box = function(p) return (p.x > -0.5 and p.x < 0.5 and p.y > -0.5 and p.y < 0.5) and 1 or 0 end,
  either =
    function(p) if p.x < -0.5 or not (p.y < 0.5) then return 1 end return p.x >= p.y and 2 or 3 end,
  constants = function(p) return p.id % 2 + p.mass end,
}

describe("a function of a particle", function()
  for name, f in pairs(functions) do
    it("gives what plain numbers give: " .. name, function()
      local world = crowd()
      local values = one_by_one(world, f)
      near(sum(values), world:sum(f), 2e-5 * #values)
      near(math.max(table.unpack(values)), world:max(f), 1e-4)
      near(math.min(table.unpack(values)), world:min(f), 1e-4)
      near(sum(values) / #values, world:mean(f), 2e-5)
    end)
  end

  it("counts and removes by a condition", function()
    local world = crowd()
    local inside = function(p) return p.x ^ 2 + p.y ^ 2 < 0.4 and p.vx > 0 end
    local expected = 0
    for _, met in ipairs(one_by_one(world, inside)) do if met then expected = expected + 1 end end
    assert.is_true(expected > 20)
    assert.equal(expected, world:count(inside))
    assert.equal(expected, world:remove_if(inside))
    assert.equal(700 - expected, #world.particles)
    assert.equal(0, world:count(inside))
    assert.equal(expected, world.stats.removed)
    assert.equal(700 - expected, world:count(function() return true end))
  end)

  it("stores, by way and by vec", function()
    local world = crowd()
    world.particles:add_column("heat")
    world.particles:add_column("flow", 2)
    local before = {}
    for i = 1, 700 do before[i] = { world.particles.velocity:get(i) } end
    world:update(function(p)
      p.heat = p.x * 3
      if p.x > 0 then p.vx, p.vy = p.vy, p.vx return end
      p.velocity = p.velocity * 2 + lg.vec(0, 1)
      p.flow = lg.vec(p.heat, 1)
    end)
    for i = 1, 700 do
      local x, v, heat = world.particles.position[i].x, world.particles.velocity[i],
        world.particles.heat[i]
      local u, w = before[i][1], before[i][2]
      near(3 * x, heat)
      near(x > 0 and w or 2 * u, v.x)
      near(x > 0 and u or 2 * w + 1, v.y)
      near(x > 0 and 0 or 3 * x, world.particles.flow[i].x)
    end
  end)

  it("calculates with vecs of values as with vecs of numbers", function()
    local world = crowd()
    local formulas = {
      function(p) return (2 * p.position - p.velocity / 3 + lg.vec(p.x, 1)):dot(lg.vec(3, 4)) end,
      function(p) return (lg.vec(1, 2) + -p.velocity + { 1, p.y }):length() end,
      function(p) return p.x * lg.vec(1, 2) + lg.vec(p.position) / p.mass end,
      function(p) return p.position == lg.vec(p.x, p.y) and p.velocity ~= lg.vec(7, p.vy) and 1
        or 2 end,
      function(p) return lg.vec(math.floor(2 * p.x), 1) == lg.vec(0, 1) and #p.position or 3 end,
    }
    for _, f in ipairs(formulas) do
      local expected = lg.vec(0, 0)
      local n = world:each(nil, function(p)
        local value = f(p)
        expected = expected + (type(value) == "number" and lg.vec(value, 0) or value)
      end)
      local got = world:sum(f)
      got = type(got) == "number" and lg.vec(got, 0) or got
      near(0, (got - expected):length(), 2e-5 * n)
    end
    local text
    world:sum(function(p) text = tostring(lg.vec(p.x, 1)) return 1 end)
    assert.equal("(per-particle value, 1)", text)
  end)

  it("stores masses that are some, or nothing at all", function()
    local world = crowd(700)
    world:update(function(p) p.mass, p.vx = 2 + p.x, p.mass end)
    local mass, x, vx = world.particles.mass, world.particles.position, world.particles.velocity
    -- 1000 kg/m3 on 0.05 m x 0.05 m
    for i = 1, 700, 50 do near(2 + x[i].x, mass[i]) near(2.5, vx[i].x) end
    for _, wrong in ipairs { 0, -1, 0 / 0, 1 / 0 } do
      assert.error_matches(
        function() world:update(
          function(p) p.mass, p.vx = lg.where(lg.lt(p.x, 0.9), 1, wrong), 7 end) end,
        "a mass must be finite and above 0 kg, and that of %d+ of 700 particles would not be")
      assert.error_matches(function() mass:fill(wrong) end,
        "buffer 'mass': a mass must be finite and above 0 kg")
      assert.error_matches(function() mass:shift(wrong - 4) end,
        "buffer 'mass': a mass must be finite and above 0 kg")
    end
    for i = 1, 700, 50 do near(2 + x[i].x, mass[i]) near(2.5, vx[i].x) end
  end)

  it("gives the same bits with any number of threads", function()
    local hashes = {}
    for _, threads in ipairs { 1, 2, 3, 7 } do
      local world = crowd(3000, { threads = threads })
      world:add(
        lg.field.formula(
          function(p, t) return math.sin(p.y + t) * lg.random(),
            lg.noise(2 * p.x, 2 * p.y) - p.vx end))
      for _ = 1, 3 do world:step() end
      world:update(function(p) p.vx = p.vx + lg.random(6) end)
      hashes[#hashes + 1] = world:hash() .. world:sum(function(p) return p.vx * p.y end)
    end
    for i = 2, 4 do assert.equal(hashes[1], hashes[i]) end
  end)

  it("draws random numbers a particle and a call", function()
    local world = crowd(3000)
    near(0.5, world:mean(function() return lg.random() end), 0.03)
    near(1 / 12, world:mean(function() local a = lg.random() - 0.5 return a * a end), 0.01)
    near(0, world:mean(function() return (lg.random() - 0.5) * (lg.random() - 0.5) end), 0.01)
    near(3.5, world:mean(function() return lg.random(6) end), 0.15)
    assert.equal(0,
      world:count(
        function(p) if p.x > 0 then return lg.random() < 0 end return lg.random() >= 1 end))
  end)

  it("visits one by one, with its cost", function()
    local world = crowd()
    local met = 0
    local n, seconds =
      world:each(function(p) return p.x > 0.5 end, function(p) met = met + 1 p.vy = 9 end)
    assert.equal(n, met)
    assert.is_true(n > 50 and seconds > 0 and seconds < 5)
    assert.equal(n, world:count(function(p) return p.vy > 8.5 end))
    assert.equal(700, (world:each(function() end)))
    assert.equal(700, (world:each(nil, function() end)))
  end)

  it("counts its visits among the frame's statistics", function()
    local world, spent = crowd(), 0
    local function look()
      local n, seconds = world:each(function(p) return p.x > 0 end, function() end)
      spent = spent + seconds
      return n
    end
    function world:before_step() look() end
    function world:after_step() look() look() end
    for _ = 1, 2 do
      spent = 0
      world:step(1e-6)
      local n = world:count(function(p) return p.x > 0 end)
      assert.is_true(n > 0)
      assert.equal(3 * n, world.stats.visited)
      near(spent, world.stats.visit_seconds, 1e-12)
    end
    world.before_step, world.after_step = nil, nil
    world:step(1e-6)
    assert.equal(0, world.stats.visited)
  end)

  it("knows the mean of nobody", function()
    local world = crowd(0)
    assert.is_nil(world:mean(function(p) return p.x end))
    assert.equal(0, world:sum(function(p) return p.x end))
  end)

  it("is not refused for nothing", function()
    local world = crowd()
    for _, f in pairs(functions) do for _ = 1, 5 do world:sum(f) end end
  end)
end)

describe("a field", function()
  local psi = lg.field.formula(function(p, t) return math.sin(2 * p.x) * math.cos(p.y) + t end)

  it("has a value at a point and a time", function()
    near(math.sin(0.6) * math.cos(0.2) + 3, psi:at({ 0.3, 0.2 }, 3))
    local v = (2 * lg.curl(psi) - lg.gradient(psi) / 2):at { 0.3, 0.2 }
    near(2 * -math.sin(0.6) * math.sin(0.2) - math.cos(0.6) * math.cos(0.2), v.x)
    near(-4 * math.cos(0.6) * math.cos(0.2) + 0.5 * math.sin(0.6) * math.sin(0.2), v.y)
  end)

  it("has exact derivatives: curl has no divergence, gradient no curl, the Laplacian is div grad",
    function()
    local div, rot, lap, both = lg.divergence(lg.curl(psi)), lg.curl(lg.gradient(psi)),
      lg.laplacian(psi),
        lg.divergence(lg.gradient(psi))
    for i = 1, 50 do
      local x = { -1 + 2 * (i * 0.754877 % 1), -1 + 2 * (i * 0.56984 % 1) }
      near(0, div:at(x), 1e-6)
      near(0, rot:at(x), 1e-6)
      near(-5 * math.sin(2 * x[1]) * math.cos(x[2]), lap:at(x), 3e-6)
      near(both:at(x), lap:at(x), 1e-6)
    end
  end)

  it("has them in three dimensions", function()
    local f = lg.field.formula(function(p) return p.y * p.z, math.sin(p.x), p.x * p.y end)
    local c = lg.curl(f):at { 0.3, 0.2, 0.5 }
    near(0.3, c.x)
    near(0.2 - 0.2, c.y)
    near(math.cos(0.3) - 0.5, c.z)
    near(0, lg.divergence(lg.curl(f)):at { 0.3, 0.2, 0.5 }, 1e-6)
    near(-math.sin(0.3), lg.laplacian(f):at { 0.3, 0.2, 0.5 }.y)
  end)

  it("differentiates kinds and grids by central differences", function()
    local world = crowd()
    local vortex = lg.field.vortex { strength = 2, core = 0.4 }
    local rot = world:add(lg.curl(vortex))
    local grid =
      lg.field.grid { source = lg.field.formula(function(p) return p.x * p.x + p.y end),
        cell = 0.1 }
    local slope = world:add(lg.gradient(grid))
    near(2 / (math.pi * 0.16), rot:at { 0, 0 }, 0.02 * 4)
    near(0.8, slope:at { 0.4, 0.2 }.x, 1e-3)
    near(1, slope:at { 0.4, 0.2 }.y, 1e-3)
    assert.equal(2, rot.uses[1].strength)
  end)

  it("samples other fields and distances inside formulas, and noise", function()
    local world = crowd()
    local ball = world:add(lg.shape.sphere { radius = 0.5 })
    local wind = lg.field.vortex { strength = 2, core = 0.4 }
    local f = lg.field.formula { program = function(p, t)
      local w = wind:at(p, t)
      if ball:distance(p) < 0 then return 0, 0 end
      return w.x, w.y + lg.noise(p.x, p.y)
    end, uses = { wind } }
    world:add(f)
    local u = wind:at { 0.8, 0.3 }
    local v = f:at { 0.8, 0.3 }
    near(u.x, v.x)
    near(u.y + lg.noise(0.8, 0.3), v.y)
    assert.equal(0, f:at({ 0.1, 0.2 }).x)
    for _ = 1, 3 do world:step() end
  end)

  it("filters emitters, and colours", function()
    local world =
      lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1, gravity = {0, 0},
        solver = lg.solver.particles {} }
    local box = lg.shape.box { max = {1, 1} }
    world:add(lg.emitter.volume { shape = box,
      filter = function(p) return p.x < 0.5 and p.y > 0.3 end })
    world:step()
    assert.equal(35, #world.particles)
    local ok, why =
      pcall(world.add, world,
        lg.emitter.volume { shape = box, filter = function(p) return p.vx > 0 end })
    assert.is_false(ok)
    assert.matches("volume: filter reads 'velocity', and only a position is known", why)
    ok, why =
      pcall(world.add, world,
        lg.emitter.volume { shape = box, filter = function(p) return p.x end })
    assert.is_false(ok)
    assert.matches("volume: filter must return a condition", why)
    world.color_by = function(p) return p.x end
    assert.is_function(world.color_by)
  end)

  it("is refused where it cannot be", function()
    local world = crowd()
    assert.error_matches(function() lg.gradient(5) end, "lg%.gradient: expects a field, got number")
    assert.error_matches(function() return psi + 1 end, "'%+' takes two fields")
    assert.error_matches(function() lg.curl(lg.field.vortex {}):at { 0, 0 } end,
      "its value is known once it is in a world")
    assert.error_matches(function() world:add(lg.divergence(psi)) end,
                         "divergence: takes a vector field; this field has 1 component")
    assert.error_matches(
      function() world:add(lg.field.formula(function(p) return p.x, p.y, 0 end)) end,
                         "returns 3 numbers; a field in a 2%-D world")
    assert.error_matches(
      function() world:add(lg.field.grid {
        source = lg.field.formula(function(p) return p.vx end) }) end,
                         "not known by position alone")
  end)
end)
