/* legend.c - what the colours mean: a bar with ticks, the name of the value and its unit, in the
   upper right corner. */
#include "picture/legend.h"

#include "picture/frame.h"
#include "picture/look.h"
#include "picture/overlay.h"
#include "picture/paint.h"
#include "picture/text.h"

#include <stdio.h>

int lg_legend_ticks(float low, float high, float tick[LG_TICKS_MAX]) {
  static const double round[] = {1, 2, 5, 10};
  double span = (double)high - low;
  if (!(span > 0) || !isfinite(span) || span < 1e-5 * fmax(fabs((double)low), fabs((double)high)))
    return 0;

  /* The smallest step of 1, 2, 5 or 10 that leaves few enough ticks. */
  double power = pow(10, floor(log10(span / 4)));
  for (int i = 0; i < 4; i++) {
    double step = round[i] * power, first = ceil(low / step - 1e-6),
           last = floor(high / step + 1e-6);
    if (last - first >= LG_TICKS_MAX) continue;

    int n = 0;
    for (double k = first; k <= last; k++) tick[n++] = (float)(k * step);
    return n;
  }
  return 0;
}

void lg_legend_number(char *out, size_t bytes, float x, float range) {
  snprintf(out, bytes, "%.6g", (double)(fabsf(x) < 1e-6f * range ? 0 : x));
}

typedef struct place { /* pixels */
  int x, y, width, bar, size, pad;
} place;

/* Name and unit. */
static void title_of(const lg_frame *f, char *out, size_t bytes) {
  snprintf(out, bytes, f->shot->unit[0] ? "%s (%s)" : "%s", f->shot->label, f->shot->unit);
}

/* In the upper right corner, or below the lines that reach there in a narrow picture; as wide as
   its title at least. */
static place place_of(const lg_frame *f) {
  const lg_image *image = f->image;
  int right, bottom;
  char title[2 * LG_LABEL_MAX + 4];
  place p = {.size = lg_overlay_size(f), .width = lg_clampi(image->width / 5, 120, 420)};
  title_of(f, title, sizeof title);
  int wide = lg_picture_text_width(f->image, p.size, title);
  if (p.width < wide) p.width = wide;
  p.pad = p.size * 2 / 3;
  p.bar = p.size * 2 / 3;

  p.x = f->image->width - p.width - 2 * p.pad;
  lg_overlay_ends(f, &right, &bottom);
  p.y = right >= p.x - p.pad ? bottom + p.pad / 2 : p.pad;
  return p;
}

static bool shown(const lg_frame *f) {
  return f->style->legend && !f->tinted && lg_frame_has_colors(f) && f->shot->label[0] &&
         f->image->width >= 240 && f->image->height >= 120;
}

static int height_of(const place *p) {
  return p->pad + 2 * lg_text_line(p->size) + p->bar + p->size / 4;
}

int lg_legend_bottom(const lg_frame *f) {
  place p = place_of(f);
  return shown(f) ? p.y + height_of(&p) : 0;
}

static void bar(lg_frame *f, const place *p, int y) {
  for (int x = 0; x < p->width; x++) {
    uint32_t c = (uint32_t)f->color[lg_color_index(((float)x + 0.5f) / (float)p->width)];
    uint32_t rgba = c << 24 | (c & 0xff00) << 8 | (c >> 8 & 0xff00) | 0xff;
    for (int k = 0; k < p->bar; k++)
      if (y + k < f->image->height) lg_paint_pixel(f->image, p->x + x, y + k, rgba, 1);
  }
}

static void ticks(lg_frame *f, const place *p, int y) {
  float tick[LG_TICKS_MAX];
  int n = lg_legend_ticks(f->low, f->high, tick), size = p->size * 5 / 6, free = 0;
  for (int i = 0; i < n; i++) {
    char number[32];
    lg_legend_number(number, sizeof number, tick[i], f->high - f->low);

    float x = (float)p->x + (tick[i] - f->low) / (f->high - f->low) * (float)p->width;
    lg_picture_line(f->image, x, (float)y, x, (float)(y + p->size / 4), 1.2f,
                    lg_theme_of(f->style)->dim);

    /* The number below its tick, within the panel. */
    int width = lg_picture_text_width(f->image, size, number);
    int at = lg_clampi((int)x - width / 2, p->x - p->pad / 2, p->x + p->width + p->pad / 2 - width);
    if (i > 0 && at < free) continue; /* long ones: the one before it stands there */
    lg_picture_text(f->image, at, y + p->size / 4, size, lg_theme_of(f->style)->text, number);
    free = at + width + size / 2;
  }
}

/* The materials' names under their colours. */
static void names(lg_frame *f, const place *p, int y) {
  int size = p->size * 5 / 6, n = f->shot->materials;
  for (int i = 0; i < n; i++) {
    const char *name = f->shot->material[i].name;
    int width = lg_picture_text_width(f->image, size, name),
        middle = p->x + p->width * (2 * i + 1) / (2 * n);
    lg_picture_text(f->image, middle - width / 2, y + p->size / 4, size,
                    lg_theme_of(f->style)->text, name);
  }
}

void lg_legend_draw(lg_frame *f) {
  lg_image *image = f->image;
  if (!shown(f)) return;

  /* where the picture is too low for both, the microscope stays */
  place p = place_of(f);
  if (f->glass[2] > p.x - p.pad && f->glass[1] < p.y + height_of(&p) && f->glass[3] > p.y) return;
  int line = lg_text_line(p.size), y = p.y + p.pad / 2;
  lg_picture_panel(image, p.x - p.pad, p.y, p.width + 2 * p.pad, height_of(&p), p.pad / 2,
                   lg_theme_of(f->style)->panel);

  /* Name and unit, the bar, then materials or numbers. */
  char title[2 * LG_LABEL_MAX + 4];
  title_of(f, title, sizeof title);
  lg_picture_text(image, p.x, y - p.size / 8, p.size, lg_theme_of(f->style)->text, title);
  y += line;
  bar(f, &p, y);
  if (f->shot->materials) names(f, &p, y + p.bar);
  else ticks(f, &p, y + p.bar);
}
