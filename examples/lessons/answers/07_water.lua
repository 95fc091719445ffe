local density = [[
local function density(p)
  return p.mass * p.W0 + p:sum(function(q) return q.mass * q.W end) + rho0 * p.wall
end
]]
local pressure = [[
local function pressure(p)
  return math.max(rho0 * c ^ 2 / 7 * ((p.density / rho0) ^ 7 - 1), 0)
end
]]
local acceleration = [[
local function acceleration(p)
  local own = p.pressure / p.density ^ 2
  local push = p:sum(function(q) return q.mass * (own + q.pressure / q.density ^ 2) * q.gradW end)
  return p.acceleration - push - 2 * rho0 * own * p.wall_gradient
end]]
return {
  solution = density .. pressure .. acceleration,
  mistakes = {
    { density:gsub("p.mass %* p.W0 %+ ", "") .. pressure .. acceleration, "is the particle itself, m W(0), in the density" },
    { density .. pressure:gsub("math.max.*%)\n", "0\n") .. acceleration, "without a pressure, water is sand" },
    { density .. pressure .. acceleration:gsub("%- push", "+ push"), "it bursts" },
    { density .. pressure .. acceleration:gsub(" %- 2 %* rho0 %* own %* p.wall_gradient", ""), "the wall does not push" },
    { density:gsub("return (.-)\n", "return (%1) / (1 + p:sum(function() return 1 end))\n") .. pressure .. acceleration,
      "too thin" },
  },
  unknown = { density:gsub(" %+ rho0 %* p.wall", "") .. pressure .. acceleration, "it should be 1.267 m, within 0.03" },
}
