-- One dam break, every solver of fluids: a row of a Markdown table each, 30 and then 100 thousand particles in 3-D, or 4 and then
-- 10 thousand in 2-D.
--   eval "$(make -s env)"; lua5.4 tests/bench/solvers.lua [SECONDS] [2|3] [SPACING...]
-- The scene is that of examples/scenes/dam_break_3d.lua, its walls too; only the solver differs. DFSPH comes first with a loose
-- limit, then with a tighter one; PBF with its own five iterations and with ten, which is where PCISPH is. PCISPH is there once, since with a looser limit the splash of 100
-- thousand particles bursts. FLIP keeps no density of particles. Mean values are over frames, weighted by their sub-steps;
-- iterations and density error are those of each frame's last sub-step. Processor time is of all threads: a measure that other
-- programs on the machine disturb less than they do wall time.
local lg = require "laguna"
local seconds, dim, spacings, fps = tonumber(arg[1] or 1), tonumber(arg[2] or 3), { table.unpack(arg, 3) }, 60
if #spacings == 0 then spacings = dim == 2 and { 0.0128, 0.0081 } or { 0.0279, 0.0187 } end

local function to(limit) return { max_density_error_ratio = limit } end
local solvers = {
  { "wcsph", {} }, { "dfsph", to(3.6e-3) }, { "pbf", { iterations = 5 } },
  { "dfsph", to(1e-3) }, { "pcisph", to(1e-3) }, { "pbf", { iterations = 10 } },
  { "flip", {} },
}

local function tank(kind, options, spacing)
  local given = kind ~= "flip" and { viscosity = 0.05 } or {}
  local function point(x, y, z) return { x, y, dim == 3 and z or nil } end
  for name, value in pairs(options) do given[name] = value end
  local world = lg.world { bounds = { point(0, 0, 0), point(3.2, 1, 1) }, spacing = spacing, solver = lg.solver[kind](given) }
  world:add(lg.emitter.volume { shape = lg.shape.box { min = point(0, 0, 0), max = point(1.2, 0.55, 1) } })
  world:add(lg.collider.solid { shape = lg.shape.box { min = point(2.32, 0, 0.3), max = point(2.48, 0.16, 0.7) }, slip = "no" })
  return world
end

-- Totals over a run: sub-steps and wall time; iterations and density error times sub-steps; the worst particle of all.
local function run(world, name)
  local total = { substeps = 0, seconds = 0, iterations = 0, mean = 0, most = 0, processor = os.clock() }
  for frame = 1, seconds * fps do
    world:step(1 / fps)
    local s = world.stats
    total.substeps, total.seconds = total.substeps + s.substeps, total.seconds + s.seconds
    total.iterations = total.iterations + s.iterations * s.substeps
    total.mean = total.mean + s.density_error_mean * s.substeps
    total.most = math.max(total.most, s.density_error_max)
    io.stderr:write(("\r%s frame %d of %d "):format(name, frame, seconds * fps))
  end
  io.stderr:write("\n")
  total.processor = os.clock() - total.processor
  return total
end

print("| solver | particles | steps | average dt | iterations a step | density error, mean | worst particle | wall time " ..
      "| processor time | x real time |")
print("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|")
local function percent(format, share) return share > 0 and format:format(100 * share) or "-" end
for _, spacing in ipairs(spacings) do
  for _, entry in ipairs(solvers) do
    local kind, options = table.unpack(entry)
    local world = tank(kind, options, tonumber(spacing))
    local t = run(world, kind)
    print(("| `%s` | %d | %d | %.2f ms | %s | %s | %s | %.3g s | %.3g s | %.2g |"):format(kind, #world.particles, t.substeps,
      1000 * world.time / t.substeps, t.iterations > 0 and ("%.1f"):format(t.iterations / t.substeps) or "-",
      percent("%.3f %%", t.mean / t.substeps), percent("%.1f %%", t.most), t.seconds, t.processor, world.time / t.seconds))
    io.stdout:flush()
  end
end
