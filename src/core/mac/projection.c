/* projection.c - the pressure that leaves the velocity free of divergence, and the flow that gives
   volume back: two right sides of one Poisson equation. Compiled once per dispatch path. */
#include "core/base/par.h"
#include "core/base/world.h"
#include "core/mac/mac.h"

#define FILL_LIMIT       0.25f /* fill - 1 that the volume feedback answers at most */
#define CROSSED          1.0f  /* its rate, per cell that water crosses: with 2 it drives waves */
#define AT_REST          40.0f /* of its rate in still water: the whole one over this */
#define CROWDED          0.4f /* full cells that are amiss: at twice as much it is the whole rate */
#define VOLUME_TOLERANCE 0.03 /* of its solve: the next sub-step asks again */
#define MOST_DETACHES    4    /* solves after the first: in jets on plates, one */

typedef struct job {
  lg_mac *m;
  float density;  /* kg/m3 */
  float dt;       /* s */
  float feedback; /* 1/s, of volume */
  float share;    /* of the pressure that counts */
  bool has_tension;
} job;

/* ---- pressure ------------------------------------------------------------------------------- */

/* The equation of a fluid cell c with the neighbours n behind its faces, for x = p dt / rho, in
   integrals over what is open of the cell (Ng, Min & Gibou 2009): a fraction A of a face carries u,
   the rest the solid's velocity u_s,
     sum A / h^2 (x_c - x_n) = d V - sum over faces +- (A u* + (1 - A) u_s) / h
   A neighbour in air is not at zero pressure itself, but the surface between is, theta cells from
   the middle of c: x_n = (1 - 1 / theta) x_c (ghost fluid: Gibou, Fedkiw, Cheng & Kang 2002), so
   the water knows how high it stands within a cell. Where fluids differ in density, rho is the
   default material's, and A is A rho / rho_f, rho_f: the mean of both cells. The velocity is solved
   for with d = 0; d is for the places of particles alone (below). */

/* x of the surface between fluid cell c and the next one on an axis, which is air: dt / rho sigma
   kappa. Beyond an open edge nothing is known of it. */
LG_INLINE double surface_value(const job *j, int axis, int c, int air) {
  const lg_mac *m = j->m;
  const lg_layout *l = &m->lattice;
  if (!j->has_tension) return 0;
  const int at = lg_lattice_number(l, axis, air);
  if ((at < 0 || at >= l->n[axis]) && !l->periodic[axis]) return 0;
  const float theta = lg_minf(1 / m->inverse_theta[axis][lg_maxi(c, air)], 1);
  const float kappa = (1 - theta) * m->curvature[c] + theta * m->curvature[air];
  return (double)(j->dt * m->tension * kappa) / (double)j->density;
}

/* The row of a fluid cell. */
static void put_row(const job *j, int c) {
  const lg_mac *m = j->m;
  const lg_poisson_level *matrix = &m->poisson.level[0];
  float to_air = 0;
  double held = 0;

  /* Couplings A / h^2 with fluid, and with the surface. */
  for (int k = 0; k < m->lattice.dim; k++) {
    int s = m->lattice.step[k];
    float h2 = m->inverse[k] * m->inverse[k];
    const bool both = m->type[c - s] == LG_MAC_FLUID;
    matrix->a[k][c] = both ? m->open[k][c] * h2 * lg_mac_lightness(m, k, c) : 0;
    for (int side = 0; side < 2; side++) {
      const int air = side ? c + s : c - s, face = side ? c + s : c;
      if (m->type[air] != LG_MAC_AIR) continue;
      const float by = m->open[k][face] * h2 * m->inverse_theta[k][face] *
                       lg_mac_lightness(m, k, face);
      to_air += by;
      held += (double)by * surface_value(j, k, c, air);
    }
  }

  /* The surface lies theta cells away, where x is that of the tension, or 0. */
  matrix->sink[c] = to_air;
  m->poisson.rhs[c] = -lg_mac_divergence(m, c);
  m->crossing[c] = j->dt * (float)m->poisson.rhs[c];
  m->poisson.rhs[c] += held;
}

