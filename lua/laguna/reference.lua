-- reference.lua: `laguna docs`: a Markdown page a family and the types of LuaLS, from the parameter
-- rows and words.lua.
local core = require "laguna.core"
local words = require "laguna.words"

local reference = {}

local families <const> = { "shape", "material", "emitter", "collider", "field", "solver" }
local chapters <const> = {
  world = "A world owns particles.", shape = "Shapes say where.",
  material = "What particles are made of.", emitter = "Emitters make particles.",
  collider = "Colliders stop particles.", field = "Fields push particles.",
  solver = "One solver makes the particles a fluid.",
  measure =
    "What can be measured: `world:measure(name, options)`, `world:gauge(column, name, options)`.",
}
local columns <const> = 100 -- of a page of types
local made <const> = "Made by `laguna docs` from the parameter rows; change those, not this page."

-- ---- values as text ----

local function number(x)
  return ("%.6g"):format(x):gsub("e([+-])0*(%d)", "e%1%2"):gsub("e%+", "e")
end

local function choice(row, i)
  for word in row.choices:gmatch "[^|]+" do
    if i == 0 then return word end
    i = i - 1
  end
end

local function list(values, n)
  local texts = {}
  for k = 1, n do texts[k] = number(values[k]) end
  return "{" .. table.concat(texts, ", ") .. "}"
end

local function default(row)
  local d = row.default
  if row.required then return "required" end
  if row.by_dim then
    local show = row.type == "choice" and function(v) return choice(row, v) end or number
    return show(d[1]) .. " in 2-D, " .. show(d[2]) .. " in 3-D"
  end
  if row.type == "bool" then return tostring(d[1] ~= 0) end
  if row.type == "int" or row.type == "float" then return number(d[1]) end
  if row.type == "choice" then return choice(row, d[1]) end
  if row.type == "color" then return list(d, 4) end
  if row.type == "vec" then return row.axial and number(d[3]) or list(d, 3) end
  return ""
end

local function range(row)
  if row.type == "choice" then return (row.choices:gsub("|", ", ")) end
  local low = row.min and (row.open and "> " or ">= ") .. number(row.min)
  local high = row.max and "<= " .. number(row.max)
  return low and high and low .. ", " .. high or low or high or ""
end

local function unit(row) return row.unit ~= "1" and row.unit or "" end
local function kind_name(row)
  return row.axial and "axial" or row.list and row.type .. " list" or row.type
end
local function cell(text) return (text:gsub("|", "\\|")) end

-- ---- examples ----

--- What stands for a reference, a function or a file where an example must have one.
local stands_for <const> = {
  shape = "lg.shape.box {}", field = "lg.field.noise {}", program = "function(p, t) return p.y, -p.x end",
  collider = "lg.collider.solid { shape = lg.shape.box {} }", file = '"bunny.obj"', text = '"name"',
}

