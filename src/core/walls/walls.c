/* walls.c - half-space tables, the domain's edges with their corners, and the sum over colliders.
   */
#include "core/walls/walls.h"

#include "core/base/par.h"
#include "core/base/world.h"
#include "core/object/object.h"
#include "core/particles/loops.h"
#include "core/particles/particles.h"
#include "core/walls/volume_map.h"

/* ---- the table of a flat wall --------------------------------------------------------------- */

/* W integrated over the plane (2-D: line) at distance z from the particle, 1/m; Simpson over the
   part inside the support. */
static double plane_integral(const lg_kernel *k, double z) {
  enum { N = 128 };
  double R = (double)k->radius, reach = sqrt(fmax(R * R - z * z, 0)), sum = 0;
  for (int i = 0; i <= N; i++) {
    double t = reach * i / N, weight = i == 0 || i == N ? 1 : i % 2 ? 4 : 2;
    sum += weight * (double)lg_kernel_w(k, (float)sqrt(z * z + t * t)) *
           (k->dim == 2 ? 2 : 2 * LG_PI * t);
  }
  return sum * reach / (3 * N);
}

/* Of the lattice's sum at a particle, the part that lies beyond the particle's own layer on one
   side: what a wall there must replace. Layers are parallel to the wall, `spacing` apart. */
static double missing_part(const lg_kernel *k, double spacing) {
  int n = (int)ceil((double)k->radius / spacing), nz = k->dim == 3 ? n : 0;
  double sum = 0;
  for (int layer = 1; layer <= n; layer++)
    for (int y = -n; y <= n; y++)
      for (int z = -nz; z <= nz; z++)
        sum += (double)lg_kernel_w(
            k, (float)(spacing * sqrt((double)(layer * layer + y * y + z * z))));
  return sum / lg_kernel_lattice_sum(k, spacing);
}

/* Solves I(spacing / 2 + shift) = the part of the lattice that is missing there (physics: first
   layer at rest density). */
static void solve_shift(lg_wall_table *t) {
  float missing = (float)missing_part(&t->kernel, (double)t->spacing), at = 0.5f * t->spacing;
  float low = -t->kernel.radius - at, high = t->kernel.radius - at;
  for (int i = 0; i < 40; i++) {
    float share, slope;
    t->shift = 0.5f * (low + high);
    lg_wall_look(t, at, &share, &slope);
    if (share > missing) low = t->shift;
    else high = t->shift;
  }
}

void lg_wall_table_make(lg_wall_table *t, const lg_kernel *k, float spacing) {
  enum { HALF = LG_WALL_TABLE / 2 };
  lg_kernel unit = lg_kernel_make(k->type, k->dim, (double)k->radius);
  double step = (double)k->radius / HALF, share[HALF + 1], plane[HALF + 1];
  for (int i = 0; i <= HALF; i++) plane[i] = plane_integral(&unit, i * step);
  share[HALF] = 0;
  for (int i = HALF - 1; i >= 0; i--) /* I(d) = integral of the planes beyond d, Simpson */
    share[i] = share[i + 1] +
               step / 6 * (plane[i] + 4 * plane_integral(&unit, (i + 0.5) * step) + plane[i + 1]);
  /* the particle on the surface sees exactly one half: takes out the quadrature's 1e-7 */
  double scale = 0.5 / share[0];
  for (int i = 0; i <= HALF; i++) {
    t->share[HALF + i] = (float)(scale * share[i]);
    t->share[HALF - i] = (float)(1 - scale * share[i]);
    t->slope[HALF + i] = t->slope[HALF - i] = (float)(-scale * plane[i]);
  }
  t->share[LG_WALL_TABLE + 1] = t->slope[LG_WALL_TABLE + 1] = 0;
  t->kernel = *k;
  t->spacing = spacing;
  t->shift = 0;
  solve_shift(t);
}

/* ---- one solid and another ------------------------------------------------------------------ */

typedef struct felt {
  float share, grad[3], lift[3];
} felt;

/* Adds a solid to those felt so far as if their surfaces were perpendicular: 1 - prod(1 - s_k), the
   product rule for its gradient, and for the lift what that rule gives along the normals; where
   both are, the lift is gravity itself. */
