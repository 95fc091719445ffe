/* neighbors.c - ghosts of periodic axes and full neighbour lists, from particles that cells.c has
   sorted.

   Fluid Engine Development looks at 2^d hash buckets of side 2R; cells of side R with whole rows of
   three cells as candidates were fastest of what was tried (no Morton order, no hashing, no Verlet
   skin). */
#include "core/particles/neighbors.h"

#include "core/base/isa.h"
#include "core/base/par.h"
#include "core/base/team.h"
#include "core/base/world.h"
#include "core/particles/loops.h"
#include "core/particles/particles.h"

#define FAR_AWAY 1e18f /* squared it is still finite in float32 */
#define EACH     256   /* particles a task, about: there are some tasks for each of many threads */

/* ---- memory --------------------------------------------------------------------------------- */

struct lg_arena { /* one thread's place in the pool of pieces that lists are bumped out of */
  int32_t *piece; /* NULL: none yet */
  size_t fill;    /* entries used of it */
  bool starved;   /* the pool or the candidates' room ran out: grow and list again */
  int want;       /* candidates */
  lg_candidates candidates;
};
#define CANDIDATE (sizeof(int32_t) + 3 * sizeof(float) + LG_MASKS(1) * sizeof(uint16_t)) /* bytes */
#define PIECE     ((size_t)1 << 16) /* entries: 256 KiB */

void lg_neighbors_init(lg_neighbors *nb, lg_mem *mem) {
  memset(nb, 0, sizeof *nb);
  nb->mem = mem;
}

static void free_arenas(lg_neighbors *nb) {
  for (int t = 0; t < nb->arenas; t++) lg_mem_free(nb->mem, nb->arena[t].candidates.index);
  lg_mem_free(nb->mem, nb->arena);
  nb->arena = NULL;
  nb->arenas = 0;
}

void lg_neighbors_free(lg_neighbors *nb) {
  if (!nb->mem) return;
  free_arenas(nb);

  for (int i = 0; i < nb->pieces; i++) lg_mem_free(nb->mem, nb->piece[i]);
  lg_mem_free(nb->mem, nb->piece);
  lg_mem_free(nb->mem, nb->dead);
  lg_mem_free(nb->mem, nb->cell);
  lg_mem_free(nb->mem, nb->order);
  lg_mem_free(nb->mem, nb->row);
  lg_mem_free(nb->mem, nb->count);
  lg_mem_free(nb->mem, nb->cell_start);
  lg_mem_free(nb->mem, nb->histogram);
  lg_mem_free(nb->mem, nb->ghost_start);
  lg_mem_free(nb->mem, nb->source);
  lg_mem_free(nb->mem, nb->shift);

  lg_neighbors_init(nb, nb->mem);
}

/* ---- ghosts --------------------------------------------------------------------------------- */

/* The inner cell that a cell of the ghost layer repeats, and by how much it is moved. -1: not a
   periodic image. */
static int32_t image_of(const lg_cell_grid *g, const int at[3], float shift[3]) {
  int from[3] = {0, 0, 0};
  bool moved = false;

  /* which side of each axis the cell lies beyond, if any */
  for (int k = 0; k < 3; k++) {
    shift[k] = 0;
    from[k] = at[k];
    if (k >= g->dim) continue;
    int side = at[k] == 0 ? -1 : at[k] == g->size[k] - 1 ? 1 : 0;
    if (side && !g->periodic[k]) return -1;
    if (side) from[k] = side < 0 ? g->size[k] - 2 : 1;
    shift[k] = (float)side * g->period[k];
    moved |= side != 0;
  }

  return moved ? lg_cell_number(g, from) : -1;
}

/* Walks the ghost layer twice: first to count, then (fill) to write sources and shifts. */
static int32_t list_ghosts(lg_neighbors *nb, bool fill) {
  const lg_cell_grid *g = &nb->grid;
  int32_t ghosts = 0, cell = 0;
  int at[3];

  for (at[2] = 0; at[2] < g->size[2]; at[2]++)
    for (at[1] = 0; at[1] < g->size[1]; at[1]++)
      for (at[0] = 0; at[0] < g->size[0]; at[0]++, cell++) {
        float shift[3];
        int32_t from = image_of(g, at, shift);

        if (fill) nb->ghost_start[cell] = ghosts;
        if (from < 0) continue;

        /* an image of each particle of the inner cell */
        for (int32_t i = nb->cell_start[from]; fill && i < nb->cell_start[from + 1]; i++) {
          int32_t ghost = ghosts + i - nb->cell_start[from];
          nb->source[ghost] = i;
          memcpy(nb->shift[ghost], shift, sizeof shift);
        }

        ghosts += nb->cell_start[from + 1] - nb->cell_start[from];
      }
  if (fill) nb->ghost_start[cell] = ghosts;
  return ghosts;
}

