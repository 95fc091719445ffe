/* kinds.c - `laguna kinds [NAME]`: the registry and what can be measured as a table, or the
   parameter rows of one of them. */
#include "app/app.h"

#include "laguna_kind.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *type_name(const lg_param *p) {
  return p->flags & LG_AXIAL ? "axial" : lg_type_word(p->type);
}

static void choice_text(const lg_param *p, int index, char *out, size_t bytes) {
  const char *at = p->choices;
  for (int i = 0; i < index && at; i++) at = strchr(at, '|') ? strchr(at, '|') + 1 : NULL;
  snprintf(out, bytes, "%.*s", at ? (int)strcspn(at, "|") : 0, at ? at : "");
}

static void default_text(const lg_param *p, char *out, size_t bytes) {
  snprintf(out, bytes, "-");

  /* By the type of the row; two values where it depends on the dimension. */
  if (p->flags & LG_REQUIRED) snprintf(out, bytes, "required");
  else if (p->type == LG_BOOL) snprintf(out, bytes, "%s", p->def[0] != 0 ? "true" : "false");
  else if (p->type == LG_FLOAT && (p->flags & LG_BY_DIM))
    snprintf(out, bytes, "%g 2-D, %g 3-D", p->def[0], p->def[1]);
  else if (p->type == LG_INT || p->type == LG_FLOAT) snprintf(out, bytes, "%g", p->def[0]);
  else if (p->type == LG_VEC && (p->flags & LG_AXIAL)) snprintf(out, bytes, "%g", p->def[2]);
  else if (p->type == LG_VEC) snprintf(out, bytes, "{%g, %g, %g}", p->def[0], p->def[1], p->def[2]);
  else if (p->type == LG_COLOR)
    snprintf(out, bytes, "{%g, %g, %g, %g}", p->def[0], p->def[1], p->def[2], p->def[3]);
  else if (p->type == LG_CHOICE) {
    choice_text(p, (int)p->def[0], out, bytes);
    size_t used = strlen(out);
    if (p->flags & LG_BY_DIM) {
      used += (size_t)snprintf(out + used, bytes - used, " 2-D, ");
      choice_text(p, (int)p->def[1], out + used, bytes - used);
      snprintf(out + strlen(out), bytes - strlen(out), " 3-D");
    }
  }
}

static void range_text(const lg_param *p, char *out, size_t bytes) {
  bool low = p->min > -LG_HUGE, high = p->max < LG_HUGE, open = p->min == LG_TINY;
  snprintf(out, bytes, "-");
  if (p->type == LG_CHOICE) snprintf(out, bytes, "%s", p->choices);
  if (p->type != LG_INT && p->type != LG_FLOAT) return;
  if (low && high) snprintf(out, bytes, "%s%g .. %g", open ? "> " : "", open ? 0 : p->min, p->max);
  else if (low) snprintf(out, bytes, open ? "> 0" : ">= %g", p->min);
  else if (high) snprintf(out, bytes, "<= %g", p->max);
}

/* "measure": the list of measures is no family of objects, but reads like one. */
static const char *family_of(const lg_kind *k) {
  if (k == lg_scene_view_kind()) return "view";
  return lg_measure_find(k->name) == k ? "measure" : lg_family_name(k->family);
}

static void title_of(const lg_kind *k, char *out, size_t bytes) {
  if (k == lg_kind_world() || k == lg_scene_view_kind()) snprintf(out, bytes, "%s", k->name);
  else snprintf(out, bytes, "%s.%s", family_of(k), k->name);
}

/* Columns of the table are as wide as their longest text. */
static void widths(const lg_kind *k, int *def_width, int *range_width) {
  char def[64], range[64];
  *def_width = (int)strlen("default");
  *range_width = (int)strlen("range");
  for (const lg_param *p = k->params; p && p->name; p++) {
    default_text(p, def, sizeof def);
    range_text(p, range, sizeof range);
    if ((int)strlen(def) > *def_width) *def_width = (int)strlen(def);
    if ((int)strlen(range) > *range_width) *range_width = (int)strlen(range);
  }
}

static void show_kind(const lg_kind *k) {
  char title[64], def[64], range[64];
  int dw, rw;

  title_of(k, title, sizeof title);
  widths(k, &dw, &rw);
  printf("%s - %s\n\n", title, k->doc ? k->doc : "");
  printf("  %-16s %-8s %-*s %-*s %-8s %s\n", "parameter", "type", dw, "default", rw, "range",
         "unit", "meaning");

  /* A row for each parameter, then the columns of a solver. */
  for (const lg_param *p = k->params; p && p->name; p++) {
    const char *unit = p->unit && *p->unit ? p->unit : "-";
    default_text(p, def, sizeof def);
    range_text(p, range, sizeof range);
    printf("  %-16s %-8s %-*s %-*s %-8s %s\n", p->name, type_name(p), dw, def, rw, range, unit,
           p->doc);
  }

  const lg_column_def *c = k->family == LG_FAMILY_SOLVER ? k->solver.columns : NULL;
  if (c && c->name) printf("\n  %-16s %-8s %-8s %s\n", "column", "type", "unit", "meaning");
  for (; c && c->name; c++)
    printf("  %-16s %-8s %-8s %s\n", c->name, c->components == 1 ? "float" : "vec", c->unit,
           c->doc);
}

