local body = [[
local function kinematic(viscosity, density) return %s end
local function fastest(nu) return %s end
local function profile(y, top) return %s end
]]
local nu, top, curve = "1e-3 * viscosity / (1000 * density)", "a * h ^ 2 / (8 * nu)", "4 * top * y * (h - y) / h ^ 2"
return {
  solution = body:format(nu, top, curve),
  right = {
    [[
local function kinematic(mu, rho)
  local si, kg = mu / 1000, rho * 1000 -- Pa s, kg/m3
  return si / kg
end
local function at(y, nu) return a / (2 * nu) * y * (h - y) end
local function fastest(nu) return at(h / 2, nu) end
local function profile(y, top) return top * (1 - ((y - h / 2) / (h / 2)) ^ 2) end]],
  },
  mistakes = {
    { body:format("viscosity * density", top, curve), "density below it" },
    { body:format(nu, "a * h / (8 * nu)", curve), "h is squared" },
    { body:format(nu, "a * h ^ 2 / 8", curve), "nu stands below the line" },
    { body:format(nu, "a * h ^ 2 / (4 * nu)", curve), "twice too fast" },
    { body:format(nu, top, "top * (1 - (y / h) ^ 2)"), "half way up it should be" },
    { body:format(nu, top, "top * (1 - ((y - h / 2) / h) ^ 2)"), "at both plates" },
    { body:format("viscosity / density", top, curve), "a million times too much" },
    { body:format("1e-3 * viscosity / density", top, curve), "one of the two units" },
    { body:format("1e-3 * viscosity", top, curve), "dynamic viscosity" },
    { body:format(nu, "a * h ^ 2 / (2 * nu)", curve), "four times too fast" },
    { body:format(nu, "a * h ^ 2 / nu", curve), "where is the 8" },
    { body:format(nu, "a * h ^ 2 / (12 * nu)", curve), "mean of all layers" },
    { body:format(nu, top, "top * y * (h - y) / h ^ 2"), "a quarter of the speed" },
    { body:format(nu, top, "top"), "at the plates it stands still" },
  },
  unknown = { body:format("2 * " .. nu, top, curve), "it should be 0.01 m2/s, within 0.0001" },
  asked = { water = { right = 1e-6,
    { 1, "as data sheets have it" }, { 1e-3, "a thousand times too much" }, { 1e-9, "that is too little" } } },
}
