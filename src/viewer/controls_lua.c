/* controls_lua.c - what is done in the panel, as Lua: for the clipboard, and for another solver. */
#include "viewer/controls.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct text {
  char *out;
  size_t n, room;
} text;

static void add(text *t, const char *format, ...) {
  va_list list;
  va_start(list, format);
  if (t->n < t->room) {
    int n = vsnprintf(t->out + t->n, t->room - t->n, format, list);
    t->n += n > 0 ? (size_t)n : 0;
  }
  va_end(list);
}

/* As a scene would have it; false: a reference or a file, which are the script's. */
static bool add_value(text *t, const lg_control *c) {
  const lg_arg *v = &c->value;
  if (c->row->type == LG_BOOL) add(t, "%s", v->v[0] != 0 ? "true" : "false");
  else if (c->row->type == LG_CHOICE) add(t, "\"%s\"", c->text);
  else if (c->row->type == LG_INT) add(t, "%.0f", v->v[0]);
  else if (c->row->type == LG_FLOAT) add(t, "%.6g", v->v[0]);
  else if (c->row->type == LG_VEC || c->row->type == LG_COLOR)
    for (int k = 0; k < v->n; k++)
      add(t, "%s%.6g%s", k ? ", " : "{ ", v->v[k], k + 1 < v->n ? "" : " }");
  else return false;
  return true;
}

static void add_world(text *t, int world, bool several) {
  if (several) add(t, "world%d", world + 1);
  else add(t, "world");
}

void lg_control_key(const lg_control *c, char *key, size_t bytes) {
  snprintf(key, bytes, "%d.%s.%s", c->world, c->object, c->row->name);
}

void lg_tuned_add(lg_tuned *t, const char *key) {
  const int most = sizeof t->key / sizeof *t->key;
  if (!lg_tuned_has(t, key) && t->n < most) snprintf(t->key[t->n++], sizeof *t->key, "%s", key);
}

bool lg_tuned_has(const lg_tuned *t, const char *key) {
  for (int i = 0; i < t->n; i++)
    if (strcmp(t->key[i], key) == 0) return true;
  return false;
}

static void add_widget(text *t, const lg_widget *w) {
  if (w->row.type == LG_CHOICE) add(t, "-- %s: default = \"%s\"\n", w->name, w->text);
  else add(t, "-- %s: default = %.6g\n", w->name, w->value);
}

int lg_tuned_lua(const lg_tuned *tuned, const lg_controls *c, bool several, char *out,
                 size_t bytes) {
  text t = {out, 0, bytes};
  char key[LG_TUNED_KEY];
  int lines = 0;
  *out = '\0';

  /* Sliders and choices are the script's own: where it makes them. */
  for (int i = 0; i < c->widgets; i++) {
    snprintf(key, sizeof key, "w.%s", c->widget[i].name);
    if (!lg_tuned_has(tuned, key)) continue;
    add_widget(&t, &c->widget[i]);
    lines++;
  }

  for (int i = 0; i < c->count; i++) {
    const lg_control *p = &c->control[i];
    lg_control_key(p, key, sizeof key);
    if (!lg_tuned_has(tuned, key)) continue;
    size_t before = t.n;
    add_world(&t, p->world, several);
    if (!*p->kind) add(&t, ".%s = ", p->row->name);
    else if (strcmp(p->object, "solver") == 0) add(&t, ".solver.%s = ", p->row->name);
    else add(&t, ":find(\"%s\").%s = ", p->object, p->row->name);
    if (!add_value(&t, p)) t.n = before;
    else add(&t, "\n"), lines++;
  }
  if (t.n < bytes) out[t.n] = '\0';
  return lines;
}

static const lg_param *row_of(const lg_kind *k, const char *name) {
  for (const lg_param *row = k->params; row && row->name; row++)
    if (strcmp(row->name, name) == 0) return row;
  return NULL;
}

static bool is_default(const lg_control *c) {
  if (c->row->type == LG_CHOICE) return false;
  for (int k = 0; k < c->value.n; k++)
    if ((float)c->value.v[k] != (float)c->row->def[k]) return false;
  return true;
}

bool lg_controls_swap(const lg_controls *c, int world, bool several, const lg_kind *to, char *line,
                      size_t bytes) {
  text t = {line, 0, bytes};
  const char *comma = " ";
  const lg_kind *fluid = lg_kind_find("material.fluid"); /* its values, not those of a method */
  add_world(&t, world, several);
  add(&t, ".solver = lg.solver.%s {", to->name);
  for (int i = 0; i < c->count; i++) {
    const lg_control *p = &c->control[i];
    const lg_param *row = row_of(to, p->row->name);
    if (p->world != world || strcmp(p->object, "solver") != 0 || !*p->kind || !row || !fluid ||
        !row_of(fluid, p->row->name) || row->type != p->row->type || is_default(p))
      continue;
    size_t before = t.n;
    add(&t, "%s%s = ", comma, p->row->name);
    if (!add_value(&t, p)) t.n = before;
    else comma = ", ";
  }
  add(&t, *comma == ',' ? " }" : "}");
  return t.n < bytes;
}
