/* particles.c - storage of the named columns. */
#include "core/particles/particles.h"

#include "core/base/par.h"
#include "core/base/simd.h"
#include "core/base/world.h"

#include <stdatomic.h>

/* The core's own columns: a row each, and a shortcut in lg_particles. */
enum { POSITION, VELOCITY, ACCELERATION, MASS, AGE, ID, MATERIAL, CORE_COLUMNS };
static const struct {
  const char *name, *unit;
  bool vector, integer, rides; /* as lg_col has them */
} core_columns[CORE_COLUMNS] = {[POSITION] = {"position", "m", .vector = true, .rides = true},
                                [VELOCITY] = {"velocity", "m/s", .vector = true, .rides = true},
                                [ACCELERATION] = {"acceleration", "m/s2", .vector = true},
                                [MASS] = {"mass", "kg", .rides = true},
                                [AGE] = {"age", "s", .rides = true},
                                [ID] = {"id", "", .integer = true, .rides = true},
                                [MATERIAL] = {"material", "", .integer = true, .rides = true}};

const char *lg_particles_unit(const char *name) {
  for (int i = 0; i < CORE_COLUMNS; i++)
    if (strcmp(core_columns[i].name, name) == 0) return core_columns[i].unit;
  return "";
}

static void refresh_shortcuts(lg_particles *p) {
  const lg_col *c = p->col;
  for (int k = 0; k < 3; k++) {
    p->x[k] = c[POSITION].c[k];
    p->v[k] = c[VELOCITY].c[k];
    p->a[k] = c[ACCELERATION].c[k];
  }
  p->mass = c[MASS].c[0];
  p->age = c[AGE].c[0];
  p->id = (int32_t *)(void *)c[ID].c[0];
  p->material = (int32_t *)(void *)c[MATERIAL].c[0];
}

/* With room behind the last entry, so that loops may read whole vectors from anywhere. */
static size_t bytes_of(size_t capacity) { return (capacity + 16) * sizeof(float); }

/* Where a column keeps its arrays: up to 6 of them. */
static int arrays_of(lg_col *col, float **out[6]) {
  int n = 0;
  for (int k = 0; k < col->components; k++) {
    out[n++] = &col->c[k];
    if (col->rides) out[n++] = &col->spare[k];
  }
  return n;
}

static void free_column(lg_particles *p, lg_col *col) {
  float **slot[6];
  int n = arrays_of(col, slot);
  for (int a = 0; a < n; a++) lg_mem_free(p->mem, *slot[a]);
  memset(col, 0, sizeof *col);
}

/* Moves columns [first, last) to arrays of `capacity` entries, new ones 0; all of them or none. */
static bool move_to_capacity(lg_particles *p, int first, int last, size_t capacity) {
  float *fresh[LG_COLUMNS_MAX * 6], **slot[LG_COLUMNS_MAX * 6];
  int n = 0;
  for (int i = first; i < last; i++) n += arrays_of(&p->col[i], slot + n);

  /* all new arrays, or none */
  for (int a = 0; a < n; a++) {
    fresh[a] = lg_mem_realloc(p->mem, NULL, bytes_of(capacity));
    if (fresh[a]) continue;
    while (a-- > 0) lg_mem_free(p->mem, fresh[a]);
    return false;
  }
  for (int a = 0; a < n; a++) {
    size_t kept = *slot[a] ? p->n : 0;
    memset(fresh[a] + kept, 0, bytes_of(capacity - kept));
    if (kept) memcpy(fresh[a], *slot[a], bytes_of(kept));
    lg_mem_free(p->mem, *slot[a]);
    *slot[a] = fresh[a];
  }
  return true;
}

static bool add_column(lg_particles *p, const char *name, int components, lg_owner owner,
                       bool integer, bool rides) {
  if (p->columns == LG_COLUMNS_MAX || strlen(name) >= LG_NAME_MAX) return false;

  lg_col *col = &p->col[p->columns];
  memset(col, 0, sizeof *col);
  memcpy(col->name, name, strlen(name) + 1);
  col->components = components;
  col->integer = integer;
  col->rides = rides;
  col->owner = owner;

  if (p->capacity && !move_to_capacity(p, p->columns, p->columns + 1, p->capacity)) return false;
  p->columns++;
  refresh_shortcuts(p);
  return true;
}

