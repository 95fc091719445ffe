/* walls.c - the domain's edges with their corners, and the sum over colliders. */
#include "core/walls/walls.h"

#include "core/base/par.h"
#include "core/base/world.h"
#include "core/object/object.h"
#include "core/particles/loops.h"
#include "core/particles/particles.h"
#include "core/walls/volume_map.h"

/* ---- at a point ----------------------------------------------------------------------------- */

/* Adds a solid to those so far as if their surfaces were perpendicular: 1 - prod(1 - s_k), the
   product rule for its gradient, and for the weight what that rule gives along the normals; where
   both are, the weight is gravity itself. */
void lg_walls_unite(lg_wall_sum *a, const lg_wall_sum *b, const float gravity[3]) {
  float free_a = 1.0f - a->fraction, free_b = 1.0f - b->fraction, both = a->fraction * b->fraction;
  for (int k = 0; k < 3; k++) {
    a->grad[k] = a->grad[k] * free_b + b->grad[k] * free_a;
    a->weight[k] = a->weight[k] * free_b + b->weight[k] * free_a + gravity[k] * both;
  }
  a->fraction = 1.0f - free_a * free_b;
}

/* The two slabs beyond the bounds on axis k do not overlap: L(d_lo) + L(d_hi). False: none is
   felt. */
static bool slabs_at(const lg_world *w, const float x[3], int k, const float part[2],
                     lg_wall_sum *out) {
  const lg_half_space *t = &w->walls->table;
  float normal = 0; /* sum of d |dL/dd|: what the weight along the normal has more */
  bool any = false;
  *out = (lg_wall_sum){0};

  /* fraction and gradient add up */
  for (int side = 0; side < 2; side++) {
    float d = side ? w->def.bounds.max[k] - x[k] : x[k] - w->def.bounds.min[k], fraction, slope;
    if (!lg_is_wall(w, k, side) || !lg_half_space_near(t, d)) continue;
    any = true;
    lg_half_space_at(t, d, &fraction, &slope);
    fraction *= part[side];
    slope *= part[side];
    out->fraction += fraction;
    out->grad[k] += side ? -slope : slope;
    normal -= (d + t->shift) * slope;
  }
  if (!any) return false;

  /* weight: fraction times gravity, and more along the normal */
  out->fraction = lg_minf(out->fraction, 1);
  for (int j = 0; j < 3; j++)
    out->weight[j] = w->walls->gravity[j] * (out->fraction + (j == k ? normal : 0));
  return true;
}

/* All edges: across axes they are perpendicular. */
static void edges_at(const lg_world *w, const float x[3], const lg_edge_parts *left,
                     lg_wall_sum *out) {
  *out = (lg_wall_sum){0};
  for (int k = 0; k < w->dim; k++) {
    lg_wall_sum slabs;
    if (slabs_at(w, x, k, left->part[k], &slabs)) lg_walls_unite(out, &slabs, w->walls->gravity);
  }
}

void lg_walls_weigh(const lg_world *w, lg_wall_sum *out) {
  const float *gravity = w->walls->gravity, length = lg_length(out->grad);
  float normal = 0;
  if (length > 0)
    normal = lg_half_space_distance(&w->walls->table, out->fraction) * lg_dot(gravity, out->grad) /
             length;
  for (int k = 0; k < 3; k++) out->weight[k] = out->fraction * gravity[k] + normal * out->grad[k];
}

bool lg_walls_collider(const lg_world *w, const lg_placed_map *placed, const float x[3],
                       lg_wall_sum *out) {
  if (!lg_volume_map_at(w, placed, x, &out->fraction, out->grad)) return false;
  lg_walls_hide(w, placed, x, out);
  lg_walls_weigh(w, out);
  return true;
}

/* Adds one collider, or an image of it, at each of the points. */
static void add_collider(const lg_world *w, const lg_placed_map *placed, int n,
                         const float *const x[3], lg_wall_sum *all) {
  for (int i = 0; i < n; i++) {
    const float at[3] = {x[0][i], x[1][i], x[2][i]};
    lg_wall_sum one;
    if (lg_placed_map_near(placed, w->dim, at) && lg_walls_collider(w, placed, at, &one))
      lg_walls_unite(&all[i], &one, w->walls->gravity);
  }
}

/* What colliders leave of the edges at x. */
static lg_edge_parts edges_left(const lg_world *w, const float x[3]) {
  lg_edge_parts left = LG_ALL_EDGES;
  LG_EACH_COLLIDER(w, collider) {
    lg_placed_map p[LG_IMAGES + 1];
    for (int images = lg_placed_maps_of(w, lg_object_id(w, collider), p), k = 0; k < images; k++)
      lg_walls_cover(w, &p[k], x, &left);
  }
  return left;
}

