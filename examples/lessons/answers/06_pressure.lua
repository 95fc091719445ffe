local body = [[
local function push(p)
  return %s
end]]
local right <const> = "p:sum(function(q) return q.mass * (p.pressure / p.rho ^ 2 + q.pressure / q.rho ^ 2) * q.gradW end)"
return {
  solution = body:format("-" .. right),
  right = {
    [[
local function of(a) return a.pressure / a.rho ^ 2 end
local function push(p)
  local x = p:sum(function(q) return q.mass * (of(p) + of(q)) * q.gradW.x end)
  local y = p:sum(function(q) return q.mass * (of(p) + of(q)) * q.gradW.y end)
  return lg.vec(-x, -y)
end]],
    body:format "-p.mass * p:sum(function(q) return (p.pressure + q.pressure) / (p.rho * q.rho) * q.gradW end)",
  },
  mistakes = {
    { body:format "-p:sum(function(q) return q.mass * p.pressure / p.rho ^ 2 * q.gradW end)", "q's is missing" },
    { body:format("-1 / p.rho * " .. right), "once too often over rho" },
    { body:format("-" .. right:gsub("gradW", "W")), "must be a vec of 2 numbers, got one number" },
    { body:format(right), "the sign" },
    { body:format "-1 / p.rho * p:sum(function(q) return q.mass / q.rho * (q.pressure - p.pressure) * q.gradW end)",
      "i does not push j as j pushes i" },
    { body:format "-p:sum(function(q) return q.mass / q.rho * (q.pressure - p.pressure) * q.gradW end)",
      "divide by the density" },
    { body:format "-p:sum(function(q) return q.mass * (p.pressure + q.pressure) * q.gradW end)", "a density is missing" },
    { body:format "-p:sum(function(q) return q.mass * (p.pressure + q.pressure) / (2 * p.rho * q.rho) * q.gradW end)",
      "half of it" },
    { body:format("-" .. right:gsub("q.mass %* ", "")), "mass is missing" },
    { "local function push(p) local a = p.pressure end", "is there a `return` on every way" },
  },
  unknown = { body:format("-0.7 * " .. right), "it should be -1 m/s2, within 0.03" },
}
