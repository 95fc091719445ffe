-- lg.note, lg.check and lg.ask: what a value is compared with, which hint is told, what is refused.
local support = dofile "tests/lua/support.lua"
local _ = support.lg
local lesson = require "laguna.lesson"
local widget = require "laguna.widget"
local carry = require "laguna.carry"
local core = require "laguna.core"

local function judged(options)
  local set = {}
  local words = lesson.words(set)
  words.check(options)
  lesson.look(set, options.frame or 1)
  return set.checks[1]
end

local function answer(value, more)
  local options = { name = "sum", value = function() return value end, expect = 10, unit = "kg" }
  for k, v in pairs(more or {}) do options[k] = v end
  return judged(options)
end

describe("a check", function()
  it("is met within 1 %, or as far as it says", function()
    assert.is_true(answer(10.09).met)
    assert.is_false(answer(10.11).met)
    assert.is_true(answer(12, { within = 2 }).met)
    assert.is_true(answer(true, { expect = true }).met)
    assert.is_false(answer(1, { expect = true }).met)
    assert.equal("10 kg", answer(10).said)
  end)

  it("gives the hint of the first fingerprint that fits", function()
    local hints = {
      { when = 20, say = "twice" }, { when = function(v) return v < 0 end, say = "a sign" },
      { when = 20, within = 5, say = "near twice" },
    }
    assert.equal("20 kg: twice", answer(20, { hints = hints }).said)
    assert.equal("-3 kg: a sign", answer(-3, { hints = hints }).said)
    assert.equal("22 kg: near twice", answer(22, { hints = hints }).said)
    assert.matches("it should be 10 kg", answer(30, { hints = hints }).said)
    assert.equal("30 kg: look again", answer(30, { hints = hints, otherwise = "look again" }).said)
  end)

  it("says what no number is, and what went wrong", function()
    assert.matches("this is no number", answer(0 / 0).said)
    assert.matches("this is no number", answer(math.huge).said)
    assert.matches("nothing: is there a `return`", answer(nil).said)
    assert.matches("it should be", answer({}).said)
    local failed = judged { name = "a", expect = 1, value = function() error "on purpose" end }
    assert.is_false(failed.met)
    assert.matches("lesson_spec.lua:%d+: on purpose", failed.said)
    -- nor what somebody's part has not returned
    local function blamed(why)
      local set = { part = { 10, 20 } }
      lesson.words(set).check { name = "a", expect = 1, value = function() error(why, 0) end }
      lesson.look(set, 1)
      return set.checks[1].said:match "return" ~= nil, lesson.excuse(set, why) ~= nil
    end
    for why, wanted in pairs {
      ["x.lua:30: attempt to perform arithmetic on a nil value"] = true,
      ["x.lua:30: p.push must be a number, got nil\n\tx.lua:15: in f"] = true,
      ["x.lua:15: attempt to perform arithmetic on a nil value"] = false, -- in the part itself
      ["x.lua:30: attempt to perform arithmetic on a nil value (local 'r')"] = false, -- it was handed over
      ["x.lua:30: a vanilla error"] = false,
    } do
      local said, excused = blamed(why)
      assert.equal(wanted, said, why)
      assert.equal(wanted, excused, why)
    end
    -- a vec where a number is asked for is said, too; an error without a line gets that of the script
    local set = { part = { 10, 20 } }
    assert.matches("v:length", lesson.excuse(set, "x.lua:30: attempt to compare number with vec\n\tx.lua:12: in f"))
    assert.is_nil(lesson.excuse(set, "x.lua:12: attempt to compare number with vec"))
    -- as are a number that is called, and a 0 without a sign
    assert.matches("its `%*`", judged({ name = "a", expect = 1, value = function() local k = 2 return k(1) end }).said)
    assert.matches("^0 kg: ", answer(-0.0).said)
    assert.matches("lesson_spec.lua:%d+: attempt to index a nil",
      judged({ name = "a", expect = 1, value = function() for _ in ipairs(nil) do end end }).said)
    -- a hint that fails is no hint
    assert.matches("it should be", answer(3, { hints = { { when = function() error() end, say = "x" } } }).said)
  end)

  it("waits for its frame, and is made once", function()
    local set, calls = {}, 0
    lesson.words(set).check { name = "a", expect = 1, frame = 3, value = function()
      calls = calls + 1
      return 1
    end }
    for frame = 1, 5 do
      lesson.look(set, frame)
      assert.equal(frame >= 3, set.checks[1].done)
    end
    assert.equal(1, calls)
  end)

  it("with a frame is made from the start only: an edit in the middle has another answer's water", function()
    local set = { silent = true }
    lesson.words(set).check { name = "late", expect = 1, frame = 30, value = function() return 1 end }
    for frame = 12, 40 do lesson.look(set, frame) end
    assert.is_false(set.checks[1].done)
    assert.equal("it looks at frame 30: go back to the start (key r; on the page Restart)", set.checks[1].said)
  end)

  it("says where the learner's part is, if there is one", function()
    local set = { silent = true }
    lesson.words(set).note "Write f."
    lesson.point(set, "-- L\n-- ---- your part ----\nf = 1\ng = 2\n-- ---- until here ----\nreturn f\n", "a/b/L.lua")
    assert.equal("Your part: lines 3 to 4 of `L.lua`.", set.notes[2].name)
    lesson.point(set, "-- L\nreturn f\n", "L.lua")
    assert.equal(2, #set.notes)
  end)

  it("waits for what the doctor says, by the name of its rule", function()
    local set = {}
    local words = lesson.words(set)
    set.silent = true
    words.check { name = "ill", diagnosis = "rest" }
    words.check { name = "iller", diagnosis = "outrun", hints = {
      { when = function(said) return said == "unrest, rest" end, say = "not this" } } }
    words.check { name = "well", diagnosis = "energy" }
    lesson.diagnose(set)
    lesson.diagnose(set, "unrest", 1)
    lesson.diagnose(set, "rest", 2)
    lesson.look(set, 1)
    local ill, iller, well = table.unpack(set.checks)
    assert.is_true(ill.met)
    assert.is_false(iller.met)
    assert.equal("unrest, rest: not this", iller.said)
    assert.equal("unrest, rest: the doctor should say energy", well.said)

    local alone = {}
    lesson.words(alone).check { name = "ill", diagnosis = "rest" }
    alone.silent = true
    lesson.look(alone, 1)
    assert.is_false(alone.checks[1].met)
    assert.truthy(alone.checks[1].said:find("laguna lesson", 1, true))
  end)

  it("knows which world the doctor speaks of", function()
    local left, right = io.stdout, io.stderr -- any two userdata
    local set = { silent = true, worlds = { left, right } }
    local words = lesson.words(set)
    words.check { name = "left", diagnosis = "rest", world = left }
    words.check { name = "right", diagnosis = "rest", world = right }
    lesson.diagnose(set)
    lesson.diagnose(set, "rest", 2)
    lesson.diagnose(set, "energy", 1)
    lesson.look(set, 1)
    assert.is_false(set.checks[1].met)
    assert.equal("energy: the doctor should say rest", set.checks[1].said)
    assert.is_true(set.checks[2].met)
  end)

  it("refuses what it cannot be, at the caller's line", function()
    local words = lesson.words {}
    for sentence, options in pairs {
      ["unknown option 'expct' (did you mean 'expect'?)"] = { name = "a", value = print, expct = 1 },
      ["option 'value' is required"] = { name = "a", expect = 1 },
      ["option 'name' must be a string, got number"] = { name = 1, value = print, expect = 1 },
      ["option 'expect' must be a number or boolean, got string"] = { name = "a", value = print, expect = "1" },
      ["expect must be a number or a boolean, got nil"] = { name = "a", value = print },
      ["hint 1 must be {when = number or function"] = { name = "a", value = print, expect = 1, hints = { {} } },
    } do
      local ok, message = pcall(words.check, options)
      assert.is_false(ok)
      assert.truthy(message:find(sentence, 1, true), message)
    end
    assert.is_false(pcall(words.note, 3))
    assert.is_table(core)
  end)
end)

describe("a question", function()
  local options = { name = "mass", "How heavy?", unit = "kg", answer = 0.4,
    hints = { { when = 0.04, say = "the length of a side is squared" } } }
  local function asked(more, texts)
    local set, given = widget.new(texts), {}
    for k, v in pairs(options) do given[k] = v end
    for k, v in pairs(more or {}) do given[k] = v end
    set.silent = true
    return set, set.words.ask(given), set.checks[1]
  end

  it("is neither met nor missed until somebody answers", function()
    local set, mass, record = asked()
    lesson.look(set, 1)
    assert.is_nil(mass.value)
    assert.is_false(record.done)
    widget.move(set, "mass", 0.402)
    assert.equal(0.402, mass.value)
    assert.is_true(mass.met)
    assert.equal("0.402 kg", record.said)
  end)

  it("says a mistake's own hint, or how far it is, but not the answer", function()
    local set, mass, record = asked()
    widget.move(set, "mass", 0.04)
    assert.equal("0.04 kg: the length of a side is squared", record.said)
    widget.move(set, "mass", 0.3)
    assert.equal("0.3 kg: that is too little", record.said)
    widget.move(set, "mass", 5)
    assert.equal("5 kg: that is too much", record.said)
    assert.is_false(mass.met)
    widget.move(set, "mass", 0.4)
    assert.is_true(mass.met)
  end)

  it("may be judged by a function", function()
    local set, mass, record = asked { answer = function(x) return x > 1 end }
    widget.move(set, "mass", 1)
    assert.equal("1 kg: that is not it", record.said)
    widget.move(set, "mass", 2)
    assert.is_true(mass.met)
    set, _, record = asked { answer = function() error "on purpose" end }
    widget.move(set, "mass", 2)
    assert.is_false(record.met)
    assert.matches("on purpose", record.said)
    assert.is_false(pcall(widget.move, set, "mass", 0 / 0))
  end)

  it("takes --set, and is answered still when the file is read again, unless it asks another thing", function()
    local set, mass, record = asked({}, { mass = "0.4" })
    lesson.look(set, 1)
    assert.equal(0.4, mass.value)
    assert.is_true(record.met)
    assert.is_true(set.used.mass)
    local bytes = carry.pack(true)
    carry.begin(bytes)
    set, mass, record = asked()
    assert.equal(0.4, mass.value)
    lesson.look(set, 77)
    assert.is_true(record.met)
    carry.begin(bytes)
    assert.is_nil(select(2, asked { "How long?" }).value)
    carry.begin(nil)
    assert.has_error(function() asked({}, { mass = "heavy" }) end,
      "ask 'mass': the answer must be a finite number, got heavy")
  end)

  it("refuses what it cannot be", function()
    for sentence, given in pairs {
      ["option 'answer' is required"] = { name = "a", "?" },
      ["there is no question"] = { name = "a", answer = 1 },
      ["the question must be a string, got number"] = { 1, name = "a", answer = 1 },
      ["unknown option 'anser' (did you mean 'answer'?)"] = { "?", name = "a", anser = 1 },
      ["the name 'a.b' must have"] = { "?", name = "a.b", answer = 1 },
    } do
      local ok, message = pcall(widget.new().words.ask, given)
      assert.is_false(ok)
      assert.truthy(message:find(sentence, 1, true), message)
    end
    local _, mass = asked()
    assert.is_false(pcall(function() mass.value = 3 end))
    assert.is_false(pcall(function() return mass.wrong end))
  end)
end)