static void system_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const job *j = user;
  const lg_mac *m = j->m;
  const lg_poisson_level *matrix = &m->poisson.level[0];
  const size_t cells = (size_t)m->lattice.n[0];
  LG_EACH_ROW(&m->lattice, task, row) {
    const int first = lg_lattice_row(&m->lattice, row) + LG_ROW_FIRST;

    /* 0 outside of the fluid */
    for (int k = 0; k < m->lattice.dim; k++)
      memset(matrix->a[k] + first, 0, cells * sizeof *matrix->a[k]);
    memset(matrix->sink + first, 0, cells * sizeof *matrix->sink);
    memset(m->poisson.rhs + first, 0, cells * sizeof *m->poisson.rhs);
    memset(m->crossing + first, 0, cells * sizeof *m->crossing);

    LG_EACH_FLUID_OF_ROW(m, first, c) put_row(j, c);
  }
}

/* grad x at a face; to air it is that to the surface, 1 / theta times as steep. */
LG_INLINE float gradient(const job *j, int axis, int c) {
  const lg_mac *m = j->m;
  const int before = c - m->lattice.step[axis];
  double high = m->poisson.x[c], low = m->poisson.x[before];

  const bool surface = m->type[c] == LG_MAC_AIR || m->type[before] == LG_MAC_AIR;
  const float scale = surface ? m->inverse_theta[axis][c] : 1;
  if (m->type[c] == LG_MAC_AIR) high = surface_value(j, axis, before, c);
  if (m->type[before] == LG_MAC_AIR) low = surface_value(j, axis, c, before);
  return (float)((high - low) * (double)(scale * m->inverse[axis] * lg_mac_lightness(m, axis, c)));
}

/* Whether faces c .. c + 7 all are open between fluid cells, of one density. */
LG_INLINE bool are_inner(const lg_mac *m, int axis, int c, int end) {
  uint64_t active, types[2];
  if (m->mixed || c + 8 > end) return false;
  memcpy(&active, m->active[axis] + c, sizeof active);
  memcpy(&types[0], m->type + c, sizeof types[0]);
  memcpy(&types[1], m->type + c - m->lattice.step[axis], sizeof types[1]);
  return active == 0x0101010101010101u && (types[0] | types[1]) == 0; /* LG_MAC_FLUID */
}

/* to -= share grad x on the faces of a task where water can flow; to: entry `each` * c of face
   c. */
LG_INLINE void subtract_gradient(const job *j, size_t task, float *const to[3], int each,
                                 float share) {
  const lg_mac *m = j->m;
  LG_EACH_FACE_ROW(&m->lattice, task, axis, row) {
    const int first = lg_mac_face_row(&m->lattice, axis, row),
              end = first + lg_mac_row_faces(&m->lattice, axis);
    const uint8_t *active = m->active[axis];

    /* eight at once inside of the fluid, which is most of it */
    for (int c = lg_mac_next_active(active, first, end); c < end;
         c = lg_mac_next_active(active, c, end)) {
      const double *high = m->poisson.x + c, *low = high - m->lattice.step[axis];
      float *at = to[axis] + (ptrdiff_t)each * c;
      if (are_inner(m, axis, c, end)) {
        for (int k = 0; k < 8; k++)
          at[each * k] -= share * (float)((high[k] - low[k]) * (double)m->inverse[axis]);
        c += 8;
      } else {
        *at -= share * gradient(j, axis, c);
        c++;
      }
    }
  }
}

/* u -= dt / rho grad p. */
static void gradient_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const job *j = user;
  subtract_gradient(j, task, j->m->u, 1, j->share);
}

/* For those who look: p = rho / dt x, and what divergence is left. */
static void view_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const job *j = user;
  const lg_mac *m = j->m;
  const double scale = (double)j->density / (double)j->dt;
  const size_t cells = (size_t)m->lattice.n[0];
  LG_EACH_ROW(&m->lattice, task, row) {
    const int first = lg_lattice_row(&m->lattice, row) + LG_ROW_FIRST;

    /* 0 outside of the fluid */
    memset(m->pressure + first, 0, cells * sizeof *m->pressure);
    memset(m->divergence + first, 0, cells * sizeof *m->divergence);

    LG_EACH_FLUID_OF_ROW(m, first, c) {
      m->pressure[c] = (float)(scale * m->poisson.x[c]);
      m->divergence[c] = (float)lg_mac_divergence(m, c);
    }
  }
}

/* The matrix and its right side; bodies give way while the pressure is found (Batty et al. 2007).
   Sweeps of SOR, which know nothing of bodies, would throw light ones about. */