LG_INLINE void unite(felt *a, const felt *b, const float gravity[3]) {
  float free_a = 1.0f - a->share, free_b = 1.0f - b->share, both = a->share * b->share;
  for (int k = 0; k < 3; k++) {
    a->grad[k] = a->grad[k] * free_b + b->grad[k] * free_a;
    a->lift[k] = a->lift[k] * free_b + b->lift[k] * free_a + gravity[k] * both;
  }
  a->share = 1.0f - free_a * free_b;
}

/* Per axis the two slabs beyond the bounds do not overlap: I(d_lo) + I(d_hi); across axes they are
   perpendicular. */
static void edges_at(const lg_world *w, const float x[3], felt *out) {
  const lg_wall_table *t = &w->walls->table;
  *out = (felt){0};
  for (int k = 0; k < w->dim; k++) {
    felt slab = {0};
    bool any = false;
    /* d |dI/dd|, summed: what the lift along the normal has more than the share */
    float normal = 0;
    for (int side = 0; side < 2; side++) {
      float d = side ? w->def.bounds.max[k] - x[k] : x[k] - w->def.bounds.min[k], share, slope;
      if (w->def.edges[k][side] != LG_EDGE_WALL || !lg_wall_near(t, d)) continue;
      any = true;
      lg_wall_look(t, d, &share, &slope);
      slab.share += share;
      slab.grad[k] += side ? -slope : slope;
      normal -= (d + t->shift) * slope;
    }
    if (!any) continue;
    slab.share = lg_minf(slab.share, 1);
    for (int j = 0; j < 3; j++)
      slab.lift[j] = w->walls->gravity[j] * (slab.share + (j == k ? normal : 0));
    unite(out, &slab, w->walls->gravity);
  }
}

float lg_wall_flat_distance(const lg_wall_table *t, float share) {
  int low = 0; /* I is monotone, so by halving */
  for (int step = LG_WALL_TABLE / 2; step > 0; step /= 2)
    low += t->share[low + step] > share ? step : 0;
  float drop = t->share[low] - t->share[low + 1], u = drop > 0 ? (t->share[low] - share) / drop : 0;
  return t->kernel.radius * (((float)low + u) * (2.0f / LG_WALL_TABLE) - 1.0f);
}

/* The lift of a solid of which only share and gradient are known: that of the flat wall with this
   share and normal. */
static void flat_lift(const lg_wall_table *t, const float gravity[3], felt *f) {
  float length = lg_length(f->grad);
  float normal = length > 0 ? lg_wall_flat_distance(t, f->share) * lg_dot(gravity, f->grad) / length
                            : 0;
  for (int k = 0; k < 3; k++) f->lift[k] = f->share * gravity[k] + normal * f->grad[k];
}

/* ---- colliders ------------------------------------------------------------------------------ */

/* What a collider does; false: nothing. */
static bool feel(const lg_world *w, const lg_placed_map *placed, const float x[3], felt *f) {
  if (!lg_volume_map_at(w, placed, x, &f->share, f->grad)) return false;
  flat_lift(&w->walls->table, w->walls->gravity, f);
  return true;
}

bool lg_walls_feel(const lg_world *w, const lg_placed_map *placed, const float x[3], float *share,
                   float grad[3], float lift[3]) {
  felt f;
  if (!feel(w, placed, x, &f)) return false;
  *share = f.share;
  memcpy(grad, f.grad, sizeof f.grad);
  memcpy(lift, f.lift, sizeof f.lift);
  return true;
}

LG_INLINE bool in_box(const lg_placed_map *p, int dim, const float x[3]) {
  bool in = true;
  for (int k = 0; k < dim; k++) in = in && x[k] >= p->min[k] && x[k] <= p->max[k];
  return in;
}

void lg_walls_at(const lg_world *w, const float x[3], float *share, float grad[3]) {
  felt all = {0};
  if (w->walls->ready) edges_at(w, x, &all);
  for (int i = 0; w->walls->ready && i < lg_object_count(w); i++) {
    lg_placed_map p[LG_IMAGES + 1];
    felt f;
    for (int n = lg_wall_place_all(w, lg_object_at(w, i), p), at = 0; at < n; at++)
      if (in_box(&p[at], w->dim, x) && feel(w, &p[at], x, &f)) unite(&all, &f, w->walls->gravity);
  }
  *share = all.share;
  memcpy(grad, all.grad, sizeof all.grad);
}

