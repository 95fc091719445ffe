/* grid.h - a solver's grid in a shot. */
#ifndef LG_PICTURE_GRID_H
#define LG_PICTURE_GRID_H

#include "laguna.h"

typedef struct lg_plate { /* 2-D: the values of the cells; shown where cells[0] > 0 */
  int cells[2];
  float origin[2], cell[2]; /* m */
  bool arrows;
  float *value, *along[2]; /* number or length; components of a vector */
  size_t capacity[3];
} lg_plate;

/* The grid that color_by = "grid.NAME" names; components 0: none. */
lg_grid_view lg_plate_grid(const lg_world *w, const char *color_by);
bool lg_plate_take(lg_plate *p, const lg_grid_view *g); /* false: no memory */
void lg_plate_free(lg_plate *p);

#endif
