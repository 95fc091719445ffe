local body = "local function longest_step(s, v) return %s end"
return {
  solution = body:format "0.4 * s.radius / 2 / (c + v)",
  mistakes = {
    { body:format "1 / 60", "it explodes" },
    { body:format "0.4 * s.radius / 2 / math.max(v, 1)", "it explodes" },
    { body:format "0.05 * s.radius / 2 / (c + v)", "far more than are needed" },
  },
}