/* ---- preparation ---------------------------------------------------------------------------- */

static void drop_maps(lg_world *w) {
  for (int i = 0; i < w->walls->maps; i++) lg_volume_map_free(&w->mem, &w->walls->map[i]);
}

static bool grow(lg_mem *mem, void **block, int *have, int want, size_t bytes) {
  if (want <= *have) return true;
  size_t old = (size_t)*have * bytes, new = (size_t)want *bytes;
  char *fresh = lg_mem_realloc(mem, *block, new);
  if (!fresh) return false;
  memset(fresh + old, 0, new - old);
  *block = fresh;
  *have = want;
  return true;
}

static bool grow_maps(lg_world *w, int slots) {
  lg_walls *s = w->walls;
  void *map = s->map, *placed = s->placed;
  bool ok = grow(&w->mem, &map, &s->maps, slots, sizeof *s->map) &&
            grow(&w->mem, &placed, &s->places, slots * (LG_IMAGES + 1), sizeof *s->placed);
  s->map = map;
  s->placed = placed;
  return ok;
}

static bool update_map(lg_world *w, lg_id id) {
  lg_placed_map p;
  if (!lg_wall_place(w, id, &p)) return true;
  lg_volume_map *map = &w->walls->map[lg_wall_slot(w, id)];
  uint64_t key = lg_volume_map_key(w, p.shape);
  if (map->key == key) return true;
  lg_volume_map_free(&w->mem, map);
  if (!lg_volume_map_build(w, map, &w->walls->table, &p, lg_name(w, id))) return false;
  map->key = key;
  return true;
}

static bool same_kernel(const lg_kernel *a, const lg_kernel *b) {
  return a->type == b->type && a->dim == b->dim && a->radius == b->radius && a->w0 == b->w0;
}

bool lg_walls_prepare(lg_world *w, const lg_kernel *k) {
  lg_walls *s = w->walls;
  if (!s->ready || !same_kernel(&s->table.kernel, k) || s->table.spacing != w->def.spacing) {
    drop_maps(w);
    lg_wall_table_make(&s->table, k, w->def.spacing);
    s->ready = true;
  }
  if (!grow_maps(w, w->objects->count)) return false;
  for (int i = 0; i < s->maps; i++) {
    bool live = i < w->objects->count && lg_wall_is_collider(&w->objects->slot[i]);
    if (!live) lg_volume_map_free(&w->mem, &s->map[i]);
  }
  for (int i = 0; i < lg_object_count(w); i++)
    if (!update_map(w, lg_object_at(w, i))) return false;
  return true;
}

void lg_walls_free(lg_world *w) {
  lg_walls *s = w->walls;
  drop_maps(w);
  lg_mem_free(&w->mem, s->map);
  lg_mem_free(&w->mem, s->placed);
  lg_mem_free(&w->mem, s->share);
  for (int k = 0; k < 3; k++) {
    lg_mem_free(&w->mem, s->grad[k]);
    lg_mem_free(&w->mem, s->lift[k]);
  }
  lg_mem_free(&w->mem, s->no_slip);
  memset(s, 0, sizeof *s);
}

/* ---- all particles -------------------------------------------------------------------------- */

/* All or none; contents are of one step only, so nothing is copied. */
static bool grow_columns(lg_world *w) {
  enum { COLUMNS = 7 };
  lg_walls *s = w->walls;
  size_t old = s->capacity * sizeof(float), new = w->particles->capacity * sizeof(float);
  if (new <= old) return true;
  float **column[COLUMNS] = {&s->share,   &s->grad[0], &s->lift[0], &s->grad[1],
                             &s->lift[1], &s->grad[2], &s->lift[2]};
  float *fresh[COLUMNS] = {NULL};
  bool ok = true;
  for (int k = 0; k <= 2 * w->dim; k++)
    ok = (fresh[k] = lg_mem_realloc(&w->mem, NULL, new)) != NULL && ok;
  for (int k = 0; k <= 2 * w->dim; k++) {
    float *gone = ok ? *column[k] : fresh[k];
    lg_mem_free(&w->mem, gone);
    if (ok) *column[k] = fresh[k];
  }
  if (ok) s->capacity = w->particles->capacity;
  return ok;
}

