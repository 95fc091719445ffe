/* box.c - the bounds as lines: walls unbroken, open edges dashed, periodic ones dotted. */
#include "picture/frame.h"
#include "picture/look.h"
#include "picture/paint.h"

static lg_pen pen_of(const lg_frame *f, lg_edge edge) {
  float px = lg_max(1, (float)f->image->height / 600);
  lg_pen pen = {.width = 1.25f * px, .slack = 2 * f->radius, .rgba = lg_frame_ground(f)->bounds};
  if (edge == LG_EDGE_OPEN) pen.on = 9 * px, pen.off = 7 * px;
  if (edge == LG_EDGE_PERIODIC) pen.on = 2 * px, pen.off = 4 * px;
  return pen;
}

/* The line between two sides: what closes most. */
static lg_edge either(lg_edge a, lg_edge b) {
  if (a == LG_EDGE_WALL || b == LG_EDGE_WALL) return LG_EDGE_WALL;
  return a == LG_EDGE_OPEN || b == LG_EDGE_OPEN ? LG_EDGE_OPEN : LG_EDGE_PERIODIC;
}

/* Moves a point that is behind the eye along the line to where it can be seen; false: all of the
   line is behind. */
static bool clip(const lg_lens *l, float a[3], const float b[3]) {
  float deep[2] = {0, 0}, near = 2 * l->near;
  for (int k = 0; k < 3; k++) {
    deep[0] += (a[k] - l->origin[k]) * l->axis[2][k];
    deep[1] += (b[k] - l->origin[k]) * l->axis[2][k];
  }
  if (deep[0] >= near) return true;
  if (deep[1] <= near) return false;
  for (int k = 0; k < 3; k++) a[k] = lg_mix(a[k], b[k], (near - deep[0]) / (deep[1] - deep[0]));
  return true;
}

bool lg_line_project(const lg_frame *f, const float p[3], const float q[3], float from[3],
                     float to[3]) {
  float a[3] = {p[0], p[1], p[2]}, b[3] = {q[0], q[1], q[2]};
  if (f->lens.dim == 3 && (!clip(&f->lens, a, b) || !clip(&f->lens, b, a))) return false;
  lg_lens_project(&f->lens, a, from);
  lg_lens_project(&f->lens, b, to);
  return true;
}

void lg_line_draw(lg_frame *f, const float p[3], const float q[3], const lg_pen *pen) {
  float from[3], to[3];
  if (lg_line_project(f, p, q, from, to)) lg_paint_line(f->image, from, to, pen, f->lens.dim == 3);
}

/* The lines along one axis: 2 in 2-D, 4 in 3-D. */
static void lines_along(lg_frame *f, int axis) {
  const lg_bounds *b = &f->shot->bounds;
  int u = (axis + 1) % b->dim, v = (axis + 2) % b->dim;
  for (int side = 0; side < 1 << (b->dim - 1); side++) {
    float from[3] = {0, 0, 0}, to[3] = {0, 0, 0};
    from[u] = to[u] = side & 1 ? b->max[u] : b->min[u];

    /* In 3-D two sides of the bounds meet in the line. */
    lg_edge edge = f->shot->edge[u][side & 1];
    if (b->dim == 3) {
      from[v] = to[v] = side & 2 ? b->max[v] : b->min[v];
      edge = either(edge, f->shot->edge[v][side >> 1]);
    }

    from[axis] = b->min[axis];
    to[axis] = b->max[axis];
    lg_pen pen = pen_of(f, edge);
    lg_line_draw(f, from, to, &pen);
  }
}

void lg_box_draw(lg_frame *f) {
  for (int axis = 0; f->style->bounds && axis < f->shot->bounds.dim; axis++) lines_along(f, axis);
}
