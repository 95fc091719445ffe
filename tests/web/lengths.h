/* lengths.h - src/web/memory.c against loops over bytes: every length that its branches part, at
   every place within a vector, and nothing beside it is touched. Run by memory.sh. */
#include <stdio.h>
#include <string.h>

enum { LONGEST = 200, ROOM = 256, EDGE = 24 };

static unsigned char from[ROOM], to[ROOM], want[ROOM];

static void fill(void) {
  for (int i = 0; i < ROOM; i++) {
    from[i] = (unsigned char)(7 * i + 3);
    to[i] = want[i] = (unsigned char)(251 - i);
  }
}

static int fault(const char *what, int n, int at) {
  printf("%s of %d bytes at %d is wrong\n", what, n, at);
  return 1;
}

static int sign(int x) { return (x > 0) - (x < 0); }

static int try_length(volatile int n, int at) {
  fill();
  for (int i = 0; i < n; i++) want[EDGE + at + i] = from[EDGE + i];
  if (memcpy(to + EDGE + at, from + EDGE, (size_t)n) != to + EDGE + at)
    return fault("memcpy", n, at);
  for (int i = 0; i < ROOM; i++)
    if (to[i] != want[i]) return fault("memcpy", n, at);

  fill();
  for (int i = 0; i < n; i++) want[EDGE + at + i] = 0x9c;
  if (memset(to + EDGE + at, 0x19c, (size_t)n) != to + EDGE + at) return fault("memset", n, at);
  for (int i = 0; i < ROOM; i++)
    if (to[i] != want[i]) return fault("memset", n, at);

  /* two equal texts, then one that differs in a single place, both ways */
  fill();
  unsigned char *a = to + EDGE + at, *b = from + EDGE;
  memcpy(a, b, (size_t)n);
  if (memcmp(a, b, (size_t)n) != 0) return fault("memcmp", n, at);
  for (int i = 0; i < n; i++) {
    const unsigned char was = a[i];
    a[i] = (unsigned char)(was ^ 0x80);
    if (sign(memcmp(a, b, (size_t)n)) != sign(a[i] - was) ||
        sign(memcmp(b, a, (size_t)n)) != sign(was - a[i]))
      return fault("memcmp", n, at);
    a[i] = was;
  }
  return 0;
}

int main(void) {
  int faults = 0;
  for (int n = 0; n <= LONGEST && faults == 0; n++)
    for (int at = 0; at < 17; at++) faults += try_length(n, at);
  puts(faults ? "failed" : "all lengths");
  return faults > 0;
}
