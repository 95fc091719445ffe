/* kind.c - the registry: every kind the build found, once per dispatch path (base/isa.h).

   kinds.inc has one line LG_ENTRY(family, name) a kind file, generated from the folders in the
   order of lg_family, then by name: so the tables are sorted. */
#include "core/param/kind.h"

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

int lg_kind_count(void) { return KINDS; }

const lg_kind *lg_kind_at(int i) { return i >= 0 && i < KINDS ? kinds[i][lg_isa_path()] : NULL; }

const char *lg_family_name(lg_family family) {
  static const char *const names[] = {"world",    "shape", "material", "emitter",
                                      "collider", "field", "solver"};
  return (unsigned)family < LG_FAMILIES ? names[family] : "";
}

static void full_name(const lg_kind *k, char out[LG_NAME_MAX]) {
  snprintf(out, LG_NAME_MAX, "%s.%s", lg_family_name(k->family), k->name);
}

const lg_kind *lg_kind_find(const char *kind) {
  char name[LG_NAME_MAX];
  for (int i = 0; kind && i < lg_kind_count(); i++) {
    full_name(lg_kind_at(i), name);
    if (strcmp(kind, name) == 0) return lg_kind_at(i);
  }
  return NULL;
}

bool lg_kind_nearest(const char *asked, const char *family, char *out, size_t bytes) {
  int least = INT_MAX;
  for (int i = 0; i < lg_kind_count(); i++) {
    const lg_kind *k = lg_kind_at(i);
    char full[LG_NAME_MAX];
    full_name(k, full);
    if (family && strcmp(family, lg_family_name(k->family)) != 0) continue;

    /* the bare name is asked for within a family, else also the full one */
    int bare = lg_edit_distance(asked, k->name),
        whole = family ? INT_MAX : lg_edit_distance(asked, full);
    int d = lg_mini(bare, whole);

    if (d >= least || !lg_is_near(asked, bare < whole ? k->name : full, d)) continue;
    least = d;
    snprintf(out, bytes, "%s", family ? k->name : full);
  }
  return least < INT_MAX;
}