static void json_rows(lg_json *j, const lg_kind *k) {
  char def[64], range[64];
  lg_json_open(j, "params", '[');
  for (const lg_param *p = k->params; p && p->name; p++) {
    default_text(p, def, sizeof def);
    range_text(p, range, sizeof range);

    /* Texts, as the table has them. */
    lg_json_open(j, NULL, '{');
    lg_json_text(j, "name", p->name);
    lg_json_text(j, "type", type_name(p));
    lg_json_text(j, "default", def);
    lg_json_text(j, "range", range);
    lg_json_text(j, "unit", p->unit ? p->unit : "");
    lg_json_text(j, "doc", p->doc);
    lg_json_close(j, '}');
  }
  lg_json_close(j, ']');
}

static void json_kind(lg_json *j, const lg_kind *k) {
  char title[64];
  title_of(k, title, sizeof title);
  lg_json_open(j, NULL, '{');
  lg_json_text(j, "name", title);
  lg_json_text(j, "doc", k->doc ? k->doc : "");

  /* Parameters, and the columns of a solver. */
  json_rows(j, k);

  lg_json_open(j, "columns", '[');
  const lg_column_def *c = k->family == LG_FAMILY_SOLVER ? k->solver.columns : NULL;
  for (; c && c->name; c++) lg_json_text(j, NULL, c->name);
  lg_json_close(j, ']');
  lg_json_close(j, '}');
}

/* Rows that are of no kind: of a world and of a view. Kinds follow, then measures. */
enum { OWN = 2 };

static int kinds(void) { return OWN + lg_kind_count() + lg_measure_count(); }

static const lg_kind *kind_at(int i) {
  if (i < OWN) return i == 0 ? lg_kind_world() : lg_scene_view_kind();
  i -= OWN;
  return i < lg_kind_count() ? lg_kind_at(i) : lg_measure_at(i - lg_kind_count());
}

static bool registered(const char *name) {
  bool found = false;
  for (int i = 0; i < lg_kind_count(); i++) found = found || strcmp(lg_kind_at(i)->name, name) == 0;
  return found;
}

/* The short name alone means the kind, where a measure is called the same: "volume" is an
   emitter. */
static bool wanted(const lg_kind *k, const char *name) {
  char title[64];
  title_of(k, title, sizeof title);
  if (!name || strcmp(title, name) == 0 || strcmp(family_of(k), name) == 0) return true;
  return strcmp(k->name, name) == 0 && !(lg_measure_find(name) == k && registered(name));
}

static int unknown_kind(const char *name) {
  int count = kinds(), n = 0;
  char(*titles)[64] = calloc((size_t)count, sizeof *titles);
  const char **names = calloc(3 * (size_t)count, sizeof *names);

  /* Names that may have been meant: of a kind with and without its family, and of families. */
  for (int i = 0; titles && names && i < count; i++) {
    const lg_kind *k = kind_at(i);
    title_of(k, titles[i], sizeof titles[i]);
    names[n++] = titles[i];
    names[n++] = k->name;
    names[n++] = family_of(k);
  }

  lg_app_unknown("kinds: unknown kind", name, names, n);
  free(titles);
  free(names);
  return LG_EXIT_USAGE;
}

static void list_kinds(const char *name) {
  for (int i = 0; i < kinds(); i++) {
    char title[64];
    const lg_kind *k = kind_at(i);
    if (!wanted(k, name)) continue;
    title_of(k, title, sizeof title);
    printf("%-26s %s\n", title, k->doc ? k->doc : "");
  }
}

static void list_json(const char *name) {
  lg_json j = {stdout, false};
  lg_json_open(&j, NULL, '{');
  lg_json_open(&j, "kinds", '[');
  for (int i = 0; i < kinds(); i++)
    if (wanted(kind_at(i), name)) json_kind(&j, kind_at(i));
  lg_json_close(&j, ']');
  lg_json_close(&j, '}');
  putchar('\n');
}

int lg_app_kinds(const lg_app_options *o) {
  int matches = 0;
  const lg_kind *match = NULL;

  /* One match is shown with its rows, several are listed. */
  for (int i = 0; i < kinds(); i++) {
    if (!wanted(kind_at(i), o->target)) continue;
    match = kind_at(i);
    matches++;
  }

  if (matches == 0) return unknown_kind(o->target);
  if (o->json) list_json(o->target);
  else if (matches == 1) show_kind(match);
  else list_kinds(o->target);
  return LG_EXIT_OK;
}
