/* text.c - text in pictures: each glyph is drawn once (font.c), and kept. */
#include "picture/font.h"

#include "picture/paint.h"
#include "picture/scratch.h"

#include <stdlib.h>

#define SLOTS   1024 /* glyphs kept; a power of two. A full table is emptied. */
#define LARGEST 256  /* pixels */

typedef struct kept {
  uint32_t code; /* 0: free slot */
  int size;
  lg_glyph glyph;
} kept;

struct lg_glyphs {
  bool tried;
  lg_font *font; /* NULL: there is none, no text */
  int count;
  kept slot[SLOTS];
};

lg_glyphs *lg_glyphs_new(void) { return calloc(1, sizeof(lg_glyphs)); }

static void forget(lg_glyphs *g) {
  for (int i = 0; i < SLOTS; i++) free(g->slot[i].glyph.cover);
  memset(g->slot, 0, sizeof g->slot);
  g->count = 0;
}

void lg_glyphs_free(lg_glyphs *g) {
  if (!g) return;
  forget(g);
  lg_font_close(g->font);
  free(g);
}

static bool ready(lg_glyphs *g) {
  if (!g->tried) g->font = lg_font_open();
  g->tried = true;
  return g->font;
}

const char *lg_glyphs_trouble(lg_glyphs *g) {
  return ready(g) ? NULL
                  : "text: no font was found, so pictures have no text: install the package "
                    "fonts-dejavu-core";
}

static const lg_glyph *glyph_of(lg_glyphs *g, uint32_t code, int size) {
  uint32_t at = (code * 2654435761U ^ (uint32_t)size * 40503U) >> 7;
  for (;; at++) {
    kept *s = &g->slot[at & (SLOTS - 1)];
    if (s->code == code && s->size == size) return &s->glyph;

    /* An open hash: a free slot takes the glyph, and a table that is half full begins anew. */
    if (s->code) continue;
    if (g->count++ < SLOTS / 2) {
      *s = (kept){.code = code, .size = size};
      lg_font_draw(g->font, code, size, &s->glyph);
      return &s->glyph;
    }
    forget(g);
  }
}

uint32_t lg_utf8_next(const char **text, const char *end) {
  const unsigned char *p = (const unsigned char *)*text;
  size_t left = (size_t)(end - *text);
  /* bytes to follow */
  int more = p[0] < 0x80                  ? 0
             : p[0] < 0xc2 || p[0] > 0xf4 ? -1
             : p[0] < 0xe0                ? 1
             : p[0] < 0xf0                ? 2
                                          : 3;

  uint32_t code = more > 0 ? p[0] & (0x3fU >> more) : p[0];
  bool fine = more >= 0 && (size_t)more < left;
  for (int i = 1; fine && i <= more; i++) {
    fine = (p[i] & 0xc0) == 0x80;
    code = code << 6 | (p[i] & 0x3f);
  }

  *text += fine ? more + 1 : 1;
  return fine ? code : 0xfffd;
}

static int clamp_size(int size) { return lg_clampi(size, 6, LARGEST); }

int lg_text_line(int size) { return clamp_size(size) * 13 / 10; }

int lg_text_fit(lg_image *image, int size, int width, const char *text) {
  lg_glyphs *g = image->scratch->glyphs;
  const char *end = text + strlen(text), *p = text, *space = NULL;
  if (!ready(g)) return (int)strcspn(text, "\n");

  /* Advances add up to the glyph that passes the width; the last space before it is the break. */
  for (int x = 0; p < end && *p != '\n';) {
    const char *before = p;
    uint32_t code = lg_utf8_next(&p, end);
    x += glyph_of(g, code < 32 ? ' ' : code, clamp_size(size))->advance;
    if (x > width && before > text) return (int)((space && code != ' ' ? space : before) - text);
    if (code == ' ') space = p;
  }
  return (int)(p - text);
}

/* A glyph with its baseline at (x, y). */
static void stamp(lg_image *image, const lg_glyph *g, int x, int y, uint32_t rgba) {
  for (int row = 0; row < g->height; row++) {
    int py = y - g->top + row;
    if (py < 0 || py >= image->height) continue;

    for (int column = 0; column < g->width; column++) {
      int px = x + g->left + column, cover = g->cover[row * g->width + column];
      if (cover && px >= 0 && px < image->width)
        lg_paint_pixel(image, px, py, rgba, (float)cover / 255);
    }
  }
}

int lg_text_draw(lg_image *image, int x, int y, int size, uint32_t rgba, const char *text,
                 int bytes) {
  lg_glyphs *g = image->scratch->glyphs;
  if (!ready(g)) return 0;
  size = clamp_size(size);

  const char *end = text + bytes;
  /* DejaVu's capitals are 0.73 of its size high: a little air above */
  int at = x, baseline = y + size;
  while (text < end) {
    uint32_t code = lg_utf8_next(&text, end);
    /* control characters, tabs too, are spaces */
    const lg_glyph *s = glyph_of(g, code < 32 ? ' ' : code, size);
    if (rgba & 0xff) stamp(image, s, at, baseline, rgba);
    at += s->advance;
  }
  return at - x;
}

int lg_picture_text(lg_image *image, int x, int y, int size, uint32_t rgba, const char *text) {
  return lg_text_draw(image, x, y, size, rgba, text, (int)strlen(text));
}

int lg_picture_text_width(lg_image *image, int size, const char *text) {
  /* alpha 0: nothing is drawn */
  return lg_text_draw(image, 0, 0, size, 0, text, (int)strlen(text));
}
