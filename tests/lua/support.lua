-- support.lua: what the specs share. Specs run in the top folder on stock lua5.4.
local assert <const> = require "luassert"

local support = { lg = require "laguna" }
local lg = support.lg

--- A small world with 5 x 5 particles in its lower left quarter after the first step; `more` adds
--- or replaces options.
function support.world(more)
  local options =
    { bounds = {{0, 0}, {1, 1}}, spacing = 0.1, gravity = {0, 0}, solver = lg.solver.particles {} }
  for name, value in pairs(more or {}) do options[name] = value end
  return lg.world(options)
end

function support.column(more)
  local options = { name = "column", shape = lg.shape.box { max = {0.5, 0.5} } }
  for name, value in pairs(more or {}) do options[name] = value end
  return lg.emitter.volume(options)
end

--- A world that has made its particles.
function support.filled(more)
  local world = support.world(more)
  world:add(support.column())
  world:step(1e-3)
  return world
end

--- f must fail at the line that calls `fails`'s function, with `text` right behind file:line; plain
--- text, no pattern.
function support.fails(f, text)
  local ok, message = pcall(f)
  if ok then error("it did not fail; expected: " .. text, 2) end
  local file, line, rest = tostring(message):match("^([^:]*):(%d+): (.*)$")
  local here = debug.getinfo(f, "S")
  if not file or tonumber(line) < here.linedefined or tonumber(line) > here.lastlinedefined then
    error("the error is not at the caller's line: " .. tostring(message), 2)
  end
  if rest:sub(1, #text) ~= text then error("it says: " .. rest .. "\nexpected: " .. text, 2) end
end

--- n particles (700) that nothing lines up with, and that do not feel each other.
function support.crowd(n, options)
  options = options or {}
  local world =
    lg.world { bounds = {{-2, -2}, {2, 2}}, gravity = {0, 0}, spacing = 0.05,
      threads = options.threads or 1,
                           seed = 3, solver = lg.solver.particles {} }
  for i = 1, n or 700 do
    world.particles:add({ -1 + 2 * (i * 0.754877 % 1), -1 + 2 * (i * 0.56984 % 1) },
      { math.sin(i), math.cos(3 * i) })
  end
  return world
end

--- 300 particles, or so many, in a box of 1 m, at places that nothing lines up with.
function support.cloud(options)
  local dim, count = options.dim or 2, options.count or 300
  local high = dim == 3 and { 1, 1, 1 } or { 1, 1 }
  local world = lg.world {
    bounds = { dim == 3 and { 0, 0, 0 } or { 0, 0 }, high }, spacing = 0.06,
    edges = options.periodic and { x = "periodic" } or nil,
    solver = options.solver or lg.solver.wcsph {}, threads = options.threads or 1 }
  for i = 1, count do
    local x = { i * 0.754877 % 1, i * 0.569840 % 1, i * 0.317811 % 1 }
    world.particles:add({ table.unpack(x, 1, dim) },
      { math.sin(i), math.cos(i), dim == 3 and i % 7 or nil })
  end
  world.particles:add_column("heat")
  for i = 1, count do world.particles.heat[i] = i * 0.618034 % 1 end
  return world
end

--- see(q) for each other particle near i: q has index, offset, distance.
function support.pairs_of(world, i, radius, periodic, see)
  local x, dim = world.particles.position, #world.bounds[1]
  for j = 1, #world.particles do
    local d, r2 = {}, 0
    for k = 1, dim do
      d[k] = x[i][k] - x[j][k]
      if periodic and k == 1 then d[k] = d[k] - math.floor(d[k] + 0.5) end
      r2 = r2 + d[k] ^ 2
    end
    if j ~= i and r2 < radius ^ 2 then
      see { index = j, offset = d, distance = math.sqrt(r2), heat = world.particles.heat[j] }
    end
  end
end

--- Wendland C2 (Dehnen & Aly 2012) and its slope over the distance.
function support.wendland(dim, r, radius)
  local a = dim == 2 and 7 / math.pi or 21 / (2 * math.pi)
  local u = math.max(1 - r / radius, 0)
  return a / radius ^ dim * u ^ 4 * (1 + 4 * r / radius), a / radius ^ (dim + 2) * -20 * u ^ 3
end

--- The numbers of a column.
function support.values(world, name)
  local values = {}
  for i = 1, #world.particles do values[i] = world.particles[name][i] end
  return values
end

--- Within 1e-5 of the largest of what is expected.
function support.close(expected, got, what)
  local largest, worst = 0, 0
  for i = 1, #expected do
    largest = math.max(largest, math.abs(expected[i]))
    worst = math.max(worst, math.abs(expected[i] - got[i]))
  end
  assert.is_true(largest > 0, what)
  assert.is_true(worst <= 1e-5 * largest, what .. ": " .. worst .. " of " .. largest)
end

--- Writes a file for one test into a scratch folder of the spec's own, which `clean` removes;
--- returns its path.
function support.file(name, text)
  if not support.folder then
    local made = io.popen('mktemp -d --tmpdir laguna-test.XXXXXX')
    support.folder = assert(made:read "l")
    made:close()
  end
  local path = support.folder .. "/" .. name
  local file = assert(io.open(path, "w"))
  file:write(text)
  file:close()
  return path
end

function support.clean()
  if support.folder then os.execute("rm -rf '" .. support.folder .. "'") end
end

return support
