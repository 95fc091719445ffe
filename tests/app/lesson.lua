-- lesson.lua LESSON FOLDER: writes a lesson's answers into the folder and prints them, one a line: "file<tab>hint"; the solution
-- has no hint.
local lesson, folder = ...
local function read(path)
  local file <close> = assert(io.open(path, "rb"))
  return file:read "a"
end
local text, name = read(lesson), lesson:match "([^/]*)%.lua$"
local answers = dofile((lesson:gsub("([^/]*)$", "answers/%1")))

local function write(which, part)
  if answers.around and not part:find "local function" then part = answers.around:format(part) end
  local before, after = text:match "^(.-)%-%- %-%-%-%- your part %-%-%-%-\n.-%-%- %-%-%-%- until here %-%-%-%-(.*)$"
  local path = ("%s/%s_%s.lua"):format(folder, name, which)
  local file <close> = assert(io.open(path, "wb"))
  file:write(before, part, after)
  return path
end

print(write("solution", answers.solution) .. "\t")
for i, mistake in ipairs(answers.mistakes) do print(write("mistake" .. i, mistake[1]) .. "\t" .. mistake[2]) end
