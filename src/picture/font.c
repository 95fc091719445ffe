/* font.c - the font: fontconfig finds it, FreeType draws its glyphs. */
#include "picture/font.h"

#include <fontconfig/fontconfig.h>
#include <ft2build.h>
#include FT_FREETYPE_H
#include <stdio.h>
#include <stdlib.h>
#include <threads.h>

#define PATH_BYTES 4096

struct lg_font {
  FT_Library library;
  FT_Face face;
  int size; /* the face is set to */
};

/* Found once a process: fontconfig reads all of its configuration first, some 10 ms. */
static struct {
  once_flag once;
  char file[PATH_BYTES];
  int index;
} font = {.once = ONCE_FLAG_INIT};

static void find_font(void) {
  /* A pattern asks for DejaVu Sans; what matches is the nearest font that is installed. */
  FcConfig *config = FcInitLoadConfigAndFonts();
  FcPattern *asked = FcPatternBuild(NULL, FC_FAMILY, FcTypeString, "DejaVu Sans", FC_SCALABLE,
                                    FcTypeBool, FcTrue, (char *)NULL);
  FcResult result;
  FcConfigSubstitute(config, asked, FcMatchPattern);
  FcDefaultSubstitute(asked);
  FcPattern *found = FcFontMatch(config, asked, &result);

  FcChar8 *file;
  if (found && FcPatternGetString(found, FC_FILE, 0, &file) == FcResultMatch) {
    snprintf(font.file, sizeof font.file, "%s", (const char *)file);
    if (FcPatternGetInteger(found, FC_INDEX, 0, &font.index) != FcResultMatch) font.index = 0;
  }

  if (found) FcPatternDestroy(found);
  FcPatternDestroy(asked);
  FcConfigDestroy(config);
}

const char *lg_font_file(int *index) {
  call_once(&font.once, find_font);
  *index = font.index;
  return font.file[0] ? font.file : NULL;
}

void lg_font_close(lg_font *f) {
  if (!f) return;
  if (f->face) FT_Done_Face(f->face);
  if (f->library) FT_Done_FreeType(f->library);
  free(f);
}

lg_font *lg_font_open(void) {
  int index;
  const char *file = lg_font_file(&index);
  lg_font *f = file ? calloc(1, sizeof *f) : NULL;
  if (!f) return NULL;
  if (FT_Init_FreeType(&f->library)) f->library = NULL;
  if (f->library && !FT_New_Face(f->library, file, index, &f->face)) return f;
  f->face = NULL;
  lg_font_close(f);
  return NULL;
}

void lg_font_draw(lg_font *f, uint32_t code, int size, lg_glyph *out) {
  if (f->size != size && !FT_Set_Pixel_Sizes(f->face, 0, (FT_UInt)size)) f->size = size;

  /* Hinted lightly, in 256 grades of coverage. */
  if (FT_Load_Char(f->face, code, FT_LOAD_RENDER | FT_LOAD_TARGET_LIGHT)) return;
  FT_GlyphSlot s = f->face->glyph;

  out->advance = (int)((s->advance.x + 32) >> 6); /* from 1/64 pixel */
  out->left = s->bitmap_left;
  out->top = s->bitmap_top;

  /* A copy of the bitmap: FreeType's own is drawn over by the next glyph. */
  int width = (int)s->bitmap.width, height = (int)s->bitmap.rows;
  out->cover = malloc((size_t)width * (size_t)height + 1);
  if (!out->cover) return;
  out->width = width;
  out->height = height;
  for (int y = 0; y < height; y++)
    memcpy(out->cover + y * width, s->bitmap.buffer + y * s->bitmap.pitch, (size_t)width);
}
