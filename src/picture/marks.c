/* marks.c - what a script draws over the picture, at places of its world or of the picture. */
#include "picture/frame.h"
#include "picture/look.h"
#include "picture/paint.h"

#include <stdio.h>

#define PAINTED 256   /* pictures of pixels, that marks may paint */
enum { AROUND = 16 }; /* copies of a text that are its halo */

void lg_shot_unmark(lg_shot *s) { s->marks = 0; }

bool lg_marks_copy(lg_shot *to, const lg_shot *from) {
  to->marks = 0;
  if (from->marks == 0) return true;
  if (!lg_room(&to->mark, &to->marks_room, from->marks, sizeof *to->mark)) return false;
  memcpy(to->mark, from->mark, from->marks * sizeof *to->mark);
  to->marks = from->marks;
  return true;
}

bool lg_shot_mark(lg_shot *s, const lg_mark *m) {
  if (!lg_room(&s->mark, &s->marks_room, s->marks + 1, sizeof *s->mark)) return false;
  lg_kept_mark *kept = &s->mark[s->marks++];
  kept->mark = *m;
  kept->mark.text = NULL;
  snprintf(kept->text, sizeof kept->text, "%s", m->text ? m->text : "");
  return true;
}

/* ---- places on the picture ------------------------------------------------------------------ */

/* Sizes are pixels of a picture 600 pixels high, as those of the box. */
static float pixel(const lg_frame *f) { return lg_max(1, (float)f->image->height / 600); }

static uint32_t color_of(const lg_frame *f, const lg_mark *m) {
  return m->rgba ? m->rgba : lg_theme_of(f->style)->text;
}

/* Pixel of a place; returns pixels per unit of radius there, 0: it is behind the eye, or so far off
   that nothing of it is seen. */
static float place(const lg_frame *f, const lg_mark *m, const float at[3], float p[3]) {
  float scale = pixel(f);
  if (m->on_screen) {
    p[0] = at[0] * (float)f->image->width;
    p[1] = (1 - at[1]) * (float)f->image->height;
    p[2] = 0;
  } else scale = lg_lens_project(&f->lens, at, p);
  bool near = fabsf(p[0]) < 1e5f && fabsf(p[1]) < 1e5f; /* pixels */
  return near ? scale : 0;
}

/* ---- lines, arrows, rectangles --------------------------------------------------------------- */

static void line(lg_frame *f, const lg_mark *m) {
  bool hide = f->lens.dim == 3 && !m->on_screen;
  float from[3], to[3];
  lg_pen pen = {.width = m->width * pixel(f), .slack = 2 * f->radius, .rgba = color_of(f, m)};

  /* The tip of an arrow may be where nobody sees it. */
  bool tip = place(f, m, m->to, to) > 0 && m->what == LG_MARK_ARROW;
  if (m->on_screen) place(f, m, m->at, from);
  else if (!lg_line_project(f, m->at, m->to, from, to)) return;
  if (tip) lg_paint_head(f->image, from, to, &pen, hide);
  lg_paint_line(f->image, from, to, &pen, hide);
}

/* An upright rectangle of pixels: filled, or a frame of so many pixels, half of them outside. */
static void frame(lg_image *image, const float a[3], const float b[3], float width, uint32_t rgba) {
  float low[2], high[2], o = 0.5f * width;
  for (int k = 0; k < 2; k++) {
    low[k] = lg_clamp(lg_min(a[k], b[k]), -1e5f, 1e5f) - o;
    high[k] = lg_clamp(lg_max(a[k], b[k]), -1e5f, 1e5f) + o;
  }
  if (!(high[0] - low[0] > 2 * width && high[1] - low[1] > 2 * width) || !(width > 0)) {
    lg_paint_rectangle(image, low, high, rgba);
    return;
  }

  /* The sides stand between the upper and lower ones, so that no pixel is painted twice. */
  float top = low[1] + width, bottom = high[1] - width;
  lg_paint_rectangle(image, low, (float[2]){high[0], top}, rgba);
  lg_paint_rectangle(image, (float[2]){low[0], bottom}, high, rgba);
  lg_paint_rectangle(image, (float[2]){low[0], top}, (float[2]){low[0] + width, bottom}, rgba);
  lg_paint_rectangle(image, (float[2]){high[0] - width, top}, (float[2]){high[0], bottom}, rgba);
}

/* The twelve edges: four along each axis, at the lower or upper ends of the two others. */
static void box(lg_frame *f, const lg_mark *m) {
  lg_pen pen = {.width = (m->width > 0 ? m->width : 1.5f) * pixel(f),
                .slack = 2 * f->radius,
                .rgba = color_of(f, m)};

  /* each edge from its two other coordinates */
  for (int i = 0; i < 12; i++) {
    int axis = i / 4, u = (axis + 1) % 3, v = (axis + 2) % 3;
    float from[3], to[3];
    from[axis] = m->at[axis];
    to[axis] = m->to[axis];
    from[u] = to[u] = i & 1 ? m->to[u] : m->at[u];
    from[v] = to[v] = i & 2 ? m->to[v] : m->at[v];
    lg_line_draw(f, from, to, &pen);
  }
}

