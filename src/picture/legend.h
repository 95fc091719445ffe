/* legend.h - ticks of the legend. */
#ifndef LG_PICTURE_LEGEND_H
#define LG_PICTURE_LEGEND_H

#include <stddef.h>

#define LG_TICKS_MAX 6
/* Round numbers (1, 2 or 5 times a power of ten apart) within low .. high, ascending; how many. At
   least 2 where high > low and floats can tell them apart; else 0. */
int lg_legend_ticks(float low, float high, float tick[LG_TICKS_MAX]);
/* Writes a tick of a range of that width (high - low): as short as it can be, and nothing like
   -1e-17 for 0. */
void lg_legend_number(char *out, size_t bytes, float x, float range);

#endif
