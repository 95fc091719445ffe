local slope = [[
local function slope(r)
  local q, k = r / R, 40 / (7 * math.pi * R ^ 2)
  if q > 1 then return 0 end
  if q > 0.5 then return -6 * k * (1 - q) ^ 2 / R end
  return k * (18 * q ^ 2 - 12 * q) / R
end]]
local w = [[
local function W(r)
  local q, k = r / %s, %s
  if q > 1 then return 0 end
  if q > 0.5 then return 2 * k * (1 - q) ^ 3 end
  return k * (6 * (q ^ 3 - q ^ 2) + 1)
end
]]
local right <const> = "40 / (7 * math.pi * R ^ 2)"
return {
  solution = w:format("R", right) .. slope,
  mistakes = {
    { w:format("R", "8 / (math.pi * R ^ 3)") .. slope, "the constant of 3-D" },
    { w:format("(R / 2)", right) .. slope, "half the radius" },
    { w:format("(2 * R)", right) .. slope, "R is the rim here" },
    { w:format("R", "1") .. slope, "the constant k is missing" },
    { w:format("R", right):gsub("if q > 1 then return 0 end", "") .. slope, "beyond R it falls below 0: W is 0 there" },
    { w:format("R", right):gsub("if q > 0.5[^\n]*\n", "") .. slope, "is never reached" },
    { w:format("R", right):gsub("if q > 0.5[^\n]*\n", "if q > 0.5 then return 0 end\n") .. slope, "the second branch, from" },
    { w:format("R", right):gsub("  return k [^\n]*\n", "  return 0\n") .. slope, "the first branch" },
    { w:format("R", right):gsub("  return k [^\n]*\n", "") .. slope, "is there a `return` on every way" },
    { w:format("R", right):gsub("r / R", "(r / R) ^ 2") .. slope, "not its square" },
    { w:format("R", right) .. slope:gsub("%-6", "6"):gsub("18 %* q %^ 2 %- 12 %* q", "12 * q - 18 * q ^ 2"),
      "its slope is negative" },
    { w:format("R", right) .. slope:gsub(" / R\n", "\n"), "dq/dr = 1 / R" },
  },
  unknown = { w:format("R", "1.37 * " .. right) .. slope, "it should be 1, within 0.001" },
  asked = {
    middle = { right = 71.05,
      { 622, "a disc has 40" }, { 11.37, "R is squared" }, { 1, "not its height" }, { 80, "that is too much" } },
    steepest = { right = 0.0533,
      { 0, "W is flat" }, { 0.16, "runs out flat" }, { 0.08, "the branches meet" }, { 0.333, "r = q R" },
      { 0.02, "that is too little" } },
  },
}
