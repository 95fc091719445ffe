/* yardstick.c - the dam break of `laguna bench`, written the way a textbook writes it: what
   Laguna's loops are measured against.

   Weakly compressible SPH in double precision, as D. Kim, Fluid Engine Development (2016), chapters
   1 and 2, goes about it:
   - a hash grid of 64^3 buckets, each an array that grows, with cells two support radii wide, of
     which eight (four in 2-D) are looked at; it keeps a copy of the points and calls back for each
     one nearby;
   - a list of neighbours for every particle, each an array that grows, filled by such a callback;
   - density by another search and callback, then one loop over the lists for every force, the
     kernel behind a pointer.

   It differs where the book is slower for no reason of method: arrays keep their room from step to
   step, and lists are made on all threads; only the filling of the grid is serial, as there. The
   book's third loop, pseudo-viscosity, is left out. Same set-ups, support radius and step rule as
   Laguna's wcsph, with the cubic spline; walls merely reflect.

     yardstick [dam_2d_10k | dam_3d_100k]      one line a set-up and thread count

   "textbook": particles numbered as they were placed, row by row, which flatters the caches;
   "mixed": numbered at random, as they are once the water has run about, since a textbook never
   sorts them. */
#include <math.h>
#include <omp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define PI      3.14159265358979323846
#define MEASURE 2.0 /* s, of each measurement */

typedef struct vec {
  double x, y, z;
} vec;

