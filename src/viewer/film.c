/* film.c - a movie of the window: the pictures that it shows, at the pace at which they are
   seen. */
#include "viewer/window.h"

#define FILM_LONGEST 1.0 /* s that a picture stands still in it: a pause is cut to that */

void lg_film_toggle(lg_window *w) {
  lg_why said = {""};
  if (w->filming) {
    w->host.film(w->host.user, 0, 0, NULL, &said);
    lg_window_note(w, "%s", said.text);
  } else {
    w->note_until = 0; /* an older note does not belong into it */
    w->film_due = lg_window_now();
  }
  w->filming = !w->filming;
  w->dirty = true;
}

void lg_film_picture(lg_window *w) {
  const lg_image *i = &w->panes.whole;
  double now = lg_window_now();
  lg_why said = {""};
  if (!w->filming) return;
  if (w->film_due < now - FILM_LONGEST) w->film_due = now - FILM_LONGEST;

  /* What was shown longer than a frame of the movie takes several. */
  bool ok = true;
  for (; ok && w->film_due <= now; w->film_due += 1.0 / LG_FILM_FPS)
    ok = w->host.film(w->host.user, i->width, i->height, i->rgba, &said);
  if (ok) return;
  w->filming = false;
  lg_window_note(w, "%s", said.text);
}
