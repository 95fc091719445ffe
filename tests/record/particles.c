/* Particles as files, read back by readers of their own and held against the columns, bit for
   bit. */
#include "folder.h"

#include "record/record.h"

enum { N = 700 };

/* A world whose particles are stored in another order than they were made in. */
static lg_world *crowd(int dim) {
  lg_world_def def = lg_default_world();
  def.bounds = dim == 2 ? lg_bounds2(-1, -1, 1, 1) : lg_bounds3(-1, -1, -1, 1, 1, 1);
  def.spacing = 0.05f;
  lg_world *w = lg_world_new(&def);
  assert_non_null(w);
  assert_true(lg_set_solver(w, "wcsph", LG_NO_ARGS));
  assert_true(lg_column_add(w, "a<b>&c", 1) && lg_column_add(w, "arrow", dim));
  for (int i = 0; i < N; i++) {
    int site = i * 37 % N;
    const float x[3] = {-0.7f + 0.05f * (float)(site % 28), -0.6f + 0.05f * (float)(site / 28),
                        dim == 3 ? 0.1f * (float)(site % 3) : 0};
    assert_true(lg_particle_add(w, x, NULL) >= 0);
  }
  assert_true(lg_world_step(w, 1e-6));
  lg_view a = lg_column_edit(w, "a<b>&c"), b = lg_column_edit(w, "arrow");
  for (size_t i = 0; i < N; i++) {
    a.c[0][i] = 1 / (float)(i + 1);
    for (int k = 0; k < dim; k++) b.c[k][i] = (float)k - (float)i / 3;
  }
  return w;
}

static char *whole(const char *path, size_t *bytes) {
  FILE *f = fopen(path, "rb");
  assert_non_null(f);
  char *text = calloc(1, 1 << 22);
  *bytes = fread(text, 1, (1 << 22) - 1, f);
  fclose(f);
  return text;
}

static void written(const folder *f, const lg_world *w) {
  lg_why why = {""};
  if (!lg_record_export(f->file, w, &why)) fail_msg("%s", why.text);
  assert_int_equal(folder_count(f), 1);
}

/* The value of component k of a column for the particle with this id. */
static double truth(const lg_world *w, const char *column, int k, int64_t id) {
  lg_view v = lg_column(w, column);
  int64_t at = lg_particle_find(w, id);
  assert_true(at >= 0);
  if (v.i32) return v.i32[at];
  return k < v.components ? (double)v.c[k][at] : 0;
}

/* ---- CSV and OBJ ---------------------------------------------------------------------------- */

static void csv_holds_every_column(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    folder f = folder_new("p.csv");
    lg_world *w = crowd(dim);
    size_t bytes;
    written(&f, w);
    char *text = whole(f.file, &bytes), *line = strtok(text, "\n");
    const char *head = dim == 2 ? "id,x,y,vx,vy," : "id,x,y,z,vx,vy,vz,";
    assert_int_equal(strncmp(line, head, strlen(head)), 0);
    assert_non_null(strstr(line, "arrow_y"));
    int arrow = 0, columns = 1;
    for (char *at = line; *at; at++) {
      if (strncmp(at, "arrow_y", 7) == 0) arrow = columns - 1;
      columns += *at == ',';
    }
    for (int id = 0; id < N; id++) {
      line = strtok(NULL, "\n");
      assert_non_null(line);
      assert_int_equal(strtol(line, NULL, 10), id);
      int column = 0;
      for (char *at = line; at; at = strchr(at, ','), at = at ? at + 1 : NULL, column++) {
        if (column == 2) assert_true(strtof(at, NULL) == (float)truth(w, "position", 1, id));
        if (column == arrow) assert_true(strtof(at, NULL) == (float)truth(w, "arrow", 1, id));
      }
      assert_int_equal(column, columns);
    }
    assert_null(strtok(NULL, "\n"));
    free(text);
    folder_end(&f);
    lg_world_free(w);
  }
}

static void obj_holds_points(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    folder f = folder_new("p.obj");
    lg_world *w = crowd(dim);
    size_t bytes;
    written(&f, w);
    char *text = whole(f.file, &bytes);
    int vertices = 0, points = 0;
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
      float x[3];
      int number;
      if (sscanf(line, "v %f %f %f", &x[0], &x[1], &x[2]) == 3) {
        for (int k = 0; k < 3; k++) assert_true(x[k] == (float)truth(w, "position", k, vertices));
        vertices++;
      } else if (sscanf(line, "p %d", &number) == 1) {
        assert_int_equal(number, ++points);
      } else {
        assert_int_equal(*line, '#');
      }
    }
    assert_int_equal(vertices, N);
    assert_int_equal(points, N);
    free(text);
    folder_end(&f);
    lg_world_free(w);
  }
}

/* ---- VTP: a reader of tags and base64, written from the file format's description
   ------------------------------------------- */

static int digit(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  return c == '+' ? 62 : c == '/' ? 63 : -1;
}

/* The array at an offset behind '_': its bytes, their number from its header. */
static unsigned char *array_at(const char *text, size_t offset, uint64_t *bytes) {
  const char *at = strstr(text, "<AppendedData encoding=\"base64\">");
  assert_non_null(at);
  at = strchr(at, '_') + 1 + offset;
  unsigned char *out = calloc(1, 1 << 20);
  size_t n = 0;
  /* up to the group that is padded, and no farther than the length asks for */
  for (; digit(at[0]) >= 0; at += 4) {
    int value = digit(at[0]) << 18 | digit(at[1]) << 12 | (at[2] == '=' ? 0 : digit(at[2]) << 6) |
                (at[3] == '=' ? 0 : digit(at[3]));
    out[n++] = (unsigned char)(value >> 16);
    if (at[2] != '=') out[n++] = (unsigned char)(value >> 8);
    if (at[3] != '=') out[n++] = (unsigned char)value;
    memcpy(bytes, out, 8);
    if (at[3] == '=' || (n >= 8 && n - 8 >= *bytes)) break;
  }
  assert_true(n >= 8 && *bytes == n - 8); /* the next array begins where this one ends */
  memmove(out, out + 8, n - 8);
  return out;
}

