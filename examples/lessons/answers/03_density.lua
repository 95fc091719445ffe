local body = [[
local function density(i, near, x, m)
  local sum = 0
  for _, j in ipairs(near) do sum = sum + %s end
  return sum
end]]
return {
  solution = body:format "m[j] * W((x[i] - x[j]):length())",
  right = {
    [[
local function distance(a, b) return math.sqrt((a.x - b.x) ^ 2 + (a.y - b.y) ^ 2) end
local function density(me, others, at, mass)
  local total = mass[me] * W(0)
  for k = 1, #others do
    local other = others[k]
    if other ~= me then total = total + mass[other] * W(distance(at[me], at[other])) end
  end
  return total
end]],
    [[
local function density(i, near, x, m)
  local sum = 0
  for j = 1, #m do sum = sum + m[j] * W((x[i] - x[j]):length()) end
  return sum
end]],
  },
  mistakes = {
    { body:format("m[j] * W((x[i] - x[j]):length())"):gsub("sum %+ ", ""), "what one neighbour adds" },
    { body:format "m[j] * W((x[i] - x[j]):length()) return sum", "return behind the loop" },
    { body:format "m[j] * W((x[i] - x[j]):length() ^ 2)", "not its square" },
    { body:format "m[j]", "these are the masses" },
    { body:format "m[j] / spacing ^ 2 * W((x[i] - x[j]):length())", "once too often over the area" },
    { body:format "(j > i and m[j] * W((x[i] - x[j]):length()) or 0)", "for one of both only" },
    { body:format "m[j] * W(x[i] - x[j])", "v:length() is one" },
    { body:format "(j ~= i and m[j] * W((x[i] - x[j]):length()) or 0)", "left the particle itself out" },
    { body:format("m[j] * W((x[i] - x[j]):length())"):gsub("sum = 0", "sum = m[i] * W(0)"), "in the sum twice" },
    { body:format "W((x[i] - x[j]):length())", "the masses are missing" },
    { body:format("m[j] * W((x[i] - x[j]):length())"):gsub("return sum", "return sum / #near"), "that is a mean" },
    { body:format("m[j] * W((x[i] - x[j]):length())"):gsub("  return sum\n", ""), "is there a `return` on every way" },
    { body:format("m[j] * W((x[i] - x[j]):length())"):gsub("_, j in ipairs%(near%)", "j = 1, #near"), "you count 1, 2, 3" },
  },
  unknown = { body:format "m[j] * 0.7 * W((x[i] - x[j]):length())", "it should be 1000 kg/m3, within 5" },
}
