-- examples/scenes/dam_break_3d.lua: FLIP particles that a wall holds in oncoming water do not gather speed.
local lg = require "laguna"
local here = debug.getinfo(1, "S").source:match("^@(.*)/[^/]*$") .. "/"

describe("a wave against a box", function()
  it("has nothing that is much faster than its fall, at sub-steps of a cell, its own and three", function()
    local fall = math.sqrt(2 * 9.81 * 1) -- m/s, through the whole world
    for _, cfl in ipairs { 1, 0, 3 } do
      local world = lg.load(here .. "../../examples/scenes/dam_break_3d.lua")
      if cfl > 0 then world.solver.cfl = cfl end
      local most = 0
      for _ = 1, 36 do
        world:step(1 / 60)
        most = math.max(most, world.stats.max_speed)
      end
      assert.is_true(most < 3 * fall, ("cfl %g: %g m/s"):format(cfl, most))
    end
  end)
end)
