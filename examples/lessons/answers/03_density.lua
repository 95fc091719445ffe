local body = [[
local function density(i, near, x, m)
  local sum = 0
  for _, j in ipairs(near) do sum = sum + %s end
  return sum
end]]
return {
  solution = body:format "m[j] * W((x[i] - x[j]):length())",
  mistakes = {
    { body:format "(j ~= i and m[j] * W((x[i] - x[j]):length()) or 0)", "left the particle itself out" },
    { body:format("m[j] * W((x[i] - x[j]):length())"):gsub("sum = 0", "sum = m[i] * W(0)"), "in the sum twice" },
    { body:format "W((x[i] - x[j]):length())", "the masses are missing" },
    { body:format("m[j] * W((x[i] - x[j]):length())"):gsub("return sum", "return sum / #near"), "that is a mean" },
    { body:format("m[j] * W((x[i] - x[j]):length())"):gsub("  return sum\n", ""), "is there a `return` on every way" },
    { body:format("m[j] * W((x[i] - x[j]):length())"):gsub("_, j in ipairs%(near%)", "j = 1, #near"), "you count 1, 2, 3" },
  },
  unknown = { body:format "m[j] * 0.7 * W((x[i] - x[j]):length())", "it should be 1000 kg/m3, within 5" },
}
