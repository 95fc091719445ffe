/* volume_map.h - the kernel integrated over one collider's solid, on a sparse grid in the
   collider's own frame (base/bricks.h), and where the colliders stand that it is of.

   Bricks of 7^dim cells have nodes only where the surface is nearer than the support radius;
   elsewhere a brick is wholly OUTSIDE (fraction 0) or INSIDE (fraction 1).

   Between nodes value and gradient are those of the cubic that has the nodes' values and gradients
   (the reduced Hermite element of Adini & Clough 1961): with R / 4 cells linear interpolation would
   be wrong by 2 % of 1. */
#ifndef LG_CORE_VOLUME_MAP_H
#define LG_CORE_VOLUME_MAP_H

#include "core/base/bricks.h"
#include "core/object/object.h"
#include "core/walls/walls.h"

enum { LG_VOLUME_OUTSIDE = -1, LG_VOLUME_INSIDE = -2 }; /* words of the grid's index */
enum { LG_VOLUME_CELLS = 7, LG_VOLUME_NODES = 8 };      /* of a brick, an axis */

struct lg_volume_map {
  uint64_t key;   /* of the shape and the shapes it is made of; 0: no map */
  bool clipped;   /* the solid goes on outside the grid */
  lg_bricks grid; /* in the collider's frame */
  float hi[3];    /* m: from grid.lo to here it must cover */
  float inverse;  /* 1/m, of a cell */
  lg_v4 *node;    /* fraction, gradient (1/m) of node after node, x fastest, brick after brick */
  lg_v4 *behind;  /* likewise of what is behind a thin wall (thin_walls.c); NULL: it has none */
  bool pushed;    /* placed->pushed, when it was integrated */
};

struct lg_placed_map {
  const lg_volume_map *map;
  lg_id id; /* of the collider */
  /* m: this one stands so far from the collider itself, over periodic edges */
  float apart[3];
  bool pushed; /* a body: what is behind it is no wall */
  lg_face face;
  lg_rotation turn;     /* x_world = turn x_own + at */
  float at[3];          /* m */
  float min[3], max[3]; /* m: outside this box of the world the fraction is 0 */
};

LG_INLINE bool lg_placed_map_near(const lg_placed_map *p, int dim, const float x[3]) {
  bool in = true;
  for (int k = 0; k < dim; k++) in = in && x[k] >= p->min[k] && x[k] <= p->max[k];
  return in;
}

/* ---- volume_map.c ---- */
/* Changes when the shape, or one it is made of, does; 0: there is none. */
uint64_t lg_volume_map_key(const lg_world *w, lg_id shape);
/* Integrates. `placed` says where the collider stands (an unbounded shape is mapped over the
   world's bounds as seen from there). False: no memory; the map is then empty. */
bool lg_volume_map_build(lg_world *w, lg_volume_map *map, const lg_half_space *t,
                         const lg_placed_map *placed, const char *name);
void lg_volume_map_free(lg_mem *mem, lg_volume_map *map);
/* Fraction and gradient at a point of the world; false: both are 0. */
bool lg_volume_map_at(const lg_world *w, const lg_placed_map *placed, const float x[3],
                      float *fraction, float grad[3]);
/* The same of what is behind a thin wall there; false: nothing is. */
bool lg_volume_behind_at(const lg_placed_map *placed, const float x[3], float *fraction,
                         float grad[3]);

/* ---- placed_maps.c ---- */
int lg_volume_map_slot(const lg_world *w, lg_id id); /* of its map among the world's */
/* Where collider `id` stands, without map; false: it is no collider, or its shape is gone. */
bool lg_placed_map_read(const lg_world *w, lg_id id, lg_placed_map *out);
/* How its wall moves at a point of the world, m/s. */
void lg_placed_velocity(const lg_placed_map *placed, const float x[3], float v[3]);
/* Collider `id` with its map, and once more over each periodic edge that it reaches, into `out`
   with room for LG_IMAGES + 1; returns how many. */
int lg_placed_maps_of(const lg_world *w, lg_id id, lg_placed_map *out);

#endif