static void find_pressure(job *j, lg_step *s, const lg_poisson_how *how) {
  lg_mac *m = j->m;
  lg_mac_for_cells(m, s->threads, system_task, j);
  lg_poisson_build(&m->poisson, s->threads);
  lg_poisson_take_means(&m->poisson);
  m->poisson.bonds = 0;
  if (how->method == LG_POISSON_MGPCG)
    s->failed = s->failed || !lg_mac_couple_bodies(m, s, j->density);

  lg_poisson_done done = lg_poisson_solve(&m->poisson, how);
  s->stats->iterations += done.iterations;
  s->stats->residual = done.residual;
}

static job job_of(lg_mac *m, const lg_step *s, float density, float share) {
  return (job){
      .m = m, .density = density, .dt = s->dt, .share = share, .has_tension = m->tension > 0};
}

void lg_mac_find_pressure(lg_mac *m, lg_step *s, const lg_poisson_how *how, float density) {
  job j = job_of(m, s, density, 1);
  find_pressure(&j, s, how);
}

void lg_mac_push(lg_mac *m, lg_step *s, float density, float share) {
  job j = job_of(m, s, density, share);
  lg_mac_for_faces(m, s->threads, gradient_task, &j);
}

void lg_mac_project(lg_mac *m, lg_step *s, const lg_poisson_how *how, float density) {
  job j = job_of(m, s, density, 1);

  /* Water parts from the edges of solids where the pressure would pull it round them; bodies are
     held by what they stand on, but for those that the pressure lifts from there. */
  find_pressure(&j, s, how);
  for (int i = 0; i < MOST_DETACHES && !s->failed && lg_mac_detach(m, s); i++)
    find_pressure(&j, s, how);
  while (!s->failed && lg_mac_lift_bodies(m, s, density)) find_pressure(&j, s, how);

  /* What it does to the fluid and to bodies. */
  lg_mac_for_faces(m, s->threads, gradient_task, &j);
  s->failed = s->failed || !lg_mac_accelerate_bodies(m, s);
  lg_mac_for_cells(m, s->threads, view_task, &j);
}

/* ---- volume --------------------------------------------------------------------------------- */

/* Drift takes volume, which the divergence does not see. Particles are moved apart, or together, by
   a flow of its own with the divergence d, solved for as the pressure is; it moves them and is
   forgotten: in their velocity it would be a motor (density projection: Kugelstadt, Longva, Thuerey
   & Bender 2019; the term: Kim et al. 2007). It lifts the surface too, though, and what is lifted
   at once falls as a wave. So the rate goes with the errors' cause, water that crosses cells, and
   in still water they are given back over seconds. */

/* 1/s; amiss: full cells. Where particles count in whole numbers what is amiss by most of a cell is
   given back, and no less. */
LG_INLINE float rate_of(const lg_mac *m, float feedback, float amiss, int c) {
  if (lg_mac_beside_thin(m, c)) return feedback * lg_clampf(amiss / CROWDED / 2 - 1, 0, 1);

  float crossings = 0; /* 1/s */
  for (int k = 0; k < m->lattice.dim; k++)
    for (int side = 0; side < 2; side++) {
      const int face = c + side * m->lattice.step[k];
      const float u = m->active[k][face] ? m->u[k][face] : 0;
      crossings = lg_maxf(crossings, fabsf(u) * m->inverse[k]);
    }
  const float crowded = lg_clampf(amiss / CROWDED - 1, 1 / AT_REST, 1);
  return lg_minf(lg_maxf(feedback * crowded, CROSSED * crossings), feedback);
}

/* mark[0]: cells without fluid and particles; then mark[1]: cells with one of these among the
   3^dim around. */
static void empty_block(void *user, size_t begin, size_t end) {
  const lg_mac *m = ((const job *)user)->m;
  const uint8_t *restrict type = m->type;
  const float *restrict fill = m->fill;
  uint8_t *restrict empty = m->mark[0];
  for (size_t c = begin; c < end; c++) empty[c] = (type[c] == LG_MAC_AIR) & !(fill[c] > 0);
}

static void near_empty_block(void *user, size_t begin, size_t end) {
  const lg_mac *m = ((const job *)user)->m;
  const lg_layout *l = &m->lattice;
  const int deep = l->dim == 3 ? 1 : 0;
  const size_t rim = (size_t)(1 + l->step[1] + deep * l->step[2]), last = m->capacity - rim;
  uint8_t *restrict near = m->mark[1];
  begin = begin > rim ? begin : rim;
  end = end < last ? end : last;

  /* row after row of three */
  for (size_t c = begin; c < end; c++) near[c] = 0;
  for (int z = -deep; z <= deep; z++)
    for (int y = -1; y <= 1; y++) {
      const uint8_t *restrict row = m->mark[0] + y * l->step[1] + z * l->step[2];
      for (size_t c = begin; c < end; c++) near[c] |= row[c - 1] | row[c] | row[c + 1];
    }
}