--- Writes a constructor: what is required, then the first parameters with their defaults.
local function example(kind, title)
  local options = {}
  for _, r in ipairs(kind.rows) do
    local value = r.required and stands_for[r.type]
    if value and r.list then value = "{ " .. value .. ", lg.shape.sphere {} }" end
    if r.required then options[#options + 1] = r.name .. " = " .. (value or "{0, 1}") end
  end
  for _, r in ipairs(kind.rows) do
    local plain = r.type == "float" or r.type == "int" or r.type == "bool" or r.type == "choice"
    local vector = r.type == "vec" and not r.axial and r.name ~= "translation" -- of all shapes
    if #options < 3 and not r.required and not r.by_dim and (plain or vector) then
      local value = vector and list(r.default, 2) or default(r)
      options[#options + 1] = r.name .. " = " .. (r.type == "choice" and '"' .. value .. '"' or value)
    end
  end
  if #options == 0 then return title .. " {}" end
  return title .. " { " .. table.concat(options, ", ") .. " }"
end

-- ---- pages ----

local function table_of(out, head, rows)
  out[#out + 1] = "| " .. table.concat(head, " | ") .. " |"
  out[#out + 1] = ("|---"):rep(#head) .. "|"
  for _, cells in ipairs(rows) do
    for i, text in ipairs(cells) do cells[i] = cell(text) end
    out[#out + 1] = "| " .. table.concat(cells, " | ") .. " |"
  end
  out[#out + 1] = ""
end

--- Options that are no parameters, by kind: name, type for editors, default, unit, meaning.
local beside_rows <const> = {}

beside_rows["world.world"] = {
  { "bounds", "laguna.point[]", "required", "m",
    "two corners, `{{0, 0}, {4, 3}}`: two numbers a corner make a 2-D world (restart)" },
  { "edges?", "string|table<string, string|string[]>", "wall", "",
    '"wall", "open" or "periodic"; by axis, `{x = "periodic"}`, or by side, '
      .. '`{y = {"wall", "open"}}` (restart)' },
  { "solver?", "laguna.solver", "particles", "", "what makes the particles a fluid" },
  { "name?", "string", "world", "", "what `--set` calls it, where a scene returns several" },
}

beside_rows["solver.script"] = {
  { "step", "fun(s: laguna.solver.script, dt: number)", "required", "s",
    "a sub-step: stages `s:each(name, f)`, the last of which stores `p.velocity`" },
  { "max_dt?", "fun(s: laguna.solver.script, left: number): number?", "", "s",
    "the longest sub-step now; half a spacing at the fastest particle's speed is the most" },
  { "columns?", "table<string, string|table>", "", "",
    'by name its unit, `"kg/m3"`, or `{unit = "m", vector = true, doc = "..."}`; bodies are pushed '
      .. "by what `pressure` and `density` say, and statistics show the error of `density`" },
  { "parameters?", "table<string, number|boolean|table>", "", "",
    "by name a number, a boolean or `{10, min = 0, max = 40, unit = \"m\", doc = \"...\"}`: "
      .. "`s.name`, `--set solver.name=20`, sliders of the panel; one that there is gets another default" },
  { "state?", "table<string, number>", "", "",
    "by name a number that `s` remembers, `s.name = 3`; saved with the world" },
}

--- Where an example from the rows would not do.
local written <const> = {
  ["world.world"] =
    "lg.world { bounds = {{0, 0}, {4, 3}}, spacing = 0.02, solver = lg.solver.wcsph {} }",
  ["solver.script"] = "lg.solver.script { step = function(s, dt) s:each(\"fall\", function(p) "
    .. "p.velocity = p.velocity + dt * p.acceleration end) end }",
}

local function full_name(kind) return kind.family .. "." .. kind.name end

local function add_kind(out, kind, title)
  local rows = {}
  out[#out + 1] = "## " .. title
  out[#out + 1] = ""
  out[#out + 1] = kind.doc:gsub("^%l", string.upper):gsub("([^.])$", "%1.")
  out[#out + 1] = ""
  if kind.family ~= "measure" then
    out[#out + 1] = "`" .. (written[full_name(kind)] or example(kind, title)) .. "`"
    out[#out + 1] = ""
  end
  for i, o in ipairs(beside_rows[full_name(kind)] or {}) do
    rows[i] = { "`" .. o[1]:gsub("%?", "") .. "`", "", o[3], "", o[4], o[5] }
  end
  for _, r in ipairs(kind.rows) do
    local meaning = r.doc .. (r.restart and " (restart)" or "")
    rows[#rows + 1] = { "`" .. r.name .. "`", kind_name(r), default(r), range(r), unit(r), meaning }
  end
  if #rows > 0 then
    table_of(out, { "parameter", "type", "default", "range", "unit", "meaning" }, rows)
  end
  local kept = {}
  for i, c in ipairs(kind.columns) do
    kept[i] = { "`" .. c.name .. "`", c.type, unit(c), c.doc }
  end
  if #kept > 0 then table_of(out, { "column", "type", "unit", "meaning" }, kept) end
  local grids = {}
  for i, g in ipairs(kind.grids) do grids[i] = { "`" .. g.name .. "`", g.type, unit(g), g.doc } end
  if #grids > 0 then table_of(out, { "grid", "type", "unit", "meaning" }, grids) end
end

local function page(path, title, lead)
  local out = { "# " .. title, "", lead, "", made, "" }
  return out, function() return { path = "reference/" .. path, text = table.concat(out, "\n") } end
end

local function title_of(kind)
  if kind.family == "world" or kind.family == "material" then return "lg." .. kind.family end
  return kind.family == "measure" and kind.name or "lg." .. kind.family .. "." .. kind.name
end

local function family_page(kinds, family)
  local title = family:gsub("^%l", string.upper) .. (family == "world" and "" or "s")
  local out, done = page(family .. ".md", title, chapters[family])
  for _, kind in ipairs(kinds) do
    if kind.family == family then add_kind(out, kind, title_of(kind)) end
  end
  return done()
end

local function add_words(out, section)
  local rows = {}
  out[#out + 1] = "## " .. section.title
  out[#out + 1] = ""
  out[#out + 1] = section.doc
  out[#out + 1] = ""
  for i, w in ipairs(section) do
    rows[i] = { "`" .. (w[4] or section.owner .. "." .. w[1]) .. "`", w[3] }
  end
  table_of(out, { "word", "meaning" }, rows)
end

local function lua_page(stats)
  local lead = "Everything is in the module; there are no globals."
  local out, done = page("lua.md", "The Lua words", lead)
  for _, section in ipairs(words) do add_words(out, section) end
  local rows = {}
  for i, s in ipairs(stats) do rows[i] = { "`" .. s.name .. "`", s.type, unit(s), s.doc } end
  out[#out + 1] = "## Statistics"
  out[#out + 1] = ""
  out[#out + 1] = "Of `world.stats`, `--stats` and `--json`; `world.stats.stages` has the seconds "
    .. "of each stage by name."
  out[#out + 1] = ""
  table_of(out, { "name", "type", "unit", "meaning" }, rows)
  return done()
end

local function contents(kinds)
  local lead = "From the rows that `lg_set`, the panel and `--set` read too."
  local out, done = page("README.md", "Reference", lead)
  for _, family in ipairs { "world", table.unpack(families) } do
    local names = {}
    for _, kind in ipairs(kinds) do
      if kind.family == family then names[#names + 1] = kind.name end
    end
    out[#out + 1] =
      ("- [%s](%s.md): %s"):format(family, family, family == "world" and "`lg.world`"
        or table.concat(names, ", "))
  end
  out[#out + 1] = "- [measure](measure.md): what `world:measure` knows"
  out[#out + 1] =
    "- [the Lua words](lua.md): the module, worlds, hooks, buffers, widgets, statistics"
  out[#out + 1] = ""
  return done()
end

-- ---- types for LuaLS ----

local function type_of(row)
  local types = {
    bool = "boolean", int = "integer", float = "number", vec = "laguna.point", color = "number[]",
    text = "string", file = "string", program = "function",
  }
  if row.type == "choice" then return '"' .. row.choices:gsub("|", '"|"') .. '"' end
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
    field(out, r.name .. (r.required and "" or "?"), type_of(r), row_doc(r))
  end
  class(out, name, "laguna." .. kind.family)
  for _, r in ipairs(kind.rows) do field(out, r.name, type_of(r), row_doc(r)) end
  if full_name(kind) == "solver.script" then
    field(out, "[string]", "any", "its parameters and state")
    word_types(out, "script")
  end
end

local function family_types(out, kinds, family)
  class(out, "laguna." .. family, "laguna.object")
  for _, kind in ipairs(kinds) do
    if kind.family == family then kind_types(out, kind) end
  end
  class(out, "laguna." .. family .. "s")
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

local function widget_options(out)
  class(out, "laguna.slider_options")
  field(out, "name", "string", "unique in the scene")
  field(out, "default?", "number", "where it begins (min)")
  field(out, "min?", "number", "(0)")
  field(out, "max?", "number", "(1)")
  field(out, "unit?", "string", "shown beside the value")
  field(out, "doc?", "string", "shown when the mouse rests on it")
  class(out, "laguna.check_options")
  field(out, "name", "string", "what is looked at")
  field(out, "value", "fun(): number|boolean", "computes it")
  field(out, "expect", "number|boolean", "what it should be")
  field(out, "within", "number?", "how far from that is fine (1 %)")
  field(out, "frame", "integer?", "when it is looked at (1)")
  field(out, "unit", "string?", "shown behind the value")
  field(out, "hints", "table?", "a list of {when = number or function(value), within =, say = text}")
  field(out, "otherwise", "string?", "said where no hint fits")
  for _, name in ipairs { "choice", "plot", "button" } do
    class(out, "laguna." .. name .. "_options")
    field(out, "name", "string", "unique in the scene")
    if name == "button" then field(out, "press?", "fun()", "what it does") else field(out,
      "[integer]", "string", "the texts") end
    if name == "choice" then
      field(out, "default?", "string", "the text it begins with (the first)")
    end
    if name ~= "plot" then field(out, "doc?", "string", "shown when the mouse rests on it") end
  end
end

local function types_page(kinds, stats)
  local out = {
    "---@meta laguna", "-- " .. made:gsub("page", "file"), "",
    "---@alias laguna.point laguna.vec|number[]",
  }
  class(out, "laguna.vec")
  for _, c in ipairs { "x number", "y number", "z? number" } do
    out[#out + 1] = "---@field " .. c
  end
  word_types(out, "vec")
  class(out, "laguna.object")
  word_types(out, "object")
  for _, family in ipairs(families) do family_types(out, kinds, family) end
  class(out, "laguna.stats")
  for _, s in ipairs(stats) do
    field(out, s.name, type_of(s), s.doc .. (unit(s) ~= "" and " (" .. unit(s) .. ")" or ""))
  end
  field(out, "stages", "table<string, number>", "seconds of each stage")
  for _, owner in ipairs { "particle", "neighbor" } do
    class(out, "laguna." .. owner)
    field(out, "[string]", "number|laguna.vec", "a column, x, vx, ...")
    word_types(out, owner)
  end
  class(out, "laguna.particles")
  field(out, "[string]", "laguna.buffer", "a column")
  word_types(out, "particles")
  class(out, "laguna.buffer")
  field(out, "[integer]", "number|laguna.vec", "of one particle")
  word_types(out, "buffer")
  class(out, "laguna.grids")
  field(out, "[string]", "laguna.grid", "a grid of the solver")
  class(out, "laguna.grid")
  field(out, "[integer]", "number|laguna.vec", "a cell, x fastest")
  for _, row in ipairs { { "size", "laguna.vec", "cells along each axis" },
    { "cell", "laguna.vec", "edges of a cell, m" },
                         { "origin", "laguna.vec", "lower corner, m" },
                           { "unit", "string", "of the values" } } do
    field(out, row[1], row[2], row[3])
  end
  word_types(out, "grid")
  class(out, "laguna.drawing")
  word_types(out, "drawing")
  world_types(out, kinds[1])
  widget_options(out)
  for _, owner in ipairs { "slider", "choice", "button", "plot" } do
    class(out, "laguna." .. owner)
    field(out, "name", "string", "as given")
    word_types(out, owner)
  end
  class(out, "laguna.sph")
  word_types(out, "sph")
  class(out, "laguna")
  word_types(out, "lg")
  out[#out + 1] = "local lg = {}"
  out[#out + 1] = ""
  out[#out + 1] = "return lg"
  out[#out + 1] = ""
  return { path = "types/laguna.lua", text = table.concat(out, "\n") }
end

--- -> a list of {path (below lua/laguna), text}
function reference.pages()
  local kinds, stats = core.registry()
  local pages = { contents(kinds) }
  for _, family in ipairs { "world", table.unpack(families) } do
    pages[#pages + 1] = family_page(kinds, family)
  end
  pages[#pages + 1] = family_page(kinds, "measure")
  pages[#pages + 1] = lua_page(stats)
  pages[#pages + 1] = types_page(kinds, stats)
  return pages
end

return reference
