/* meeting.c - the solids at a point, united (meeting.h). */
#include "core/walls/meeting.h"

#include "core/base/vec.h"

/* From here on a solid fills all; and this little left free is none. */
#define FULL  1e-5
/* Of a Gaussian's width, how far an edge stands behind a collider's face in its place: more than
   maps round, so that the collider's velocity is the wall's. */
#define YIELD 0.15
#define STEEP 0.9    /* |cosine|: from here on the integral is taken from the other end */
#define ALIKE 0.999  /* from here on a collider may lie in an edge's place */
#define FLAT  0.9999 /* cosine: normals are not known better */

/* ---- two half-spaces ------------------------------------------------------------------------ */

/* exp(-x^2 / 2) */
static double bell(double x) { return lg_math_exp(-0.5 * x * x); }

/* The normal distribution: Hastings 1955, "Approximations for Digital Computers", sheet 43. Off by
   1e-7. bell_x: bell(x). */
static double normal_of(double x, double bell_x) {
  const double t = 1 / (1 + 0.3275911 * sqrt(0.5) * fabs(x));
  const double of_t =
      t *
      (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  const double tail = 0.5 * of_t * bell_x;
  return x < 0 ? tail : 1 - tail;
}
static double normal(double x) { return normal_of(x, bell(x)); }

/* Its quantile: sheet 68 there, off by 5e-4, and a step of Halley's method. */
static double quantile(double p) {
  const double t = sqrt(-2 * lg_math_log(fmin(p, 1 - p)));
  const double far = t - (2.515517 + t * (0.802853 + t * 0.010328)) /
                             (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
  const double x = p < 0.5 ? -far : far, bell_x = bell(x);
  const double off = (normal_of(x, bell_x) - p) * sqrt(2 * LG_PI) / bell_x;
  return x - off / (1 + 0.5 * x * off);
}

/* Gauss and Legendre's rule of 6 points on -1 to 1: one half of it. */
static const double point[3] = {0.238619186083197, 0.661209386466265, 0.932469514203152};
static const double share[3] = {0.467913934572691, 0.360761573048139, 0.171324492379170};

/* P(X < h, Y < k) for the correlation c: its derivative by c is the density there (Plackett 1954),
   integrated over asin c from 0, or from 1 or -1, where it is the smaller or what both have too
   much. a, b: of h and k. */
static double common(double a, double b, double h, double k, double c) {
  const double sign = c < 0 ? -1 : 1, end = c < 0 ? fmax(a + b - 1, 0) : fmin(a, b);
  const bool slight = fabs(c) <= STEEP;
  const double to = slight ? lg_math_asin(c) : lg_math_acos(fabs(c));
  double sum = 0;
  if (fabs(c) >= FLAT) return end;

  for (int i = 0; i < 6; i++) {
    double x = 0.5 * to * (1 + (i % 2 ? 1 : -1) * point[i / 2]), s = lg_math_sin(x), exponent;
    if (slight) exponent = (h * h - 2 * h * k * s + k * k) / (2 * (1 - s * s));
    else
      exponent = (h - sign * k) * (h - sign * k) / (2 * s * s) +
                 sign * h * k / (1 + sqrt(1 - s * s));
    sum += share[i / 2] * lg_math_exp(-exponent);
  }
  sum *= 0.5 * to / (2 * LG_PI);

  return slight ? a * b + sum : end - sign * sum;
}

double lg_half_spaces_both(double a, double b, double c, double yield, double by[2]) {
  by[0] = b;
  by[1] = a;
  if (!(a > 0 && b > 0)) return 0;
  c = fmax(fmin(c, FLAT), -FLAT);
  yield *= fmax(fmin((c - ALIKE) / (FLAT - ALIKE), 1), 0);

  /* what of each one's surface the other one has: a normal variable given the other */
  const double h = quantile(a), k = quantile(b), r = sqrt(1 - c * c);
  by[0] = normal((k - c * (h + yield)) / r);
  by[1] = normal((h + yield - c * k) / r);
  return common(a, b, h, k, c);
}

/* ---- all of them ---------------------------------------------------------------------------- */

/* By how much of the support it begins with they stand in line; edges behind a collider in their
   place. */
static float rank_of(const lg_placed_map *placed, const lg_wall_sum *solid,
                     const lg_wall_back *back) {
  return (placed ? 1 : 0.97f) * (solid->fraction + back->fraction);
}

void lg_meeting_add(lg_meeting *m, const lg_placed_map *placed, const lg_wall_sum *solid,
                    const lg_wall_back *back) {
  static const lg_wall_back none = {0, {0, 0, 0}};
  const float rank = rank_of(placed, solid, back ? back : &none);
  int at = m->n;
  while (at > 0 && rank > rank_of(m->placed[at - 1], &m->solid[at - 1], &m->back[at - 1])) at--;
  if (at == LG_MEETING) return;

  /* those that have less follow */
  m->n = lg_mini(m->n + 1, LG_MEETING);
  for (int k = m->n - 1; k > at; k--) {
    m->placed[k] = m->placed[k - 1];
    m->solid[k] = m->solid[k - 1];
    m->back[k] = m->back[k - 1];
  }
  m->placed[at] = placed;
  m->solid[at] = *solid;
  m->back[at] = back ? *back : none;
}

/* The cosine between two faces' normals; 0: one has none. */
static double cosine(const lg_meeting *m, int j, int k) {
  float a[3], b[3];
  for (int i = 0; i < 3; i++) {
    a[i] = m->solid[j].grad[i] + m->back[j].grad[i];
    b[i] = m->solid[k].grad[i] + m->back[k].grad[i];
  }
  const double both = (double)lg_dot(a, b);
  return both == 0 ? 0 : both / ((double)lg_length(a) * (double)lg_length(b));
}

/* Derivatives by the fraction of each solid, and by that of its back. */
typedef struct slopes {
  double solid[LG_MEETING], back[LG_MEETING];
} slopes;

/* What solids j and k have in common: a solid is its face's half-space but for its back's. */
static double overlap(const lg_meeting *m, int j, int k, double c, double by[2],
                      double by_back[2]) {
  const double yield = (m->placed[j] && !m->placed[k] ? YIELD : 0) -
                       (m->placed[k] && !m->placed[j] ? YIELD : 0);
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
    const double c = cosine(m, j, k);
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
