-- One dam break, every solver that keeps a density: a row of a Markdown table each.
--   eval "$(make -s env)"; lua5.4 tests/bench/solvers.lua [SPACING] [SECONDS]
-- The scene is examples/scenes/dam_break_3d.lua with its walls and column; only the solver differs. DFSPH and PCISPH iterate
-- to a mean density error of 0.1 %, however many iterations that takes; PBF does its own five. Mean values are over frames,
-- weighted by their sub-steps; iterations and density error are those of each frame's last sub-step.
local lg = require "laguna"
local spacing, seconds = tonumber(arg[1] or 0.0187), tonumber(arg[2] or 1)
local fps = 60

local solvers = {
  { "wcsph",  lg.solver.wcsph  { viscosity = 0.05 } },
  { "dfsph",  lg.solver.dfsph  { viscosity = 0.05, max_density_error_ratio = 1e-3, max_iterations = 10000 } },
  { "pcisph", lg.solver.pcisph { viscosity = 0.05, max_density_error_ratio = 1e-3, max_iterations = 10000 } },
  { "pbf",    lg.solver.pbf    { viscosity = 0.05, iterations = 5 } },
}

local function tank(solver)
  local world = lg.world { bounds = {{0, 0, 0}, {3.2, 1, 1}}, spacing = spacing, solver = solver }
  world:add(lg.emitter.volume { shape = lg.shape.box { min = {0, 0, 0}, max = {1.2, 0.55, 1} } })
  world:add(lg.collider.solid { shape = lg.shape.box { min = {2.32, 0, 0.3}, max = {2.48, 0.16, 0.7} }, slip = "no" })
  return world
end

-- Totals over a run: sub-steps and wall time; iterations and density error times sub-steps; the worst particle of all.
local function run(world)
  local total = { substeps = 0, seconds = 0, iterations = 0, mean = 0, most = 0 }
  for frame = 1, seconds * fps do
    world:step(1 / fps)
    local s = world.stats
    total.substeps, total.seconds = total.substeps + s.substeps, total.seconds + s.seconds
    total.iterations = total.iterations + s.iterations * s.substeps
    total.mean = total.mean + s.density_error_mean * s.substeps
    total.most = math.max(total.most, s.density_error_max)
    io.stderr:write(("\r%s frame %d of %d "):format(world.solver.kind or "", frame, seconds * fps))
  end
  io.stderr:write("\n")
  return total
end

print("| solver | particles | steps | average dt | iterations a step | density error, mean | worst particle | wall time |")
print("|---|---:|---:|---:|---:|---:|---:|---:|")
for _, entry in ipairs(solvers) do
  local name, solver = table.unpack(entry)
  local world = tank(solver)
  local t = run(world)
  print(("| `%s` | %d | %d | %.2f ms | %s | %.3f %% | %.1f %% | %.0f s |"):format(name, #world.particles, t.substeps,
    1000 * world.time / t.substeps, t.iterations > 0 and ("%.1f"):format(t.iterations / t.substeps) or "-",
    100 * t.mean / t.substeps, 100 * t.most, t.seconds))
  io.stdout:flush()
end
