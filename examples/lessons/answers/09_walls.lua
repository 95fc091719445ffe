local body = [[
local function wall_density(p) return %s end
local function wall_push(p) return %s * p.wall_gradient end
]]
local fills, push = "rho0 * p.wall", "2 * rho0 * p.pressure / p.density ^ 2"
return {
  solution = body:format(fills, push),
  mistakes = {
    { body:format("0", "0"), "it sinks into itself" },
    { body:format(fills, "0"), "the wall does not push" },
    { body:format(fills, "rho0 * p.pressure / p.density ^ 2"), "half as much as it should" },
    { body:format(fills, "-2 * rho0 * p.pressure / p.density ^ 2"), "the wall sucks" },
    { body:format("0", push), "no density holds" },
    { body:format(fills, push):gsub("return rho0", "local rho = rho0"), "is there a `return` on every way" },
  },
  unknown = { body:format("rho0 * p.wall", "4 * rho0 * p.pressure / p.density ^ 2"), "it should be" },
}
