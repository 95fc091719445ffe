/* film.c - a movie of the window, picture by picture, in the window's thread. */
#include "app/film.h"

#include "app/app.h"
#include "viewer/viewer.h"

#include <string.h>

/* ffmpeg takes its time to end a file, and the window has none. */
static void *close_film(void *user) {
  lg_film *f = user;
  lg_why why;
  if (lg_video_close(f->closing, &why)) lg_app_say("saved %s", f->closing_name);
  else lg_app_say("%s", why.text);
  return NULL;
}

void lg_film_join(lg_film *f) {
  if (f->closing) pthread_join(f->closer, NULL);
  f->closing = NULL;
}

static void end(lg_film *f, lg_why *said) {
  lg_film_join(f);
  f->closing = f->video;
  f->video = NULL;
  memcpy(f->closing_name, f->name, sizeof f->name);
  lg_explain(said, "saving %.400s", f->name);
  if (pthread_create(&f->closer, NULL, close_film, f) == 0) return;
  close_film(f);
  f->closing = NULL;
}

bool lg_film_take(lg_film *f, int width, int height, const uint8_t *rgba, lg_why *said) {
  bool same = width == f->width && height == f->height;

  /* no more pictures, or another size, ends the film */
  if (f->video && (!rgba || !same)) {
    end(f, said);
    return false;
  }

  /* the first picture begins one */
  if (!f->video && rgba) {
    f->video = lg_video_open(f->name, width, height, LG_FILM_FPS, said);
    f->width = width;
    f->height = height;
  }
  if (!rgba || !f->video) return false;
  if (lg_video_frame(f->video, rgba, said)) return true;
  lg_video_abort(f->video);
  f->video = NULL;
  return false;
}
