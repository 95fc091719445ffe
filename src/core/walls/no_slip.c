/* no_slip.c - how firmly walls that do not slip hold each particle by the fluid's viscosity
   (walls.h): a sum over solids, in corners weighed by the room that the other solids leave, as the
   volume fraction is. */
#include "core/base/par.h"
#include "core/base/world.h"
#include "core/particles/particles.h"
#include "core/walls/volume_map.h"
#include "core/walls/walls.h"

/* spacings: nearer than this to a face, 1 / d says nothing any more (Morris, Fox & Zhu 1997 limit
   it too) */
#define NEAREST    0.25f
#define LEAST_ROOM 0.05f /* that a solid's own fraction leaves: 1 - fraction */

typedef struct job {
  lg_world *w;
  int placed;
} job;

/* Adds a solid that fills this fraction of the support; slope: by how much less of it a metre
   farther away, 1/m; its face is d, m, away and moves with v, m/s. */
LG_INLINE void add(const lg_world *w, float fraction, float slope, float d, float free,
                   const float v[3], lg_v4 *hold) {
  float room = lg_minf(free / lg_maxf(1 - fraction, LEAST_ROOM), 1);
  float b = room * slope / lg_maxf(d, NEAREST * w->def.spacing);
  *hold += b * (lg_v4){v[0], v[1], v[2], 1};
}

static void add_edges(const job *j, const float x[3], float free, lg_v4 *hold) {
  const float still[3] = {0, 0, 0};
  const lg_world *w = j->w;
  lg_edge_parts left = LG_ALL_EDGES;
  for (int c = 0; c < j->placed; c++) lg_walls_cover(w, &w->walls->placed[c], x, &left);

  /* Each wall by the table of half spaces, as far as no solid covers it. */
  for (int k = 0; k < w->dim; k++)
    for (int side = 0; side < 2; side++) {
      float d = side ? w->def.bounds.max[k] - x[k] : x[k] - w->def.bounds.min[k], fraction, slope;
      if (!lg_is_wall(w, k, side)) continue;
      lg_half_space_at(&w->walls->table, d, &fraction, &slope);
      if (fraction > 0) add(w, fraction, -left.part[k][side] * slope, d, free, still, hold);
    }
}

/* A collider's face is as far as a flat one of the same fraction, with what is behind it. */
static void add_collider(const lg_world *w, const lg_placed_map *placed, const float x[3],
                         float free, lg_v4 *hold) {
  const lg_half_space *t = &w->walls->table;
  lg_wall_sum one;
  float v[3], behind, behind_grad[3];
  if (!lg_volume_map_at(w, placed, x, &one.fraction, one.grad)) return;
  if (lg_volume_behind_at(placed, x, &behind, behind_grad)) {
    one.fraction += behind;
    lg_axpy(1, behind_grad, one.grad);
  }

  lg_walls_hide(w, placed, x, &one);
  if (!(one.fraction > 0)) return;
  lg_placed_velocity(placed, x, v);
  float d = lg_half_space_distance(t, one.fraction) - t->shift;
  add(w, one.fraction, lg_length(one.grad), d, free, v, hold);
}

static void sample_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  const lg_world *w = j->w;
  const lg_walls *walls = w->walls;

  for (size_t i = begin; i < end; i++) {
    walls->no_slip[i] = (lg_v4){0, 0, 0, 0};
    if (!(walls->fraction[i] > 0)) continue;
    float x[3] = {0, 0, 0}, free = 1 - walls->fraction[i];
    for (int k = 0; k < w->dim; k++) x[k] = w->particles->x[k][i];

    /* all that do not slip */
    if (w->def.slip) add_edges(j, x, free, &walls->no_slip[i]);
    for (int c = 0; c < j->placed; c++)
      if (walls->placed[c].face.slip)
        add_collider(w, &walls->placed[c], x, free, &walls->no_slip[i]);
  }
}

float lg_walls_no_slip_rate(const lg_world *w, const lg_placed_map *placed, const float x[3],
                            float free) {
  lg_v4 hold = {0, 0, 0, 0};
  add_collider(w, placed, x, free, &hold);
  return hold[3];
}

bool lg_walls_sample_no_slip(lg_world *w, int placed) {
  lg_walls *walls = w->walls;
  walls->has_no_slip = w->def.slip;
  for (int c = 0; c < placed; c++) walls->has_no_slip |= walls->placed[c].face.slip;
  if (!walls->has_no_slip) return true;

  if (!lg_mem_room(&w->mem, &walls->no_slip, w->particles->n, sizeof *walls->no_slip)) return false;
  lg_par_for(lg_world_threads(w), w->particles->n, sample_block, &(job){w, placed});
  return true;
}
