local own <const>, others <const> = "p.V * p.heat * p.W0", "p:sum(function(q) return q.V * q.heat * q.W end)"
local weights <const> = "(p.V * p.W0 + p:sum(function(q) return q.V * q.W end))"
local function functions(smooth, shepard)
  return ("local function smooth(p) return %s end\nlocal function shepard(p) return %s end"):format(smooth, shepard)
end
local right <const> = own .. " + " .. others
local divided <const> = ("(%s) / %s"):format(right, weights)
return {
  solution = functions(right, divided),
  right = {
    [[
local function mean(p, f) return p.V * f(p) * p.W0 + p:sum(function(q) return q.V * f(q) * q.W end) end
local function heat(a) return a.heat end
local function smooth(p) return mean(p, heat) end
local function shepard(p) return mean(p, heat) / mean(p, function() return 1 end) end]],
    ("local function smooth(p) return %s end\n"):format(right) .. [[
local function shepard(p)
  local one = p.V * p.W0 + p:sum(function(q) return q.V * q.W end)
  return p.heat + p:sum(function(q) return (q.heat - p.heat) * q.V * q.W end) / one
end]],
  },
  mistakes = {
    { functions("p.V * p.heat + " .. others, divided), "the particle itself is weighed, too" },
    { functions(right:gsub("%.V", ".mass"), divided), "that is with the mass" },
    { functions(right:gsub("q.heat %* ", ""), divided), "only p adds its heat" },
    { functions(right:gsub("q.heat", "q.heat * p.heat"), divided), "its own heat once" },
    { functions(divided, divided), "the plain sum is not divided" },
    { functions("p.heat", divided), "this is the particle's own heat: add up" },
    { functions(right, ("%s / %s"):format(others, weights)), "missing above the line" },
    { functions(right, ("(%s) / %s"):format(right, weights:gsub("%f[%w][pq]%.V %* ", ""))), "the volumes are missing below" },
    { functions(others, divided), "the particle itself is missing: p.V p.heat" },
    { functions("p.heat * p.W0 + p:sum(function(q) return q.heat * q.W end)", divided), "the volume is missing" },
    { functions(("p.V * (%s)"):format(right), divided), "V is there twice" },
    { functions("p.V * (p.heat * p.W0 + p:sum(function(q) return q.heat * q.W end))", divided), "rho of j and not of i" },
    { functions("p.V0 * (p.heat * p.W0 + p:sum(function(q) return q.heat * q.W end))", divided), "all with the same volume" },
    { functions(right, right), "this is the plain sum: divide" },
    { functions(right, ("(%s) / p:sum(function(q) return q.V * q.W end)"):format(right)), "missing below the line" },
    { functions(right, weights .. " / (" .. right .. ")"), "upside down" },
    { functions("p.heat * " .. weights, divided), "the neighbour's that counts" },
    { functions(right, "p.heat"), "no mean of its neighbours'" },
    { functions("nil", divided), "is there a `return` on every way" },
  },
  unknown = { functions(("0.8 * (%s)"):format(right), divided), "it should be 2, within 0.01" },
}
