-- What a larger cfl of flip costs, and what it saves: a dam break that runs up a wall, a row of a Markdown table for each cfl.
--   eval "$(make -s env)"; lua5.4 tests/bench/cfl.lua [2|3] [SPACING] [SECONDS]
-- Front and mean height say where the water is, the highest particle what is left of the splash, the kinetic energy what has been
-- damped; wall time is of the steps alone.
local lg = require "laguna"
local dim, spacing, seconds, fps = tonumber(arg[1] or 2), tonumber(arg[2] or 0.012), tonumber(arg[3] or 2), 60
local function point(x, y, z) return { x, y, dim == 3 and z or nil } end

print "| cfl | sub-steps | wall time | front at 0.5 s | highest | mean height at 1 s | at the end | kinetic energy |"
print "|---:|---:|---:|---:|---:|---:|---:|---:|"
for _, cfl in ipairs { 0.5, 1, 1.4, 2, 3 } do
  local bounds = { point(0, 0, 0), point(3.22, 1.8, 0.5) }
  local world = lg.world { bounds = bounds, spacing = spacing, solver = lg.solver.flip { cfl = cfl } }
  world:add(lg.emitter.volume { shape = lg.shape.box { max = point(1.2, 0.6, 0.5) } })
  local steps, wall, top, front, height = 0, 0, 0, 0, 0
  local function level() return world:mean(function(p) return p.y end) end

  for frame = 1, seconds * fps do
    world:step(1 / fps)
    steps, wall = steps + world.stats.substeps, wall + world.stats.seconds
    if frame == fps // 2 then front = world:measure("front", { direction = point(1, 0, 0) }) end
    if frame == fps then height = level() end
    if frame > fps // 2 then top = math.max(top, world:max(function(p) return p.y end)) end
  end
  print(("| %g | %d | %.2f s | %.3f m | %.2f m | %.4f m | %.4f m | %.0f J |"):format(cfl, steps, wall, front, top, height,
    level(), world:measure "kinetic_energy"))
end
