/* lint_look.h - what every lint is given, and what it asks with (lint.c); lints of shapes and of
   scale stand in files of their own. */
#ifndef LG_APP_LINT_LOOK_H
#define LG_APP_LINT_LOOK_H

#include "app/lint.h"

typedef struct lg_linted {
  lg_lint *out;
  lg_scene *scene;
  lg_world *w;
  int world;
  double dt; /* s, of a frame */
  const char *lint;
} lg_linted;

void lg_lint_found(const lg_linted *l, lg_id id, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
lg_family lg_lint_family(const lg_linted *l, lg_id id);
/* The number or reference of a row; false: the object has no such row. */
bool lg_lint_get(const lg_linted *l, lg_id id, const char *row, lg_arg *out);
lg_id lg_lint_shape(const lg_linted *l, lg_id id); /* its row `shape`; 0: none */

/* lint_shapes.c */
/* m, of the thickest place of a shape or collider; HUGE_VAL: it is unbounded. */
double lg_lint_thickness(const lg_linted *l, lg_id id);
void lg_lint_outside(const lg_linted *l, lg_id emitter);
void lg_lint_overlap(const lg_linted *l, lg_id emitter);
void lg_lint_twice(const lg_linted *l, lg_id emitter);
void lg_lint_no_number(const lg_linted *l, lg_id shape);
void lg_lint_corners(const lg_linted *l, lg_id shape);
void lg_lint_thin(const lg_linted *l, lg_id collider);

/* lint_scale.c */
void lg_lint_coarse(const lg_linted *l, lg_id world);
void lg_lint_units(const lg_linted *l, lg_id world);
void lg_lint_units_of(const lg_linted *l, lg_id material);
void lg_lint_gap(const lg_linted *l, lg_id collider);
void lg_lint_layers(const lg_linted *l, lg_id emitter);
void lg_lint_nozzle(const lg_linted *l, lg_id emitter);
void lg_lint_unsafe(const lg_linted *l, lg_id world); /* after the first frame */
void lg_lint_soft(const lg_linted *l, lg_id world);
void lg_lint_tension(const lg_linted *l, lg_id world);
void lg_lint_tension_of(const lg_linted *l, lg_id material);
void lg_lint_yield_of(const lg_linted *l, lg_id material);
void lg_lint_elastic(const lg_linted *l, lg_id material);
void lg_lint_slip(const lg_linted *l, lg_id world);
void lg_lint_slip_of(const lg_linted *l, lg_id collider);
void lg_lint_angle(const lg_linted *l, lg_id collider);

#endif
