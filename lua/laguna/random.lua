-- random.lua: random numbers for scripts, a pure function of (seed, how many were drawn), the same
-- on every machine. splitmix64: Steele, Lea & Flood 2014; number n is seed + n * golden ratio,
-- scrambled.
local random = {}

local golden <const> = 0x9e3779b97f4a7c15

local function scramble(z)
  z = (z ~ (z >> 30)) * 0xbf58476d1ce4e5b9
  z = (z ~ (z >> 27)) * 0x94d049bb133111eb
  return z ~ (z >> 31)
end

local function whole(x, what)
  local n = math.type(x) == "float" and math.tointeger(x) or x
  if math.type(n) ~= "integer" then
    error(("random: %s must be a whole number, got %s"):format(what, math.type(x) and x or type(x)),
      3)
  end
  return n
end

--- draw() in [0, 1), draw(n) in 1..n, draw(m, n) in m..n, as math.random; seed(n) begins anew;
--- state() -> where it stands, as plain values, and state(those) goes back there.
function random.new(seed)
  local start, drawn = seed, 0

  local function draw(m, n)
    local low, high
    if m ~= nil then
      if n == nil then low, high = 1, whole(m, "the limit")
      else low, high = whole(m, "the lower limit"), whole(n, "the upper limit") end
      if low > high then
        error(("random: the interval from %d to %d is empty"):format(low, high), 2)
      end
    end
    drawn = drawn + 1
    local u = (scramble(start + drawn * golden) >> 11) * 0x1p-53
    if not low then return u end
    return low + math.floor(u * (high - low + 1))
  end

  local function begin(n)
    start, drawn = whole(n or 0, "the seed"), 0
  end

  local function state(to)
    if to then start, drawn = to.start, to.drawn end
    return { start = start, drawn = drawn }
  end

  return draw, begin, state
end

return random
