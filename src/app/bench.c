/* bench.c - `laguna bench [NAME]`: ns per particle and sub-step, stage by stage, of built-in
   set-ups in C or of a scene. */
#include "app/bench.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MEASURE    2.0 /* s, of each measurement */
/* particles x sub-steps of a set-up's frame: short enough that some frames are undisturbed */
#define POINTS     200000
#define FIRST      0.02 /* s per m of spacing: some sub-steps of water that falls one metre deep */
#define FRAMES_MAX 1000000

/* a column of water in the corner of a tank, m */
#define DAM_2D_10K  .dim = 2, .tank = {4, 3}, .column = {1, 1}, .spacing = 0.01f
#define DAM_3D_100K .dim = 3, .tank = {3, 2, 1}, .column = {1, 0.8f, 1}, .spacing = 0.02f
#define DAM_3D_1M   .dim = 3, .tank = {3, 2, 1}, .column = {1, 1, 1}, .spacing = 0.01f
/* half a tank of 64^3 cells */
#define DAM_3D_64                                                                                  \
  .dim = 3, .tank = {1.28f, 1.28f, 1.28f}, .column = {0.64f, 0.64f, 1.28f}, .spacing = 0.01f
#define LIVE .fps = 60, .cfl = 1, .iterations = 3 /* the first second, as a window shows it */

/* solvers, and the stages of one of their iterations */
#define PCISPH                                                                                     \
  "pcisph", { "solve/pressure", "solve/predict", "solve/correct" }
#define DFSPH                                                                                      \
  "dfsph", { "solve/divergence_free", "solve/constant_density" }
#define PBF                                                                                        \
  "pbf", { "solve/lambda", "solve/displace" }
#define FLIP                                                                                       \
  "flip", { "solve/project" }

static const lg_bench_setup setups[] = {
    {"dam_2d_10k", "wcsph", DAM_2D_10K},     {"dam_3d_100k", "wcsph", DAM_3D_100K},
    {"dam_3d_1m", "wcsph", DAM_3D_1M},       {"pcisph_2d_10k", PCISPH, DAM_2D_10K},
    {"pcisph_3d_100k", PCISPH, DAM_3D_100K}, {"dfsph_2d_10k", DFSPH, DAM_2D_10K},
    {"dfsph_3d_100k", DFSPH, DAM_3D_100K},   {"pbf_2d_10k", PBF, DAM_2D_10K},
    {"pbf_3d_100k", PBF, DAM_3D_100K},       {"flip_3d_64", FLIP, DAM_3D_64},
    {"live_2d_10k", PBF, DAM_2D_10K, LIVE},  {"live_3d_100k", PBF, DAM_3D_100K, LIVE},
};
enum { SETUPS = sizeof setups / sizeof setups[0] };

typedef struct subject { /* what is measured: a world made here, or a scene */
  const lg_bench_setup *setup;
  const char *path;
  lg_world *world;
  lg_scene *scene;
  double dt; /* s, of a frame */
} subject;

static lg_world *make_world(const lg_bench_setup *s, const lg_app_options *o) {
  lg_world_def def = lg_default_world();
  const float *t = s->tank, *c = s->column;
  def.bounds = s->dim == 2 ? lg_bounds2(0, 0, t[0], t[1]) : lg_bounds3(0, 0, 0, t[0], t[1], t[2]);
  def.spacing = s->spacing;
  if (o->threads > 0) def.threads = o->threads;
  if (o->seed >= 0) def.seed = o->seed;
  lg_world *w = lg_world_new(&def);

  if (!w) lg_app_say("bench: %s", def.error);
  if (!w) return NULL;

  /* Solver and column; live set-ups have the options of a game. */
  lg_arg max = s->dim == 2 ? lg_vec2("max", (double)c[0], (double)c[1])
                           : lg_vec3("max", (double)c[0], (double)c[1], (double)c[2]);
  const lg_arg *live = LG_ARGS(lg_num("cfl", s->cfl), lg_num("iterations", s->iterations));
  lg_id box = lg_set_solver(w, s->solver, s->fps > 0 ? live : LG_NO_ARGS)
                  ? lg_add(w, "shape.box", LG_ARGS(max))
                  : 0;
  if (box && lg_add(w, "emitter.volume", LG_ARGS(lg_text("name", "column"), lg_ref("shape", box))))
    return w;

  lg_app_say("bench: %s", lg_error(w));
  lg_world_free(w);
  return NULL;
}

