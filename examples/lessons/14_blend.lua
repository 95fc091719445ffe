-- 14 PIC, FLIP, APIC: what the grid eats
-- idea: a grid holds less than its particles; what they take back from it, all of it or its change, is what becomes of eddies
-- change: the part that is yours; then spacing: a finer grid eats less
local lg = require "laguna"
lg.note [[
Particles give their velocity to a grid, the grid makes it incompressible, particles take it back. `own` is what a particle had,
`old` what the grid said at its place before the step, `new` after it. PIC (Harlow 1964) takes `new`: what is finer than a cell
is gone at once. FLIP (Brackbill & Ruppel 1986) adds the change alone: nothing is lost, noise neither. One blends them. `keep` is
the share of a particle's own detail, own - old, that shall be left after a second, whether it has 30 steps or 60.

Then foretell the three boxes: eddies without friction (Taylor & Green 1937) that should turn for ever. PIC, FLIP of which a
twentieth is PIC, and APIC (Jiang et al. 2015), which takes `new` and its slope along: who loses most, who least?]]

-- ---- your part ----
local function back(own, old, new, keep, dt)
  return own
end
local most_lost_first = { "apic", "flip95", "pic" }
-- ---- until here ----

--- So many seconds of a periodic row of ten cells, two particles in the middle of each: they go at u + 1 and u - 1 m/s, so
--- that the grid sees u, 0 at first. It falls with g. What is left: u, and half of the difference.
local function row(steps, keep, g, seconds)
  local v, dt = {}, 1 / steps
  for cell = 1, 10 do v[cell] = { 1, -1 } end
  for _ = 1, steps * seconds do
    for _, two in ipairs(v) do
      local old = (two[1] + two[2]) / 2
      local new = old - g * dt
      for k = 1, 2 do two[k] = 0 + back(two[k], old, new, keep, dt) end
    end
  end
  return (v[1][1] + v[1][2]) / 2, (v[1][1] - v[1][2]) / 2
end

-- The same in the solver: three boxes, one second.
local names, left = { "pic", "flip95", "apic" }, {}
local energy = lg.plot { name = "kinetic energy / start", table.unpack(names) }
local function box(name, options)
  local w = lg.world { name = name, bounds = {{0, 0}, {1, 1}}, spacing = 1 / 48, gravity = {0, 0}, edges = "periodic",
    solver = lg.solver.flip(options) }
  local k, start = 2 * math.pi, nil
  w:add(lg.emitter.volume { shape = lg.shape.box { max = {1, 1} }, velocity = function(p)
    return lg.vec(lg.math.sin(k * p.x) * lg.math.cos(k * p.y), -lg.math.cos(k * p.x) * lg.math.sin(k * p.y))
  end })
  function w:after_step()
    local e = self:measure "kinetic_energy"
    start = start or e
    left[name] = e / start
    if name == "apic" then energy:add(self.time, left.pic, left.flip95, left.apic) end
  end
  w.color_by = "speed"
  return w
end

lg.check { name = "a second of free fall, over g", expect = 1, within = 1e-9,
  value = function() local u = row(30, 0.25, 9.81, 1) return -u / 9.81 end,
  hints = {
    { when = 0, within = 1e-9, say = "own is what it was: the grid's change must come in" },
    { when = 1 / 30, within = 1e-6, say = "the change alone: it is added to own" },
    { when = function(x) return x > 1 end, say = "the change, new - old, must be there once" },
    { when = function(x) return x < 1 end,
      say = "own has not fallen yet: what is blended with new is own + (new - old)" },
  } }
--- What a step of 1/30 s leaves of a detail of 1.
local function share() return back(1, 0, 0, 0.25, 1 / 30) end
lg.check { name = "detail left after a second of 30 steps, keep = 1/4", expect = 0.25, within = 1e-6,
  value = function() return select(2, row(30, 0.25, 0, 1)) end,
  hints = {
    { when = 1, within = 1e-9, say = "all of it: this is FLIP" },
    { when = function() return share() == 0 end, say = "none: PIC has eaten it in a step" },
    { when = function() return math.abs(share() - 0.25) < 1e-9 end,
      say = "none: keep is of a second, and you took it in each step" },
    { when = function() return math.abs(share() - 1 + 0.25 ^ (1 / 30)) < 1e-9 end,
      say = "none: turned round; keep ^ dt is the share of what stays, own + (new - old)" },
    { when = 0, within = 1e-6, say = "nearly none: in a step the share that stays is keep ^ dt, close to 1" },
    { when = function(x) return x > 0.4 and x < 0.6 end,
      say = "close to it, but a little of 3/4 in every step adds up wrongly: in two seconds keep^2 must be left" },
  } }
lg.check { name = "the same after 60 steps", expect = 0.25, within = 1e-6,
  value = function() return select(2, row(60, 0.25, 0, 1)) end,
  hints = { { when = function(x)
    local before = select(2, row(30, 0.25, 0, 1))
    return math.abs(x - before) <= 1e-6 * math.abs(before)
  end, say = "as after 30 steps: see the check above" } },
  otherwise = "a share for each step eats twice as much in twice as many: it must depend on dt, as keep ^ dt does" }
lg.check { name = "boxes at their place, the most lost first", frame = 60, expect = 3, within = 0,
  value = function()
    local order, right = { table.unpack(names) }, 0
    table.sort(order, function(a, b) return left[a] < left[b] end)
    for i = 1, 3 do right = right + (order[i] == most_lost_first[i] and 1 or 0) end
    return right
  end,
  otherwise = "look at the curves: who throws all detail away in each step, who a twentieth, who keeps it as a slope?" }
return box("pic", { transfer = "pic" }), box("flip95", { flip = 0.95 }), box("apic", { transfer = "apic" })
