local body = [[
local function relax()
  for i = 0, N - 1 do
    for j = 0, N - 1 do
      local l, r, d, t = is_open(i, j, -1, 0), is_open(i, j, 1, 0), is_open(i, j, 0, -1), is_open(i, j, 0, 1)
      local n = %s
      local div = (u[i + 1][j] - u[i][j] + v[i][j + 1] - v[i][j]) / dx
      local p = %s
      if l then u[i][j] = u[i][j] - p end
      if r then u[i + 1][j] = u[i + 1][j] + p end
      if d then v[i][j] = v[i][j] - p end
      if t then v[i][j + 1] = v[i][j + 1] + p end
    end
  end
end
]]
local sampled <const> = [[
local function sample(x, y)
  local a, b = x / dx%s, y / dx%s
  local i, j = math.floor(a), math.floor(b)
  a, b = a - i, b - j
  return %s
end]]
local four <const> = "(1 - a) * ((1 - b) * u[i][j] + b * u[i][j + 1]) + a * ((1 - b) * u[i + 1][j] + b * u[i + 1][j + 1])"
local exact <const> = sampled:format("", " - 0.5", four)
local n <const> = "(l and 1 or 0) + (r and 1 or 0) + (d and 1 or 0) + (t and 1 or 0)"
local pressed <const> = body:format(n, "-omega * div * dx / n")
local function relaxed(count, pressure) return body:format(count, pressure) .. exact end
return {
  solution = pressed .. exact,
  right = {
    [[
local function relax()
  for color = 0, 1 do
    for j = N - 1, 0, -1 do
      for i = N - 1, 0, -1 do
        if (i + j) % 2 == color then
          local n = 4 - ((i == 0 or i == N - 1) and 1 or 0) - ((j == 0 or j == N - 1) and 1 or 0)
          local out = omega * (u[i + 1][j] - u[i][j] + v[i][j + 1] - v[i][j]) / n
          if i > 0 then u[i][j] = u[i][j] + out end
          if i < N - 1 then u[i + 1][j] = u[i + 1][j] - out end
          if j > 0 then v[i][j] = v[i][j] + out end
          if j < N - 1 then v[i][j + 1] = v[i][j + 1] - out end
        end
      end
    end
  end
end
local function sample(x, y)
  local sum = 0
  for i = 0, N do
    for j = 0, N - 1 do
      local wx, wy = 1 - math.abs(x / dx - i), 1 - math.abs(y / dx - j - 0.5)
      if wx > 0 and wy > 0 then sum = sum + wx * wy * u[i][j] end
    end
  end
  return sum
end]],
  },
  mistakes = {
    { pressed:gsub("i = 0, N", "i = 1, N") .. exact, "is every cell looked at" },
    { pressed:gsub("if (%a) then", "if not %1 then") .. exact, "water flows through the walls" },
    { pressed .. "local function sample(x, y) return u[x // dx // 1 | 0][y // dx // 1 | 0] end", "always the face on one side" },
    { pressed .. "local function sample(x, y) local f = x + y end", "is there a `return` on every way" },
    { relaxed(n, "omega * div * dx / n"), "must suck" },
    { relaxed("4", "-omega * div * dx / n"), "not by 4" },
    { relaxed(n, "-omega * div / n"), "it grows: div is per metre" },
    { relaxed(n, "-omega * div * dx ^ 2 / n"), "too slow: div is per metre" },
    { "omega = 2.1\n" .. pressed .. exact, "omega must stay below 2" },
    { pressed:gsub("if %a then ", "do ") .. exact, "water flows through the walls" },
    { "local function relax() for i = 0, N do for j = 0, N do u[i][j], v[i][j] = 0, 0 end end end\n" .. exact,
      "but this one was to go on turning" },
    { pressed:gsub("      if [dt] [^\n]*\n", "") .. exact, "in x and in y, as much out as in" },
    { "omega = 1.9\n" .. pressed .. exact, "twenty rounds are too few" },
    { pressed .. sampled:format(" - 0.5", " - 0.5", four:gsub("%[i", "[math.max(i, 0)")), "on the left face" },
    { pressed .. sampled:format("", "", four:gsub("j %+ 1", "math.min(j + 1, N - 1)")), "in the middle of its edge" },
    { pressed .. sampled:format(" + 0.5", "", "u[i][j]"), "a step at each face" },
    { pressed .. sampled:format("", " - 0.5", four:gsub("%((1 %- a)%)", "A"):gsub("%f[%w]a %*", "(1 - a) *"):gsub("A", "a")),
      "the nearer face counts more" },
    { pressed .. "local function sample() return 0 end", "nothing was sampled yet" },
  },
  unknown = { relaxed(n, "0.002 * omega * div * dx / n"), "it should be 0, within 0.001" },
}
