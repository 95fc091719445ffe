/* range.h - the automatic range of the legend. */
#ifndef LG_PICTURE_RANGE_H
#define LG_PICTURE_RANGE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct lg_range {
  bool set;
  float low, high; /* what the legend shows */
  float widest;    /* the largest high - low of the data so far */
  float least;     /* high - low is at least that much; 0: whatever the data say */
} lg_range;

/* The 2nd and 98th percentile of at most 4096 of the values (every n/4096-th; not finite ones are
   passed over). False: none. */
bool lg_range_of(const float *value, size_t n, float *low, float *high);
/* Follows the data: at once at first, then quickly outwards and slowly inwards, and never to less
   than 15 % of the widest range so far, so that water that comes to rest is not coloured by its
   last trembling. */
void lg_range_follow(lg_range *r, float low, float high);

#endif
