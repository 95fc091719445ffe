/* png.c - the page has no libpng: pictures in scenes are refused there. */
#include "record/png_read.h"

bool lg_png_decode(void *user, const char *bytes, size_t n, int *width, int *height, uint8_t *rgba,
                   lg_why *why) {
  (void)user;
  (void)bytes;
  (void)n;
  (void)rgba;
  *width = *height = 0;
  return lg_explain(why, "the page in a browser has no decoder of PNG; run the program");
}
