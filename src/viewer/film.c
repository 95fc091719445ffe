/* film.c - a movie of the scene: what the window shows of it, at the pace at which that is seen,
   without what the window says beside it. */
#include "viewer/window.h"

#include <stdio.h>

#define FILM_LONGEST 1.0 /* s that a picture stands still in it: a pause is cut to that */

void lg_film_toggle(lg_window *w) {
  lg_why said = {""};
  if (w->filming) {
    w->host.film(w->host.user, 0, 0, NULL, &said);
    lg_window_note(w, "%s", said.text);
  } else {
    w->film_due = lg_window_now();
    w->film_pictures = 0;
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
  const int before = w->film_pictures;
  for (; ok && w->film_due <= now; w->film_due += 1.0 / LG_FILM_FPS, w->film_pictures++)
    ok = w->host.film(w->host.user, i->width, i->height, i->rgba, &said);

  /* An encoder that takes longer than they last would take all the window's time: the movie leaves
     out what was shown meanwhile. */
  double end = lg_window_now();
  if (end - now > (double)(w->film_pictures - before) / LG_FILM_FPS) w->film_due = end;
  if (ok) return;
  w->filming = false;
  lg_window_note(w, "%s", said.text);
}

/* The sign that the window films, with the time so far: drawn when the movie has its picture, so
   that it is not in the movie. */
void lg_film_sign(lg_window *w) {
  lg_image *image = &w->panes.whole;
  const lg_theme *theme = lg_window_theme(w);
  const int size = lg_scale_pixels(w, 16), pad = size * 2 / 3, dot = size * 2 / 5;
  const int s = w->film_pictures / LG_FILM_FPS;
  char text[48];
  snprintf(text, sizeof text, "filming %d:%02d   (m: end)", s / 60, s % 60);

  /* A red dot and the text, on a panel as wide as both. */
  const int width = lg_picture_text_width(image, size, text) + 3 * pad + 2 * dot;
  lg_picture_panel(image, pad, pad, width, size + pad, pad / 2, theme->panel);
  lg_picture_disc(image, (float)(2 * pad + dot), (float)(pad + (size + pad) / 2), (float)dot,
                  0xe02020ffU);
  lg_picture_text(image, 3 * pad + 2 * dot, pad + pad / 4, size, theme->text, text);
}
