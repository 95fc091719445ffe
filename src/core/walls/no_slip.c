/* no_slip.c - how firmly walls that do not slip hold each particle by the fluid's viscosity
   (walls.h): a sum over solids, where several meet weighed by their shares, as the gradient of the
   volume fraction is. */
#include "core/base/par.h"
#include "core/base/world.h"
#include "core/particles/particles.h"
#include "core/walls/meeting.h"
#include "core/walls/volume_map.h"

/* spacings: nearer than this to a face, 1 / d says nothing any more (Morris, Fox & Zhu 1997 limit
   it too) */
#define NEAREST 0.25f

/* From its face on: as far as a flat one of the same fraction is. */
float lg_walls_no_slip_rate(const lg_world *w, const lg_wall_sum *part) {
  const lg_half_space *t = &w->walls->table;
  float d = lg_half_space_distance(t, part->fraction) - t->shift;
  return lg_length(part->grad) / lg_maxf(d, NEAREST * w->def.spacing);
}

/* Adds one of those that meet. */
static void add(const lg_world *w, const lg_meeting *m, int k, const float x[3], lg_v4 *hold) {
  const lg_placed_map *placed = m->placed[k];
  float v[3] = {0, 0, 0};
  if (!(placed ? placed->face.slip : w->def.slip)) return;
  if (placed) lg_placed_velocity(placed, x, v);
  *hold += lg_walls_no_slip_rate(w, &m->part[k]) * (lg_v4){v[0], v[1], v[2], 1};
}

static void sample_block(void *user, size_t begin, size_t end) {
  const lg_world *w = user;
  const lg_walls *walls = w->walls;
  for (size_t i = begin; i < end; i++) {
    walls->no_slip[i] = (lg_v4){0, 0, 0, 0};
    if (!(walls->fraction[i] > 0)) continue;
    float x[3] = {0, 0, 0};
    for (int k = 0; k < w->dim; k++) x[k] = w->particles->x[k][i];

    lg_meeting m;
    lg_meeting_at(w, x, &m);
    lg_meeting_unite(&m, walls->gravity);
    for (int k = 0; k < m.n; k++) add(w, &m, k, x, &walls->no_slip[i]);
  }
}

bool lg_walls_sample_no_slip(lg_world *w) {
  lg_walls *walls = w->walls;
  walls->has_no_slip = w->def.slip;
  for (int c = 0; c < walls->placed_now; c++) walls->has_no_slip |= walls->placed[c].face.slip;
  if (!walls->has_no_slip) return true;

  if (!lg_mem_room(&w->mem, &walls->no_slip, w->particles->n, sizeof *walls->no_slip)) return false;
  lg_par_for(lg_world_threads(w), w->particles->n, sample_block, w);
  return true;
}
