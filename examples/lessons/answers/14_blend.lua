local body = [[
local function back(own, old, new, keep, dt)
  %s
end
local most_lost_first = { %s }]]
local right <const> = '"pic", "flip95", "apic"'
return {
  solution = body:format("local a = keep ^ dt return a * (own + new - old) + (1 - a) * new", right),
  right = {
    body:format("local detail = own - old return new + math.exp(math.log(keep) * dt) * detail", right),
    body:format("local lost = 1 - keep ^ dt return own + (new - old) - lost * (own - old)", right),
  },
  mistakes = {
    { body:format("local a = 1 - keep ^ dt return a * (own + new - old) + (1 - a) * new", right), "turned round" },
    { body:format("return new + keep * (own - old)", right), "you took it in each step" },
    { body:format("return new + keep ^ (1 / dt) * (own - old)", right), "as after 30 steps" },
    { body:format("return new - old", right), "it is added to own" },
    { body:format("local x = new", right), "is there a `return` on every way" },
    { body:format("local a = keep ^ dt return a * own + (1 - a) * new", right), "own has not fallen yet" },
    { body:format("return own + new - old", right), "this is FLIP" },
    { body:format("return new", right), "PIC has eaten it" },
    { body:format("return keep * (own + new - old) + (1 - keep) * new", right), "must depend on dt" },
    { body:format("local a = 1 - (1 - keep) * dt return a * (own + new - old) + (1 - a) * new", right), "adds up wrongly" },
    { body:format("local a = keep ^ dt return a * (own + new - old) + (1 - a) * new", '"pic", "apic", "flip95"'),
      "look at the curves" },
    { body:format("local a = keep ^ dt return a * (own + new - old) + (1 - a) * new + new - old", right), "must be there once" },
  },
  unknown = { body:format("local a = (0.5 * keep) ^ dt return a * (own + new - old) + (1 - a) * new", right),
    "it should be 0.25, within 1e-06" },
}
