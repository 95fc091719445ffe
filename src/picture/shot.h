/* shot.h - what a shot holds. */
#ifndef LG_PICTURE_SHOT_H
#define LG_PICTURE_SHOT_H

#include "picture/picture.h"
#include "picture/range.h"
#include "picture/hulls.h"

#define LG_LABEL_MAX 48
struct lg_shot {
  lg_bounds bounds;
  lg_edge edge[3][2];
  float spacing;         /* m */
  bool fluid;            /* its particles feel their neighbours */
  size_t count, capacity[4];
  float *x[3];           /* m; x[2] is not used in 2-D */
  float *value;          /* what is coloured */
  char label[LG_LABEL_MAX], unit[LG_LABEL_MAX];
  lg_range range;
  lg_stats stats;
  lg_hulls hulls;
};

#endif
