/* solid_fractions.c - what walls and colliders leave open of faces and cells. Compiled once per
   dispatch path.

   A cube's open fraction is summed over 24 tetrahedra (a triangle of a face and the middle). A
   face's below LEAST counts as LEAST, so that no cell is stiff. */
#include "core/base/par.h"
#include "core/base/world.h"
#include "core/mac/mac.h"
#include "core/mac/open_fractions.h"
#include "core/object/object.h"
#include "core/walls/moving_solids.h"

#define LEAST 0.05f
enum { SAMPLES = 4 }; /* of a face that lies in a wall, on a side */
#define ON_FACE 2e-3f /* cells: a wall so near to a node runs through it */

typedef struct job {
  lg_world *w;
  lg_mac *m;
  lg_solids solids;
  bool voxels;
} job;

/* a collider as the open fractions are of */
typedef struct known_solid {
  lg_solid solid;
  uint64_t edits, shape_edits;
} known_solid;

static lg_solid solid_of(const lg_mac *m, int owner) {
  known_solid which;
  memcpy(&which, m->known_solids + (size_t)(owner - 1) * sizeof which, sizeof which);
  return which.solid;
}

void lg_mac_solid_velocity(const lg_mac *m, int owner, const float x[3], double out[3]) {
  out[0] = out[1] = out[2] = 0;
  if (owner == 0) return;
  lg_solid solid = solid_of(m, owner);
  lg_solid_velocity(&solid, 0, (const double[3]){(double)x[0], (double)x[1], (double)x[2]}, out);
}

lg_id lg_mac_solid_arm(const lg_mac *m, int owner, const float x[3], double arm[3]) {
  if (owner == 0) return 0;
  lg_solid solid = solid_of(m, owner);
  for (int k = 0; k < 3; k++) arm[k] = (double)x[k] - (double)solid.centre[k];
  return solid.id;
}

lg_id lg_mac_solid_place(const lg_mac *m, int owner, double at[3]) {
  lg_solid solid = solid_of(m, owner);
  for (int k = 0; k < 3; k++) at[k] -= (double)solid.apart[k];
  return solid.id;
}

/* ---- distances at nodes --------------------------------------------------------------------- */

static float wall_distance(const lg_mac *m, const lg_world *w, const float x[3]) {
  const lg_world_def *def = &w->def;
  float d = 1e30f;
  for (int k = 0; k < w->dim; k++) {
    float lo = x[k] - def->bounds.min[k], hi = def->bounds.max[k] - x[k],
          snap = ON_FACE * m->cell[k];
    if (lg_is_wall(w, k, 0)) d = lg_minf(d, fabsf(lo) < snap ? 0 : lo);
    if (lg_is_wall(w, k, 1)) d = lg_minf(d, fabsf(hi) < snap ? 0 : hi);
  }
  return d;
}

static float solid_distance(const lg_mac *m, const lg_world *w, const lg_solid *solid,
                            const double x[3]) {
  float d = lg_solid_distance(w, solid, 0, x);
  return fabsf(d) < ON_FACE * m->cell[0] ? 0 : d;
}

static void node_distance(const job *j, int c, const float x[3]) {
  lg_mac *m = j->m;
  const float band = 3 * m->cell[0];

  /* Walls, then solids that are near; of two that touch here the later one moves. */
  float d = wall_distance(m, j->w, x);
  uint16_t owner = 0;
  const double at[3] = {(double)x[0], (double)x[1], (double)x[2]};
  for (int i = 0; i < j->solids.n; i++) {
    const lg_solid *solid = &j->solids.solid[i];
    if (lg_solid_box_distance(solid, m->lattice.dim, at) > (double)band) continue;
    float e = solid_distance(m, j->w, solid, at);
    if (e > d || e > band) continue;
    d = e;
    owner = (uint16_t)(i + 1);
  }
  m->phi[c] = d;
  m->nearest[c] = owner;
}

/* Tasks are lines of the whole array, ghosts included. */
static void nodes_task(void *user, size_t line, size_t unused) {
  (void)unused;
  const job *j = user;
  const lg_mac *m = j->m;
  const int step = m->lattice.step[1], first = (int)line * step;
  float x[3];
  lg_mac_position(m, 3, first, x);
  for (int k = 1; k < m->lattice.dim; k++) x[k] -= 0.5f * m->cell[k];

  /* Along the line without the divisions of lg_mac_position. */
  for (int i = 0; i < step; i++) {
    x[0] = m->origin[0] + ((float)(i - LG_ROW_FIRST) + 0.5f) * m->cell[0];
    x[0] -= 0.5f * m->cell[0];
    node_distance(j, first + i, x);
  }
}

