/* shape.polygon - the inside of a closed outline, given point by point; in 3-D a prism of it, from
   z = 0 up to its height.

   Outline and distance are those of shape.mesh in 2-D: either direction will do, it must not cross
   itself, and details below a quarter of a spacing are rounded off. The distance to the prism is
   exact where that to its outline is: max(d, e) inside, |(d, e)| beside an edge, e = |z - h/2| -
   h/2. */
#include "laguna_solver.h"

#include <stdio.h>

typedef struct polygon {
  LG_SHAPE_POSE;
  char points[LG_POINTS_MAX];
  float height;
  int outline; /* state: the world's */
} polygon;

static const lg_param rows[] = {
    LG_SHAPE_POSE_ROWS(polygon),
    LG_ROW_(polygon, points, LG_POINTS, 0, 0, 0, 0, 0, 0, "m", NULL,
            "its corners in order, at least three: {{0, 0}, {1, 0}, {0.5, 1}}",
            LG_REQUIRED | LG_RESTART),
    LG_ROW_FLOAT(polygon, height, 1, LG_TINY, LG_HUGE, "m",
                 "along z, of the prism that it is in 3-D"),
    LG_ROWS_END};

/* "0 0, 1 0, 0 1" as OBJ text: a vertex a line, and one line through all of them. */
static char *obj_of(lg_world *w, const char *points) {
  enum { WORD = 12 }; /* bytes of "\nv ", or of a vertex' number */
  size_t corners = 1, n = strlen(points), at = 0;
  for (const char *c = points; *c; c++) corners += *c == ',';
  char *out = lg_kind_memory(w, NULL, n + (2 * corners + 4) * WORD);
  if (!out) return NULL;

  at += (size_t)sprintf(out, "v ");
  for (const char *c = points; *c; c++) {
    if (*c == ',') at += (size_t)sprintf(out + at, " 0\nv ");
    else out[at++] = *c == '\n' || *c == '\r' ? ' ' : *c;
  }
  at += (size_t)sprintf(out + at, " 0\nl");
  for (size_t i = 0; i <= corners; i++)
    at += (size_t)sprintf(out + at, " %zu", i < corners ? i + 1 : 1);
  sprintf(out + at, "\n");
  return out;
}

static bool load(lg_world *w, void *self, lg_why *why) {
  polygon *p = self;
  char *text = obj_of(w, p->points);
  if (!text) return lg_explain(why, "polygon: out of memory");
  p->outline = lg_mesh_outline(w, text, why);
  lg_kind_memory(w, text, 0);
  return p->outline != 0;
}

static void drop(lg_world *w, void *self) { lg_mesh_drop(w, ((polygon *)self)->outline); }

static float distance(const lg_world *w, const void *self, const float p[3]) {
  const polygon *g = self;
  float d = lg_mesh_distance(w, g->outline, p);
  if (lg_world_dim(w) == 2) return d;
  float e = fabsf(p[2] - 0.5f * g->height) - 0.5f * g->height;
  return d > 0 && e > 0 ? sqrtf(d * d + e * e) : lg_maxf(d, e);
}

static bool bounds(const lg_world *w, const void *self, float min[3], float max[3]) {
  const polygon *g = self;
  if (!lg_mesh_bounds(w, g->outline, min, max)) return false;
  min[2] = 0;
  max[2] = lg_world_dim(w) == 3 ? g->height : 0;
  return true;
}

const lg_kind LG_KIND(shape, polygon) = {.name = "polygon",
                                         .family = LG_FAMILY_SHAPE,
                                         .doc = "The inside of a closed outline; in 3-D a prism.",
                                         .also = "polyline|outline|triangle|prism|path|points",
                                         .size = sizeof(polygon),
                                         .params = rows,
                                         .create = load,
                                         .destroy = drop,
                                         .shape = {.distance = distance, .bounds = bounds}};
