/* sheet.h - the columns of a world as a file sees them: id, position and velocity first, rows in
   order of id, so that a file is the same for any number of threads. */
#ifndef LG_RECORD_SHEET_H
#define LG_RECORD_SHEET_H

#include "laguna.h"

#include <stdio.h>

#define LG_SHEET_COLUMNS 64

typedef struct lg_sheet {
  size_t n;        /* rows */
  uint32_t *order; /* particle index of each */
  int dim, columns;
  double time; /* s */
  struct {
    const char *name;
    lg_view view;
  } column[LG_SHEET_COLUMNS];
} lg_sheet;

bool lg_sheet_make(lg_sheet *s, const lg_world *w); /* false: no memory; free it all the same */
void lg_sheet_free(lg_sheet *s);
/* "x", "vy", "density", "force_z": component k of a column where each has a name of its own. */
void lg_sheet_cell(const lg_sheet *s, int column, int k, char *out, size_t bytes);
bool lg_little_endian(void);

/* sheet: a lg_sheet; the caller looks for errors in the end (lg_part_write) */
typedef void lg_sheet_writer(const void *sheet, FILE *f);
lg_sheet_writer lg_sheet_vtp;
bool lg_record_grids(const char *path, const lg_world *w, lg_why *why); /* vti.c */

#endif