void lg_walls_at_points(const lg_world *w, int n, const float *const x[3], lg_wall_sum *out) {
  memset(out, 0, (size_t)n * sizeof *out);
  for (int i = 0; i < n && w->walls->ready; i++) {
    const float at[3] = {x[0][i], x[1][i], x[2][i]};
    lg_edge_parts left = LG_ALL_EDGES;
    edges_at(w, at, &left, &out[i]);
    if (!(out[i].fraction > 0)) continue;
    left = edges_left(w, at);
    edges_at(w, at, &left, &out[i]);
  }

  /* all colliders and their images */
  LG_EACH_COLLIDER(w, collider) {
    lg_placed_map p[LG_IMAGES + 1];
    for (int images = lg_placed_maps_of(w, lg_object_id(w, collider), p), k = 0; k < images; k++)
      add_collider(w, &p[k], n, x, out);
  }
}

void lg_walls_at(const lg_world *w, const float x[3], float *fraction, float grad[3]) {
  lg_wall_sum all;
  lg_walls_at_points(w, 1, (const float *const[3]){&x[0], &x[1], &x[2]}, &all);
  *fraction = all.fraction;
  memcpy(grad, all.grad, sizeof all.grad);
}

/* ---- preparation ---------------------------------------------------------------------------- */

static void drop_maps(lg_world *w) {
  for (int i = 0; i < w->walls->maps; i++) lg_volume_map_free(&w->mem, &w->walls->map[i]);
}

/* Room for the maps of this many objects, and for each of them with its images. */
static bool reserve_maps(lg_world *w, int slots) {
  lg_walls *s = w->walls;
  size_t n = (size_t)slots;
  if (!lg_mem_grow(&w->mem, &s->map, n, sizeof *s->map) ||
      !lg_mem_room(&w->mem, &s->placed, n * (LG_IMAGES + 1), sizeof *s->placed))
    return false;
  s->maps = lg_maxi(s->maps, slots);
  return true;
}

/* Integrates a collider's shape, if that has changed. */
static bool update_map(lg_world *w, lg_id id) {
  lg_placed_map p;
  if (!lg_placed_map_read(w, id, &p)) return true;
  lg_volume_map *map = &w->walls->map[lg_volume_map_slot(w, id)];
  uint64_t key = lg_volume_map_key(w, p.face.shape);
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

  /* all is of one kernel and spacing */
  if (!s->ready || !same_kernel(&s->table.kernel, k) || s->table.spacing != w->def.spacing) {
    drop_maps(w);
    lg_half_space_make(&s->table, k, w->def.spacing);
    s->ready = true;
  }

  /* maps of colliders that are gone, and of new or changed ones */
  if (!reserve_maps(w, w->objects->count)) return false;
  for (int i = 0; i < s->maps; i++) {
    const lg_kind *kind = i < w->objects->count ? w->objects->slot[i].kind : NULL;
    if (!kind || kind->family != LG_FAMILY_COLLIDER) lg_volume_map_free(&w->mem, &s->map[i]);
  }
  LG_EACH_COLLIDER(w, collider)
    if (!update_map(w, lg_object_id(w, collider))) return false;
  return true;
}

void lg_walls_free(lg_world *w) {
  lg_walls *s = w->walls;
  drop_maps(w);
  lg_mem_free(&w->mem, s->map);
  lg_mem_free(&w->mem, s->placed);

  /* columns */
  lg_mem_free(&w->mem, s->fraction);
  lg_mem_free(&w->mem, s->filled);
  for (int k = 0; k < 3; k++) {
    lg_mem_free(&w->mem, s->grad[k]);
    lg_mem_free(&w->mem, s->weight[k]);
  }
  lg_mem_free(&w->mem, s->no_slip);
  memset(s, 0, sizeof *s);
}

/* ---- all particles -------------------------------------------------------------------------- */

static bool reserve_columns(lg_world *w) {
  lg_walls *s = w->walls;
  size_t n = w->particles->capacity;
  bool ok = lg_mem_room(&w->mem, &s->fraction, n, sizeof(float));
  for (int k = 0; ok && k < w->dim; k++)
    ok = lg_mem_room(&w->mem, &s->grad[k], n, sizeof(float)) &&
         lg_mem_room(&w->mem, &s->weight[k], n, sizeof(float));
  return ok;
}

