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
  right = {
    [[
local sigma, h = 10 / (7 * math.pi * (R / 2) ^ 2), R / 2
local function W(r)
  local s = r / h
  if s < 1 then return sigma * (1 - 1.5 * s ^ 2 + 0.75 * s ^ 3)
  elseif s < 2 then return sigma * 0.25 * (2 - s) ^ 3
  else return 0 end
end
local function slope(r)
  local e = 1e-6
  return (W(r + e) - W(r - e)) / (2 * e)
end]],
    [[
local function above(x) return math.max(x, 0) end
local k = 40 / (7 * math.pi * R * R)
local function W(r) return 2 * k * (above(1 - r / R) ^ 3 - 4 * above(0.5 - r / R) ^ 3) end
local function slope(r) return -6 * k / R * (above(1 - r / R) ^ 2 - 4 * above(0.5 - r / R) ^ 2) end]],
  },
  mistakes = {
    { w:format("R", "10 / (7 * math.pi * R ^ 2)") .. slope, "k is a quarter" },
    { w:format("R", "40 / (7 * math.pi * R)") .. slope, "R is squared" },
    { w:format("R", "40 / 7 * math.pi / R ^ 2") .. slope, "pi stands below the line" },
    { w:format("R", "40 / 7 * math.pi * R ^ 2") .. slope, "pi and R^2 stand below" },
    { w:format("R", right):gsub("q ^ 3 %- q ^ 2", "q ^ 2 - q ^ 3") .. slope, "it rises from the middle" },
    { w:format("R", right):gsub(" %+ 1%)", ")") .. slope, "the + 1 is missing" },
    { w:format("R", right):gsub("return 2 %*", "return") .. slope, "has a 2 before its" },
    { w:format("1", right) .. slope, "it ends at r = 1 m" },
    { w:format("R", right) .. slope:gsub(" / R\n", " / R ^ 2\n"):gsub(" / R end", " / R ^ 2 end"), "once too often over R" },
    { w:format("R", right) .. slope:gsub("%-6 %* k", "-6"):gsub("return k %* ", "return "), "k belongs to the slope" },
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
