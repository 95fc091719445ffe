/* slip.c - how firmly walls that do not slip hold each particle (walls.h): a sum over solids, in
   corners weighed by the room that the other solids leave, as the share is. */
#include "core/base/par.h"
#include "core/base/world.h"
#include "core/particles/particles.h"
#include "core/walls/volume_map.h"
#include "core/walls/walls.h"

/* spacings: nearer than this to a face, 1 / d says nothing any more (Morris, Fox & Zhu 1997 limit
   it too) */
#define NEAREST    0.25f
#define LEAST_ROOM 0.05f /* that a solid's own share leaves: 1 - share */

typedef struct job {
  lg_world *w;
  int placed;
} job;

/* Adds a solid of this share and gradient (its length), of which the face is d away and moves with
   v. */
LG_INLINE void add(const lg_world *w, float share, float slope, float d, float free,
                   const float v[3], lg_v4 *hold) {
  float room = lg_minf(free / lg_maxf(1 - share, LEAST_ROOM), 1),
        b = room * slope / lg_maxf(d, NEAREST * w->def.spacing);
  *hold += b * (lg_v4){v[0], v[1], v[2], 1};
}

static void hold_by_edges(const lg_world *w, const float x[3], float free, lg_v4 *hold) {
  const float still[3] = {0, 0, 0};
  for (int k = 0; k < w->dim; k++)
    for (int side = 0; side < 2; side++) {
      if (w->def.edges[k][side] != LG_EDGE_WALL) continue;
      float d = side ? w->def.bounds.max[k] - x[k] : x[k] - w->def.bounds.min[k], share, slope;
      lg_wall_look(&w->walls->table, d, &share, &slope);
      if (share > 0) add(w, share, -slope, d, free, still, hold);
    }
}

/* The face is as far as a flat one of the same share. */
static void hold_by_collider(const lg_world *w, const lg_placed_map *placed, const float x[3],
                             float free, lg_v4 *hold) {
  const lg_wall_table *t = &w->walls->table;
  float share, grad[3], v[3] = {0, 0, 0},
                        arm[3] = {x[0] - placed->at[0], x[1] - placed->at[1], x[2] - placed->at[2]};
  if (!lg_volume_map_at(w, placed, x, &share, grad) || !(share > 0)) return;
  lg_cross(placed->face.angular, arm, v);
  if (!placed->face.carries) lg_axpy(1, placed->face.velocity, v);
  add(w, share, lg_length(grad), lg_wall_flat_distance(t, share) - t->shift, free, v, hold);
}

static void hold_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  const lg_world *w = j->w;
  for (size_t i = begin; i < end; i++) {
    lg_v4 hold = {0, 0, 0, 0};
    float x[3] = {0, 0, 0}, free = 1 - w->walls->share[i];
    for (int k = 0; k < w->dim; k++) x[k] = w->particles->x[k][i];
    if (w->walls->share[i] > 0 && w->def.slip) hold_by_edges(w, x, free, &hold);
    for (int c = 0; w->walls->share[i] > 0 && c < j->placed; c++)
      if (w->walls->placed[c].face.slip) hold_by_collider(w, &w->walls->placed[c], x, free, &hold);
    w->walls->no_slip[i] = hold;
  }
}

float lg_walls_no_slip_rate(const lg_world *w, const lg_placed_map *placed, const float x[3], float free) {
  lg_v4 hold = {0, 0, 0, 0};
  hold_by_collider(w, placed, x, free, &hold);
  return hold[3];
}

bool lg_walls_sample_no_slip(lg_world *w, int placed) {
  job j = {w, placed};
  w->walls->has_no_slip = w->def.slip;
  for (int c = 0; c < placed; c++) w->walls->has_no_slip |= w->walls->placed[c].face.slip;
  if (!w->walls->has_no_slip) return true;
  if (!lg_mem_room(&w->mem, &w->walls->no_slip, w->particles->n, sizeof *w->walls->no_slip)) return false;
  lg_par_for(lg_world_threads(w), w->particles->n, hold_block, &j);
  return true;
}
