/* placed_maps.c - where colliders and their volume maps stand now. */
#include "core/base/world.h"
#include "core/object/object.h"
#include "core/walls/moving_solids.h"
#include "core/walls/volume_map.h"
#include "core/walls/walls.h"

bool lg_placed_map_read(const lg_world *w, lg_id id, lg_placed_map *out) {
  memset(out, 0, sizeof *out);
  if (!lg_collider_face(w, id, &out->face)) return false;
  if (!lg_object_self(w, out->face.shape, LG_FAMILY_SHAPE)) return false;
  out->id = id;
  out->pushed = lg_kind_of(w, id)->collider.inertia != NULL;
  out->turn = lg_rotation_of(out->face.rotation);
  memcpy(out->at, out->face.translation, sizeof out->at);
  return true;
}

void lg_placed_velocity(const lg_placed_map *placed, const float x[3], float v[3]) {
  float arm[3];
  for (int k = 0; k < 3; k++) arm[k] = x[k] - placed->at[k];
  lg_cross(placed->face.angular, arm, v);
  if (!placed->face.carries) lg_axpy(1, placed->face.velocity, v);
}

int lg_volume_map_slot(const lg_world *w, lg_id id) {
  return (int)(lg_object_get(w, id) - w->objects->slot);
}

/* The box of the world that holds the turned box of the map, so that most particles need only
   compares. */
static void set_box(lg_placed_map *p) {
  const lg_volume_map *m = p->map;
  for (int k = 0; k < 3; k++) {
    p->min[k] = p->max[k] = p->at[k];
    for (int j = 0; j < 3; j++) {
      float a = p->turn.m[k][j] * m->grid.lo[j], b = p->turn.m[k][j] * m->hi[j];
      p->min[k] += lg_minf(a, b);
      p->max[k] += lg_maxf(a, b);
    }

    /* a solid that goes on outside its grid is felt everywhere */
    if (m->clipped) {
      p->min[k] = -INFINITY;
      p->max[k] = INFINITY;
    }
  }
}

int lg_placed_maps_of(const lg_world *w, lg_id id, lg_placed_map *out) {
  if (!lg_placed_map_read(w, id, out)) return 0;
  int slot = lg_volume_map_slot(w, id), n = 1;
  if (slot >= w->walls->maps || !w->walls->map[slot].key) return 0;
  out->map = &w->walls->map[slot];
  set_box(out);

  /* images; one that goes on for ever is not repeated: it is there already */
  for (int image = 0; image < LG_IMAGES && !out->map->clipped; image++) {
    float apart[3];
    if (!lg_image_shift(w, image, apart) || !lg_image_reaches(w, out->min, out->max, 0, apart))
      continue;
    out[n] = *out;
    for (int k = 0; k < 3; k++) {
      out[n].apart[k] = apart[k];
      out[n].at[k] += apart[k];
      out[n].min[k] += apart[k];
      out[n].max[k] += apart[k];
    }
    n++;
  }
  return n;
}
