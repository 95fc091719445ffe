/* png_read.c - pictures that others made: pixels out of a file, or out of its bytes. libpng bounds
   what a chunk may unpack to; whoever calls bounds the picture. */
#include "record/png_read.h"

#include <png.h>
#include <stdlib.h>

/* libpng's sentences begin with what it was called with. */
static bool refuse(png_image *image, lg_why *why) {
  bool empty = image->message[0] == 0;
  lg_explain(why, "%s", empty ? "it is no PNG" : image->message);
  png_image_free(image);
  return false;
}

bool lg_png_decode(void *user, const char *bytes, size_t n, int *width, int *height, uint8_t *rgba,
                   lg_why *why) {
  png_image image = {.version = PNG_IMAGE_VERSION};
  (void)user;
  if (!png_image_begin_read_from_memory(&image, bytes, n)) return refuse(&image, why);
  image.format = PNG_FORMAT_RGBA;

  /* The second call decodes what the first one had measured. */
  bool same = *width == (int)image.width && *height == (int)image.height;
  *width = image.width > INT32_MAX ? INT32_MAX : (int)image.width;
  *height = image.height > INT32_MAX ? INT32_MAX : (int)image.height;
  if (rgba && !same) return lg_explain(why, "its size has changed"), png_image_free(&image), false;
  if (rgba && !png_image_finish_read(&image, NULL, rgba, 0, NULL)) return refuse(&image, why);
  png_image_free(&image);
  return true;
}

uint8_t *lg_record_read_png(const char *path, int *width, int *height) {
  png_image image = {.version = PNG_IMAGE_VERSION};
  if (!png_image_begin_read_from_file(&image, path)) return NULL;
  image.format = PNG_FORMAT_RGBA;
  uint8_t *rgba = malloc(PNG_IMAGE_SIZE(image));
  *width = (int)image.width;
  *height = (int)image.height;
  if (rgba && png_image_finish_read(&image, NULL, rgba, 0, NULL)) return rgba;
  png_image_free(&image);
  free(rgba);
  return NULL;
}
