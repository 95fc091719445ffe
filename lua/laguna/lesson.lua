-- lesson.lua: lg.note and lg.check: what a lesson says, and how it looks at the answer of whoever
-- learns. A check has a value that the scene computes, what it should be, and hints: the numbers that
-- classic mistakes bring about ("fingerprints"), each with a sentence. Records hang on the set of the
-- scene's widgets; bind/scene/widget.c hands them to the program.
local core = require "laguna.core"

local lesson = {}

local types <const> = {
  name = "string", value = "function", within = "number", frame = "number", unit = "string",
  hints = "table", otherwise = "string", diagnosis = "string",
}

local function fail(format, ...) error(format:format(...), 3) end

local function check_options(options)
  if type(options) ~= "table" then
    fail("check: expects one table of options, lg.check { name = \"...\", value = function() end }")
  end
  local names = { "expect" }
  for name in pairs(types) do names[#names + 1] = name end
  table.sort(names)
  for name, value in pairs(options) do
    local wanted = types[name]
    if not wanted and name ~= "expect" then
      fail("check: unknown option '%s'%s", tostring(name), core.meant(tostring(name), names))
    end
    if wanted and type(value) ~= wanted then
      fail("check: option '%s' must be a %s, got %s", name, wanted, type(value))
    end
  end
  if options.name == nil then fail("check: option 'name' is required") end
  if options.diagnosis then return end
  if options.value == nil then fail("check: option 'value' is required") end
  local expect = options.expect
  if type(expect) ~= "number" and type(expect) ~= "boolean" then
    fail("check '%s': expect must be a number or a boolean, got %s", options.name, type(expect))
  end
end

local function check_hints(name, hints)
  for i, hint in ipairs(hints) do
    local when = type(hint) == "table" and type(hint.when)
    if when ~= "number" and when ~= "function" or type(hint.say) ~= "string" then
      error(("check '%s': hint %d must be {when = number or function, say = \"...\"}"):format(name, i), 3)
    end
  end
end

--- What the doctor has said so far: the names of its rules.
local function told(set)
  if not set.diagnoses then error("the doctor is not here: laguna lesson FILE asks it", 0) end
  return table.concat(set.diagnoses, ", ")
end

--- The doctor has come (nil), or says something of a world for the first time.
function lesson.diagnose(set, rule)
  set.diagnoses = set.diagnoses or {}
  set.diagnoses[#set.diagnoses + 1] = rule
end

--- The words of a scene: note and check.
function lesson.words(set)
  set.notes, set.checks = {}, {}
  local function note(text)
    if type(text) ~= "string" then error("note: expects a text, got " .. type(text), 2) end
    set.notes[#set.notes + 1] = { name = text }
  end
  local function check(options)
    check_options(options)
    check_hints(options.name, options.hints or {})
    local expect = options.diagnosis or options.expect
    set.checks[#set.checks + 1] = {
      name = options.name, unit = options.unit or "", expect = expect,
      value = options.diagnosis and function() return told(set) end or options.value,
      within = options.within or type(expect) == "number" and 0.01 * math.abs(expect) or 0,
      frame = options.frame or 1, hints = options.hints or {}, otherwise = options.otherwise,
      said = "", done = false, met = false,
    }
  end
  return { note = note, check = check }
end

local function text_of(record, value)
  local text = type(value) == "number" and ("%.5g"):format(value) or tostring(value)
  return record.unit ~= "" and text .. " " .. record.unit or text
end

local function is_met(record, value)
  if type(record.expect) == "boolean" then return value == record.expect end
  if type(record.expect) == "string" then
    return (", " .. value .. ","):find(", " .. record.expect .. ",", 1, true) ~= nil
  end
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

local function general(record, value)
  if type(value) == "number" and value - value ~= 0 then
    return "this is no number: something divides by 0, or grows without end"
  end
  if record.otherwise then return record.otherwise end
  if type(record.expect) == "string" then return "the doctor should say " .. record.expect end
  if type(record.expect) == "boolean" then return "it should be " .. tostring(record.expect) end
  return ("it should be %s, within %.2g"):format(text_of(record, record.expect), record.within)
end

local function judge(record)
  local ok, value = pcall(record.value)
  record.done = true
  if not ok then
    record.said = tostring(value)
    return
  end
  record.met = is_met(record, value)
  record.said = text_of(record, value)
  if record.met then return end
  if value == nil or value == "" then record.said = "nothing" end
  local found, hint = pcall(hint_of, record, value)
  record.said = record.said .. ": " .. (found and hint or general(record, value))
end

--- Behind each frame: the checks that are due. Each is told once.
function lesson.look(set, frame)
  for _, record in ipairs(set.checks) do
    if not record.done and frame >= record.frame then
      judge(record)
      if not set.silent then core.say(("%s  %s: %s"):format(record.met and "yes" or "no ", record.name, record.said)) end
    end
  end
end

return lesson
