/* gallery.c - the list of scenes over the picture. */
#include "viewer/window.h"

#include <stdio.h>

enum { LINE = 24, SIZE = 16, WIDTH = 920, LEFT = 24, NAMES = 400 };

static const char *title_of(const lg_window *w, int i, const char **idea) {
  return w->host.gallery(w->host.user, i, idea);
}

static int count(const lg_window *w) {
  const char *idea;
  int n = 0;
  while (title_of(w, n, &idea)) n++;
  return n;
}

void lg_gallery_toggle(lg_window *w) {
  w->list = !w->list && count(w) > 0;
  if (count(w) == 0) lg_window_note(w, "no scenes are installed beside the program");
}

void lg_gallery_move(lg_window *w, int by) {
  int n = count(w);
  if (n == 0) return;
  if (w->chosen < 0) w->chosen = by > 0 ? -1 : 0;
  w->chosen = (w->chosen + by + n) % n;
}

void lg_gallery_open(lg_window *w) {
  const char *idea, *title = w->chosen >= 0 ? title_of(w, w->chosen, &idea) : NULL;
  if (!title) return;
  w->list = w->moved = false;
  lg_sim_send(w->sim, &(lg_sim_event){.what = LG_SIM_CHANGE, .world = w->chosen});
  lg_window_note(w, "%d of %d, %s: %s", w->chosen + 1, count(w), title, idea);
}

void lg_gallery_drop(lg_window *w, const char *path) {
  lg_sim_event e = {.what = LG_SIM_CHANGE, .world = -1};
  if (snprintf(e.text, sizeof e.text, "%s", path) < (int)sizeof e.text) lg_sim_send(w->sim, &e);
  else lg_window_note(w, "the path of that file is too long");
}

/* As many lines as the window has room for, the marked one among them. */
void lg_gallery_paint(lg_window *w) {
  lg_image *image = &w->panes.whole;
  int n = count(w), room = (image->height - 4 * LINE) / LINE, rows = n < room ? n : room;
  if (rows < 1) return;
  int above = w->chosen - rows / 2;
  if (above > n - rows) above = n - rows;
  if (above < 0) above = 0;

  int top = (image->height - (rows + 2) * LINE) / 2,
      width = image->width - 2 * LEFT < WIDTH ? image->width - 2 * LEFT : WIDTH;
  lg_picture_panel(image, LEFT - 12, top - 8, width, (rows + 2) * LINE + 8, 8, 0x101418f4U);
  lg_picture_text(image, LEFT, top, SIZE, 0xffe080ffU,
                  "Scenes: up and down choose, Enter opens, Esc goes on");

  /* The marked title, and below the list what it is about. */
  const char *idea = "";
  for (int i = 0; i < rows; i++) {
    const char *other, *title = title_of(w, above + i, &other);
    bool marked = above + i == w->chosen;
    if (marked) idea = other;
    lg_picture_text(image, LEFT + (marked ? 12 : 0), top + (i + 1) * LINE, SIZE,
                    marked ? 0x80d0ffffU : 0xffffffffU, title);
  }
  lg_picture_text(image, LEFT, top + (rows + 1) * LINE, SIZE * 7 / 8, 0xc0c8d0ffU, idea);

  int wide = 0, high = 0;
  const uint8_t *picture = w->chosen >= 0 ? w->host.picture(w->host.user, w->chosen, &wide, &high)
                                          : NULL;
  if (picture && LEFT + NAMES + wide / 2 <= LEFT - 12 + width)
    lg_picture_half(image, LEFT + NAMES, top + LINE, wide, high, picture);
}
