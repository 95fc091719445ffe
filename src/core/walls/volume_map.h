/* map.h - the kernel integrated over one collider's solid, on a sparse grid in the collider's own
   frame.

   Bricks of 8^dim nodes (7^dim cells; neighbours share their border nodes) exist only where the
   surface is nearer than the support radius; elsewhere a brick is wholly OUTSIDE (share 0) or
   INSIDE (share 1).

     bricks      o  o  o  o  o      . a brick with nodes: share and gradient at each of them
     round a     o  .  .  .  o      o OUTSIDE
     ball        .  .  #  .  .      # INSIDE
                 o  .  .  .  o

   Between nodes value and gradient are those of the cubic that has the nodes' values and gradients
   (the reduced Hermite element of Adini & Clough 1961): with R / 4 cells linear interpolation would
   be wrong by 2 % of 1. */
#ifndef LG_CORE_WALL_MAP_H
#define LG_CORE_WALL_MAP_H

#include "core/object/object.h"
#include "core/walls/walls.h"

struct lg_volume_map {
  uint64_t key; /* of the shape and the shapes it is made of; 0: no map */
  bool clipped; /* the solid goes on outside the grid */
  int dim;
  float lo[3], hi[3];  /* m, in the collider's frame: what the grid must cover */
  float cell, inverse; /* m, 1/m */
  int bricks[3];       /* an axis; 1 in the unused third one */
  /* per brick: its place among those with nodes, or a negative LG_WALL_... */
  int32_t *index;
  size_t index_count;
  /* share, gradient (1/m) of node after node, x fastest, brick after brick */
  lg_v4 *node;
  size_t node_count;
};
enum { LG_WALL_OUTSIDE = -1, LG_WALL_INSIDE = -2 };
enum { LG_WALL_CELLS = 7, LG_WALL_NODES = 8 }; /* of a brick, an axis */

/* The first cell of a brick. */
LG_INLINE void lg_wall_brick(const lg_volume_map *m, size_t brick, int at[3]) {
  const int *n = m->bricks;
  at[0] = LG_WALL_CELLS * (int)(brick % (size_t)n[0]);
  at[1] = LG_WALL_CELLS * (int)(brick / (size_t)n[0] % (size_t)n[1]);
  at[2] = LG_WALL_CELLS * (int)(brick / (size_t)n[0] / (size_t)n[1]);
}

struct lg_placed_map {
  const lg_volume_map *map;
  lg_id id; /* of the collider */
  /* m: this one stands so far from the collider itself, over periodic edges */
  float apart[3];
  lg_id shape;
  lg_face face;
  lg_rotation turn;     /* x_world = turn x_own + at */
  float at[3];          /* m */
  float min[3], max[3]; /* m: outside this box of the world the share is 0 */
};

bool lg_wall_is_collider(const lg_object *o);
int lg_wall_slot(const lg_world *w, lg_id id); /* of its map among the world's */
/* Where collider `id` stands; false: it is no collider, or its shape is gone. The map is not set.
   */
bool lg_wall_place(const lg_world *w, lg_id id, lg_placed_map *out);
/* Collider `id` with its map, and once more over each periodic edge that it reaches, into `out`
   with room for LG_IMAGES + 1; returns how many. */
int lg_wall_place_all(const lg_world *w, lg_id id, lg_placed_map *out);
/* Changes when the shape, or one it is made of, does; 0: there is none. */
uint64_t lg_volume_map_key(const lg_world *w, lg_id shape);
/* Integrates. `placed` says where the collider stands (an unbounded shape is mapped over the
   world's bounds as seen from there). False: no memory; the map is then empty. */
bool lg_volume_map_build(lg_world *w, lg_volume_map *map, const lg_wall_table *t,
                       const lg_placed_map *placed, const char *name);
void lg_volume_map_free(lg_mem *mem, lg_volume_map *map);
/* Share and gradient at a point of the world; false: both are 0. */
bool lg_volume_map_at(const lg_world *w, const lg_placed_map *placed, const float x[3], float *share,
                    float grad[3]);

#endif
