/* flip: divergence, transfers, walls, moving solids and bits. Compared with: a residual of its own in double, closed forms of what the
   weights do to a sine, angular momentum summed by hand, channel flows, the shape's own distance. */
#if defined(__x86_64__)
#define LG_ISA sse2 /* the operators under test are compiled per path */
#endif
#include "solver/fluid.h"

#include "core/step.h"

#define PI 3.14159265358979323846

/* ---- divergence ------------------------------------------------------------------------------------------------------ */

static double outflow(const lg_mac *m, int c, bool before) {
  double sum = 0;
  for (int k = 0; k < m->lattice.dim; k++)
    for (int side = 0; side < 2; side++) {
      int f = c + side * m->lattice.step[k];
      const float *p = m->pair[k] + 2 * f;
      double open = (double)m->open[k][f], u = before ? (double)p[0] - (double)p[1] : (double)m->u[k][f];
      sum += (side ? 1 : -1) * (open * u + (1 - open) * (double)m->solid[k][f]) / (double)m->cell[k];
    }
  return sum;
}

/* max |div u| <= 10 tol max |div u*| over the fluid cells, u* = u - change. False: there is nothing to measure. */
static bool is_divergence_free(const lg_world *w, double tol) {
  const lg_mac *m = &w->mac;
  const lg_layout *l = &m->lattice;
  double after = 0, before = 0;
  int fluid = 0;
  for (int row = 0; row < lg_lattice_rows(l); row++)
    for (int i = 0; i < l->n[0]; i++) {
      int c = lg_lattice_row(l, row) + LG_ROW_FIRST + i;
      if (m->kind[c] != LG_MAC_FLUID) continue;
      after = fmax(after, fabs(outflow(m, c, false)));
      before = fmax(before, fabs(outflow(m, c, true)));
      fluid++;
    }
  if (getenv("LAGUNA_TRACE")) print_message("%d fluid cells: |div| %.2e of %.2e\n", fluid, after, before);
  assert_true(after <= 10 * tol * before);
  return fluid > 100 && before > 0;
}

