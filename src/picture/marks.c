/* marks.c - what a script draws over the picture: lines, discs and texts at places of its world. */
#include "picture/frame.h"
#include "picture/paint.h"

#include <stdio.h>

void lg_shot_unmark(lg_shot *s) { s->marks = 0; }

bool lg_marks_copy(lg_shot *to, const lg_shot *from) {
  to->marks = 0;
  if (from->marks == 0) return true;
  if (!lg_room(&to->mark, &to->marks_room, from->marks, sizeof *to->mark)) return false;
  memcpy(to->mark, from->mark, from->marks * sizeof *to->mark);
  to->marks = from->marks;
  return true;
}

static lg_mark *next(lg_shot *s, lg_mark_what what, const float at[3], float size, uint32_t rgba) {
  if (!lg_room(&s->mark, &s->marks_room, s->marks + 1, sizeof *s->mark)) return NULL;
  lg_mark *m = &s->mark[s->marks++];
  *m = (lg_mark){.what = what, .at = {at[0], at[1], at[2]}, .size = size, .rgba = rgba};
  return m;
}

bool lg_shot_line(lg_shot *s, const float from[3], const float to[3], float width, uint32_t rgba) {
  lg_mark *m = next(s, LG_MARK_LINE, from, width, rgba);
  if (m) memcpy(m->to, to, sizeof m->to);
  return m != NULL;
}

bool lg_shot_disc(lg_shot *s, const float center[3], float radius, uint32_t rgba) {
  return next(s, LG_MARK_DISC, center, radius, rgba) != NULL;
}

bool lg_shot_text(lg_shot *s, const float at[3], float size, uint32_t rgba, const char *text) {
  lg_mark *m = next(s, LG_MARK_TEXT, at, size, rgba);
  if (m) snprintf(m->text, sizeof m->text, "%s", text);
  return m != NULL;
}

/* Sizes of lines and texts are pixels of a picture 600 pixels high, as those of the box. */
static void draw(lg_frame *f, const lg_mark *m) {
  float px = lg_max(1, (float)f->image->height / 600), p[3];
  if (m->what == LG_MARK_LINE) {
    lg_pen pen = {.width = m->size * px, .slack = 2 * f->radius, .rgba = m->rgba};
    lg_line_draw(f, m->at, m->to, &pen);
    return;
  }

  /* Discs are scaled by the camera, texts are not; what is far outside is left out. */
  float scale = lg_lens_project(&f->lens, m->at, p);
  bool near = fabsf(p[0]) < 1e5f && fabsf(p[1]) < 1e5f; /* pixels */
  if (!(scale > 0) || !near) return;

  int size = (int)lg_clamp(m->size * px, 6, 200);
  if (m->what == LG_MARK_DISC) lg_picture_disc(f->image, p[0], p[1], m->size * scale, m->rgba);
  else lg_picture_text(f->image, (int)p[0], (int)p[1] - size / 2, size, m->rgba, m->text);
}

void lg_marks_draw(lg_frame *f) {
  for (size_t i = 0; i < f->shot->marks; i++) draw(f, &f->shot->mark[i]);
}