static int world_count(const subject *s) { return s->scene ? lg_scene_count(s->scene) : 1; }
static const lg_world *world_at(const subject *s, int i) {
  return s->scene ? lg_scene_world(s->scene, i) : s->world;
}

static int step(const subject *s) {
  if (s->scene) return lg_scene_step(s->scene, s->dt) ? LG_EXIT_OK : lg_app_step_failed(s->scene);
  if (lg_world_step(s->world, s->dt)) return LG_EXIT_OK;
  lg_app_say("bench: %s", lg_error(s->world));
  return LG_EXIT_GUARD; /* no hook and no script is there to blame */
}

/* Two short frames emit the particles, warm the caches and tell the solver's own time step. */
static int start(subject *s, const lg_app_options *o) {
  int code = LG_EXIT_SCENE;
  s->dt = lg_app_dt(o);
  if (s->path) {
    lg_app_options load = *o;
    load.target = s->path;
    s->scene = lg_app_load(&load, &code);
    return s->scene ? step(s) : code;
  }

  /* A set-up's first frame is short enough for any solver. */
  s->world = make_world(s->setup, o);
  if (!s->world) return LG_EXIT_IO;
  s->dt = FIRST * (double)s->setup->spacing;
  code = step(s);
  if (code == LG_EXIT_OK) code = step(s);

  double most = ceil(POINTS / (double)lg_world_count(s->world));
  /* iterations are known of the last sub-step only */
  s->dt = (s->setup->loop[0] ? 1 : most) * lg_world_stats(s->world)->dt;
  if (s->setup->fps > 0) s->dt = 1.0 / s->setup->fps;
  return code;
}

static void stop(subject *s) {
  lg_scene_free(s->scene);
  lg_world_free(s->world);
}

static void add_stage(struct lg_bench_pace *p, const char *name, double seconds) {
  int i = 0;
  while (i < p->stages && strcmp(p->stage[i].name, name) != 0) i++;
  if (i == 2 * LG_STAGES_MAX) return;
  if (i == p->stages) p->stage[p->stages++] = (lg_stage_time){name, 0};
  p->stage[i].seconds += seconds;
}

/* pace: s */
typedef struct frame {
  double work, turns, points, substeps, seconds, error;
  struct lg_bench_pace pace;
} frame;

static void add_world(frame *f, const lg_stats *t) {
  double work = (double)t->particles * t->substeps;
  f->points += (double)t->particles;
  f->substeps += t->substeps;
  f->work += work;
  f->turns += work * t->iterations;

  f->error += t->density_error_mean * t->substeps;
  f->seconds += t->seconds;
  for (int k = 0; k < t->stages; k++) add_stage(&f->pace, t->stage[k].name, t->stage[k].seconds);
}

/* Seconds to ns a particle and step. */
static void divide(frame *f, const lg_bench_setup *s) {
  double all = 0, turn = 0, ns = f->work > 0 ? 1e9 / f->work : 0;

  /* Top stages make up the step; those of the loop make up an iteration. */
  for (int i = 0; i < f->pace.stages; i++) {
    lg_stage_time *t = &f->pace.stage[i];
    if (!strchr(t->name, '/')) all += t->seconds;
    for (int k = 0; s && k < 3 && s->loop[k]; k++)
      turn += strcmp(t->name, s->loop[k]) == 0 ? t->seconds : 0;
    t->seconds *= ns;
  }

  f->pace.ns = all * ns;
  f->pace.ns_iteration = f->turns > 0 ? 1e9 * turn / f->turns : 0;
  f->pace.ns_frame = f->points > 0 ? 1e9 * (f->seconds - all) / f->points : 0;
}

static void add_frame(lg_bench_result *r, const subject *s, frame *all) {
  frame f = {0};
  r->particles = r->bytes = 0;
  r->frames++;

  for (int i = 0; i < world_count(s); i++) {
    const lg_stats *t = lg_world_stats(world_at(s, i));
    r->particles += t->particles;
    r->bytes += t->bytes;
    add_world(&f, t);
    add_world(all, t);
  }

  /* The fastest frame is kept, by its iterations where there are: on it nothing else had the
     processor. */
  r->slowest = fmax(r->slowest, f.seconds);
  divide(&f, s->setup);
  double before = lg_bench_ns(r), now = f.pace.ns_iteration > 0 ? f.pace.ns_iteration : f.pace.ns;
  if (before == 0 || now < before) r->pace = f.pace;
}