bool lg_particles_init(lg_particles *p, lg_mem *mem, int dim) {
  memset(p, 0, sizeof *p);
  p->mem = mem;
  p->dim = dim;
  bool ok = true;
  for (int i = 0; ok && i < CORE_COLUMNS; i++)
    ok = add_column(p, core_columns[i].name, core_columns[i].vector ? dim : 1, LG_OWNER_CORE,
                    core_columns[i].integer, core_columns[i].rides);
  return ok;
}

void lg_particles_free(lg_particles *p) {
  for (int i = 0; i < p->columns; i++) free_column(p, &p->col[i]);
  p->columns = 0;
  p->n = p->capacity = 0;
}

static bool has_room_for(const lg_particles *to, const lg_particles *from) {
  bool has = to->columns == from->columns && to->capacity >= from->n;
  for (int c = 0; has && c < to->columns; c++) {
    const lg_col *a = &to->col[c], *b = &from->col[c];
    has = strcmp(a->name, b->name) == 0 && a->components == b->components && a->rides == b->rides &&
          a->integer == b->integer && a->owner == b->owner;
  }
  return has;
}

bool lg_particles_copy(lg_particles *to, const lg_particles *from) {
  /* the same columns, with arrays of their own */
  if (!has_room_for(to, from)) {
    lg_particles_free(to);
    *to = *from;
    to->n = to->capacity = 0;
    for (int c = 0; c < to->columns; c++)
      for (int k = 0; k < 3; k++) to->col[c].c[k] = to->col[c].spare[k] = NULL;
    if (!lg_particles_reserve(to, from->n)) {
      lg_particles_free(to);
      return false;
    }
  }

  to->n = from->n;
  to->next_id = from->next_id;
  for (int c = 0; c < to->columns; c++) {
    to->col[c].blank = from->col[c].blank;
    for (int k = 0; from->n > 0 && k < to->col[c].components; k++)
      memcpy(to->col[c].c[k], from->col[c].c[k], from->n * sizeof(float));
  }
  refresh_shortcuts(to);
  return true;
}

bool lg_particles_reserve(lg_particles *p, size_t n) {
  if (n <= p->capacity) return true;
  size_t capacity = p->capacity + p->capacity / 2;
  if (capacity < n) capacity = n;
  capacity = (capacity + 15) / 16 * 16;
  if (capacity > INT32_MAX - 64) return false;
  if (!move_to_capacity(p, 0, p->columns, capacity)) return false;
  p->capacity = capacity;
  refresh_shortcuts(p);
  return true;
}

bool lg_particles_add_column(lg_particles *p, const char *name, int components, lg_owner owner) {
  return add_column(p, name, components, owner, false, true);
}

bool lg_particles_add_scratch(lg_particles *p, const char *name, int components) {
  return add_column(p, name, components, LG_OWNER_USER, false, false);
}

bool lg_particles_shape_scratch(lg_particles *p, const char *name, int components) {
  lg_col *col = lg_particles_column(p, name), fresh = *col;
  int at = (int)(col - p->col);
  memset(col->c, 0, sizeof col->c);
  col->components = components;
  if (p->capacity && !move_to_capacity(p, at, at + 1, p->capacity)) {
    *col = fresh;
    return false;
  }
  free_column(p, &fresh);
  return true;
}

void lg_particles_drop_columns(lg_particles *p, lg_owner owner) {
  int kept = 0;
  for (int i = 0; i < p->columns; i++) {
    if (p->col[i].owner == owner) free_column(p, &p->col[i]);
    else if (kept++ != i) p->col[kept - 1] = p->col[i];
  }
  p->columns = kept;
  refresh_shortcuts(p);
}

lg_col *lg_particles_column(lg_particles *p, const char *name) {
  for (int i = 0; i < p->columns; i++)
    if (strcmp(p->col[i].name, name) == 0) return &p->col[i];
  return NULL;
}

void lg_particles_blank(lg_particles *p, const char *name, bool blank) {
  lg_col *col = lg_particles_column(p, name);
  bool wipe = col && blank && !col->blank && p->n > 0; /* an empty one may have no memory */
  for (int k = 0; wipe && k < col->components; k++) memset(col->c[k], 0, p->n * sizeof(float));
  if (col) col->blank = blank;
}

