local body = [[
local function pairs_near(x, n, R)
  local cells, count, edge = {}, 0, %s
  local function list(i, k)
    cells[i .. "," .. k] = cells[i .. "," .. k] or {}
    return cells[i .. "," .. k]
  end
  local own = {}
  for i = 1, n do
    local at = x[i]
    own[i] = at
    local l = list(at[1] // edge, at[2] // edge)
    l[#l + 1] = i
  end
  for i = 1, n do
    local a, b = own[i][1] // edge, own[i][2] // edge
    for k = -1, 1 do
      for l = -1, 1 do
        for _, j in ipairs(cells[(a + k) .. "," .. (b + l)] or {}) do
          if %s and (own[i][1] - own[j][1]) ^ 2 + (own[i][2] - own[j][2]) ^ 2 < R ^ 2 then count = count + 1 end
        end
      end
    end
  end
  return count
end]]
return {
  solution = body:format("R", "i < j"),
  right = {
    [[
local function pairs_near(x, n, R)
  local cells, count = {}, 0
  for i = 1, n do
    local here = { x[i][1], x[i][2] }
    local a, b = math.floor(here[1] / R), math.floor(here[2] / R)
    for k = a - 1, a + 1 do
      for l = b - 1, b + 1 do
        for _, there in ipairs(cells[k .. "," .. l] or {}) do
          if math.sqrt((here[1] - there[1]) ^ 2 + (here[2] - there[2]) ^ 2) < R then count = count + 1 end
        end
      end
    end
    local key = a .. "," .. b
    cells[key] = cells[key] or {}
    table.insert(cells[key], here)
  end
  return count
end]],
    (body:format("R / 2", "i < j"):gsub("%-1, 1", "-2, 2")), -- narrower cells, more of them
  },
  mistakes = {
    { body:format("R", "i < j"):gsub("%^ 2 < R ^ 2", "^ 2 < R"), "only the ones with dx^2 + dy^2" },
    { body:format("3 * R", "i < j"):gsub("own = {}", "own = x"):gsub("    own%[i%] = at\n", ""), "more than need be" },
    { body:format("R", "i ~= j"), "every pair is there twice: count" },
    { body:format("R", "true"), "own neighbour, and every pair is there twice" },
    { body:format("R", "i <= j"), "i and i are no pair" },
    { body:format("R", "i < j and k * l == 0"), "nine cells, not five" },
    { body:format("0.5 * R", "i < j"), "cells must be at least R wide" },
    { "local function pairs_near(x, n, R) local c = 0 for i = 1, n do for j = i + 1, n do local a, b = x[i], x[j] "
      .. "if (a[1] - b[1]) ^ 2 + (a[2] - b[2]) ^ 2 < R ^ 2 then c = c + 1 end end end return c end", "it grows as n^2" },
    { "local function pairs_near(x, n, R) local a, b, c = {}, {}, 0 for i = 1, n do local p = x[i] a[i], b[i] = p[1], p[2] end "
      .. "for i = 1, n do for j = i + 1, n do if (a[i] - a[j]) ^ 2 + (b[i] - b[j]) ^ 2 < R ^ 2 then c = c + 1 end end end "
      .. "return c end", "the time grows as n^2" },
  },
  unknown = { "local function pairs_near() return 9000 end", "it should be" },
}
