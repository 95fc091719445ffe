/* bench.c - `laguna bench [NAME]`: ns per particle and sub-step, stage by stage, of built-in set-ups in C or of a scene, and what
   the machine can do. */
#include "app/app.h"

#include "laguna_kind.h"

#include <stdlib.h>
#include <string.h>

#define MEASURE 2.0      /* s, of each measurement */
#define SUBSTEPS 10      /* of a built-in set-up's frame: few enough for a million particles, many enough to drown its overhead */
#define FIRST 0.02       /* s per m of spacing: some sub-steps of water that falls one metre deep */
#define FRAMES_MAX 1000000

typedef struct setup { /* dam break: a column of water in the corner of a tank */
  const char *name, *solver;
  const char *loop[3]; /* the stages of one iteration, where the solver iterates */
  int dim;
  float tank[3], column[3], spacing; /* m */
} setup;

#define DAM_2D_10K 2, {4, 3, 0}, {1, 1, 0}, 0.01f
#define DAM_3D_100K 3, {3, 2, 1}, {1, 0.8f, 1}, 0.02f
#define PCISPH "pcisph", {"solve/pressure", "solve/predict", "solve/correct"}
#define DFSPH "dfsph", {"solve/divergence_free", "solve/constant_density", NULL}
#define PBF "pbf", {"solve/lambda", "solve/displace", NULL}
static const setup setups[] = {
  {"dam_2d_10k", "wcsph", {NULL}, DAM_2D_10K},
  {"dam_3d_100k", "wcsph", {NULL}, DAM_3D_100K},
  {"dam_3d_1m", "wcsph", {NULL}, 3, {3, 2, 1}, {1, 1, 1}, 0.01f},
  {"pcisph_2d_10k", PCISPH, DAM_2D_10K},
  {"pcisph_3d_100k", PCISPH, DAM_3D_100K},
  {"dfsph_2d_10k", DFSPH, DAM_2D_10K},
  {"dfsph_3d_100k", DFSPH, DAM_3D_100K},
  {"pbf_2d_10k", PBF, DAM_2D_10K},
  {"pbf_3d_100k", PBF, DAM_3D_100K},
  {"flip_3d_64", "flip", {"solve/project", NULL, NULL}, 3, {1.28f, 1.28f, 1.28f}, {0.64f, 0.64f, 1.28f}, 0.01f}, /* 64^3 cells */
};
enum { SETUPS = sizeof setups / sizeof setups[0] };

typedef struct subject { /* what is measured: a world made here, or a scene */
  const lg_app_options *o;
  const setup *setup;
  const char *path;
  lg_world *world;
  lg_scene *scene;
  double dt; /* s, of a frame */
} subject;

typedef struct result {
  const char *name;
  size_t particles;
  int threads, frames;
  double substeps, work, seconds; /* work: sum of particles x sub-steps */
  double turns;                   /* sum of particles x iterations */
  size_t bytes;                   /* held by the worlds, which never give memory back: the peak */
  int stages;
  lg_stage_time stage[2 * LG_STAGES_MAX];
} result;

static lg_world *make_world(const setup *s, const lg_app_options *o) {
  lg_world_def def = lg_default_world();
  const float *t = s->tank, *c = s->column;
  def.bounds = s->dim == 2 ? lg_bounds2(0, 0, t[0], t[1]) : lg_bounds3(0, 0, 0, t[0], t[1], t[2]);
  def.spacing = s->spacing;
  if (o->threads > 0) def.threads = o->threads;
  if (o->seed >= 0) def.seed = o->seed;
  lg_world *w = lg_world_new(&def);
  if (!w) lg_app_say("bench: %s", def.error);
  if (!w) return NULL;
  lg_arg max = s->dim == 2 ? lg_vec2("max", (double)c[0], (double)c[1])
                           : lg_vec3("max", (double)c[0], (double)c[1], (double)c[2]);
  lg_id box = lg_set_solver(w, s->solver, LG_NO_ARGS) ? lg_add(w, "shape.box", LG_ARGS(max)) : 0;
  if (box && lg_add(w, "emitter.volume", LG_ARGS(lg_text("name", "column"), lg_ref("shape", box)))) return w;
  lg_app_say("bench: %s", lg_error(w));
  lg_world_free(w);
  return NULL;
}

