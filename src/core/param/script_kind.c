/* script_kind.c - kinds of solvers that hosts write: rows, columns and state behind those of
   solver.script. They are never freed, since panels and statistics point to their rows; the same
   wishes give the same kind, so that a scene that is read again and again needs no more. */
#include "core/param/param.h"

#include <stdatomic.h>
#include <stdlib.h>

#define MOST_ROWS    64 /* of the host's own */
#define MOST_COLUMNS 24

static struct {
  atomic_flag busy;
  int n;
  const lg_kind *kind[LG_SCRIPT_KINDS_MAX];
} made = {.busy = ATOMIC_FLAG_INIT};

typedef struct wish {
  const lg_kind *base;
  const lg_param *params;
  const lg_column_def *columns;
  const char *const *state;
  lg_why *why;
} wish;

bool lg_is_script(const lg_kind *kind) {
  return kind && kind->family == LG_FAMILY_SOLVER && kind->solver.hosted;
}

/* The registered one, which those of hosts are like; NULL: this build has none. */
static const lg_kind *registered(void) {
  for (int i = 0; i < lg_kind_count(); i++)
    if (lg_is_script(lg_kind_at(i))) return lg_kind_at(i);
  return NULL;
}

/* ---- is it right? --------------------------------------------------------------------------- */

static bool is_taken(const wish *x, const char *name, const lg_param *except) {
  for (const lg_param *row = x->params; row && row->name; row++)
    if (row != except && strcmp(row->name, name) == 0) return true;
  for (const char *const *state = x->state; state && *state; state++)
    if (strcmp(*state, name) == 0) return except != NULL;
  return false;
}

static bool check_rows(const wish *x) {
  int n = 0;
  for (const lg_param *row = x->params; row && row->name; row++, n++) {
    const lg_param *old = lg_param_find(x->base, row->name);
    bool number = row->type == LG_FLOAT || row->type == LG_INT,
         known = number || row->type == LG_BOOL;

    /* a name that is free, and a number where the base has one */
    if (!lg_name_check("script", row->name, x->why)) return false;
    if (!known || (old && old->type != LG_FLOAT))
      return lg_explain(x->why, "script: the parameter '%s' must be a number%s", row->name,
                        old ? "" : " or a boolean");
    if (is_taken(x, row->name, row))
      return lg_explain(x->why, "script: there are two of the name '%s'", row->name);

    /* its own range, and that of the row in whose place it stands */
    if (number && !(row->def[0] >= row->min && row->def[0] <= row->max))
      return lg_explain(x->why,
                        "script: the parameter '%s' = %g lies outside of its range %g to %g",
                        row->name, row->def[0], row->min, row->max);
    if (old && !(row->def[0] >= old->min && row->def[0] <= old->max))
      return lg_explain(x->why, "script: the parameter '%s' = %g lies outside of %g to %g",
                        row->name, row->def[0], old->min, old->max);
  }

  if (n <= MOST_ROWS) return true;
  return lg_explain(x->why, "script: it has %d parameters, more than %d", n, MOST_ROWS);
}

static bool check_columns(const wish *x) {
  int n = 0;
  for (const lg_column_def *c = x->columns; c && c->name; c++, n++) {
    if (!lg_name_check("script", c->name, x->why)) return false;

    /* neither the base's nor its own twice */
    for (const lg_column_def *own = x->base->solver.columns; own->name; own++)
      if (strcmp(own->name, c->name) == 0)
        return lg_explain(x->why, "script: it has the column '%s' already", c->name);
    for (const lg_column_def *other = x->columns; other != c; other++)
      if (strcmp(other->name, c->name) == 0)
        return lg_explain(x->why, "script: there are two columns '%s'", c->name);
  }

  if (n <= MOST_COLUMNS) return true;
  return lg_explain(x->why, "script: it has %d columns, more than %d", n, MOST_COLUMNS);
}

static bool check_state(const wish *x) {
  int n = 0;
  for (const char *const *state = x->state; state && *state; state++, n++) {
    if (!lg_name_check("script", *state, x->why)) return false;

    if (lg_param_find(x->base, *state))
      return lg_explain(x->why, "script: '%s' is a parameter already", *state);
    for (const char *const *other = x->state; other != state; other++)
      if (strcmp(*other, *state) == 0)
        return lg_explain(x->why, "script: there are two of the name '%s'", *state);
  }

  if (n <= MOST_ROWS) return true;
  return lg_explain(x->why, "script: it remembers %d numbers, more than %d", n, MOST_ROWS);
}

/* ---- is it there? --------------------------------------------------------------------------- */

static bool same_text(const char *a, const char *b) { return strcmp(a ? a : "", b ? b : "") == 0; }

static bool same_row(const lg_param *a, const lg_param *b) {
  return same_text(a->name, b->name) && a->type == b->type && a->offset == b->offset &&
         memcmp(a->def, b->def, sizeof a->def) == 0 && a->min == b->min && a->max == b->max &&
         a->flags == b->flags && same_text(a->unit, b->unit) && same_text(a->doc, b->doc);
}

