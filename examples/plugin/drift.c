/* drift - a solver from outside: particles that push each other away. Built and loaded as swirl.c
   says. In a scene: solver = lg.solver.drift {rate = 4}

   dv_i / dt = a_i + rate^2 sum_j (x_i - x_j) over the neighbours j within the support radius */
#include <laguna_solver.h>

typedef struct drift {
  LG_MATERIAL_FIELDS;
  float support, rate;
} drift;

static const lg_param rows[] = {
    LG_MATERIAL_ROWS(drift),
    LG_ROW_FLOAT(drift, support, 2, 1.5, 6, "spacings", "how far neighbours are felt"),
    LG_ROW_FLOAT(drift, rate, 1, 0, LG_HUGE, "1/s", "how fast a pair parts"),
    LG_ROWS_END,
};

static const lg_column_def columns[] = {{"neighbors", 1, "1", "how many a particle has"},
                                        {NULL, 0, NULL, NULL}};

static float support(const void *self, int dim) {
  (void)dim;
  return ((const drift *)self)->support;
}

typedef struct job {
  lg_step *s;
  float strength, *neighbors;
} job;

/* Of some particles, on one of the threads. */
static void push_block(void *user, size_t begin, size_t end) {
  const job *j = (const job *)user;
  const lg_particles *p = j->s->particles;
  const lg_neighbors *near = j->s->neighbors;
  for (size_t i = begin; i < end; i++) {
    j->neighbors[i] = (float)near->count[i];
    for (int k = 0; k < j->s->dim; k++) {
      float push = 0;
      for (int32_t e = 0; e < near->count[i]; e++) {
        const int32_t other = near->row[i][e]; /* from n on: ghosts behind periodic edges */
        if (other < (int32_t)j->s->n) push += p->x[k][i] - p->x[k][other];
      }
      p->v[k][i] += j->s->dt * (p->a[k][i] + j->strength * push);
    }
  }
}

static void step(void *self, lg_step *s) {
  const float rate = ((const drift *)self)->rate;
  job j = {s, rate * rate, lg_step_column(s, "neighbors")};
  LG_STAGE(s->world, "solve/neighbors") s->failed = !lg_neighbors_build(s->world);
  if (s->failed) return; /* no memory: the core takes the frame back */
  LG_STAGE(s->world, "solve/push") lg_par_for(s->threads, s->n, push_block, &j);
}

static const lg_kind kind = {
    .name = "drift",
    .family = LG_FAMILY_SOLVER,
    .doc = "Particles that push each other away.",
    .size = sizeof(drift),
    .params = rows,
    .solver = {.columns = columns, .support = support, .step = step},
};

static const lg_kind *const kinds[] = {&kind, NULL};
LG_PLUGIN(kinds);
