/* progress.c - how far a run is, on stderr: a bar on a terminal, else a plain line every ten
   seconds. */
#include "app/app.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define REDRAW 0.1  /* s, between two drawings of the bar */
#define SPARSE 10.0 /* s, between two plain lines in a log */
#define BAR    24   /* characters */

/* is a bar on the terminal's present line? stderr is one for the whole process, so is this */
static bool shown;

void lg_progress_begin(lg_progress *p, int64_t first, int64_t total) {
  const char *term = getenv("TERM");
  *p = (lg_progress){.terminal = isatty(STDERR_FILENO) && !(term && strcmp(term, "dumb") == 0),
                     .total = total,
                     .first = first};
  p->start = lg_clock();
  p->last = p->start;
}

static void clock_text(char *out, size_t bytes, double seconds) {
  int64_t s = seconds < 3.6e8 ? (int64_t)(seconds + 0.5) : 360000000;
  if (s >= 3600)
    snprintf(out, bytes, "%" PRId64 ":%02d:%02d", s / 3600, (int)(s / 60 % 60), (int)(s % 60));
  else snprintf(out, bytes, "%d:%02d", (int)(s / 60), (int)(s % 60));
}

static void draw(const lg_progress *p, int64_t frame, size_t particles, double now) {
  char bar[BAR + 1], left[32];

  double done = p->total > 0 ? (double)frame / (double)p->total : 1, spent = now - p->start;
  int filled = (int)(done * BAR);
  for (int i = 0; i < BAR; i++) bar[i] = i < filled ? '#' : '.';
  bar[BAR] = '\0';

  /* The mean time of a frame so far tells how long the rest takes. */
  double a_frame = frame > p->first ? spent / (double)(frame - p->first) : 0;
  clock_text(left, sizeof left, a_frame * (double)(p->total - frame));

  fprintf(stderr,
          "%s[%s] %3d %%  frame %" PRId64 "/%" PRId64 "  %zu particles  %.1f ms/frame  ETA %s%s",
          p->terminal ? "\r" : "", bar, (int)(100 * done), frame, p->total, particles,
          1e3 * a_frame, left, p->terminal ? "\033[K" : "\n");
  fflush(stderr);
  shown = p->terminal;
}

void lg_progress_frame(lg_progress *p, int64_t frame, size_t particles) {
  double now = lg_clock();
  bool last = frame == p->total && p->terminal;
  if (now - p->last < (p->terminal ? REDRAW : SPARSE) && !last) return;
  p->last = now;
  draw(p, frame, particles, now);
}

void lg_progress_end(lg_progress *p) {
  (void)p;
  if (shown) fputc('\n', stderr);
  shown = false;
}

void lg_progress_hide(void) {
  if (shown) fputs("\r\033[K", stderr);
  shown = false;
}
