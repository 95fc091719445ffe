-- What the house looks like inside, in numbers: a row a folder. Functions are those of C; of Lua and C++ lines alone are counted.
--   lua5.4 tests/bench/house.lua [FOLDER...]            (src and lua)
--   lua5.4 tests/bench/house.lua --outliers [FOLDER...] names what stands out: files over 400 lines, functions over 40, functions
--                                                        of more than ten lines without a paragraph, of 20 without a comment
local outliers = arg[1] == "--outliers" and table.remove(arg, 1)
local folders = #arg > 0 and table.concat(arg, " ") or "src lua"

local rows, order = {}, {}
local function row(folder)
  if not rows[folder] then
    rows[folder] = { files = 0, lines = 0, blank = 0, comment = 0, wide = 0, inside = 0, gaps = 0, words = 0, long = 0, of = {} }
    order[#order + 1] = folder
  end
  return rows[folder]
end

local function say(...) if outliers then print(string.format(...)) end end

-- One function: lines of its body, blank ones and ones that are a comment alone.
local function close(r, file, f)
  r.of[#r.of + 1] = f.lines
  r.inside, r.gaps, r.words = r.inside + f.lines, r.gaps + f.blank, r.words + f.comment
  if f.lines > 40 then
    r.long = r.long + 1
    say("%s:%d: a function of %d lines", file, f.at, f.lines)
  end
  if f.lines >= 20 and f.comment == 0 and f.blank > 0 and not f.list then
    say("%s:%d: %d lines without a comment", file, f.at, f.lines)
  end
  if f.lines > 10 and f.blank == 0 and not f.list then
    say("%s:%d: %d lines without a paragraph", file, f.at, f.lines)
  end
end

local function read(file)
  local r = row(file:match("^(.*)/"))
  local n, comment, f, signature = 0, false, nil, false
  local marks = file:match("%.lua$") and "^%s*%-%-" or "^%s*//"
  for line in io.lines(file) do
    n = n + 1
    local begins = line:match("^%s*/%*") ~= nil
    local alone = comment or begins or line:match(marks) ~= nil
    if begins or comment then comment = not line:match("%*/") end
    if line:match("^%s*$") then r.blank = r.blank + 1 end
    if alone then r.comment = r.comment + 1 end
    if utf8.len(line) and utf8.len(line) > (file:match("%.lua$") and 130 or 100) then
      r.wide = r.wide + 1
      say("%s:%d: %d columns", file, n, utf8.len(line))
    end
    if file:match("%.c$") then
      if f and line == "}" then
        close(r, file, f)
        f = nil
      elseif f then
        f.lines = f.lines + 1
        if line:match("^%s*$") then f.blank = f.blank + 1 elseif alone then f.comment = f.comment + 1 end
        if line:match("^%s*switch ") or line:match("^%s*return %(") then f.list = true end -- one statement, or a table
      else
        signature = (line:match("^[%a_].*%(") ~= nil or signature) and not line:match(";$") and not alone
        if signature and line:match("{$") then
          signature = false
          if not line:match("=") then f = { at = n, lines = 0, blank = 0, comment = 0 } end
        end
      end
    end
  end
  r.files, r.lines = r.files + 1, r.lines + n
  if n > 400 then say("%s: %d lines", file, n) end
end

local list = io.popen("find " .. folders .. " -type f | grep -E '\\.(c|h|cpp|lua)$' | grep -v /types/ | sort")
for file in list:lines() do read(file) end
list:close()

if outliers then return end
print("| folder | files | lines | blank | comments | wide | functions | median | p90 | longest | over 40 | blank | comments |")
print("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|")
local function show(name, r)
  table.sort(r.of)
  local function at(share) return r.of[math.max(math.ceil(#r.of * share), 1)] or 0 end
  local function percent(n, of) return of > 0 and string.format("%.0f %%", 100 * n / of) or "" end
  local format = "| %s | %d | %d | %s | %s | %d | %d | %d | %d | %d | %d | %s | %s |"
  print(format:format(name, r.files, r.lines, percent(r.blank, r.lines), percent(r.comment, r.lines), r.wide, #r.of,
    at(0.5), at(0.9), at(1), r.long, percent(r.gaps, r.inside), percent(r.words, r.inside)))
end
local all = row("all")
for _, name in ipairs(order) do
  if name ~= "all" then
    for key, value in pairs(rows[name]) do
      if key == "of" then table.move(value, 1, #value, #all.of + 1, all.of) else all[key] = all[key] + value end
    end
    show(name, rows[name])
  end
end
show("**all**", all)