static bool make_ghosts(lg_neighbors *nb) {
  nb->ghosts = 0;
  if (!nb->grid.periodic[0] && !nb->grid.periodic[1] && !nb->grid.periodic[2]) return true;
  int32_t ghosts = list_ghosts(nb, false);
  if (!lg_mem_room(nb->mem, &nb->ghost_start, nb->cells + 1, sizeof *nb->ghost_start) ||
      !lg_mem_room(nb->mem, &nb->source, (size_t)ghosts, sizeof *nb->source) ||
      !lg_mem_room(nb->mem, &nb->shift, (size_t)ghosts, sizeof *nb->shift))
    return false;
  nb->ghosts = list_ghosts(nb, true);
  return true;
}

/* ---- lists ---------------------------------------------------------------------------------- */

typedef struct listing {
  lg_world *w;
  const lg_loops *loops;
  lg_listing list;
  size_t tasks;
} listing;

static bool candidates_room(lg_mem *m, lg_candidates *c, int n) {
  n = (n / LG_CANDIDATE_STEP + 3) * LG_CANDIDATE_STEP;
  if (n <= c->room) return true;

  /* one block for all arrays, half as much again as is wanted */
  n += n / 2 / LG_CANDIDATE_STEP * LG_CANDIDATE_STEP;
  size_t array = (size_t)n * sizeof(float);
  char *block = lg_mem_realloc(m, NULL, (size_t)n * CANDIDATE);
  if (!block) return false;
  lg_mem_free(m, c->index);

  c->index = (int32_t *)(void *)block;
  for (int k = 0; k < 3; k++) c->x[k] = (float *)(void *)(block + (size_t)(k + 1) * array);
  c->mask = (uint16_t *)(void *)(block + 4 * array);
  c->room = n;
  return true;
}

/* Room for at least one row of `entries`, and for how many. NULL: the pool is empty (nothing is
   allocated here: all threads run this at once). */
static int32_t *rows_room(lg_neighbors *nb, lg_arena *a, size_t entries, size_t *rows) {
  if (!a->piece || a->fill + entries > PIECE) {
    int next = __atomic_fetch_add(&nb->pieces_taken, 1, __ATOMIC_RELAXED);
    a->piece = next < nb->pieces && entries <= PIECE ? nb->piece[next] : NULL;
    a->fill = 0;
  }
  *rows = (PIECE - a->fill) / entries;
  return a->piece ? a->piece + a->fill : NULL;
}

static void copy_ghosts(const lg_neighbors *nb, const lg_particles *p, lg_candidates *c,
                        int32_t cell) {
  for (int32_t g = nb->ghost_start[cell]; g < nb->ghost_start[cell + 1]; g++) {
    for (int k = 0; k < p->dim; k++) c->x[k][c->n] = p->x[k][nb->source[g]] + nb->shift[g][k];
    c->index[c->n++] = (int32_t)nb->n + g;
  }
}

/* Copies the 3^dim cells around `cell`: rows of three are one run each; ghosts come last. False:
   a->want are too many. */
static bool collect_candidates(const listing *l, lg_arena *a, int32_t cell) {
  const lg_neighbors *nb = l->w->neighbors;
  const lg_cell_grid *g = &nb->grid;
  lg_candidates *c = &a->candidates;
  int32_t row[9], run[9][2];
  int rows = 0, total = 0, deep = g->dim == 3 ? 1 : 0;

  /* the first cell of each row of three around this one */
  for (int dz = -deep; dz <= deep; dz++)
    for (int dy = -1; dy <= 1; dy++) row[rows++] = cell + (dz * g->size[1] + dy) * g->size[0] - 1;

  /* runs of particles; where the cell itself begins among them */
  for (int r = 0; r < rows; r++) {
    run[r][0] = nb->cell_start[row[r]];
    run[r][1] = nb->cell_start[row[r] + 3];
    if (r == rows / 2) c->own = total - run[r][0];
    total += run[r][1] - run[r][0];
  }

  /* ghosts are counted too: is there room for all? */
  for (int r = 0; nb->ghosts && r < rows; r++)
    total += nb->ghost_start[row[r] + 3] - nb->ghost_start[row[r]];
  a->want = lg_maxi(a->want, total);
  if (total + 2 * LG_CANDIDATE_STEP > c->room) return false;

  l->loops->copy(&l->list, c, (const int32_t(*)[2])run, rows);
  for (int r = 0; nb->ghosts && r < rows; r++)
    for (int k = 0; k < 3; k++) copy_ghosts(nb, l->w->particles, c, row[r] + k);

  /* `end`: so that no store can be thought to change it */
  for (int k = c->n, end = k + LG_CANDIDATE_STEP; k < end; k++) {
    for (int d = 0; d < 3; d++) c->x[d][k] = FAR_AWAY;
    c->index[k] = -1;
  }
  return true;
}