/* Air, slanted walls, discs and balls at rest and on the move, cut last cells, voxels or fractions, tolerances. */
static void nothing_is_made_or_lost(void **state) {
  (void)state;
  for (int mix = 0; mix < 8; mix++) {
    int dim = mix < 4 ? 2 : 3;
    lg_world_def def = lg_default_world();
    def.bounds = dim == 2 ? lg_bounds2(-0.3f, 0, 1.03f, 0.97f) : lg_bounds3(0, 0, 0, 1, 0.8f, 0.53f);
    def.spacing = dim == 2 ? 0.017f : 0.025f;
    def.threads = 2;
    lg_world *w = lg_world_new(&def);
    double tol = mix & 2 ? 1e-6 : 1e-4;
    assert_true(lg_set_solver(w, "flip", LG_ARGS(lg_num("tolerance", tol), lg_num("volume_feedback", 0),
                                                 lg_text("solids", mix == 2 ? "voxels" : "fractions"))));
    lg_arg min = lg_vec3("min", 0, 0, 0), max = lg_vec3("max", 0.5, 0.6, 0.5), center = lg_vec3("center", 0.7, 0.2, 0.2);
    lg_arg normal = lg_vec3("normal", 0.5, 1, 0.2), point = lg_vec3("point", 0, 0.1, 0), speed = lg_vec3("velocity", -0.7, 0.1, 0);
    min.n = max.n = center.n = normal.n = point.n = speed.n = dim;
    lg_id box = lg_add(w, "shape.box", LG_ARGS(min, max)), ball = lg_add(w, "shape.sphere", LG_ARGS(center, lg_num("radius", 0.13)));
    lg_id plane = lg_add(w, "shape.plane", LG_ARGS(normal, point));
    assert_true(box && ball && plane);
    assert_true(lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", box))) != 0);
    if (mix & 1) assert_true(lg_add(w, "collider.solid", LG_ARGS(lg_ref("shape", plane))) != 0);
    assert_true(lg_add(w, "collider.solid", LG_ARGS(lg_ref("shape", ball), speed)) != 0);
    int measured = 0;
    for (int f = 0; f < 30; f++) {
      step(w, 1 / 60.0);
      measured += is_divergence_free(w, tol);
      assert_true(lg_world_stats(w)->residual <= tol);
    }
    assert_true(measured == 30);
    lg_world_free(w);
  }
}

/* ---- transfers, without pressure ------------------------------------------------------------------------------------- */

typedef struct bench { lg_world *w; lg_step s; lg_cells cells; } bench;

static void bench_make(bench *b, int dim, float spacing, float edge, lg_edge edges) {
  lg_world_def def = lg_default_world();
  def.bounds = dim == 2 ? lg_bounds2(0, 0, 1, 1) : lg_bounds3(0, 0, 0, 1, 1, 1);
  def.spacing = spacing;
  for (int k = 0; k < dim; k++) def.edges[k][0] = def.edges[k][1] = edges;
  memset(b, 0, sizeof *b);
  b->w = lg_world_new(&def);
  assert_non_null(b->w);
  assert_true(lg_set_solver(b->w, "flip", LG_NO_ARGS));
  assert_true(lg_objects_apply_solver(b->w));
  lg_mac_cells(b->w, edge, &b->cells);
}

static void bench_go(bench *b) { /* particles are there: up to the splatted, extended grid */
  assert_true(lg_neighbors_sort_into(b->w, &b->cells, NULL));
  b->s = (lg_step){.world = b->w, .dim = b->w->dim, .threads = 1, .n = b->w->particles.n, .dt = 1e-3f, .spacing = b->w->def.spacing,
                   .particles = &b->w->particles, .neighbors = &b->w->neighbors, .stats = &b->w->stats};
  assert_true(lg_mac_room(&b->s, &b->cells));
  assert_true(lg_mac_solids(&b->s, false));
}

static void round_trip(bench *b, float keep, float *const affine[9]) {
  bench_go(b);
  lg_mac_types(&b->s, true);
  lg_mac_splat(&b->s, affine);
  lg_mac_divide(&b->s);
  lg_mac_extend(&b->s, 2, true);
  lg_mac_extend(&b->s, 2, false);
  lg_mac_gather(&b->s, keep, affine);
}

static void sines(lg_world *w, int side, int waves) {
  int dim = lg_world_dim(w);
  for (int i = 0; i < side * side * (dim == 3 ? side : 1); i++) {
    const int at[3] = {i % side, i / side % side, i / side / side};
    float x[3], v[3] = {0, 0, 0};
    for (int k = 0; k < 3; k++) x[k] = ((float)at[k] + 0.5f) / (float)side;
    for (int k = 0; k < dim; k++) v[k] = (float)sin(2 * PI * waves * (at[k] + 0.5) / side);
    assert_true(lg_particle_add(w, x, v) >= 0);
  }
}

/* From the grid to n regular particles per direction and cell and back: PIC multiplies a sine of wavenumber k on the faces by
   2/3 - 1/(6 n^2) + (1/3 + 1/(6 n^2)) cos kh, FLIP by 1. */
static void sines_are_damped_as_they_must(void **state) {
  (void)state;
  const int cells = 24;
  for (int which = 0; which < 16; which++) {
    int dim = which < 12 ? 2 : 3, n = which < 12 ? which / 4 + 1 : 2, waves = which & 2 ? 3 : 1, flip = which & 1;
    bench b;
    bench_make(&b, dim, 1.0f / (float)(n * cells), 1.0f / (float)cells, LG_EDGE_PERIODIC);
    sines(b.w, n * cells, waves);
    double n2 = 6.0 * n * n, exact = flip ? 1 : 2 / 3.0 - 1 / n2 + (1 / 3.0 + 1 / n2) * cos(2 * PI * waves / cells), worst = 0;
    double first[3][24];
    for (int trip = 0; trip < 2; trip++) {
      round_trip(&b, (float)flip, NULL);
      for (int k = 0; k < dim; k++)
        for (int i = 0; i < cells; i++) {
          int at[3] = {5, 5, dim == 3 ? 5 : 0};
          at[k] = i;
          double u = (double)b.w->mac.u[k][lg_lattice_at(&b.w->mac.lattice, at[0], at[1], at[2])];
          if (trip == 0) first[k][i] = u;
          else worst = fmax(worst, fabs(u - exact * first[k][i]));
        }
    }
    if (getenv("LAGUNA_TRACE")) print_message("%d-D n %d waves %d %s: off by %.1e\n", dim, n, waves, flip ? "FLIP" : "PIC", worst);
    assert_true(fabs(first[0][6]) > 0.5);
    assert_true(worst <= 1e-6);
    lg_world_free(b.w);
  }
}

static uint32_t random_state = 1;
static float next_random(void) {
  random_state = random_state * 1664525u + 1013904223u;
  return (float)(random_state >> 8) / 16777216.0f;
}

static void take_affine(bench *b, float *affine[9]) {
  static const char *const name[] = {"affine_x", "affine_y", "affine_z"};
  for (int k = 0; k < b->w->dim; k++) {
    lg_view c = lg_column_edit(b->w, name[k]);
    for (int i = 0; i < b->w->dim; i++) affine[k * b->w->dim + i] = c.c[i];
  }
}

/* Scattered particles that move as A x + b, each with A: they come back so. */
static void apic_keeps_affine_motion(void **state) {
  (void)state;
  const float a[3][3] = {{0.3f, -1.2f, 0.5f}, {0.9f, -0.4f, 0.2f}, {-0.6f, 0.7f, 0.1f}}, shift[3] = {0.5f, -0.2f, 0.8f};
  for (int dim = 2; dim <= 3; dim++) {
    bench b;
    float *affine[9];
    bench_make(&b, dim, 0.03f, 0.0625f, LG_EDGE_OPEN);
    for (int i = 0; i < 9000; i++) {
      float x[3] = {next_random(), next_random(), dim == 3 ? next_random() : 0}, v[3] = {0, 0, 0};
      for (int k = 0; k < dim; k++) v[k] = shift[k] + a[k][0] * x[0] + a[k][1] * x[1] + (dim == 3 ? a[k][2] * x[2] : 0);
      assert_true(lg_particle_add(b.w, x, v) >= 0);
    }
    take_affine(&b, affine);
    for (size_t i = 0; i < b.w->particles.n; i++)
      for (int k = 0; k < dim * dim; k++) affine[k][i] = a[k / dim][k % dim];
    bench_go(&b);
    take_affine(&b, affine); /* sorted */
    round_trip(&b, 0, affine);
    take_affine(&b, affine);
    double worst = 0, worst_slope = 0;
    int counted = 0;
    lg_view x = lg_column(b.w, "position"), v = lg_column(b.w, "velocity");
    for (size_t i = 0; i < x.n; i++) {
      bool inner = true;
      for (int k = 0; k < dim; k++) inner = inner && x.c[k][i] > 0.15f && x.c[k][i] < 0.85f;
      if (!inner) continue;
      counted++;
      for (int k = 0; k < dim; k++) {
        double exact = (double)shift[k];
        for (int o = 0; o < dim; o++) exact += (double)a[k][o] * (double)x.c[o][i];
        worst = fmax(worst, fabs((double)v.c[k][i] - exact));
        for (int o = 0; o < dim; o++) worst_slope = fmax(worst_slope, fabs((double)(affine[k * dim + o][i] - a[k][o])));
      }
    }
    print_message("APIC %d-D: affine motion off by %.1e m/s, %.1e 1/s\n", dim, worst, worst_slope);
    assert_true(counted > 300 && worst <= 1e-5 && worst_slope <= 2e-4);
    lg_world_free(b.w);
  }
}

/* Angular momentum about z, the affine part included: of a particle, sum over its faces of w (x_f - x_p) x the velocity it adds there,
   which for linear weights is c_yx f_x (1 - f_x) h^2 - c_xy f_y (1 - f_y) h^2, f its place between the faces of that component. */
static double spin(const lg_world *w, float *const affine[9]) {
  const lg_mac *m = &w->mac;
  int dim = w->dim;
  double sum = 0, h = (double)m->cell[0];
  for (size_t i = 0; i < w->particles.n; i++) {
    double x = (double)w->particles.x[0][i], y = (double)w->particles.x[1][i];
    double fx = x / h - 0.5, fy = y / h - 0.5;
    fx -= floor(fx);
    fy -= floor(fy);
    sum += x * (double)w->particles.v[1][i] - y * (double)w->particles.v[0][i];
    sum += h * h * ((double)affine[dim][i] * fx * (1 - fx) - (double)affine[1][i] * fy * (1 - fy));
  }
  return sum;
}

static void apic_keeps_angular_momentum(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++)
    for (int apic = 0; apic < 2; apic++) {
      bench b;
      float *affine[9];
      bench_make(&b, dim, 0.03f, 0.0625f, LG_EDGE_WALL);
      for (int i = 0; i < 3000; i++) { /* turning, with random velocities and gradients */
        float x[3], v[3] = {next_random() - 0.5f, next_random() - 0.5f, next_random()};
        for (int k = 0; k < 3; k++) x[k] = 0.2f + 0.6f * next_random();
        v[0] -= 3 * (x[1] - 0.5f);
        v[1] += 3 * (x[0] - 0.5f);
        assert_true(lg_particle_add(b.w, x, v) >= 0);
      }
      take_affine(&b, affine);
      for (int i = 0; apic && i < 3000; i++)
        for (int k = 0; k < dim * dim; k++) affine[k][i] = 20 * next_random() - 8;
      bench_go(&b);
      take_affine(&b, affine);
      double before = spin(b.w, affine);
      round_trip(&b, 0, apic ? affine : NULL);
      double change = fabs(spin(b.w, affine) / before - 1);
      print_message("%s %d-D: angular momentum changes by %.1e\n", apic ? "APIC" : "PIC", dim, change);
      assert_true(apic ? change <= 1e-5 : change > 1e-3);
      lg_world_free(b.w);
    }
}

