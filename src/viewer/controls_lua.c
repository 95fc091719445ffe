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

static bool has_key(const lg_tuned *t, const char *key) {
  for (int i = 0; i < t->n; i++)
    if (strcmp(t->key[i], key) == 0) return true;
  return false;
}

void lg_tuned_add(lg_tuned *t, const char *key) {
  const int most = sizeof t->key / sizeof *t->key;
  if (!has_key(t, key) && t->n < most) snprintf(t->key[t->n++], sizeof *t->key, "%s", key);
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
    if (!has_key(tuned, key)) continue;
    add_widget(&t, &c->widget[i]);
    lines++;
  }

  for (int i = 0; i < c->count; i++) {
    const lg_control *p = &c->control[i];
    lg_control_key(p, key, sizeof key);
    if (!has_key(tuned, key)) continue;
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

  /* What the fluid is goes along, if the new solver knows it and it is no default. */
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

/* ---- completion ----------------------------------------------------------------------------- */

typedef struct finder { /* of names that go on as what was typed */
  const char *begun;
  size_t length, common; /* of what was typed; of what all found have in common */
  char first[LG_NAME_MAX];
  text list;
  int found;
} finder;

/* Is the word, of n bytes, in a list of words with a space between? */
static bool has(const char *list, const char *word, size_t n) {
  for (const char *at = list; (at = strstr(at, word)); at += n)
    if ((at == list || at[-1] == ' ') && (at[n] == ' ' || at[n] == '\0')) return true;
  return false;
}

/* Once, though a row may be a word of Lua, too. */
static void offer(finder *f, const char *name) {
  if (strncmp(name, f->begun, f->length) != 0) return;
  if (f->found > 0 && has(f->list.out, name, strlen(name))) return;
  if (f->found++ == 0) {
    snprintf(f->first, sizeof f->first, "%s", name);
    f->common = strlen(f->first);
  }
  while (strncmp(f->first, name, f->common) != 0) f->common--;
  add(&f->list, "%s%s", f->found > 1 ? " " : "", name);
}

/* Objects and widgets by their names; worlds by their numbers, where there are several. */
static void offer_names(finder *f, const lg_controls *c, bool several) {
  char world[16];
  int worlds = 0;
  offer(f, "lg");
  offer(f, "help");

  /* The scene's own. */
  for (int i = 0; i < c->widgets; i++) offer(f, c->widget[i].name);
  for (int i = 0; i < c->count; i++) {
    const lg_control *p = &c->control[i];
    bool again = i > 0 && p->id == p[-1].id && p->world == p[-1].world;
    if (!again && !(several && p->world > 0)) offer(f, p->object);
    if (p->world + 1 > worlds) worlds = p->world + 1;
  }
  for (int i = 0; several && i < worlds; i++) {
    snprintf(world, sizeof world, "world%d", i + 1);
    offer(f, world);
  }
}

static void offer_kinds(finder *f, const char *family) {
  const char *last = "";
  for (int i = 0; i < lg_kind_count(); i++) {
    const lg_kind *k = lg_kind_at(i);
    const char *own = lg_family_name(k->family);
    if (family && strcmp(family, own) == 0) offer(f, k->name);
    if (!family && strcmp(last, own) != 0) offer(f, own);
    last = own;
  }
}

/* Fields, or behind a colon methods, of that kind of thing. */
static void offer_words(finder *f, const lg_controls *c, const char *kind, char mark) {
  char name[LG_NAME_MAX];
  const size_t n = strlen(kind);
  for (const char *at = c->names; *at; at += strspn(at, " ")) {
    const size_t length = strcspn(at, " ");
    if (length > n + 1 && strncmp(at, kind, n) == 0 && at[n] == mark) {
      snprintf(name, sizeof name, "%.*s", (int)(length - n - 1), at + n + 1);
      offer(f, name);
    }
    at += length;
  }
}

/* What is there under that name, in the words of names; as it is: "lg", "lg.math". */
static const char *kind_of(const lg_controls *c, const char *owner) {
  const char *dot = strrchr(owner, '.'), *last = dot ? dot + 1 : owner;
  if (strstr(owner, "particles.")) return "buffer";
  if (strcmp(last, "particles") == 0) return "particles";
  if (strncmp(owner, "world", 5) == 0 && !dot) return "world";
  for (int i = 0; i < c->widgets; i++)
    if (strcmp(c->widget[i].name, owner) == 0) return "slider";
  for (int i = 0; i < c->count; i++)
    if (strcmp(c->control[i].object, last) == 0) return "object";
  return owner;
}

/* Of the object that the words before the last dot lead to: "world2.solver", "column". */
static void offer_rows(finder *f, const lg_controls *c, const char *owner) {
  const char *dot = strchr(owner, '.');
  size_t head = dot ? (size_t)(dot - owner) : strlen(owner);
  bool is_world = strncmp(owner, "world", 5) == 0;
  int world = is_world && head > 5 ? owner[5] - '1' : 0;
  for (int i = 0; i < c->count; i++) {
    const lg_control *p = &c->control[i];
    const char *wanted = is_world ? dot ? dot + 1 : "world" : owner;
    bool there = is_world && !dot ? !*p->kind : strcmp(p->object, wanted) == 0;
    if (there && p->world == world) offer(f, p->row->name);
  }
}

int lg_controls_complete(const lg_controls *c, bool several, const char *line, int cursor,
                         char *more, size_t more_bytes, char *list, size_t list_bytes) {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.:";
  char owner[LG_TUNED_KEY] = "";
  int from = cursor, dot = -1;
  while (from > 0 && strchr(letters, line[from - 1])) from--;
  for (int i = from; i < cursor; i++)
    if (line[i] == '.' || line[i] == ':') dot = i;
  if (dot >= 0) snprintf(owner, sizeof owner, "%.*s", dot - from, line + from);

  /* What was typed of the last word, and all that goes on as it does. */
  finder f = {.begun = line + (dot >= 0 ? dot + 1 : from), .list = {list, 0, list_bytes}};
  f.length = (size_t)(line + cursor - f.begun);
  *more = *list = '\0';
  if (dot < 0) offer_names(&f, c, several);
  else if (strcmp(owner, "lg") == 0) offer_kinds(&f, NULL);
  else if (strncmp(owner, "lg.", 3) == 0) offer_kinds(&f, owner + 3);
  else if (line[dot] == '.') offer_rows(&f, c, owner);
  if (dot >= 0) offer_words(&f, c, kind_of(c, owner), line[dot]);

  if (f.found > 0 && f.common > f.length)
    snprintf(more, more_bytes, "%.*s", (int)(f.common - f.length), f.first + f.length);
  return f.found;
}