typedef struct sampling {
  lg_world *w;
  const lg_loops *loops;
  int placed;
  float lo[3], hi[3]; /* m: between them no edge is felt */
} sampling;

static void sampling_edges(sampling *s) {
  float reach = s->w->walls->table.kernel.radius - s->w->walls->table.shift;
  for (int k = 0; k < 3; k++) {
    const lg_edge *edge = s->w->def.edges[k];
    s->lo[k] = edge[0] == LG_EDGE_WALL ? s->w->def.bounds.min[k] + reach : -INFINITY;
    s->hi[k] = edge[1] == LG_EDGE_WALL ? s->w->def.bounds.max[k] - reach : INFINITY;
  }
}

LG_INLINE void point_of(const lg_world *w, int32_t i, float x[3]) {
  for (int k = 0; k < 3; k++) x[k] = k < w->dim ? w->particles->x[k][i] : 0;
}

LG_INLINE void store(const lg_world *w, int32_t i, const felt *f) {
  const lg_walls *out = w->walls;
  out->share[i] = f->share;
  for (int k = 0; k < w->dim; k++) {
    out->grad[k][i] = f->grad[k];
    out->lift[k][i] = f->lift[k];
  }
}

LG_INLINE felt stored(const lg_world *w, int32_t i) {
  const lg_walls *in = w->walls;
  felt f = {.share = in->share[i]};
  for (int k = 0; k < w->dim; k++) {
    f.grad[k] = in->grad[k][i];
    f.lift[k] = in->lift[k][i];
  }
  return f;
}

static void sample_edges(const sampling *s, size_t begin, size_t end) {
  lg_walls *out = s->w->walls;
  int32_t list[LG_BLOCK];
  size_t bytes = (end - begin) * sizeof(float);
  memset(out->share + begin, 0, bytes);
  for (int k = 0; k < s->w->dim; k++) {
    memset(out->grad[k] + begin, 0, bytes);
    memset(out->lift[k] + begin, 0, bytes);
  }
  int n = s->loops->pick(s->w->dim, s->w->particles->x, begin, end, s->lo, s->hi, true, list);
  for (int j = 0; j < n; j++) {
    float x[3];
    felt f;
    point_of(s->w, list[j], x);
    edges_at(s->w, x, &f);
    store(s->w, list[j], &f);
  }
}

static void sample_collider(const sampling *s, const lg_placed_map *placed, size_t begin,
                            size_t end) {
  int32_t list[LG_BLOCK];
  int n = s->loops->pick(s->w->dim, s->w->particles->x, begin, end, placed->min, placed->max, false,
                         list);
  for (int j = 0; j < n; j++) {
    float x[3];
    felt f;
    point_of(s->w, list[j], x);
    if (!feel(s->w, placed, x, &f)) continue;
    felt all = stored(s->w, list[j]);
    unite(&all, &f, s->w->walls->gravity);
    store(s->w, list[j], &all);
  }
}

static void sample_block(void *user, size_t begin, size_t end) {
  const sampling *s = user;
  sample_edges(s, begin, end);
  for (int c = 0; c < s->placed; c++) sample_collider(s, &s->w->walls->placed[c], begin, end);
}

bool lg_walls_sample(lg_world *w) {
  sampling s = {.w = w, .loops = lg_loops_now()};
  if (!w->walls->ready || !grow_columns(w)) return false;
  lg_world_rest_gravity(w, w->walls->gravity);
  sampling_edges(&s);
  for (int i = 0; i < lg_object_count(w) && s.placed + LG_IMAGES < w->walls->places; i++)
    s.placed += lg_wall_place_all(w, lg_object_at(w, i), &w->walls->placed[s.placed]);
  lg_par_for(lg_world_threads(w), w->particles->n, sample_block, &s);
  w->walls->placed_now = s.placed;
  return lg_walls_sample_no_slip(w, s.placed);
}