static vec add(vec a, vec b) { return (vec){a.x + b.x, a.y + b.y, a.z + b.z}; }
static vec sub(vec a, vec b) { return (vec){a.x - b.x, a.y - b.y, a.z - b.z}; }
static vec scale(double s, vec a) { return (vec){s * a.x, s * a.y, s * a.z}; }
static double dot(vec a, vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

/* ---- an array that grows -------------------------------------------------------------------- */

typedef struct list {
  size_t *item;
  size_t n, room;
} list;

static void push_back(list *l, size_t item) {
  if (l->n == l->room) {
    l->room = l->room ? 2 * l->room : 4;
    l->item = realloc(l->item, l->room * sizeof *l->item);
    if (!l->item) {
      fputs("yardstick: no memory\n", stderr);
      exit(3);
    }
  }
  l->item[l->n++] = item;
}

/* ---- hash grid: 64^3 buckets, a cell's key wrapped into them -------------------------------- */

#define RESOLUTION 64
#define BUCKETS    (RESOLUTION * RESOLUTION * RESOLUTION)

typedef struct hash_grid {
  double cell;
  list *bucket;
  vec *point;
} hash_grid;
typedef void visit(size_t j, vec at, void *user);

static size_t bucket_of(long x, long y, long z) {
  return (size_t)(((z & (RESOLUTION - 1)) * RESOLUTION + (y & (RESOLUTION - 1))) * RESOLUTION +
                  (x & (RESOLUTION - 1)));
}

static void build(hash_grid *g, const vec *point, size_t n) {
  for (size_t b = 0; b < BUCKETS; b++) g->bucket[b].n = 0;
  for (size_t i = 0; i < n; i++) {
    g->point[i] = point[i];
    push_back(
        &g->bucket[bucket_of((long)floor(point[i].x / g->cell), (long)floor(point[i].y / g->cell),
                             (long)floor(point[i].z / g->cell))],
        i);
  }
}

/* The cell of x and its neighbour on the nearer side. */
static void pair_of(double x, double cell, long out[2]) {
  out[0] = (long)floor(x / cell);
  out[1] = ((double)out[0] + 0.5) * cell <= x ? out[0] + 1 : out[0] - 1;
}

/* Cells are two radii wide: what is near lies in the cell and its neighbours on the nearer sides, 8
   buckets (4 in 2-D). Not inlined: the grid is a class of its own in the book, and what it calls
   back is not known to it. */
__attribute__((noinline)) static void for_each_nearby(const hash_grid *g, vec p, int dim,
                                                      double radius, visit *fn, void *user) {
  long x[2], y[2], z[2];
  pair_of(p.x, g->cell, x);
  pair_of(p.y, g->cell, y);
  pair_of(p.z, g->cell, z);
  for (int c = 0; c < (dim == 3 ? 8 : 4); c++) {
    const list *b = &g->bucket[bucket_of(x[c & 1], y[c >> 1 & 1], z[c >> 2])];
    for (size_t k = 0; k < b->n; k++) {
      vec d = sub(g->point[b->item[k]], p);
      if (dot(d, d) <= radius * radius) fn(b->item[k], g->point[b->item[k]], user);
    }
  }
}

/* ---- cubic spline (Monaghan 1992), h = half the support radius ------------------------------ */

typedef struct kernel {
  double h, sigma;
  double (*value)(const struct kernel *k, double r);
  double (*derivative)(const struct kernel *k, double r);
} kernel;

static double spline_value(const kernel *k, double r) {
  double q = r / k->h;
  if (q < 1) return k->sigma * (1 - 1.5 * q * q + 0.75 * q * q * q);
  if (q < 2) return k->sigma * 0.25 * pow(2 - q, 3);
  return 0;
}
static double spline_derivative(const kernel *k, double r) {
  double q = r / k->h;
  if (q < 1) return k->sigma / k->h * (-3 * q + 2.25 * q * q);
  if (q < 2) return -k->sigma / k->h * 0.75 * (2 - q) * (2 - q);
  return 0;
}

/* ---- the fluid ------------------------------------------------------------------------------ */

typedef struct fluid {
  int dim;
  double spacing, radius, mass, density0, sound, viscosity;
  vec tank;
  size_t n;
  vec *x, *v, *force;
  double *density, *pressure;
  hash_grid grid;
  list *neighbors;
  kernel kernel;
} fluid;

typedef struct remembering {
  list *neighbors;
  size_t i;
} remembering;

static void remember(size_t j, vec at, void *user) {
  (void)at;
  remembering *r = user;
  if (j != r->i) push_back(r->neighbors, j);
}

static void find_neighbors(fluid *f) {
  build(&f->grid, f->x, f->n);
#pragma omp parallel for
  for (size_t i = 0; i < f->n; i++) {
    remembering r = {&f->neighbors[i], i};
    f->neighbors[i].n = 0;
    for_each_nearby(&f->grid, f->x[i], f->dim, f->radius, remember, &r);
  }
}

typedef struct density_sum {
  const kernel *kernel;
  vec origin;
  double sum;
} density_sum;

static void add_density(size_t j, vec at, void *user) {
  (void)j;
  density_sum *s = user;
  vec d = sub(at, s->origin);
  s->sum += s->kernel->value(s->kernel, sqrt(dot(d, d)));
}

static void compute_density(fluid *f) {
#pragma omp parallel for
  for (size_t i = 0; i < f->n; i++) {
    density_sum s = {&f->kernel, f->x[i], 0};
    for_each_nearby(&f->grid, f->x[i], f->dim, f->radius, add_density, &s);
    f->density[i] = f->mass * s.sum;
  }
}

static void compute_pressure(fluid *f) { /* Tait */
#pragma omp parallel for
  for (size_t i = 0; i < f->n; i++) {
    double p = f->density0 * f->sound * f->sound / 7 * (pow(f->density[i] / f->density0, 7) - 1);
    f->pressure[i] = fmax(p, 0);
  }
}

static void add_gravity(fluid *f) {
#pragma omp parallel for
  for (size_t i = 0; i < f->n; i++) f->force[i] = (vec){0, -9.81 * f->mass, 0};
}

static vec gradient(const fluid *f, vec d, double r) {
  return scale(f->kernel.derivative(&f->kernel, r) / r, d);
}

static void add_viscosity(fluid *f) { /* artificial viscosity, Monaghan 1992 */
  double h = f->kernel.h;
#pragma omp parallel for
  for (size_t i = 0; i < f->n; i++)
    for (size_t k = 0; k < f->neighbors[i].n; k++) {
      size_t j = f->neighbors[i].item[k];
      vec d = sub(f->x[i], f->x[j]), u = sub(f->v[i], f->v[j]);
      double r = sqrt(dot(d, d));
      if (r == 0 || dot(u, d) >= 0) continue;
      double approach = h * dot(u, d) / (r * r + 0.01 * h * h);
      double push = -f->viscosity * f->sound * approach / (0.5 * (f->density[i] + f->density[j]));
      f->force[i] = add(f->force[i], scale(-f->mass * f->mass * push, gradient(f, d, r)));
    }
}

static void add_pressure(fluid *f) {
#pragma omp parallel for
  for (size_t i = 0; i < f->n; i++)
    for (size_t k = 0; k < f->neighbors[i].n; k++) {
      size_t j = f->neighbors[i].item[k];
      vec d = sub(f->x[i], f->x[j]);
      double r = sqrt(dot(d, d));
      if (r == 0) continue;
      double push = f->pressure[i] / (f->density[i] * f->density[i]) +
                    f->pressure[j] / (f->density[j] * f->density[j]);
      f->force[i] = add(f->force[i], scale(-f->mass * f->mass * push, gradient(f, d, r)));
    }
}

static void reflect(double *x, double *v, double low, double high) {
  if (*x < low) {
    *x = low;
    *v = fabs(*v) * 0.5;
  }
  if (*x > high) {
    *x = high;
    *v = -fabs(*v) * 0.5;
  }
}

static void move(fluid *f, double dt) {
  double half = 0.5 * f->spacing;
#pragma omp parallel for
  for (size_t i = 0; i < f->n; i++) {
    f->v[i] = add(f->v[i], scale(dt / f->mass, f->force[i]));
    f->x[i] = add(f->x[i], scale(dt, f->v[i]));
    reflect(&f->x[i].x, &f->v[i].x, half, f->tank.x - half);
    reflect(&f->x[i].y, &f->v[i].y, half, f->tank.y - half);
    if (f->dim == 3) reflect(&f->x[i].z, &f->v[i].z, half, f->tank.z - half);
  }
}

static void step(fluid *f) {
  double fastest = 0;
  for (size_t i = 0; i < f->n; i++) fastest = fmax(fastest, sqrt(dot(f->v[i], f->v[i])));
  double dt = 0.35 * f->kernel.h / (f->sound + fastest);
  find_neighbors(f);
  compute_density(f);
  compute_pressure(f);
  add_gravity(f);
  add_viscosity(f);
  add_pressure(f);
  move(f, dt);
}

/* ---- set-ups and measurement ---------------------------------------------------------------- */

typedef struct setup {
  const char *name;
  int dim;
  vec tank, column;
  double spacing;
} setup;
static const setup setups[] = {
    /* those of src/app/bench.c */
    {"dam_2d_10k", 2, {4, 3, 0}, {1, 1, 0}, 0.01},
    {"dam_3d_100k", 3, {3, 2, 1}, {1, 0.8, 1}, 0.02},
};

static void *room(size_t n, size_t bytes) {
  void *p = calloc(n, bytes);
  if (!p) {
    fputs("yardstick: no memory\n", stderr);
    exit(3);
  }
  return p;
}

static void fill(fluid *f, const setup *s) {
  size_t nx = (size_t)lround(s->column.x / s->spacing),
         ny = (size_t)lround(s->column.y / s->spacing);
  size_t nz = s->dim == 3 ? (size_t)lround(s->column.z / s->spacing) : 1;
  f->n = nx * ny * nz;
  f->x = room(f->n, sizeof(vec));
  f->v = room(f->n, sizeof(vec));
  f->force = room(f->n, sizeof(vec));
  f->density = room(f->n, sizeof(double));
  f->pressure = room(f->n, sizeof(double));
  f->neighbors = room(f->n, sizeof(list));
  f->grid = (hash_grid){2 * f->radius, room(BUCKETS, sizeof(list)), room(f->n, sizeof(vec))};
  size_t i = 0;
  for (size_t z = 0; z < nz; z++)
    for (size_t y = 0; y < ny; y++)
      for (size_t x = 0; x < nx; x++, i++)
        f->x[i] = (vec){((double)x + 0.5) * s->spacing, ((double)y + 0.5) * s->spacing,
                        s->dim == 3 ? ((double)z + 0.5) * s->spacing : 0};
}

/* Fisher-Yates, with a linear congruential generator: the same order in every run. */
static void mix(vec *x, size_t n) {
  uint64_t dice = 1;
  for (size_t i = n - 1; i > 0; i--) {
    dice = dice * 6364136223846793005u + 1442695040888963407u;
    size_t j = (size_t)(dice >> 33) % (i + 1);
    vec swapped = x[i];
    x[i] = x[j];
    x[j] = swapped;
  }
}

static fluid make(const setup *s) {
  fluid f = {.dim = s->dim,
             .spacing = s->spacing,
             .radius = (s->dim == 3 ? 2.3 : 3.4) * s->spacing,
             .density0 = 1000,
             .sound = 10 * sqrt(9.81 * s->column.y),
             .viscosity = 0.04,
             .tank = s->tank};
  double h = f.radius / 2;
  f.mass = f.density0 * pow(s->spacing, s->dim);
  f.kernel = (kernel){h, s->dim == 3 ? 1 / (PI * h * h * h) : 10 / (7 * PI * h * h), spline_value,
                      spline_derivative};
  fill(&f, s);
  return f;
}

static void discard(fluid *f) {
  for (size_t i = 0; i < f->n; i++) free(f->neighbors[i].item);
  for (size_t b = 0; b < BUCKETS; b++) free(f->grid.bucket[b].item);
  free(f->grid.bucket);
  free(f->grid.point);
  free(f->neighbors);
  free(f->x);
  free(f->v);
  free(f->force);
  free(f->density);
  free(f->pressure);
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void measure(const setup *s, bool mixed, int threads) {
  fluid f = make(s);
  if (mixed) mix(f.x, f.n);
  omp_set_num_threads(threads);
  for (int i = 0; i < 2; i++) step(&f); /* the arrays have grown: what follows allocates little */
  double begun = now(), least = HUGE_VAL;
  int steps = 0;
  for (; steps < 3 || now() - begun < MEASURE; steps++) {
    double start = now();
    step(&f);
    /* the fastest, as of Laguna: nothing else had the processor */
    least = fmin(least, now() - start);
  }
  printf("%-16s %9zu particles  %2d thread%s  %-8s %8d sub-steps %10.1f ns/particle/step\n",
         s->name, f.n, threads, threads == 1 ? " " : "s", mixed ? "mixed" : "textbook", steps,
         1e9 * least / (double)f.n);
  double error = 0;
  for (size_t i = 0; i < f.n; i++) error += fmax(0, f.density[i] / f.density0 - 1) / (double)f.n;
  if (!(error < 0.05)) printf("    (density error %.3g: this run is not a fluid)\n", error);
  fflush(stdout);
  discard(&f);
}

int main(int argc, char **argv) {
  int cores = omp_get_num_procs();
  for (size_t i = 0; i < sizeof setups / sizeof *setups; i++) {
    if (argc > 1 && strcmp(argv[1], setups[i].name) != 0) continue;
    for (int mixed = 0; mixed < 2; mixed++) {
      measure(&setups[i], mixed, 1);
      if (cores > 1) measure(&setups[i], mixed, cores);
    }
  }
  return 0;
}
