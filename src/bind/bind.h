/* bind.h - the Lua face, for the program: a scene is one run of one Lua file in a Lua state of its
   own. */
#ifndef LG_BIND_BIND_H
#define LG_BIND_BIND_H

#include "laguna_kind.h"

typedef struct lg_scene lg_scene;

typedef struct lg_budget { /* of a scene's Lua, unless it is trusted */
  double load, hook;       /* s: of the file, and of all hooks of a frame */
  size_t memory;           /* bytes */
} lg_budget;
#define LG_DEFAULT_BUDGET ((lg_budget){2, 0.1, (size_t)64 << 20})
/* Reads "hook=2000,memory=256" (s, ms, MiB) over what `out` holds; a scene's header may ask for
   less than a host may. False: why is the sentence, and out is as it was. (guard/budget.c) */
bool lg_budget_read(const char *list, bool of_header, lg_budget *out, lg_why *why);

typedef struct lg_scene_options {
  const char *path;        /* the Lua file */
  const char *const *sets; /* "name.param=value", the --set options; `set_count` of them */
  int set_count;
  double spacing;           /* m: --set spacing=X behind all others; 0: none */
  const char *const *views; /* "name=value,name=value", the --view options; `view_count` of them */
  int view_count;
  /* A/B: another scene, or NULL and the same once more, with these --set options of its own; then
     the worlds are those of lg.compare. NULL and 0: one scene alone */
  const char *other;
  const char *const *against;
  int against_count;
  int64_t threads;  /* overrides every world's; < 0: the scene's own */
  int64_t seed;     /* overrides every world's; < 0: the scene's own */
  int64_t fps;      /* of the host's steps, for its checkpoints; 0: it does not say */
  bool trust;       /* no sandbox, no budget */
  lg_budget budget; /* what is 0 here is as the scene's header says, else LG_DEFAULT_BUDGET */
  /* a checkpoint's bytes that the worlds go on from; NULL: from time 0 */
  const void *state;
  size_t state_bytes;
  /* what lg_scene_tuned said of the run before, where there is no state; NULL: nothing */
  const void *tuned;
  size_t tuned_bytes;
  /* the file was edited since: what is fixed in a world stays as it was (lg_world_adopt) */
  bool adopt;
  /* called for every file that the scene reads; NULL: nobody wants to know */
  void (*reads)(void *user, const char *path);
  /* the files that the scene reads, in place of those of the disk, where it reads none then; false:
     there is none of that name. NULL: the disk's */
  bool (*text)(void *texts, const char *path, const char **text, size_t *bytes);
  void *texts;
  bool disk; /* what `text` has none of lies on the disk */
  /* remembers where everything is made, for lg_scene_where and lg_scene_forgotten, until
     lg_scene_close_lines */
  bool lines;
  bool lint;   /* that, and leaves the worlds as the file made them until lg_scene_begin */
  bool lesson; /* the host shows what checks find: they say nothing themselves */
  void (*say)(void *user, lg_level level, const char *sentence); /* what worlds and print() say */
  /* asked before a world is filled, which takes memory and time; false: why is the scene's error.
     NULL: there is room for all. */
  bool (*fits)(void *user, const lg_world *w, lg_why *why);
  void *user;
} lg_scene_options;

/* Loads a shared library of kinds (laguna_kind.h), for all scenes from now on; again is
   fine. False: why is a sentence. (lib/plugin.c) */
bool lg_plugin_load(const char *path, lg_why *why);

/* Runs the file; the worlds it returns are ready to step. NULL: why holds the message (file:line
   first), and a traceback where there is one, after a newline. */
lg_scene *lg_scene_load(const lg_scene_options *options, lg_why *why);
void lg_scene_free(lg_scene *s);
/* Of a scene with options.lint: fills its worlds and runs on_load, once. False: lg_scene_error. */
bool lg_scene_begin(lg_scene *s);
/* The scene's state for options.state: its worlds and what its script carries along. False:
   lg_scene_error says why. */
bool lg_scene_save(lg_scene *s, lg_take_fn *take, void *sink);
/* What a restart from time 0 keeps, for options.tuned: sliders that were moved, and lg.keep. A
   script that cannot say keeps nothing. */
