/* cavity.h - the lid-driven cavity against Ghia, Ghia & Shin 1982 (data/ghia_u.csv, ghia_v.csv: u
   on x = 1/2, v on y = 1/2): what its tests share. */
#ifndef LG_TESTS_CAVITY_H
#define LG_TESTS_CAVITY_H

#include "physics.h"

/* 1 x 1 m of which nothing slips, and a lid at its upper edge that moves with 1 m/s. */
static inline lg_world *cavity_world(float spacing) {
  lg_world_def def = lg_default_world();
  def.bounds = lg_bounds2(0, 0, 1, 1);
  def.spacing = spacing;
  def.threads = 1;
  def.slip = 1;
  def.gravity[1] = 0;
  lg_world *w = lg_world_new(&def);
  assert_non_null(w);
  return w;
}

static inline void cavity_lid(lg_world *w) {
  lg_id lid = lg_add(w, "shape.plane", LG_ARGS(lg_vec2("normal", 0, -1), lg_vec2("point", 0, 1)));
  assert_true(
      lg_add(w, "collider.solid",
             LG_ARGS(lg_ref("shape", lid), lg_vec2("velocity", 1, 0), lg_text("slip", "no"))) != 0);
}

/* A component of the velocity at a place, m/s. */
typedef double cavity_sample(const lg_world *w, int component, double x, double y);

/* Mean square against one column (1: Re 100, 2: Re 400) of a table; ends, which are the walls, and
   misprints left out. */
static inline double cavity_square_error(const lg_world *w, cavity_sample *at, const char *path,
                                         int column, bool vertical, int *rows) {
  FILE *f = fopen(path, "r");
  assert_non_null(f);
  char line[256];
  double sum = 0, s, v[3];
  while (fgets(line, sizeof line, f)) {
    if (sscanf(line, "%lf,%lf,%lf,%lf", &s, &v[0], &v[1], &v[2]) != 4 || s <= 0 || s >= 1) continue;
    /* a misprint: see the table's head */
    if (!vertical && column == 2 && fabs(s - 0.9063) < 1e-4) continue;
    double u = vertical ? at(w, 0, 0.5, s) : at(w, 1, s, 0.5);
    if (getenv("LAGUNA_TRACE")) print_message("%.4f  %.4f  Ghia %.4f\n", s, u, v[column - 1]);
    sum += (u - v[column - 1]) * (u - v[column - 1]);
    ++*rows;
  }
  fclose(f);
  return sum;
}

/* Root of the mean square of both tables, in the lid's speed. */
static inline double cavity_rms(const lg_world *w, cavity_sample *at, double re) {
  const int column = re < 200 ? 1 : 2;
  int n = 0;
  double sum = cavity_square_error(w, at, "tests/physics/data/ghia_u.csv", column, true, &n);
  sum += cavity_square_error(w, at, "tests/physics/data/ghia_v.csv", column, false, &n);
  assert_true(n >= 28);
  return sqrt(sum / n);
}

/* ---- of particles --------------------------------------------------------------------------- */

/* By a plane through the particles within `reach`, least squares; NaN: there are too few. */
static inline double cavity_plane(const lg_world *w, int component, double x, double y,
                                  double reach) {
  lg_view p = lg_column(w, "position"), v = lg_column(w, "velocity");
  double m[3][4] = {{0}};
  int near = 0;
  for (size_t i = 0; i < p.n; i++) {
    const double row[4] = {1, (double)p.c[0][i] - x, (double)p.c[1][i] - y,
                           (double)v.c[component][i]};
    const double q = hypot(row[1], row[2]) / reach;
    if (q >= 1) continue;
    near++;
    for (int a = 0; a < 3; a++)
      for (int b = 0; b < 4; b++) m[a][b] += pow(1 - q, 4) * (1 + 4 * q) * row[a] * row[b];
  }
  if (near < 8) return NAN;
  for (int a = 0; a < 3; a++)
    for (int b = 0; b < 3; b++)
      for (int k = 3; k >= a && b != a; k--) m[b][k] -= m[b][a] / m[a][a] * m[a][k];
  return m[0][3] / m[0][0];
}

static inline double cavity_of_particles(const lg_world *w, int component, double x, double y) {
  double found = NAN;
  for (double reach = 3 * (double)lg_world_spacing(w); isnan(found); reach *= 1.25)
    found = cavity_plane(w, component, x, y, reach);
  return found;
}

/* Full of particles of 1000 kg/m3, at a solver's defaults but for the viscosity that makes it Re;
   `solver` is one, or a transfer of flip. */
static inline lg_world *cavity_full(const char *solver, double re, int n) {
  static const char *const transfers[] = {"flip", "apic", "pic"};
  const char *kind = solver;
  for (int i = 0; i < 3; i++)
    if (strcmp(solver, transfers[i]) == 0) kind = "flip";
  lg_world *w = cavity_world(1.0f / (float)n);
  assert_true(lg_set_solver(w, kind, LG_ARGS(lg_num("viscosity", 1000 / re))));
  if (strcmp(kind, "flip") == 0)
    assert_true(lg_set(w, lg_solver_id(w), LG_ARGS(lg_text("transfer", solver))));
  cavity_lid(w);
  lg_id box = lg_add(w, "shape.box", LG_ARGS(lg_vec2("min", 0, 0), lg_vec2("max", 1, 1)));
  assert_true(lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", box))));
  return w;
}

/* Returns the RMS after so many seconds. */
static inline double cavity_run(const char *solver, double re, int n, double seconds) {
  lg_world *w = cavity_full(solver, re, n);
  while (lg_world_time(w) < seconds) step(w, 0.05);
  const double rms = cavity_rms(w, cavity_of_particles, re);
  print_message("%s, Re %g, %d x %d particles: RMS %.4f\n", solver, re, n, n, rms);
  lg_world_free(w);
  return rms;
}

#endif