static int world_count(const subject *s) { return s->scene ? lg_scene_count(s->scene) : 1; }
static const lg_world *world_at(const subject *s, int i) { return s->scene ? lg_scene_world(s->scene, i) : s->world; }

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
  s->world = make_world(s->setup, o);
  if (!s->world) return LG_EXIT_IO;
  s->dt = FIRST * (double)s->setup->spacing;
  code = step(s);
  if (code == LG_EXIT_OK) code = step(s);
  s->dt = (s->setup->loop[0] ? 1 : SUBSTEPS) * lg_world_stats(s->world)->dt; /* iterations are known of the last sub-step only */
  return code;
}

static void stop(subject *s) {
  lg_scene_free(s->scene);
  lg_world_free(s->world);
}

static void add_stage(result *r, const lg_stage_time *t) {
  int i = 0;
  while (i < r->stages && strcmp(r->stage[i].name, t->name) != 0) i++;
  if (i == 2 * LG_STAGES_MAX) return;
  if (i == r->stages) r->stage[r->stages++] = (lg_stage_time){t->name, 0};
  r->stage[i].seconds += t->seconds;
}

static void add_frame(result *r, const subject *s) {
  r->particles = r->bytes = 0;
  r->frames++;
  for (int i = 0; i < world_count(s); i++) {
    const lg_stats *t = lg_world_stats(world_at(s, i));
    r->particles += t->particles;
    r->substeps += t->substeps;
    r->work += (double)t->particles * t->substeps;
    r->turns += (double)t->particles * t->substeps * t->iterations;
    r->bytes += t->bytes;
    r->seconds += t->seconds;
    for (int k = 0; k < t->stages; k++) add_stage(r, &t->stage[k]);
  }
}

static int measure(subject *s, const lg_app_options *o, result *r) {
  int code = start(s, o);
  double begin = lg_app_now();
  while (code == LG_EXIT_OK && r->frames < FRAMES_MAX && (r->frames == 0 || lg_app_now() - begin < MEASURE)) {
    code = step(s);
    if (code == LG_EXIT_OK) add_frame(r, s);
    if (code == LG_EXIT_OK && lg_app_interrupted()) code = LG_EXIT_INTERRUPTED;
  }
  if (s->scene || s->world) r->threads = lg_world_threads(world_at(s, 0));
  return code;
}

static double ns(const result *r, double seconds) { return r->work > 0 ? 1e9 * seconds / r->work : 0; }

/* ns a particle and iteration; 0: it does not iterate, or nobody knows which stages do. */
static double ns_per_turn(const result *r, const setup *s) {
  double seconds = 0;
  for (int i = 0; s && i < r->stages; i++)
    for (int k = 0; k < 3 && s->loop[k]; k++) seconds += strcmp(r->stage[i].name, s->loop[k]) == 0 ? r->stage[i].seconds : 0;
  return r->turns > 0 ? 1e9 * seconds / r->turns : 0;
}

static double bytes_each(const result *r) { return r->particles > 0 ? (double)r->bytes / (double)r->particles : 0; }

/* A stage and its parts: "solve" holds "solve/density". */
static void show_stage(const result *r, const lg_stage_time *t) {
  size_t length = strlen(t->name);
  printf("    %-24s %10.1f\n", t->name, ns(r, t->seconds));
  for (int i = 0; i < r->stages; i++)
    if (strncmp(r->stage[i].name, t->name, length) == 0 && r->stage[i].name[length] == '/')
      printf("        %-20s %10.1f\n", r->stage[i].name + length + 1, ns(r, r->stage[i].seconds));
}

static void show(const result *r, const setup *s) {
  double known = 0;
  printf("%-16s %9zu particles  %2d thread%s  %-8s %8.0f sub-steps %10.1f ns/particle/step\n", r->name, r->particles,
         r->threads, r->threads == 1 ? " " : "s", lg_isa(), r->substeps, ns(r, r->seconds));
  for (int i = 0; i < r->stages; i++) {
    if (strchr(r->stage[i].name, '/')) continue;
    show_stage(r, &r->stage[i]);
    known += r->stage[i].seconds;
  }
  printf("    %-24s %10.1f\n", "(once a frame)", ns(r, r->seconds - known));
  if (ns_per_turn(r, s) > 0)
    printf("    %-24s %10.1f   %.1f iterations a sub-step\n", "an iteration", ns_per_turn(r, s), r->turns / r->work);
  printf("    %-24s %10.0f\n", "bytes a particle", bytes_each(r));
  fflush(stdout);
}

