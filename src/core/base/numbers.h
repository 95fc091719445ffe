/* numbers.h - numbers in checkpoints: little endian and of fixed widths, so that a file is the same
   bytes on every machine. */
#ifndef LG_CORE_BASE_NUMBERS_H
#define LG_CORE_BASE_NUMBERS_H

#include "laguna_kind.h"

#include <string.h>

#define LG_LITTLE_ENDIAN (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)

/* Turns the bytes of each of n numbers round, in place. */
static inline void lg_numbers_turn(void *numbers, size_t width, size_t n) {
  char *at = (char *)numbers;
  for (size_t i = 0; i < n; i++, at += width)
    for (size_t k = 0; k < width / 2; k++) {
      char low = at[k];
      at[k] = at[width - 1 - k];
      at[width - 1 - k] = low;
    }
}

/* From this machine's order to that of files, and back: the same turn. */
static inline void lg_numbers_little(void *numbers, size_t width, size_t n) {
  if (!LG_LITTLE_ENDIAN) lg_numbers_turn(numbers, width, n);
}

/* n numbers as files have them, in pieces. */
static inline void lg_numbers_give(lg_take_fn *take, void *user, const void *numbers, size_t width,
                                   size_t n) {
  char block[512];
  if (LG_LITTLE_ENDIAN) {
    take(user, (const char *)numbers, width * n);
    return;
  }
  for (size_t at = 0, most = sizeof block / width; at < n; at += most) {
    size_t count = n - at < most ? n - at : most;
    memcpy(block, (const char *)numbers + at * width, count * width);
    lg_numbers_turn(block, width, count);
    take(user, block, count * width);
  }
}

#endif