bool lg_particles_append(lg_particles *p, const float x[3], const float v[3], float mass,
                         int32_t material) {
  if (!lg_particles_reserve(p, p->n + 1)) return false;
  size_t i = p->n++;

  /* columns of others start at 0 */
  for (int c = 0; c < p->columns; c++)
    for (int k = 0; k < p->col[c].components; k++) p->col[c].c[k][i] = 0;

  for (int k = 0; k < p->dim; k++) {
    p->x[k][i] = x[k];
    p->v[k][i] = v[k];
  }
  p->mass[i] = mass;
  p->id[i] = p->next_id++;
  p->material[i] = material;
  return true;
}

#define RUN 16 /* a run of particles that stayed neighbours in memory is copied, not picked */

typedef struct gathering {
  lg_particles *p;
  const int32_t *order;
  uint64_t uneven;
} gathering;

static bool is_even(const float *entry, size_t begin, size_t end) {
  const size_t one = sizeof *entry, bytes = (end - begin) * one;
  return bytes == 0 || (memcmp(entry + begin, entry, one) == 0 &&
                        memcmp(entry + begin, entry + begin + 1, bytes - one) == 0);
}

uint64_t lg_particles_uneven(const lg_particles *p, size_t begin, size_t end) {
  uint64_t uneven = 0;
  for (int c = 0; c < p->columns; c++) {
    const lg_col *col = &p->col[c];
    bool even = true;
    for (int k = 0; col->rides && !col->blank && even && k < col->components; k++)
      even = is_even(col->c[k], begin, end);
    uneven |= (uint64_t)!even << c;
  }
  return uneven;
}

static bool is_run(const int32_t *order) {
  int32_t other = 0;
  for (int32_t k = 0; k < RUN; k++) other |= order[k] ^ (order[0] + k);
  return other == 0;
}

/* Copies bits: some columns are integers. */
static void gather_column(const float *from, float *to, const int32_t *order, size_t n,
                          const bool *run) {
  size_t runs = n / RUN;
  for (size_t r = 0; r < runs; r++, order += RUN, to += RUN) {
    if (run[r]) memcpy(to, from + order[0], RUN * sizeof *to);
    else
      for (int k = 0; k < RUN; k++) memcpy(to + k, from + order[k], sizeof *to);
  }
  for (size_t k = 0; k < n - runs * RUN; k++) memcpy(to + k, from + order[k], sizeof *to);
}

static void gather_block(void *user, size_t begin, size_t end) {
  const gathering *g = user;
  bool run[LG_BLOCK / RUN];
  for (size_t r = 0; r < (end - begin) / RUN; r++) run[r] = is_run(g->order + begin + r * RUN);
  for (int c = 0; c < g->p->columns; c++) {
    const lg_col *col = &g->p->col[c];
    for (int k = 0; g->uneven >> c & 1 && k < col->components; k++)
      gather_column(col->c[k], col->spare[k] + begin, g->order + begin, end - begin, run);
  }
}

void lg_particles_gather_uneven(lg_particles *p, const int32_t *order, size_t n, int threads,
                                uint64_t uneven) {
  gathering g = {p, order, uneven};
  lg_par_for(threads, n, gather_block, &g);

  /* the other half of each column is now the column */
  for (int c = 0; c < p->columns; c++) {
    lg_col *col = &p->col[c];
    for (int k = 0; uneven >> c & 1 && k < col->components; k++) {
      float *old = col->c[k];
      col->c[k] = col->spare[k];
      col->spare[k] = old;
    }
  }

  p->n = n;
  refresh_shortcuts(p);
}

void lg_particles_gather(lg_particles *p, const int32_t *order, size_t n, int threads) {
  lg_particles_gather_uneven(p, order, n, threads, lg_particles_uneven(p, 0, p->n));
}

/* ---- for solvers ---------------------------------------------------------------------------- */

float *lg_step_column(lg_step *s, const char *name) {
  return lg_particles_column(s->particles, name)->c[0];
}

