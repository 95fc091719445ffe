return {
  solution = [[
local function move(p, dt)
  p.x = p.x + dt * p.vx
  p.y = p.y + dt * (p.vy - 0.5 * dt * g)
  p.vy = p.vy - dt * g
end]],
  right = {
    "local old = p.vy  p.vy = old - g * dt  p.x, p.y = p.x + p.vx * dt, p.y + (old + p.vy) / 2 * dt",
    [[
local function kick(p, dt) p.vy = p.vy - g * dt end
local function drift(p, dt) p.x, p.y = p.x + p.vx * dt, p.y + p.vy * dt end
local function move(p, dt)
  kick(p, dt / 2)
  drift(p, dt)
  kick(p, dt / 2)
end]],
  },
  mistakes = {
    { "p.y = p.y + dt * p.vy  p.vy = p.vy - dt * g  p.x = p.x + dt * p.vx", "the old velocity" },
    { "p.vy = p.vy - dt * g  p.y = p.y + dt * p.vy  p.x = p.x + dt * p.vx", "the new velocity" },
    { "p.vy = p.vy - g  p.y = p.y + dt * p.vy  p.x = p.x + dt * p.vx", "multiply by dt" },
    { "p.vy = p.vy - dt * g  p.y = p.y + dt * p.vy  p.x = p.x + p.vx", "you left out dt" },
    { "p.vy = p.vy + dt * g  p.y = p.y + dt * p.vy  p.x = p.x + dt * p.vx", "gravity points downwards" },
    { "p.y = p.y + dt * (p.vy - 0.5 * dt * g)  p.vy = p.vy - dt * g", "x stays" },
    { "p.x = p.x + dt  p.y = p.y + dt * (p.vy - 0.5 * dt * g)  p.vy = p.vy - dt * g", "you left out vx" },
    { "p.x = p.x + dt * p.vx  p.y = p.y + dt * p.vy - g * dt ^ 2 / 2", "each step falls as the first one" },
    { "p.vy = p.vy - g * dt  p.y = p.y + dt * p.vy - g * dt ^ 2 / 2", "one of both is enough" },
    { "p.x = p.x + dt * p.vx  p.y = p.y - g * dt", "the place changes by the velocity" },
    { "p.age = (p.age or 0) + dt  p.y = p.y - g * p.age ^ 2 / 2", "the way since the start" },
    { "p.x = p.x + dt * p.vx  p.age = (p.age or 0) + dt  p.y = 2 - g * p.age ^ 2 / 2", "the speed does not belong to it" },
  },
  unknown = { "p.y = p.y + 0.3 * dt * p.vy  p.vy = p.vy - dt * g", "it should be -2.905 m, within 0.001" },
  around = "local function move(p, dt) %s end",
}
