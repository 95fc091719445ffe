/* thin_walls.c - walls that are thinner than the support.

   Of such a wall a particle's support holds less than of a thick one, and what would fill the rest
   is nothing: fluid beside it reads less than rest density however near it is pressed, so that the
   wall cannot carry it. What is behind the wall, as seen from the particle, counts as solid, too;
   and particles on both sides of it do not see each other. A wall of thickness t whose face is at d
   fills I(d) - I(d + t) (half_space.h), and I(d + t) is behind it. Towards its end a wall fills
   less than that, one half at the end, and ever less is behind it: nothing beyond the end, whence
   both sides are seen.

   Bodies that the fluid pushes stay as thin as they are: the drag of a light one that holds more
   fluid is too stiff for a sub-step. */
#include "core/base/par.h"
#include "core/base/world.h"
#include "core/particles/neighbors.h"
#include "core/particles/particles.h"
#include "core/walls/moving_solids.h"
#include "core/walls/volume_integral.h"
#include "core/walls/walls.h"

/* Of the endless wall, what is there at a wall's end, beyond which nothing is behind it; and from
   which on all is. */
#define END   0.5f
#define WHOLE 0.85f

/* ---- the map -------------------------------------------------------------------------------- */

/* How thick the solid is below the face that is d from the node p, along the normal n: m; `most` if
   it is more, or if that is no face: the way in past an edge need not be inside. A walk along the
   distance. */
static float thickness(const lg_volume_integral *job, const float p[3], const float n[3], float d,
                       float most) {
  const float h = job->map->grid.cell, first = 0.02f * h, least = 0.1f * h;
  for (float s = first; s < most;) {
    float at[3];
    for (int k = 0; k < 3; k++) at[k] = p[k] - n[k] * (d + s) / h;
    float out = lg_volume_distance(job, at);
    if (out >= 0) return s > first ? lg_maxf(s - out, 0) : most;
    s += lg_maxf(-out, least);
  }
  return most;
}

/* The distance's normal at a node; false: several faces are nearest, so that it has none. */
static bool normal_at(const lg_volume_integral *job, const float p[3], float n[3]) {
  const lg_bricks *g = &job->map->grid;
  const float reach = 0.05f * job->table->spacing;
  float x[3] = {0, 0, 0};
  for (int k = 0; k < job->dim; k++) x[k] = g->lo[k] + g->cell * p[k];
  lg_shape_slope(job->w, job->shape, x, reach, n);
  float length = lg_length(n);
  for (int k = 0; k < 3; k++) n[k] /= lg_maxf(length, FLT_MIN);
  return length > reach;
}

/* What is behind the solid at p, which fills this fraction. */
static float behind_at(const lg_volume_integral *job, const float p[3], float fraction) {
  const lg_half_space *t = job->table;
  const float R = job->unit.radius, d = lg_volume_distance(job, p), most = R - lg_maxf(d, 0);
  float n[3], face, back, slope;
  if (!(fraction > 0) || fabsf(d) >= R || !normal_at(job, p, n)) return 0;
  float thick = thickness(job, p, n, d, most);
  if (thick >= most) return 0;

  /* how much of the endless wall is there */
  lg_half_space_integral_at(t, d - t->shift, &face, &slope);
  lg_half_space_integral_at(t, d + thick - t->shift, &back, &slope);
  if (!(face - back > FLT_EPSILON)) return 0;
  float part = lg_minf(fraction / (face - back), 1);
  return part * back * lg_clampf((part - END) / (WHOLE - END), 0, 1);
}

lg_v4 lg_volume_behind(const lg_volume_integral *job, const float p[3], lg_v4 node) {
  const float step = 0.05f; /* cells: so that both are on one side of the wall */
  lg_v4 behind = {behind_at(job, p, node[0]), 0, 0, 0};

  /* its slope by central differences */
  for (int k = 0; k < job->dim && behind[0] > 0; k++) {
    float more = step * job->map->grid.cell * node[1 + k], up[3], down[3];
    memcpy(up, p, sizeof up);
    memcpy(down, p, sizeof down);
    up[k] += step;
    down[k] -= step;
    behind[1 + k] = (behind_at(job, up, node[0] + more) - behind_at(job, down, node[0] - more)) /
                    (2 * step * job->map->grid.cell);
  }
  return behind;
}

/* ---- pairs across ---------------------------------------------------------------------------- */

typedef struct across {
  lg_world *w;
  const lg_placed_map *placed;
} across;

static void point_of(const lg_world *w, int32_t j, float x[3]) {
  const lg_neighbors *nb = w->neighbors;
  const int32_t ghost = j - (int32_t)nb->n, i = ghost < 0 ? j : nb->source[ghost];
  for (int k = 0; k < 3; k++)
    x[k] = k >= w->dim ? 0 : w->particles->x[k][i] + (ghost < 0 ? 0 : nb->shift[ghost][k]);
}

/* The gradient of a thin wall's own fraction at a point; false: it is not there, or not thin. */
static bool thin_at(const lg_world *w, const lg_placed_map *p, const float x[3], float grad[3]) {
  float behind, front, behind_grad[3];
  return lg_placed_map_near(p, w->dim, x) && lg_volume_behind_at(p, x, &behind, behind_grad) &&
         lg_volume_map_at(w, p, x, &front, grad);
}

/* Takes out of particle i's list who is on the other side of the wall: each of the two has the
   other behind the wall's face. */
static void hide(const lg_world *w, const lg_placed_map *p, int32_t i, const float x[3],
                 const float grad[3]) {
  const lg_neighbors *nb = w->neighbors;
  int32_t *row = nb->row[i], kept = 0, count = nb->count[i];

  /* behind the wall is what faces another side of it */
  for (int32_t e = 0; e < count; e++) {
    float other[3], facing[3];
    point_of(w, row[e], other);
    float apart[3] = {other[0] - x[0], other[1] - x[1], other[2] - x[2]};
    bool hidden = lg_dot(apart, grad) > 0 && thin_at(w, p, other, facing) &&
                  lg_dot(apart, facing) < 0 &&
                  lg_dot(facing, grad) < -0.25f * lg_length(facing) * lg_length(grad);
    if (!hidden) row[kept++] = row[e];
  }

  nb->count[i] = kept;
  for (int32_t e = kept; e < (count + 7) / 8 * 8; e++) row[e] = nb->pad;
}

static void hide_block(void *user, size_t begin, size_t end) {
  const across *t = user;
  for (size_t i = begin; i < end; i++) {
    float x[3], grad[3];
    point_of(t->w, (int32_t)i, x);
    if (thin_at(t->w, t->placed, x, grad)) hide(t->w, t->placed, (int32_t)i, x, grad);
  }
}

void lg_walls_hide_pairs(lg_world *w) {
  const lg_walls *walls = w->walls;
  for (int c = 0; c < walls->placed_now; c++)
    if (walls->placed[c].map->behind && !walls->placed[c].pushed)
      lg_par_for(lg_world_threads(w), w->particles->n, hide_block, &(across){w, &walls->placed[c]});
}
