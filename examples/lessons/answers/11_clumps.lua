local body = [[
local kernel, support = %s
local function pressure_of(density)
  return %s
end]]
local clamped <const> = "math.max(stiff * ((density / rho0) ^ 7 - 1), 0)"
return {
  solution = body:format('"wendland_c2", 2.8', clamped),
  right = {
    body:format('"wendland_c2", 2.4', "stiff * (math.max(density / rho0, 1) ^ 7 - 1)"),
    [[
local kernel, support = 'cubic_spline', 2.4
local function pressure_of(density)
  local p = stiff * ((density / rho0) ^ 7 - 1)
  if p < 0 then p = 0 end
  return p
end]],
  },
  mistakes = {
    { body:format('"wendland_c2", 2.8', "0"), "see the pressure first" },
    { body:format('"wendland_c2", 2.8', "stiff * ((density / rho0) ^ 7 - 1)"), "pulls them together" },
    { body:format('"wendland_c2", 2.8', "stiff * math.abs((density / rho0) ^ 7 - 1)"), "thin water does not push" },
    { body:format('"wendland_c2", 5', clamped), "pairs: too many neighbours" },
    { body:format('"cubic_spline", 3.2', clamped), "the cubic spline's push fades" },
    { body:format('"wendland_c2", 1.6', clamped), "too few to smooth" },
  },
  unknown = { body:format('"wendland_c2", 2.8', "stiff * math.max((density / rho0) ^ 6 - 1, 0)"),
    "Tait's equation stays as it is" },
}
