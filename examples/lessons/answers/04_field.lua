local own <const>, others <const> = "p.V * p.heat * p.W0", "p:sum(function(q) return q.V * q.heat * q.W end)"
local weights <const> = "(p.V * p.W0 + p:sum(function(q) return q.V * q.W end))"
local function functions(smooth, shepard)
  return ("local function smooth(p) return %s end\nlocal function shepard(p) return %s end"):format(smooth, shepard)
end
local right <const> = own .. " + " .. others
local divided <const> = ("(%s) / %s"):format(right, weights)
return {
  solution = functions(right, divided),
  mistakes = {
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
  unknown = { functions(("0.8 * (%s)"):format(right), divided), "it should be 1, within 0.005" },
}
