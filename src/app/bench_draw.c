/* bench_draw.c - `laguna bench draw`: ms a picture. What is drawn is made here: no change of a
   solver changes the task. */
#include "app/app.h"

#include "laguna_kind.h"

#include <math.h>
#include <string.h>
#include <time.h>

#define MEASURE 1.0 /* s, of each measurement */
#define WIDTH   1280
#define HEIGHT  720

typedef struct setup { /* a wave in a tank */
  const char *name, *solver;
  int dim;
  float tank[3], depth, spacing; /* m; depth: of the water in the middle of the tank */
} setup;

static const setup setups[] = {
    {"spheres_3d_100k", "wcsph", 3, {3.2f, 1, 1}, 0.205f, 0.0187f},
    {"spheres_3d_1m", "wcsph", 3, {3.2f, 1, 1}, 0.205f, 0.00868f},
    {"water_2d_10k", "wcsph", 2, {4, 3, 0}, 0.5f, 0.014f},
    {"water_2d_100k", "wcsph", 2, {4, 3, 0}, 0.5f, 0.00447f},
    {"discs_2d_100k", "particles", 2, {4, 3, 0}, 0.5f, 0.00447f},
};
enum { SETUPS = sizeof setups / sizeof setups[0] };

/* s; work: of all threads, at best */
typedef struct timing {
  int threads, pictures;
  double best, mean, work;
} timing;

/* Height of the water: steep on the left, shallow on the right, and uneven across. */
static float surface(const setup *s, float x, float z) {
  float t = x / s->tank[0];
  return s->depth * (0.25f + 1.6f * expf(-4 * t) + 0.9f * t * t + 0.12f * cosf(21 * t + 4 * z));
}

static bool fill(lg_world *w, const setup *s) {
  float a = s->spacing, still[3] = {0, 0, 0};
  for (float z = s->dim == 3 ? 0.5f * a : 0; s->dim == 3 ? z < s->tank[2] : z <= 0; z += a)
    for (float y = 0.5f * a; y < s->tank[1]; y += a)
      for (float x = 0.5f * a; x < s->tank[0]; x += a) {
        float p[3] = {x + 0.2f * a * sinf(57 * y / a), y + 0.2f * a * sinf(31 * x / a), z};
        if (p[0] < s->tank[0] && y < surface(s, x, z) && lg_particle_add(w, p, still) < 0)
          return false;
      }
  return true;
}

/* One step of no length sorts the particles as any step does. */
static lg_world *make_world(const setup *s, const lg_app_options *o) {
  lg_world_def def = lg_default_world();
  def.bounds = s->dim == 2 ? lg_bounds2(0, 0, s->tank[0], s->tank[1])
                           : lg_bounds3(0, 0, 0, s->tank[0], s->tank[1], s->tank[2]);
  def.spacing = s->spacing;
  if (o->threads > 0) def.threads = o->threads;
  lg_world *w = lg_world_new(&def);
  if (!w) lg_app_say("bench: %s", def.error);
  if (!w || (lg_set_solver(w, s->solver, LG_NO_ARGS) && fill(w, s) && lg_world_step(w, 1e-6)))
    return w;
  lg_app_say("bench: %s", lg_error(w));
  lg_world_free(w);
  return NULL;
}

/* s of processor time: what a picture costs where other programs are at work too */
static double worked(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void measure(lg_image *image, const lg_shot *shot, timing *t) {
  lg_camera camera = lg_camera_fit(shot, WIDTH, HEIGHT);
  lg_style style = lg_default_style();
  lg_picture_draw(image, shot, &camera, &style, t->threads);
  double begin = lg_app_now(), before = begin, now = begin;
  t->best = t->work = INFINITY;
  for (t->pictures = 0; now - begin < MEASURE; t->pictures++, before = now) {
    double work = worked();
    lg_picture_draw(image, shot, &camera, &style, t->threads);
    now = lg_app_now();
    t->best = fmin(t->best, now - before);
    t->work = fmin(t->work, worked() - work);
  }
  t->mean = (now - begin) / t->pictures;
}

static void show(const setup *s, size_t particles, const timing *t, lg_json *j) {
  if (!j) {
    printf("%-16s %9zu particles  %2d thread%s  %dx%d  ms a picture: %6.2f at best, %6.2f in the "
           "mean of %d, %6.2f of processor "
           "time\n",
           s->name, particles, t->threads, t->threads == 1 ? " " : "s", WIDTH, HEIGHT,
           1e3 * t->best, 1e3 * t->mean, t->pictures, 1e3 * t->work);
    fflush(stdout);
    return;
  }
  lg_json_open(j, NULL, '{');
  lg_json_text(j, "name", s->name);
  lg_json_int(j, "particles", (int64_t)particles);
  lg_json_int(j, "threads", t->threads);
  lg_json_num(j, "best_ms", 1e3 * t->best);
  lg_json_num(j, "mean_ms", 1e3 * t->mean);
  lg_json_num(j, "processor_ms", 1e3 * t->work);
  lg_json_close(j, '}');
}

static int bench_one(const setup *s, lg_image *image, const lg_app_options *o, lg_json *j) {
  lg_world *w = make_world(s, o);
  lg_shot *shot = w ? lg_shot_new() : NULL;
  bool ok = shot && lg_shot_take(shot, w, "position");
  int cores = w ? lg_world_threads(w) : 1, first = o->threads > 0 ? cores : 1;
  for (int threads = first, last = 0; ok && threads != last; last = threads, threads = cores) {
    timing t = {.threads = threads};
    measure(image, shot, &t);
    show(s, lg_shot_count(shot), &t, j);
  }
  lg_shot_free(shot);
  lg_world_free(w);
  return ok ? LG_EXIT_OK : LG_EXIT_IO;
}

bool lg_app_draws(const char *bench) {
  for (int i = 0; i < SETUPS; i++)
    if (strcmp(bench, setups[i].name) == 0) return true;
  return strcmp(bench, "draw") == 0;
}

int lg_app_bench_draw(const lg_app_options *o, lg_json *j) {
  lg_image image;
  int code = LG_EXIT_OK;
  if (!lg_image_init(&image, WIDTH, HEIGHT)) {
    lg_app_say("bench: out of memory for a picture");
    return LG_EXIT_IO;
  }
  for (int i = 0; code == LG_EXIT_OK && i < SETUPS; i++) {
    if (strcmp(o->target, "draw") == 0 || strcmp(o->target, setups[i].name) == 0)
      code = bench_one(&setups[i], &image, o, j);
    if (code == LG_EXIT_OK && lg_app_interrupted()) code = LG_EXIT_INTERRUPTED;
  }
  lg_image_free(&image);
  return code;
}
