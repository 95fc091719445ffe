/* pair_lists.c - neighbour lists over a copy of the positions. */
#include "core/formula/pair_lists.h"

#include "core/base/par.h"
#include "core/base/world.h"

static void place_block(void *user, size_t begin, size_t end) {
  const lg_pair_lists *l = user;
  for (size_t i = begin; i < end; i++) l->place[l->neighbors.order[i]] = (int32_t)i;
}

static lg_v4 pack_of(const lg_pair_lists *l, int32_t i) {
  lg_v4 entry = {0, 0, 0, 0};
  for (int k = 0; k < l->sorted.dim; k++) entry[k] = l->sorted.x[k][i];
  memcpy((float *)&entry + 3, &l->neighbors.order[i], sizeof(float));
  return entry;
}

/* A ghost is a period away from its particle. */
static void pack(lg_pair_lists *l) {
  const lg_neighbors *nb = &l->neighbors;
  const int32_t n = (int32_t)nb->n;
  for (int32_t i = 0; i < n; i++) l->pack[i] = pack_of(l, i);
  for (int32_t g = 0; g < nb->ghosts; g++) {
    l->pack[n + g] = pack_of(l, nb->source[g]);
    for (int k = 0; k < l->sorted.dim; k++) l->pack[n + g][k] += nb->shift[g][k];
  }
  l->pack[nb->pad] = (lg_v4){0, 0, 0, 0};
}

static bool refuse(lg_world *w) {
  return lg_refuse(w,
                   "formula: no memory for the neighbours of %zu particles, or thousands of them "
                   "lie in one spot",
                   w->particles->n);
}

static lg_tally moved_block(void *user, size_t begin, size_t end) {
  const lg_pair_lists *l = user;
  lg_tally moved = {0};
  for (int k = 0; k < l->sorted.dim; k++) {
    const float *was = l->sorted.x[k], *is = l->particles->x[k];
    for (size_t i = begin; i < end; i++) moved.sum += was[l->place[i]] != is[i];
  }
  return moved;
}

/* Are they of these very positions? Stages of a solver ask again and again while nobody moves. */
static bool still_fit(lg_pair_lists *l, lg_world *w, float radius) {
  const size_t n = w->particles->n;
  if (l->moment == 0 || l->neighbors.radius != radius || l->sorted.n != n) return false;
  lg_tally *partial = lg_scratch(w, (lg_blocks(n) + 1) * sizeof *partial);
  if (!partial) return false;
  l->particles = w->particles;
  return lg_par_tally(lg_world_threads(w), n, moved_block, l, partial).sum == 0;
}

bool lg_pair_lists_make(lg_pair_lists *l, lg_world *w, float radius, uint64_t moment) {
  const lg_particles *p = w->particles;
  const size_t n = p->n;
  if (l->neighbors.mem && l->moment == moment && l->neighbors.radius == radius) return true;
  if (still_fit(l, w, radius)) {
    l->moment = moment;
    return true;
  }
  l->moment = 0;
  if (!l->neighbors.mem) {
    lg_neighbors_init(&l->neighbors, &w->mem);
    if (!lg_particles_init(&l->sorted, &w->mem, w->dim)) return refuse(w);
  }
  if (!lg_particles_reserve(&l->sorted, n) ||
      !lg_mem_room(&w->mem, &l->place, n + 1, sizeof *l->place))
    return refuse(w);

  /* the sort and the lists of a step, of a world that has nothing but these positions */
  lg_world shadow = *w;
  shadow.particles = &l->sorted;
  shadow.neighbors = &l->neighbors;
  l->particles = p;
  l->sorted.n = n;
  for (int k = 0; k < w->dim && n > 0; k++) memcpy(l->sorted.x[k], p->x[k], n * sizeof(float));
  bool ok = lg_neighbors_sort(&shadow, radius, NULL) && lg_neighbors_build(&shadow);
  w->mem = shadow.mem;
  if (!ok || !lg_mem_room(&w->mem, &l->pack, (size_t)l->neighbors.pad + 1, sizeof *l->pack))
    return refuse(w);
  pack(l);
  lg_par_for(lg_world_threads(w), n, place_block, l);
  l->moment = moment;
  return true;
}

void lg_pair_lists_free(lg_pair_lists *l, lg_world *w) {
  if (!l->neighbors.mem) return;
  lg_neighbors_free(&l->neighbors);
  lg_particles_free(&l->sorted);
  lg_mem_free(&w->mem, l->place);
  lg_mem_free(&w->mem, l->pack);
}
