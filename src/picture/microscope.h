/* microscope.h - one particle looked at closely: who is near it and what that weighs, which terms
   its acceleration is made of, and the grid around it. */
#ifndef LG_PICTURE_MICROSCOPE_H
#define LG_PICTURE_MICROSCOPE_H

#include "picture/picture.h"

typedef struct lg_close_neighbor {
  float by[3]; /* m, from the particle to it */
  float part;  /* of the heaviest one's weight, 0 .. 1 */
} lg_close_neighbor;

typedef struct lg_microscope {
  int64_t id;
  bool there;    /* is it in the world? */
  float at[3];   /* m, now */
  float speed;   /* m/s */
  float reach;   /* m, from the middle of what is shown to its rim */
  bool support;  /* that is the solver's support */
  lg_probe told; /* without its neighbours, which are below */
  lg_close_neighbor *near;
  size_t room;
} lg_microscope;

#define LG_TERM_COLORS 9
/* Colours of its terms, each its own as long as there are enough of them; a name keeps its colour
   from picture to picture where it can. */
void lg_microscope_colors(const lg_microscope *m, uint32_t rgba[LG_TERMS_MAX]);
/* The smallest of 1, 1.5, 2, 3, 5 and 7 times a power of ten that is not below x; 1 for 0 and what
   is no number. */
double lg_microscope_round(double x);

#endif