typedef struct speeds {
  const lg_particles *p;
  atomic_uint most2; /* the bits of the largest v^2: of numbers from 0 on they grow as these do */
} speeds;

static void speed_block(void *user, size_t begin, size_t end) {
  speeds *s = user;
  const float *vx = s->p->v[0] + begin, *vy = s->p->v[1] + begin,
              *vz = s->p->dim == 3 ? s->p->v[2] + begin : NULL;
  float v2[LG_BLOCK];
  for (size_t i = 0; i < end - begin; i++) v2[i] = vx[i] * vx[i] + vy[i] * vy[i];
  for (size_t i = 0; vz && i < end - begin; i++) v2[i] += vz[i] * vz[i];

  /* which of the blocks comes first makes no difference to the largest */
  const float most = lg_most(v2, end - begin, 0);
  unsigned mine, seen = atomic_load_explicit(&s->most2, memory_order_relaxed);
  memcpy(&mine, &most, sizeof mine);
  while (mine > seen && !atomic_compare_exchange_weak(&s->most2, &seen, mine)) continue;
}

float lg_max_speed(lg_step *s) {
  speeds job = {.p = s->particles};
  lg_par_for(s->threads, s->n, speed_block, &job);
  const unsigned bits = atomic_load(&job.most2);
  float most2;
  memcpy(&most2, &bits, sizeof most2);
  return sqrtf(most2);
}

/* Speeds by how far they are below the fastest, four steps for each power of two of v^2: the bits
   of (v / fastest)^2, but for all of the mantissa except its first two, grow by 1 a step. */
enum { SPEED_STEPS = 64, STEP_BITS = 21 };
#define FASTEST_STEP (127 << 2) /* of 1 */

typedef struct speed_counts {
  const lg_particles *p;
  const float *crowding; /* who has more than 1 is left out; NULL: nobody */
  float inverse2;        /* s2/m2, of the fastest */
  atomic_size_t below[SPEED_STEPS];
} speed_counts;

static void count_block(void *user, size_t begin, size_t end) {
  speed_counts *s = user;
  uint32_t count[SPEED_STEPS] = {0};
  for (size_t i = begin; i < end; i++) {
    if (s->crowding && s->crowding[i] > 1) continue;
    float ratio = 0;
    for (int k = 0; k < s->p->dim; k++) ratio += s->p->v[k][i] * s->p->v[k][i];
    ratio *= s->inverse2;
    uint32_t bits;
    memcpy(&bits, &ratio, sizeof bits);
    const int step = FASTEST_STEP - (int)((bits & INT32_MAX) >> STEP_BITS); /* no number: < 0 */
    count[step < 0 ? 0 : step < SPEED_STEPS ? step : SPEED_STEPS - 1]++;
  }

  /* sums of whole numbers are the same in any order */
  for (int k = 0; k < SPEED_STEPS; k++)
    if (count[k] > 0) atomic_fetch_add_explicit(&s->below[k], count[k], memory_order_relaxed);
}

float lg_flow_speed(lg_step *s, float most, float share, const float *crowding) {
  if (!(most > 0)) return 0;
  speed_counts job = {.p = s->particles, .crowding = crowding, .inverse2 = 1 / (most * most)};
  lg_par_for(s->threads, s->n, count_block, &job);

  /* the first step that leaves fewer than the share above, and where it ends */
  size_t all = 0, above = 0;
  int step = 0;
  for (int k = 0; k < SPEED_STEPS; k++) all += job.below[k];
  while (step < SPEED_STEPS - 1 &&
         (double)(above += job.below[step]) <= (double)share * (double)all)
    step++;
  const int32_t bits = (FASTEST_STEP - step + 1) << STEP_BITS;
  float ratio;
  memcpy(&ratio, &bits, sizeof ratio);
  return most * lg_minf(sqrtf(ratio), 1);
}

static void accelerate_block(void *user, size_t begin, size_t end) {
  const lg_step *s = user;
  for (int k = 0; k < s->dim; k++)
    for (size_t i = begin; i < end; i++) s->particles->v[k][i] += s->dt * s->particles->a[k][i];
}

void lg_particles_accelerate(lg_step *s) { lg_par_for(s->threads, s->n, accelerate_block, s); }