/* fill - 1 of a cell and of those behind its open faces that are at the surface, by their room. */
LG_INLINE float over_around(const lg_mac *m, int c) {
  float sum = (m->fill[c] - 1) * m->room[c], room = m->room[c];
  for (int k = 0; k < m->lattice.dim; k++)
    for (int side = -1; side <= 1; side += 2) {
      const int other = c + side * m->lattice.step[k];
      if (!(m->fill[other] > 0) || !m->mark[1][other] || lg_mac_beside_thin(m, other)) continue;
      const float weight = m->open[k][side > 0 ? other : c] * m->room[other];
      sum += (m->fill[other] - 1) * weight;
      room += weight;
    }
  return sum / room;
}

/* d V = rate (fill - 1) V within +- FILL_LIMIT; beside air only what is overfull counts, and < 0
   only where no cell around is air. What a cell below the surface has too much and the surface
   lacks is no volume that is amiss but a place of particles: given back, it lifts what then sinks
   elsewhere, and water under a wall that leans over it turns for ever; likewise what it lacks. So a
   cell counts together with the surface beside it, and alone by as much as the rate is the whole
   one, in fast water and where both are far amiss. */
LG_INLINE double volume_given_back(const lg_mac *m, float feedback, int c) {
  const bool near = m->mark[1][c]; /* a thin solid may stand between */
  float over = m->fill[c] - 1;
  if (feedback == 0 || !(m->room[c] > 0) ||
      (over < 0 && near && lg_mac_types_around(m, c) >> LG_MAC_AIR & 1))
    return 0;
  if (near && lg_mac_meets_empty(m, c)) over = lg_maxf(m->fill[c] - LG_MAC_OVERFULL, 0);

  /* what is amiss with the surface beside it, or alone */
  const float around = lg_mac_beside_thin(m, c) ? over : over_around(m, c),
              calm = over > 0 ? lg_clampf(around, 0, over) : lg_clampf(around, over, 0);
  const float rate = rate_of(m, feedback, fabsf(calm) * m->room[c], c);
  over = calm + (over - calm) * (rate / feedback);
  return (double)(rate * lg_clampf(over, -FILL_LIMIT, FILL_LIMIT) * m->volume[c]);
}

static void given_back_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const job *j = user;
  const lg_mac *m = j->m;
  LG_EACH_ROW(&m->lattice, task, row) {
    const int first = lg_lattice_row(&m->lattice, row) + LG_ROW_FIRST;
    memset(m->poisson.rhs + first, 0, (size_t)m->lattice.n[0] * sizeof *m->poisson.rhs);
    LG_EACH_FLUID_OF_ROW(m, first, c) m->poisson.rhs[c] = volume_given_back(m, j->feedback, c);
  }
}

/* The velocity that moves particles: u - grad x. Pairs hold u, from where particles have read it;
   what has changed it is asked no more. */
static void add_flow_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const job *j = user;
  subtract_gradient(j, task, j->m->pair, 2, 1);
}

void lg_mac_give_volume_back(lg_mac *m, lg_step *s, const lg_poisson_how *pressure, float feedback,
                             int layers) {
  job j = {.m = m, .feedback = feedback};
  lg_poisson_how how = *pressure;
  how.tolerance = fmax(how.tolerance, VOLUME_TOLERANCE);

  /* The pressure's matrix, without bodies, which stay where they are. */
  const int threads = lg_lattice_threads(&m->lattice, s->threads);
  lg_par_for(threads, m->capacity, empty_block, &j);
  lg_par_for(threads, m->capacity, near_empty_block, &j);
  if (lg_lattice_wraps(&m->lattice)) lg_lattice_wrap(&m->lattice, m->mark[1]);
  lg_mac_for_cells(m, s->threads, given_back_task, &j);
  m->poisson.bonds = 0;
  lg_poisson_take_means(&m->poisson);
  if (lg_poisson_solve(&m->poisson, &how).iterations == 0) return;

  lg_mac_for_faces(m, s->threads, add_flow_task, &j);
  lg_mac_carry(m, s, layers);
}
