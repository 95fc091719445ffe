local body = "local function longest_step(s, v) return %s end"
return {
  solution = body:format "0.4 * s.radius / 2 / (c + v)",
  mistakes = {
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
