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
end]]
local n <const> = "(l and 1 or 0) + (r and 1 or 0) + (d and 1 or 0) + (t and 1 or 0)"
return {
  solution = body:format(n, "-omega * div * dx / n"),
  mistakes = {
    { body:format(n, "omega * div * dx / n"), "must suck" },
    { body:format("4", "-omega * div * dx / n"), "not by 4" },
    { body:format(n, "-omega * div / n"), "it grows: div is per metre" },
    { body:format(n, "-omega * div * dx ^ 2 / n"), "too slow: div is per metre" },
    { "omega = 2.1\n" .. body:format(n, "-omega * div * dx / n"), "omega must stay below 2" },
    { body:format(n, "-omega * div * dx / n"):gsub("if %a then ", "do "), "water flows through the walls" },
    { "local function relax() for i = 0, N do for j = 0, N do u[i][j], v[i][j] = 0, 0 end end end",
      "but this one was to go on turning" },
    { body:format(n, "-omega * div * dx / n"):gsub("      if [dt] [^\n]*\n", ""), "in x and in y, as much out as in" },
    { "omega = 1.9\n" .. body:format(n, "-omega * div * dx / n"), "twenty rounds are too few" },
  },
  unknown = { body:format(n, "0.002 * omega * div * dx / n"), "it should be 0, within 0.001" },
}
