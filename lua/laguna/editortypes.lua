-- editortypes.lua: the types of LuaLS, from the parameter rows and words.lua: editors complete and check
-- scenes with them.
local rowtext = require "laguna.rowtext"
local words = require "laguna.words"

local editortypes = {}

local families <const> = rowtext.families
local default <const> = rowtext.default
local range <const> = rowtext.range
local unit <const> = rowtext.unit
local beside_rows <const> = rowtext.beside_rows
local full_name <const> = rowtext.full_name
local columns <const> = 100 -- of the page

local function has_row(kind, name)
  for _, r in ipairs(kind and kind.rows or {}) do
    if r.name == name then return true end
  end
  return false
end

local function type_of(row, kind)
  local types = {
    bool = "boolean", int = "integer", float = "number", vec = "laguna.point", color = "number[]",
    text = "string", file = "string", points = "laguna.point[]", program = "function",
  }
  if row.type == "choice" then return '"' .. row.choices:gsub("|", '"|"') .. '"' end
  if row.name == "set" then return "function|table<string, any>" end
  -- of what begins to move, in the same way
  if row.name == "velocity" and has_row(kind, "set") then return "laguna.point|function" end
  if row.axial then return "number|laguna.point" end
  local name = types[row.type] or "laguna." .. row.type
  return row.list and name .. "[]" or name
end

