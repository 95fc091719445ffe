/* text.h - text in pictures: the font, and glyphs that are drawn once and kept. */
#ifndef LG_PICTURE_TEXT_H
#define LG_PICTURE_TEXT_H

#include "picture/picture.h"

/* The file of DejaVu Sans, or of what fontconfig has in its place, and which font in that file.
   NULL: there is no font. */
const char *lg_font_file(int *index);

typedef struct lg_glyphs lg_glyphs;
lg_glyphs *lg_glyphs_new(void); /* NULL: no memory. The font file is opened at the first text. */
void lg_glyphs_free(lg_glyphs *g);
const char *lg_glyphs_trouble(lg_glyphs *g); /* NULL, or why there is no text */

/* Distance in pixels from line to line of text of this size. */
int lg_text_line(int size);
/* Bytes of the longest beginning of text that is at most `width` pixels wide, stops at a newline,
   and prefers to end at a space; never 0 unless text is empty or begins with a newline. */
int lg_text_fit(lg_image *image, int size, int width, const char *text);
/* As lg_picture_text, but only the first `bytes` bytes. */
int lg_text_draw(lg_image *image, int x, int y, int size, uint32_t rgba, const char *text,
                 int bytes);
/* The next character of UTF-8; *text moves on. A malformed byte gives U+FFFD and moves on by
   one. */
uint32_t lg_utf8_next(const char **text, const char *end);

#endif
