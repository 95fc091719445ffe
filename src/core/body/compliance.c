/* compliance.c - how much more easily the wall's volume fraction at a particle changes by a
   pressure there, because a body gives way to all who push it (bodies.h): what Jacobi's iterations
   must know to stay stable. A free body moves and turns, which together count as twice what it
   moves; one on an axle only turns, and what pushes it counts by its arm. */
#include "core/base/world.h"
#include "core/body/bodies.h"

/* What a particle's pressure turns a body by, of a unit of its wall's gradient, about an axis. */
static void turn_of(const lg_body_neighbor *t, double turn[3]) {
  double arm[3], grad[3];
  for (int k = 0; k < 3; k++) {
    arm[k] = (double)t->arm[k];
    grad[k] = (double)t->grad[k];
  }

  lg_cross_d(arm, grad, turn);
}

/* The largest of the sums of those that push one way, over three axes: along them, or about them
   where the body is on an axle and only turns. */
static void largest_pushes(const lg_bodies *all, int32_t body, bool turns, double most[3]) {
  double sum[6] = {0, 0, 0, 0, 0, 0}, push[3];

  for (size_t e = 0; e < all->neighbors; e++) {
    const lg_body_neighbor *t = &all->neighbor[e];
    if (t->body != body) continue;

    turn_of(t, push);
    for (int k = 0; k < 3; k++) {
      const double g = turns ? push[k] : (double)t->grad[k];
      sum[2 * k + (g > 0)] += fabs(g);
    }
  }

  for (int k = 0; k < 3; k++) most[k] = fmax(sum[2 * k], sum[2 * k + 1]);
}

void lg_bodies_comply(lg_world *w, int32_t body) {
  lg_bodies *all = w->bodies;
  const lg_inertia *now = &all->body[body].now;
  const bool turns = now->lightness == 0;
  const double volume2 = pow((double)w->def.spacing, 2 * w->dim);
  double most[3], turn[3];
  largest_pushes(all, body, turns, most);
  const double along = fmax(fmax(most[0], most[1]), most[2]);

  for (size_t e = 0; e < all->neighbors; e++) {
    const lg_body_neighbor *t = &all->neighbor[e];
    double gives = 2 * (double)lg_length(t->grad) * along * now->lightness;
    if (t->body != body) continue;

    /* on its axle: by how much it turns, times those that turn it so */
    turn_of(t, turn);
    for (int k = 0; k < 3 && turns; k++) gives += fabs(lg_dot_d(now->inverse[k], turn)) * most[k];
    all->compliance[t->i] += (float)(gives / volume2);
  }
}
