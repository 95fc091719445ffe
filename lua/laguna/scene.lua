-- scene.lua: runs scene files, for the program and for lg.load.
local carry = require "laguna.carry"
local compare = require "laguna.compare"
local console = require "laguna.console"
local core = require "laguna.core"
local hand = require "laguna.hand"
local override = require "laguna.override"
local random = require "laguna.random"
local sandbox = require "laguna.sandbox"
local trace = require "laguna.trace"
local widget = require "laguna.widget"

local scene = {}

-- ---- the table that scripts call lg ----

local function names_of(lg)
  local names = {}
  for name in next, lg do names[#names + 1] = name end
  table.sort(names)
  return names
end

--- Makes an unknown lg.name an error that says which name was meant.
function scene.seal(lg)
  local function unknown(_, name)
    error(("lg: unknown name '%s'%s"):format(name, core.meant(tostring(name), names_of(lg))), 3)
  end
  local function closed(_, name)
    error(("lg: '%s' cannot be assigned; keep your own values in locals"):format(name), 2)
  end
  return setmetatable({}, {
    __index = function(_, name)
      local value = lg[name]
      if value == nil then unknown(_, name) end
      return value
    end,
    __newindex = closed,
    __pairs = function() return sandbox.pairs(lg) end,
    __metatable = false,
  })
end

-- ---- files ----

local function folder_of(path) return path:match("^(.*/)[^/]*$") or "" end

local outside <const> = "is outside the scene's folder; run the program with --trust to open it"

--- `folder`: the file must lie below it, not behind a link, and be one.
local function read(path, folder)
  core.reads(path)
  local taken = core.text(path)
  if taken ~= nil then return taken or nil, "it is not among the files of this take" end
  if folder and core.leaves(folder, path:sub(#folder + 1)) then
    return nil, outside
  end
  local file, why = io.open(path, "rb")
  if not file then return nil, why end
  local text, problem = file:read("a")
  file:close()
  return text, problem
end

--- The scene's first comment line, else its file name.
local function title_of(text, path)
  local line = text:match("^#![^\n]*\n%s*%-%-+[ \t]*([^\n]-)[ \t\r]*\n")
    or text:match("^%s*%-%-+[ \t]*([^\n]-)[ \t\r]*\n")
  return line and line ~= "" and not line:find("^%[%[") and line or path:match("[^/]*$")
end

--- "-- budget: hook=2000", among the comment lines that the file begins with.
local function read_budget(text, path)
  local number = 0
  for line in text:gmatch "([^\n]*)\n" do
    number = number + 1
    if not line:find "^%-%-" and not line:find "^#!" then return end
    local list = line:match "^%-%-%s*budget:%s*(.-)%s*$"
    local why = list and core.budget(list)
    if why then error(("%s:%d: %s"):format(path, number, why), 0) end
  end
end

--- What the program wrote itself is no script, and Lua would call it a syntax error.
local function foreign(text, path)
  local what, does
  if text:find "^LGSAVE%d" then what, does = "a checkpoint", "goes on from it"
  elseif text:find "^laguna take %d" then what, does = "a take", "plays it again"
  elseif text:find("\0", 1, true) and not text:find "^\27" then
    return ("%s: it is no text, but bytes; give the Lua file of a scene here"):format(path)
  end
  return what and ("%s: it is %s, not a scene: give the Lua file of its scene here (`laguna run %s` %s)"):format(
    path, what, path, does)
end

local function compile(text, path, env)
  local chunk, why = load(text:gsub("^#[^\n]*", "--"), "@" .. path, "t", env)
  if chunk then return chunk end
  local strange = foreign(text, path)
  if strange then error(strange, 0) end

  -- 2 (x + 1) and 2x, as on paper
  local paper = why:find "expected near '%('$" and not why:find "<name> expected"
    or why:find ": syntax error near '[-+*/^]'$" or why:find ": malformed number near '[%d.]+%a"
  error(paper and why .. ": is a `*` missing?" or why, 0)
end

--- require of a scene: laguna, and Lua files beside the scene, in its own environment.
local function requirer(folder, env_of, lg, trust)
  local loaded = { laguna = lg }
  return core.word(function(name)
    if loaded[name] ~= nil then return loaded[name] end
    if type(name) ~= "string" then
      error("require: expects the name of a module, got " .. type(name), 3)
    end
    local path = folder .. name:gsub("%.", "/") .. ".lua"
    local text, why
    if not name:find("[/\\]") then text, why = read(path, not trust and folder) end
    if not text then
      if trust then return require(name) end
      if why == outside then error(("require: '%s' %s"):format(path:sub(#folder + 1), why), 3) end
      error(("require: there is no module '%s': no file '%s'"):format(name, path), 3)
    end
    loaded[name] = true
    local result = compile(text, path, env_of())(name, path)
    if result ~= nil then loaded[name] = result end
    return loaded[name]
  end)
end

-- ---- running ----

--- What a scene sees as lg: the module, with random numbers and widgets of its own and paths
--- relative to its folder.
local function own_lg(folder, draw, seed, options)
  local own = { random = draw, seed = seed, keep = options.again and carry.keep_again or nil }
  for name, value in pairs(options.widgets.words) do own[name] = value end
  for name, value in pairs(require "laguna") do
    if own[name] == nil then own[name] = value end
  end
  own.load = core.word(function(path)
    if type(path) == "string" and (not options.trust or not path:find "^/") then path = folder .. path end
    return scene.load(path, options, not options.trust and folder)
  end)
  return scene.seal(own)
end

local function say(...)
  local words = table.pack(...)
  for i = 1, words.n do words[i] = tostring(words[i]) end
  core.say(table.concat(words, "\t"))
end

local function returned(...)
  local got = table.pack(...)
  if got.n == 0 then return "nothing" end
  for i = 1, got.n do
    local world, open = core.is_world(got[i])
    if not world then return "a value that is no world: " .. type(got[i]) end
    if not open then return "a world that was closed" end
  end
end

local function run(path, text, options)
  local folder = folder_of(path)
  local draw, seed, state = random.new(options.seed or 0)
  carry.part((options.again and "again " or "random ") .. path, state, state)
  draw = trace.random(draw)
  local lg = own_lg(folder, draw, seed, options)
  local env
  env = sandbox.new(_G, {
    trust = options.trust, random = draw, seed = seed, print = options.print,
    require = requirer(folder, function() return env end, lg, options.trust),
  })
  local before = {
    folder = core.exchange("folder", folder), view = core.exchange("view", options.widgets.view),
    confined = core.exchange("confined", not options.trust),
  }
  local back <close> = setmetatable({}, { __close = function()
    for _, name in ipairs { "folder", "view", "confined" } do core.exchange(name, before[name]) end
  end })
  local worlds = table.pack(compile(text, path, env)())
  local wrong = returned(table.unpack(worlds, 1, worlds.n))
  if wrong then
    error(("%s: a scene ends with `return world` (or `return a, b`); this one returned %s"):format(
      path, wrong), 0)
  end
  worlds.n = nil
  for i, world in ipairs(worlds) do
    core.rename(world, #worlds > 1 and "world" .. i or "world")
  end
  return worlds, console.new(env, lg, worlds)
end

local function begin(worlds)
  for _, world in ipairs(worlds) do core.begin(world) end
end

-- ---- A/B ----

--- The other scene, or the same once more, with --set, then --against on top of it. Its sliders are those
--- of the first.
local function run_other(path, text, options, sets)
  local own = override.parse(options.against, "against")
  local other = options.other or path
  core.exchange("folder", folder_of(other))
  core.exchange("prepare", function(made)
    sets.prepare(made)
    own.prepare(made)
  end)
  local more = setmetatable({ again = true, widgets = widget.new(own.widgets, options.widgets) }, { __index = options })
  own.made = more.widgets
  local source = text
  if options.other then
    local why
    source, why = read(other)
    if not source then
      error(("cannot read the scene '%s': %s"):format(other, (why or ""):gsub("^.*: ", "")), 0)
    end
  end
  local worlds = run(other, source, more)
  return { worlds = worlds, path = other, apply = function(list)
    own.apply(list, more.widgets)
  end }
end

--- Of two files their names; of one what B is set to, unless that is another solver, which is told all the
--- same.
local function titles_of(path, options)
  if options.other then return { "A: " .. path:match "[^/]*$", "B: " .. options.other:match "[^/]*$" } end
  local list = table.concat(options.against, ", ")
  if list:find "^solver=" and not list:find "%." then return {} end
  return { "A", "B: " .. list }
end

local function beside(worlds, other, word, titles)
  for _, list in ipairs { worlds, other.worlds } do
    if #list > 1 then
      error(("A/B: a scene that returns %d worlds shows them beside each other already"):format(#list), 0)
    end
  end
  other.apply(other.worlds)
  if titles[1] then
    compare.entitle(worlds[1], titles[1])
    compare.entitle(other.worlds[1], titles[2])
  end
  return table.pack(word(worlds[1], other.worlds[1]))
end

--- For the program: title, worlds, widgets, console. options: trust, sets (a list of
--- "name.param=value"), seed, carried (of carry.pack), lint (the worlds do not begin).
function scene.run(path, options)
  local text, why = read(path)
  if not text then
    error(("cannot read the scene '%s': %s"):format(path, (why or ""):gsub("^.*: ", "")), 0)
  end
  core.identify(text)
  -- Of the state for good: hooks, too, make worlds and call lg.plugin.
  core.exchange("folder", folder_of(path))
  core.exchange("confined", not options.trust)
  read_budget(text, path)
  local sets = override.parse(options.sets)
  core.exchange("prepare", sets.prepare)
  options.print = say
  carry.begin(options.carried)
  options.widgets = widget.new(sets.widgets)
  sets.made = options.widgets
  options.widgets.silent = options.lesson -- checks
  local worlds, evaluate = run(path, text, options)
  options.widgets.worlds = worlds
  options.widgets.names = console.names()
  widget.point(options.widgets, text, path)
  local other = options.against and run_other(path, text, options, sets)
  core.exchange("prepare", nil)
  sets.apply(worlds, options.widgets)
  if other then
    sets.apply(other.worlds, options.widgets)
    worlds = beside(worlds, other, options.widgets.words.compare, titles_of(path, options))
    options.widgets.worlds = worlds
  end
  hand.carry(worlds)
  carry.finish()
  override.show(options.views, worlds)
  if not options.lint then begin(worlds) end
  return title_of(text, path), worlds, options.widgets, evaluate
end

--- lg.load(path) -> the worlds that the scene returns. The file runs in an environment of its own,
--- with the rights of whoever loads it: in stock Lua all of them. `folder`: it must lie there. Errors
--- stand at the line that called the word (core.word).
function scene.load(path, options, folder)
  if type(path) ~= "string" then
    error(("load: expects the path of a scene, got %s"):format(type(path)), 3)
  end
  local text, why = read(path, folder)
  if why == outside then error(("load: '%s' %s"):format(path:sub(#folder + 1), why), 3) end
  if not text then
    error(("load: cannot read the scene '%s': %s"):format(path, (why or ""):gsub("^.*: ", "")), 3)
  end
  local worlds = run(path, text, options or { trust = true, print = print, widgets = widget.new() })
  begin(worlds)
  return table.unpack(worlds)
end

return scene
