/* Takes of strangers: refused in one sentence, or played to the end with what they bring, scene and
   edits and all. */
#define FUZZ_NAME "take"
#define TURNS     60
#include "fuzz.h"

#include "app/take.h"

#define STEPS 12   /* of a take, at most */
#define FINE  0.02 /* m: with 0.001 the pool has 250000 particles, of which a frame takes minutes */

/* Most changes of a take only break its lines: an input that is none itself says, byte by byte,
   what happens behind this head. */
static const char head[] =
    "laguna take 1\n"
    "scene \"pool.lua\"\n"
    "seed 3 fps 60\n"
    "file 527 \"pool.lua\"\n"
    "local lg = require \"laguna\"\n"
    "local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1, solver = lg.solver.wcsph "
    "{} }\n"
    "world:add(lg.emitter.volume { name = \"pool\", shape = lg.shape.box { max = {0.5, 0.5} } })\n"
    "local k = lg.slider { name = \"k\", default = 1, min = 0, max = 3 }\n"
    "lg.button { name = \"go\", press = function() world.gravity = {0, -k.value} end }\n"
    "function world:mouse(x, y, button, what) self.gravity = {x, -y} end\n"
    "function world:key(name, down) if down then lg.keep.n = (lg.keep.n or 0) + 1 end end\n"
    "return world\n"
    "\n";

static const char *const words[] = {"key",   "mouse", "reload", "move",
                                    "press", "set",   "eval",   "edit"},
                         *const names[] = {"press",   "move",   "release", "hover",   "wheel",
                                           "k",       "go",     "n",       "spacing", "seed",
                                           "gravity", "solver", "density", "max_dt",  "cfl",
                                           "shape",   "",       "center"},
                         *const texts[] = {"",
                                           "flip",
                                           "dfsph",
                                           "world.gravity = {0, 0}",
                                           "lg.keep.n = nil",
                                           "world:reset()",
                                           "return world.particles",
                                           "error 'so'",
                                           "world.solver = lg.solver.pbf {}",
                                           "for i = 1, 1e9 do end",
                                           "\\n\\\"",
                                           "world:clear()"};
static const double values[] = {0, 1, -1, 0.5, 0.1, 1e-3, 2, 1e9, -1e38, 1e-38, 3.5, 100};
#define PICK(f, list) ((list)[next(f) % (sizeof(list) / sizeof *(list))])

static void put_event(FILE *out, feed *f, int *step) {
  *step += (int)(next(f) % 3);
  fprintf(out, "at %d %s %u %u %u %u %u", *step, PICK(f, words), next(f) % 3, next(f) % 4,
          next(f) % 12, next(f) % 12, next(f) % 5);
  for (int k = 0; k < 4; k++) fprintf(out, " %a", PICK(f, values));
  fprintf(out, " \"%s\" \"%s\"\n", PICK(f, names), PICK(f, texts));
}

/* The take that an input is; free() it. */
static char *take_of(const uint8_t *data, size_t n, size_t *bytes) {
  char *text = NULL;
  FILE *out = open_memstream(&text, bytes);
  feed f = {data, n};
  int step = 0;
  if (n > 11 && memcmp(data, head, 11) == 0) fwrite(data, 1, n, out);
  else {
    fputs(head, out);
    while (f.left) put_event(out, &f, &step);
    fprintf(out, "end %d %016x\n", step + 2, 0u);
  }
  fclose(out);
  return text;
}

/* Who asks for a finer fluid may wait for it; there is nothing else to find in that. */
static bool is_coarse(lg_scene *s) {
  for (int i = 0; i < lg_scene_count(s); i++)
    if ((double)lg_world_spacing(lg_scene_world(s, i)) < FINE) return false;
  return true;
}

static void try(const uint8_t *data, size_t n) {
  lg_bytes bytes = {NULL, 0, 0, false};
  lg_why why = {""};
  size_t length;
  char *text = take_of(data, n, &length);
  lg_bytes_take(&bytes, text, length);
  free(text);
  lg_take *t = lg_take_open(&bytes, "input", &why);
  lg_bytes_free(&bytes);
  MUST(t || (*why.text && !strchr(why.text, '\n')), "refused, but not in a sentence");
  if (!t) return;

  /* As `run` plays it. */
  lg_app_options o = {.target = t->scene,
                      .take = t,
                      .threads = 1,
                      .seed = t->seed,
                      .fps = t->fps,
                      .budget = {0.3, 0.02, (size_t)16 << 20},
                      .set = {(const char **)t->set, t->sets}};
  lg_live l;
  bool open = lg_live_open(&l, &o, false);
  for (int64_t step = 0; open && step < STEPS && step < t->end; step++) {
    lg_take_play(t, &l, step);
    if (!is_coarse(l.scene) || !lg_live_step(&l, lg_app_dt(&o))) break;
  }
  if (open) lg_take_same(t, l.scene);
  lg_live_close(&l);
  lg_take_free(t);
}
