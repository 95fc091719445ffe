/* vtp.c - VTK's XML for points (VTK file formats, 2021): what ParaView opens. Arrays stand behind
   the tags, each as its length (UInt64) and its bytes in base64: valid XML, unlike raw bytes, at a
   third more. */
#include "record/base64.h"
#include "record/sheet.h"

#include <inttypes.h>
#include <string.h>

/* ---- arrays --------------------------------------------------------------------------------- */

/* Vectors have three components in VTK, also in 2-D. */
static int width_of(const lg_view *v) { return v->components == 1 ? 1 : 3; }

static void put_name(const char *name, FILE *f) {
  for (; *name; name++) {
    if (*name == '&') fputs("&amp;", f);
    else if (*name == '<') fputs("&lt;", f);
    else if (*name == '>') fputs("&gt;", f);
    else fputc(*name, f);
  }
}

/* The tag of an array of `width` 4-byte numbers a particle, and where the next one begins. */
static uint64_t tag(const lg_sheet *s, FILE *f, const char *type, const char *name, int width,
                    uint64_t offset) {
  fprintf(f, "        <DataArray type=\"%s\" Name=\"", type);
  put_name(name, f);
  fprintf(f, "\" NumberOfComponents=\"%d\" format=\"appended\" offset=\"%" PRIu64 "\"/>\n", width,
          offset);
  return offset + (8 + (uint64_t)s->n * (uint64_t)width * 4 + 2) / 3 * 4;
}

static void put_column(const lg_sheet *s, FILE *f, const lg_view *v) {
  lg_base64 t = {f, 0, 0};
  const float none = 0;
  int width = width_of(v);
  uint64_t bytes = (uint64_t)s->n * (uint64_t)width * 4;
  lg_base64_put(&t, &bytes, sizeof bytes);

  /* Its length in bytes stands before the numbers; a missing z is 0. */
  for (size_t i = 0; i < s->n; i++) {
    uint32_t at = s->order[i];
    if (v->i32) lg_base64_put(&t, &v->i32[at], 4);
    for (int k = 0; !v->i32 && k < width; k++)
      lg_base64_put(&t, k < v->components ? &v->c[k][at] : &none, 4);
  }
  lg_base64_end(&t);
}

static void put_count(const lg_sheet *s, FILE *f, int32_t from) { /* from, from + 1, ... */
  lg_base64 t = {f, 0, 0};
  uint64_t bytes = (uint64_t)s->n * 4;
  lg_base64_put(&t, &bytes, sizeof bytes);
  for (size_t i = 0; i < s->n; i++) {
    int32_t number = from + (int32_t)i;
    lg_base64_put(&t, &number, 4);
  }
  lg_base64_end(&t);
}

/* ---- the file ------------------------------------------------------------------------------- */

static bool is_position(const lg_sheet *s, int c) {
  return strcmp(s->column[c].name, "position") == 0;
}

static uint64_t tags(const lg_sheet *s, FILE *f, bool points, uint64_t offset) {
  for (int c = 0; c < s->columns; c++) {
    const lg_view *v = &s->column[c].view;
    if (is_position(s, c) == points)
      offset = tag(s, f, v->i32 ? "Int32" : "Float32", s->column[c].name, width_of(v), offset);
  }
  return offset;
}

static void arrays(const lg_sheet *s, FILE *f, bool points) {
  for (int c = 0; c < s->columns; c++)
    if (is_position(s, c) == points) put_column(s, f, &s->column[c].view);
}

void lg_sheet_vtp(const void *sheet, FILE *f) {
  const lg_sheet *s = sheet;
  fprintf(f,
          "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"%s\" "
          "header_type=\"UInt64\">\n",
          lg_little_endian() ? "LittleEndian" : "BigEndian");
  fprintf(f,
          "  <PolyData>\n    <FieldData>\n      <DataArray type=\"Float64\" Name=\"TimeValue\" "
          "NumberOfTuples=\"1\" format=\"ascii\">%.17g</DataArray>\n    </FieldData>\n",
          s->time);
  fprintf(f,
          "    <Piece NumberOfPoints=\"%zu\" NumberOfVerts=\"%zu\" NumberOfLines=\"0\" "
          "NumberOfStrips=\"0\" NumberOfPolys=\"0\">\n      <PointData Vectors=\"velocity\">\n",
          s->n, s->n);

  /* Tags, each with the offset of its array: the columns, the points, a vertex cell a particle. */
  uint64_t at = tags(s, f, false, 0);
  fputs("      </PointData>\n      <Points>\n", f);
  at = tags(s, f, true, at);
  fputs("      </Points>\n      <Verts>\n", f);
  at = tag(s, f, "Int32", "connectivity", 1, at);
  tag(s, f, "Int32", "offsets", 1, at);
  fputs("      </Verts>\n    </Piece>\n  </PolyData>\n  <AppendedData encoding=\"base64\">\n_", f);

  /* The arrays in the order of their tags. */
  arrays(s, f, false);
  arrays(s, f, true);
  put_count(s, f, 0);
  put_count(s, f, 1);
  fputs("\n  </AppendedData>\n</VTKFile>\n", f);
}
