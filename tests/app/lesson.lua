-- lesson.lua LESSON FOLDER: writes a lesson's answers into the folder and prints them, one a line: "file<tab>hint"; the solution
-- and other right ways have none; `unknown` is an answer that no hint is made for, and gets what is said in general. Then
-- questions on the solution's file: "file<tab>hint<tab>name=value", without a hint what is right.
local lesson, folder = ...
local function read(path)
  local file <close> = assert(io.open(path, "rb"))
  return file:read "a"
end
local text, name <const> = read(lesson), lesson:match "([^/]*)%.lua$"
local answers = dofile((lesson:gsub("([^/]*)$", "answers/%1")))

local function write(which, part)
  if answers.around and not part:find "local function" then part = answers.around:format(part) end
  local before, after = text:match "^(.-%-%- %-%-%-%- your part %-%-%-%-\n).-(%-%- %-%-%-%- until here %-%-%-%-.*)$"
  local path = ("%s/%s_%s.lua"):format(folder, name, which)
  local file <close> = assert(io.open(path, "wb"))
  file:write(before, part, "\n", after)
  return path
end

print(write("solution", answers.solution) .. "\t")
for i, way in ipairs(answers.right or {}) do print(write("right" .. i, way) .. "\t") end
for i, mistake in ipairs(answers.mistakes) do print(write("mistake" .. i, mistake[1]) .. "\t" .. mistake[2]) end
local unknown = assert(answers.unknown, "an answer whose number no hint knows")
print(write("unknown", unknown[1]) .. "\t" .. unknown[2])
for question, asked in pairs(answers.asked or {}) do
  local file = ("%s/%s_solution.lua"):format(folder, name)
  print(("%s\t\t%s=%.17g"):format(file, question, asked.right))
  for _, wrong in ipairs(asked) do print(("%s\t%s\t%s=%.17g"):format(file, wrong[2], question, wrong[1])) end
end
