/* sph.c - storage and filling of the packs. */
#include "core/sph/sph.h"

#include "core/base/par.h"
#include "core/base/world.h"
#include "core/body/bodies.h"
#include "core/particles/neighbors.h"
#include "core/walls/walls.h"

void lg_sph_free(lg_sph *sph, lg_mem *mem) {
  lg_mem_free(mem, sph->a);
  lg_mem_free(mem, sph->b);
  lg_mem_free(mem, sph->c);
  lg_mem_free(mem, sph->partial);
  lg_mem_free(mem, sph->most);
  memset(sph, 0, sizeof *sph);
}

bool lg_sph_room(lg_step *s) {
  lg_sph *sph = s->sph;
  size_t entries = (size_t)s->neighbors->pad + 1;
  if (entries <= sph->capacity) return true;
  lg_mem *mem = &s->world->mem;
  lg_sph_free(sph, mem);
  size_t room = entries + entries / 4 + 64, blocks = lg_blocks(room);
  sph->capacity = room;
  sph->blocks = blocks;
  sph->a = lg_mem_realloc(mem, NULL, room * sizeof *sph->a);
  sph->b = lg_mem_realloc(mem, NULL, room * sizeof *sph->b);
  sph->c = lg_mem_realloc(mem, NULL, room * sizeof *sph->c);
  sph->partial = lg_mem_realloc(mem, NULL, blocks * sizeof *sph->partial);
  sph->most = lg_mem_realloc(mem, NULL, blocks * sizeof *sph->most);
  if (sph->a && sph->b && sph->c && sph->partial && sph->most) return true;
  lg_sph_free(sph, mem);
  return false;
}

lg_kernel lg_sph_kernel(const lg_step *s, int type) {
  lg_kernel k = lg_kernel_make((lg_kernel_type)type, s->dim, (double)s->radius);
  lg_kernel_calibrate(&k, (double)s->spacing);
  return k;
}

bool lg_sph_prepare(lg_step *s, const lg_kernel *k) {
  LG_STAGE(s->world, "solve/neighbors") s->failed = !lg_neighbors_build(s->world);
  if (s->failed) return false;
  s->failed = !lg_sph_room(s) || !lg_walls_prepare(s->world, k);
  if (!s->failed)
    LG_STAGE(s->world, "solve/walls")
      s->failed = !lg_walls_sample(s->world) || !lg_bodies_sample(s->world);
  return !s->failed;
}

double lg_sph_total(const lg_step *s) {
  double sum = 0;
  for (size_t b = 0; b < lg_blocks(s->n); b++) sum += s->sph->partial[b];
  return sum;
}

float lg_sph_most(const lg_step *s) {
  float most = 0;
  for (size_t b = 0; b < lg_blocks(s->n); b++) most = lg_maxf(most, s->sph->most[b]);
  return most;
}

void lg_sph_density_error(lg_step *s) {
  s->stats->density_error_mean = lg_sph_total(s) / (double)s->n;
  s->stats->density_error_max = (double)lg_sph_most(s);
}

typedef struct packing {
  const lg_neighbors *nb;
  lg_v4 *out;
  float *const *vec;
  const float *w;
  int dim;
  bool positions;
} packing;

static void pack_block(void *user, size_t begin, size_t end) {
  const packing *p = user;
  const float *x = p->vec[0], *y = p->vec[1], *z = p->vec[2], *w = p->w;
  if (p->dim == 3)
    for (size_t i = begin; i < end; i++) p->out[i] = (lg_v4){x[i], y[i], z[i], w[i]};
  else
    for (size_t i = begin; i < end; i++) p->out[i] = (lg_v4){x[i], y[i], 0, w[i]};
}

void lg_sph_follow(lg_step *s, lg_v4 *pack, bool positions) {
  const lg_neighbors *nb = s->neighbors;
  for (int32_t g = 0; g < nb->ghosts; g++) {
    lg_v4 from = pack[nb->source[g]];
    for (int k = 0; positions && k < s->dim; k++) from[k] += nb->shift[g][k];
    pack[(int32_t)s->n + g] = from;
  }
  float far = positions ? 1e6f : 0;
  pack[nb->pad] = (lg_v4){far, far, far, 0};
}

void lg_sph_pack(lg_step *s, lg_v4 *out, float *const vec[3], const float *w, bool positions) {
  packing p = {s->neighbors, out, vec, w, s->dim, positions};
  lg_par_for(s->threads, s->n, pack_block, &p);
  lg_sph_follow(s, out, positions);
}
