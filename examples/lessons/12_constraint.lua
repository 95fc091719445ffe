-- 12 Correct what you predict
-- idea: let particles fall, then move them until none is too dense; how they moved was their velocity
-- change: the part that is yours; then iterations: 1 is a sponge, 8 is water
local lg = require "laguna"
lg.note [[
Position based fluids (Macklin & Mueller 2013): each sub-step predicts x* = x + dt v, and then corrects it. What is wrong with a
particle is its constraint

    C = rho / rho0 - 1, where it is too dense; 0 in the air

A correction along the gradients of C with the factor lambda takes it back:

    lambda = -C / (sum over k of |grad_k C|^2 + epsilon)

k runs over all neighbours and the particle itself. epsilon keeps a drop alone in the air, whose gradients are nearly 0,
from being thrown away. At last v = (x* - x) / dt. Nothing is corrected until the signs are right: it would explode.
So would water that has already fallen on a heap: then press r, and it begins anew.]]

local rest, h = 1000, 0.02 -- kg/m3, m
local iterations = lg.slider { name = "iterations", default = 8, min = 1, max = 30 }

-- ---- your part ----
local function constraint(density)
  return density / rest - 1
end
local function gradients(itself, neighbours) -- sums of |grad C|^2, 1/m2: of k = i, and of all k = j
  return neighbours
end
local function lambda(c, squares, epsilon) -- m2
  return 0
end
-- ---- until here ----

local epsilon = 0.2 / h ^ 2
local function about(x, wanted) return type(x) == "number" and math.abs(x - wanted) < 1e-6 end
local function above(x) return type(x) == "number" and x > 0 end
local sound = above(gradients(30, 20)) and above(gradients(20, 30)) and about(constraint(700), 0)
  and about(constraint(1100), 0.1) and about(lambda(0.1, 50, 10), -0.1 / 60)
local pbf = lg.solver.script {
  columns = {
    density = "kg/m3", lambda = "m2",
    start = { unit = "m", vector = true, doc = "position when the sub-step began" },
    step_by = { unit = "m", vector = true, doc = "correction of this iteration" },
  },
  max_dt = function() return 1 / 240 end,
  step = function(s, dt)
    s:each("predict", function(p)
      p.start, p.position = p.position, p.position + dt * (p.velocity + dt * p.acceleration)
    end)
    for _ = 1, iterations.value do
      s:each("lambda", function(p)
        local to = p.position - p.start
        local wall = p.wall + p.wall_gradient.x * to.x + p.wall_gradient.y * to.y
        p.density = p.mass * p.W0 + p:sum(function(q) return q.mass * q.W end) + rest * wall
        local v = p.mass / rest
        local all = v * p:sum(function(q) return q.gradW end) + p.wall_gradient
        local each = v ^ 2 * p:sum(function(q) return q.gradW.x ^ 2 + q.gradW.y ^ 2 end)
        p.lambda = sound and lambda(constraint(p.density), gradients(all.x ^ 2 + all.y ^ 2, each), epsilon) or 0
      end)
      s:each("displace", function(p)
        p.step_by = p.mass / rest * p:sum(function(q) return (p.lambda + q.lambda) * q.gradW end)
          + 2 * p.lambda * p.wall_gradient
      end)
      s:each("displace", function(p) p.position = p.position + p.step_by end)
    end
    s:each("velocity", function(p) p.velocity, p.position = (p.position - p.start) / dt, p.start end)
  end,
}

local world = lg.world { bounds = {{0, 0}, {0.8, 0.6}}, spacing = h, solver = pbf }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.3, 0.4} } })
world.color_by = "density"

lg.check { name = "constraint of a particle in the air, 700 kg/m3", frame = 1, expect = 0, within = 1e-9,
  value = function() return constraint(700) end,
  hints = {
    { when = function(c) return math.abs(c + 0.3) < 1e-3 end,
      say = "below 0 it would pull its neighbours together, and surfaces would clump: take 0 there" },
    { when = function(c) return c > 0 and constraint(1100) <= 0 end,
      say = "the wrong way round: it is what is too dense that counts, rho / rho0 - 1" },
    { when = 0.7, within = 1e-3, say = "rho / rho0 is 1 at rest: take that away" },
    { when = 1, say = "never less than 1, but it should be 0 at rest: rho / rho0 - 1" },
    { when = function(c) return math.abs(c - 0.3) < 1e-3 end,
      say = "too thin is not too dense: the absolute value pushes surfaces apart" },
  } }
lg.check { name = "constraint where it is 10 % too dense", frame = 1, expect = 0.1, within = 1e-6,
  value = function() return constraint(1100) end,
  hints = {
    { when = function(c) return math.abs(c + 0.1) < 1e-3 end, say = "the sign: too dense is above 0" },
    { when = function(c) return c == 0 end, say = "too dense is what counts: rho / rho0 - 1 is above 0 there" },
    { when = 1.1, within = 1e-3, say = "rho / rho0 is 1 at rest: take that away" },
    { when = function(c) return math.abs(c - 100) < 1 end, say = "over rho0: a share, not kg/m3" },
  } }
lg.check { name = "all gradients: 30 of itself, 20 of the neighbours", unit = "1/m2", frame = 1, expect = 50, within = 1e-6,
  value = function() return gradients(30, 20) end,
  hints = {
    { when = function(x) return math.abs(x - 20) < 1e-3 end,
      say = "k = i is missing: where it moves, its own density changes too" },
    { when = function(x) return math.abs(x - 30) < 1e-3 end,
      say = "the neighbours are missing: they move as well" },
  } }
lg.check { name = "lambda for C = 0.1, gradients 50, epsilon 10", unit = "m2", frame = 1, expect = -0.1 / 60, within = 1e-6,
  value = function() return lambda(0.1, 50, 10) end,
  hints = {
    { when = function(x) return x == 0 end, say = "nothing corrects yet" },
    { when = function(x) return math.abs(x - 0.1 / 60) < 1e-6 end, say = "the sign: it takes C back" },
    { when = function(x) return math.abs(x + 0.002) < 1e-6 end,
      say = "epsilon is left out: a drop alone has gradients near 0, and is thrown away" },
    { when = function(x) return math.abs(x + 0.1 / 40) < 1e-6 end, say = "epsilon is added, not taken away" },
  } }
lg.check { name = "how far too dense the water is on average", frame = 40, expect = 0, within = 0.01,
  value = function() return world:mean(function(p) return math.max(p.density / rest - 1, 0) end) end,
  hints = {
    { when = function() return not sound end, say = "it falls together: nothing is corrected before the checks above are met" },
    { when = function(x) return x > 0.1 end, say = "it falls together: see the checks above first" },
  } }
return world
