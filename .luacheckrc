-- Read by `make tidy`. Scenes that are wrong on purpose (tests/bad_scenes, tests/lint, tests/app/scenes) and the generated types
-- are not looked at.
std = "lua54"
max_line_length = 130
unused_args = false -- hooks have the arguments that the program gives them
ignore = {
  "581", -- not (a < b) holds for nan, too
  "211/world", "211/w", "211/back", -- "local world <close>": what is closed is used
}
files["tests/lua"].std = "+busted"
files["tests/lua/untraced_spec.lua"].globals = {"chosen_particle"} -- a global that a traced function names
exclude_files = {"build", "tests/bad_scenes", "tests/lint", "tests/app/scenes", "lua/laguna/types"}