/* ---- shares of solids ------------------------------------------------------------------------------------------------ */

/* Open area and volume around a disc and a ball, against pi r^2 and 4/3 pi r^3; a face's share against 64 points on it. */
static void shares_are_areas(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    bench b;
    bench_make(&b, dim, 0.02f, 0.04f, LG_EDGE_WALL);
    lg_arg center = lg_vec3("center", 0.51, 0.47, 0.52);
    center.n = dim;
    lg_id ball = lg_add(b.w, "shape.sphere", LG_ARGS(center, lg_num("radius", 0.3)));
    assert_true(lg_add(b.w, "collider.solid", LG_ARGS(lg_ref("shape", ball))) != 0);
    bench_go(&b);
    const lg_mac *m = &b.w->mac;
    const lg_layout *l = &m->lattice;
    double volume = 0, cell = pow((double)m->cell[0], dim), worst = 0, mean = 0;
    int cut = 0;
    for (int row = 0; row < lg_lattice_rows(l); row++)
      for (int i = 0; i < l->n[0]; i++) {
        int c = lg_lattice_row(l, row) + LG_ROW_FIRST + i, inside = 0, points = dim == 2 ? 64 : 32 * 32;
        volume += (1 - (double)m->volume[c]) * cell;
        if (i == 0 || m->open[0][c] <= 0.05f || m->open[0][c] >= 1) continue;
        float x[3], p[3];
        lg_mac_place(m, 0, c, x);
        for (int s = 0; s < points; s++) {
          memcpy(p, x, sizeof p);
          p[1] += ((float)(s % (dim == 2 ? 64 : 32)) + 0.5f) / (dim == 2 ? 64.0f : 32.0f) * m->cell[1] - 0.5f * m->cell[1];
          if (dim == 3) p[2] += ((float)(s / 32) + 0.5f) / 32.0f * m->cell[2] - 0.5f * m->cell[2];
          inside += lg_distance(b.w, ball, p) > 0;
        }
        double off = fabs((double)m->open[0][c] - (double)inside / points);
        worst = fmax(worst, off);
        mean += off;
        cut++;
      }
    double exact = dim == 2 ? PI * 0.09 : 4 / 3.0 * PI * 0.027;
    print_message("%d-D: solid volume off by %.2f %%, a face's share by %.3f, at most %.3f\n", dim, 100 * fabs(volume / exact - 1),
                  mean / cut, worst);
    assert_true(fabs(volume / exact - 1) < (dim == 2 ? 0.002 : 0.02)); /* curved within a cell */
    assert_true(mean / cut < 0.02 && worst < 0.15); /* most where the surface grazes the face */
    lg_world_free(b.w);
  }
}

