-- one_file.lua SOURCES BUILD: the page as one file, without scenes: style, scripts and the module
-- go to their places in page.html.
local sources, build = ...

local function read(path)
  local file <close> = assert(io.open(path, "rb"))
  return file:read "a"
end

--- Text inside of a script: nothing in it may end that.
local function inside(text) return (text:gsub("</(script)", "<\\/%1"):gsub("<!%-%-", "<\\!--")) end

--- Bytes as text: four of them are five digits to the base of 85, those from "(" on but for "<" and "\\", so that
--- no script ends in it; page/bytes.js, `bytesOf`. A sixteenth shorter than base64.
local function digits(bytes)
  local digit, out = {}, {}
  for c = 40, 126 do
    if c ~= 60 and c ~= 92 then digit[#digit + 1] = string.char(c) end
  end
  for at = 1, #bytes, 4 do
    local n, five = math.min(4, #bytes - at + 1), {}
    local x = string.unpack(">I4", bytes:sub(at, at + 3) .. ("\0"):rep(4 - n))
    for k = 5, 1, -1 do
      five[k] = digit[x % 85 + 1]
      x = x // 85
    end
    out[#out + 1] = table.concat(five, "", 1, n + 1)
  end
  return table.concat(out)
end

local parts = {
  CSS = read(sources .. "/page.css"),
  FIRST = inside(read(build .. "/first.js")),
  PAGE = digits(read(build .. "/page.js.gz")),
  WORKER = digits(read(build .. "/worker.js.gz")),
  WASM = digits(read(build .. "/laguna.wasm.gz")),
  SCENES = "",
}
io.write((read(sources .. "/page.html"):gsub("@(%u+)@", parts)))
