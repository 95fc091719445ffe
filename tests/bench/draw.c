/* draw.c - ms a picture, on one thread and on all. What is drawn is made here, a wave in a tank, so
   that no change of a solver changes the task.

     draw [NAME]      one of the set-ups below, or all of them */
#include "laguna_kind.h"
#include "picture/picture.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define MEASURE 1.0 /* s, of each measurement */
#define WIDTH   1280
#define HEIGHT  720

typedef struct setup { /* a wave in a tank */
  const char *name, *solver;
  int dim;
  float tank[3], depth, spacing; /* m; depth: of the water in the middle of the tank */
  lg_as as;
  float near; /* how many times nearer than where all is seen; 0: there */
} setup;

static const setup setups[] = {
    {"spheres_3d_100k", "wcsph", 3, {3.2f, 1, 1}, 0.205f, 0.0187f, LG_AS_AUTO, 0},
    {"spheres_3d_1m", "wcsph", 3, {3.2f, 1, 1}, 0.205f, 0.00868f, LG_AS_AUTO, 0},
    {"surface_3d_100k", "wcsph", 3, {3.2f, 1, 1}, 0.205f, 0.0187f, LG_AS_WATER, 0},
    {"near_3d_100k", "wcsph", 3, {3.2f, 1, 1}, 0.205f, 0.0187f, LG_AS_WATER, 2.5f},
    {"water_2d_10k", "wcsph", 2, {4, 3, 0}, 0.5f, 0.014f, LG_AS_AUTO, 0},
    {"water_2d_100k", "wcsph", 2, {4, 3, 0}, 0.5f, 0.00447f, LG_AS_AUTO, 0},
    {"discs_2d_100k", "particles", 2, {4, 3, 0}, 0.5f, 0.00447f, LG_AS_AUTO, 0},
};

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
static lg_world *make_world(const setup *s) {
  lg_world_def def = lg_default_world();
  def.bounds = s->dim == 2 ? lg_bounds2(0, 0, s->tank[0], s->tank[1])
                           : lg_bounds3(0, 0, 0, s->tank[0], s->tank[1], s->tank[2]);
  def.spacing = s->spacing;
  lg_world *w = lg_world_new(&def);
  if (!w) fprintf(stderr, "draw: %s\n", def.error);
  if (!w || (lg_set_solver(w, s->solver, LG_NO_ARGS) && fill(w, s) && lg_world_step(w, 1e-6)))
    return w;
  fprintf(stderr, "draw: %s\n", lg_error(w));
  lg_world_free(w);
  return NULL;
}

/* s. Processor time is what a picture costs where other programs are at work too. */
static double seconds(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
static double now(void) { return seconds(CLOCK_MONOTONIC); }
static double worked(void) { return seconds(CLOCK_PROCESS_CPUTIME_ID); }

static void measure(const setup *s, lg_image *image, const lg_shot *shot, timing *t) {
  lg_camera camera = lg_camera_fit(shot, WIDTH, HEIGHT);
  lg_style style = lg_default_style();
  style.as = s->as;
  if (s->near > 0) lg_camera_zoom(&camera, s->near, 0.5f * WIDTH, 0.7f * HEIGHT, WIDTH, HEIGHT);

  /* The first picture makes room in the caches. */
  lg_picture_draw(image, shot, &camera, &style, t->threads);
  double begin = now(), before = begin, at = begin;
  t->best = t->work = INFINITY;
  for (t->pictures = 0; at - begin < MEASURE; t->pictures++, before = at) {
    double work = worked();
    lg_picture_draw(image, shot, &camera, &style, t->threads);
    at = now();
    t->best = fmin(t->best, at - before);
    t->work = fmin(t->work, worked() - work);
  }
  t->mean = (at - begin) / t->pictures;
}

static void show(const setup *s, size_t particles, const timing *t) {
  printf("%-16s %9zu particles  %2d thread%s  %dx%d  ms a picture: %6.2f at best, %6.2f in the "
         "mean of %d, %6.2f of processor time\n",
         s->name, particles, t->threads, t->threads == 1 ? " " : "s", WIDTH, HEIGHT, 1e3 * t->best,
         1e3 * t->mean, t->pictures, 1e3 * t->work);
  fflush(stdout);
}

/* The surface as a mesh, as `run --surface` writes it. */
static bool mesh(const setup *s, lg_world *w, size_t particles) {
  double best = INFINITY, work = INFINITY, inside = 0;
  size_t faces = 0;
  for (int i = 0; i < 3; i++) {
    double at = now(), did = worked();
    lg_surface *m = lg_surface_new(w, 0.5);
    if (!m) return false;
    best = fmin(best, now() - at);
    work = fmin(work, worked() - did);
    faces = m->faces;
    inside = m->volume / ((double)particles * pow((double)s->spacing, s->dim));
    lg_surface_free(w, m);
  }
  printf("%-16s %9zu particles  mesh of %zu triangles: %.0f ms at best, %.0f of processor time, "
         "%.4f of the particles' volume\n",
         s->name, particles, faces, 1e3 * best, 1e3 * work, inside);
  return true;
}

static bool run(const setup *s, lg_image *image) {
  lg_world *w = make_world(s);
  lg_shot *shot = w ? lg_shot_new() : NULL;
  bool ok = shot && lg_shot_take(shot, w, s->as == LG_AS_WATER ? "" : "position");
  int cores = lg_cores();
  for (int threads = 1, last = 0; ok && threads != last; last = threads, threads = cores) {
    timing t = {.threads = threads};
    measure(s, image, shot, &t);
    show(s, lg_shot_count(shot), &t);
  }
  if (ok && s->dim == 3 && s->as == LG_AS_WATER && !(s->near > 0))
    ok = mesh(s, w, lg_shot_count(shot));
  lg_shot_free(shot);
  lg_world_free(w);
  return ok;
}

int main(int argc, char **argv) {
  lg_image image;
  bool known = argc < 2;
  if (!lg_image_init(&image, WIDTH, HEIGHT)) return fprintf(stderr, "draw: no memory\n"), 3;
  for (size_t i = 0; i < sizeof setups / sizeof *setups; i++) {
    if (argc > 1 && strcmp(argv[1], setups[i].name) != 0) continue;
    known = true;
    if (!run(&setups[i], &image)) return 3;
  }
  lg_image_free(&image);
  if (!known) fprintf(stderr, "draw: there is no set-up '%s'\n", argv[1]);
  return known ? 0 : 2;
}
