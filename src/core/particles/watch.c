/* watch.c - see watch.h. */
#include "core/particles/watch.h"

#include "core/base/vec.h"
#include "core/base/world.h"
#include "core/particles/neighbors.h"
#include "core/particles/particles.h"

/* ---- terms ---------------------------------------------------------------------------------- */

lg_change *lg_change_named(lg_change *list, int *n, int most, const char *name) {
  for (int i = 0; i < *n; i++)
    if (strcmp(list[i].name, name) == 0) return &list[i];
  if (*n == most) return NULL;
  lg_change *fresh = &list[(*n)++];
  *fresh = (lg_change){"", {0, 0, 0}};
  memcpy(fresh->name, name, (size_t)lg_mini((int)strlen(name), LG_NAME_MAX - 1));
  return fresh;
}

/* One for which there is no room shows in what is left of the rate. */
void lg_term(lg_watched *o, const char *name, const float a[3]) {
  lg_change *term = lg_change_named(o->told.term, &o->told.terms, LG_TERMS_MAX, name);
  for (int k = 0; term && k < 3; k++) term->by[k] += (double)a[k];
}

void lg_term_in_column(lg_watched *o, const char *name, const float a[3]) {
  lg_term(o, name, a);
  for (int k = 0; k < 3; k++) o->a[k] += a[k];
}

void lg_terms_gained(lg_step *s, const char *name) {
  LG_EACH_WATCHED(s, o) {
    float gain[3] = {0, 0, 0};
    for (int k = 0; k < s->dim; k++) {
      float now = s->particles->a[k][o->at];
      gain[k] = now - o->a[k];
      o->a[k] = now;
    }
    if (gain[0] != 0 || gain[1] != 0 || gain[2] != 0) lg_term(o, name, gain);
  }
}

void lg_watch_pressure(lg_step *s, const float *pressure) {
  LG_EACH_WATCHED(s, o) {
    lg_probe *told = &o->told;
    if (told->iterations < LG_PROBE_ITERATIONS)
      told->pressure[told->iterations++] = (double)pressure[o->at];
  }
}

/* ---- the density sum ------------------------------------------------------------------------ */

/* An entry of the lists as a neighbour; false: it is the pad, or just out of reach. */
static bool neighbor_of(const lg_step *s, size_t i, int32_t entry, const lg_kernel *kernel,
                        lg_probe_neighbor *out) {
  const lg_neighbors *nb = s->neighbors;
  const lg_particles *p = s->particles;
  const bool ghost = entry >= (int32_t)s->n;
  if (entry >= nb->pad) return false;

  /* the offset, over periodic edges where it is a ghost */
  int32_t whose = ghost ? nb->source[entry - (int32_t)s->n] : entry;
  double r2 = 0;
  *out = (lg_probe_neighbor){.id = p->id[whose]};
  for (int k = 0; k < s->dim; k++) {
    double shift = ghost ? (double)nb->shift[entry - (int32_t)s->n][k] : 0;
    out->offset[k] = (double)p->x[k][i] - ((double)p->x[k][whose] + shift);
    r2 += out->offset[k] * out->offset[k];
  }
  out->distance = sqrt(r2);

  /* W and its gradient */
  const float r = (float)out->distance;
  out->w = (double)lg_kernel_w(kernel, r);
  for (int k = 0; k < s->dim; k++)
    out->gradient[k] = (double)lg_kernel_grad(kernel, r) * out->offset[k];
  return r < kernel->radius;
}

static void note_neighbors(lg_step *s, lg_watched *o, const lg_kernel *kernel,
                           const float *fraction, lg_weight_fn *weight, const void *user) {
  const lg_neighbors *nb = s->neighbors;
  const double mass = (double)s->particles->mass[o->at];
  lg_probe *told = &o->told;
  told->own = weight ? 0 : mass * (double)lg_kernel_w(kernel, 0);
  told->fluid = 0;
  told->walls = fraction ? mass * (double)fraction[o->at] / lg_cube((double)s->spacing, s->dim) : 0;

  /* without memory there is the sum, but no list */
  size_t count = (size_t)nb->count[o->at];
  bool kept = lg_mem_room(&s->world->mem, &o->neighbor, count, sizeof *o->neighbor);
  told->neighbors = 0;
  for (size_t e = 0; e < count; e++) {
    lg_probe_neighbor q;
    if (!neighbor_of(s, o->at, nb->row[o->at][e], kernel, &q)) continue;
    if (weight) q.w = (double)weight(user, (float)q.distance);
    q.share = mass * q.w;
    told->fluid += q.share;
    if (kept) o->neighbor[told->neighbors++] = q;
  }
}

void lg_watch_neighbors(lg_step *s, const lg_kernel *kernel, const float *fraction,
                        lg_weight_fn *weight, const void *user) {
  LG_EACH_WATCHED(s, o) note_neighbors(s, o, kernel, fraction, weight, user);
}
