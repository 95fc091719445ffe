/* kind.c - the registry: every kind the build found, once per dispatch path (base/isa.h), and those
   from outside, which lg_kind_register sorts in.

   kinds.inc has one line LG_ENTRY(family, name) a kind file, generated from the folders in the
   order of lg_family, then by name: so the tables are sorted. */

#include "core/base/isa.h"
#include "core/param/param.h"

#include <limits.h>
#include <stdio.h>

#define DECLARE(isa, family, name)  extern const lg_kind lg_kind_##family##_##name##_##isa;
#define POINT_AT(isa, family, name) &lg_kind_##family##_##name##_##isa,

#define LG_ENTRY(family, name) LG_EACH_ISA(DECLARE, family, name)
#include "kinds.inc"
#undef LG_ENTRY

#define LG_ENTRY(family, name) {LG_EACH_ISA(POINT_AT, family, name)},
static const lg_kind *const kinds[][LG_ISAS] = {
#include "kinds.inc"
};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* The other thing the library remembers: all kinds in their order, since there are some from
   outside. */
static struct {
  const lg_kind *kind[KINDS + LG_KINDS_OUTSIDE_MAX];
  int n; /* 0: the build's alone */
} registered;

int lg_kind_count(void) { return registered.n ? registered.n : KINDS; }

const lg_kind *lg_kind_at(int i) {
  if (i < 0 || i >= lg_kind_count()) return NULL;
  return registered.n ? registered.kind[i] : kinds[i][lg_isa_path()];
}

const char *lg_family_name(lg_family family) {
  static const char *const names[] = {"world",    "shape", "material", "emitter",
                                      "collider", "joint", "field",    "solver"};
  return (unsigned)family < LG_FAMILIES ? names[family] : "";
}

enum { FULL_NAME_MAX = 2 * LG_NAME_MAX }; /* "family.name", with its NUL */
static void full_name(const lg_kind *k, char out[FULL_NAME_MAX]) {
  snprintf(out, FULL_NAME_MAX, "%s.%s", lg_family_name(k->family), k->name);
}

const lg_kind *lg_kind_find(const char *kind) {
  char name[FULL_NAME_MAX];
  for (int i = 0; kind && i < lg_kind_count(); i++) {
    full_name(lg_kind_at(i), name);
    if (strcmp(kind, name) == 0) return lg_kind_at(i);
  }
  return NULL;
}

/* Is it one of the other words that people try for the kind? */
static bool is_also(const lg_kind *kind, const char *asked) {
  char word[LG_NAME_MAX];
  for (int i = 0; lg_choice_word(kind->also, i, word); i++)
    if (strcmp(word, asked) == 0) return true;
  return false;
}

bool lg_kind_nearest(const char *asked, const char *family, char *out, size_t bytes) {
  int least = INT_MAX;
  for (int i = 0; i < lg_kind_count(); i++) {
    const lg_kind *k = lg_kind_at(i);
    char full[FULL_NAME_MAX];
    full_name(k, full);
    if (family && strcmp(family, lg_family_name(k->family)) != 0) continue;

    /* the bare name is asked for within a family, else also the full one */
    int bare = is_also(k, asked) ? 0 : lg_edit_distance(asked, k->name),
        whole = family ? INT_MAX : lg_edit_distance(asked, full);
    int d = lg_mini(bare, whole);

    /* half of it is right: 'drift' is not 'script', but may be a kind from outside */
    bool near = d == 0 || (lg_is_near(asked, bare < whole ? k->name : full, d) &&
                           2 * (size_t)d <= strlen(asked));
    if (d >= least || !near) continue;
    least = d;
    snprintf(out, bytes, "%s", family ? k->name : full);
  }
  return least < INT_MAX;
}

/* ---- kinds from outside --------------------------------------------------------------------- */

/* The function without which its family cannot work; NULL: all are there. */
static const char *missing_function(const lg_kind *k) {
  switch (k->family) {
    case LG_FAMILY_SHAPE: return k->shape.distance ? NULL : "shape.distance";
    case LG_FAMILY_MATERIAL: return k->material.properties ? NULL : "material.properties";
    case LG_FAMILY_EMITTER: return k->emitter.emit ? NULL : "emitter.emit";
    case LG_FAMILY_COLLIDER: return k->collider.face ? NULL : "collider.face";
    case LG_FAMILY_JOINT: return k->joint.rows ? NULL : "joint.rows";
    case LG_FAMILY_FIELD: return k->field.sample ? NULL : "field.sample";
    case LG_FAMILY_SOLVER: return k->solver.step ? NULL : "solver.step";
    default: return "family";
  }
}

/* The row that its family's structs begin with (LG_SHAPE_POSE, LG_MATERIAL_FIELDS). */
static bool begins_as_family(const lg_kind *k) {
  const char *first = k->family == LG_FAMILY_SHAPE    ? "translation"
                      : k->family == LG_FAMILY_JOINT  ? "a"
                      : k->family == LG_FAMILY_SOLVER ? "density"
                                                      : NULL;
  const lg_param *row = first ? lg_param_find(k, first) : NULL;
  return !first || (row && row->offset == 0);
}

static bool check_kind(const lg_kind *k, lg_why *why) {
  if (!k || !k->name || !k->params || !k->doc)
    return lg_explain(why, "a kind needs a name, rows of parameters and a doc");
  if (!lg_name_check("kind", k->name, why)) return false;

  const char *missing = missing_function(k);
  if (missing) return lg_explain(why, "kind '%s' has no %s", k->name, missing);
  for (const lg_param *row = k->params; row->name; row++)
    if (row->offset + lg_param_bytes(row) > k->size)
      return lg_explain(why, "kind '%s': %s lies outside of its struct", k->name, row->name);
  for (const lg_state_field *f = k->state; f && f->name; f++)
    if (f->count < 1 || f->offset + lg_state_bytes(f) > k->size)
      return lg_explain(why, "kind '%s': %s lies outside of its struct", k->name, f->name);
  if (!begins_as_family(k))
    return lg_explain(why, "kind '%s': its struct does not begin as that of a %s does", k->name,
                      lg_family_name(k->family));
  if ((k->save != NULL) != (k->restore != NULL) || (k->save && !k->destroy))
    return lg_explain(why, "kind '%s': save, restore and destroy belong together", k->name);
  return true;
}

/* By family, then name. */
static int order_of(const lg_kind *a, const lg_kind *b) {
  return a->family != b->family ? (int)a->family - (int)b->family : strcmp(a->name, b->name);
}

bool lg_kind_register(const lg_kind *kind, lg_why *why) {
  char full[FULL_NAME_MAX];
  if (!check_kind(kind, why)) return false;
  full_name(kind, full);
  const lg_kind *other = lg_kind_find(full);
  if (other == kind) return true;
  if (other) return lg_explain(why, "there is a kind '%s' already", full);
  if (lg_kind_count() == KINDS + LG_KINDS_OUTSIDE_MAX)
    return lg_explain(why, "kind '%s' would be one more than %d from outside", full,
                      LG_KINDS_OUTSIDE_MAX);

  /* The build's come first into the list; then this one goes to its place. */
  while (registered.n < KINDS) {
    registered.kind[registered.n] = kinds[registered.n][lg_isa_path()];
    registered.n++;
  }
  int at = registered.n++;
  for (; at > 0 && order_of(kind, registered.kind[at - 1]) < 0; at--)
    registered.kind[at] = registered.kind[at - 1];
  registered.kind[at] = kind;
  return true;
}
