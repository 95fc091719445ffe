-- lesson.lua: lg.note, lg.check and lg.ask: what a lesson says and asks, and how it looks at the answers
-- of whoever learns. A check has a value that the scene computes, what it should be, and hints: the
-- numbers that classic mistakes bring about ("fingerprints"), each with a sentence. A question is a
-- check whose value a person gives. Records hang on the set of the scene's widgets;
-- bind/scene/widget.c hands them to the program.
local carry = require "laguna.carry"
local core = require "laguna.core"

local lesson = { source = debug.getinfo(1, "S").source }

local types <const> = {
  check = {
    name = "string", value = "function", within = "number", frame = "number", unit = "string",
    hints = "table", otherwise = "string", diagnosis = "string", world = "userdata", expect = "number or boolean",
  },
  ask = {
    name = "string", within = "number", unit = "string", hints = "table", otherwise = "string",
    answer = "number or function",
  },
}
local examples <const> = {
  check = "name = \"...\", value = function() end",
  ask = "name = \"mass\", \"How heavy is it?\", answer = 0.4",
}

local function fail(format, ...) error(format:format(...), 4) end -- at the script that called the word

local function check_options(word, options)
  if type(options) ~= "table" then
    fail("%s: expects one table of options, lg.%s { %s }", word, word, examples[word])
  end
  local names = {}
  for name in pairs(types[word]) do names[#names + 1] = name end
  table.sort(names)
  for name, value in pairs(options) do
    local wanted = types[word][name] or word == "ask" and name == 1 and "string"
    if not wanted then
      fail("%s: unknown option '%s'%s", word, tostring(name), core.meant(tostring(name), names))
    end
    if not wanted:find(type(value), 1, true) then
      local which = name == 1 and "the question" or ("option '%s'"):format(name)
      fail("%s: %s must be a %s, got %s", word, which, wanted, type(value))
    end
  end
  local required = word == "ask" and "answer" or not options.diagnosis and "value"
  for _, name in ipairs { "name", required or nil } do
    if options[name] == nil then fail("%s: option '%s' is required", word, name) end
  end
  if required == "value" and options.expect == nil then
    fail("check '%s': expect must be a number or a boolean, got nil", options.name)
  end
  if word == "ask" and not options[1] then
    fail("ask '%s': there is no question, lg.ask { %s }", options.name, examples.ask)
  end
end

local function check_hints(word, name, hints)
  for i, hint in ipairs(hints) do
    local when = type(hint) == "table" and type(hint.when)
    if when ~= "number" and when ~= "function" or type(hint.say) ~= "string" then
      error(("%s '%s': hint %d must be {when = number or function, say = \"...\"}"):format(word, name, i), 3)
    end
  end
end

--- What the doctor has said so far, of one world or of all: the names of its rules.
local function told(set, world)
  if not set.diagnoses then error("the doctor is not here: laguna lesson FILE asks it", 0) end
  local rules = {}
  for _, said in ipairs(set.diagnoses) do
    if not world or set.worlds and set.worlds[said.world] == world then rules[#rules + 1] = said.rule end
  end
  return table.concat(rules, ", ")
end

--- The doctor has come (nil), or says something of a world for the first time.
function lesson.diagnose(set, rule, world)
  set.diagnoses = set.diagnoses or {}
  set.diagnoses[#set.diagnoses + 1] = rule and { rule = rule, world = world }
end

local function text_of(record, value)
  if value == 0 then value = 0 end -- nobody asks for -0
  local text = type(value) == "number" and ("%.5g"):format(value) or tostring(value)
  return record.unit ~= "" and text .. " " .. record.unit or text
end

local function is_met(record, value)
  if type(record.expect) == "boolean" then return value == record.expect end
  if type(record.expect) == "string" then
    return (", " .. value .. ","):find(", " .. record.expect .. ",", 1, true) ~= nil
  end
  if type(record.expect) == "function" then return record.expect(value) and true or false end
  return type(value) == "number" and math.abs(value - record.expect) <= record.within
end

--- The sentence of the first hint whose fingerprint this is.
local function hint_of(record, value)
  for _, hint in ipairs(record.hints) do
    local when = hint.when
    local near = type(when) == "number" and type(value) == "number"
      and math.abs(value - when) <= (hint.within or record.within)
    if near or type(when) == "function" and when(value) then return hint.say end
  end
end

local nothing <const> = "is there a `return` on every way through your part?"

local function general(record, value)
  if value == nil and not record.ask then return nothing end
  if type(value) == "number" and value - value ~= 0 then
    return "this is no number: something divides by 0, or grows without end"
  end
  if record.otherwise then return record.otherwise end
  if record.ask then -- without giving the answer away
    local right = type(record.expect) == "number" and record.expect
    if not right then return "that is not it" end
    return math.abs(value) < math.abs(right) and "that is too little" or "that is too much"
  end
  if type(record.expect) == "string" then return "the doctor should say " .. record.expect end
  if type(record.expect) == "boolean" then return "it should be " .. tostring(record.expect) end
  return ("it should be %s, within %.2g"):format(text_of(record, record.expect), record.within)
end

--- What is met, and what is said of it; an error of the lesson's own functions is said, too.
local function weigh(record)
  local value = record.value()
  record.met = is_met(record, value)
  record.said = text_of(record, value)
  if record.met then return end
  if value == nil or value == "" then record.said = "nothing" end
  local found, hint = pcall(hint_of, record, value)
  record.said = record.said .. ": " .. (found and hint or general(record, value))
end

--- Does a line that is not the learner's compute with what their functions should have returned? What has a name, as
--- (local 'r'), was not returned.
local function lacks_return(set, why)
  local line, rest = why:match "^[^\n]-:(%d+): ([^\n]*)"
  line = tonumber(line)
  local part = set.part
  return part and line and (line < part[1] or line > part[2]) and rest:find "%f[%a]nil%f[%A]"
    and not rest:find("nil value (", 1, true)
end

local product <const> = "a product has its `*`: k * (1 - q)"
local distance <const> = "your part gives a vec where a number is asked for; v:length() is one"

--- For the program: what more is said of the error that ended a lesson; nil: nothing.
function lesson.excuse(set, why)
  if lacks_return(set, why) then return nothing end
  if why:find "^[^\n]-:%d+: attempt to call a number value" then return product end
  local line = tonumber(why:match "^[^\n]-:(%d+): attempt to compare [^\n]*%f[%a]vec%f[%A]")
  local part = set.part
  return part and line and (line < part[1] or line > part[2]) and distance or nil
end

--- An error of a function of C does not say where: the innermost line of a script does.
local function located(why)
  why = tostring(why)
  for level = 2, 20 do
    if why:find "^[^\n]-:%d+: " then break end
    local at = debug.getinfo(level, "Sl")
    if not at then break end
    if at.currentline > 0 and at.source ~= lesson.source then why = ("%s:%d: %s"):format(at.short_src, at.currentline, why) end
  end
  return why
end

--- A budget that ends here cannot be caught: that is what is said then.
local function judge(set, record)
  record.done, record.met, record.said = true, false, "it did not come to an end"
  local ok, why = xpcall(weigh, located, record)
  if ok then return end
  record.said = why
  local more = lesson.excuse(set, why)
  if more then record.said = ("%s (%s)"):format(more, why) end
end

--- Behind each frame: the checks that are due. Each is told once.
function lesson.look(set, frame)
  set.since = set.since or frame
  local said = false -- that it is too late, of all checks once
  for _, record in ipairs(set.checks) do
    local due = not record.done and (not record.ask or record.given)
    if due and set.since > 1 and record.frame > 1 then -- the water was made by an earlier answer
      record.said = said and ""
        or ("it looks at frame %d: go back to the start (key r; on the page Restart)"):format(record.frame)
      said = true
    elseif due and frame >= record.frame then
      judge(set, record)
      if not set.silent then core.say(("%s  %s: %s"):format(record.met and "yes" or "no ", record.name, record.said)) end
    end
  end
end

-- ---- questions ----

local function fit(record, x)
  if type(x) ~= "number" or x ~= x or x - x ~= 0 then
    error(("ask '%s': the answer must be a finite number, got %s"):format(record.name, tostring(x)), 0)
  end
  return x
end

--- The answer of --set, else what was said to an earlier run of the file that asked the same.
local function begin_answer(set, record)
  local text = set.texts[record.name]
  if text then
    set.used[record.name] = true
    record.given = fit(record, tonumber(text) or text)
  end
  carry.value { name = set.again .. "answer " .. record.name, declared = record.ask,
    get = function() return record.given end,
    set = function(x) record.given = record.given or type(x) == "number" and x or nil end }
end

--- What a script holds of a question: its value, nil before there is one, and whether it is met.
local function question(record)
  local public <const> = { name = true, unit = true, met = true, value = "given" }
  return setmetatable({}, {
    __name = "ask",
    __index = function(_, name)
      local field = public[name]
      if not field then error(("ask '%s': unknown property '%s'"):format(record.name, tostring(name)), 2) end
      return record[field == true and name or field]
    end,
    __newindex = function(_, name)
      error(("ask '%s': '%s' is read only"):format(record.name, tostring(name)), 2)
    end,
    __tostring = function() return ("ask '%s'"):format(record.name) end,
    __metatable = false,
  })
end

--- For the program: somebody answers. False: there is no such question.
function lesson.answer(set, name, x)
  for _, record in ipairs(set.checks) do
    if record.ask and record.name == name then
      record.given = fit(record, x)
      judge(set, record)
      return true
    end
  end
end

--- The part that is the learner's, between two lines of the file: a last note says where it is.
function lesson.point(set, text, path)
  local first, last
  local line = 0
  for content in text:gmatch "([^\n]*)\n" do
    line = line + 1
    if content:find "^%-%- %-+ your part %-+$" then first = line + 1 end
    if content:find "^%-%- %-+ until here %-+$" then last = line - 1 end
  end
  if not first or not last or last < first or #set.notes == 0 then return end
  local file = path:match "[^/]*$"
  set.part = { first, last }
  set.notes[#set.notes + 1] = { name = ("Your part: lines %d to %d of `%s`."):format(first, last, file) }
end

--- The words of a scene: note, check and ask. claim(what, options) refuses a name that another widget
--- has.
function lesson.words(set, claim)
  set.notes, set.checks = {}, {}
  local function note(text)
    if type(text) ~= "string" then error("note: expects a text, got " .. type(text), 2) end
    set.notes[#set.notes + 1] = { name = text }
  end
  local function check(options)
    check_options("check", options)
    check_hints("check", options.name, options.hints or {})
    local expect = options.diagnosis or options.expect
    set.checks[#set.checks + 1] = {
      name = options.name, unit = options.unit or "", expect = expect,
      value = options.diagnosis and function() return told(set, options.world) end or options.value,
      within = options.within or type(expect) == "number" and 0.01 * math.abs(expect) or 0,
      frame = options.frame or 1, hints = options.hints or {}, otherwise = options.otherwise,
      said = "", done = false, met = false,
    }
  end
  local function ask(options)
    check_options("ask", options)
    check_hints("ask", options.name, options.hints or {})
    claim("ask", options)
    local answer = options.answer
    local record = {
      name = options.name, ask = options[1], unit = options.unit or "", expect = answer, frame = 0,
      within = options.within or type(answer) == "number" and 0.01 * math.abs(answer) or 0,
      hints = options.hints or {}, otherwise = options.otherwise, said = "", done = false, met = false,
    }
    record.value = function() return record.given end
    begin_answer(set, record)
    set.checks[#set.checks + 1] = record
    local object = question(record)
    set.named[record.name] = object
    return object
  end
  return { note = note, check = check, ask = ask }
end

return lesson
