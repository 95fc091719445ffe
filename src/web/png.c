/* png.c - pictures of scenes in the page. stb_image is a header alone and 20 kB of the page, libpng
   with zlib would be 150; what it leaves out, a file's own gamma, no editor writes today. */
#include "record/png_read.h"

#include <stdlib.h>
#include <string.h>

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#define STBI_NO_STDIO
#define STBI_NO_LINEAR
#define STBI_ASSERT(x) ((void)0)
#include <stb_image.h>

bool lg_png_decode(void *user, const char *bytes, size_t n, int *width, int *height, uint8_t *rgba,
                   lg_why *why) {
  const stbi_uc *data = (const stbi_uc *)bytes;
  int length = n > INT32_MAX ? INT32_MAX : (int)n, w, h, channels;
  (void)user;
  if (!stbi_info_from_memory(data, length, &w, &h, &channels))
    return lg_explain(why, "it is no PNG");

  /* The second call decodes what the first one had measured. */
  bool same = *width == w && *height == h;
  *width = w;
  *height = h;
  if (!rgba) return true;
  if (!same) return lg_explain(why, "its size has changed");
  stbi_uc *pixels = stbi_load_from_memory(data, length, &w, &h, &channels, 4);
  if (!pixels) return lg_explain(why, "it is a damaged PNG (%s)", stbi_failure_reason());
  memcpy(rgba, pixels, (size_t)w * (size_t)h * 4);
  stbi_image_free(pixels);
  return true;
}
