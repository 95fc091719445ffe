/* particles.c - particles as comma separated values, PLY (Turk 1994, binary), VTP (ParaView; vtp.c)
   and OBJ (points). */
#include "record/part.h"
#include "record/record.h"
#include "record/sheet.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void write_csv(const void *sheet, FILE *f) {
  const lg_sheet *s = sheet;
  char name[LG_NAME_MAX + 4];
  for (int c = 0; c < s->columns; c++)
    for (int k = 0; k < s->column[c].view.components; k++) {
      lg_sheet_cell(s, c, k, name, sizeof name);
      fprintf(f, "%s%s", c ? "," : "", name);
    }

  /* A row a particle, in the order of ids. */
  for (size_t i = 0; i < s->n; i++) {
    uint32_t at = s->order[i];
    for (int c = 0; c < s->columns; c++) {
      const lg_view *v = &s->column[c].view;
      if (v->i32) fprintf(f, "%c%" PRId32, c ? ',' : '\n', v->i32[at]);
      for (int k = 0; !v->i32 && k < v->components; k++)
        fprintf(f, ",%.9g", (double)v->c[k][at]); /* 9 digits give a float32 back bit for bit */
    }
  }
  fputc('\n', f);
}

/* One particle as 4-byte cells; returns how many. */
static size_t cells_of(const lg_sheet *s, uint32_t at, uint32_t cell[3 * LG_SHEET_COLUMNS]) {
  size_t n = 0;
  for (int c = 0; c < s->columns; c++) {
    const lg_view *v = &s->column[c].view;
    if (v->i32) memcpy(&cell[n++], &v->i32[at], 4);
    for (int k = 0; !v->i32 && k < v->components; k++) memcpy(&cell[n++], &v->c[k][at], 4);
  }
  return n;
}

static void write_ply(const void *sheet, FILE *f) {
  const lg_sheet *s = sheet;
  char name[LG_NAME_MAX + 4];

  fprintf(f, "ply\nformat binary_%s_endian 1.0\nelement vertex %zu\n",
          lg_little_endian() ? "little" : "big", s->n);
  for (int c = 0; c < s->columns; c++)
    for (int k = 0; k < s->column[c].view.components; k++) {
      lg_sheet_cell(s, c, k, name, sizeof name);
      fprintf(f, "property %s %s\n", s->column[c].view.i32 ? "int" : "float", name);
    }
  /* readers of PLY expect x, y and z */
  fputs(s->dim == 2 ? "property float z\nend_header\n" : "end_header\n", f);

  /* The body: cells as they lie in memory, in the byte order that the head names. */
  for (size_t i = 0; i < s->n; i++) {
    uint32_t cell[3 * LG_SHEET_COLUMNS + 1];
    size_t n = cells_of(s, s->order[i], cell);
    cell[n] = 0;
    fwrite(cell, 4, n + (s->dim == 2 ? 1 : 0), f);
  }
}

/* Wavefront's points: a vertex each, and an element that shows it. */
static void write_obj(const void *sheet, FILE *f) {
  const lg_sheet *s = sheet;
  const lg_view *x = &s->column[1].view;
  fprintf(f, "# %zu particles at %.9g s, m\n", s->n, s->time);
  for (size_t i = 0; i < s->n; i++) {
    uint32_t at = s->order[i];
    fprintf(f, "v %.9g %.9g %.9g\n", (double)x->c[0][at], (double)x->c[1][at],
            s->dim == 3 ? (double)x->c[2][at] : 0.0);
  }

  for (size_t i = 0; i < s->n; i++) fprintf(f, "p %zu\n", i + 1);
}

/* ---- all of them ---------------------------------------------------------------------------- */

typedef struct format {
  const char *extension;
  lg_sheet_writer *particles;
  bool (*other)(const char *path, const lg_world *w, lg_why *why); /* where it is not of these */
} format;
#define FORMAT(words, extension, particles, other) {extension, particles, other},
static const format formats[] = {LG_EXPORT_ROWS(FORMAT)};
enum { FORMATS = sizeof formats / sizeof *formats };

static const format *format_of(const char *path) {
  const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
  for (int i = 0; dot && (!slash || dot > slash) && i < FORMATS; i++)
    if (strcmp(dot, formats[i].extension) == 0) return &formats[i];
  return NULL;
}

bool lg_record_knows(const char *path) { return format_of(path) != NULL; }

bool lg_record_export(const char *path, const lg_world *w, lg_why *why) {
  const format *as = format_of(path);
  if (!as) return lg_explain(why, "%s: cannot be written: what can be: " LG_EXPORT_FORMATS, path);
  if (as->other) return as->other(path, w, why);

  /* A sheet is too large for the stack. */
  lg_sheet *s = calloc(1, sizeof *s);
  bool ok = s && lg_sheet_make(s, w) ? lg_part_write(path, as->particles, s, why)
                                     : lg_part_refuse(path, ENOMEM, why);
  if (s) lg_sheet_free(s);
  free(s);
  return ok;
}