void lg_scene_tuned(lg_scene *s, lg_take_fn *take, void *sink);
/* What a checkpoint was made of; its texts lie in the bytes of the checkpoint. */
typedef struct lg_origin {
  const char *path;  /* of the scene, as its host gave it; "": a world that had none */
  uint64_t text;     /* a sum of what stood in it */
  int64_t seed, fps; /* as in the options */
  const char *sets;  /* one behind the other, each with its NUL; set_count of them */
  int set_count;
} lg_origin;
/* Can these bytes be options.state at all? False: why is a sentence. */
bool lg_scene_check_state(const void *bytes, size_t n, lg_origin *origin, lg_why *why);
/* Bytes in memory, and files of them. (object/checkpoint.c) */
/* grows; free with lg_bytes_free */
typedef struct lg_bytes {
  char *at;
  size_t n, room;
  bool failed;
} lg_bytes;
/* sink is an lg_bytes */
lg_take_fn lg_bytes_take;
void lg_bytes_free(lg_bytes *b);
/* The whole file; false: why is a sentence. */
bool lg_bytes_read(lg_bytes *b, const char *path, lg_why *why);
/* Written under another name, synced and renamed; false: why is a sentence. */
bool lg_bytes_write(const lg_bytes *b, const char *path, lg_why *why);

/* what options.state found edited; lists are empty without one */
const lg_adoption *lg_scene_told(const lg_scene *s);
const char *lg_scene_title(const lg_scene *s); /* the first comment line of the file, or its name */
int lg_scene_count(const lg_scene *s);         /* worlds */
lg_world *lg_scene_world(lg_scene *s, int i);
/* One frame of every world, hooks included. False: lg_scene_error says why; lg_scene_guarded tells
   whether the guard rejected the step (exit code 4) rather than the script. */
bool lg_scene_step(lg_scene *s, double dt);
/* lg_world_peek of a world whose formulas are the scene's; the scene's error stays as it is. */
bool lg_scene_peek(lg_scene *s, int world, double dt, lg_peek_fn *fn, void *user);
const char *lg_scene_error(const lg_scene *s);
bool lg_scene_guarded(const lg_scene *s);
typedef enum lg_input {
  LG_INPUT_FAILED, /* the hook has failed, see lg_scene_error */
  LG_INPUT_FREE,
  LG_INPUT_OWNED /* a hook has returned true: nobody else is to act on it */
} lg_input;
/* Hooks of the window, and what lg.keys and lg.mouse say. button: 1 left, 2 middle, 3 right; what:
   "press", "move" (while it is down), "release", "hover" (button 0: none is down), "wheel" (button:
   notches, above 0 away from the user). */
lg_input lg_scene_key(lg_scene *s, const char *name, bool down);
lg_input lg_scene_mouse(lg_scene *s, int world, const float p[3], int button, const char *what);
/* lg.mouse says that the mouse is there, and no hook hears of it. */
void lg_scene_point(lg_scene *s, int world, const float p[3]);
/* Has the world a hook of that name? Without one for the "mouse" that takes 2-D water along. */
bool lg_scene_has_hook(lg_scene *s, int world, const char *name);
/* The column that world i is coloured by: world.color_by, "" if the scene does not say. NULL: its
   function failed, see lg_scene_error, and the scene has let it go. */
const char *lg_scene_color_by(lg_scene *s, int i);

/* How world i wants to be shown now: world.view, with what the host said at lg_scene_options.views
   over it. Fields are those of the rows (object/view.c). */
typedef struct lg_scene_view {
  float from[3], at[3], height; /* m; a path's where there is one */
  lg_id follow;                 /* 0: none, or it is gone */
  float turn;                   /* deg/s */
  int show, colormap, theme;
  float size, range[3]; /* range[0] < range[1]: given */
  float background[4];
  bool bounds, colliders, legend, hud;
  char title[LG_TEXT_MAX];
  bool has_from, has_at, has_background; /* given? */
} lg_scene_view;
enum { LG_SHOW_AUTO, LG_SHOW_DOTS, LG_SHOW_SPHERES, LG_SHOW_WATER, LG_SHOW_SURFACE, LG_SHOW_NONE };
enum { LG_SHOW_ANY_THEME, LG_SHOW_DARK, LG_SHOW_LIGHT };
void lg_scene_view_of(lg_scene *s, int i, lg_scene_view *out);
/* The particle that world i wants to be looked at closely, by its id: world:watch's; -1: none. */
int64_t lg_scene_watched(lg_scene *s, int i);
/* The same by the host's hand; -1: none. False: too many are watched, see lg_error of the world. */
bool lg_scene_watch(lg_scene *s, int i, int64_t id);
const lg_kind *lg_scene_view_kind(void); /* its rows, for help and reference */
const char *lg_type_word(lg_type type);  /* of a row, as these call it: "float" */

/* What world:draw(g) draws (draw.c). Places and radii in m, or on_screen: parts of the picture from
   its lower left corner, 0 to 1 each way, and radii in pixels. Pixels are those of a picture 600
   high; colours 0xRRGGBBAA. */