static bool list_cell(const listing *l, lg_arena *a, int32_t cell) {
  lg_neighbors *nb = l->w->neighbors;
  if (!collect_candidates(l, a, cell)) return false;
  for (int32_t i = nb->cell_start[cell], next, end = nb->cell_start[cell + 1]; i < end; i = next) {
    size_t rows;
    int32_t *out = rows_room(nb, a, (size_t)a->candidates.n + 2 * LG_CANDIDATE_STEP, &rows);
    if (!out) return false;
    next = (size_t)(end - i) < rows ? end : i + (int32_t)rows;
    a->fill += l->loops->near(&l->list, &a->candidates, i, next, out);
  }
  return true;
}

/* Cells of one task: split so that each has about the same number of particles. */
static size_t first_cell(const lg_neighbors *nb, size_t task, size_t tasks) {
  int32_t target = (int32_t)(nb->n * task / tasks);
  size_t lo = 0, hi = nb->cells;
  while (lo < hi) {
    size_t mid = (lo + hi) / 2;
    if (nb->cell_start[mid] < target) lo = mid + 1;
    else hi = mid;
  }
  return task == tasks ? nb->cells : lo;
}

static void list_task(void *user, size_t task, size_t end) {
  (void)end;
  listing *l = user;
  lg_neighbors *nb = l->w->neighbors;
  lg_arena *a = &nb->arena[lg_team_member() % nb->arenas];
  for (size_t c = first_cell(nb, task, l->tasks), last = first_cell(nb, task + 1, l->tasks);
       c < last; c++)
    if (nb->cell_start[c] < nb->cell_start[c + 1] && !list_cell(l, a, (int32_t)c)) {
      a->starved = true;
      return;
    }
}

static bool make_arenas(lg_neighbors *nb, int threads) {
  if (nb->arenas != threads) {
    free_arenas(nb);
    nb->arena = lg_mem_realloc(nb->mem, NULL, (size_t)threads * sizeof *nb->arena);
    if (!nb->arena) return false;
    memset(nb->arena, 0, (size_t)threads * sizeof *nb->arena);
    nb->arenas = threads;
  }

  /* all pieces are in the pool again */
  nb->pieces_taken = 0;
  for (int t = 0; t < nb->arenas; t++) {
    nb->arena[t].piece = NULL;
    nb->arena[t].starved = false;
  }
  return true;
}

/* More pieces and candidate room, with slack, so that a fluid at rest never comes here again.
   False: no memory. */
static bool grow_pool(lg_neighbors *nb) {
  int want = 0, pieces = nb->pieces_taken + nb->pieces_taken / 4 + 2 * nb->arenas;

  /* every thread gets room for the candidates of the fullest cell */
  for (int t = 0; t < nb->arenas; t++) want = lg_maxi(want, nb->arena[t].want);
  for (int t = 0; t < nb->arenas; t++)
    if (!candidates_room(nb->mem, &nb->arena[t].candidates, want)) return false;
  if ((size_t)want + 2 * LG_CANDIDATE_STEP > PIECE) return false; /* thousands at one spot */

  /* pieces of list memory */
  if ((size_t)pieces > nb->piece_capacity) {
    size_t room = (size_t)pieces * 2;
    int32_t **grown = lg_mem_realloc(nb->mem, nb->piece, room * sizeof *grown);
    if (!grown) return false;
    nb->piece = grown;
    nb->piece_capacity = room;
  }
  for (; nb->pieces < pieces; nb->pieces++) {
    nb->piece[nb->pieces] = lg_mem_realloc(nb->mem, NULL, PIECE * sizeof(int32_t));
    if (!nb->piece[nb->pieces]) return false;
  }
  return true;
}

static bool any_starved(const lg_neighbors *nb) {
  for (int t = 0; t < nb->arenas; t++)
    if (nb->arena[t].starved) return true;
  return false;
}

bool lg_neighbors_build(lg_world *w) {
  lg_neighbors *nb = w->neighbors;
  int threads = lg_world_threads(w);
  nb->n = w->particles->n;
  if (!make_ghosts(nb)) return false;
  nb->pad = (int32_t)nb->n + nb->ghosts;

  /* rows of the lists */
  if (!lg_mem_room(nb->mem, &nb->row, nb->n, sizeof *nb->row) ||
      !lg_mem_room(nb->mem, &nb->count, nb->n, sizeof *nb->count))
    return false;
  listing l = {.w = w, .loops = lg_loops_now(), .tasks = nb->n / EACH + 1};
  l.list =
      (lg_listing){w->dim, nb->radius * nb->radius, w->particles->x, nb->pad, nb->row, nb->count};

  /* the lists: until the memory that all threads need is there */
  for (;;) {
    if (!make_arenas(nb, threads)) return false;
    lg_par_tasks(threads, l.tasks, list_task, &l);
    bool done = !any_starved(nb);
    /* Another distribution of the work over the threads leaves up to one more piece half full for
       each. grow_pool() makes room for twice as many, so that it is there when that happens. */
    if (done && nb->pieces >= nb->pieces_taken + nb->arenas) return true;
    if (!grow_pool(nb)) return false;
    if (done) return true;
  }
}

LG_VARIANTS(lg_loops, loops)
const lg_loops *lg_loops_now(void) { return loops[lg_isa_path()]; }
