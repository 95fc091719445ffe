/* param.c - parameter rows: arguments checked against them, written into a kind's struct, read
   back.

   An argument passes check_value() before anything is written, so a refused request changes
   nothing. */
#include "core/param/param.h"

#include <stdio.h>
#include <stdlib.h>

#define CHOICES_MAX   32
#define CHOICES_BYTES 512
#define ROWS_MAX      96

typedef struct place { /* where a sentence goes, and what it is about */
  const lg_kind *kind;
  const lg_param *row;
  int dim;
  lg_why *why;
} place;

/* ---- sentences ------------------------------------------------------------------------------ */

const char *lg_param_wants(lg_type type) {
  static const char *const words[] = {
      [LG_END] = "nothing",         [LG_BOOL] = "true or false",
      [LG_INT] = "a whole number",  [LG_FLOAT] = "a number",
      [LG_VEC] = "a vector",        [LG_COLOR] = "a color (3 or 4 numbers)",
      [LG_CHOICE] = "text",         [LG_TEXT] = "text",
      [LG_FILE] = "a path (text)",  [LG_POINTS] = "a list of points",
      [LG_SHAPE] = "a shape",       [LG_FIELD] = "a field",
      [LG_COLLIDER] = "a collider", [LG_MATERIAL] = "a material",
      [LG_PROGRAM] = "a formula"};
  return words[type];
}

/* Arguments come as boolean, number, vector, text or reference; the rows' finer types count as the
   one they are given as. */
static lg_type given(lg_type type) {
  if (type == LG_INT) return LG_FLOAT;
  if (type == LG_COLOR) return LG_VEC;
  if (type == LG_CHOICE || type == LG_FILE || type == LG_POINTS) return LG_TEXT;
  return lg_is_reference(type) ? LG_SHAPE : type;
}

static bool wrong_type(const place *at, const char *wanted, const lg_arg *a) {
  char numbers[32];
  const char *got = "nothing";
  snprintf(numbers, sizeof numbers, "%d number%s", a->n, a->n == 1 ? "" : "s");
  if (given(a->type) == LG_BOOL) got = a->v[0] != 0 ? "true" : "false";
  if (given(a->type) == LG_FLOAT) got = "a number";
  if (given(a->type) == LG_VEC) got = numbers;
  if (given(a->type) == LG_TEXT && a->text) got = "text";
  if (given(a->type) == LG_SHAPE) got = a->n == 1 ? "an object" : "a list of objects";
  return lg_explain(at->why, "%s: option '%s' must be %s, got %s", at->kind->name, at->row->name,
                    wanted, got);
}

/* Every object but the world and the solver has a name, without a row for it. */
static bool is_name(const lg_kind *k, const char *name) {
  return k->family != LG_FAMILY_WORLD && k->family != LG_FAMILY_SOLVER && strcmp(name, "name") == 0;
}

static bool unknown(const place *at, const char *name) {
  const char *names[ROWS_MAX];
  int count = 0;
  for (const lg_param *r = at->kind->params; r->name && count < ROWS_MAX - 1; r++)
    names[count++] = r->name;
  if (is_name(at->kind, "name")) names[count++] = "name";
  char meant[LG_MEANT_MAX];
  return lg_explain(at->why, "%s: unknown option '%s'%s", at->kind->name, name,
                    lg_meant(name, names, count, meant, sizeof meant));
}

const lg_param *lg_param_find(const lg_kind *k, const char *name) {
  for (const lg_param *r = k->params; name && r->name; r++)
    if (strcmp(r->name, name) == 0) return r;
  return NULL;
}

/* ---- storage -------------------------------------------------------------------------------- */

lg_family lg_param_family(lg_type type) {
  if (type == LG_COLLIDER) return LG_FAMILY_COLLIDER;
  if (type == LG_MATERIAL) return LG_FAMILY_MATERIAL;
  return type == LG_SHAPE ? LG_FAMILY_SHAPE : type == LG_FIELD ? LG_FAMILY_FIELD : LG_FAMILIES;
}

static int least_int(const lg_param *row) { return row->flags & LG_AXIAL ? 1 : 2; }

/* How many numbers a vector of this row has in a world of dim. */
static int components(const lg_param *row, int dim) { return dim == 2 ? least_int(row) : 3; }

/* Writes n numbers: two are x and y, a lone one turns about z. */
static void write_vec(float out[3], const double *v, int n) {
  out[0] = n == 1 ? 0 : (float)v[0];
  out[1] = n == 1 ? 0 : (float)v[1];
  out[2] = n == 2 ? 0 : (float)v[n - 1];
}

