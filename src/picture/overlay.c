/* overlay.c - HUD lines and the banner. */
#include "picture/overlay.h"

#include "picture/frame.h"
#include "picture/look.h"
#include "picture/text.h"

int lg_overlay_size(const lg_frame *f) {
  const lg_image *image = f->image;
  float side = (float)(image->height < image->width ? image->height : image->width),
        scale = f->style->scale;
  return (int)(lg_clamp(side / 48, 11, 40) * scale);
}

/* Breaks the text into lines that fit: counts them, measures the widest, and draws them if they
   have a colour. Lines beyond `most` are left out, and the last one then ends with three dots. */
typedef struct column {
  int x, y, size, width, most;
  uint32_t rgba; /* alpha 0: it measures only */
} column;
static int break_lines(lg_image *image, const column *c, const char *text, int *widest) {
  int n = 0, line = lg_text_line(c->size);
  for (; *text && n < c->most; n++) {
    int bytes = lg_text_fit(image, c->size, c->width, text), shown = bytes;
    while (shown > 0 && text[shown - 1] == ' ') shown--;

    const char *rest = text + bytes + (text[bytes] == '\n');

    int width = lg_text_draw(image, c->x, c->y + n * line, c->size, c->rgba, text, shown);
    if (*rest && n + 1 == c->most)
      width +=
          lg_picture_text(image, c->x + width, c->y + n * line, c->size, c->rgba, " \xe2\x80\xa6");

    *widest = width > *widest ? width : *widest;
    text = rest;
  }
  return n;
}

/* The HUD's lines, broken where a picture is too narrow for them. Returns how many rows they
   need. */
static int hud(const lg_frame *f, bool draw, int *widest) {
  const lg_style *s = f->style;
  int size = lg_overlay_size(f), pad = size * 2 / 3, rows = 0;
  column c = {.x = 2 * pad,
              .size = size,
              .width = f->image->width - 4 * pad,
              .rgba = draw ? lg_theme_of(s)->text : 0};
  if (!s->lines || c.width < size || lg_image_trouble(f->image)) return 0;

  /* Each line begins below what the one before it needed. */
  for (int i = 0; i < s->line_count; i++) {
    c.most = f->image->height / lg_text_line(size) - rows;
    c.y = pad + pad / 2 + rows * lg_text_line(size) - size / 8;
    rows += break_lines(f->image, &c, s->lines[i], widest);
  }
  return rows;
}

void lg_overlay_ends(const lg_frame *f, int *right, int *bottom) {
  int size = lg_overlay_size(f), pad = size * 2 / 3, widest = 0, rows = hud(f, false, &widest);
  *right = rows ? widest + 3 * pad : 0;
  *bottom = rows ? 2 * pad + rows * lg_text_line(size) : 0;
}

static void lines(lg_frame *f) {
  int size = lg_overlay_size(f), pad = size * 2 / 3, right, bottom, widest = 0;
  lg_overlay_ends(f, &right, &bottom);
  if (!right) return;
  lg_picture_panel(f->image, pad, pad, right - pad, bottom - pad, pad / 2,
                   lg_theme_of(f->style)->panel);
  hud(f, true, &widest);
}

static void banner(lg_frame *f) {
  lg_image *image = f->image;
  int size = lg_overlay_size(f) * 9 / 8, pad = size, line = lg_text_line(size), widest = 0;
  column c = {.size = size,
              .width = f->image->width * 4 / 5 - 2 * pad,
              .most = image->height * 3 / 4 / line};
  if (c.width < size || c.most < 1 || lg_image_trouble(image)) return;

  int n = break_lines(image, &c, f->style->banner, &widest);
  if (n == 0) return;

  /* Its place: in the middle, a third from the top, with an edge around. */
  int width = widest + 2 * pad, height = n * line + 3 * pad / 2, edge = size / 8 + 1;
  int x = (f->image->width - width) / 2, y = (image->height - height) / 3;
  lg_picture_panel(image, x - edge, y - edge, width + 2 * edge, height + 2 * edge, pad / 2 + edge,
                   lg_theme_of(f->style)->banner_edge);
  lg_picture_panel(image, x, y, width, height, pad / 2, lg_theme_of(f->style)->banner);

  c.x = x + pad;
  c.y = y + 3 * pad / 4 - size / 8;
  c.rgba = lg_theme_of(f->style)->text;
  break_lines(image, &c, f->style->banner, &widest);
}

/* pixels, of the title: its text, and the row where that begins */
static int title_size(const lg_frame *f) { return lg_overlay_size(f) * 5 / 4; }
static int title_top(const lg_frame *f) {
  const int size = title_size(f);
  return f->image->height - lg_text_line(size) - size - f->style->foot;
}

int lg_overlay_lowest(const lg_frame *f) {
  return *f->style->title ? title_top(f) - title_size(f) / 4 : f->image->height - f->style->foot;
}

static void title(lg_frame *f) {
  lg_image *image = f->image;
  int size = title_size(f), pad = size / 2, line = lg_text_line(size);
  int width = lg_picture_text_width(image, size, f->style->title);

  /* between what stands left and right of it */
  int x = f->style->title_ends > 0     ? f->style->title_ends - width - 2 * pad
          : f->style->title_begins > 0 ? f->style->title_begins + 2 * pad
                                       : (image->width + f->style->aside - width) / 2;
  int y = title_top(f);

  if (width == 0) return;
  lg_picture_panel(image, x - pad, y - pad / 2, width + 2 * pad, line + pad, pad,
                   lg_theme_of(f->style)->panel);
  lg_picture_text(image, x, y, size, lg_theme_of(f->style)->text, f->style->title);
}

void lg_overlay_draw(lg_frame *f) {
  lines(f);
  if (*f->style->title) title(f);
  if (f->style->banner && *f->style->banner) banner(f);
}
