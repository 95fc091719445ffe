-- reference.lua: `laguna docs`: a Markdown page a family from the parameter rows and words.lua, and
-- the types of LuaLS (editortypes.lua).
local core = require "laguna.core"
local editortypes = require "laguna.editortypes"
local rowtext = require "laguna.rowtext"
local words = require "laguna.words"

local reference = {}

local families <const> = rowtext.families
local made <const> = rowtext.made
local default <const> = rowtext.default
local range <const> = rowtext.range
local unit <const> = rowtext.unit
local list <const> = rowtext.list
local beside_rows <const> = rowtext.beside_rows
local full_name <const> = rowtext.full_name
local chapters <const> = {
  world = "A world owns particles.", shape = "Shapes say where.",
  material = "What particles are made of.", emitter = "Emitters make particles.",
  collider = "Colliders stop particles.", joint = "Joints tie bodies together.", field = "Fields push particles.",
  solver = "One solver makes the particles a fluid.",
  view = "How a world is shown: `world.view = { show = \"surface\", from = {3, 2, 4} }`, and "
    .. "`--view show=surface,from=3,2,4`, which wins. A `path` is a list of keys, "
    .. "`{{ t = 0, from = ..., at = ... }, ...}`, between which the camera goes.",
  measure =
    "What can be measured: `world:measure(name, options)`, `world:gauge(column, name, options)`.",
}

local function kind_name(row)
  return row.axial and "axial" or row.list and row.type .. " list" or row.type
end
local function cell(text) return (text:gsub("|", "\\|")) end

-- ---- examples ----

--- What stands for a reference, a function or a file where an example must have one.
local stands_for <const> = {
  shape = "lg.shape.box {}", field = "lg.field.noise {}", program = "function(p, t) return p.y, -p.x end",
  collider = "lg.collider.body { shape = lg.shape.box {} }", file = '"bunny.obj"', text = '"name"',
  points = "{{0, 0}, {1, 0}, {0.5, 1}}",
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

--- Where an example from the rows would not do.
local written <const> = {
  ["world.world"] =
    "lg.world { bounds = {{0, 0}, {4, 3}}, spacing = 0.02, solver = lg.solver.wcsph {} }",
  ["solver.script"] = "lg.solver.script { step = function(s, dt) s:each(\"fall\", function(p) "
    .. "p.velocity = p.velocity + dt * p.acceleration end) end }",
  ["field.image"] = "lg.field.image { file = \"logo.png\", min = {0, 0}, width = 2 }",
}


local function add_kind(out, kind, title)
  local rows = {}
  out[#out + 1] = "## " .. title
  out[#out + 1] = ""
  out[#out + 1] = kind.doc:gsub("^%l", string.upper):gsub("([^.])$", "%1.")
  out[#out + 1] = ""
  if kind.family ~= "measure" and kind.family ~= "view" then
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
  if kind.family == "world" or kind.name == "fluid" then return "lg." .. kind.family end
  if kind.family == "view" then return "world.view" end
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
  out[#out + 1] = "- [view](view.md): what `world.view` and `--view` know"
  out[#out + 1] = "- [measure](measure.md): what `world:measure` knows"
  out[#out + 1] =
    "- [the Lua words](lua.md): the module, worlds, hooks, buffers, widgets, statistics"
  out[#out + 1] = ""
  return done()
end

--- -> a list of {path (below lua/laguna), text}
function reference.pages()
  local kinds, stats = core.registry()
  local pages = { contents(kinds) }
  for _, family in ipairs { "world", table.unpack(families) } do
    pages[#pages + 1] = family_page(kinds, family)
  end
  pages[#pages + 1] = family_page(kinds, "view")
  pages[#pages + 1] = family_page(kinds, "measure")
  pages[#pages + 1] = lua_page(stats)
  pages[#pages + 1] = editortypes.page(kinds, stats)
  return pages
end

return reference
