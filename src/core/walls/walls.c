/* walls.c - the domain's edges with their corners, and the sum over colliders. */
#include "core/walls/walls.h"

#include "core/base/par.h"
#include "core/base/world.h"
#include "core/object/object.h"
#include "core/particles/loops.h"
#include "core/particles/particles.h"
#include "core/walls/meeting.h"
#include "core/walls/volume_map.h"

/* ---- at a point ----------------------------------------------------------------------------- */

/* The slabs beyond the bounds on axis k, sides `from` to `to`; they do not overlap. False: none is
   felt. */
static bool slabs_at(const lg_world *w, const float x[3], int k, int from, int to,
                     lg_wall_sum *out) {
  const lg_half_space *t = &w->walls->table;
  float normal = 0; /* sum of d |dL/dd|: what the weight along the normal has more */
  bool any = false;
  *out = (lg_wall_sum){0};

  /* fraction and gradient add up */
  for (int side = from; side <= to; side++) {
    float d = side ? w->def.bounds.max[k] - x[k] : x[k] - w->def.bounds.min[k], fraction, slope;
    if (!lg_is_wall(w, k, side) || !lg_half_space_near(t, d)) continue;
    any = true;
    lg_half_space_at(t, d, &fraction, &slope);
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

/* Adds b to a as if they were perpendicular: 1 - prod(1 - s_k), the product rule for its gradient,
   and for the weight what that rule gives along the normals; where both are, the weight is gravity
   itself. */
static void add_perpendicular(lg_wall_sum *a, const lg_wall_sum *b, const float gravity[3]) {
  float free_a = 1.0f - a->fraction, free_b = 1.0f - b->fraction, both = a->fraction * b->fraction;
  for (int k = 0; k < 3; k++) {
    a->grad[k] = a->grad[k] * free_b + b->grad[k] * free_a;
    a->weight[k] = a->weight[k] * free_b + b->weight[k] * free_a + gravity[k] * both;
  }
  a->fraction = 1.0f - free_a * free_b;
}

/* All edges, without colliders: across axes they are perpendicular. */
static void edges_at(const lg_world *w, const float x[3], lg_wall_sum *out) {
  *out = (lg_wall_sum){0};
  for (int k = 0; k < w->dim; k++) {
    lg_wall_sum slabs;
    if (slabs_at(w, x, k, 0, 1, &slabs)) add_perpendicular(out, &slabs, w->walls->gravity);
  }
}

/* What a collider with this fraction and gradient gives to the weight: as the flat wall with them
   does. */
static void weigh(const lg_world *w, lg_wall_sum *out) {
  const float *gravity = w->walls->gravity, length = lg_length(out->grad);
  float normal = 0;
  if (length > 0)
    normal = lg_half_space_distance(&w->walls->table, out->fraction) * lg_dot(gravity, out->grad) /
             length;
  for (int k = 0; k < 3; k++) out->weight[k] = out->fraction * gravity[k] + normal * out->grad[k];
}

bool lg_walls_collider(const lg_world *w, const lg_placed_map *placed, const float x[3], bool thick,
                       lg_wall_sum *out, lg_wall_back *back) {
  *back = (lg_wall_back){0, {0, 0, 0}};
  if (!lg_placed_map_near(placed, w->dim, x) ||
      !lg_volume_map_at(w, placed, x, &out->fraction, out->grad))
    return false;

  if (lg_volume_behind_at(placed, x, &back->fraction, back->grad) && thick && !placed->pushed) {
    out->fraction = lg_minf(out->fraction + back->fraction, 1);
    lg_axpy(1, back->grad, out->grad);
    *back = (lg_wall_back){0, {0, 0, 0}};
  }
  weigh(w, out);
  return true;
}

/* ---- at any point --------------------------------------------------------------------------- */

static void add_collider(const lg_world *w, const lg_placed_map *placed, const float x[3],
                         bool thick, lg_meeting *m) {
  lg_wall_sum one;
  lg_wall_back back;
  if (lg_walls_collider(w, placed, x, thick, &one, &back)) lg_meeting_add(m, placed, &one, &back);
}

static void add_edges(const lg_world *w, const float x[3], lg_meeting *m) {
  for (int k = 0; k < w->dim; k++)
    for (int side = 0; side < 2; side++) {
      lg_wall_sum one;
      if (slabs_at(w, x, k, side, side, &one)) lg_meeting_add(m, NULL, &one, NULL);
    }
}

void lg_meeting_at(const lg_world *w, const float x[3], lg_meeting *m) {
  const lg_walls *walls = w->walls;
  m->n = 0;
  for (int c = 0; c < walls->placed_now; c++)
    add_collider(w, &walls->placed[c], x, walls->thick, m);
  add_edges(w, x, m);
}

/* All solids at x as they are now, sampled or not. */
static void unite_now(const lg_world *w, const float x[3], lg_wall_sum *out) {
  lg_meeting m = {.n = 0};
  LG_EACH_COLLIDER(w, collider) {
    lg_placed_map p[LG_IMAGES + 1];
    for (int images = lg_placed_maps_of(w, lg_object_id(w, collider), p), k = 0; k < images; k++)
      add_collider(w, &p[k], x, false, &m);
  }

  /* most points have no collider near */
  if (m.n == 0) {
    edges_at(w, x, out);
    return;
  }
  add_edges(w, x, &m);
  *out = lg_meeting_unite(&m, w->walls->gravity);
}

void lg_walls_at_points(const lg_world *w, int n, const float *const x[3], lg_wall_sum *out) {
  memset(out, 0, (size_t)n * sizeof *out);
  for (int i = 0; i < n && w->walls->ready; i++)
    unite_now(w, (const float[3]){x[0][i], x[1][i], x[2][i]}, &out[i]);
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
  if (map->key == key && map->pushed == p.pushed) return true;

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
  lg_mem_free(&w->mem, s->meets);
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
  bool ok = lg_mem_room(&w->mem, &s->fraction, n, sizeof(float)) &&
            lg_mem_room(&w->mem, &s->meets, n, sizeof *s->meets);
  for (int k = 0; ok && k < w->dim; k++)
    ok = lg_mem_room(&w->mem, &s->grad[k], n, sizeof(float)) &&
         lg_mem_room(&w->mem, &s->weight[k], n, sizeof(float));
  return ok;
}

typedef struct sampling {
  lg_world *w;
  const lg_loops *loops;
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

static void store(const lg_world *w, int32_t i, const lg_wall_sum *sum) {
  const lg_walls *out = w->walls;
  out->fraction[i] = sum->fraction;
  for (int k = 0; k < w->dim; k++) {
    out->grad[k][i] = sum->grad[k];
    out->weight[k][i] = sum->weight[k];
  }
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
    point_of(s->w, list[j], x);
    edges_at(s->w, x, &sum);
    store(s->w, list[j], &sum);
  }
}

/* Sets those of a collider's box. */
static void sample_collider(const sampling *s, const lg_placed_map *placed, size_t begin,
                            size_t end) {
  int32_t list[LG_BLOCK];
  int n = s->loops->pick(s->w->dim, s->w->particles->x, begin, end, placed->min, placed->max, false,
                         list);

  for (int j = 0; j < n; j++) {
    float x[3];
    lg_wall_sum one;
    lg_wall_back back;
    point_of(s->w, list[j], x);
    if (!lg_walls_collider(s->w, placed, x, s->w->walls->thick, &one, &back)) continue;
    s->w->walls->meets[list[j]] |= s->w->walls->fraction[list[j]] > 0;
    store(s->w, list[j], &one);
  }
}

static void sample_block(void *user, size_t begin, size_t end) {
  const sampling *s = user;
  const lg_walls *walls = s->w->walls;
  memset(walls->meets + begin, 0, (end - begin) * sizeof *walls->meets);
  sample_edges(s, begin, end);
  for (int c = 0; c < walls->placed_now; c++) sample_collider(s, &walls->placed[c], begin, end);

  /* where several solids meet, all of them */
  for (size_t i = begin; i < end; i++) {
    float x[3];
    lg_meeting m;
    if (!walls->meets[i]) continue;
    point_of(s->w, (int32_t)i, x);
    lg_meeting_at(s->w, x, &m);
    lg_wall_sum all = lg_meeting_unite(&m, walls->gravity);
    store(s->w, (int32_t)i, &all);
  }
}

bool lg_walls_sample(lg_world *w, bool thick) {
  lg_walls *walls = w->walls;
  sampling s = {.w = w, .loops = lg_loops_now()};
  if (!walls->ready || !reserve_columns(w)) return false;
  lg_world_rest_gravity(w, walls->gravity);
  find_free_region(&s);
  walls->thick = thick;

  /* where colliders and their images stand now */
  int room = walls->maps * (LG_IMAGES + 1), placed = 0;
  LG_EACH_COLLIDER(w, collider) {
    if (placed + LG_IMAGES >= room) break;
    placed += lg_placed_maps_of(w, lg_object_id(w, collider), &walls->placed[placed]);
  }
  walls->placed_now = placed;

  lg_par_for(lg_world_threads(w), w->particles->n, sample_block, &s);
  return lg_walls_sample_no_slip(w);
}

bool lg_walls_part(const lg_world *w, const lg_placed_map *placed, size_t i, const float x[3],
                   lg_wall_sum *out) {
  lg_wall_back back;
  if (!(w->walls->fraction[i] > 0) || !lg_walls_collider(w, placed, x, w->walls->thick, out, &back))
    return false;
  if (!w->walls->meets[i]) return true;

  /* others are there, too */
  lg_meeting m;
  lg_meeting_at(w, x, &m);
  lg_meeting_unite(&m, w->walls->gravity);
  for (int k = 0; k < m.n; k++)
    if (m.placed[k] == placed) return *out = m.part[k], true;
  return false;
}
