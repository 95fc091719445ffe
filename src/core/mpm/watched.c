/* watched.c - what the grid does to a watched particle: the stress of those around it, and what
   else mixes their velocities. For a few particles, so each looks at all others, in double.
   Compiled once per dispatch path. */
#include "core/base/world.h"
#include "core/mpm/mpm.h"
#include "core/particles/particles.h"
#include "core/particles/watch.h"

/* N of the spline at a distance in cells (transfer.c). */
static double spline(double x) {
  x = fabs(x);
  return x < 0.5 ? 0.75 - x * x : x < 1.5 ? 0.5 * (1.5 - x) * (1.5 - x) : 0;
}

/* The lowest of the nodes that a particle sees, counted from the origin. */
static void lowest(const lg_mpm *m, const lg_step *s, size_t p, int node[3]) {
  for (int k = 0; k < s->dim; k++) {
    double at = (double)((s->particles->x[k][p] - m->origin[k]) * m->inverse[k]);
    node[k] = (int)floor(fmin(fmax(at, 0), m->lattice.n[k]) + 0.5) - 1;
  }
}

/* From a particle to a node, in cells, the short way round where the axis is periodic. */
static double to_node(const lg_mpm *m, const lg_step *s, size_t p, int k, int node) {
  double d = node - (double)((s->particles->x[k][p] - m->origin[k]) * m->inverse[k]);
  if (m->lattice.periodic[k]) d -= m->lattice.n[k] * nearbyint(d / m->lattice.n[k]);
  return d;
}

/* Row a of V tau. */
static void stress_row(const lg_mpm *m, const lg_step *s, size_t p, int a, double out[3]) {
  static const int shear[3][3] = {{-1, 2, 1}, {2, -1, 0}, {1, 0, -1}};
  const lg_particles *of = s->particles;
  double volume = (double)(of->mass[p] / m->matter[of->material[p]].density);
  for (int k = 0; k < s->dim; k++) {
    int across = s->dim == 2 ? 0 : shear[a][k];
    out[k] = volume * (double)(a == k ? m->normal[a][p] : m->shear[across][p]);
  }
}

/* Of a node: its mass, kg, and the force of the stress around it, N (Hu et al. 2018, eq. 16). */
static double node_force(const lg_mpm *m, const lg_step *s, const int node[3], double force[3]) {
  double mass = 0;
  for (int k = 0; k < 3; k++) force[k] = 0;

  /* every particle near the node, as the transfer of all of them does */
  for (size_t q = 0; q < s->n; q++) {
    double w = 1, d[3] = {0, 0, 0};
    for (int k = 0; k < s->dim && w > 0; k++) w *= spline(d[k] = to_node(m, s, q, k, node[k]));
    if (!(w > 0)) continue;

    mass += w * (double)s->particles->mass[q];
    for (int a = 0; a < s->dim; a++) {
      double row[3];
      stress_row(m, s, q, a, row);
      for (int k = 0; k < s->dim; k++) force[a] -= w * row[k] * 4 * (double)m->inverse[k] * d[k];
    }
  }
  return mass;
}

/* The nodes' velocity and the acceleration of their stress where the particle is. */
static void gather(const lg_mpm *m, const lg_step *s, size_t p, double v[3], double stress[3]) {
  int first[3] = {0, 0, 0}, count = s->dim == 2 ? 9 : 27;
  lowest(m, s, p, first);

  /* the nodes that the particle reads */
  for (int i = 0; i < count; i++) {
    const int node[3] = {first[0] + i % 3, first[1] + i / 3 % 3, first[2] + i / 9};
    const lg_v4 of =
        m->node[lg_lattice_at(&m->lattice, node[0], node[1], s->dim == 3 ? node[2] : 0)];

    double w = 1, force[3], mass = node_force(m, s, node, force);
    for (int k = 0; k < s->dim; k++) w *= spline(to_node(m, s, p, k, node[k]));
    for (int k = 0; k < s->dim && mass > 0 && of[3] > 0; k++) {
      v[k] += w * (double)(of[k] / of[3]);
      stress[k] += w * force[k] / mass;
    }
  }
}

void lg_mpm_watch_grid(const lg_mpm *m, lg_step *s, float met[LG_WATCHED_MAX][3]) {
  int n = 0;
  LG_EACH_WATCHED(s, o) {
    /* the stress's part is known; the rest of the change is the transfer's */
    double v[3] = {0, 0, 0}, by[3] = {0, 0, 0};
    float stress[3] = {0, 0, 0}, transfer[3] = {0, 0, 0};
    gather(m, s, o->at, v, by);

    for (int k = 0; k < s->dim; k++) {
      met[n][k] = (float)v[k];
      stress[k] = (float)by[k];
      transfer[k] = (float)((v[k] - (double)s->particles->v[k][o->at]) / (double)s->dt - by[k]);
    }

    lg_term(o, "stress", stress);
    lg_term(o, "transfer", transfer);
    n++;
  }
}

void lg_mpm_watch_contact(lg_step *s, float met[LG_WATCHED_MAX][3]) {
  int n = 0;
  LG_EACH_WATCHED(s, o) {
    float contact[3] = {0, 0, 0};
    for (int k = 0; k < s->dim; k++) contact[k] = (s->particles->v[k][o->at] - met[n][k]) / s->dt;
    if (contact[0] != 0 || contact[1] != 0 || contact[2] != 0) lg_term(o, "contact", contact);
    n++;
  }
}
