-- Beside other people's programs: what they were measured to take on one machine, two threads, and what this takes here.
--   eval "$(make -s env)"; lua5.4 tests/bench/peers.lua [ROW...] [THREADS]        (2 threads; each row takes minutes)
-- Rows: dfsph, pcisph, pbf, 2d, flip, live. The peers are not run: "peer" is a figure of 2026-11-22, two cores of a Zen 5 with
-- AVX-512, and ratios on another machine are as good as that is near. Beside other programs wall time says little: then ask for
-- one thread, of whose processor time two idle cores take little more than half.
-- Errors are the mean of max(0, rho / rho0 - 1) over particles and sub-steps.
local lg = require "laguna"
local asked, threads = {}, 2
for _, name in ipairs(arg) do
  if tonumber(name) then threads = math.tointeger(tonumber(name)) else asked[name] = true end
end

local function world(dim, max, spacing, kind, options, column)
  local function point(t) return dim == 2 and { t[1], t[2] } or t end
  local bounds = { point { 0, 0, 0 }, point(max) }
  local w = lg.world { bounds = bounds, spacing = spacing, solver = lg.solver[kind](options), threads = threads }
  w:add(lg.emitter.volume { shape = lg.shape.box { min = point { 0, 0, 0 }, max = point(column) } })
  return w
end

-- Seconds of it, 60 frames each: wall, processor, sub-steps, iterations a sub-step, density error.
local function run(w, seconds)
  local t = { wall = 0, processor = os.clock(), substeps = 0, iterations = 0, err = 0, frames = math.floor(60 * seconds + 0.5) }
  for _ = 1, t.frames do
    w:step(1 / 60)
    local s = w.stats
    t.wall, t.substeps = t.wall + s.seconds, t.substeps + s.substeps
    t.iterations, t.err = t.iterations + s.iterations * s.substeps, t.err + s.density_error_mean * s.substeps
  end

  t.processor = os.clock() - t.processor
  t.iterations, t.err = t.iterations / t.substeps, t.err / t.substeps
  return t
end

print("| row | peer | must | wall | processor / 2 | what else |")
print("|---|---:|---:|---:|---:|---|")
local function row(name, unit, peer, must, t, scale, more)
  local wall, half = t.wall * scale, t.processor * scale / 2
  print(("| %s | %s | %.3g %s | %.3g | %.3g | %s |"):format(name, peer, must, unit, wall, half, more))
  io.stdout:flush()
end

-- The tank of dam_break_3d.lua, a second of it; limits that give the error of the row.
local function tank(name, kind, options, spacing, peer, must)
  options.viscosity = 0.05
  local w = world(3, { 3.2, 1, 1 }, spacing, kind, options, { 1.2, 0.55, 1 })
  w:add(lg.collider.solid { shape = lg.shape.box { min = { 2.32, 0, 0.3 }, max = { 2.48, 0.16, 0.7 } }, slip = "no" })
  local t = run(w, 1)
  local more = ("error %.4f %%, %d sub-steps of %.1f iterations"):format(100 * t.err, t.substeps, t.iterations)
  row(name, "s", peer, must, t, 1, more)
end

local rows = {
  { "dfsph", function()
    tank("DFSPH 30k at 0.01 %", "dfsph", { max_density_error_ratio = 2.3e-4, smoothing = 0 }, 0.0279, "28.5", 8)
  end },
  { "pcisph", function()
    tank("PCISPH 30k at 0.05 %", "pcisph", { max_density_error_ratio = 1.1e-3, cfl = 1 }, 0.0279, "34.8", 3)
    tank("PCISPH 30k, limit 1e-4", "pcisph", { max_density_error_ratio = 1e-4, cfl = 0.8 }, 0.0279, "34.8", 5)
  end },
  { "pbf", function() tank("PBF 100k at 0.05 %", "pbf", { iterations = 9 }, 0.0187, "-", 65) end },
  { "2d", function()
    for _, r in ipairs { { "pcisph", 10, 6 }, { "dfsph", 16.8, 4 }, { "wcsph", 3.5, 8 } } do
      local t = run(world(2, { 4, 3 }, 0.01, r[1], { viscosity = 0.05 }, { 1, 1 }), 0.25)
      row(r[1] .. " 2-D 10k, a step", "ms", r[2], r[2] / r[3], t, 1e3 / t.substeps, ("%.1f iterations"):format(t.iterations))
    end
  end },
  { "flip", function()
    -- half a tank of 64^3 cells; a frame of its collapse, behind the one that fills it
    local w = world(3, { 1.28, 1.28, 1.28 }, 0.01, "flip", {}, { 0.64, 0.64, 1.28 })
    run(w, 1 / 60)
    local t = run(w, 0.15)
    row("FLIP 64^3, one of the first frames (Jet)", "ms", "419", 419 / 15, t, 1e3 / t.frames,
      ("%.1f sub-steps"):format(t.substeps / t.frames))
    t = run(w, 0.4)
    row("FLIP 64^3, a sub-step and particle (Mantaflow)", "ns", "189", 189 / 4, t, 1e9 / t.substeps / #w.particles, "")
  end },
  { "live", function()
    -- a pool of 0.80 m, 10 s: what of its height is left
    local options = { cfl = 1, iterations = 2, warm_start = 0.7 }
    local w = world(2, { 1.25, 2 }, 0.01, "pbf", options, { 1.25, 0.8 })
    run(w, 1 / 60)
    local before = w:measure("center_of_mass")[2]
    local t = run(w, 10)
    row("PBF 2-D 10k live, a frame", "ms", "6.9 (keeps 0.60)", 6, t, 1e3 / t.frames,
      ("keeps %.3f of its height"):format(w:measure("center_of_mass")[2] / before))
  end },
}
for _, r in ipairs(rows) do
  if not next(asked) or asked[r[1]] then r[2]() end
end
