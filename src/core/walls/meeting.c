/* meeting.c - the solids at a point, united (meeting.h). */
#include "core/walls/meeting.h"

#include "core/base/vec.h"

#define PI 3.14159265358979323846

/* From here on a solid fills all; and this little left free is none. */
#define FULL  1e-5
/* Of a Gaussian's width, how far an edge stands behind a collider's face in its place: more than
   maps round, so that the collider's velocity is the wall's. */
#define YIELD 0.05
#define FLAT  0.9999 /* cosine: normals are not known better */

/* ---- two half-spaces ------------------------------------------------------------------------ */

static double normal(double x) { return 0.5 * erfc(-x * sqrt(0.5)); }

/* The normal distribution's quantile: by Tukey's lambda distribution, and a step of Halley's method
   from there. Off by 1e-6 of p. */
static double quantile(double p) {
  const double x = (pow(p, 0.135) - pow(1 - p, 0.135)) / 0.1975;
  const double off = (normal(x) - p) * sqrt(2 * PI) * exp(0.5 * x * x);
  return x - off / (1 + 0.5 * x * off);
}

/* Gauss and Legendre's rule of 6 points on -1 to 1: one half of it. */
static const double point[3] = {0.238619186083197, 0.661209386466265, 0.932469514203152};
static const double share[3] = {0.467913934572691, 0.360761573048139, 0.171324492379170};

/* P(X < h, Y < k) for the correlation c: its derivative by c is the density there (Plackett 1954),
   integrated over asin c from 0, or from 1 or -1, where it is the smaller or what both have too
   much. a, b: of h and k. */
static double common(double a, double b, double h, double k, double c) {
  const double steep = sqrt(0.5), sign = c < 0 ? -1 : 1,
               end = c < 0 ? fmax(a + b - 1, 0) : fmin(a, b);
  const bool slight = fabs(c) <= steep;
  const double to = slight ? asin(c) : acos(fabs(c));
  double sum = 0;
  if (fabs(c) >= FLAT) return end;

  for (int i = 0; i < 6; i++) {
    double x = 0.5 * to * (1 + (i % 2 ? 1 : -1) * point[i / 2]), s = sin(x), exponent;
    if (slight) exponent = (h * h - 2 * h * k * s + k * k) / (2 * (1 - s * s));
    else exponent = (h - sign * k) * (h - sign * k) / (2 * s * s) + sign * h * k / (1 + cos(x));
    sum += share[i / 2] * exp(-exponent);
  }
  sum *= 0.5 * to / (2 * PI);

  return slight ? a * b + sum : end - sign * sum;
}

double lg_half_spaces_both(double a, double b, double c, double yield, double by[2]) {
  by[0] = b;
  by[1] = a;
  if (!(a > 0 && b > 0)) return 0;
  c = fmax(fmin(c, FLAT), -FLAT);
  yield *= fmax(c, 0) * c * c * c;

  /* what of each one's surface the other one has: a normal variable given the other */
  const double at = quantile(a), h = at + yield, k = quantile(b), r = sqrt(1 - c * c);
  by[0] = normal((k - c * h) / r) * exp(0.5 * (at * at - h * h));
  by[1] = normal((h - c * k) / r);
  return common(yield > 0 ? normal(h) : a, b, h, k, c);
}

/* ---- all of them ---------------------------------------------------------------------------- */

/* 1 - prod(1 - s_k), the product rule for its gradient, and for the weight what that rule gives
   along the normals; where both are, the weight is gravity itself. */
void lg_walls_product(lg_wall_sum *a, const lg_wall_sum *b, const float gravity[3]) {
  float free_a = 1.0f - a->fraction, free_b = 1.0f - b->fraction, both = a->fraction * b->fraction;
  for (int k = 0; k < 3; k++) {
    a->grad[k] = a->grad[k] * free_b + b->grad[k] * free_a;
    a->weight[k] = a->weight[k] * free_b + b->weight[k] * free_a + gravity[k] * both;
  }
  a->fraction = 1.0f - free_a * free_b;
}

void lg_meeting_add(lg_meeting *m, const lg_placed_map *placed, const lg_wall_sum *solid,
                    const lg_wall_back *back, const float gravity[3]) {
  if (m->n == LG_MEETING) {
    lg_walls_product(&m->solid[m->n - 1], solid, gravity);
    return;
  }
  m->placed[m->n] = placed;
  m->solid[m->n] = *solid;
  m->back[m->n++] = back ? *back : (lg_wall_back){0, {0, 0, 0}};
}

/* The cosine between two solids' normals; 0: one has none. */
static double cosine(const lg_wall_sum *a, const lg_wall_sum *b) {
  const double both = (double)lg_dot(a->grad, b->grad);
  if (both == 0) return 0;
  return both / ((double)lg_length(a->grad) * (double)lg_length(b->grad));
}

