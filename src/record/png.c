/* png.c - pictures. */
#include "record/part.h"
#include "record/record.h"

#include <errno.h>
#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEVEL 4 /* of zlib: half the time of its default for a few percent more bytes */

typedef struct job {
  FILE *file;
  int width, height;
  const uint8_t *rgba;
  bool opaque; /* then the file has no alpha */
  int error;   /* errno of a failed write; 0: libpng's own trouble */
  char trouble[128];
  jmp_buf back;
} job;

static void write_bytes(png_structp png, png_bytep bytes, size_t n) {
  job *j = png_get_io_ptr(png);
  if (fwrite(bytes, 1, n, j->file) == n) return;
  j->error = errno ? errno : EIO;
  png_error(png, "write");
}

static void flush_bytes(png_structp png) { (void)png; }

static void fail(png_structp png, png_const_charp message) {
  job *j = png_get_error_ptr(png);
  snprintf(j->trouble, sizeof j->trouble, "%s", message);
  longjmp(j->back, 1);
}

static void ignore(png_structp png, png_const_charp message) {
  (void)png;
  (void)message;
}

static void write_image(job *j, png_structp png, png_infop info) {
  int type = j->opaque ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_RGB_ALPHA;
  png_set_write_fn(png, j, write_bytes, flush_bytes);
  png_set_compression_level(png, LEVEL);

  /* 8 bits a channel, sRGB; an opaque picture is written without its alpha. */
  png_set_IHDR(png, info, (png_uint_32)j->width, (png_uint_32)j->height, 8, type,
               PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_set_sRGB(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
  png_write_info(png, info);
  if (j->opaque) png_set_filler(png, 0, PNG_FILLER_AFTER);

  for (int y = 0; y < j->height; y++)
    png_write_row(png, j->rgba + 4 * (size_t)y * (size_t)j->width);
  png_write_end(png, info);
}

static bool encode(job *j) {
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, j, fail, ignore);
  png_infop info = png ? png_create_info_struct(png) : NULL;
  bool ok = false;
  if (!info) j->error = ENOMEM;
  else if (!setjmp(j->back)) { /* png and info are not changed from here on */
    write_image(j, png, info);
    ok = true;
  }
  png_destroy_write_struct(&png, &info);
  return ok;
}

static bool is_opaque(const uint8_t *rgba, size_t pixels) {
  uint8_t all = 255;
  for (size_t i = 0; i < pixels; i++) all &= rgba[4 * i + 3];
  return all == 255;
}

/* The whole file under its other name. */
static bool write_part(const char *temp, job *j) {
  j->file = fopen(temp, "wbe");
  if (!j->file) return j->error = errno, false;
  errno = 0;
  bool ok = encode(j);
  if (fclose(j->file) && ok) { /* the last bytes were still to be written */
    j->error = errno;
    ok = false;
  }
  return ok;
}

bool lg_record_png(const char *path, int width, int height, const uint8_t *rgba, lg_why *why) {
  job j = {.width = width, .height = height, .rgba = rgba};
  lg_part part;
  if (width < 1 || height < 1) {
    return lg_explain(why, "%s: cannot be written: a picture of %d x %d pixels has none", path,
                      width, height);
  }

  /* Under another name until it is whole. */
  if (!lg_part_begin(&part, path, why)) return false;
  j.opaque = is_opaque(rgba, (size_t)width * (size_t)height);
  if (write_part(part.temp, &j)) return lg_part_keep(&part, why);

  lg_part_drop(&part);
  if (j.error) return lg_part_refuse(path, j.error, why);
  return lg_explain(why, "%s: cannot be written: libpng: %s", path, j.trouble);
}
