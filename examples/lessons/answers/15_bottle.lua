local body = [[
local function felt(two_ago, one_ago, now, dt)
  return %s
end]]
return {
  solution = body:format("-(now - 2 * one_ago + two_ago) / dt ^ 2"),
  right = {
    [[
local function velocity(from, to, dt) return (to - from) / dt end
local function felt(a, b, c, dt) return -velocity(velocity(a, b, dt), velocity(b, c, dt), dt) end]],
  },
  mistakes = {
    { body:format("-(now - 2 * one_ago + two_ago) / (2 * dt) ^ 2"), "it is dt, not 2 dt" },
    { body:format("-(now - one_ago - two_ago) / dt ^ 2"), "the one less the other" },
    { body:format("(now - 2 * one_ago + two_ago) / dt ^ 2"), "lags behind" },
    { body:format("-(now - 2 * one_ago + two_ago)"), "metres a frame and frame" },
    { body:format("-(now - 2 * one_ago + two_ago) / dt"), "once more by dt" },
    { body:format("-(now - one_ago) / dt"), "this is its velocity" },
    { body:format("nil"), "is there a `return` on every way" },
    { body:format("-(now - 2 * one_ago + two_ago) * 3600"), "dt is not always 1/60 s" },
  },
  unknown = { body:format("-1.2 * (now - 2 * one_ago + two_ago) / dt ^ 2"), "it should be -3 m/s2, within 1e-06" },
}
