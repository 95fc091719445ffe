-- Read by `make tidy`. Scenes that are wrong on purpose (tests/bad_scenes, tests/lint, tests/app/scenes) and the generated types
-- are not looked at.
std = "lua54"
max_line_length = 130
unused_args = false -- hooks have the arguments that the program gives them
files["tests/lua"].std = "+busted"
exclude_files = {"build", "tests/bad_scenes", "tests/lint", "tests/app/scenes", "lua/laguna/types"}
