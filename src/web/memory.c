/* memory.c - copying, filling and comparing memory, sixteen bytes at a time. Those of the C library
   go by four or one, and copy through JavaScript from 512 bytes on, where the call takes as long as
   the copy: a block's column has 2048.

   What is no whole number of vectors ends with one that overlaps the vector before. */
#include <stddef.h>
#include <wasm_simd128.h>

/* no loop in here is a call of itself */
#define PLAIN __attribute__((no_builtin))

enum { ONE = 16, FOUR = 4 * ONE };

PLAIN void *memcpy(void *restrict to, const void *restrict from, size_t n) {
  char *t = to;
  const char *f = from;
  if (n >= ONE) {
    char *const t_end = t + n;
    const char *const f_end = f + n;

    /* Four vectors at a time, then one, then the last bytes once more. */
    for (; n >= FOUR; n -= FOUR, t += FOUR, f += FOUR) {
      const v128_t a = wasm_v128_load(f), b = wasm_v128_load(f + ONE),
                   c = wasm_v128_load(f + 2 * ONE), d = wasm_v128_load(f + 3 * ONE);
      wasm_v128_store(t, a);
      wasm_v128_store(t + ONE, b);
      wasm_v128_store(t + 2 * ONE, c);
      wasm_v128_store(t + 3 * ONE, d);
    }
    for (; n > ONE; n -= ONE, t += ONE, f += ONE) wasm_v128_store(t, wasm_v128_load(f));
    if (n > 0) wasm_v128_store(t_end - ONE, wasm_v128_load(f_end - ONE));

  } else if (n >= 8) {
    const v128_t a = wasm_v128_load64_zero(f), b = wasm_v128_load64_zero(f + n - 8);
    wasm_v128_store64_lane(t, a, 0);
    wasm_v128_store64_lane(t + n - 8, b, 0);
  } else if (n >= 4) {
    const v128_t a = wasm_v128_load32_zero(f), b = wasm_v128_load32_zero(f + n - 4);
    wasm_v128_store32_lane(t, a, 0);
    wasm_v128_store32_lane(t + n - 4, b, 0);
  } else
    while (n-- > 0) t[n] = f[n];
  return to;
}

PLAIN void *memset(void *to, int byte, size_t n) {
  char *t = to;
  const v128_t v = wasm_i8x16_splat((signed char)byte);
  if (n >= ONE) {
    char *const end = t + n;

    /* Four vectors at a time, then one, then the last bytes once more. */
    for (; n >= FOUR; n -= FOUR, t += FOUR) {
      wasm_v128_store(t, v);
      wasm_v128_store(t + ONE, v);
      wasm_v128_store(t + 2 * ONE, v);
      wasm_v128_store(t + 3 * ONE, v);
    }
    for (; n > ONE; n -= ONE, t += ONE) wasm_v128_store(t, v);
    if (n > 0) wasm_v128_store(end - ONE, v);
  } else if (n >= 4) {
    const size_t last = n - 4, middle = n >= 8 ? 4 : 0;
    wasm_v128_store32_lane(t, v, 0);
    wasm_v128_store32_lane(t + middle, v, 0);
    wasm_v128_store32_lane(t + (last > 4 ? last - 4 : 0), v, 0);
    wasm_v128_store32_lane(t + last, v, 0);
  } else
    while (n-- > 0) t[n] = (char)byte;
  return to;
}

/* The bytes of a vector that differ, a bit each. */
static unsigned differ(const unsigned char *a, const unsigned char *b) {
  return ~wasm_i8x16_bitmask(wasm_i8x16_eq(wasm_v128_load(a), wasm_v128_load(b))) & 0xffff;
}

PLAIN int memcmp(const void *one, const void *other, size_t n) {
  const unsigned char *a = one, *b = other;
  for (; n >= ONE; n -= ONE, a += ONE, b += ONE) {
    const unsigned bits = differ(a, b);
    if (!bits) continue;
    const int i = __builtin_ctz(bits);
    return a[i] - b[i];
  }
  for (; n > 0; n--, a++, b++)
    if (*a != *b) return *a - *b;
  return 0;
}