/* ---- channels -------------------------------------------------------------------------------------------------------- */

static lg_world *channel(int slip, float across, const lg_arg *args, float gravity, float v) {
  lg_world_def def = lg_default_world();
  def.bounds = lg_bounds2(0, 0, 0.5f, across);
  def.spacing = 1.0f / 64;
  def.edges[0][0] = def.edges[0][1] = LG_EDGE_PERIODIC;
  def.slip = slip;
  def.threads = 1;
  def.gravity[0] = gravity;
  def.gravity[1] = 0;
  lg_world *w = lg_world_new(&def);
  assert_true(lg_set_solver(w, "flip", args));
  for (int j = 0; j < (int)(64 * across); j++)
    for (int i = 0; i < 32; i++)
      assert_true(lg_particle_add(w, (float[3]){((float)i + 0.5f) / 64, ((float)j + 0.5f) / 64, 0}, (float[3]){v, 0, 0}) >= 0);
  return w;
}

/* A stream between walls 1 m apart: glides for ever, or is slowed as the diffusion equation says. */
static void walls_hold_or_let_glide(void **state) {
  (void)state;
  const lg_arg *args = LG_ARGS(lg_text("advection", "grid"), lg_num("density", 1), lg_num("viscosity", 0.02));
  for (int slip = 0; slip < 2; slip++) {
    lg_world *w = channel(slip, 1, args, 0, 1);
    for (int f = 0; f < 120; f++) step(w, 1 / 60.0);
    const lg_mac *m = &w->mac;
    double worst = 0, t = lg_world_time(w);
    for (int j = 0; j < m->lattice.n[1]; j++) {
      double y = (j + 0.5) * (double)m->cell[1], exact = slip ? 0 : 1;
      for (int k = 1; slip && k < 40; k += 2) exact += 4 / (PI * k) * sin(PI * k * y) * exp(-0.02 * PI * PI * k * k * t);
      worst = fmax(worst, fabs((double)m->u[0][lg_lattice_at(&m->lattice, 3, j, 0)] - exact));
    }
    print_message("%s slip: profile off by %.4f\n", slip ? "no" : "free", worst);
    assert_true(worst < (slip ? 5e-3 : 1e-5));
    lg_world_free(w);
  }
}

