local body = "local function longest_step(s, v) return %s end"
return {
  solution = body:format "0.4 * s.radius / 2 / (c + v)",
  right = {
    [[
local function longest_step(s)
  local v2 = s:max(function(p) return p.vx ^ 2 + p.vy ^ 2 end) or 0
  local half = s.radius / 2
  return math.min(0.4 * half / (c + math.sqrt(v2)), 1 / 60)
end]],
  },
  mistakes = {
    { body:format "0.4 * s.radius / 2 / c", "it carries its sound along" },
    { body:format "5.74e-4", "v is not always the same" },
    { body:format "1 / 60", "it explodes" },
    { body:format "0.4 * s.radius / 2 / math.max(v, 1)", "it explodes" },
    { body:format "0.05 * s.radius / 2 / (c + v)", "far more than are needed" },
    { body:format "0.6 * s.radius / 2 / (c + v)", "so few cannot follow" },
  },
  unknown = { body:format "", "longest_step returns no number: seconds are asked for" },
  asked = { step = { right = 0.574,
    { 1.148, "half of R" }, { 1.435, "0.4 of what" }, { 0.646, "c + v" }, { 0.000574, "these are seconds" },
    { 9, "that is too much" } } },
}
