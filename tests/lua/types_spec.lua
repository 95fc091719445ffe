-- The editor's types, read as a language server reads them: each annotation by the grammar of LuaLS,
-- each class declared once and each one named is declared; and every word of lg, of worlds and of
-- options that the project's own scenes use is a field of its class.
local path = "lua/laguna/types/laguna.lua"

-- ---- types: name, "text", fun<T: name>(a: type, ...): type, {a: type, [1]: type}, t[], t?, t|t ----

local known = { number = 1, integer = 1, string = 1, boolean = 1, table = 1, any = 1, ["nil"] = 1,
  ["function"] = 1 }

-- parse(text): the names that it mentions and what is left behind the type; fails with a sentence.
local function parse(text, generic)
  local names, at = {}, 1
  local function skip() at = text:find("%S", at) or #text + 1 end
  local function take(pattern)
    skip()
    local from, to = text:find("^" .. pattern, at)
    if not from then return nil end
    at = to + 1
    return text:sub(from, to)
  end
  local function want(pattern)
    return take(pattern) or error(("%q: %s expected at %d"):format(text, pattern, at), 0)
  end

  local types
  local function list(stop, one)
    if take(stop) then return end
    repeat one() until not take ","
    want(stop)
  end
  local function argument()
    if take "%.%.%." then
      if take ":" then types() end
      return
    end
    want "[%a_][%w_]*"
    take "%?"
    if take ":" then types() end
  end
  local function key()
    if not take "%[[%w_]+%]" then want "[%a_][%w_]*" end
    take "%?"
    want ":"
    types()
  end
  local function returns() -- to the last comma: a function among arguments wants ( ) around it
    repeat
      if not take "%.%.%." then types() end
    until not take ","
  end

  local function one()
    if take '"[^"]*"' then return end
    if take "{" then return list("}", key) end
    if take "%(" then types() want "%)" return end
    local name = want "[%a_][%w_.]*"
    if name == "fun" then
      if take "<" then
        local letter = want "%a"
        generic = { [letter] = true }
        if take ":" then types() end
        want ">"
      end
      want "%("
      list("%)", argument)
      if take ":" then returns() end
    elseif name == "table" and take "<" then
      types() want "," types() want ">"
    elseif not (generic and generic[name]) then
      names[#names + 1] = name
    end
  end
  function types()
    repeat
      one()
      while take "%[%]" or take "%?" do end
    until not take "|"
  end

  types()
  return names, text:sub(at)
end

-- ---- the file -----------------------------------------------------------------------------------

local classes, lines = {}, {}
for line in io.lines(path) do lines[#lines + 1] = line end

-- Calls fn(class, kind of annotation, what follows) for each line that is no prose.
local function each(fn)
  local class
  for n, line in ipairs(lines) do
    local what, rest = line:match "^%-%-%-@(%l+)%s*(.*)$"
    if what == "class" then class = rest:match "^[%w_.]+" end
    if what then fn(class, what, rest, n) end
  end
end

each(function(class, what, rest)
  if what == "class" then
    assert(not classes[class], class .. " is declared twice")
    classes[class] = { parent = rest:match ":%s*([%w_.]+)", fields = {} }
  elseif what == "alias" then
    classes[rest:match "^%S+"] = { fields = {} }
  end
end)

local function field_of(class, name)
  local c = classes[class]
  return c and (c.fields[name] or field_of(c.parent, name))
end

describe("the editor's types", function()
  it("follow the grammar, and name what is declared", function()
    local count = 0
    each(function(class, what, rest, n)
      local where = ("%s:%d: "):format(path, n)
      local kind
      if what == "field" then
        local name, optional, after = rest:match "^(%[?[%w_]+%]?)(%??)%s+(.*)$"
        assert(name, where .. rest)
        assert(not classes[class].fields[name], where .. name .. " stands twice")
        classes[class].fields[name] = after
        kind = after
        count = count + 1
        assert(optional)
      elseif what == "operator" then
        local op, operand, result = rest:match "^(%l+)%(?([%w_.]*)%)?: ([%w_.]+)$"
        assert(op and ("add sub mul div unm"):find(op, 1, true), where .. rest)
        kind = operand == "" and result or operand .. "|" .. result
      elseif what == "class" then
        kind = classes[class].parent
      elseif what == "overload" then
        kind = rest
      elseif what == "alias" then
        kind = rest:match "^%S+%s+(.*)$"
      elseif what == "overload" then
        kind = rest
      else
        assert.equal("meta", what, where)
      end
      for _, name in ipairs(kind and parse(kind) or {}) do
        assert(known[name] or classes[name], where .. "'" .. name .. "' is declared nowhere")
      end
    end)
    assert.is_true(count > 500)
  end)

  it("say no to what is no type", function()
    for _, wrong in ipairs { "fun(a: ): b", "{a number}", "table<string>", "|number", "fun<T(x: T)",
      "fun(f: fun(): number, n: number)" } do
      assert.is_false(pcall(parse, wrong))
    end
  end)

  it("have every word of the project's scenes", function()
    local families = { shape = 1, material = 1, emitter = 1, collider = 1, joint = 1, field = 1, solver = 1 }
    local seen = 0
    local function has(class, name, where)
      seen = seen + 1
      assert(field_of(class, name), ("%s: %s has no %s"):format(where, class, name))
    end
    for file in io.popen("ls examples/*/*.lua examples/lessons/*/*.lua"):lines() do
      local text = io.open(file):read "a"
      if text:find 'lg = require "laguna"' then
        text = text:gsub("%[%[.-%]%]", ""):gsub("%-%-[^\n]*", ""):gsub('"[^"\n]*"', '""')
        for family, kind in text:gmatch "%f[%w_]lg%.([%a_]+)%.?([%a_]*)" do
          has("laguna", family, file)
          if families[family] and kind ~= "" then has("laguna." .. family .. "s", kind, file) end
        end
        for name in text:gmatch "%f[%w_]world[:.]([%a_]+)" do
          -- what a scene keeps on its world is its own
          if text:find("world:" .. name, 1, true) then has("laguna.world", name, file) end
        end
        for family, kind, options in text:gmatch "lg%.(%a+)%.([%a_]+)%s*(%b{})" do
          local flat = options:sub(2, -2):gsub("%b{}", ""):gsub("%b()", ""):gsub("function.*", "")
          for name in flat:gmatch "%f[%w_]([%a_]+)%s*=[^=]" do
            if kind ~= "script" then
              has("laguna." .. family .. "." .. kind .. "_options", name, file)
            end
          end
        end
      end
    end
    assert.is_true(seen > 500, seen)
  end)
end)