static void write_refs(const lg_param *row, void *field, const lg_arg *a) {
  lg_refs list = {.n = a->n};
  memcpy(list.id, a->ref, (size_t)a->n * sizeof(lg_id));
  if (row->flags & LG_LIST) memcpy(field, &list, sizeof list);
  else memcpy(field, list.id, sizeof(lg_id));
}

static void write_value(const lg_param *row, void *self, const lg_arg *a) {
  void *field = (char *)self + row->offset;
  float *f = field;
  switch (row->type) {
    case LG_BOOL: *(bool *)field = a->v[0] != 0; break;
    case LG_INT: *(int64_t *)field = (int64_t)a->v[0]; break;
    case LG_FLOAT: *f = (float)a->v[0]; break;
    case LG_VEC: write_vec(f, a->v, given(a->type) == LG_FLOAT ? 1 : a->n); break;
    case LG_COLOR:
      for (int k = 0; k < 4; k++) f[k] = k < a->n ? (float)a->v[k] : 1;
      break;
    case LG_CHOICE: *(int *)field = lg_choice_index(row->choices, a->text); break;
    case LG_TEXT:
    case LG_FILE:
    case LG_POINTS:
      memset(field, 0, lg_param_bytes(row));
      memcpy(field, a->text, strlen(a->text) + 1);
      break;
    default: write_refs(row, field, a);
  }
}

static void write_default(const lg_param *row, void *self, int dim) {
  void *field = (char *)self + row->offset;
  float *f = field;
  double number = row->def[dim == 3 && (row->flags & LG_BY_DIM)];
  memset(field, 0, lg_param_bytes(row));

  if (row->type == LG_BOOL) *(bool *)field = row->def[0] != 0;
  if (row->type == LG_INT) *(int64_t *)field = (int64_t)row->def[0];
  if (row->type == LG_FLOAT) *f = (float)number;
  if (row->type == LG_CHOICE) *(int *)field = (int)number;
  for (int k = 0; row->type == LG_COLOR && k < 4; k++) f[k] = (float)row->def[k];

  /* a vector in the plane; an axial one is a number about z there */
  if (row->type != LG_VEC) return;
  bool axial_plane = dim == 2 && (row->flags & LG_AXIAL);
  write_vec(f, axial_plane ? row->def + 2 : row->def, axial_plane ? 1 : dim == 2 ? 2 : 3);
}

/* ---- checking ------------------------------------------------------------------------------- */

static const char *blank(const char *unit) {
  return unit && *unit && strcmp(unit, "1") != 0 ? " " : "";
}
static const char *shown(const char *unit) { return *blank(unit) ? unit : ""; }

/* One number within the row's range [lo, hi]; part is "", ".x", ... */
static bool check_number(const place *at, const char *part, double v, double lo, double hi) {
  const char *kind = at->kind->name, *name = at->row->name, *gap = blank(at->row->unit),
             *unit = shown(at->row->unit);

  if (!isfinite(v)) return lg_explain(at->why, "%s: %s%s = %g must be finite", kind, name, part, v);
  if (v < lo && lo > 0 && lo <= LG_TINY)
    return lg_explain(at->why, "%s: %s%s = %.9g%s%s must be greater than 0", kind, name, part, v,
                      gap, unit);
  if (v < lo)
    return lg_explain(at->why, "%s: %s%s = %.9g%s%s is below its least value %.9g%s%s", kind, name,
                      part, v, gap, unit, lo, gap, unit);
  if (v > hi)
    return lg_explain(at->why, "%s: %s%s = %.9g%s%s is above its greatest value %.9g%s%s", kind,
                      name, part, v, gap, unit, hi, gap, unit);
  return true;
}

static bool check_int(const place *at, const lg_arg *a) {
  if (given(a->type) != LG_FLOAT) return wrong_type(at, "a whole number", a);
  if (!check_number(at, "", a->v[0], fmax(at->row->min, -LG_WHOLE_MAX),
                    fmin(at->row->max, LG_WHOLE_MAX)))
    return false;
  if (a->v[0] == floor(a->v[0])) return true;
  return lg_explain(at->why, "%s: %s = %.9g must be a whole number", at->kind->name, at->row->name,
                    a->v[0]);
}

