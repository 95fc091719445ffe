-- examples/scenes/dam_break_3d.lua: FLIP particles that a wall holds in oncoming water do not gather speed.
local lg = require "laguna"
local here = debug.getinfo(1, "S").source:match("^@(.*)/[^/]*$") .. "/"

describe("a wave against a box", function()
  it("has nothing that is much faster than its fall, at sub-steps of a cell, its own, of three", function()
    local fall = math.sqrt(2 * 9.81 * 1) -- m/s, through the whole world
    for _, cfl in ipairs { 1, 1.4, 3 } do
      local world = lg.load(here .. "../../examples/scenes/dam_break_3d.lua")
      world.solver.cfl = cfl
      local most = 0
      for _ = 1, 36 do
        world:step(1 / 60)
        most = math.max(most, world.stats.max_speed)
      end
      assert.is_true(most < 3 * fall, ("cfl %g: %g m/s"):format(cfl, most))
    end
  end)
end)