/* The tag of the array of this name: its type and components; returns its data. */
static unsigned char *array_named(const char *text, const char *name, char type[16],
                                  int *components) {
  char wanted[64];
  uint64_t bytes;
  snprintf(wanted, sizeof wanted, "Name=\"%s\"", name);
  const char *tag = strstr(text, wanted);
  assert_non_null(tag);
  while (*tag != '<') tag--;
  assert_int_equal(sscanf(tag, "<DataArray type=\"%15[A-Za-z0-9]\"", type), 1);
  assert_int_equal(
      sscanf(strstr(tag, "NumberOfComponents"), "NumberOfComponents=\"%d\"", components), 1);
  unsigned char *data =
      array_at(text, (size_t)strtoul(strstr(tag, "offset=\"") + 8, NULL, 10), &bytes);
  assert_int_equal(bytes, (uint64_t)N * (uint64_t)*components * 4);
  return data;
}

static void column_is(const char *text, const lg_world *w, const char *name, const char *in_xml) {
  char type[16];
  int components;
  unsigned char *data = array_named(text, in_xml, type, &components);
  lg_view v = lg_column(w, name);
  assert_int_equal(components, v.components == 1 ? 1 : 3);
  assert_string_equal(type, v.i32 ? "Int32" : "Float32");
  for (int id = 0; id < N; id++)
    for (int k = 0; k < components; k++) {
      float f32;
      int32_t i32;
      memcpy(&f32, data + 4 * (id * components + k), 4);
      memcpy(&i32, data + 4 * (id * components + k), 4);
      if ((v.i32 ? (double)i32 : (double)f32) != truth(w, name, k, id))
        fail_msg("%s of particle %d, component %d", name, id, k);
    }
  free(data);
}

static void vtp_holds_every_column(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    folder f = folder_new("p.vtp");
    lg_world *w = crowd(dim);
    size_t bytes;
    written(&f, w);
    char *text = whole(f.file, &bytes), type[16];
    assert_non_null(strstr(text, "<Piece NumberOfPoints=\"700\" NumberOfVerts=\"700\""));
    for (int c = 0; c < lg_column_count(w); c++) {
      const char *name = lg_column_name(w, c);
      column_is(text, w, name, strcmp(name, "a<b>&c") == 0 ? "a&lt;b&gt;&amp;c" : name);
    }
    int components;
    int32_t *connectivity = (int32_t *)(void *)array_named(text, "connectivity", type, &components);
    int32_t *offsets = (int32_t *)(void *)array_named(text, "offsets", type, &components);
    for (int i = 0; i < N; i++) assert_true(connectivity[i] == i && offsets[i] == i + 1);
    const char *points = strstr(text, "<Points>");
    assert_true(points && strstr(points, "Name=\"position\"") < strstr(points, "</Points>"));
    free(connectivity);
    free(offsets);
    free(text);
    folder_end(&f);
    lg_world_free(w);
  }
}

/* No particles are no reason for a broken file. */
static void empty_worlds_are_files_too(void **state) {
  (void)state;
  static const char *const names[] = {"e.csv", "e.ply", "e.vtp", "e.obj"};
  lg_world_def def = lg_default_world();
  lg_world *w = lg_world_new(&def);
  for (int i = 0; i < 4; i++) {
    folder f = folder_new(names[i]);
    size_t bytes;
    written(&f, w);
    char *text = whole(f.file, &bytes);
    assert_true(bytes > 10);
    if (i == 2) assert_non_null(strstr(text, "_AAAAAAAAAAA=AAAAAAAAAAA=")); /* lengths of 0 */
    free(text);
    folder_end(&f);
  }
  lg_world_free(w);
}

/* ---- refusals ------------------------------------------------------------------------------- */

static void refusals_leave_no_file(void **state) {
  (void)state;
  lg_why why;
  folder f = folder_new("p.vtk");
  lg_world *w = crowd(2);
  assert_false(lg_record_knows(f.file));
  assert_false(lg_record_knows("some.vtp/none"));
  assert_false(lg_record_export(f.file, w, &why));
  assert_non_null(strstr(why.text, LG_EXPORT_FORMATS));
  assert_int_equal(folder_count(&f), 0);
  assert_false(lg_record_export("/nowhere/p.vtp", w, &why));
  assert_non_null(strstr(why.text, "does not exist"));
  folder_end(&f);
  lg_world_free(w);
}

/* A disk that fills up in the middle: the old file stands. The last test: the limit stays. */
static void a_full_disk_leaves_the_old_file(void **state) {
  (void)state;
  lg_why why;
  folder f = folder_new("p.vtp");
  lg_world *w = crowd(3);
  put_file(f.file, "old");
  limit_files(4096);
  assert_false(lg_record_export(f.file, w, &why));
  assert_true(strlen(why.text) > 0);
  assert_true(file_holds(f.file, "old"));
  assert_int_equal(folder_count(&f), 1);
  folder_end(&f);
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(csv_holds_every_column), cmocka_unit_test(obj_holds_points),
      cmocka_unit_test(vtp_holds_every_column), cmocka_unit_test(empty_worlds_are_files_too),
      cmocka_unit_test(refusals_leave_no_file), cmocka_unit_test(a_full_disk_leaves_the_old_file)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