/* Derivatives by the fraction of each solid, and by that of its back. */
typedef struct slopes {
  double solid[LG_MEETING], back[LG_MEETING];
} slopes;

/* What solids j and k have in common: a solid is its face's half-space but for its back's. */
static double overlap(const lg_meeting *m, int j, int k, double c, double by[2],
                      double by_back[2]) {
  const double yield = m->placed[j] && !m->placed[k] ? YIELD : 0;
  const double back[2] = {(double)m->back[j].fraction, (double)m->back[k].fraction};
  double sum = 0;
  by[0] = by[1] = by_back[0] = by_back[1] = 0;
  for (int i = 0; i < 4; i++) {
    const bool of_back[2] = {i & 1, i & 2};
    if ((of_back[0] && !(back[0] > 0)) || (of_back[1] && !(back[1] > 0))) continue;
    const double sign = of_back[0] != of_back[1] ? -1 : 1;
    double one[2], a = back[0] + (of_back[0] ? 0 : (double)m->solid[j].fraction),
                   b = back[1] + (of_back[1] ? 0 : (double)m->solid[k].fraction);
    sum += sign * lg_half_spaces_both(fmin(a, 1 - FULL), fmin(b, 1 - FULL), c, yield, one);

    /* a face moves with the solid and with its back */
    for (int s = 0; s < 2; s++) {
      if (!of_back[s]) by[s] += sign * one[s];
      by_back[s] += sign * one[s];
    }
  }
  return sum;
}

/* Of what is free, the part that solid k leaves, given those before it; by: its logarithm's
   derivatives by the fractions up to k. */
static double left_by(const lg_meeting *m, int k, slopes *by) {
  const double a = (double)m->solid[k].fraction;
  double left = 1 - a;
  by->solid[k] = -1 / left;
  by->back[k] = 0;
  for (int j = 0; j < k; j++) {
    by->solid[j] = by->back[j] = 0;
    const double c = cosine(&m->solid[j], &m->solid[k]);
    if (c == 0) continue;

    /* beside what it would be if they were perpendicular */
    const double b = (double)m->solid[j].fraction;
    double pair[2], backs[2];
    const double free = fmax(1 - a - b + overlap(m, j, k, c, pair, backs), FULL * FULL);
    left *= free / ((1 - a) * (1 - b));
    by->solid[j] = (pair[0] - 1) / free + 1 / (1 - b);
    by->solid[k] += (pair[1] - 1) / free + 1 / (1 - a);
    by->back[j] = backs[0] / free;
    by->back[k] += backs[1] / free;
  }
  return left;
}

/* What there is of each solid in all of them, and the sum of it. Weight: gravity on all that is
   solid, and of each what it has more along its normal. */
static void add_up(lg_meeting *m, double free, const slopes *by, const float gravity[3],
                   lg_wall_sum *all) {
  *all = (lg_wall_sum){.fraction = (float)(1 - free)};
  for (int i = 0; i < 3; i++) all->weight[i] = all->fraction * gravity[i];

  for (int k = 0; k < m->n; k++) {
    const lg_wall_sum *solid = &m->solid[k];
    const float own = (float)(-free * by->solid[k]), of_back = (float)(-free * by->back[k]);
    lg_wall_sum *part = &m->part[k];
    part->fraction = solid->fraction;
    for (int i = 0; i < 3; i++) {
      part->grad[i] = own * solid->grad[i] + of_back * m->back[k].grad[i];
      part->weight[i] = own * solid->weight[i];
      all->grad[i] += part->grad[i];
      all->weight[i] += own * (solid->weight[i] - solid->fraction * gravity[i]);
    }
  }
}

lg_wall_sum lg_meeting_unite(lg_meeting *m, const float gravity[3]) {
  double free = 1;
  slopes sum = {{0}, {0}}, by;
  for (int k = 0; k < m->n; k++) {
    if (m->n == 1 || m->solid[k].fraction > 1 - FULL) { /* inside it */
      for (int j = 0; j < m->n; j++) m->part[j] = (lg_wall_sum){.fraction = m->solid[j].fraction};
      return m->part[k] = m->solid[k];
    }

    /* the logarithm of what is free grows by that of what each leaves */
    const double left = left_by(m, k, &by);
    if (left >= 1) continue;
    free *= left;
    for (int j = 0; j <= k; j++) {
      sum.solid[j] += by.solid[j];
      sum.back[j] += by.back[j];
    }
  }

  lg_wall_sum all;
  add_up(m, free, &sum, gravity, &all);
  return all;
}
