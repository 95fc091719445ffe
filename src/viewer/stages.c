/* stages.c - see stages.h. */
#include "viewer/stages.h"

#include <stdio.h>
#include <string.h>

#define COLUMNS 48

/* ---- iterations ----------------------------------------------------------------------------- */

#define STAGES 2048 /* of a sub-step, among which iterations are looked for */

typedef struct lap { /* the stages of a sub-step, in their order */
  int from, found;   /* looked for behind stage `from`; its number, 0: not yet */
  int n, first;      /* the number of the first */
  bool hosted;       /* its loops are not marked */
  bool loops;        /* there are some in the frame */
  struct {
    const char *name;
    int pass;
    bool iterates;
  } of[STAGES];
} lap;

/* Where i's name comes again, as the begin of an iteration; n: nowhere. */
static int next_of(const lap *l, int i) {
  int k = i + 1;
  while (k < l->n &&
         (strcmp(l->of[k].name, l->of[i].name) != 0 || !(l->hosted || l->of[k].iterates)))
    k++;
  return k;
}

/* Without marks: all that lies between i and where it comes again does so behind that, too. Two
   kicks with the forces between them are no loop. */
static bool begins_loop(const lap *l, int i) {
  if (!l->hosted) return l->of[i].iterates;
  const int next = l->of[i].pass == 1 ? next_of(l, i) : l->n;
  for (int k = i + 1; k < next; k++) {
    int again = next_of(l, k);
    while (again < next) again = next_of(l, again);
    if (again == l->n) return false;
  }
  return next < l->n;
}

/* The number of the first iteration behind `from`, 0: none; loops within a loop are none. */
static int find_iteration(lap *l) {
  for (int i = 0; i < l->n; i++)
    for (int k = begins_loop(l, i) ? i : l->n; k < l->n; k = next_of(l, k)) {
      l->loops = true;
      if (l->first + k > l->from) return l->first + k;
      i = k;
    }
  return 0;
}

static bool note(void *user, const lg_world *w, const lg_peek_stage *at) {
  lap *l = user;
  if (strcmp(at->name, "formulas") == 0) {
    l->n = 0;
    l->first = at->number;
    l->hosted = lg_is_script(lg_kind_of(w, lg_solver_id(w)));
  }

  /* A stage more of this sub-step; the last one tells where its iterations are. */
  if (l->n < STAGES) {
    l->of[l->n].name = at->name;
    l->of[l->n].pass = at->pass;
    l->of[l->n++].iterates = at->iterates;
  }
  if (strcmp(at->name, "guard") == 0) l->found = find_iteration(l);
  return l->found == 0;
}

/* ---- the picture ---------------------------------------------------------------------------- */

typedef struct sight {
  bool (*show)(void *user);
  void *user;
  int to, since; /* stages: behind which it is taken; what is compared with it */
  bool substep;  /* it is the first end of a sub-step from there on */
  int taken, in; /* the stage, and its sub-step */
  bool dark, marked;
  uint64_t mark[COLUMNS]; /* of the columns behind the stage before */
  lg_ribbon ribbon;
} sight;

/* Of more stages than it holds those about the picture's. */
static void add(lg_ribbon *r, const lg_peek_stage *at, bool taken) {
  r->seconds += at->seconds;
  if (r->n == LG_RIBBON_MAX && taken) return;
  if (r->n == LG_RIBBON_MAX) memmove(r->of, r->of + 1, (size_t)--r->n * sizeof *r->of);
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

  /* Columns whose hash is another one than before. */
  for (int c = 0; v->marked && c < lg_column_count(w) && c < COLUMNS && n < room - 64; c++) {
    const char *name = lg_column_name(w, c);
    if (v->mark[c] == lg_column_hash(w, name)) continue;
    n += (size_t)snprintf(text + n, room - n, "%s %s", changed++ ? "," : ": it changed", name);
  }
  if (v->marked && !changed && n < room) snprintf(text + n, room - n, ": it changed no column");
}

static bool behind(void *user, const lg_world *w, const lg_peek_stage *at) {
  sight *v = user;
  if (v->taken && at->substep != v->in) return false;
  if (at->substep != v->in) v->ribbon.n = 0, v->ribbon.seconds = 0;
  v->in = at->substep;
  add(&v->ribbon, at, v->taken);
  if (v->taken) return true;

  const bool there = v->substep ? at->number >= v->to && strcmp(at->name, "guard") == 0
                                : at->number == v->to;
  if (there) {
    v->ribbon.at = v->ribbon.n - 1;
    caption(v, w, at);
    v->taken = at->number;
    v->dark = !v->show(v->user);
  } else if (at->number == v->since) mark(v, w);
  return true;
}

int lg_stages_take(lg_ribbon *out, const lg_viewer_host *host, int world, int from, int by,
                   bool (*show)(void *user), void *user) {
  sight v = {.show = show, .user = user, .to = from + by, .since = from + by - 1};
  if (by == -LG_SUBSTEP || v.to <= 0) return 0;

  if (by == LG_ITERATION) { /* it may end behind the sub-step that it begins in */
    lap l = {.from = from};
    if (!host->peek(host->user, world, note, &l)) return -1;
    v.to = l.found;
    v.since = from;
    if (l.found == 0 && l.loops) return 0;
    if (l.found == 0) by = LG_SUBSTEP;
  }
  if (by == LG_SUBSTEP) {
    v.substep = true;
    v.to = from + 1;
    v.since = 0;
  }

  /* the picture is taken behind the stage that was looked for */
  if (!host->peek(host->user, world, behind, &v) || v.dark) return -1;
  v.ribbon.world = world;
  if (v.taken) *out = v.ribbon;
  return v.taken;
}
