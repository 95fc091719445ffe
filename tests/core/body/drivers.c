/* Solids that move drive the fluid as bodies that are held do, which another part of the code tells
   of: a paddle that turns in a pool, under every solver that looks for its pressure. None of its
   water is crushed, neither in front of the paddle nor where it passes close to a wall; and of
   both paddles the torque is the same. */
#include "physics/physics.h"

#define DX   0.025 /* m */
#define DT   (1 / 60.0)
#define SPIN 5 /* rad/s: 1.25 m/s at its ends */
enum { FRAMES = 120, SETTLED = 60 };

typedef struct stirred {
  double worst, mean, torque; /* of rho / rho0 - 1: of a particle; of all; N m */
} stirred;

static stirred stir(const char *solver, bool held) {
  stirred out = {0, 0, 0};
  const float fill[3] = {1, 1, 0};
  lg_world *w = filled_world(lg_bounds2(0, 0, 1, 1.4f), (float)DX, solver, LG_NO_ARGS, fill);
  lg_id blade =
      lg_add(w, "shape.box", LG_ARGS(lg_vec2("min", -0.25, -0.05), lg_vec2("max", 0.25, 0.05)));
  lg_id paddle = lg_add(w, held ? "collider.body" : "collider.solid",
                        LG_ARGS(lg_ref("shape", blade), lg_vec2("translation", 0.5, 0.45),
                                lg_num("angular_velocity", SPIN)));
  assert_true(paddle && (!held || lg_set(w, paddle, LG_ARGS(lg_bool("held", true)))));
  assert_true(lg_gauge_add(w, "torque", "torque",
                           LG_ARGS(lg_ref("collider", paddle), lg_vec2("about", 0.5, 0.45))));
  for (int f = 0; f < FRAMES; f++) {
    step(w, DT);
    if (f < SETTLED) continue;
    out.worst = fmax(out.worst, lg_world_stats(w)->density_error_max);
    out.mean += lg_world_stats(w)->density_error_mean / (FRAMES - SETTLED);
    out.torque += lg_gauge_at(w, 0).value[0] / (FRAMES - SETTLED);
  }
  lg_world_free(w);
  return out;
}

/* The torque: the two runs part like any two of turbulent water. */
static void drives(const char *solver) {
  const stirred solid = stir(solver, false), body = stir(solver, true);
  print_message("%s: worst density error %.3f (held body %.3f), mean %.5f (%.5f), torque %.1f "
                "(%.1f) N m\n",
                solver, solid.worst, body.worst, solid.mean, body.mean, solid.torque, body.torque);
  assert_true(solid.worst < 0.1 && solid.worst < 2 * body.worst);
  assert_true(solid.mean < 1.2 * body.mean);
  assert_true(fabs(solid.torque - body.torque) < 0.12 * fabs(body.torque));
}

static void solids_drive_as_bodies_do(void **state) {
  (void)state;
  drives("dfsph");
  drives("pcisph");
  drives("pbf");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(solids_drive_as_bodies_do)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
