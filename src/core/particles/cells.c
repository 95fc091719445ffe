/* cells.c - counting sort of the particles into cells: stable, and the same for any number of
   threads. */
#include "core/base/par.h"
#include "core/base/world.h"
#include "core/particles/loops.h"
#include "core/particles/particles.h"

enum {
  CHUNKS_MAX = 64,
  SPANS = 2,       /* of cells, a chunk of particles */
  FEW_CELLS = 8192 /* fewer are summed by one thread before others have come */
};

typedef struct sorting {
  lg_world *w;
  const uint8_t *dead;
  int chunks, spans;
  size_t first[CHUNKS_MAX], last[CHUNKS_MAX]; /* cells that a chunk may have, but for the last */
  int32_t begins[SPANS * CHUNKS_MAX];         /* particles before each span of cells */
  float lo[CHUNKS_MAX][3], hi[CHUNKS_MAX][3]; /* extent of each chunk of particles */
  uint64_t uneven[CHUNKS_MAX];                /* columns that differ within it, or from others */
} sorting;

static size_t chunk_begin(const sorting *s, size_t chunk) {
  return s->w->particles->n * chunk / (size_t)s->chunks;
}

/* One chunk: wraps periodic axes, measures the extent, finds the columns that have to be moved. */
static void measure_chunk(void *user, size_t chunk, size_t end) {
  (void)end;
  sorting *s = user;
  lg_world *w = s->w;
  size_t i0 = chunk_begin(s, chunk), i1 = chunk_begin(s, chunk + 1);

  for (int k = 0; k < w->dim; k++) {
    float *x = w->particles->x[k], lo = FLT_MAX, hi = -FLT_MAX;
    float min = w->def.bounds.min[k], max = w->def.bounds.max[k];

    /* periodic axes are wrapped into the bounds */
    if (lg_is_periodic(w, k))
      for (size_t i = i0; i < i1; i++) x[i] = lg_wrapf(x[i], min, max);

    if (i0 < i1) lg_loops_now()->extent(x + i0, i1 - i0, &lo, &hi);
    s->lo[chunk][k] = lo;
    s->hi[chunk][k] = hi;
  }

  s->uneven[chunk] = lg_particles_uneven(w->particles, i0, i1);
}

/* Cells outnumber particles by no more than this. */
static double cells_limit(const lg_world *w) { return 8.0 * (double)w->particles->n + 65536.0; }

/* As many cells as the particles can ever need inside the bounds: room for these, and spreading
   fluid asks for no more. */
static size_t cells_room(const lg_world *w, float radius) {
  double cells = 1;
  for (int k = 0; k < w->dim; k++)
    cells *= (double)(w->def.bounds.max[k] - w->def.bounds.min[k]) / (double)radius + 4;
  return (size_t)fmin(cells, cells_limit(w));
}

/* The cells of one axis, without its ghosts; a periodic axis has a whole number of them. */
static double divide_axis(lg_cell_grid *g, int k, float length, float edge) {
  double n = floor((double)length / (double)edge) + !g->periodic[k];
  n = fmin(fmax(n, 1), 1 << 24);
  g->size[k] = (int)n + 2;
  /* a hair wider than edge, so that rounding never puts two near particles two cells apart */
  g->inverse[k] = g->periodic[k] ? (float)(n / (double)length) * 0.999999f : 0.9999f / edge;
  return n;
}

size_t lg_cells_lay_out(const lg_world *w, const float lo[3], const float hi[3], float edge,
                        lg_cell_grid *g) {
  *g = (lg_cell_grid){.dim = w->dim, .size = {1, 1, 1}};
  for (int k = 0; k < w->dim; k++) {
    g->periodic[k] = lg_is_periodic(w, k);
    g->origin[k] = g->periodic[k] ? w->def.bounds.min[k] : lo[k];
    g->period[k] = w->def.bounds.max[k] - w->def.bounds.min[k];
  }

  /* larger cells where space is so empty that they would outnumber the particles by far */
  for (double cells;; edge *= 1.26f) {
    cells = 1;
    for (int k = 0; k < w->dim; k++)
      cells *= divide_axis(g, k, g->periodic[k] ? g->period[k] : hi[k] - lo[k], edge) + 2;
    if (cells <= cells_limit(w)) return (size_t)cells;
  }
}

/* The extent of all particles, from that of the chunks. */
static void extent(const sorting *s, float lo[3], float hi[3]) {
  for (int k = 0; k < s->w->dim; k++) {
    lo[k] = s->lo[0][k];
    hi[k] = s->hi[0][k];
    for (int c = 1; c < s->chunks; c++) {
      lo[k] = lg_minf(lo[k], s->lo[c][k]);
      hi[k] = lg_maxf(hi[k], s->hi[c][k]);
    }
    if (!(lo[k] <= hi[k])) lo[k] = hi[k] = s->w->def.bounds.min[k]; /* there are none */
  }
}

