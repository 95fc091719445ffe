/* closeup.h - what the two files of the microscope share: the round glass and the table beside
   it. */
#ifndef LG_PICTURE_CLOSEUP_H
#define LG_PICTURE_CLOSEUP_H

#include "picture/frame.h"

#define LG_GLASS_SUM   0xffffffffU /* dv/dt */
#define LG_GLASS_RIM   0xffd166ffU
#define LG_GLASS_OWN   0x7fb2f0ffU /* parts of the density */
#define LG_GLASS_FLUID 0xffb54cffU
#define LG_GLASS_WALLS 0xa3aebdffU
#define LG_GLASS_FACE  0x5fe0c0ffU /* velocities of a grid */

typedef struct lg_glass { /* pixels */
  lg_frame *f;
  const lg_microscope *m;
  float x, y, radius; /* its middle and its rim */
  float scale;        /* pixels per m */
  float pixel;        /* of a picture 600 high */
  bool inset;         /* beside the water, larger than that */
  double rim;         /* m/s2 of an arrow as long as the radius */
  double edge;        /* m/s of an arrow as long as a cell of the grid */
  uint32_t color[LG_TERMS_MAX];
} lg_glass;

void lg_glass_draw(const lg_glass *g);
/* Figures in a column that wide; draws: or are they measured only? Returns their height in
   pixels. */
int lg_glass_figures(const lg_glass *g, int x, int y, int width, int size, bool draws);

#endif