static bool same_kind(const lg_kind *a, const lg_kind *b) {
  const lg_param *ra = a->params, *rb = b->params;
  while (ra->name && rb->name && same_row(ra, rb)) ra++, rb++;
  const lg_column_def *ca = a->solver.columns, *cb = b->solver.columns;
  while (ca->name && cb->name && same_text(ca->name, cb->name) &&
         ca->components == cb->components && same_text(ca->unit, cb->unit) &&
         same_text(ca->doc, cb->doc))
    ca++, cb++;
  const lg_state_field *sa = a->state, *sb = b->state;
  while (sa->name && sb->name && same_text(sa->name, sb->name)) sa++, sb++;
  return !ra->name && !rb->name && !ca->name && !cb->name && !sa->name && !sb->name;
}

/* ---- making --------------------------------------------------------------------------------- */

/* All of a kind in one piece of memory. */
typedef struct parts {
  lg_kind kind;
  lg_param rows[MOST_ROWS + 16];
  lg_column_def columns[MOST_COLUMNS + 8];
  lg_state_field state[MOST_ROWS + 1];
} parts;

static size_t aligned(size_t bytes, size_t to) { return (bytes + to - 1) / to * to; }

static void add_rows(const wish *x, parts *p) {
  int n = 0;
  for (const lg_param *row = x->base->params; row->name; row++) p->rows[n++] = *row;

  /* a row of the base keeps its place and has another default */
  for (const lg_param *row = x->params; row && row->name; row++) {
    int old = 0;
    while (old < n && strcmp(p->rows[old].name, row->name) != 0) old++;
    if (old < n) {
      p->rows[old].def[0] = p->rows[old].def[1] = row->def[0];
      continue;
    }

    p->rows[n] = *row;
    p->rows[n].flags = 0;
    p->kind.size = aligned(p->kind.size, 8);
    p->rows[n].offset = p->kind.size;
    p->kind.size += lg_param_bytes(&p->rows[n++]);
  }

  p->rows[n] = (lg_param)LG_ROWS_END;
}

static void add_columns(const wish *x, parts *p) {
  int n = 0;
  for (const lg_column_def *c = x->base->solver.columns; c->name; c++) p->columns[n++] = *c;
  for (const lg_column_def *c = x->columns; c && c->name; c++) p->columns[n++] = *c;
  p->columns[n] = (lg_column_def){NULL, 0, NULL, NULL};
}

static void add_state(const wish *x, parts *p) {
  int n = 0;
  for (const char *const *name = x->state; name && *name; name++) {
    p->kind.size = aligned(p->kind.size, sizeof(double));
    p->state[n++] = (lg_state_field){*name, p->kind.size, LG_STATE_DOUBLE, 1, -DBL_MAX, DBL_MAX};
    p->kind.size += sizeof(double);
  }
  p->state[n] = (lg_state_field)LG_KEEP_END;
}

/* Texts are the host's until the kind is kept. */
static bool keep_texts(parts *p) {
  bool ok = true;

  for (lg_param *row = p->rows; row->name; row++) {
    row->name = lg_text_keep(row->name);
    row->unit = lg_text_keep(row->unit ? row->unit : "1");
    row->doc = lg_text_keep(row->doc ? row->doc : "");
    if (!row->name || !row->unit || !row->doc) return false;
  }

  for (lg_column_def *c = p->columns; c->name; c++) {
    c->name = lg_text_keep(c->name);
    c->unit = lg_text_keep(c->unit ? c->unit : "1");
    c->doc = lg_text_keep(c->doc ? c->doc : "");
    if (!c->name || !c->unit || !c->doc) return false;
  }

  for (lg_state_field *f = p->state; ok && f->name; f++) ok = (f->name = lg_text_keep(f->name));
  return ok;
}

static const lg_kind *find_or_make(const wish *x) {
  parts *p = calloc(1, sizeof *p);
  if (!p) return lg_explain(x->why, "script: out of memory"), NULL;
  p->kind = *x->base;
  add_rows(x, p);
  add_columns(x, p);
  add_state(x, p);
  p->kind.size = aligned(p->kind.size, sizeof(double));
  p->kind.params = p->rows;
  p->kind.solver.columns = p->columns;
  p->kind.state = p->state;

  /* one that is the same to the last number serves again */
  const lg_kind *found = NULL;
  for (int i = 0; !found && i < made.n; i++)
    if (same_kind(made.kind[i], &p->kind)) found = made.kind[i];
  if (!found && made.n == LG_SCRIPT_KINDS_MAX)
    lg_explain(x->why,
               "script: there were %d different ones since the program began; start it anew",
               made.n);
  else if (!found && !keep_texts(p)) lg_explain(x->why, "script: out of memory for its names");
  else if (!found) found = made.kind[made.n++] = &p->kind;
  if (found != &p->kind) free(p);
  return found;
}

const lg_kind *lg_script_kind(const lg_param *params, const lg_column_def *columns,
                              const char *const *state, lg_why *why) {
  wish x = {registered(), params, columns, state, why};
  if (!x.base) return lg_explain(why, "this build has no solver whose stages are a host's"), NULL;
  if (!check_rows(&x) || !check_columns(&x) || !check_state(&x)) return NULL;
  while (atomic_flag_test_and_set(&made.busy)) continue;
  const lg_kind *kind = find_or_make(&x);
  atomic_flag_clear(&made.busy);
  return kind;
}