--- A row on a line of its own; where that is too long its sentence stands above it.
local function field(out, name, kind, doc)
  local line = ("---@field %s %s %s"):format(name, kind, doc)
  if #line <= columns then
    out[#out + 1] = line
    return
  end
  local above = "---"
  for word in doc:gmatch "%S+" do
    if #above + 1 + #word > columns then
      out[#out + 1] = above
      above = "---"
    end
    above = above .. " " .. word
  end
  out[#out + 1] = above
  out[#out + 1] = ("---@field %s %s"):format(name, kind)
end

local function row_doc(row)
  local notes = {}
  if unit(row) ~= "" then notes[#notes + 1] = unit(row) end
  if default(row) ~= "" then
    notes[#notes + 1] = row.required and "required" or "default " .. default(row)
  end
  if range(row) ~= "" and row.type ~= "choice" then notes[#notes + 1] = range(row) end
  return row.doc .. (#notes > 0 and " (" .. table.concat(notes, "; ") .. ")" or "")
end

local function class(out, name, parent)
  out[#out + 1] = ""
  out[#out + 1] = "---@class " .. name .. (parent and ": " .. parent or "")
end

local function section_of(owner)
  for _, section in ipairs(words) do
    if section.owner == owner then return section end
  end
end

local function word_types(out, owner)
  for _, w in ipairs(section_of(owner)) do field(out, w[1], w[2], w[3]) end
end

local function kind_types(out, kind)
  local name = "laguna." .. kind.family .. "." .. kind.name
  class(out, name .. "_options")
  field(out, "name?", "string", "unique in its world")
  for _, o in ipairs(beside_rows[full_name(kind)] or {}) do field(out, o[1], o[2], o[5]) end
  for _, r in ipairs(kind.rows) do
    field(out, r.name .. (r.required and "" or "?"), type_of(r, kind), row_doc(r))
  end
  class(out, name, "laguna." .. kind.family)
  for _, r in ipairs(kind.rows) do field(out, r.name, type_of(r, kind), row_doc(r)) end
  if full_name(kind) == "solver.script" then
    field(out, "[string]", "any", "its parameters and state")
    word_types(out, "script")
  end
end

--- What + - * / and unary minus make of a class with a class of operands.
local function operators(out, owner, operand)
  for _, op in ipairs {
    "add(" .. operand .. ")", "sub(" .. operand .. ")", "mul(number)", "div(number)", "unm",
  } do
    out[#out + 1] = ("---@operator %s: %s"):format(op, owner)
  end
end

local function family_types(out, kinds, family)
  class(out, "laguna." .. family, "laguna.object")
  if family == "field" then operators(out, "laguna.field", "laguna.field") end
  for _, kind in ipairs(kinds) do
    if kind.family == family then kind_types(out, kind) end
  end
  class(out, "laguna." .. family .. "s")
  if family == "material" then
    local fluid = "laguna.material.fluid" -- lg.material { } makes one
    out[#out + 1] = ("---@overload fun(options?: %s_options): %s"):format(fluid, fluid)
  end
  for _, kind in ipairs(kinds) do
    if kind.family == family then
      local name = "laguna." .. family .. "." .. kind.name
      field(out, kind.name, ("fun(options?: %s_options): %s"):format(name, name), kind.doc)
    end
  end
end

local function world_types(out, world)
  class(out, "laguna.world_options")
  for _, o in ipairs(beside_rows["world.world"]) do field(out, o[1], o[2], o[5]) end
  for _, r in ipairs(world.rows) do field(out, r.name .. "?", type_of(r), row_doc(r)) end
  class(out, "laguna.world")
  for _, r in ipairs(world.rows) do field(out, r.name, type_of(r), row_doc(r)) end
  word_types(out, "world")
  word_types(out, "hook")
end

--- What world.view takes: its rows, and what is no row.
local function view_types(out, kinds)
  class(out, "laguna.view")
  for _, kind in ipairs(kinds) do
    for _, r in ipairs(kind.family == "view" and kind.rows or {}) do
      local also = r.name == "background" and "string|" or ""
      field(out, r.name .. "?", also .. type_of(r), row_doc(r))
    end
  end
  field(out, "path?", "{t: number, from?: laguna.point, at?: laguna.point, height?: number}[]",
    "keys, between which the camera goes; t in s, ascending")
end

--- Options of lg.slider and its like: name, type, meaning.
local text <const> = { "[integer]", "string", "the texts" }
local name <const> = { "name", "string", "unique in the scene" }
local doc <const> = { "doc?", "string", "shown when the mouse rests on it" }
local word_options <const> = {
  { "slider", name, { "default?", "number", "where it begins (min)" }, { "min?", "number", "(0)" },
    { "max?", "number", "(1)" }, { "unit?", "string", "shown beside the value" }, doc },
  { "check", { "name", "string", "what is looked at" },
    { "value?", "fun(): number|boolean", "computes it" },
    { "diagnosis?", "string", "in its place: the rule that the doctor should name" },
    { "world?", "laguna.world", "of this one; else of any" },
    { "expect?", "number|boolean", "what it should be" },
    { "within?", "number", "how far from that is fine (1 %)" },
    { "frame?", "integer", "when it is looked at (1)" },
    { "unit?", "string", "shown behind the value" },
    { "hints?", "table", "a list of {when = number or function(value), within =, say = text}" },
    { "otherwise?", "string", "said where no hint fits" } },
  { "ask", name, { "[1]", "string", "the question" },
    { "answer", "number|fun(x: number): boolean", "what is right" },
    { "within?", "number", "how far from it is fine (1 %)" }, { "unit?", "string", "of the answer" },
    { "hints?", "table", "a list of {when = number or function(value), within =, say = text}" },
    { "otherwise?", "string", "said where no hint fits" } },
  { "choice", name, text, { "default?", "string", "the text it begins with (the first)" }, doc },
  { "plot", name, text },
  { "button", name, { "press?", "fun()", "what it does" }, doc },
}
local function widget_options(out)
  for _, word in ipairs(word_options) do
    class(out, "laguna." .. word[1] .. "_options")
    for i = 2, #word do field(out, table.unpack(word[i])) end
  end
end

--- Classes of words alone, and the fields that stand before these.
local any <const> = "number|laguna.vec"
local plain <const> = {
  kernel = {},
  particle = { { "[string]", any, "a column, x, vx, ..." } },
  neighbor = { { "[string]", any, "a column, x, vx, ..." } },
  particles = { { "[string]", "laguna.buffer", "a column" } },
  buffer = { { "[integer]", any, "of one particle" } },
  grid = { { "[integer]", any, "a cell, x fastest" }, { "size", "laguna.vec", "cells along each axis" },
    { "cell", "laguna.vec", "edges of a cell, m" }, { "origin", "laguna.vec", "lower corner, m" },
    { "unit", "string", "of the values" } },
  drawing = {},
}
for _, widget in ipairs { "slider", "choice", "button", "ask", "plot" } do
  plain[widget] = { { "name", "string", "as given" } }
end

local function plain_class(out, owner)
  class(out, "laguna." .. owner)
  for _, row in ipairs(plain[owner]) do field(out, table.unpack(row)) end
  word_types(out, owner)
end

local function value_types(out)
  class(out, "laguna.vec")
  for _, c in ipairs { "x number", "y number", "z? number" } do
    out[#out + 1] = "---@field " .. c
  end
  operators(out, "laguna.vec", "laguna.point")
  word_types(out, "vec")
  class(out, "laguna.object")
  word_types(out, "object")
end

local function stats_types(out, stats)
  class(out, "laguna.stats")
  for _, s in ipairs(stats) do
    field(out, s.name, type_of(s), s.doc .. (unit(s) ~= "" and " (" .. unit(s) .. ")" or ""))
  end
  field(out, "stages", "table<string, number>", "seconds of each stage")
end

local function module_types(out)
  class(out, "laguna.plots")
  out[#out + 1] = "---@overload fun(options: laguna.plot_options): laguna.plot"
  word_types(out, "plots")
  class(out, "laguna.sph")
  word_types(out, "sph")
  class(out, "laguna")
  word_types(out, "lg")
  for _, line in ipairs { "local lg = {}", "", "return lg", "" } do out[#out + 1] = line end
end

function editortypes.page(kinds, stats)
  local out = {
    "---@meta laguna", "-- " .. rowtext.made:gsub("page", "file"), "",
    "---@alias laguna.point laguna.vec|number[]",
  }
  value_types(out)
  for _, family in ipairs(families) do family_types(out, kinds, family) end
  stats_types(out, stats)
  for _, owner in ipairs { "kernel", "particle", "neighbor", "particles", "buffer" } do
    plain_class(out, owner)
  end
  class(out, "laguna.grids")
  field(out, "[string]", "laguna.grid", "a grid of the solver")
  plain_class(out, "grid")
  plain_class(out, "drawing")
  world_types(out, kinds[1])
  view_types(out, kinds)
  widget_options(out)
  for _, owner in ipairs { "slider", "choice", "button", "ask", "plot" } do plain_class(out, owner) end
  module_types(out)
  return { path = "types/laguna.lua", text = table.concat(out, "\n") }
end

return editortypes
