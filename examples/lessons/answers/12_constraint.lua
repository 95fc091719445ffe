local body = [[
local function constraint(density) return %s end
local function gradients(itself, neighbours) return %s end
local function lambda(c, squares, epsilon) return %s end
]]
local c, all, l = "math.max(density / rest - 1, 0)", "itself + neighbours", "-c / (squares + epsilon)"
return {
  solution = body:format(c, all, l),
  right = {
    [[
local function constraint(density)
  if density <= rest then return 0 end
  return (density - rest) / rest
end
local function gradients(i, js) return js + i end
local function lambda(c, s, e) return c / (-s - e) end]],
  },
  mistakes = {
    { body:format("math.max(1 - density / rest, 0)", all, l), "the wrong way round" },
    { body:format("density / rest", all, l), "take that away" },
    { body:format(c, "itself - neighbours", l), "nothing is corrected before" },
    { body:format("density / rest - 1", all, l), "below 0 it would pull" },
    { body:format("math.abs(density / rest - 1)", all, l), "too thin is not too dense" },
    { body:format("math.max(density - rest, 0)", all, l), "a share, not kg/m3" },
    { body:format("math.min(1 - density / rest, 0)", all, l), "too dense is above 0" },
    { body:format(c, "neighbours", l), "k = i is missing" },
    { body:format(c, "itself", l), "the neighbours are missing" },
    { body:format(c, all, "0"), "nothing corrects yet" },
    { body:format(c, all, "c / (squares + epsilon)"), "it takes C back" },
    { body:format(c, all, "-c / squares"), "epsilon is left out" },
    { body:format(c, all, "-c / (squares - epsilon)"), "added, not taken away" },
    { body:format("density > rest and density / rest - 1 or nil", all, l), "is there a `return` on every way" },
  },
  unknown = { body:format(c, "itself + 2 * neighbours", l), "it should be 50 1/m2, within 1e-06" },
}