/* Couette: a plane glides above; Poiseuille: gravity along the channel. Steady profiles, linear and parabolic. */
static void channels_become_steady(void **state) {
  (void)state;
  for (int lid = 0; lid < 2; lid++) {
    lg_world *w = channel(1, 1, LG_ARGS(lg_text("advection", "grid"), lg_num("density", 1), lg_num("viscosity", 0.25)), lid ? 0 : 2, 0);
    if (lid) {
      lg_id plane = lg_add(w, "shape.plane", LG_ARGS(lg_vec2("normal", 0, -1), lg_vec2("point", 0, 1)));
      assert_true(lg_add(w, "collider.solid", LG_ARGS(lg_ref("shape", plane), lg_vec2("velocity", 1, 0), lg_text("slip", "no"))) != 0);
    }
    for (int f = 0; f < 180; f++) step(w, 1 / 60.0);
    const lg_mac *m = &w->mac;
    double worst = 0;
    for (int j = 0; j < m->lattice.n[1]; j++) {
      double y = (j + 0.5) * (double)m->cell[1], exact = lid ? y : 4 * y * (1 - y);
      worst = fmax(worst, fabs((double)m->u[0][lg_lattice_at(&m->lattice, 3, j, 0)] - exact));
    }
    print_message("%s: steady profile off by %.4f\n", lid ? "Couette" : "Poiseuille", worst);
    assert_true(worst < 5e-3);
    lg_world_free(w);
  }
}

/* ---- solids that move ------------------------------------------------------------------------------------------------ */

