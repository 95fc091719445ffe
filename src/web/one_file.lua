-- one_file.lua SOURCES BUILD: the page as one file, without scenes: style, scripts and the module
-- go to their places in page.html.
local sources, build = ...

local function read(path)
  local file <close> = assert(io.open(path, "rb"))
  return file:read "a"
end

--- Text inside of a script: nothing in it may end that.
local function inside(text) return (text:gsub("</(script)", "<\\/%1"):gsub("<!%-%-", "<\\!--")) end

local parts = {
  CSS = read(sources .. "/page.css"),
  PAGE = inside(read(sources .. "/page.js")),
  WORKER = read(build .. "/worker.js.txt"),
  WASM = read(build .. "/laguna.wasm.txt"),
  SCENES = "[]",
}
io.write((read(sources .. "/page.html"):gsub("@(%u+)@", parts)))