LG_INLINE void count(int32_t *histogram, int32_t cell) {
  if (cell >= 0) histogram[cell]++;
}

/* Particles are nearly in order, so those of one of several chunks are in few of the cells; of a
   single chunk they may be in all. */
static void find_cells(sorting *s, size_t chunk, size_t begin, size_t end) {
  const lg_neighbors *nb = s->w->neighbors;
  uint32_t lo = UINT32_MAX; /* as -1 is */
  int32_t hi = -1;
  for (size_t i = begin; s->chunks > 1 && i < end; i++) {
    lo = (uint32_t)nb->cell[i] < lo ? (uint32_t)nb->cell[i] : lo;
    hi = nb->cell[i] > hi ? nb->cell[i] : hi;
  }
  s->first[chunk] = s->chunks == 1 || hi < 0 ? 0 : lo;
  s->last[chunk] = s->chunks == 1 ? nb->cells : (size_t)(hi + 1);
}

static void count_chunk(void *user, size_t chunk, size_t end) {
  (void)end;
  sorting *s = user;
  lg_neighbors *nb = s->w->neighbors;
  int32_t *histogram = nb->histogram + chunk * nb->cells, *cell = nb->cell;
  size_t i0 = chunk_begin(s, chunk), i1 = chunk_begin(s, chunk + 1), half = (i1 - i0) / 2;

  /* the cell of each particle, -1 of those that go */
  lg_loops_now()->cells(&nb->grid, s->w->particles->x, i0, i1, cell);
  for (size_t i = i0; s->dead && i < i1; i++)
    if (s->dead[i]) cell[i] = -1;
  find_cells(s, chunk, i0, i1);
  memset(histogram + s->first[chunk], 0, (s->last[chunk] - s->first[chunk]) * sizeof *histogram);

  /* two at a time: neighbours in memory would wait for each other's count */
  for (size_t i = i0; i < i0 + half; i++) {
    count(histogram, cell[i]);
    count(histogram, cell[i + half]);
  }
  if (i0 + 2 * half < i1) count(histogram, cell[i1 - 1]);
}

static void place_chunk(void *user, size_t chunk, size_t end) {
  (void)end;
  const sorting *s = user;
  lg_neighbors *nb = s->w->neighbors;
  /* by now: where this chunk's next particle of a cell goes */
  int32_t *next = nb->histogram + chunk * nb->cells;
  for (size_t i = chunk_begin(s, chunk); i < chunk_begin(s, chunk + 1); i++)
    if (nb->cell[i] >= 0) nb->order[next[nb->cell[i]]++] = (int32_t)i;
}

/* Those of the chunks that may have cell c, in order; end: up to which cell these do. */
static int chunks_of(const sorting *s, size_t c, int chunk[CHUNKS_MAX], size_t *end) {
  int n = 0;
  for (int k = 0; k < s->chunks; k++) {
    const size_t next = s->first[k] > c ? s->first[k] : s->last[k];
    if (next <= c) continue;
    if (next < *end) *end = next;
    if (s->first[k] <= c) chunk[n++] = k;
  }
  return n;
}

static size_t span_begin(const sorting *s, size_t span) {
  return s->w->neighbors->cells * span / (size_t)s->spans;
}

static void count_span(void *user, size_t span, size_t end) {
  sorting *s = user;
  const lg_neighbors *nb = s->w->neighbors;
  const size_t c0 = span_begin(s, span), c1 = span_begin(s, end);
  int32_t sum = 0;
  for (int k = 0; k < s->chunks; k++) {
    const int32_t *histogram = nb->histogram + (size_t)k * nb->cells;
    const size_t last = s->last[k] < c1 ? s->last[k] : c1;
    for (size_t c = s->first[k] > c0 ? s->first[k] : c0; c < last; c++) sum += histogram[c];
  }
  s->begins[span] = sum;
}

/* A running sum over cells that so many chunks have, and over the chunks within a cell. */
LG_INLINE int32_t sum_cells(lg_neighbors *nb, size_t begin, size_t end, const int *chunk, int n,
                            int32_t sum) {
  for (size_t c = begin; c < end; c++) {
    nb->cell_start[c] = sum;
    for (int k = 0; k < n; k++) {
      int32_t *slot = &nb->histogram[(size_t)chunk[k] * nb->cells + c];
      int32_t count = *slot;
      *slot = sum;
      sum += count;
    }
  }
  return sum;
}

