/* export.c - particles as comma separated values or binary PLY (Turk 1994), in order of id: the same file for any number
   of threads. */
#include "app/app.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define COLUMNS_MAX 64

typedef struct sheet { /* the columns of a world, one number a cell */
  size_t n;
  uint32_t *order;     /* particle index by rising id */
  int columns;
  struct { char name[LG_NAME_MAX + 2]; const float *f32; const int32_t *i32; } column[COLUMNS_MAX];
} sheet;

bool lg_export_known(const char *path) {
  const char *e = lg_file_extension(path);
  return strcmp(e, "csv") == 0 || strcmp(e, "ply") == 0;
}

static void add_view(sheet *s, const char *name, const lg_view *v) {
  static const char *const position[] = {"x", "y", "z"}, *const velocity[] = {"vx", "vy", "vz"};
  for (int k = 0; k < v->components && s->columns < COLUMNS_MAX; k++) {
    char *out = s->column[s->columns].name;
    size_t bytes = sizeof s->column[s->columns].name;
    if (strcmp(name, "position") == 0) snprintf(out, bytes, "%s", position[k]);
    else if (strcmp(name, "velocity") == 0) snprintf(out, bytes, "%s", velocity[k]);
    else if (v->components == 1) snprintf(out, bytes, "%s", name);
    else snprintf(out, bytes, "%s_%s", name, position[k]);
    s->column[s->columns].f32 = v->i32 ? NULL : v->c[k];
    s->column[s->columns++].i32 = v->i32;
  }
}

typedef struct pair { int32_t id; uint32_t index; } pair;

static int by_id(const void *a, const void *b) {
  int32_t x = ((const pair *)a)->id, y = ((const pair *)b)->id;
  return (x > y) - (x < y);
}

static bool sort_by_id(sheet *s, const lg_view *id) {
  pair *p = malloc((s->n + 1) * sizeof *p);
  s->order = malloc((s->n + 1) * sizeof *s->order);
  if (!p || !s->order) {
    free(p);
    return false;
  }
  for (size_t i = 0; i < s->n; i++) p[i] = (pair){id->i32 ? id->i32[i] : (int32_t)i, (uint32_t)i};
  qsort(p, s->n, sizeof *p, by_id);
  for (size_t i = 0; i < s->n; i++) s->order[i] = p[i].index;
  free(p);
  return true;
}

static bool make_sheet(sheet *s, const lg_world *w) {
  static const char *const first[] = {"id", "position", "velocity"};
  *s = (sheet){.n = lg_world_count(w)};
  lg_view v[3];
  for (int i = 0; i < 3; i++) {
    v[i] = lg_column(w, first[i]);
    add_view(s, first[i], &v[i]);
  }
  for (int i = 0; i < lg_column_count(w); i++) {
    const char *name = lg_column_name(w, i);
    lg_view other = lg_column(w, name);
    bool done = false;
    for (int k = 0; k < 3; k++) done = done || strcmp(name, first[k]) == 0;
    if (!done) add_view(s, name, &other);
  }
  return sort_by_id(s, &v[0]);
}

static void write_csv(const sheet *s, FILE *f) {
  for (int k = 0; k < s->columns; k++) fprintf(f, "%s%s", k ? "," : "", s->column[k].name);
  for (size_t i = 0; i < s->n; i++) {
    uint32_t at = s->order[i];
    for (int k = 0; k < s->columns; k++) {
      fputc(k ? ',' : '\n', f);
      if (s->column[k].i32) fprintf(f, "%" PRId32, s->column[k].i32[at]);
      else fprintf(f, "%.9g", (double)s->column[k].f32[at]); /* 9 digits give a float32 back bit for bit */
    }
  }
  fputc('\n', f);
}

static void write_ply(const sheet *s, int dim, FILE *f) {
  const uint16_t probe = 1;
  uint8_t low_first;
  memcpy(&low_first, &probe, 1);
  fprintf(f, "ply\nformat binary_%s_endian 1.0\nelement vertex %zu\n", low_first ? "little" : "big", s->n);
  for (int k = 0; k < s->columns; k++)
    fprintf(f, "property %s %s\n", s->column[k].i32 ? "int" : "float", s->column[k].name);
  fputs(dim == 2 ? "property float z\nend_header\n" : "end_header\n", f); /* readers of PLY expect x, y and z */
  for (size_t i = 0; i < s->n; i++) {
    uint32_t at = s->order[i], cell[COLUMNS_MAX + 1] = {0};
    for (int k = 0; k < s->columns; k++)
      memcpy(&cell[k], s->column[k].i32 ? (const void *)&s->column[k].i32[at] : (const void *)&s->column[k].f32[at], 4);
    fwrite(cell, 4, (size_t)s->columns + (dim == 2 ? 1 : 0), f);
  }
}

bool lg_export_particles(const char *path, const lg_world *w) {
  sheet *s = malloc(sizeof *s);
  lg_file file;
  bool ok = s && make_sheet(s, w);
  if (!ok) lg_app_say("'%s' cannot be written: no memory", path);
  if (ok && lg_file_open(&file, path)) {
    if (strcmp(lg_file_extension(path), "ply") == 0) write_ply(s, lg_world_dim(w), file.f);
    else write_csv(s, file.f);
    ok = lg_file_close(&file);
  } else {
    ok = false;
  }
  if (s) free(s->order);
  free(s);
  return ok;
}
