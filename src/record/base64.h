/* base64.h - bytes as text (RFC 4648), as they come: what VTK's XML files hold. */
#ifndef LG_RECORD_BASE64_H
#define LG_RECORD_BASE64_H

#include <stdint.h>
#include <stdio.h>

/* 0 to 2 bytes that wait for a third */
typedef struct lg_base64 {
  FILE *f;
  uint32_t bits;
  int bytes;
} lg_base64;

static inline void lg_base64_group(lg_base64 *t, int digits) {
  static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (int k = 0; k < 4; k++) putc(k < digits ? digit[t->bits >> (18 - 6 * k) & 63] : '=', t->f);
  t->bits = 0;
  t->bytes = 0;
}

static inline void lg_base64_put(lg_base64 *t, const void *data, size_t n) {
  const uint8_t *byte = data;
  for (size_t i = 0; i < n; i++) {
    t->bits |= (uint32_t)byte[i] << (16 - 8 * t->bytes);
    if (++t->bytes == 3) lg_base64_group(t, 4);
  }
}

static inline void lg_base64_end(lg_base64 *t) {
  if (t->bytes > 0) lg_base64_group(t, t->bytes + 1);
}

#endif
