-- core.patterns, whose searches the guard can stop, against Lua's own string functions: the same
-- results and the same messages.
local core = require "laguna.core"
local random = require "laguna.random"
local patterns = core.patterns

local function all(f, ...)
  local got = table.pack(pcall(f, ...))
  if not got[1] then got[2] = got[2]:gsub("^[^:]*:%d+: ", ""):gsub("'%?'", "'x'") end
  return got
end

local function each_of(iterate, text, pattern, init)
  local list = {}
  for a, b, c in iterate(text, pattern, init) do
    list[#list + 1] = { a, b, c }
    if #list > 50 then break end
  end
  return list
end

local function agree(text, pattern, init)
  local where = ("%q with %q from %s"):format(text, pattern, init)
  for _, name in ipairs { "find", "match" } do
    assert.same(all(string[name], text, pattern, init), all(patterns[name], text, pattern, init),
      name .. " of " .. where)
  end
  assert.same(all(each_of, string.gmatch, text, pattern, init),
    all(each_of, patterns.gmatch, text, pattern, init),
    "gmatch of " .. where)
  for _, with in ipairs { "<%0>", "%1", "%2%%", { a = "A", b = false },
                          function(x) return x ~= "b" and "." .. tostring(x) end } do
    assert.same(all(string.gsub, text, pattern, with, init),
      all(patterns.gsub, text, pattern, with, init), "gsub of " .. where)
  end
end

describe("patterns that can be stopped", function()
  it("are Lua's, for what people write", function()
    for _, pattern in ipairs {
      "", ".", "^%s*(.-)%s*$", "(%w+)=(%w+)", "%d+%.?%d*", "[%a_][%w_]*", "%b()", "%f[%w]%w+",
        "()a()", "(a)(b)%2%1", "[^%s,]+",
      "[]]", "[^]]", "[a-]", "[%]x-z]", "a-b", "a?b", "x*", "^a", "a$", "$", "a^", "(.)%1",
        "[%d-]+", "%%", "[a-c-e]", "(()", "(",
      ")", "%", "[", "[a", "[^", "%b", "%bx", "%f", "%fa", "%1", "(%1)", "[%", "[%a",
        "((((((((((((((((((((((((((((((((((a",
      "()()", "%0", } do
      for _, text in ipairs { "", "a", "ab ba", "  key=value, x=1  ", "(a(b)c)", "3.14 and 2",
        "aabb%$]-^", "a\0b" } do
        for _, init in ipairs { 1, 2, 9, -1, -20, 0 } do agree(text, pattern, init) end
      end
    end
  end)

  it("are Lua's, for 5000 random ones", function()
    local draw = random.new(7)
    local atoms =
      { "a", "b", ".", "%a", "%d", "%s", "[ab]", "[^a]", "[a-c%d]", "(", ")", "()", "%1", "%b()",
        "%f[a]", "$", "^",
                    "x", "%", "[" }
    local counts = { "", "", "", "*", "+", "-", "?" }
    for _ = 1, 5000 do
      local pattern, text = {}, {}
      for i = 1, draw(5) do pattern[i] = atoms[draw(#atoms)] .. counts[draw(#counts)] end
      for i = 1, draw(0, 8) do text[i] = ("ab1( )\0x"):sub(draw(8), -1):sub(1, 1) end
      agree(table.concat(text), table.concat(pattern), draw(-3, 5))
    end
  end)

  it("find plain text", function()
    for _, case in ipairs { { "a.b", ".", 1, true }, { "aaab", "ab", 2, true },
      { "abc", "", 4, true }, { "abc", "", 5, true },
                            { "", "", 1, true } } do
      assert.same(all(string.find, table.unpack(case)), all(patterns.find, table.unpack(case)))
    end
  end)
end)
