/* stages.c - see stages.h. */
#include "viewer/stages.h"

#include <stdio.h>
#include <string.h>

#define COLUMNS 48

typedef struct sight {
  bool (*show)(void *user);
  void *user;
  int from, by;
  int taken, substep, pass; /* pass: of the stage `from`, in its sub-step */
  bool dark, marked;
  uint64_t mark[COLUMNS]; /* of the columns behind the stage before */
  lg_ribbon ribbon;
} sight;

static void add(lg_ribbon *r, const lg_peek_stage *at) {
  if (r->n == LG_RIBBON_MAX) return;
  if (at->pass > 1) snprintf(r->of[r->n].name, LG_NAME_MAX, "%.34s %d", at->name, at->pass);
  else snprintf(r->of[r->n].name, LG_NAME_MAX, "%s", at->name);
  r->of[r->n++].seconds = at->seconds;
}

static void mark(sight *v, const lg_world *w) {
  for (int c = 0; c < lg_column_count(w) && c < COLUMNS; c++)
    v->mark[c] = lg_column_hash(w, lg_column_name(w, c));
  v->marked = true;
}

/* Where it stands, and which columns the stage has changed. */
static void caption(sight *v, const lg_world *w, const lg_peek_stage *at) {
  char *text = v->ribbon.caption;
  const size_t room = sizeof v->ribbon.caption;
  int changed = 0;
  size_t n = (size_t)snprintf(text, room, "sub-step %d, behind %s", at->substep,
                              v->ribbon.of[v->ribbon.n - 1].name);
  for (int c = 0; v->marked && c < lg_column_count(w) && c < COLUMNS && n < room - 64; c++) {
    const char *name = lg_column_name(w, c);
    if (v->mark[c] == lg_column_hash(w, name)) continue;
    n += (size_t)snprintf(text + n, room - n, "%s %s", changed++ ? "," : ": it changed", name);
  }
  if (v->marked && !changed && n < room) snprintf(text + n, room - n, ": it changed no column");
}

/* Is this the stage that was asked for? */
static bool is_there(sight *v, const lg_peek_stage *at) {
  if (at->number <= v->from) v->pass = at->pass;
  if (v->by == LG_SUBSTEP) return at->number > v->from && strcmp(at->name, "guard") == 0;
  if (v->by == LG_ITERATION) return at->number > v->from && at->pass > v->pass;
  return at->number == v->from + v->by;
}

/* What is compared with it: the stage before, or where an iteration began. */
static bool is_before(const sight *v, const lg_peek_stage *at) {
  return at->number == (v->by == LG_ITERATION ? v->from : v->from + v->by - 1);
}

static bool behind(void *user, const lg_world *w, const lg_peek_stage *at) {
  sight *v = user;
  if (v->taken && at->substep != v->substep) return false;
  if (at->substep != v->substep) {
    v->ribbon.n = 0;
    v->pass = 1;
  }
  v->substep = at->substep;
  add(&v->ribbon, at);
  if (v->taken) return true;

  if (is_there(v, at)) {
    v->ribbon.at = v->ribbon.n - 1;
    caption(v, w, at);
    v->taken = at->number;
    v->dark = !v->show(v->user);
  } else if (is_before(v, at)) mark(v, w);
  return true;
}

int lg_stages_take(lg_ribbon *out, const lg_viewer_host *host, int from, int by,
                   bool (*show)(void *user), void *user) {
  sight v = {.show = show, .user = user, .from = from, .by = by, .pass = 1};
  if (!host->peek(host->user, 0, behind, &v) || v.dark) return -1;
  if (v.taken) *out = v.ribbon;
  return v.taken;
}
