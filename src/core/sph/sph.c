/* sph.c - see sph.h. */
#include "core/sph/sph.h"

#include "core/base/world.h"
#include "core/body/bodies.h"
#include "core/particles/neighbors.h"
#include "core/particles/watch.h"
#include "core/walls/walls.h"
#include "laguna_solver.h"

/* ---- memory --------------------------------------------------------------------------------- */

void lg_sph_free(lg_sph *sph, lg_mem *mem) {
  for (int p = 0; p < LG_SPH_PACKS; p++) lg_mem_free(mem, sph->pack[p]);
  lg_mem_free(mem, sph->partial);
  lg_mem_free(mem, sph->viscous);
  lg_mem_free(mem, sph->yielding);
  memset(sph, 0, sizeof *sph);
}

bool lg_sph_room(lg_step *s) {
  lg_sph *sph = s->sph;
  lg_mem *mem = &s->world->mem;
  size_t entries = (size_t)s->neighbors->pad + 1;
  if (entries <= sph->capacity) return true;

  /* packs are of one step only, so nothing is copied */
  lg_sph_free(sph, mem);
  size_t room = entries + entries / 4 + 64;
  bool ok = true;
  for (int p = 0; p < LG_SPH_PACKS; p++) {
    sph->pack[p] = lg_mem_realloc(mem, NULL, room * sizeof *sph->pack[p]);
    ok = ok && sph->pack[p];
  }
  sph->partial = lg_mem_realloc(mem, NULL, lg_blocks(room) * sizeof *sph->partial);
  sph->capacity = room;
  if (ok && sph->partial) return true;
  lg_sph_free(sph, mem);
  return false;
}

/* ---- what a step begins with ---------------------------------------------------------------- */

lg_kernel lg_sph_kernel(const lg_step *s, int type) {
  lg_kernel k = lg_kernel_make((lg_kernel_type)type, s->dim, (double)s->radius);
  lg_kernel_calibrate(&k, (double)s->spacing);
  return k;
}

bool lg_sph_prepare(lg_step *s, const lg_kernel *kernel) {
  LG_STAGE(s->world, "solve/neighbors") s->failed = !lg_neighbors_build(s->world);
  if (s->failed) return false;

  s->failed = !lg_sph_room(s) || !lg_walls_prepare(s->world, kernel);
  if (s->failed) return false;

  LG_STAGE(s->world, "solve/walls") {
    s->failed = !lg_walls_sample(s->world, true) || !lg_bodies_sample(s->world);
    if (!s->failed) lg_walls_hide_pairs(s->world);
  }
  if (!s->failed) lg_watch_neighbors(s, kernel, s->walls->fraction, NULL, NULL);
  return !s->failed;
}

const lg_sph_lattice *lg_sph_lattice_of(lg_step *s, const lg_kernel *value,
                                        const lg_kernel *slope) {
  lg_sph_lattice *known = &s->sph->lattice;
  const double spacing = (double)s->spacing;

  /* summed anew when the kernel or the spacing changes */
  if (memcmp(&known->value, value, sizeof *value) != 0 ||
      memcmp(&known->slope, slope, sizeof *slope) != 0 || known->spacing != s->spacing)
    *known = (lg_sph_lattice){.value = *value,
                              .slope = *slope,
                              .spacing = s->spacing,
                              .gradients = lg_kernel_lattice_gradients(slope, spacing),
                              .moment = lg_kernel_lattice_moment(slope, spacing),
                              .stiffness = lg_kernel_lattice_stiffness(value, slope, spacing)};

  return known;
}

/* ---- sums ----------------------------------------------------------------------------------- */

lg_tally lg_sph_tally(lg_step *s, lg_tally_fn *fn, void *user) {
  return lg_par_tally(s->threads, s->n, fn, user, s->sph->partial);
}

static lg_tally sum_block(void *user, size_t begin, size_t end) {
  const float *value = user;
  lg_tally found = {0};
  for (size_t i = begin; i < end; i++) found.sum += (double)value[i];
  return found;
}

float lg_sph_mean(lg_step *s, float *value) {
  return (float)(lg_sph_tally(s, sum_block, value).sum / (double)s->n);
}

void lg_sph_density_error(lg_step *s, const lg_tally *errors) {
  s->stats->density_error_mean = errors->sum / (double)s->n;
  s->stats->density_error_max = (double)errors->most;
}

/* ---- packs ---------------------------------------------------------------------------------- */

typedef struct packing {
  lg_v4 *pack;
  float *const *vec;
  const float *w;
  int dim;
} packing;

static void pack_block(void *user, size_t begin, size_t end) {
  const packing *p = user;
  const float *x = p->vec[0], *y = p->vec[1], *z = p->vec[2], *w = p->w;
  if (p->dim == 3)
    for (size_t i = begin; i < end; i++) p->pack[i] = (lg_v4){x[i], y[i], z[i], w[i]};
  else
    for (size_t i = begin; i < end; i++) p->pack[i] = (lg_v4){x[i], y[i], 0, w[i]};
}

void lg_sph_pack(lg_step *s, lg_v4 *pack, float *const vec[3], const float *w, bool positions) {
  packing p = {pack, vec, w, s->dim};
  lg_par_for(s->threads, s->n, pack_block, &p);
  lg_sph_update_ghosts(s, pack, positions);
}

void lg_sph_update_ghosts(lg_step *s, lg_v4 *pack, bool positions) {
  const lg_neighbors *nb = s->neighbors;
  for (int32_t g = 0; g < nb->ghosts; g++) {
    lg_v4 from = pack[nb->source[g]];
    for (int k = 0; positions && k < s->dim; k++) from[k] += nb->shift[g][k];
    pack[(int32_t)s->n + g] = from;
  }
  float far = positions ? 1e6f : 0;
  pack[nb->pad] = (lg_v4){far, far, far, 0};
}
