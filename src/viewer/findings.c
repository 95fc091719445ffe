/* findings.c - what the doctor finds while a scene runs: a line over the foot of the picture when
   it is new, all of them while a key asks for that. Of several that come together the first is
   shown: the others are often its consequences. */
#include "viewer/window.h"

#include <stdio.h>
#include <string.h>

#define FRESH 12.0 /* s that a new one stands */
enum {
  MARGIN = 12,
  LARGE = 16,
  SMALL = 13,
  WIDE = 900
}; /* units; WIDE: a picture of large letters */

void lg_findings_take(lg_window *w) {
  int count = w->frame->beside.findings;
  double now = lg_window_now();
  if (count > w->findings.known) {
    if (now >= w->findings.until) w->findings.first = w->findings.known;
    w->findings.until = now + FRESH;
  }
  if (count == 0) w->findings.until = 0;
  w->findings.known = count;
}

bool lg_findings_end(const lg_window *w, double now) {
  return w->findings.until > w->drawn_at && now >= w->findings.until;
}

/* The first of the new ones, or all; "": nothing is to be said. */
static void words(const lg_window *w, char *out, size_t bytes) {
  const lg_sim_beside *b = &w->frame->beside;
  const lg_findings *f = &w->findings;
  size_t used = 0;
  *out = '\0';
  if (f->all && b->findings == 0) snprintf(out, bytes, "the doctor has found nothing");
  for (int i = 0; f->all && i < b->findings && used < bytes; i++)
    used += (size_t)snprintf(out + used, bytes - used, "%s%s", used ? "\n\n" : "", b->finding[i]);
  if (f->all || lg_window_now() >= f->until || f->first >= b->findings) return;

  int more = b->findings - f->first - 1;
  snprintf(out, bytes, "%s", b->finding[f->first]);
  used = strlen(out);
  if (more > 0) snprintf(out + used, bytes - used, "   (%d more: key d)", more);
}

void lg_findings_paint(lg_window *w) {
  char text[sizeof w->frame->beside.finding];
  lg_image *image = &w->panes.whole;
  const lg_theme *theme = lg_window_theme(w);
  const int margin = lg_scale_pixels(w, MARGIN),
            size = lg_scale_pixels(w, image->width < lg_scale_pixels(w, WIDE) ? SMALL : LARGE),
            width = image->width - 4 * margin;
  words(w, text, sizeof text);
  if (!*text || width < 100) return;

  int high = lg_picture_prose(image, 2 * margin, 0, width, size, 0, text);
  int top = image->height - high - 3 * margin - lg_past_height(w);
  lg_picture_panel(image, margin, top, width + 2 * margin, high + 2 * margin, 6, theme->finding);
  lg_picture_prose(image, 2 * margin, top + margin, width, size, theme->text, text);
}
