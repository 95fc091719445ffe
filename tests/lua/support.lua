-- support.lua: what the specs share. Specs run in the top folder on stock lua5.4.
local support = { lg = require "laguna" }
local lg = support.lg

--- A small world with 5 x 5 particles in its lower left quarter after the first step; `more` adds
--- or replaces options.
function support.world(more)
  local options =
    { bounds = {{0, 0}, {1, 1}}, spacing = 0.1, gravity = {0, 0}, solver = lg.solver.particles {} }
  for name, value in pairs(more or {}) do options[name] = value end
  return lg.world(options)
end

function support.column(more)
  local options = { name = "column", shape = lg.shape.box { max = {0.5, 0.5} } }
  for name, value in pairs(more or {}) do options[name] = value end
  return lg.emitter.volume(options)
end

--- A world that has made its particles.
function support.filled(more)
  local world = support.world(more)
  world:add(support.column())
  world:step(1e-3)
  return world
end

--- f must fail at the line that calls `fails`'s function, with `text` right behind file:line; plain
--- text, no pattern.
function support.fails(f, text)
  local ok, message = pcall(f)
  if ok then error("it did not fail; expected: " .. text, 2) end
  local file, line, rest = tostring(message):match("^([^:]*):(%d+): (.*)$")
  local here = debug.getinfo(f, "S")
  if not file or tonumber(line) < here.linedefined or tonumber(line) > here.lastlinedefined then
    error("the error is not at the caller's line: " .. tostring(message), 2)
  end
  if rest:sub(1, #text) ~= text then error("it says: " .. rest .. "\nexpected: " .. text, 2) end
end

--- Writes a file for one test into a scratch folder of the spec's own, which `clean` removes;
--- returns its path.
function support.file(name, text)
  if not support.folder then
    local made = io.popen('mktemp -d --tmpdir laguna-test.XXXXXX')
    support.folder = assert(made:read "l")
    made:close()
  end
  local path = support.folder .. "/" .. name
  local file = assert(io.open(path, "w"))
  file:write(text)
  file:close()
  return path
end

function support.clean()
  if support.folder then os.execute("rm -rf '" .. support.folder .. "'") end
end

return support
