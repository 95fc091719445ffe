return {
  solution = [[
local function move(p, dt)
  p.x = p.x + dt * p.vx
  p.y = p.y + dt * (p.vy - 0.5 * dt * g)
  p.vy = p.vy - dt * g
end]],
  mistakes = {
    { "p.y = p.y + dt * p.vy  p.vy = p.vy - dt * g  p.x = p.x + dt * p.vx", "the old velocity" },
    { "p.vy = p.vy - dt * g  p.y = p.y + dt * p.vy  p.x = p.x + dt * p.vx", "the new velocity" },
    { "p.vy = p.vy - g  p.y = p.y + dt * p.vy  p.x = p.x + dt * p.vx", "multiply by dt" },
    { "p.vy = p.vy - dt * g  p.y = p.y + dt * p.vy  p.x = p.x + p.vx", "you left out dt" },
    { "p.vy = p.vy + dt * g  p.y = p.y + dt * p.vy  p.x = p.x + dt * p.vx", "gravity points downwards" },
    { "p.y = p.y + dt * (p.vy - 0.5 * dt * g)  p.vy = p.vy - dt * g", "x stays" },
  },
  unknown = { "p.y = p.y + 0.3 * dt * p.vy  p.vy = p.vy - dt * g", "it should be -2.905 m, within 0.001" },
  around = "local function move(p, dt) %s end",
}