static bool check_vec(const place *at, const lg_arg *a) {
  static const char *const part[] = {".x", ".y", ".z"};
  const lg_param *row = at->row;
  lg_type type = given(a->type);
  int least = least_int(row), n = type == LG_FLOAT && least == 1 ? 1 : type == LG_VEC ? a->n : 0;

  /* a world knows how many numbers it wants; before there is one, 2 or 3 will do */
  bool fits = at->dim ? n == components(row, at->dim) : n == least || n == 3;
  if (!fits) {
    char wanted[64];
    if (at->dim)
      snprintf(wanted, sizeof wanted, "%d number%s in a %d-D world", components(row, at->dim),
               components(row, at->dim) == 1 ? "" : "s", at->dim);
    else snprintf(wanted, sizeof wanted, "%d or 3 numbers", least);
    return wrong_type(at, wanted, a);
  }

  for (int k = 0; k < n; k++)
    if (!check_number(at, n == 1 ? "" : part[k], a->v[k], row->min, row->max)) return false;
  return true;
}

static bool check_color(const place *at, const lg_arg *a) {
  static const char *const part[] = {".red", ".green", ".blue", ".alpha"};
  if (given(a->type) != LG_VEC || a->n < 3 || a->n > 4)
    return wrong_type(at, lg_param_wants(LG_COLOR), a);
  for (int k = 0; k < a->n; k++)
    if (!check_number(at, part[k], a->v[k], 0, 1)) return false;
  return true;
}

static bool check_choice(const place *at, const lg_arg *a) {
  char word[CHOICES_MAX][LG_NAME_MAX], list[CHOICES_BYTES] = "", text[LG_ERROR_MAX + CHOICES_BYTES];
  const char *names[CHOICES_MAX];
  int n = 0;
  size_t fill = 0;

  /* the words, one by one and as a list */
  for (; n < CHOICES_MAX && lg_choice_word(at->row->choices, n, word[n]); n++) {
    names[n] = word[n];
    fill += (size_t)snprintf(list + fill, sizeof list - fill, "%s%s", n ? ", " : "", word[n]);
    if (fill >= sizeof list) fill = sizeof list - 1;
  }

  if (given(a->type) != LG_TEXT || !a->text) {
    snprintf(text, sizeof text, "text (one of %s)", list);
    return wrong_type(at, text, a);
  }
  if (lg_choice_index(at->row->choices, a->text) >= 0) return true;
  snprintf(text, sizeof text, "%s: %s = '%s' is not one of %s", at->kind->name, at->row->name,
           a->text, list);
  return lg_explain_near(at->why, text, lg_nearest(a->text, names, n));
}

static bool check_text(const place *at, const lg_arg *a) {
  if (given(a->type) != LG_TEXT || !a->text)
    return wrong_type(at, lg_param_wants(at->row->type), a);
  size_t most = lg_param_bytes(at->row);
  if (strlen(a->text) < most) return true;
  if (at->row->type == LG_POINTS)
    return lg_explain(at->why,
                      "%s: %s are too many: %zu bytes of text, more than %zu, which are about 1300",
                      at->kind->name, at->row->name, strlen(a->text), most - 1);
  return lg_explain(at->why, "%s: %s is %zu bytes long, more than %zu", at->kind->name,
                    at->row->name, strlen(a->text), most - 1);
}

/* Only that they are references: a definition that is in no world yet has ids of 0. references.c
   checks what they refer to. */
static bool check_refs(const place *at, const lg_arg *a) {
  const lg_param *row = at->row;
  bool list = row->flags & LG_LIST;
  char wanted[64];

  /* what is wanted: "a shape", or "a list of shapes" */
  const char *one = lg_param_wants(row->type);
  snprintf(wanted, sizeof wanted, "%s%s%s", list ? "a list of " : "", list ? one + 2 : one,
           list ? "s" : "");

  if (given(a->type) != LG_SHAPE || a->n < 0 || (!list && a->n != 1))
    return wrong_type(at, wanted, a);
  if (a->n > LG_REFS_MAX)
    return lg_explain(at->why, "%s: %s has %d entries, more than %d", at->kind->name, row->name,
                      a->n, LG_REFS_MAX);
  if (a->n == 0 && (row->flags & LG_REQUIRED))
    return lg_explain(at->why, "%s: %s is required, got an empty list", at->kind->name, row->name);
  return true;
}