/* A disc ploughs through a pool, a box turns in it: nobody is inside of either, nobody is lost, and the water gives way. */
static void nobody_is_inside_a_solid(void **state) {
  (void)state;
  const float fill[3] = {1.2f, 0.4f, 0};
  lg_world *w = filled_world(lg_bounds2(0, 0, 1.2f, 0.8f), 0.0125f, "flip", LG_NO_ARGS, fill);
  lg_id disc = lg_add(w, "shape.sphere", LG_ARGS(lg_vec2("center", 0.2, 0.6), lg_num("radius", 0.08)));
  lg_id paddle = lg_add(w, "shape.box", LG_ARGS(lg_vec2("min", 0.8, 0.2), lg_vec2("max", 0.84, 0.5)));
  lg_id a = lg_add(w, "collider.solid", LG_ARGS(lg_ref("shape", disc), lg_vec2("velocity", 0.5, -0.5)));
  lg_id b = lg_add(w, "collider.solid", LG_ARGS(lg_ref("shape", paddle), lg_num("angular_velocity", 2)));
  if (!a || !b) print_error("%s\n", lg_error(w));
  assert_true(a && b);
  step(w, 1 / 60.0);
  size_t all = lg_world_count(w); /* but those that would have been inside the paddle */
  for (int f = 1; f < 60; f++) {
    step(w, 1 / 60.0);
    lg_view x = lg_column(w, "position");
    for (size_t i = 0; i < x.n; i++) {
      const float p[3] = {x.c[0][i], x.c[1][i], 0};
      assert_true(lg_distance(w, a, p) > 0 && lg_distance(w, b, p) > 0);
    }
  }
  assert_int_equal(lg_world_count(w) + lg_world_stats(w)->removed, all);
  assert_true(lg_world_stats(w)->removed < 30 && lg_world_stats(w)->guarded == 0);
  assert_true(lg_world_stats(w)->max_speed > 0.3 && lg_world_stats(w)->max_speed < 8);
  lg_world_free(w);
}

/* ---- reseeding ------------------------------------------------------------------------------------------------------- */

static double masses(const lg_world *w) {
  lg_view m = lg_column(w, "mass");
  double sum = 0;
  for (size_t i = 0; i < m.n; i++) sum += (double)m.c[0][i];
  return sum;
}

/* Particles of the pool's cell (i, j), counted one by one; cells are 0.05 m. */
static int in_cell(const lg_world *w, int i, int j) {
  lg_view x = lg_column(w, "position");
  int n = 0;
  for (size_t p = 0; p < x.n; p++) n += (int)(x.c[0][p] / 0.05f) == i && (int)(x.c[1][p] / 0.05f) == j;
  return n;
}

/* A stream that is sheared, u = 0.2 y, around a disc smaller than a cell: 20 particles in cell (5, 5), none in (10, 10), 4 elsewhere. */
static lg_world *uneven_stream(bool reseed, int threads, lg_id *disc) {
  lg_world_def def = lg_default_world();
  def.bounds = lg_bounds2(0, 0, 1, 1);
  def.spacing = 0.025f;
  def.threads = threads;
  def.gravity[1] = 0;
  def.edges[0][0] = def.edges[0][1] = LG_EDGE_PERIODIC;
  lg_world *w = lg_world_new(&def);
  assert_true(lg_set_solver(w, "flip", LG_ARGS(lg_bool("reseed", reseed), lg_num("volume_feedback", 0))));
  lg_id ball = lg_add(w, "shape.sphere", LG_ARGS(lg_vec2("center", 0.725, 0.525), lg_num("radius", 0.01)));
  *disc = lg_add(w, "collider.solid", LG_ARGS(lg_ref("shape", ball)));
  for (int n = 0; n < 1600; n++) {
    const float x[3] = {((float)(n % 40) + 0.5f) * 0.025f, ((float)(n / 40) + 0.5f) * 0.025f, 0};
    int i = n % 40 / 2, j = n / 80, copies = i == 5 && j == 5 ? 5 : (i == 10 || i == 14) && j == 10 ? 0 : 1;
    for (int k = 0; k < copies; k++)
      assert_true(lg_particle_add(w, (float[3]){x[0] + 0.001f * (float)k, x[1], 0}, (float[3]){0.2f * x[1], 0, 0}) >= 0);
  }
  return w;
}