static void rectangle(lg_frame *f, const lg_mark *m) {
  float a[3], b[3];
  if (f->lens.dim == 3 && !m->on_screen) {
    box(f, m);
    return;
  }
  place(f, m, m->at, a);
  place(f, m, m->to, b);
  frame(f->image, a, b, m->width * pixel(f), color_of(f, m));
}

/* ---- what stands at one place ---------------------------------------------------------------- */

static void bar(lg_frame *f, const lg_mark *m, const float p[3]) {
  float px = pixel(f), wide = m->width * px, tall = m->size * px, edge = px;
  float low[2] = {p[0], p[1] - 0.5f * tall}, high[2] = {p[0] + wide, p[1] + 0.5f * tall};
  lg_paint_rectangle(f->image, (float[2]){low[0] - edge, low[1] - edge},
                     (float[2]){high[0] + edge, high[1] + edge}, lg_theme_of(f->style)->panel);
  high[0] = low[0] + lg_clamp(m->part, 0, 1) * wide;
  if (m->part > 0) lg_paint_rectangle(f->image, low, high, color_of(f, m));
}

/* The halo is the text itself, all around, below it. */
static void text(lg_frame *f, const lg_kept_mark *kept, const float p[3]) {
  const lg_mark *m = &kept->mark;
  int size = (int)lg_clamp(m->size * pixel(f), 6, 200), x = (int)p[0], y = (int)p[1] - size / 2;
  if (m->part > 0)
    x -= (int)(m->part * (float)lg_picture_text_width(f->image, size, kept->text) + 0.5f);

  /* One that keeps a plain text off what is behind it is of the theme, too. */
  uint32_t halo = !m->rgba && m->halo == 0xffffffffU ? lg_theme_of(f->style)->panel | 0xff
                                                     : m->halo;
  float reach = lg_clamp((float)size / 10, 1, 5);
  for (int i = 0; i < AROUND && m->halo; i++) {
    float angle = 6.2831853f * (float)i / AROUND;
    lg_picture_text(f->image, x + (int)lroundf(reach * cosf(angle)),
                    y + (int)lroundf(reach * sinf(angle)), size, halo, kept->text);
  }
  lg_picture_text(f->image, x, y, size, color_of(f, m), kept->text);
}

static void stand(lg_frame *f, const lg_kept_mark *kept) {
  const lg_mark *m = &kept->mark;
  float p[3], scale = place(f, m, m->at, p), radius = m->radius * scale,
              o = 0.5f * pixel(f) * m->width;
  if (!(scale > 0)) return;
  if (m->what == LG_MARK_DISC) lg_picture_disc(f->image, p[0], p[1], radius, color_of(f, m));
  if (m->what == LG_MARK_RING)
    lg_paint_ring(f->image, p[0], p[1], radius - o, radius + o, color_of(f, m));
  if (m->what == LG_MARK_BAR) bar(f, m, p);
  if (m->what == LG_MARK_TEXT) text(f, kept, p);
}

/* Pixels that a mark paints, at most: of a text each letter's square, as often as it is drawn; of
   what is long, its box on the picture. */
static float pixels(const lg_frame *f, const lg_kept_mark *kept) {
  const lg_mark *m = &kept->mark;
  float wide = (float)f->image->width, tall = (float)f->image->height, px = pixel(f), a[3], b[3];
  float size = lg_clamp(m->size * px, 6, 200), line = m->width * px;
  if (m->what == LG_MARK_TEXT)
    return size * size * (float)strlen(kept->text) * (m->halo ? AROUND + 1 : 1);

  float r = m->radius * place(f, m, m->at, a);
  if (m->what == LG_MARK_BAR) return lg_min(line, wide) * lg_min(m->size * px, tall);
  if (m->what == LG_MARK_DISC || m->what == LG_MARK_RING)
    return lg_min(2 * r + line, wide) * lg_min(2 * r + line, tall);

  /* Lines as long as the picture's sides together, times their width. */
  bool filled = m->what == LG_MARK_RECTANGLE && (f->lens.dim == 2 || m->on_screen);
  if (!filled) return lg_min(line, tall) * (wide + tall);
  place(f, m, m->to, b);
  return lg_min(fabsf(b[0] - a[0]) + line, wide) * lg_min(fabsf(b[1] - a[1]) + line, tall);
}

/* What a script draws may not stop the picture: it is painted over so many times at most. */
void lg_marks_draw(lg_frame *f) {
  float left = PAINTED * (float)f->image->width * (float)f->image->height;
  for (size_t i = 0; i < f->shot->marks; i++) {
    const lg_kept_mark *kept = &f->shot->mark[i];
    lg_mark_what what = kept->mark.what;
    left -= pixels(f, kept);
    if (left < 0) return;
    if (what == LG_MARK_LINE || what == LG_MARK_ARROW) line(f, &kept->mark);
    else if (what == LG_MARK_RECTANGLE) rectangle(f, &kept->mark);
    else stand(f, kept);
  }
}
