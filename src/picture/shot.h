/* shot.h - what a shot holds. */
#ifndef LG_PICTURE_SHOT_H
#define LG_PICTURE_SHOT_H

#include "picture/grid.h"
#include "picture/microscope.h"
#include "picture/picture.h"
#include "picture/range.h"
#include "picture/hulls.h"

#define LG_LABEL_MAX     48
#define LG_MATERIALS_MAX 16 /* the rest of them look like the last */
typedef struct lg_kept_mark {
  lg_mark mark; /* its text is below */
  char text[80];
} lg_kept_mark;

struct lg_frame;
struct lg_shot {
  lg_bounds bounds;
  lg_edge edge[3][2];
  float spacing; /* m */
  bool fluid;    /* its particles feel their neighbours */
  size_t count, capacity[4], tint_capacity;
  float *x[3];  /* m; x[2] is not used in 2-D */
  float *value; /* what is coloured */
  bool tinted;  /* each has a colour of its own instead: red | green << 8 | blue << 16 */
  int32_t *tint;
  char label[LG_LABEL_MAX], unit[LG_LABEL_MAX];
  int materials; /* coloured by material: how many; 0: by a value */
  struct {
    char name[LG_LABEL_MAX];
    float color[4];
  } material[LG_MATERIALS_MAX];
  lg_range range;
  lg_stats stats;
  lg_hulls hulls;
  lg_plate grid;      /* behind the particles */
  lg_kept_mark *mark; /* over them (marks.c) */
  size_t marks, marks_room;
  lg_microscope scope;
  void (*closeup)(struct lg_frame *f); /* draws that; NULL: nobody is looked at */
};

bool lg_marks_copy(lg_shot *to, const lg_shot *from); /* false: no memory */

#endif
