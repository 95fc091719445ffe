/* plots.c - a script's plots, stacked on the left where there is air most of the time: below the
   numbers, above the bed. Curves over time, ticks of the values, names in the curves' colours. */
#include "picture/frame.h"
#include "picture/legend.h"
#include "picture/look.h"
#include "picture/overlay.h"
#include "picture/text.h"

#include <math.h>
#include <stdio.h>

typedef struct range {
  float low, high;
} range;
/* pixels of the curves, and what they stand for */
typedef struct area {
  int x, y, width, height;
  range t, v;
} area;

/* Of what is finite; a single value gets some air around it. */
static range range_of(range r, const float *x, int n) {
  for (int i = 0; i < n; i++) {
    if (!isfinite(x[i])) continue;
    r.low = x[i] < r.low ? x[i] : r.low;
    r.high = x[i] > r.high ? x[i] : r.high;
  }
  return r;
}

static range widen(range r) {
  if (r.low > r.high) return (range){0, 1};
  float air = r.high - r.low > 1e-5f * fmaxf(fabsf(r.low), fabsf(r.high))
                  ? 0
                  : fmaxf(0.1f * fabsf(r.high), 1e-6f);
  return (range){r.low - air, r.high + air};
}

void lg_plot_ranges(const lg_plot *p, float t[2], float v[2]) {
  range time = {INFINITY, -INFINITY}, value = time;
  time = range_of(time, p->t, p->n);
  for (int k = 0; k < p->curves; k++) value = range_of(value, p->v[k], p->n);

  time = widen(time);
  value = widen(value);
  t[0] = time.low;
  t[1] = time.high;
  v[0] = value.low;
  v[1] = value.high;
}

static float place(range r, float x, int from, int length) {
  return (float)from + (x - r.low) / (r.high - r.low) * (float)length;
}

/* width: of the widest */
typedef struct scale {
  float tick[LG_TICKS_MAX];
  char number[LG_TICKS_MAX][32];
  int n, width;
} scale;

static scale scale_of(lg_image *image, range v, int size) {
  scale s = {.n = 0};
  s.n = lg_legend_ticks(v.low, v.high, s.tick);
  for (int i = 0; i < s.n; i++) {
    lg_legend_number(s.number[i], sizeof s.number[i], s.tick[i], v.high - v.low);
    int width = lg_picture_text_width(image, size, s.number[i]);
    s.width = width > s.width ? width : s.width;
  }
  return s;
}

static void ticks(lg_image *image, const lg_theme *theme, const area *a, const scale *s, int size) {
  for (int i = 0; i < s->n; i++) {
    float y = place(a->v, s->tick[i], a->y + a->height, -a->height);
    lg_picture_line(image, (float)a->x, y, (float)(a->x + a->width), y, 1, theme->grid);
    int width = lg_picture_text_width(image, size, s->number[i]);
    lg_picture_text(image, a->x - width - size / 2, (int)y - lg_text_line(size) / 2, size,
                    theme->dim, s->number[i]);
  }
}

/* Samples nearer than half a pixel are skipped, except the last; a value that is no number is a
   gap. */
static void curve(lg_image *image, uint32_t rgba, const area *a, const lg_plot *p, int k) {
  float x0 = 0, y0 = 0;
  bool begun = false;
  for (int i = 0; i < p->n; i++) {
    float x = place(a->t, p->t[i], a->x, a->width),
          y = place(a->v, p->v[k][i], a->y + a->height, -a->height);

    bool there = isfinite(p->v[k][i]) && isfinite(p->t[i]);

    /* A polyline through the samples that are far enough apart. */
    if (there && begun && hypotf(x - x0, y - y0) < 0.5f && i + 1 < p->n) continue;
    if (there && begun) lg_picture_line(image, x0, y0, x, y, 1.6f, rgba);

    begun = there;
    x0 = x;
    y0 = y;
  }
}

typedef struct frame { /* pixels; size: of the text */
  int x, y, width, height, size, pad;
} frame;

