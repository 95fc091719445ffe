-- 16 Fool the doctor
-- idea: whoever can make an illness on purpose knows it when it comes by itself
-- change: the part that is yours; `build/laguna lesson FILE` asks the doctor, `laguna check --run` does so for any scene
local lg = require "laguna"
lg.note [[
Four boxes of healthy water, and a doctor who looks at each after every frame. Make every one ill, each in its own way: what you
write into its table takes the place of an option of the world, or is a hook, and nothing else may change.

    rest      nothing moves, and nothing could
    energy    there is more and more of it, and nothing that pays for it
    squeezed  the water is denser than water for longer than a moment
    outrun    in a sub-step particles go farther than pressure can follow: more than half a spacing]]

-- ---- your part ----
local ill = {
  rest = {},
  energy = {},
  squeezed = {},
  outrun = {},
}
-- ---- until here ----

local function box(name)
  ill[name] = ill[name] or {}
  local options = { name = name, bounds = {{0, 0}, {1, 1}}, spacing = 0.04, gravity = {0, -9.81} }
  local hooks = {}
  for option, value in pairs(ill[name]) do (type(value) == "function" and hooks or options)[option] = value end
  options.solver = options.solver or lg.solver.dfsph {}
  local world = lg.world(options)
  for hook, f in pairs(hooks) do world[hook] = f end
  world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.4, 0.8} } })
  return world
end

local worlds = {}
for i, name in ipairs { "rest", "energy", "squeezed", "outrun" } do
  worlds[i] = box(name)
  lg.check { name = name, diagnosis = name, world = worlds[i], frame = 90, hints = ({
    rest = { { when = function() return not ill.rest.gravity end, say = "what moves it? Take that away" } },
    energy = {
      { when = function() return ill.energy.gravity end, say = "gravity pays for what falls: it must be a hook that gives" },
      { when = function() return ill.energy.before_step or ill.energy.after_step end,
        say = "too little for a doctor: in a frame it must come to a twentieth of all energy, and to more, not less" },
      { when = function() return not ill.energy.before_step and not ill.energy.after_step end,
        say = "a hook may change velocities: before_step = function(world, dt) world:update(function(p) ... end) end" },
    },
    squeezed = {
      { when = function() return not ill.squeezed.solver end,
        say = "the solver must do less than this depth needs: lg.solver.pcisph, whose max_iterations may be few" },
      { when = function() return ill.squeezed.solver end, say = "a cold that it gets over: still fewer iterations" },
    },
    outrun = {
      { when = function() return not ill.outrun.solver end,
        say = "a solver whose step is longer than CFL allows: which row says so?" },
      { when = function() return ill.outrun.solver end, say = "not far enough: a longer step, not a shorter one" },
    },
  })[name] }
end
return table.unpack(worlds)
