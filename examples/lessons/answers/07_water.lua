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
  right = {
    [[
local function density(p)
  local rho = rho0 * p.wall
  rho = rho + p.mass * (p.W0 + p:sum(function(q) return q.W end))
  return rho
end
local function pressure(p)
  if p.density < rho0 then return 0 end
  return rho0 * c ^ 2 / 7 * ((p.density / rho0) ^ 7 - 1)
end
local function acceleration(p)
  local function of(a) return a.pressure / (a.density * a.density) end
  local x = p:sum(function(q) return q.mass * (of(p) + of(q)) * q.gradW.x end)
  local y = p:sum(function(q) return q.mass * (of(p) + of(q)) * q.gradW.y end)
  return lg.vec(0, -g) - lg.vec(x, y) - 2 * rho0 * of(p) * p.wall_gradient
end]],
  },
  mistakes = {
    { density:gsub("q.mass %* ", "") .. pressure .. acceleration, "their mass is missing" },
    { density:gsub("p.mass %* ", "") .. pressure .. acceleration, "its mass is missing" },
    { density .. pressure:gsub(" %- 1", "") .. acceleration, "the 1 is missing" },
    { density .. "local function pressure(p) return math.max(c ^ 2 * (p.density - rho0), 0) end\n" .. acceleration,
      "this is the straight line" },
    { density .. pressure .. acceleration:gsub("p.acceleration %- ", "-p.acceleration - "), "it falls upwards" },
    { density:gsub("p.mass %* p.W0 %+ ", "") .. pressure .. acceleration, "is the particle itself, m W(0), in the density" },
    { density .. pressure:gsub("math.max.*%)\n", "0\n") .. acceleration, "without a pressure, water is sand" },
    { density .. pressure .. acceleration:gsub("%- push", "+ push"), "it bursts" },
    { density .. pressure .. acceleration:gsub(" %- 2 %* rho0 %* own %* p.wall_gradient", ""), "the wall does not push" },
    { density:gsub("return (.-)\n", "return (%1) / (1 + p:sum(function() return 1 end))\n") .. pressure .. acceleration,
      "too thin" },
    { density:gsub(" %+ rho0 %* p.wall", "") .. pressure .. acceleration, "rho0 p.wall belongs to the density" },
    { density .. pressure:gsub("%^ 7", "") .. acceleration, "without it water is a gas" },
    { density .. pressure:gsub("rho0 %* c", "c") .. acceleration, "rho0 is missing" },
    { density .. pressure:gsub("c %^ 2", "c") .. acceleration, "c is squared" },
    { density .. pressure:gsub("/ 7", "") .. acceleration, "over 7" },
    { density .. pressure:gsub("math.max%((.*), 0%)", "%1") .. acceleration, "it pulls, and the surface clumps" },
    { density .. pressure .. acceleration:gsub("p.acceleration %- ", "-"), "p.acceleration, is missing" },
    { density .. pressure .. acceleration:gsub("p.acceleration %- ", "-")
        :gsub("return q.mass", "return -p.acceleration + q.mass"),
      "gravity inside of the sum" },
    { density .. pressure .. acceleration:gsub("%(own %+ q.pressure / q.density %^ 2%)", "own"), "of the neighbour pushes" },
    { density .. pressure .. acceleration:gsub("own %+ q", "q"), "of the particle itself pushes" },
    { density .. pressure .. acceleration:gsub("%- 2 %* rho0", "+ 2 * rho0"), "the wall sucks" },
    { density .. pressure .. acceleration:gsub("%- 2 %* rho0", "- rho0"), "the 2 before the wall's" },
    { density .. pressure .. acceleration:gsub("return q.mass %*", "return 1 *"), "is m in the sum of pressures" },
  },
  unknown = { density .. pressure .. acceleration:gsub("return p", "return 0.6 * p"), "it should be 1.267 m, within 0.03" },
}