/* Turns counts into places: cells in order, chunks in order within a cell: a stable sort for any
   number of chunks. */
static void sum_span(void *user, size_t span, size_t end) {
  const sorting *s = user;
  lg_neighbors *nb = s->w->neighbors;
  const size_t c1 = span_begin(s, end);
  int32_t sum = s->begins[span];
  int chunk[CHUNKS_MAX];

  /* mostly it is one chunk */
  for (size_t c = span_begin(s, span), same = c1; c < c1; c = same, same = c1) {
    const int n = chunks_of(s, c, chunk, &same);
    sum = n == 1 ? sum_cells(nb, c, same, chunk, 1, sum) : sum_cells(nb, c, same, chunk, n, sum);
  }
  if (c1 == nb->cells) nb->cell_start[c1] = sum;
}

/* All counts; returns how many there are. */
static size_t sum_counts(sorting *s, int threads) {
  const lg_neighbors *nb = s->w->neighbors;
  s->spans = nb->cells < FEW_CELLS || s->chunks == 1 ? 1 : SPANS * s->chunks;
  s->begins[0] = 0;

  /* where each of several spans begins */
  if (s->spans > 1) {
    lg_par_tasks(threads, (size_t)s->spans, count_span, s);
    for (int32_t i = 0, sum = 0, own; i < s->spans; i++, sum += own) {
      own = s->begins[i];
      s->begins[i] = sum;
    }
  }
  lg_par_tasks(threads, (size_t)s->spans, sum_span, s);
  return (size_t)nb->cell_start[nb->cells];
}

static void lay_over(const lg_world *w, const lg_cells *cells, lg_cell_grid *g) {
  memset(g, 0, sizeof *g);
  g->dim = w->dim;
  for (int k = 0; k < 3; k++) {
    g->size[k] = k < w->dim ? cells->n[k] + 2 : 1;
    if (k >= w->dim) continue;
    g->origin[k] = w->def.bounds.min[k];
    g->inverse[k] = 1 / cells->edge[k];
    g->periodic[k] = lg_is_periodic(w, k);
    g->period[k] = w->def.bounds.max[k] - w->def.bounds.min[k];
  }
}

/* Into `cells`, or, where that is NULL, into cells over the particles' extent. */
static bool sort(lg_world *w, float radius, const lg_cells *cells, const uint8_t *dead) {
  lg_neighbors *nb = w->neighbors;
  int threads = lg_world_threads(w);
  sorting s = {.w = w, .dead = dead, .chunks = lg_mini(threads, CHUNKS_MAX)};

  /* the grid, from the extent of the particles */
  lg_par_tasks(threads, (size_t)s.chunks, measure_chunk, &s);
  if (cells) lay_over(w, cells, &nb->grid);
  else {
    float lo[3], hi[3];
    extent(&s, lo, hi);
    lg_cells_lay_out(w, lo, hi, radius, &nb->grid);
  }
  nb->radius = radius;
  nb->cells = (size_t)nb->grid.size[0] * (size_t)nb->grid.size[1] * (size_t)nb->grid.size[2];

  /* room also for the cells of later steps */
  size_t most = cells ? 0 : cells_room(w, radius), room = most > nb->cells ? most : nb->cells;
  if (!lg_mem_room(nb->mem, &nb->cell, w->particles->n, sizeof *nb->cell) ||
      !lg_mem_room(nb->mem, &nb->order, w->particles->n, sizeof *nb->order) ||
      !lg_mem_room(nb->mem, &nb->cell_start, room + 1, sizeof *nb->cell_start) ||
      !lg_mem_room(nb->mem, &nb->histogram, room * (size_t)s.chunks, sizeof *nb->histogram))
    return false;

  /* counting sort: count, sum, place */
  lg_par_tasks(threads, (size_t)s.chunks, count_chunk, &s);
  size_t kept = sum_counts(&s, threads);
  lg_par_tasks(threads, (size_t)s.chunks, place_chunk, &s);

  /* the particles themselves, in that order */
  uint64_t uneven = 0;
  for (int c = 0; c < s.chunks; c++) uneven |= s.uneven[c];
  lg_particles_gather_uneven(w->particles, nb->order, kept, threads, uneven);
  return true;
}

bool lg_neighbors_sort(lg_world *w, float radius, const uint8_t *dead) {
  return sort(w, radius, NULL, dead);
}

bool lg_neighbors_sort_into(lg_world *w, const lg_cells *cells, const uint8_t *dead) {
  return sort(w, cells->edge[0], cells, dead);
}
