local body = [[
local ill = {
  rest = { %s },
  energy = { %s },
  squeezed = { %s },
  outrun = { %s },
}]]
local rest <const> = "gravity = {0, 0}"
local energy <const> = "before_step = function(w) w:update(function(p) p.velocity = 1.1 * p.velocity end) end"
local squeezed <const> = "solver = lg.solver.pcisph { max_iterations = 1 }"
local outrun <const> = "solver = lg.solver.dfsph { cfl = 1 }"
return {
  solution = body:format(rest, energy, squeezed, outrun),
  right = {
    body:format("gravity = lg.vec(0, 0)", "after_step = function(w) w:update(function(p) p.vx = p.vx + 2 * p.y end) end",
      "solver = lg.solver.dfsph { max_iterations = 1 }", "fixed_dt = 1 / 60"),
  },
  mistakes = {
    { body:format(rest, "before_step = function(w) w:update(function(p) p.velocity = 0.5 * p.velocity end) end", squeezed,
      outrun), "too little for a doctor" },
    { body:format(rest, energy, "solver = lg.solver.dfsph { max_iterations = 100 }", outrun), "still fewer iterations" },
    { body:format(rest, energy, squeezed, "solver = lg.solver.dfsph { cfl = 0.1 }"), "not far enough" },
    { body:format("", energy, squeezed, outrun), "what moves it?" },
    { body:format(rest, "gravity = {0, -99}", squeezed, outrun), "gravity pays for what falls" },
    { body:format(rest, "", squeezed, outrun), "a hook may change velocities" },
    { body:format(rest, energy, "", outrun), "the solver must do less" },
    { body:format(rest, energy, squeezed, ""), "which row says so?" },
  },
  unknown = { body:format("gravity = {0, -1e-3}", energy, squeezed, outrun),
    "the doctor should say rest" },
}
