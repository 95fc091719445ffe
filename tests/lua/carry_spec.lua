-- lua/laguna/carry.lua: what a script takes along goes by value, and a default that was edited wins
-- over what the user moved.
local support = dofile "tests/lua/support.lua"
local carry = require "laguna.carry"
local lg, fails = support.lg, support.fails

-- What a later run of the file gets: declared and moved as there, packed by an earlier run that had
-- declared `before`.
local function rerun(before, moved, declared)
  local now = before
  carry.begin(nil)
  carry.value { name = "swirl", declared = before, get = function() return now end,
    set = function(v) now = v end }
  now = moved
  local bytes = carry.pack()
  carry.begin(bytes)
  now = declared
  carry.value { name = "swirl", declared = declared, get = function() return now end,
    set = function(v) now = v end }
  return now
end

describe("what a script carries along", function()
  after_each(function() carry.begin(nil) end)

  it("is what the user moved, while the file says the same",
    function() assert.equal(0.7, rerun(0.5, 0.7, 0.5)) end)
  it("is the file's value, if that was edited",
    function() assert.equal(0.9, rerun(0.5, 0.7, 0.9)) end)
  it("is nothing, if the user moved nothing",
    function() assert.equal(0.9, rerun(0.5, 0.5, 0.9)) end)

  it("keeps lg.keep by value", function()
    carry.begin(nil)
    local shared = { 1, 2.5, "x\0y" }
    lg.keep.list, lg.keep.again, lg.keep.yes = shared, shared, true
    lg.keep[3] = -0.0
    local bytes = carry.pack()
    carry.begin(nil)
    assert.is_nil(next(lg.keep))
    carry.begin(bytes)
    assert.same({ 1, 2.5, "x\0y" }, lg.keep.list)
    assert.same({ 1, 2.5, "x\0y" }, lg.keep.again)
    assert.not_equal(shared, lg.keep.list)
    assert.equal("integer", math.type(lg.keep.list[1]))
    assert.equal(-math.huge, 1 / lg.keep[3])
    assert.is_true(lg.keep.yes)
    assert.equal(bytes, carry.pack())
  end)

  it("leaves out what has no value: functions, userdata, a table within itself", function()
    carry.begin(nil)
    local loop = { 7 }
    loop.loop, loop.f, loop.v = loop, print, lg.vec(1, 2)
    lg.keep.loop = { 7 } -- lg.keep itself is refused what follows
    rawset(lg.keep, "loop", loop)
    rawset(lg.keep, "f", print)
    rawset(lg.keep, loop, 1)
    carry.begin(carry.pack())
    assert.same({ loop = { 7 } }, lg.keep)
  end)

  it("refuses tables nested deeper than 100, and leaves out what grew so deep since", function()
    local function nest(n) local t = { n } for _ = 2, n do t = { t } end return t end
    local function depth(t) local n = 0 while type(t) == "table" do n, t = n + 1, t[1] end return n end
    lg.keep.deep = nest(100)
    assert.has_error(function() lg.keep.deeper = nest(100000) end)
    lg.keep.list = { 1 }
    lg.keep.list[2] = nest(100000)
    carry.begin(carry.pack())
    assert.equal(100, depth(lg.keep.deep))
    assert.equal(1, lg.keep.list[1])
    assert.is_nil(lg.keep.deeper)
    carry.begin(nil)
  end)

  it("refuses to keep what would be lost", function()
    fails(function() lg.keep.f = function() end end,
      "lg.keep: 'f' holds a function, which is lost when the file is read again; keep numbers, "
      .. "text, booleans and tables of these")
    fails(function() lg.keep.list = { 1, { support.world() } } end, "lg.keep: 'list' holds a userdata, "
      .. "which is lost when the file is read again; keep numbers, text, booleans and tables of these")
    lg.keep.good = { 1, "two", { three = true } }
    assert.equal("two", lg.keep.good[2])
    lg.keep.good = nil
    assert.is_nil(lg.keep.good)
  end)

  it("says so where the bytes are damaged", function()
    carry.begin(nil)
    lg.keep.x = "some text"
    local bytes = carry.pack()
    for n = 1, #bytes - 1 do assert.is_false(pcall(carry.begin, bytes:sub(1, n))) end
    carry.begin(nil)
  end)

  it("gives a part back what it saved", function()
    local got
    carry.begin(nil)
    carry.part("counter", function() return { n = 3 } end, function(old) got = old.n end)
    local bytes = carry.pack()
    carry.begin(bytes)
    carry.part("counter", function() return { n = 0 } end, function(old) got = old.n end)
    assert.is_nil(got)
    carry.finish()
    assert.equal(3, got)
  end)

  it("gives it at once to a part that comes later, until the part has gone", function()
    local got
    local function part() carry.part("late", function() return 7 end, function(old) got = old end) end
    carry.begin(nil)
    part()
    carry.begin(carry.pack())
    carry.finish()
    part()
    assert.equal(7, got)
    got = nil
    carry.drop("late")
    part()
    assert.is_nil(got)
  end)
end)
