-- rowtext.lua: parameter rows as text: defaults, ranges and units, for the pages of the reference
-- (reference.lua) and for the types of editors (editortypes.lua).
local rowtext = {}

rowtext.families = { "shape", "material", "emitter", "collider", "joint", "field", "solver" }
rowtext.made = "Made by `laguna docs` from the parameter rows; change those, not this page."

local function number(x)
  return ("%.6g"):format(x):gsub("e([+-])0*(%d)", "e%1%2"):gsub("e%+", "e")
end

local function choice(row, i)
  for word in row.choices:gmatch "[^|]+" do
    if i == 0 then return word end
    i = i - 1
  end
end

function rowtext.list(values, n)
  local texts = {}
  for k = 1, n do texts[k] = number(values[k]) end
  return "{" .. table.concat(texts, ", ") .. "}"
end

function rowtext.default(row)
  local d = row.default
  if row.required then return "required" end
  if row.by_dim then
    local show = row.type == "choice" and function(v) return choice(row, v) end or number
    return show(d[1]) .. " in 2-D, " .. show(d[2]) .. " in 3-D"
  end
  if row.type == "bool" then return tostring(d[1] ~= 0) end
  if row.type == "int" or row.type == "float" then return number(d[1]) end
  if row.type == "choice" then return choice(row, d[1]) end
  if row.type == "color" then return rowtext.list(d, 4) end
  if row.type == "vec" then return row.axial and number(d[3]) or rowtext.list(d, 3) end
  return ""
end

function rowtext.range(row)
  if row.type == "choice" then return (row.choices:gsub("|", ", ")) end
  local low = row.min and (row.open and "> " or ">= ") .. number(row.min)
  local high = row.max and "<= " .. number(row.max)
  return low and high and low .. ", " .. high or low or high or ""
end

function rowtext.unit(row) return row.unit ~= "1" and row.unit or "" end

--- Options that are no parameters, by kind: name, type for editors, default, unit, meaning.
rowtext.beside_rows = {}

rowtext.beside_rows["world.world"] = {
  { "bounds", "laguna.point[]", "required", "m",
    "two corners, `{{0, 0}, {4, 3}}`: two numbers a corner make a 2-D world (restart)" },
  { "edges?", "string|table<string, string|string[]>", "wall", "",
    '"wall", "open" or "periodic"; by axis, `{x = "periodic"}`, or by side, '
      .. '`{y = {"wall", "open"}}` (restart)' },
  { "solver?", "laguna.solver", "particles", "", "what makes the particles a fluid" },
  { "name?", "string", "world", "", "what `--set` calls it, where a scene returns several" },
}

rowtext.beside_rows["solver.script"] = {
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

--- What beside_rows is asked for.
function rowtext.full_name(kind) return kind.family .. "." .. kind.name end

return rowtext
