/* carried_grid.c - a velocity that the staggered grid holds from step to step, as bytes and back.
   */
#include "core/base/numbers.h"
#include "core/base/world.h"
#include "core/mac/mac.h"

lg_mac_held lg_mac_holding(const lg_mac *m) {
  lg_mac_held h = {.speed = 0};
  if (!m->holds) return h;
  h.speed = m->speed;
  h.entries = (uint32_t)m->capacity;
  for (int k = 0; k < 3; k++) h.cells.n[k] = m->lattice.n[k];
  for (int k = 0; k < m->lattice.dim; k++) h.cells.edge[k] = m->cell[k];
  return h;
}

size_t lg_mac_held_bytes(const lg_mac_held *h, int dim) {
  return (size_t)h->entries * (size_t)dim * sizeof(float);
}

void lg_mac_store(const lg_mac *m, lg_take_fn *take, void *user) {
  for (int k = 0; m->holds && k < m->lattice.dim; k++)
    lg_numbers_give(take, user, m->u[k], sizeof(float), m->capacity);
}

/* Cells that lg_mac_cells can have given, of as many entries as are there. */
static bool is_grid(const lg_world *w, const lg_mac_held *h) {
  const int most = 1 << 20;
  bool periodic[3] = {false, false, false};
  double entries = 1;
  for (int k = 0; k < 3; k++) {
    int n = h->cells.n[k];
    if (n < 1 || n > most || (k < w->dim ? !(h->cells.edge[k] > 0) : n != 1)) return false;
    if (k < w->dim) periodic[k] = lg_is_periodic(w, k), entries *= (double)n;
  }
  if (entries > (double)h->entries) return false;
  return (uint32_t)lg_lattice_make(w->dim, h->cells.n, periodic).size == h->entries;
}

static bool are_finite(const lg_mac_held *h, int dim, const char *from) {
  const char *end = from + lg_mac_held_bytes(h, dim);
  bool all = isfinite(h->speed);
  for (float u; all && from < end; from += sizeof u) {
    memcpy(&u, from, sizeof u);
    lg_numbers_little(&u, sizeof u, 1);
    all = isfinite(u);
  }
  return all;
}

bool lg_mac_fetch(lg_mac *m, lg_world *w, const lg_mac_held *h, const char *from) {
  m->holds = false;
  if (h->entries == 0) return true;
  if (!is_grid(w, h) || !are_finite(h, w->dim, from) || !lg_mac_make(m, w, &h->cells)) return false;

  m->holds = true;
  m->speed = h->speed;
  for (int k = 0; k < w->dim; k++) {
    memcpy(m->u[k], from + (size_t)k * m->capacity * sizeof(float), m->capacity * sizeof(float));
    lg_numbers_little(m->u[k], sizeof(float), m->capacity);
    /* what those outside see */
    for (size_t c = 0; c < m->capacity; c++) m->pair[k][2 * c] = m->u[k][c];
  }
  return true;
}