typedef struct sampling {
  lg_world *w;
  const lg_loops *loops;
  int placed;
  float lo[3], hi[3]; /* m: between them no edge is felt */
} sampling;

static void find_free_region(sampling *s) {
  float reach = s->w->walls->table.kernel.radius - s->w->walls->table.shift;
  for (int k = 0; k < 3; k++) {
    s->lo[k] = lg_is_wall(s->w, k, 0) ? s->w->def.bounds.min[k] + reach : -INFINITY;
    s->hi[k] = lg_is_wall(s->w, k, 1) ? s->w->def.bounds.max[k] - reach : INFINITY;
  }
}

LG_INLINE void point_of(const lg_world *w, int32_t i, float x[3]) {
  for (int k = 0; k < 3; k++) x[k] = k < w->dim ? w->particles->x[k][i] : 0;
}

void lg_walls_store(const lg_world *w, int32_t i, const lg_wall_sum *sum) {
  const lg_walls *out = w->walls;
  out->fraction[i] = sum->fraction;
  for (int k = 0; k < w->dim; k++) {
    out->grad[k][i] = sum->grad[k];
    out->weight[k][i] = sum->weight[k];
  }
}

LG_INLINE lg_wall_sum stored(const lg_world *w, int32_t i) {
  const lg_walls *in = w->walls;
  lg_wall_sum sum = {.fraction = in->fraction[i]};
  for (int k = 0; k < w->dim; k++) {
    sum.grad[k] = in->grad[k][i];
    sum.weight[k] = in->weight[k][i];
  }
  return sum;
}

/* Sets all particles of a block. */
static void sample_edges(const sampling *s, size_t begin, size_t end) {
  lg_walls *out = s->w->walls;
  int32_t list[LG_BLOCK];
  size_t bytes = (end - begin) * sizeof(float);
  memset(out->fraction + begin, 0, bytes);
  for (int k = 0; k < s->w->dim; k++) {
    memset(out->grad[k] + begin, 0, bytes);
    memset(out->weight[k] + begin, 0, bytes);
  }

  /* most are far from all edges */
  int n = s->loops->pick(s->w->dim, s->w->particles->x, begin, end, s->lo, s->hi, true, list);
  for (int j = 0; j < n; j++) {
    float x[3];
    lg_wall_sum sum;
    lg_edge_parts left = LG_ALL_EDGES;
    point_of(s->w, list[j], x);
    for (int c = 0; c < s->placed; c++) lg_walls_cover(s->w, &s->w->walls->placed[c], x, &left);
    edges_at(s->w, x, &left, &sum);
    lg_walls_store(s->w, list[j], &sum);
  }
}

/* Adds a collider to those in its box. */
static void sample_collider(const sampling *s, const lg_placed_map *placed, size_t begin,
                            size_t end) {
  int32_t list[LG_BLOCK];

  /* united with what was there before */
  int n = s->loops->pick(s->w->dim, s->w->particles->x, begin, end, placed->min, placed->max, false,
                         list);
  for (int j = 0; j < n; j++) {
    float x[3];
    lg_wall_sum one, all;
    point_of(s->w, list[j], x);
    if (!lg_walls_collider(s->w, placed, x, &one)) continue;

    all = stored(s->w, list[j]);
    lg_walls_unite(&all, &one, s->w->walls->gravity);
    lg_walls_store(s->w, list[j], &all);
  }
}

static void sample_block(void *user, size_t begin, size_t end) {
  const sampling *s = user;
  sample_edges(s, begin, end);
  for (int c = 0; c < s->placed; c++) sample_collider(s, &s->w->walls->placed[c], begin, end);
}

bool lg_walls_sample(lg_world *w) {
  lg_walls *walls = w->walls;
  sampling s = {.w = w, .loops = lg_loops_now()};
  walls->has_thin = false; /* until lg_walls_thicken: not all solvers call it */
  if (!walls->ready || !reserve_columns(w)) return false;
  lg_world_rest_gravity(w, walls->gravity);
  find_free_region(&s);

  /* where colliders and their images stand now */
  int room = walls->maps * (LG_IMAGES + 1);
  LG_EACH_COLLIDER(w, collider) {
    if (s.placed + LG_IMAGES >= room) break;
    s.placed += lg_placed_maps_of(w, lg_object_id(w, collider), &walls->placed[s.placed]);
  }
  walls->placed_now = s.placed;

  lg_par_for(lg_world_threads(w), w->particles->n, sample_block, &s);
  return lg_walls_sample_no_slip(w, s.placed);
}
