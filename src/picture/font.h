/* font.h - where glyphs come from: FreeType here, the browser's own fonts on the page
   (web/font.c). */
#ifndef LG_PICTURE_FONT_H
#define LG_PICTURE_FONT_H

#include "picture/text.h"

typedef struct lg_font lg_font;
lg_font *lg_font_open(void); /* NULL: there is none, or no memory */
void lg_font_close(lg_font *f);

typedef struct lg_glyph {
  int width, height, left, top, advance; /* pixels; left and top: from the baseline's beginning */
  uint8_t *cover;                        /* width * height, 0 .. 255; malloc's, NULL: it is blank */
} lg_glyph;
/* of `size` pixels, into one that is all 0 */
void lg_font_draw(lg_font *f, uint32_t code, int size, lg_glyph *out);

#endif