/* ---- open fractions ------------------------------------------------------------------------ */

/* Corners in order around the cube's face at `c` across `axis`. */
static void face_corners(const lg_mac *m, int axis, int c, float out[4]) {
  int p = m->lattice.step[(axis + 1) % 3], q = m->lattice.step[(axis + 2) % 3];
  const float *phi = m->phi + c;
  const float corner[4] = {phi[0], phi[p], phi[p + q], phi[q]};
  memcpy(out, corner, sizeof corner);
}

static float cube_fraction(const lg_mac *m, int c) {
  float face[6][4], middle = 0, sum = 0, least = FLT_MAX, most = -FLT_MAX;

  /* Wholly open, or wholly closed? */
  for (int f = 0; f < 6; f++) face_corners(m, f / 2, c + f % 2 * m->lattice.step[f / 2], face[f]);
  for (int i = 0; i < 8; i++) {
    middle += 0.125f * face[i / 4][i % 4];
    least = lg_minf(least, face[i / 4][i % 4]);
    most = lg_maxf(most, face[i / 4][i % 4]);
  }
  if (least > 0 || most <= 0) return least > 0 ? 1 : 0;

  /* Four tetrahedra a face, up to the middle of the cube. */
  for (int f = 0; f < 6; f++) {
    const float *a = face[f], between = 0.25f * (a[0] + a[1] + a[2] + a[3]);
    for (int i = 0; i < 4; i++)
      sum += lg_open_tetrahedron((const float[4]){a[i], a[(i + 1) % 4], between, middle}) / 24;
  }
  return lg_minf(sum, 1);
}

static float cell_fraction(const lg_mac *m, int c, bool voxels) {
  const lg_layout *l = &m->lattice;
  const float *phi = m->phi + c;
  float open = l->dim == 3 ? cube_fraction(m, c)
                           : lg_open_square(phi[0], phi[1], phi[1 + l->step[1]], phi[l->step[1]]);
  return voxels ? open > 0.5f : open;
}

static float face_fraction(const job *j, int axis, int c) {
  const lg_mac *m = j->m;
  const lg_layout *l = &m->lattice;
  int p = l->step[(axis + 1) % l->dim], q = l->dim == 3 ? l->step[(axis + 2) % 3] : 0;
  const float *phi = m->phi + c;
  float open = l->dim == 2 ? lg_open_line(phi[0], phi[p])
                           : lg_open_square(phi[0], phi[p], phi[p + q], phi[q]);

  /* Voxels: open where the cells on both sides are. */
  if (j->voxels) {
    int at = lg_lattice_number(l, axis, c);
    bool before = at == 0 || m->volume[c - l->step[axis]] > 0,
         behind = at == l->n[axis] || m->volume[c] > 0;
    return before && behind && open > 0 ? 1 : 0;
  }
  return open > 0 ? lg_maxf(open, LEAST) : 0;
}

int lg_mac_face_solid(const lg_mac *m, int axis, int c) {
  const lg_layout *l = &m->lattice;
  int p = l->step[(axis + 1) % l->dim], q = l->dim == 3 ? l->step[(axis + 2) % 3] : 0, nearest = c;
  const int corner[3] = {c + p, c + q, c + p + q};

  /* where a solid stands on a wall it is as deep as that */
  for (int i = 0; i < 3; i++) {
    float d = m->phi[corner[i]] - m->phi[nearest];
    if (d < 0 || (d == 0 && m->nearest[nearest] == 0)) nearest = corner[i];
  }
  return m->nearest[nearest];
}

/* What a solid covers of a face that lies in a wall: of as many small squares, a quarter of a cell
   inside, as it stands on the face itself and its distance is 0 there. */
static float standing_share(const lg_mac *m, const lg_world *w, const lg_solid *solid, int axis,
                            const float middle[3]) {
  const int p = (axis + 1) % m->lattice.dim, q = (axis + 2) % 3,
            rows = m->lattice.dim == 3 ? SAMPLES : 1;
  const float small = m->cell[p] / SAMPLES, far = 0.25f * m->cell[axis];
  float sum = 0, inside[3] = {middle[0], middle[1], middle[2]};
  inside[axis] += far;
  if (wall_distance(m, w, inside) <= 0) inside[axis] -= 2 * far;

  for (int i = 0; i < SAMPLES * rows; i++) {
    double x[3] = {(double)inside[0], (double)inside[1], (double)inside[2]};
    x[p] += (double)(((float)(i % SAMPLES) + 0.5f) * small - 0.5f * m->cell[p]);
    if (rows > 1) x[q] += (double)(((float)(i / SAMPLES) + 0.5f) * small - 0.5f * m->cell[q]);
    sum += lg_clampf(0.5f - lg_solid_distance(w, solid, 0, x) / small, 0, 1);
  }
  return sum / (float)(SAMPLES * rows);
}

