/* place.c - where colliders and their maps stand now. */
#include "core/base/world.h"
#include "core/object/object.h"
#include "core/walls/volume_map.h"
#include "core/walls/walls.h"

bool lg_wall_is_collider(const lg_object *o) {
  return o && o->kind && o->kind->family == LG_FAMILY_COLLIDER;
}

bool lg_wall_place(const lg_world *w, lg_id id, lg_placed_map *out) {
  const lg_object *o = lg_object_get(w, id);
  if (!lg_wall_is_collider(o)) return false;
  lg_face face;
  memset(&face, 0, sizeof face);
  o->kind->collider.face(o->self, &face);
  if (!lg_object_self(w, face.shape, LG_FAMILY_SHAPE)) return false;
  memset(out, 0, sizeof *out);
  out->id = id;
  out->face = face;
  out->shape = face.shape;
  out->turn = lg_rotation_of(face.rotation);
  memcpy(out->at, face.translation, sizeof out->at);
  return true;
}

int lg_wall_slot(const lg_world *w, lg_id id) {
  return (int)(lg_object_get(w, id) - w->objects->slot);
}

/* The box of the world that holds the turned box of the map, so that most particles need only
   compares. */
static void place_box(lg_placed_map *p) {
  const lg_volume_map *m = p->map;
  for (int k = 0; k < 3; k++) {
    p->min[k] = p->max[k] = p->at[k];
    for (int j = 0; j < 3; j++) {
      float a = p->turn.m[k][j] * m->lo[j], b = p->turn.m[k][j] * m->hi[j];
      p->min[k] += lg_minf(a, b);
      p->max[k] += lg_maxf(a, b);
    }
    if (m->clipped) {
      p->min[k] = -INFINITY;
      p->max[k] = INFINITY;
    }
  }
}

static bool place_map(const lg_world *w, lg_id id, lg_placed_map *out) {
  if (!lg_wall_place(w, id, out)) return false;
  int slot = lg_wall_slot(w, id);
  if (slot >= w->walls->maps || !w->walls->map[slot].key) return false;
  out->map = &w->walls->map[slot];
  place_box(out);
  return true;
}

/* Is a box that is moved by `apart` felt between the bounds? */
static bool reaches_in(const lg_world *w, const lg_placed_map *p, const float apart[3]) {
  bool in = true;
  for (int k = 0; k < w->dim; k++)
    in = in && p->max[k] + apart[k] >= w->def.bounds.min[k] &&
         p->min[k] + apart[k] <= w->def.bounds.max[k];
  return in;
}

/* One that goes on for ever is not repeated: it is there already. */
int lg_wall_place_all(const lg_world *w, lg_id id, lg_placed_map *out) {
  if (!place_map(w, id, out)) return 0;
  const lg_placed_map own = *out;
  int n = 1;
  for (int image = 0; image < LG_IMAGES && !own.map->clipped; image++) {
    float apart[3];
    if (!lg_image_shift(w, image, apart) || !reaches_in(w, &own, apart)) continue;
    out[n] = own;
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