static int measure(subject *s, const lg_app_options *o, lg_bench_result *r) {
  int code = start(s, o);
  frame all = {0};

  double begin = lg_clock();
  while (code == LG_EXIT_OK && r->frames < FRAMES_MAX) {
    bool enough = s->setup && s->setup->fps > 0 ? r->frames >= s->setup->fps
                                                : lg_clock() - begin >= MEASURE;
    if (r->frames > 0 && enough) break;

    code = step(s);
    if (code == LG_EXIT_OK) add_frame(r, s, &all);
    if (code == LG_EXIT_OK && lg_app_interrupted()) code = LG_EXIT_INTERRUPTED;
  }

  r->substeps = all.substeps;
  r->work = all.work;
  r->turns = all.turns;
  r->seconds = all.seconds;
  r->error = all.error;

  /* Scenes and live set-ups are told by the mean of all frames, and so is a step of iterations,
     whose fastest one may be of a step that has many. */
  const bool live = s->setup && s->setup->fps > 0;
  divide(&all, s->setup);
  if (!live && r->pace.ns_iteration > 0) all.pace.ns_iteration = r->pace.ns_iteration;
  if (!s->setup || live || s->setup->loop[0]) r->pace = all.pace;
  if (s->scene || s->world) r->threads = lg_world_threads(world_at(s, 0));
  return code;
}

/* Without --threads: one thread, then the cores; what is live only with these. */
static int bench_one(const subject *what, const char *name, const lg_app_options *o, lg_json *j) {
  lg_app_options turn = *o;
  int code = LG_EXIT_OK, last = 0;
  double alone = 0;
  bool live = what->setup && what->setup->fps > 0;

  /* On one thread, then on all; once where the number is given, or only all are of interest. */
  for (int i = o->threads > 0 || live ? 1 : 0; code == LG_EXIT_OK && i < 2; i++) {
    subject s = *what;
    lg_bench_result r = {.name = name, .setup = s.setup};
    turn.threads = o->threads > 0 ? o->threads : i == 0 ? 1 : lg_cores();
    code = measure(&s, &turn, &r);

    r.alone = alone;
    alone = lg_bench_ns(&r);

    bool again = r.threads == last; /* a machine of one core */
    last = r.threads;
    if (r.frames > 0 && !again && j) lg_bench_json(j, &r);
    else if (r.frames > 0 && !again) lg_bench_show(&r);
    stop(&s);
  }
  return code;
}

static bool exists(const char *path) {
  FILE *f = fopen(path, "rb");
  if (f) fclose(f);
  return f != NULL;
}

/* A name is a set-up, a scene's path, or a scene of examples/scenes or tests/bench. */
static bool choose(const char *name, subject *s, char *path, size_t bytes) {
  const char *names[SETUPS];
  *s = (subject){0};
  for (int i = 0; i < SETUPS; i++) {
    names[i] = setups[i].name;
    if (strcmp(name, names[i]) == 0) s->setup = &setups[i];
  }

  /* Built-in names come first. */
  if (s->setup) return true;
  snprintf(path, bytes, "%s", name);
  if (!exists(path)) snprintf(path, bytes, "examples/scenes/%s.lua", name);
  if (!exists(path)) snprintf(path, bytes, "tests/bench/%s.lua", name);

  s->path = path;
  if (exists(path)) return true;
  lg_app_unknown("bench: unknown set-up or scene", name, names, SETUPS);
  return false;
}

static int bench_all(const lg_app_options *o, lg_json *j) {
  int code = LG_EXIT_OK;
  for (int i = 0; code == LG_EXIT_OK && i < SETUPS; i++) {
    subject s = {.setup = &setups[i]};
    code = bench_one(&s, setups[i].name, o, j);
  }
  return code;
}

int lg_app_bench(const lg_app_options *o) {
  lg_json j = {stdout, false};
  char path[LG_PATH_MAX];
  subject s = {0};
  if (o->target && !choose(o->target, &s, path, sizeof path)) return LG_EXIT_USAGE;
  if (o->set.count > 0 && !(o->target && s.path)) {
    lg_app_say("bench: --set works on a scene: laguna bench SCENE.lua --set %s", o->set.text[0]);
    return LG_EXIT_USAGE;
  }

  /* The table line by line, or one JSON object around all of it. */
  if (o->json) lg_json_open(&j, NULL, '{');
  if (o->json) lg_json_open(&j, "benchmarks", '[');
  lg_json *out = o->json ? &j : NULL;
  int code = o->target ? bench_one(&s, o->target, o, out) : bench_all(o, out);

  if (o->json) lg_json_close(&j, ']');
  if (o->json) lg_json_close(&j, '}');
  if (o->json) putchar('\n');
  return code;
}