static bool check_value(const place *at, const lg_arg *a) {
  switch (at->row->type) {
    case LG_BOOL: return given(a->type) == LG_BOOL || wrong_type(at, lg_param_wants(LG_BOOL), a);
    case LG_INT: return check_int(at, a);
    case LG_FLOAT:
      if (given(a->type) != LG_FLOAT) return wrong_type(at, lg_param_wants(LG_FLOAT), a);
      return check_number(at, "", a->v[0], at->row->min, at->row->max);
    case LG_VEC: return check_vec(at, a);
    case LG_COLOR: return check_color(at, a);
    case LG_CHOICE: return check_choice(at, a);
    case LG_TEXT:
    case LG_FILE:
    case LG_POINTS: return check_text(at, a);
    default: return check_refs(at, a);
  }
}

static bool named(const lg_arg *args, const char *name, const lg_arg *before) {
  for (const lg_arg *a = args; a && a->name && a != before; a++)
    if (strcmp(a->name, name) == 0) return true;
  return false;
}

bool lg_param_check(const lg_kind *k, const lg_arg *args, int dim, bool complete, lg_why *why) {
  place at = {k, NULL, dim, why};

  /* each argument has a row, once, and fits it */
  for (const lg_arg *a = args; a && a->name; a++) {
    static const lg_param name_row = {"name", LG_TEXT, 0,    {0, 0, 0, 0},        0,
                                      0,      "",      NULL, "what it is called", 0};
    at.row = is_name(k, a->name) ? &name_row : lg_param_find(k, a->name);
    if (!at.row) return unknown(&at, a->name);
    if (named(args, a->name, a))
      return lg_explain(why, "%s: option '%s' is given twice", k->name, a->name);
    if (!check_value(&at, a)) return false;
    if (at.row == &name_row && !lg_name_check(k->name, a->text, why)) return false;
  }

  for (const lg_param *r = k->params; complete && r->name; r++)
    if ((r->flags & LG_REQUIRED) && !named(args, r->name, NULL))
      return lg_explain(why, "%s: %s is required", k->name, r->name);
  return true;
}

bool lg_param_apply(const lg_kind *k, void *self, const lg_arg *args, int dim, bool complete,
                    lg_why *why) {
  if (!lg_param_check(k, args, dim, complete, why)) return false;
  for (const lg_param *r = k->params; complete && r->name; r++) write_default(r, self, dim);
  for (const lg_arg *a = args; a && a->name; a++)
    if (!is_name(k, a->name)) write_value(lg_param_find(k, a->name), self, a);
  return true;
}

/* ---- reading -------------------------------------------------------------------------------- */

/* The shortest decimal that rounds to f: 0.05 reads back as 0.05, not as 0.05000000075. */
static double decimal(float f) {
  char text[32];
  double d = (double)f;
  for (int digits = 6; digits <= 9 && isfinite(f); digits++) {
    snprintf(text, sizeof text, "%.*g", digits, (double)f);
    d = strtod(text, NULL);
    if ((float)d == f) break;
  }
  return d;
}

static void read_numbers(const lg_param *row, const float *f, int dim, lg_arg *out) {
  bool lone = row->type == LG_VEC && dim == 2 && (row->flags & LG_AXIAL);
  out->type = LG_VEC;
  out->n = row->type == LG_COLOR ? 4 : components(row, dim);
  for (int k = 0; k < out->n; k++) out->v[k] = decimal(f[lone ? 2 : k]);
}

bool lg_param_read(const lg_kind *k, const void *self, const char *name, int dim, lg_arg *out) {
  const lg_param *row = lg_param_find(k, name);
  *out = lg_end();
  if (!row) return false;

  const void *field = (const char *)self + row->offset;
  const lg_id *ids = NULL;
  out->name = row->name;

  switch (row->type) {
    case LG_BOOL: *out = lg_bool(row->name, *(const bool *)field); return true;
    case LG_INT: *out = lg_num(row->name, (double)*(const int64_t *)field); return true;
    case LG_FLOAT: *out = lg_num(row->name, decimal(*(const float *)field)); return true;
    case LG_VEC:
    case LG_COLOR: read_numbers(row, field, dim, out); return true;
    case LG_CHOICE:
      *out = lg_text(row->name, out->word);
      return lg_choice_word(row->choices, *(const int *)field, out->word);
    case LG_TEXT:
    case LG_FILE:
    case LG_POINTS: *out = lg_text(row->name, field); return true;
    default:
      out->type = LG_SHAPE;
      out->n = lg_param_refs(row, self, &ids);
      if (out->n) memcpy(out->ref, ids, (size_t)out->n * sizeof *ids);
      if (!(row->flags & LG_LIST)) out->n = 1; /* id 0: none */
      return true;
  }
}
