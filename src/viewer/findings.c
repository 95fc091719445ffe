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

/* The text of the panel: all findings if they are asked for, else the first new one while it is
   fresh, and how many more there are; "": nothing is to be said. */
static void findings_text(const lg_window *w, char *out, size_t bytes) {
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

typedef struct panel {           /* pixels */
  int margin, size, width, text; /* text: the height of the words */
} panel;
/* False: there is nothing to show. */
static bool measure(lg_window *w, panel *p, char *out, size_t bytes) {
  lg_image *image = &w->panes.whole;
  p->margin = lg_scale_pixels(w, MARGIN);
  p->size = lg_scale_pixels(w, image->width < lg_scale_pixels(w, WIDE) ? SMALL : LARGE);
  p->width = image->width - 4 * p->margin;
  findings_text(w, out, bytes);
  if (!*out || p->width < 100) return false;
  p->text = lg_picture_prose(image, 2 * p->margin, 0, p->width, p->size, 0, out);
  return true;
}

int lg_findings_height(lg_window *w) {
  char text[sizeof w->frame->beside.finding];
  panel p;
  return measure(w, &p, text, sizeof text) ? p.text + 3 * p.margin : 0;
}

void lg_findings_paint(lg_window *w) {
  char text[sizeof w->frame->beside.finding];
  lg_image *image = &w->panes.whole;
  const lg_theme *theme = lg_window_theme(w);
  panel p;
  if (!measure(w, &p, text, sizeof text)) return;

  int top = image->height - p.text - 3 * p.margin - lg_past_height(w);
  lg_picture_panel(image, p.margin, top, p.width + 2 * p.margin, p.text + 2 * p.margin, 6,
                   theme->finding);
  lg_picture_prose(image, 2 * p.margin, top + p.margin, p.width, p.size, theme->text, text);
}
