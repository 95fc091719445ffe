/* vti.c - VTK's XML for image data (VTK file formats, 2021): a solver's grids, a value a cell, in
   base64 behind the tags. */
#include "record/base64.h"
#include "record/part.h"
#include "record/record.h"
#include "record/sheet.h"

#include <inttypes.h>

static uint64_t cells_of(const lg_grid_view *g) {
  return (uint64_t)g->cells[0] * (uint64_t)g->cells[1] * (uint64_t)g->cells[2];
}
/* vectors have three numbers, also in 2-D */
static int width_of(const lg_grid_view *g) { return g->components == 1 ? 1 : 3; }

static void put_grid(const lg_grid_view *g, FILE *f) {
  lg_base64 t = {f, 0, 0};
  uint64_t bytes = cells_of(g) * (uint64_t)width_of(g) * 4;
  lg_base64_put(&t, &bytes, sizeof bytes);

  /* x runs fastest, as VTK has it. */
  for (int k = 0; k < g->cells[2]; k++)
    for (int j = 0; j < g->cells[1]; j++)
      for (int i = 0; i < g->cells[0]; i++) {
        float v[3] = {0, 0, 0};
        lg_grid_cell(g, i, j, k, v);
        lg_base64_put(&t, v, (size_t)width_of(g) * 4);
      }
  lg_base64_end(&t);
}

static void write_head(const lg_world *w, const lg_grid_view *g, FILE *f) {
  int flat = lg_world_dim(w) == 2, depth = flat ? 0 : g->cells[2];
  const float *origin = g->origin, *cell = g->cell;

  fprintf(f,
          "<?xml version=\"1.0\"?>\n<VTKFile type=\"ImageData\" version=\"1.0\" byte_order=\"%s\" "
          "header_type=\"UInt64\">\n",
          lg_little_endian() ? "LittleEndian" : "BigEndian");

  /* Cells lie between points, of which there is one more along each axis: extents are of points. */
  fprintf(f,
          "  <ImageData WholeExtent=\"0 %d 0 %d 0 %d\" Origin=\"%.9g %.9g %.9g\" "
          "Spacing=\"%.9g %.9g %.9g\">\n",
          g->cells[0], g->cells[1], depth, (double)origin[0], (double)origin[1], (double)origin[2],
          (double)cell[0], (double)cell[1], flat ? 1 : (double)cell[2]);
  fprintf(f,
          "    <FieldData>\n      <DataArray type=\"Float64\" Name=\"TimeValue\" "
          "NumberOfTuples=\"1\" format=\"ascii\">%.17g</DataArray>\n    </FieldData>\n",
          lg_world_time(w));
  fprintf(f, "    <Piece Extent=\"0 %d 0 %d 0 %d\">\n      <CellData>\n", g->cells[0], g->cells[1],
          depth);
}

static void write_file(const void *world, FILE *f) {
  const lg_world *w = world;
  lg_grid_view first = lg_grid(w, lg_grid_name(w, 0));
  uint64_t at = 0;

  /* Tags first, with the offset of each array; then the arrays. */
  write_head(w, &first, f);
  for (int i = 0; i < lg_grid_count(w); i++) {
    lg_grid_view g = lg_grid(w, lg_grid_name(w, i));
    fprintf(f,
            "        <DataArray type=\"Float32\" Name=\"%s\" NumberOfComponents=\"%d\" "
            "format=\"appended\" "
            "offset=\"%" PRIu64 "\"/>\n",
            lg_grid_name(w, i), width_of(&g), at);
    at += (8 + cells_of(&g) * (uint64_t)width_of(&g) * 4 + 2) / 3 * 4;
  }

  fputs("      </CellData>\n    </Piece>\n  </ImageData>\n  <AppendedData encoding=\"base64\">\n_",
        f);
  for (int i = 0; i < lg_grid_count(w); i++) {
    lg_grid_view g = lg_grid(w, lg_grid_name(w, i));
    put_grid(&g, f);
  }
  fputs("\n  </AppendedData>\n</VTKFile>\n", f);
}

bool lg_record_grids(const char *path, const lg_world *w, lg_why *why) {
  if (lg_grid(w, lg_grid_name(w, 0)).components) return lg_part_write(path, write_file, w, why);
  return lg_explain(why,
                    "%s: cannot be written: the solver of this world has no grid, or no step yet; "
                    "lg.solver.flip has one",
                    path);
}