/* One frame brings crowded and empty cells between the limits, keeps the mass and puts nobody into the disc; new ones move as the
   stream does there. Without reseed, nobody comes or goes. Any number of threads: the same bits. */
static void cells_are_reseeded(void **state) {
  (void)state;
  uint64_t hash[2];
  for (int run = 0; run < 4; run++) {
    bool on = run >= 2;
    lg_id disc;
    lg_world *w = uneven_stream(on, run % 2 ? 3 : 1, &disc);
    double mass = masses(w);
    size_t wanted = lg_world_count(w);
    assert_true(in_cell(w, 5, 5) == 20 && in_cell(w, 10, 10) == 0);
    step(w, 1e-4);
    const lg_stats *stats = lg_world_stats(w);
    assert_int_equal(in_cell(w, 5, 5), on ? 8 : 20);
    assert_int_equal(in_cell(w, 10, 10), on ? 2 : 0);
    assert_true(stats->removed == (on ? 12 : 0) && stats->emitted >= (on ? 2 : 0));
    assert_int_equal(lg_world_count(w), wanted - stats->removed + stats->emitted);
    assert_true(fabs(masses(w) / mass - 1) < 1e-6);
    lg_view x = lg_column(w, "position"), v = lg_column(w, "velocity");
    for (size_t p = 0; p < x.n; p++) {
      const float at[3] = {x.c[0][p], x.c[1][p], 0};
      assert_true(lg_distance(w, disc, at) > 0);
      if (fabsf(at[0] - 0.525f) < 0.026f && fabsf(at[1] - 0.525f) < 0.026f) assert_true(fabsf(v.c[0][p] - 0.2f * at[1]) < 0.01f);
    }
    for (int f = 0; f < 5; f++) step(w, 1 / 60.0);
    hash[run % 2] = lg_world_hash(w);
    if (run % 2) assert_true(hash[0] == hash[1]);
    lg_world_free(w);
  }
}

/* ---- the same bits --------------------------------------------------------------------------------------------------- */

static void threads_do_not_change_a_bit(void **state) {
  (void)state;
  const int threads[4] = {1, 2, 3, 7};
  const char *const transfer[3] = {"pic", "flip", "apic"};
  for (int dim = 2; dim <= 3; dim++)
    for (int which = 0; which < 3; which++) {
      uint64_t hash[4];
      for (int t = 0; t < 4; t++) {
        lg_world_def def = lg_default_world();
        def.bounds = dim == 2 ? lg_bounds2(0, 0, 4, 2) : lg_bounds3(0, 0, 0, 1, 0.7f, 0.6f);
        def.spacing = dim == 2 ? 0.0125f : 0.0125f;
        def.threads = threads[t];
        lg_world *w = lg_world_new(&def);
        assert_true(lg_set_solver(w, "flip", LG_ARGS(lg_text("transfer", transfer[which]), lg_num("viscosity", 0.1))));
        lg_arg max = lg_vec3("max", 0.5, 0.5, 0.3), center = lg_vec3("center", 0.6, 0.1, 0.2);
        max.n = center.n = dim;
        lg_id box = lg_add(w, "shape.box", LG_ARGS(max)), ball = lg_add(w, "shape.sphere", LG_ARGS(center, lg_num("radius", 0.1)));
        assert_true(lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", box))) != 0);
        assert_true(lg_add(w, "collider.solid", LG_ARGS(lg_ref("shape", ball))) != 0);
        for (int f = 0; f < (dim == 2 ? 12 : 3); f++) step(w, 1 / 60.0);
        hash[t] = lg_world_hash(w);
        assert_int_equal(hash[t], hash[0]);
        lg_world_free(w);
      }
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(nothing_is_made_or_lost), cmocka_unit_test(sines_are_damped_as_they_must),
    cmocka_unit_test(apic_keeps_affine_motion), cmocka_unit_test(apic_keeps_angular_momentum), cmocka_unit_test(shares_are_areas),
    cmocka_unit_test(walls_hold_or_let_glide), cmocka_unit_test(channels_become_steady), cmocka_unit_test(nobody_is_inside_a_solid),
    cmocka_unit_test(cells_are_reseeded), cmocka_unit_test(threads_do_not_change_a_bit)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
