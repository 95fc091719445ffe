/* moving_solids.c - reads the colliders for a sub-step, and answers where they are in it. */
#include "core/walls/moving_solids.h"

#include "core/object/object.h"

/* ---- reading -------------------------------------------------------------------------------- */

int lg_solids_room(const lg_world *w) {
  int n = 0, copies = 1;
  for (int k = 0; k < w->dim; k++) copies *= lg_is_periodic(w, k) ? 3 : 1;
  LG_EACH_COLLIDER(w, collider) n++;
  return n * copies;
}

/* The farthest corner of the shape's box from the point it turns about, m; 0: it has no box. */
static float reach_of(const lg_world *w, lg_id shape) {
  float lo[3], hi[3], far2 = 0;
  if (!lg_shape_bounds(w, shape, lo, hi)) return 0;
  for (int k = 0; k < w->dim; k++) {
    float far = lg_maxf(fabsf(lo[k]), fabsf(hi[k]));
    far2 += far * far;
  }
  return sqrtf(far2);
}

static void read_centre(const lg_world *w, const lg_object *collider, lg_solid *s) {
  lg_inertia now;
  s->pushed = collider->kind->collider.inertia != NULL;
  if (!s->pushed) return;
  collider->kind->collider.inertia(w, collider->self, &now);
  memcpy(s->centre, now.centre, sizeof s->centre);
}

static void read_one(const lg_world *w, const lg_object *collider, float dt, lg_solid *s) {
  memset(s, 0, sizeof *s);
  s->id = lg_object_id(w, collider);
  collider->kind->collider.face(collider->self, &s->face);
  if (s->face.carries) memset(s->face.velocity, 0, sizeof s->face.velocity);
  read_centre(w, collider, s);
  s->turn = lg_rotation_of(s->face.rotation);
  s->speed = lg_length(s->face.velocity);
  s->spin = lg_length(s->face.angular);
  s->turns = s->spin > 0;

  /* its box now, and all that it sweeps: a point moves at most spin x reach by turning */
  s->boxed = lg_extent(w, s->id, s->min, s->max);
  float sweep = s->turns ? reach_of(w, s->face.shape) * s->spin * dt : 0;
  for (int k = 0; k < w->dim; k++) {
    float way = s->face.velocity[k] * dt;
    s->min[k] += lg_minf(way, 0) - sweep;
    s->max[k] += lg_maxf(way, 0) + sweep;
  }
}

bool lg_image_reaches(const lg_world *w, const float min[3], const float max[3], float slack,
                      const float apart[3]) {
  bool in = true;
  for (int k = 0; k < w->dim; k++)
    in = in && max[k] + apart[k] >= w->def.bounds.min[k] - slack &&
         min[k] + apart[k] <= w->def.bounds.max[k] + slack;
  return in;
}

/* Images of *s over periodic edges, behind it; returns how many. What is a spacing from the bounds
   already meets nobody inside them; one without a box is there already. */
static int add_images(const lg_world *w, lg_solid *s) {
  int n = 0;
  for (int image = 0; image < LG_IMAGES && s->boxed; image++) {
    float apart[3];
    if (!lg_image_shift(w, image, apart)) continue;
    if (!lg_image_reaches(w, s->min, s->max, w->def.spacing, apart)) continue;

    /* all that is a place moves along */
    s[++n] = *s;
    for (int k = 0; k < 3; k++) {
      s[n].apart[k] = apart[k];
      s[n].face.translation[k] += apart[k];
      s[n].centre[k] += apart[k];
      s[n].min[k] += apart[k];
      s[n].max[k] += apart[k];
    }
  }
  return n;
}

int lg_solids_read(const lg_world *w, float dt, lg_solid *out) {
  int n = 0;
  LG_EACH_COLLIDER(w, collider) {
    read_one(w, collider, dt, &out[n]);
    n += 1 + add_images(w, &out[n]);
  }
  return n;
}

/* ---- at a point and a time ------------------------------------------------------------------ */

/* From the point that it turns about. */
static void arm_of(const lg_solid *s, double since, const double x[3], double arm[3]) {
  for (int k = 0; k < 3; k++)
    arm[k] = x[k] - (double)s->face.translation[k] - since * (double)s->face.velocity[k];
}

float lg_solid_distance(const lg_world *w, const lg_solid *s, double since, const double x[3]) {
  double arm[3];
  arm_of(s, since, x, arm);
  float p[3] = {(float)arm[0], (float)arm[1], (float)arm[2]};

  /* back by what it has turned since, then into the shape's frame */
  if (s->turns) {
    float turned[3] = {0, 0, 0};
    lg_axpy((float)since, s->face.angular, turned);
    lg_rotation r = lg_rotation_of(turned);
    lg_rotate_back(&r, p, p);
  }
  lg_rotate_back(&s->turn, p, p);
  return lg_shape_distance(w, s->face.shape, p);
}

bool lg_solid_normal(const lg_world *w, const lg_solid *s, double since, const double x[3],
                     double reach, double n[3]) {
  double length2 = 0;
  for (int k = 0; k < 3; k++) {
    n[k] = 0;
    if (k >= w->dim) continue;
    double before[3] = {x[0], x[1], x[2]}, after[3] = {x[0], x[1], x[2]};
    before[k] -= reach;
    after[k] += reach;
    n[k] = (double)lg_solid_distance(w, s, since, after) -
           (double)lg_solid_distance(w, s, since, before);
    length2 += n[k] * n[k];
  }

  /* as far to one side as to the other: none */
  if (!(length2 > 1e-6 * reach * reach)) return false;
  for (int k = 0; k < 3; k++) n[k] /= sqrt(length2);
  return true;
}

void lg_shape_slope(const lg_world *w, lg_id shape, const float p[3], float reach, float out[3]) {
  for (int k = 0; k < 3; k++) {
    float q[3] = {p[0], p[1], p[2]};
    out[k] = 0;
    if (k >= w->dim) continue;
    q[k] = p[k] + reach;
    out[k] = lg_shape_distance(w, shape, q);
    q[k] = p[k] - reach;
    out[k] -= lg_shape_distance(w, shape, q);
  }
}

/* u + omega x arm */
void lg_solid_velocity(const lg_solid *s, double since, const double x[3], double out[3]) {
  double r[3];
  arm_of(s, since, x, r);
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    out[i] = (double)s->face.velocity[i] + (double)s->face.angular[j] * r[k] -
             (double)s->face.angular[k] * r[j];
  }
}

double lg_solid_speed(const lg_solid *s, double since, const double x[3]) {
  if (!s->turns) return (double)s->speed;
  double r[3];
  arm_of(s, since, x, r);
  return (double)s->speed + (double)s->spin * lg_length_d(r);
}

double lg_solid_box_distance(const lg_solid *s, int dim, const double x[3]) {
  if (!s->boxed) return -HUGE_VAL;
  double sum = 0;
  for (int k = 0; k < dim; k++) {
    const double below = (double)s->min[k] - x[k], above = x[k] - (double)s->max[k];
    if (below > 0) sum += below * below;
    else if (above > 0) sum += above * above;
  }
  return sqrt(sum);
}
