/* window_own.h - what the parts of the window's command share: window.c and window_hand.c. */
#ifndef LG_APP_WINDOW_OWN_H
#define LG_APP_WINDOW_OWN_H

#include "app/doctor.h"
#include "app/film.h"
#include "app/history.h"
#include "viewer/viewer.h"

#include <pthread.h>

/* What a window shows. The live scene comes first: a callback's `user` is both. */
typedef struct lg_shown {
  lg_live live;       /* what both threads' callbacks see; it belongs to the simulation's thread */
  lg_gallery gallery; /* its list is as it is from the start on, its pictures are the window's */
  pthread_mutex_t lock;
  lg_film film; /* key m */
  lg_history history;
  char target[LG_PATH_MAX]; /* the scene that is shown; under the lock */
  int64_t watched;  /* the particle that was picked by hand, also in a scene read anew; -1 */
  lg_doctor doctor; /* looks at each frame, */
  lg_lint found;    /* and has found this of the scene */
  char finding[2 * LG_ERROR_MAX + 64];
} lg_shown;

/* While a take is played nothing is done by hand; true: it is, and the window has a line that says
   so. */
bool lg_shown_plays(lg_shown *shown);

/* A host's functions by which the user acts on the scene: keys, mouse, panel (window_hand.c). */
void lg_shown_set_hand(lg_viewer_host *host);

#endif
