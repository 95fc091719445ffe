/* sheet.c - the columns of a world as a file sees them. */
#include "record/sheet.h"

#include <stdlib.h>
#include <string.h>

static const char *const first[] = {"id", "position", "velocity"}, *const axes[] = {"x", "y", "z"};
enum { FIRST = 3 };

static void add(lg_sheet *s, const lg_world *w, const char *name) {
  lg_view view = lg_column(w, name);
  if (view.components == 0 || s->columns == LG_SHEET_COLUMNS) return;
  s->column[s->columns].name = name;
  s->column[s->columns++].view = view;
}

typedef struct pair {
  int32_t id;
  uint32_t index;
} pair;

static int by_id(const void *a, const void *b) {
  int32_t x = ((const pair *)a)->id, y = ((const pair *)b)->id;
  return (x > y) - (x < y);
}

static bool sort_rows(lg_sheet *s, const int32_t *id) {
  pair *p = malloc((s->n + 1) * sizeof *p);
  s->order = malloc((s->n + 1) * sizeof *s->order);
  bool ok = p && s->order;
  for (size_t i = 0; ok && i < s->n; i++) p[i] = (pair){id[i], (uint32_t)i};
  if (ok) qsort(p, s->n, sizeof *p, by_id);
  for (size_t i = 0; ok && i < s->n; i++) s->order[i] = p[i].index;
  free(p);
  return ok;
}

bool lg_sheet_make(lg_sheet *s, const lg_world *w) {
  *s = (lg_sheet){.n = lg_world_count(w), .dim = lg_world_dim(w), .time = lg_world_time(w)};
  for (int i = 0; i < FIRST; i++) add(s, w, first[i]);
  for (int i = 0; i < lg_column_count(w); i++) {
    const char *name = lg_column_name(w, i);
    bool done = false;
    for (int k = 0; k < FIRST; k++) done = done || strcmp(name, first[k]) == 0;
    if (!done) add(s, w, name);
  }
  return sort_rows(s, s->column[0].view.i32);
}

void lg_sheet_free(lg_sheet *s) {
  free(s->order);
  s->order = NULL;
}

void lg_sheet_cell(const lg_sheet *s, int column, int k, char *out, size_t bytes) {
  const char *name = s->column[column].name;
  if (strcmp(name, "position") == 0) snprintf(out, bytes, "%s", axes[k]);
  else if (strcmp(name, "velocity") == 0) snprintf(out, bytes, "v%s", axes[k]);
  else if (s->column[column].view.components == 1) snprintf(out, bytes, "%s", name);
  else snprintf(out, bytes, "%s_%s", name, axes[k]);
}

bool lg_little_endian(void) {
  const uint16_t probe = 1;
  uint8_t low_first;
  memcpy(&low_first, &probe, 1);
  return low_first;
}