static void show_json(lg_json *j, const result *r, const setup *s) {
  lg_json_open(j, NULL, '{');
  lg_json_text(j, "name", r->name);
  lg_json_int(j, "particles", (int64_t)r->particles);
  lg_json_int(j, "threads", r->threads);
  lg_json_text(j, "path", lg_isa());
  lg_json_int(j, "frames", r->frames);
  lg_json_num(j, "substeps", r->substeps);
  lg_json_num(j, "ns_per_particle_step", ns(r, r->seconds));
  if (r->turns > 0) lg_json_num(j, "iterations_per_step", r->turns / r->work);
  if (ns_per_turn(r, s) > 0) lg_json_num(j, "ns_per_particle_iteration", ns_per_turn(r, s));
  lg_json_num(j, "bytes_per_particle", bytes_each(r));
  lg_json_open(j, "stages", '{');
  for (int i = 0; i < r->stages; i++) lg_json_num(j, r->stage[i].name, ns(r, r->stage[i].seconds));
  lg_json_close(j, '}');
  lg_json_close(j, '}');
}

/* Without --threads: one thread, then the world's own number (the cores). */
static int bench_one(const subject *what, const char *name, const lg_app_options *o, lg_json *j) {
  lg_app_options turn = *o;
  int code = LG_EXIT_OK, last = 1;
  for (int i = 0; code == LG_EXIT_OK && i < (o->threads > 0 ? 1 : 2); i++) {
    subject s = *what;
    result r = {.name = name};
    turn.threads = o->threads > 0 ? o->threads : i == 0 ? 1 : -1;
    code = measure(&s, &turn, &r);
    bool again = i == 1 && r.threads == last; /* a machine of one core */
    last = r.threads;
    if (r.frames > 0 && !again && j) show_json(j, &r, s.setup);
    else if (r.frames > 0 && !again) show(&r, s.setup);
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

/* One line for one thread and one for all, or for --threads. */
static int bench_machine(const lg_app_options *o, lg_json *j) {
  int cores = (int)lg_default_world().threads, first = o->threads > 0 ? (int)o->threads : 1;
  if (j) lg_json_open(j, "machine", '[');
  for (int threads = first, last = 0; threads != last; last = threads, threads = o->threads > 0 ? threads : cores) {
    double gflops, gbytes;
    if (!lg_app_machine(threads, &gflops, &gbytes)) {
      lg_app_say("bench: out of memory while measuring the machine");
      return LG_EXIT_IO;
    }
    if (!j) printf("%-16s %2d thread%s  %-8s %.1f GFLOP/s in registers, %.1f GB/s through memory\n", "machine", threads,
                   threads == 1 ? " " : "s", lg_isa(), gflops, gbytes);
    if (!j) continue;
    lg_json_open(j, NULL, '{');
    lg_json_int(j, "threads", threads);
    lg_json_text(j, "path", lg_isa());
    lg_json_num(j, "gflops", gflops);
    lg_json_num(j, "gbytes_per_second", gbytes);
    lg_json_close(j, '}');
  }
  if (j) lg_json_close(j, ']');
  return LG_EXIT_OK;
}

int lg_app_bench(const lg_app_options *o) {
  lg_json j = {stdout, false};
  char path[LG_PATH_MAX];
  subject s = {0};
  bool draw = o->target && lg_app_draws(o->target);
  if (o->target && !draw && !choose(o->target, &s, path, sizeof path)) return LG_EXIT_USAGE;
  if (o->set_count > 0 && !(o->target && s.path)) {
    lg_app_say("bench: --set works on a scene: laguna bench SCENE.lua --set %s", o->sets[0]);
    return LG_EXIT_USAGE;
  }
  if (o->json) lg_json_open(&j, NULL, '{');
  int code = bench_machine(o, o->json ? &j : NULL);
  if (o->json) lg_json_open(&j, "benchmarks", '[');
  lg_json *out = o->json ? &j : NULL;
  if (code == LG_EXIT_OK)
    code = draw ? lg_app_bench_draw(o, out) : o->target ? bench_one(&s, o->target, o, out) : bench_all(o, out);
  if (o->json) lg_json_close(&j, ']');
  if (o->json) lg_json_close(&j, '}');
  if (o->json) putchar('\n');
  return code;
}
