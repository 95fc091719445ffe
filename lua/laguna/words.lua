-- words.lua: the words of the Lua face that no parameter row describes, one row for each word, in
-- the order of the reference. `laguna docs` makes the reference and the types for editors of them;
-- tests/lua/reference_spec.lua holds them against what is there. A row is
-- { word, type in the notation of LuaLS, sentence, how it is written if not owner.word }. Long, as
-- it is a list: split by owner it would no longer be in the reference's order.

local world <const> = "self: laguna.world"
local over_neighbors <const> = "fun(self: laguna.particle, "
  .. "f: (fun(q: laguna.neighbor): number|boolean|laguna.vec), "
  .. "options?: {radius?: number, kernel?: string}): number|laguna.vec"
local of_column <const> = "fun(p: laguna.particle, column: string, "
  .. "options?: {radius?: number, kernel?: string}): number|laguna.vec"

return {
  { owner = "lg", title = "The module", doc = "`local lg = require \"laguna\"`",
    { "world", "fun(options: laguna.world_options): laguna.world",
      "A world from a table of options.", "lg.world { ... }" },
    { "shape", "laguna.shapes", "Shapes say where: `lg.shape.box { max = {1, 2} }`." },
    { "material", "laguna.materials",
      "What particles are made of: a fluid, or `lg.material.jelly`, `snow`, `sand`; in a function of "
        .. "a particle, `p.material == oil` or `= oil`.", "lg.material { density = 800 }" },
    { "emitter", "laguna.emitters", "Emitters make particles." },
    { "collider", "laguna.colliders", "Colliders stop particles." },
    { "joint", "laguna.joints", "Joints tie bodies to each other, or to the world." },
    { "field", "laguna.fields", "Fields push particles." },
    { "solver", "laguna.solvers", "Solvers make a fluid of them." },
    { "vec", "fun(x: number, y: number, z?: number): laguna.vec",
      "A vector of 2 or 3 numbers, which never changes.", "lg.vec(x, y[, z])" },
    { "kernel", "fun(options: {[1]: string, dim: integer, radius: number}): laguna.kernel",
      "A smoothing kernel by itself, for work by hand: cubic_spline, wendland_c2, poly6 or spiky.",
      'lg.kernel { "cubic_spline", dim = 2, radius = 0.1 }' },
    { "image", "fun(options: string|table): laguna.field.image",
      "A picture (PNG) as a field, 0 to 1: `logo:at(p)` in functions, `filter = logo` of an emitter "
        .. "(where it is above 0.5), `world.color_by = logo`. Where it lies is said by `min` with "
        .. "`width` (and `height`), or by two corners, `min` and `max`.",
      'lg.image { "logo.png", min = {0, 0}, width = 2, channel = "alpha" }' },
    { "slider", "fun(options: laguna.slider_options): laguna.slider",
      "A number that the user moves; `--set name=value` too.",
      'lg.slider { name = "swirl", default = 4, min = 0, max = 20 }' },
    { "choice", "fun(options: laguna.choice_options): laguna.choice",
      "One of several texts, picked by the user or by `--set`.",
      'lg.choice { name = "liquid", "water", "honey" }' },
    { "button", "fun(options: laguna.button_options): laguna.button",
      "Runs a function when the user presses it.",
      'lg.button { name = "splash", press = function() end }' },
    { "plot", "laguna.plots",
      "Curves over time, shown in the picture.",
      'lg.plot { name = "energy [J]", "kinetic", "potential" }' },
    { "note", "fun(text: string)", "What a lesson says, beside the picture. Where the file has the lines "
      .. "`-- ---- your part ----` and `-- ---- until here ----`, a last note says where they are.",
      "lg.note [[...]]" },
    { "check", "fun(options: laguna.check_options)",
      "Looks at an answer when its frame has come: a value, what it should be, and hints by the "
        .. "numbers that mistakes bring about; `laguna lesson FILE` makes all of them. "
        .. "With `diagnosis = \"outrun\", world = world` the value is what the doctor of "
        .. "`laguna check --run` has said of that world.",
      'lg.check { name = "sum", value = function() return 1 end, expect = 1, within = 0.01, '
        .. 'hints = { { when = 2, say = "twice" } } }' },
    { "ask", "fun(options: laguna.ask_options): laguna.ask",
      "A question whose answer is a number: typed in the window's notes, panel or page, or given by "
        .. "`--set name=value`; `answer` is the number, or a function that says whether it is right. "
        .. "Hints as those of lg.check. `.value` is nil until somebody answers.",
      'lg.ask { name = "mass", "How heavy is a particle?", unit = "kg", answer = 0.4 }' },
    { "compare", "fun(a: laguna.world, b: laguna.world, options?: {gauges?: string[], difference?: string, "
        .. "names?: string[]}): laguna.world, laguna.world, laguna.world",
      "Two worlds beside each other, and a third that shows B - A of a column (`difference`, the speed); curves of "
        .. "`gauges`, how far particles of one number lie apart, and when that begins. In 3-D the third is a slice. "
        .. "On the command line `laguna A.lua B.lua`, or `laguna A.lua --against solver=pbf`.",
      'return lg.compare(a, b, { gauges = { "kinetic_energy", "front" }, difference = "speed" })' },
    { "keep", "table", "A table of plain values that survives when the scene's file is read again.",
      "lg.keep.splashes = 3" },
    { "keys", "table<string, boolean>", "The keys that are down, by their names in `world:key`.",
      "if lg.keys.space then" },
    { "mouse", "{x: number?, y: number?, z: number?, world: laguna.world?, left: boolean, middle: boolean, "
        .. "right: boolean}",
      "Where the mouse was last (m; nil until it comes), the world there, and the buttons that are down.",
      "if lg.mouse.left then" },
    { "math", "table",
      "Lua's math for numbers and per-particle values, with tanh, sign, fract, clamp, mix, "
        .. "step, smoothstep.", "lg.math.sin(p.x)" },
    { "sph", "laguna.sph", "Operators of SPH as sums over neighbours.",
      'lg.sph.laplacian(p, "heat")' },
    { "noise", "fun(x: number, y: number, z?: number, seed?: integer): number",
      "Gradient noise, about -1..1, 0 at whole numbers.", "lg.noise(x, y[, z[, seed]])" },
    { "where", "fun(condition: boolean, a: number, b: number): number",
      "a where the condition holds, else b; both are computed.", "lg.where(lg.lt(p.x, 0), a, b)" },
    { "lt", "fun(a: number, b: number): boolean", "a < b, as a condition for lg.where." },
    { "le", "fun(a: number, b: number): boolean", "a <= b." },
    { "gt", "fun(a: number, b: number): boolean", "a > b." },
    { "ge", "fun(a: number, b: number): boolean", "a >= b." },
    { "eq", "fun(a: number, b: number): boolean",
      "a == b; Lua's own `p.id == 7` is never true, as a number is no per-particle value." },
    { "all", "fun(a: boolean, b: boolean): boolean", "Both conditions." },
    { "any", "fun(a: boolean, b: boolean): boolean", "One of the conditions, or both." },
    { "negate", "fun(a: boolean): boolean", "The opposite of a condition." },
    { "gradient", "fun(f: laguna.field): laguna.field",
      "Of a scalar field: a vector field. Exact for formulas.", "lg.gradient(f)" },
    { "divergence", "fun(f: laguna.field): laguna.field", "Of a vector field: a scalar field.",
      "lg.divergence(f)" },
    { "curl", "fun(f: laguna.field): laguna.field",
      "Of a vector field; in 2-D a scalar, and of a scalar (a stream function) the vector "
        .. "(df/dy, -df/dx).", "lg.curl(f)" },
    { "laplacian", "fun(f: laguna.field): laguna.field", "Of a scalar or vector field: the same.",
      "lg.laplacian(f)" },
    { "random", "fun(m?: integer, n?: integer): number",
      "As math.random, seeded per run and the same on every machine.", "lg.random([m[, n]])" },
    { "seed", "fun(n?: integer)", "Begins lg.random anew.", "lg.seed(n)" },
    { "load", "fun(path: string): laguna.world ...", "Runs a scene's file and returns its worlds.",
      'lg.load("dam_break.lua")' },
    { "kinds", "fun(family?: string): string[]", "The names of all kinds, or of a family's.",
      'lg.kinds("shape")' },
    { "plugin", "fun(path: string)",
      "Loads a shared library of kinds from outside, relative to the scene's folder; needs `--trust`.",
      'lg.plugin "swirl.so"' },
    { "version", "string", "Of Laguna." },
    { "isa", "string", "Instruction set in use: sse2, avx2, avx512 or portable." },
  },
  { owner = "world", title = "Worlds", doc = "What a world knows and does, besides its parameters.",
    { "name", "string", "Its name: `world`, or `world1`, `world2` where a scene returns several." },
    { "dim", "integer", "2 or 3." },
    { "bounds", "laguna.vec[]", "Lower and upper corner, m." },
    { "edges", "table<string, string[]>", "By axis: what the lower and the upper side are." },
    { "time", "number", "Simulated time, s." },
    { "frame", "integer", "Frames done." },
    { "kernel", "laguna.kernel", "Of the solver in use, calibrated as it does.",
      "world.kernel:W(r)" },
    { "stats", "laguna.stats", "Statistics of the last frame." },
    { "contacts", "{a: laguna.object, b?: laguna.object, at: laguna.vec, normal: laguna.vec, "
      .. "impulse: number}[]",
      "Where bodies touched in the last frame, one entry a pair: where they were pressed hardest, "
        .. "out of b into a; no b is an edge of the world; the impulse in N s.",
      "for _, c in ipairs(world.contacts) do ... end" },
    { "gauges", "table<string, number|laguna.vec>",
      "Gauges by name, as the last frame left them." },
    { "particles", "laguna.particles", "The particles, and their columns as buffers." },
    { "solver", "laguna.solver", "The solver; assign another one to swap." },
    { "objects", "laguna.object[]", "All objects, in order of addition." },
    { "grids", "laguna.grids", "What the solver's grid holds; `world.grids()` is their names." },
    { "color_by", "string|laguna.field|fun(p: laguna.particle): number, number?, number?",
      "What gives particles their colour: a column, a function of a particle that returns one number, "
        .. "or three, red, green and blue, 0 to 1, a column `color` of three components, a field, or "
        .. "\"grid.pressure\": that grid, drawn behind them. Not given: the materials' colours, or the speed. "
        .. "What a function gives is computed once a frame; between the stages of the next one it is that of its beginning." },
    { "view", "laguna.view", "How it is shown: camera, colours, what of it; see [view](view.md).",
      "world.view = { show = \"surface\" }" },
    { "widgets", "table<string, laguna.slider|laguna.choice|laguna.button|laguna.plot>",
      "The scene's sliders, choices, buttons and plots by name." },
    { "add", "fun<T: laguna.object>(" .. world .. ", object: T): T",
      "Adds an object with all that it names; returns it.", "world:add(object)" },
    { "remove", "fun(" .. world .. ", object: laguna.object)", "Takes an object out.",
      "world:remove(object)" },
    { "find", "fun(" .. world .. ", what: string|integer): laguna.object|integer|nil",
      "The object of a name, or the index of the particle of an id.", "world:find(name)" },
    { "step", "fun(" .. world .. ", dt?: number)", "One frame of dt seconds (1/60).",
      "world:step([dt])" },
    { "advance", "fun(" .. world .. ", frame: integer, dt?: number)", "Runs up to a frame.",
      "world:advance(frame[, dt])" },
    { "peek", "fun(" .. world .. ", dt?: number): fun(): string, integer, integer",
      "The next frame of dt seconds (1/60), stage by stage, from the present state on and without hooks: "
        .. "the stage's name, the sub-step's number and how often that name has come in it (a solver's "
        .. "iteration). In the loop particles, time and grids are those behind the stage, and nothing can "
        .. "be changed; behind its end, or a break, all is as it was before. It looks ahead from between "
        .. "two frames: at the script's end, in on_load, key, mouse and draw, in a button or the console. "
        .. "before_step and after_step are in a frame themselves, and it is refused there, as in functions "
        .. "of a particle.",
      "for stage, sub, pass in world:peek([dt]) do ... end" },
    { "update", "fun(" .. world .. ", f: fun(p: laguna.particle, t: number))",
      "Stores for all particles at once, at native speed.",
      "world:update(function(p) p.vx = 0.9 * p.vx end)" },
    { "remove_if", "fun(" .. world .. ", f: fun(p: laguna.particle, t: number): boolean): integer",
      "Removes the particles that meet a condition; returns how many.",
      "world:remove_if(function(p) return p.y > 2 end)" },
    { "sum",
      "fun(" .. world
        .. ", f: (fun(p: laguna.particle, t: number): ...)): number|laguna.vec",
      "Over all particles.", "world:sum(function(p) return p.mass * p.vx end)" },
    { "mean",
      "fun(" .. world
        .. ", f: (fun(p: laguna.particle, t: number): ...)): number|laguna.vec|nil",
      "nil of nobody.", "world:mean(function(p) return p.x, p.y end)" },
    { "min",
      "fun(" .. world
        .. ", f: (fun(p: laguna.particle, t: number): ...)): number|laguna.vec|nil",
      "The least.", "world:min(function(p) return p.x end)" },
    { "max",
      "fun(" .. world
        .. ", f: (fun(p: laguna.particle, t: number): ...)): number|laguna.vec|nil",
      "The greatest.", "world:max(function(p) return p.x end)" },
    { "count", "fun(" .. world .. ", f: fun(p: laguna.particle, t: number): boolean): integer",
      "How many meet a condition.", "world:count(function(p) return p.y > 1 end)" },
    { "each",
      "fun(" .. world
        .. ", filter?: (fun(p: laguna.particle): boolean), f: fun(p: laguna.particle)): integer, "
        .. "number",
      "Plain Lua for the particles that a condition picks, hundreds of times slower; "
        .. "returns how many, and the seconds it took.",
      "world:each(function(p) return p.y > 1 end, function(p) ... end)" },
    { "measure", "fun(" .. world .. ", what: string, options?: table): number|laguna.vec",
      "Measures now.", 'world:measure("front", { direction = {1, 0} })' },
    { "ledger", "fun(" .. world .. ", of?: string): table<string|integer, any>",
      "What changed the fluid's energy, J (\"mass\", kg; \"momentum\", kg m/s), since it was first asked "
        .. "for: `kinetic`, `potential` and `internal` say how much more there is, and add up to what "
        .. "`emitters`, `lost`, `script`, `fields`, `viscosity`, `pressure`, `solids`, `walls` and `steps` "
        .. "gave; `error` is what is left, 0 but for rounding. The list of names is in it, too. "
        .. "`walls` and `pressure` are what is lost to heat; `laguna kinds measure.ledger` has gauges of it.",
      "world:ledger().pressure" },
    { "probe", "fun(" .. world .. ", id: integer): table?",
      "What a particle is and feels: its columns, `index`, `neighbors` (id, index, offset, distance, "
        .. "W, gradW, share of the density), `shares` (own, fluid, walls, rest), and from the next step "
        .. "on, of the last sub-step of `dt` s as it began: `terms` of its acceleration by their names "
        .. "(gravity, fields, pressure, ...; of a solver in Lua its stages), m/s2; `rate`: dv/dt, their "
        .. "sum, and `rest`: the round-off between; `shift`: moved without a velocity, m/s; `ledger`: "
        .. "by how much each stage changed the velocity, m/s; `iterations`: the pressure after each, "
        .. "Pa; `cell` of a grid: i, j, k, faces with weights and velocities before and after the "
        .. "projection, divergence, pressure around. nil: it is gone.",
      "world:probe(id)" },
    { "watch", "fun(" .. world .. ", id: integer)",
      "Shows what `probe` tells of a particle in the picture, as the window does behind Alt-click or `i` "
        .. "and `laguna render` with --id: neighbours, the cell of a grid, its terms as arrows.",
      "world:watch(world:pick(0.5, 0.2))" },
    { "unwatch", "fun(" .. world .. ", id: integer)",
      "Lets go of a particle that was probed or watched; 64 can be.", "world:unwatch(id)" },
    { "pick", "fun(" .. world .. ", x: number|laguna.vec, y?: number, z?: number): integer?",
      "The id of the particle that is nearest to a place.", "world:pick(0.5, 0.2)" },
    { "gauge", "fun(" .. world .. ", name: string, what: string?, options?: table)",
      "Measures after every frame; nil ends that.", 'world:gauge("tip", "front")' },
    { "save", "fun(" .. world .. ", path: string)", "Writes a checkpoint of the state.",
      "world:save(path)" },
    { "restore", "fun(" .. world .. ", path: string)", "Takes the state of a checkpoint.",
      "world:restore(path)" },
    { "hash", "fun(" .. world .. "): string", "16 hex digits: equal text, equal bits.",
      "world:hash()" },
  },
  { owner = "hook", title = "Hooks",
    doc = "Functions of a world that it calls: `function world:after_step(dt) end`.",
    { "before_step", "fun(" .. world .. ", dt: number)", "Before every frame.",
      "function world:before_step(dt)" },
    { "after_step", "fun(" .. world .. ", dt: number)", "After every frame.",
      "function world:after_step(dt)" },
    { "on_load", "fun(" .. world .. ")", "Once, when the scene stands: what volumes fill is there.",
      "function world:on_load()" },
    { "key", "fun(" .. world .. ", name: string, down: boolean)",
      "A key of the window: \"space\", \"left\", \"a\". Where it returns true the window does not act on the key; "
        .. "Esc, q and Tab it keeps.", "function world:key(name, down)" },
    { "mouse",
      "fun(" .. world .. ", x: number, y: number, button: integer, what: string, z?: number)",
      "The mouse, in m. button: 1 left, 2 middle, 3 right. what: press, move (while a button is down), release, "
        .. "hover (none is: button 0), wheel (button: notches, above 0 away from the user). Where it returns true "
        .. "the window neither zooms nor moves the view: of a press that holds for its drag. The left button is the "
        .. "hook's own in any case.",
      "function world:mouse(x, y, button, what[, z])" },
    { "draw", "fun(" .. world .. ", g: laguna.drawing)",
      "Draws over the picture; without one nobody calls it.", "function world:draw(g)" },
  },
  { owner = "drawing", title = "Drawing",
    doc = "What `function world:draw(g)` receives. Places are in m; a color is "
      .. "{red, green, blue[, alpha]}, 0 to 1 each, and that of other texts if there is none; widths and text "
      .. "sizes are pixels of a picture 600 pixels high. In 3-D lines, arrows and boxes are hidden "
      .. "by what is in front of them, the other marks lie over everything. A hook has room for 4096 marks, and they paint a "
      .. "picture over 256 times at most; those after that are left out. Plots are made by "
      .. "`lg.plot`, and shown without this hook.",
    { "screen", "laguna.drawing",
      "The same marks, placed on the picture: {0, 0} is its lower left corner, {1, 1} the upper "
        .. "right one, in 3-D, too; radii are pixels.", "g.screen:text({0.5, 0.9}, \"...\")" },
    { "line",
      "fun(self: laguna.drawing, from: laguna.point, to: laguna.point, color?: number[], "
        .. "width?: number)", "A line; 1.5 pixels wide.",
      "g:line({x, y}, {x, y}[, color[, width]])" },
    { "arrow",
      "fun(self: laguna.drawing, from: laguna.point, to: laguna.point, color?: number[], "
        .. "width?: number)", "A line with a head at its second point.",
      "g:arrow({x, y}, {x, y}[, color[, width]])" },
    { "disc", "fun(self: laguna.drawing, center: laguna.point, radius: number, color?: number[])",
      "A disc; its radius is in m.", "g:disc({x, y}, radius[, color])" },
    { "ring",
      "fun(self: laguna.drawing, center: laguna.point, radius: number, color?: number[], "
        .. "width?: number)", "A circle; its radius is in m, its line 1.5 pixels wide.",
      "g:ring({x, y}, radius[, color[, width]])" },
    { "rectangle",
      "fun(self: laguna.drawing, corner: laguna.point, across: laguna.point, color?: number[], "
        .. "width?: number)",
      "From corner to corner: filled, or a line of so many pixels; in 3-D the edges of a box.",
      "g:rectangle({x, y}, {x, y}[, color[, width]])" },
    { "bar",
      "fun(self: laguna.drawing, at: laguna.point, part: number, color?: number[], "
        .. "width?: number, height?: number)",
      "A bar to the right of a place, full by a part of 0 to 1; 100 by 8 pixels.",
      "g:bar({x, y}, part[, color[, width[, height]]])" },
    { "text",
      "fun(self: laguna.drawing, at: laguna.point, text: string, color?: number[], "
        .. "size?: number, align?: \"left\"|\"center\"|\"right\", halo?: boolean|number[])",
      "A line of text, 16 pixels high, to the right of a place (`left`), on both sides or to the "
        .. "left of it; `halo`, true or a color, keeps it readable over anything.",
      "g:text({x, y}, text[, color[, size[, align[, halo]]]])" },
  },
  { owner = "object", title = "Objects", doc = "What all of them have besides their parameters.",
    { "name", "string?", "Unique in its world; given in the option table, else kind and number." },
    { "kind", "string", "Such as `shape.box`." },
    { "world", "laguna.world?", "The world it is in." },
    { "at", "fun(self: laguna.field, point: laguna.point, t?: number): number|laguna.vec",
      "Of fields: the value at a point and time.", "field:at({x, y}[, t])" },
    { "distance", "fun(self: laguna.object, point: laguna.point): number",
      "Of shapes and colliders: signed distance, m.", "shape:distance({x, y})" },
    { "closest", "fun(self: laguna.object, point: laguna.point): laguna.vec?, laguna.vec?",
      "Of shapes and colliders: the nearest point of the surface, and the outward normal there.",
      "local point, normal = shape:closest({x, y})" },
    { "extent", "fun(self: laguna.object): laguna.vec?, laguna.vec?",
      "Of shapes and colliders: the corners of the bounding box; nothing where there is none.",
      "local low, high = shape:extent()" },
    { "push", "fun(self: laguna.object, force: laguna.point, "
      .. "options?: {at?: laguna.point, torque?: number|laguna.point})",
      "Of bodies: pushes it through this frame, or the next, with so many N, at its centre or a "
        .. "point, and with a torque, N m.",
      "body:push({fx, fy}[, { at = {x, y}, torque = 1 }])" },
  },
  { owner = "particle", title = "One particle in a function",
    doc = "What `function(p, t)` receives: all particles at once. Every column by its "
      .. "name; a vector column is a vec.",
    { "x", "number", "Position, m; also `y` and `z`.", "p.x" },
    { "vx", "number", "Velocity, m/s; also `vy`, `vz`.", "p.vx" },
    { "ax", "number", "Acceleration, m/s2; also `ay`, `az`.", "p.ax" },
    { "position", "laguna.vec", "In m.", "p.position" },
    { "velocity", "laguna.vec", "In m/s.", "p.velocity" },
    { "mass", "number", "In kg.", "p.mass" },
    { "age", "number", "In s.", "p.age" },
    { "id", "integer", "For ever the same.", "p.id" },
    { "W0", "number", "The kernel's weight at distance 0, of p itself in a density, 1/m^dim.", "p.W0" },
    { "V0", "number", "The volume at rest, spacing^dim, m^dim.", "p.V0" },
    { "wall", "number", "How much of p's support solids fill, 0 to 1: the integral of the kernel over "
      .. "walls and colliders (Koschier & Bender 2017). Add p.wall to a density sum, times the density at "
      .. "rest. It is made to fit a lattice half a spacing from a wall, so that each of its layers has its "
      .. "density at rest. Where it is a column of the solver's, as of its last step.", "p.wall" },
    { "wall_gradient", "laguna.vec", "Its gradient, which points into the solid, 1/m.",
      "p.wall_gradient" },
    { "sum", over_neighbors, "Over the neighbours of p, p not among them: what the function returns "
      .. "of each, a number or a vec. Neighbours are nearer than the solver's support radius, and "
      .. "weights are of its kernel, unless the options say otherwise; `kernel` is a name that "
      .. "`lg.kernel` knows. Columns are read as they were before `update` stores.",
      "p:sum(function(q) return q.mass * q.W end[, {radius = 0.1, kernel = \"poly6\"}])" },
    { "mean", over_neighbors, "The mean over neighbours; 0 where there are none.",
      "p:mean(function(q) return q.velocity end)" },
    { "min", over_neighbors, "The least of neighbours; 0 where there are none.",
      "p:min(function(q) return q.distance end)" },
    { "max", over_neighbors, "The greatest of neighbours; 0 where there are none.",
      "p:max(function(q) return q.y end)" },
    { "count", over_neighbors, "How many neighbours meet a condition.",
      "p:count(function(q) return q.y > p.y end)" },
  },
  { owner = "neighbor", title = "A neighbour in a sum",
    doc = "What `p:sum(function(q) ... end)` receives: every column by its name, as of p, and what "
      .. "is known of the pair. An image of a periodic world is where it is seen from p.",
    { "offset", "laguna.vec", "From q to p, m.", "q.offset" },
    { "distance", "number", "In m.", "q.distance" },
    { "W", "number", "The kernel's weight, 1/m^dim.", "q.W" },
    { "gradW", "laguna.vec", "Its gradient by p's position, 1/m^(dim+1).", "q.gradW" },
    { "laplacian", "number",
      "-2 gradW . offset / (distance^2 + 0.01 R^2) for a support radius R, 1/m^(dim+2): the sum of "
        .. "(a of q - a of p) q.laplacian over neighbours, times their volume, is the Laplacian of a "
        .. "(Brookshaw 1985).",
      "q.laplacian" },
  },
  { owner = "kernel", title = "Smoothing kernels",
    doc = "What `lg.kernel { ... }` and `world.kernel` give: W at a distance, and its slope.",
    { "W", "fun(self: laguna.kernel, r: number): number",
      "The weight at a distance, 1/m^dim; 0 from the radius on.", "kernel:W(r)" },
    { "grad", "fun(self: laguna.kernel, r: number|laguna.vec): number|laguna.vec",
      "dW/dr at a distance, 1/m^(dim+1); of the vec from q to p, the gradient by p's position.",
      "kernel:grad(r)" },
    { "name", "string", "Such as cubic_spline." },
    { "dim", "integer", "2 or 3." },
    { "radius", "number", "Of the support, m: the papers' 2 h of the cubic spline." },
    { "calibration", "number",
      "W is so many times the textbook's, whose integral is 1: a solver's kernel gives the lattice "
        .. "of its spacing the density at rest." },
  },
  { owner = "sph", title = "Operators of SPH",
    doc = "Of a column, given by its name, in functions of a particle; with volumes at rest and the "
      .. "radius and kernel of `p:sum`. Each is a few lines of `lua/laguna/sph.lua`.",
    { "density", (of_column:gsub("column: string, ", "")),
      "m W(0) + sum of m W over neighbours, kg/m^dim.", "lg.sph.density(p)" },
    { "gradient", of_column, "sum of V (a of q - a of p) gradW.", 'lg.sph.gradient(p, "heat")' },
    { "symmetric_gradient", of_column,
      "sum of V (a of q + a of p) gradW: a force made of it keeps momentum.",
      'lg.sph.symmetric_gradient(p, "pressure")' },
    { "corrected_gradient", of_column,
      "lg.sph.gradient, exact for linear columns at surfaces too (Randles & Libersky 1996).",
      'lg.sph.corrected_gradient(p, "heat")' },
    { "divergence", of_column, "sum of V (u of q - u of p) . gradW.",
      'lg.sph.divergence(p, "velocity")' },
    { "curl", of_column, "A number in 2-D, a vec in 3-D.", 'lg.sph.curl(p, "velocity")' },
    { "laplacian", of_column, "sum of V (a of q - a of p) q.laplacian (Brookshaw 1985).",
      'lg.sph.laplacian(p, "heat")' },
  },
  { owner = "script", title = "The step of a solver of one's own",
    doc = "What `lg.solver.script { step = function(s, dt) ... end }` receives: the solver itself, "
      .. "with its parameters and what it remembers. Columns `wall` (the volume fraction of p's "
      .. "support that solids fill: add its part to a density sum) and `wall_gradient` are there.",
    { "each", "fun(self: laguna.solver.script, stage: string, f: fun(p: laguna.particle))",
      "A stage, timed under its name: stores into columns of all particles.",
      's:each("density", function(p) p.density = ... end)' },
    { "sum", "fun(self: laguna.solver.script, f: fun(p: laguna.particle): number): number",
      "Over all particles; mean, min, max and count are likewise.",
      "s:sum(function(p) return p.mass end)" },
    { "mean", "fun(self: laguna.solver.script, f: fun(p: laguna.particle): number): number?",
      "For residuals that end an iteration.",
      "s:mean(function(p) return p.density end)" },
    { "min", "fun(self: laguna.solver.script, f: fun(p: laguna.particle): number): number?",
      "nil without particles.", "s:min(function(p) return p.density end)" },
    { "max", "fun(self: laguna.solver.script, f: fun(p: laguna.particle): number): number?",
      "nil without particles.", "s:max(function(p) return p.density end)" },
    { "count", "fun(self: laguna.solver.script, f: fun(p: laguna.particle): boolean): integer",
      "How many meet a condition.", "s:count(function(p) return p.density > 1010 end)" },
    { "radius", "number", "The support radius, m: `s.support` spacings.", "s.radius" },
  },
  { owner = "particles", title = "Particles",
    doc = "`world.particles`; `#world.particles` is how many there are.",
    { "add",
      "fun(self: laguna.particles, position: laguna.point, velocity?: laguna.point, "
        .. "material?: laguna.material): integer",
      "Adds one particle; returns its id.", "world.particles:add({x, y}[, {vx, vy}[, oil]])" },
    { "add_column", "fun(self: laguna.particles, name: string, components?: integer)",
      "A column of your own, 0 at first.", "world.particles:add_column(name[, components])" },
    { "columns", "fun(self: laguna.particles): string[]", "The names of all columns.",
      "world.particles:columns()" },
    { "near", "fun(self: laguna.particles, point: laguna.point, radius: number): integer[]",
      "Indices of the particles nearer to a point than so many metres.",
      "world.particles:near({x, y}, 0.1)" },
  },
  { owner = "grid", title = "Grids",
    doc = "`world.grids.pressure`: `grid[n]` and `#grid` are cells, x fastest; `size`, `cell`, "
      .. "`origin`, `unit`; good until the next step.",
    { "get", "fun(self: laguna.grid, i: integer, j: integer, k?: integer): number|laguna.vec",
      "The middle of a cell, counted from 1.", "grid:get(i, j[, k])" },
    { "sample", "fun(self: laguna.grid, p: laguna.point): number|laguna.vec",
      "At a point, between the values.", "grid:sample {x, y[, z]}" },
    { "min", "fun(self: laguna.grid): number", "Of all cells, of a grid of numbers.",
      "grid:min()" },
    { "max", "fun(self: laguna.grid): number", "Of all cells, of a grid of numbers.",
      "grid:max()" },
  },
  { owner = "buffer", title = "Buffers",
    doc = "`world.particles.position`: 1-based, `buffer[i]` a number or a vec; good until "
      .. "the next step.",
    { "get", "fun(self: laguna.buffer, i: integer): number ...", "The components of one particle.",
      "buffer:get(i)" },
    { "set", "fun(self: laguna.buffer, i: integer, ...: number)", "Sets one particle.",
      "buffer:set(i, x, y[, z])" },
    { "fill", "fun(self: laguna.buffer, value: number|laguna.point)", "Sets all.",
      "buffer:fill(value)" },
    { "shift", "fun(self: laguna.buffer, value: number|laguna.point)", "Adds to all.",
      "buffer:shift(value)" },
    { "scale", "fun(self: laguna.buffer, factor: number)", "Multiplies all.",
      "buffer:scale(factor)" },
    { "sum", "fun(self: laguna.buffer): number|laguna.vec", "Of all particles.", "buffer:sum()" },
    { "mean", "fun(self: laguna.buffer): number|laguna.vec", "Of all particles.", "buffer:mean()" },
    { "min", "fun(self: laguna.buffer): number|laguna.vec", "The least, by component.",
      "buffer:min()" },
    { "max", "fun(self: laguna.buffer): number|laguna.vec", "The greatest, by component.",
      "buffer:max()" },
  },
  { owner = "vec", title = "Vectors",
    doc = "`lg.vec(x, y[, z])`: `v.x`, `v[1]`, `+`, `-`, `* number`, `/ number`.",
    { "dot", "fun(self: laguna.vec, other: laguna.point): number", "Inner product.", "v:dot(w)" },
    { "length", "fun(self: laguna.vec): number", "Euclidean length.", "v:length()" },
    { "unpack", "fun(self: laguna.vec): number ...", "Its components.", "v:unpack()" },
  },
  { owner = "slider", title = "Sliders", doc = "Of `lg.slider { ... }`.",
    { "value", "number", "Where it stands; may be assigned, within its range." },
  },
  { owner = "choice", title = "Choices", doc = "Of `lg.choice { ... }`.",
    { "value", "string", "What is picked; may be assigned." },
  },
  { owner = "button", title = "Buttons", doc = "Of `lg.button { ... }`.",
    { "presses", "integer", "How often it was pressed." },
    { "press", "fun(self: laguna.button)", "Presses it.", "button:press()" },
  },
  { owner = "ask", title = "Questions", doc = "Of `lg.ask { ... }`.",
    { "value", "number?", "What was answered; nil: nothing yet." },
    { "met", "boolean", "Is it right?" },
  },
  { owner = "plots", title = "Ready plots", doc = "Of `lg.plot`, which makes others when it is called.",
    { "ledger", "fun(world: laguna.world, of?: string): laguna.plot",
      "Where a world's energy (\"mass\", \"momentum\") went since then: the curves of `world:ledger`, "
        .. "each from when it can be seen; fed by the program behind each frame.",
      "lg.plot.ledger(world)" },
  },
  { owner = "plot", title = "Plots",
    doc = "Of `lg.plot { ... }`; `#plot` is how many samples it keeps: all up to 1024, "
      .. "then every second, fourth, ...",
    { "add", "fun(self: laguna.plot, t: number, ...: number)",
      "A sample: the time and a value for each curve.", "plot:add(t, ...)" },
    { "get", "fun(self: laguna.plot, i: integer): number ...", "Sample i: the time and the values.",
      "plot:get(i)" },
    { "clear", "fun(self: laguna.plot)", "Forgets all samples.", "plot:clear()" },
  },
}
