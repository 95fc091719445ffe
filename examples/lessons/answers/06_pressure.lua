local body = [[
local function push(p)
  return %s
end]]
local right <const> = "p:sum(function(q) return q.mass * (p.pressure / p.rho ^ 2 + q.pressure / q.rho ^ 2) * q.gradW end)"
return {
  solution = body:format("-" .. right),
  mistakes = {
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