/* All of the closed part, but where a wall at the edges, which does not move, closes it too: a belt
   that runs into a wall carries nothing away at the wall, and what presses on the floor beside a
   block that stands there does not press on the block. */
float lg_mac_closed_share(const lg_mac *m, const lg_world *w, int axis, int c) {
  const int owner = lg_mac_face_solid(m, axis, c), p = (axis + 1) % m->lattice.dim,
            q = (axis + 2) % 3;
  float middle[3], corner[4][3], d[4];
  int walls = 0;
  if (owner == 0 || !(m->open[axis][c] < 1)) return 0;

  /* The corners, in order around the face. */
  lg_mac_position(m, axis, c, middle);
  for (int i = 0; i < 4; i++) {
    memcpy(corner[i], middle, sizeof middle);
    corner[i][p] += (i == 1 || i == 2 ? 0.5f : -0.5f) * m->cell[p];
    if (m->lattice.dim == 3) corner[i][q] += (i >= 2 ? 0.5f : -0.5f) * m->cell[q];
    walls += wall_distance(m, w, corner[i]) <= 0;
  }
  const lg_solid solid = solid_of(m, owner);
  if (walls == 0) return 1;
  if (walls == 4) return standing_share(m, w, &solid, axis, middle);

  /* What the solid alone would cover. */
  for (int i = 0; i < 4; i++) {
    const double x[3] = {(double)corner[i][0], (double)corner[i][1], (double)corner[i][2]};
    d[i] = solid_distance(m, w, &solid, x);
  }
  float open = m->lattice.dim == 2 ? lg_open_line(d[0], d[1])
                                   : lg_open_square(d[0], d[1], d[2], d[3]);
  return lg_minf((1 - open) / (1 - m->open[axis][c]), 1);
}

/* Velocity, along the axis, of what closes a part of a face: of the solid that is nearest. */
static float face_velocity(const job *j, int axis, int c) {
  const lg_mac *m = j->m;
  const int owner = lg_mac_face_solid(m, axis, c);
  float x[3];
  double v[3];
  lg_mac_position(m, axis, c, x);
  lg_mac_solid_velocity(m, owner, x, v);
  return v[axis] == 0 ? 0 : (float)v[axis] * lg_mac_closed_share(m, j->w, axis, c);
}

static void cells_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const job *j = user;
  LG_EACH_CELL(&j->m->lattice, task, c) j->m->volume[c] = cell_fraction(j->m, c, j->voxels);
}

static void open_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const job *j = user;
  LG_EACH_FACE(&j->m->lattice, task, axis, c) j->m->open[axis][c] = face_fraction(j, axis, c);
}

/* Faces that a solid cuts or closes to which the flow sticks. */
static void stuck_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const lg_mac *m = ((const job *)user)->m;
  LG_EACH_FACE(&m->lattice, task, axis, c)
    m->stuck[axis][c] = m->open[axis][c] < 1 && m->no_slip[lg_mac_face_solid(m, axis, c)];
}

static void speeds_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const job *j = user;
  const lg_mac *m = j->m;
  LG_EACH_FACE(&m->lattice, task, axis, c)
    m->solid_u[axis][c] = m->open[axis][c] < 1 ? face_velocity(j, axis, c) : 0;
}

/* ---- what is new? --------------------------------------------------------------------------- */

/* Notes the solids as they stand; true: they stand as before. */
static bool as_before(const job *j, bool *failed) {
  lg_mac *m = j->m;
  size_t bytes = (size_t)j->solids.n * sizeof(known_solid);
  bool same = m->fractions_known && m->known_bytes == bytes && m->known_voxels == j->voxels;
  *failed = !lg_mem_room(m->mem, &m->known_solids, bytes + 1, 1);
  if (*failed) return false;

  /* Compared as bytes, with the edits of the collider and of its shape. */
  for (int n = 0; n < j->solids.n; n++) {
    known_solid now;
    memset(&now, 0, sizeof now);
    memcpy(&now.solid, &j->solids.solid[n], sizeof now.solid);
    now.edits = lg_object_get(j->w, now.solid.id)->edits;
    const lg_object *shape = lg_object_get(j->w, now.solid.face.shape);
    now.shape_edits = shape ? shape->edits : 0;
    same = same && memcmp(m->known_solids + (size_t)n * sizeof now, &now, sizeof now) == 0;
    memcpy(m->known_solids + (size_t)n * sizeof now, &now, sizeof now);
  }

  m->known_bytes = bytes;
  m->known_voxels = j->voxels;
  m->fractions_known = same;
  return same;
}