/* The plot's name, then the curves' names in their colours, in as many lines as they take; how many
   those are. */
static int title(lg_image *image, const lg_theme *theme, const lg_plot *p, const frame *in,
                 bool draws) {
  int first = in->x + in->pad, x = first, y = in->y + in->pad / 2 - in->size / 8, lines = 1;
  if (draws) lg_picture_text(image, x, y, in->size, theme->text, p->name);
  x += lg_picture_text_width(image, in->size, p->name) + in->size;

  /* a curve's name on the next line where it would not fit */
  for (int k = 0; k < p->curves; k++) {
    int width = lg_picture_text_width(image, in->size, p->curve[k]);
    if (x + width > in->x + in->width && x > first) {
      x = first;
      y += lg_text_line(in->size);
      lines++;
    }
    if (draws) lg_picture_text(image, x, y, in->size, theme->curve[k], p->curve[k]);
    x += width + in->size;
  }
  return lines;
}

/* The name on top, the curves with their scale, and the time that they span below them. */
static void plot(lg_image *image, const lg_theme *theme, const lg_plot *p, const frame *in) {
  int pad = in->pad, small = in->size * 5 / 6, line = lg_text_line(in->size),
      right = in->x + in->width - pad;
  float t[2], v[2];
  char span[64];

  lg_picture_panel(image, in->x, in->y, in->width, in->height, pad / 2, theme->panel);
  const int lines = title(image, theme, p, in, true);
  if (p->n == 0) return;

  /* Ticks take the room on the left, the rest is the curves'. */
  lg_plot_ranges(p, t, v);
  scale s = scale_of(image, (range){v[0], v[1]}, small);
  int left = in->x + pad + s.width + small / 2, top = in->y + pad / 2 + lines * line + small / 2;
  area a = {left,         top,         right - left, in->y + in->height - line - pad / 2 - top,
            {t[0], t[1]}, {v[0], v[1]}};

  ticks(image, theme, &a, &s, small);
  for (int k = 0; k < p->curves; k++) curve(image, theme->curve[k], &a, p, k);

  snprintf(span, sizeof span, t[1] - t[0] < 0.1f ? "%.4g .. %.4g s" : "%.2f .. %.2f s",
           (double)t[0], (double)t[1]);
  lg_picture_text(image, right - lg_picture_text_width(image, small, span),
                  in->y + in->height - line, small, theme->dim, span);
}

static bool meets(const frame *a, const int glass[4]) {
  return a->x < glass[2] && a->x + a->width > glass[0] && a->y < glass[3] &&
         a->y + a->height > glass[1];
}

/* Below the microscope, or right of it where there is no room below. */
static void make_way(const lg_frame *f, frame *at, int lowest) {
  if (!meets(at, f->glass)) return;
  frame below = *at;
  below.y = f->glass[3] + at->pad;
  if (below.y + below.height <= lowest) *at = below;
  else at->x = f->glass[2] + at->pad;
}

void lg_plots_draw(lg_frame *f) {
  lg_image *image = f->image;
  const lg_theme *theme = lg_theme_of(f->style);
  int size = lg_overlay_size(f), pad = size * 2 / 3, right, bottom;
  lg_overlay_ends(f, &right, &bottom);
  const int left = pad + f->style->aside, lowest = lg_overlay_lowest(f) - pad;
  frame at = {
      left, image->height / 4, lg_clampi(26 * size, 200, image->width - left - pad), 9 * size, size,
      pad};

  /* Below the HUD's lines, one below the other, as many as fit. */
  at.y = at.y < bottom + pad ? bottom + pad : at.y;
  for (int i = 0; i < f->style->plot_count; i++, at.y += at.height + pad) {
    const lg_plot *p = &f->style->plots[i];
    at.height = 9 * size + (title(image, theme, p, &at, false) - 1) * lg_text_line(size);
    make_way(f, &at, lowest);
    if (at.y + at.height > lowest || at.width < 12 * size || at.x + at.width + pad > image->width)
      return;
    plot(image, theme, p, &at);
  }
}