#define LG_DRAWING_MAX 4096 /* marks of one call */
typedef enum lg_drawn_what {
  LG_DRAWN_LINE,
  LG_DRAWN_ARROW,
  LG_DRAWN_DISC,
  LG_DRAWN_RING,
  LG_DRAWN_RECTANGLE,
  LG_DRAWN_BAR,
  LG_DRAWN_TEXT
} lg_drawn_what;
typedef struct lg_drawn {
  lg_drawn_what what;
  bool on_screen;
  float at[3], to[3]; /* place, or one end; the other end, or the corner across */
  float radius;       /* of discs and rings */
  float width,
      size;   /* pixels: width of lines (rectangle: 0, filled) and bars; height of texts, bars */
  float part; /* 0 to 1: of a bar, full; of a text, left of its place */
  uint32_t rgba, halo; /* halo: around a text; 0: none */
  const char *text;
} lg_drawn;
typedef struct lg_drawing {
  void *user;
  bool (*mark)(void *user, const lg_drawn *d); /* false: no memory */
} lg_drawing;
/* to NULL: the hook is tried, and what it draws is checked and goes nowhere. False: it failed, see
   lg_scene_error. */
bool lg_scene_draw(lg_scene *s, int world, const lg_drawing *to);

/* What the script shows beside the picture (widget.c). All texts stay valid until the scene is
   called again. */
/* Slider or choice i as if it were a parameter (LG_FLOAT or LG_CHOICE); false: there is none. */
bool lg_scene_control(lg_scene *s, int i, lg_param *row, lg_arg *value);
/* A slider or choice, or the answer to a question, by hand; false: lg_scene_error. */
bool lg_scene_move(lg_scene *s, const lg_arg *value);
const char *lg_scene_button(lg_scene *s, int i); /* its name; NULL: there is none */
/* false: its function failed, see lg_scene_error */
bool lg_scene_press(lg_scene *s, const char *button);
const char *lg_scene_plot(lg_scene *s, int i); /* its name; NULL: there is none */
const char *lg_scene_curve(lg_scene *s, int plot,
                           int k); /* the name of a curve from 1 on; NULL: there is none */
/* of curve k; 0: the times. How many there are */
int lg_scene_samples(lg_scene *s, int plot, int k, float *out, int most);
/* What a lesson says and asks (widget.c). */
const char *lg_scene_note(lg_scene *s, int i); /* lg.note; NULL: there is none */
/* What a lesson says more of the error that ended it; "": nothing. */
void lg_scene_excuse(lg_scene *s, const char *why, char *out, size_t size);
typedef struct lg_check { /* lg.check, or lg.ask */
  const char *name;
  const char *ask;  /* the question that lg_scene_move answers by its name; "": it is a check */
  const char *unit; /* of the answer */
  const char *said; /* the value that was found and, where it is not met, a hint */
  bool done, met;   /* done: its frame has come, or it has been answered */
} lg_check;
bool lg_scene_check(lg_scene *s, int i, lg_check *out); /* false: there is none */
/* Shows the energy's ledger of all worlds as plots, or hides what it has shown; false:
   lg_scene_error. */
bool lg_scene_ledger(lg_scene *s);
/* What the doctor says of a world, by its rule's name, for checks that wait for it; NULL: it has
   come. */
bool lg_scene_diagnose(lg_scene *s, const char *rule, int world);
/* Parameters of an object that the user moved by hand. */
bool lg_scene_set(lg_scene *s, int world, lg_id id, const lg_arg *args);
/* "lg.slider world:measure ...": fields and methods that a line of Lua may name, besides rows. */
const char *lg_scene_names(lg_scene *s);
/* A line of Lua in the scene; answer is what it gave, or the message if it failed (false). The
   scene's error stays as it is. */
bool lg_scene_eval(lg_scene *s, const char *line, char *answer, size_t answer_bytes);

/* "scene.lua:12": the line that made an object of a world (its lg_world_id: the world); "" if it is
   not known. (made.c) */
const char *lg_scene_where(lg_scene *s, int world, lg_id id);
/* The i-th object that was made but is in no world; false: there is none. Texts are good until the
   scene is called again. */
bool lg_scene_forgotten(lg_scene *s, int i, const char **what, const char **where);
/* Nothing more is remembered: what hooks make comes and goes. */
void lg_scene_close_lines(lg_scene *s);

/* Calls page for every file of the reference and the editor's types, made from the rows; its path
   is relative to lua/laguna. page returns false to end it. False: why holds the message.
   (reference.c) */
typedef bool lg_page_fn(void *user, const char *path, const char *text, size_t bytes);
bool lg_reference(lg_page_fn *page, void *user, lg_why *why);

/* Opens the module laguna.core: the symbol that stock Lua looks for in laguna/core.so, too. */
struct lua_State;
int luaopen_laguna_core(struct lua_State *L);

#endif