static bool read_solids(const lg_step *s, job *j) {
  j->solids.solid = lg_scratch(j->w, ((size_t)lg_solids_room(j->w) + 1) * sizeof(lg_solid));
  if (j->solids.solid)
    j->solids.n = lg_mini(lg_solids_read(j->w, s->dt, j->solids.solid), LG_MAC_SOLIDS - 1);
  return j->solids.solid != NULL;
}

/* Distances of nodes, then fractions of cells and of faces; of both what thin solids leave them.
   False: no memory. */
static bool find_fractions(job *j, lg_step *s) {
  lg_mac *m = j->m;
  const lg_layout *l = &m->lattice;
  const int threads = lg_lattice_threads(l, s->threads);
  lg_par_tasks(threads, (size_t)(l->size / l->step[1]), nodes_task, j);
  lg_mac_for_cells(m, s->threads, cells_task, j);
  if (lg_lattice_wraps(l)) lg_lattice_wrap(l, m->volume);
  lg_mac_for_faces(m, s->threads, open_task, j);

  /* thin solids take their part; then what is left has room, and moves */
  if (!lg_mac_find_thin(m, s, &j->solids) || !lg_mac_split_cells(m, s, &j->solids)) return false;
  lg_mac_find_room(m, s);
  lg_mac_for_faces(m, s->threads, speeds_task, j);
  m->fractions_known = true;
  return true;
}

/* Of a contact angle; nearer to 0 or pi it would ask for slopes that no grid has. */
static float cotangent(float angle) {
  const double a = fmin(fmax((double)angle, 0.1), LG_PI - 0.1);
  return (float)(lg_math_cos(a) / lg_math_sin(a));
}

bool lg_mac_solids(lg_mac *m, lg_step *s, bool voxels) {
  lg_world *w = s->world;
  job j = {.w = w, .m = m, .voxels = voxels};
  bool failed;

  /* Slip may change while fractions stay. */
  if (!read_solids(s, &j)) return false;
  m->no_slip[0] = w->def.slip != 0;
  m->wetting[0] = 0;
  m->sticks = m->no_slip[0];
  for (int i = 0; i < j.solids.n; i++) {
    m->no_slip[i + 1] = j.solids.solid[i].face.slip != 0;
    m->wetting[i + 1] = cotangent(j.solids.solid[i].face.contact_angle);
    m->sticks = m->sticks || m->no_slip[i + 1];
  }
  if (!as_before(&j, &failed) && !failed) failed = !find_fractions(&j, s);
  if (m->sticks && !failed) lg_mac_for_faces(m, s->threads, stuck_task, &j);
  return !failed;
}

bool lg_mac_solid_speeds(lg_mac *m, lg_step *s) {
  job j = {.w = s->world, .m = m, .voxels = m->known_voxels};
  bool failed;
  if (!read_solids(s, &j)) return false;
  if (as_before(&j, &failed) || failed) return !failed;
  lg_mac_for_faces(j.m, s->threads, speeds_task, &j);
  return true;
}

/* Of the part of its box that is inside the bounds, at the corner farthest from what it turns
   about. */
static double speed_inside(const lg_world *w, const lg_solid *solid) {
  double far[3] = {0, 0, 0};
  for (int k = 0; k < w->dim; k++) {
    float low = w->def.bounds.min[k], high = w->def.bounds.max[k],
          middle = solid->face.translation[k];
    if (solid->boxed) low = lg_maxf(low, solid->min[k]);
    if (solid->boxed) high = lg_minf(high, solid->max[k]);
    if (low > high) return 0;
    far[k] = (double)(high - middle > middle - low ? high : low);
  }
  return lg_solid_speed(solid, 0, far);
}

double lg_mac_solids_max_speed(lg_step *s, float dt) {
  job j = {.w = s->world};
  lg_step soon = *s;
  double most = 0;
  soon.dt = dt;
  if (!read_solids(&soon, &j)) return 0; /* the step will say so */
  for (int i = 0; i < j.solids.n; i++) most = fmax(most, speed_inside(j.w, &j.solids.solid[i]));
  return most;
}
