/* font.c - glyphs from the browser: a canvas draws them with its sans-serif font, so that the page
   carries none. In a worker without a canvas (node) text is blank. */
#include "picture/font.h"

#include <emscripten.h>
#include <stdlib.h>

struct lg_font {
  int32_t box[5]; /* width, height, left, top, advance of the glyph drawn last */
};

/* Draws the glyph on a canvas that is kept, and notes its box; false: there is no canvas. */
EM_JS(int, draw_glyph, (uint32_t code, int size, int32_t *box), {
  if (typeof OffscreenCanvas == 'undefined') return 0;
  const g = Module.glyphs || (Module.glyphs = new OffscreenCanvas(512, 512).getContext(
                                  '2d', {willReadFrequently : true}));
  const text = String.fromCodePoint(code), edge = 2 * size;
  g.font = size + 'px "DejaVu Sans", Verdana, sans-serif';
  const m = g.measureText(text);
  const left = Math.floor(-m.actualBoundingBoxLeft) - 1,
        top = Math.ceil(m.actualBoundingBoxAscent) + 1;
  const width = Math.min(512, Math.max(0, Math.ceil(m.actualBoundingBoxRight) + 1 - left));
  const height = Math.min(512, Math.max(0, Math.ceil(m.actualBoundingBoxDescent) + 1 + top));
  g.clearRect(0, 0, 512, 512);
  g.fillStyle = '#fff';
  g.fillText(text, -left, top);
  Module.glyph = width && height ? g.getImageData(0, 0, width, height).data : null;
  HEAP32.set([ width, height, left, top, Math.round(m.width) ], box >> 2);
  return 1;
})

/* Its coverage, out of the canvas' alpha. */
EM_JS(void, take_glyph, (uint8_t * cover, int n), {
  for (let i = 0; i < n; i++) HEAPU8[cover + i] = Module.glyph ? Module.glyph[4 * i + 3] : 0;
})

const char *lg_font_file(int *index) {
  *index = 0;
  return NULL;
}
lg_font *lg_font_open(void) { return calloc(1, sizeof(lg_font)); }
void lg_font_close(lg_font *f) { free(f); }

void lg_font_draw(lg_font *f, uint32_t code, int size, lg_glyph *out) {
  if (!draw_glyph(code, size, f->box)) return;
  out->left = f->box[2];
  out->top = f->box[3];
  out->advance = f->box[4];

  const int n = f->box[0] * f->box[1];
  out->cover = malloc((size_t)n + 1);
  if (!out->cover) return;
  out->width = f->box[0];
  out->height = f->box[1];
  take_glyph(out->cover, n);
}
