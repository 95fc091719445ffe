/* covered_edges.c - edges in whose place a collider stands.

   Solids are united as if their surfaces were perpendicular (walls.c), which is right in corners.
   A lid laid on an edge, or a tank's wall that lies in one, fills the same half-space: united so it
   would weigh up to twice as much, and where neither slips the fluid would move with the mean of
   both. So of such an edge that part of the fraction counts which the collider does not fill, and
   it does not hold the fluid: the collider's face does.

   Which that is, is seen where the edge's normal through the particle comes out half a spacing
   behind it: a collider that faces the same way and is solid there goes on through the edge. One
   that lies on the edge, or stops before it, leaves it as it is.

   Where its face in turn goes down behind the edge, as a ramp's does that ends in a floor, the edge
   counts and the collider does not: what is below the floor would push the water along it, round
   and round (2 m/s beside a ramp of 6 degrees). */
#include "core/base/vec.h"
#include "core/base/world.h"
#include "core/walls/volume_map.h"
#include "core/walls/walls.h"

#define BEHIND 0.5f  /* spacings */
#define FADE   0.25f /* spacings: from not solid to solid */
/* cosine between the collider's face and the edge: from here on the same way */
#define ALIKE  0.9f
#define SAME   0.94f
#define WHOLE  0.9f /* of the edge's fraction: as much, for how maps are rounded */

/* How much a collider's face is like an edge's, 0 to 1; along: the cosine between their normals,
   into the solids. */
static float alike(float along) { return lg_clampf((along - ALIKE) / (SAME - ALIKE), 0, 1); }

/* How much a collider stands before the edge at x: 1 if it faces another way, 0 if its face is
   behind. From one to the other at once, which is where both read the same: a fade would change the
   fraction by what is in neither gradient, and give energy to water that passes. */
static float before(const lg_world *w, const lg_placed_map *p, const float x[3], int k, int side,
                    float along) {
  if (!lg_is_wall(w, k, side) || !(along > ALIKE)) return 1;
  const float d = side ? w->def.bounds.max[k] - x[k] : x[k] - w->def.bounds.min[k];
  const float at[3] = {x[0] - p->apart[0], x[1] - p->apart[1], x[2] - p->apart[2]};
  if (!lg_half_space_near(&w->walls->table, d) || lg_distance(w, p->id, at) * along <= d) return 1;
  return 1 - alike(along);
}

/* Covers one edge. */
static float cover(const lg_world *w, const lg_placed_map *p, const float x[3], int k, int side,
                   float along, float fraction) {
  const lg_half_space *t = &w->walls->table;
  const float spacing = w->def.spacing;
  float d = side ? w->def.bounds.max[k] - x[k] : x[k] - w->def.bounds.min[k], edge, slope;
  if (!lg_is_wall(w, k, side) || !lg_half_space_near(t, d) || !(along > ALIKE)) return 0;

  float behind[3] = {x[0] - p->apart[0], x[1] - p->apart[1], x[2] - p->apart[2]};
  behind[k] += (side ? 1 : -1) * (d + BEHIND * spacing);
  float solid = lg_clampf(-lg_distance(w, p->id, behind) / (FADE * spacing), 0, 1);
  if (!(solid > 0)) return 0;
  lg_half_space_at(t, d, &edge, &slope);
  return before(w, p, x, k, side, along) * solid * alike(along) *
         lg_minf(fraction / lg_maxf(WHOLE * edge, FLT_MIN), 1);
}

void lg_walls_hide(const lg_world *w, const lg_placed_map *placed, const float x[3],
                   lg_wall_sum *one) {
  const float length = lg_length(one->grad);
  float seen = 1;
  for (int k = 0; k < w->dim && length > 0; k++)
    for (int side = 0; side < 2; side++)
      seen *= before(w, placed, x, k, side, (side ? one->grad[k] : -one->grad[k]) / length);

  /* usually all of it */
  if (seen == 1) return;
  one->fraction *= seen;
  for (int k = 0; k < 3; k++) one->grad[k] *= seen;
}

void lg_walls_cover(const lg_world *w, const lg_placed_map *placed, const float x[3],
                    lg_edge_parts *left) {
  float fraction, grad[3];
  if (!lg_placed_map_near(placed, w->dim, x) || !lg_volume_map_at(w, placed, x, &fraction, grad) ||
      !(fraction > 0))
    return;

  const float length = lg_maxf(lg_length(grad), FLT_MIN);
  for (int k = 0; k < w->dim; k++)
    for (int side = 0; side < 2; side++)
      left->part[k][side] *=
          1 - cover(w, placed, x, k, side, (side ? grad[k] : -grad[k]) / length, fraction);
}
