/* film.h - a movie of the window. */
#ifndef LG_APP_FILM_H
#define LG_APP_FILM_H

#include "record/part.h"
#include "record/record.h"

#include <pthread.h>

typedef struct lg_film {
  lg_video *video;   /* NULL: none is made */
  int width, height; /* pixels, of all its pictures */
  lg_video *closing; /* one before it, which a thread of its own ends */
  pthread_t closer;
  char name[LG_PATH_MAX], closing_name[LG_PATH_MAX];
} lg_film;

/* The next picture; rgba NULL, or one of another size: it ends. The first one begins the movie,
   whose name is set. False: there is none any more, and said tells why. */
bool lg_film_take(lg_film *f, int width, int height, const uint8_t *rgba, lg_why *said);
void lg_film_join(lg_film *f); /* waits for the last one to be whole */

#endif
