local body = [[
local function wall_density(p) return %s end
local function wall_push(p) return %s * p.wall_gradient end
]]
local fills, push = "rho0 * p.wall", "2 * rho0 * p.pressure / p.density ^ 2"
return {
  solution = body:format(fills, push),
  right = {
    [[
local function mirrored(p) return p.pressure / (p.density * p.density) end
local function wall_density(p) return p.wall * rho0 end
local function wall_push(p)
  local k, up = rho0 * (mirrored(p) + mirrored(p)), p.wall_gradient
  return lg.vec(k * up.x, k * up.y)
end]],
  },
  mistakes = {
    { body:format("2 * rho0 * p.wall", push), "rho0 p.wall, no more" },
    { body:format("p.wall", push), "the walls' share of the density is wrong" },
    { body:format(fills, "2 * rho0 * p.pressure / p.density"), "which is 0 where p is" },
    { body:format(fills, push):gsub("return 2.*", "return 0 end\n"), "lg.vec(x, y) makes a vec" },
    { body:format("0", "0"), "it sinks into itself" },
    { body:format(fills, "0"), "the wall does not push" },
    { body:format(fills, "rho0 * p.pressure / p.density ^ 2"), "half as much as it should" },
    { body:format(fills, "-2 * rho0 * p.pressure / p.density ^ 2"), "the wall sucks" },
    { body:format("0", push), "no density holds" },
    { body:format(fills, push):gsub("return rho0", "local rho = rho0"), "is there a `return` on every way" },
  },
  unknown = { body:format("rho0 * p.wall", "1.2 * rho0 * p.pressure / p.density ^ 2"), "it should be" },
}
