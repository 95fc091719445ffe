-- The reference and the editor's types: every word that there is has its row and the other way
-- round, and every row of every kind is in the pages.
local support = dofile "tests/lua/support.lua"
local lg = support.lg
local core = require "laguna.core"
local words = require "laguna.words"
local reference = require "laguna.reference"

local function described(owner)
  local names = {}
  for _, section in ipairs(words) do
    if section.owner == owner then
      for _, row in ipairs(section) do
        assert.is_nil(names[row[1]], owner .. "." .. row[1] .. " is there twice")
        assert.is_string(row[2])
        assert.matches("%.$", row[3])
        names[row[1]] = true
      end
    end
  end
  return names
end

local function page(path)
  for _, p in ipairs(reference.pages()) do
    if p.path == path then return p.text end
  end
end

describe("words.lua", function()
  local kinds, _, there = core.registry()

  it("describes every name of the module, and no other", function()
    local rows, names = described "lg", {}
    for name in pairs(lg) do names[name] = true end
    assert.same(names, rows) -- a new word of the module needs its row in lua/laguna/words.lua
  end)

  it("describes every property, method and hook, and no other", function()
    for owner, list in pairs(there) do
      local names = {}
      for _, name in ipairs(list) do names[name] = true end
      assert.same(names, described(owner), owner)
    end
  end)

  it("describes every operator of SPH, and no other", function()
    local names = {}
    for name in pairs(lg.sph) do names[name] = true end
    assert.same(names, described "sph")
  end)

  it("describes what widgets do", function()
    local w = require("laguna.widget").new().words
    for owner,
      object in pairs { slider = w.slider { name = "a" }, choice = w.choice { name = "b", "x" },
                                 button = w.button { name = "c" }, plot =
                                   w.plot { name = "d", "y" } } do
      for name in pairs(described(owner)) do assert.is_not_nil(object[name]) end
    end
  end)

  it("has an example of every kind, which runs", function()
    local tried = 0
    for _, kind in ipairs(kinds) do
      for code in page("reference/" .. kind.family .. ".md"):gmatch "\n`(lg%.[%w_.]+ %b{})`\n" do
        local made, why = load("local lg = ... return " .. code)
        assert.is_function(made, why)
        assert.is_not_nil(made(lg), code)
        tried = tried + 1
      end
    end
    assert.is_true(tried >= #kinds)
  end)

  it("lists what a world and a grid solver have beside parameters", function()
    for _, name in ipairs { "bounds", "edges", "solver", "name" } do
      assert.matches("| `" .. name .. "` |", page("reference/world.md"), 1, true)
    end
    assert.matches("| grid | type | unit | meaning |", page("reference/solver.md"), 1, true)
  end)

  it("has every kind with its rows in a page of its family", function()
    for _, kind in ipairs(kinds) do
      local text = page("reference/" .. kind.family .. ".md")
      assert.is_string(text)
      assert.is_truthy(kind.family == "world" or text:find(kind.name, 1, true))
      for _, row in ipairs(kind.rows) do
        assert.is_truthy(text:find("| `" .. row.name .. "` |", 1, true), kind.name .. "."
          .. row.name)
        assert.is_truthy(text:find(row.doc:gsub("|", "\\|"), 1, true), row.doc)
      end
    end
  end)

  it("gives types that are Lua, with every option of every kind", function()
    local text = page "types/laguna.lua"
    assert.is_function(load(text))
    assert.equal("---@meta laguna", text:match "^[^\n]*")
    for _, kind in ipairs(kinds) do
      local class = kind.family == "world" and "laguna.world_options"
        or kind.family == "view" and "laguna.view"
        or ("laguna.%s.%s_options"):format(kind.family, kind.name)
      local body = kind.family ~= "measure"
        and text:match("%-%-%-@class " .. class:gsub("%p", "%%%0") .. "\n(.-)\n\n")
      for _, row in ipairs(body and kind.rows or {}) do
        assert.is_truthy(body:find("---@field " .. row.name .. (row.required and " " or "? "), 1,
          true), class .. "." .. row.name)
      end
      assert.is_truthy(body or kind.family == "measure", class)
    end
  end)

  it("says defaults and ranges as the rows do", function()
    local text = page "reference/emitter.md"
    assert.is_truthy(text:find("| `jitter` | float | 0 | >= 0, <= 1 |", 1, true))
    assert.is_truthy(text:find("| `lattice` | choice | square | square, hex |", 1, true))
    assert.is_truthy(text:find("| `shape` | shape | required |", 1, true))
    assert.is_truthy(
      page "reference/solver.md":find("2.8 in 2-D, 2.3 in 3-D | >= 1.5, <= 6 | spacings |", 1, true))
  end)
end)
