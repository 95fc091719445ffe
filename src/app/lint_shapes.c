/* lint_shapes.c - lints of shapes, before the first frame: where they lie, what they overlap, how
   thick they are, by samples of a lattice over them. And how much such a look costs, and how many
   particles will fill them. */
#include "app/lint_look.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SAMPLES 40 /* a side of the lattice that shapes are sampled with */

/* ---- sampling ------------------------------------------------------------------------------- */

typedef struct grid { /* cell centres of a box */
  int dim, n[3];
  float min[3], step[3];
} grid;

/* Of a shape's own box; false: it has none. */
static bool grid_over(const lg_linted *l, lg_id shape, grid *g) {
  float max[3];
  *g = (grid){.dim = lg_world_dim(l->w), .n = {1, 1, 1}};
  if (!lg_extent(l->w, shape, g->min, max)) return false;
  for (int k = 0; k < g->dim; k++) {
    g->n[k] = SAMPLES;
    g->step[k] = (max[k] - g->min[k]) / SAMPLES;
  }
  return true;
}

static grid grid_of_bounds(const lg_linted *l) {
  lg_bounds b = lg_world_bounds(l->w);
  grid g = {.dim = b.dim, .n = {1, 1, 1}};
  for (int k = 0; k < b.dim; k++) {
    g.n[k] = SAMPLES;
    g.min[k] = b.min[k];
    g.step[k] = (b.max[k] - b.min[k]) / SAMPLES;
  }
  return g;
}

static void point_of(const grid *g, int i, float p[3]) {
  for (int k = 0; k < 3; k++) {
    p[k] = k < g->dim ? g->min[k] + ((float)(i % g->n[k]) + 0.5f) * g->step[k] : 0;
    i /= g->n[k];
  }
}

static int cells(const grid *g) { return g->n[0] * g->n[1] * g->n[2]; }

static bool within(const lg_linted *l, const float p[3]) {
  lg_bounds b = lg_world_bounds(l->w);
  for (int k = 0; k < b.dim; k++)
    if (p[k] < b.min[k] || p[k] > b.max[k]) return false;
  return true;
}

/* Deeper than a quarter of a spacing in a collider: touching is no overlap. */
static lg_id solid_at(const lg_linted *l, const float p[3]) {
  float depth = 0.25f * lg_world_spacing(l->w);
  for (int i = 0; i < lg_object_count(l->w); i++) {
    lg_id id = lg_object_at(l->w, i);
    if (lg_collider_stands(l->w, id) && lg_distance(l->w, id, p) < -depth) return id;
  }
  return 0;
}

/* of an emitter's shape */
typedef struct share {
  int inside, outside, solid;
  lg_id collider;
  double volume;
} share;

static share measure(const lg_linted *l, lg_id shape) {
  share s = {0, 0, 0, 0, 0};
  grid g;
  if (!grid_over(l, shape, &g)) return s;

  double cell = 1;
  for (int k = 0; k < g.dim; k++) cell *= (double)g.step[k];
  for (int i = 0; i < cells(&g); i++) {
    float p[3];
    point_of(&g, i, p);

    /* Of the samples in the shape: outside the bounds, in a solid, or free. */
    if (lg_distance(l->w, shape, p) > 0) continue;
    lg_id solid = solid_at(l, p);
    s.inside++;
    if (!within(l, p)) s.outside++;
    else if (solid) s.solid++, s.collider = solid;
    else s.volume += cell;
  }
  return s;
}

/* Emitters that fill a shape at once, and have not yet. */
static bool fills(const lg_linted *l, lg_id id) {
  lg_arg a;
  return !lg_emitter_spent(l->w, id) && lg_lint_family(l, id) == LG_FAMILY_EMITTER &&
         lg_lint_get(l, id, "lattice", &a) && lg_lint_shape(l, id);
}

double lg_lint_particles(const lg_world *w) {
  lg_linted l = {.w = (lg_world *)(uintptr_t)w};
  double n = (double)lg_world_count(w), one = pow((double)lg_world_spacing(w), lg_world_dim(w));
  for (int i = 0; i < lg_object_count(w); i++) {
    lg_id id = lg_object_at(w, i);
    if (fills(&l, id)) n += measure(&l, lg_lint_shape(&l, id)).volume / one;
  }
  return n;
}

double lg_lint_cost(lg_scene *s) {
  double cost = 0;
  for (int world = 0; world < lg_scene_count(s); world++) {
    lg_linted l = {.scene = s, .w = lg_scene_world(s, world)};

    /* samples looked at: each emitter asks the others and every collider */
    double emitters = 0, colliders = 0, samples = pow(SAMPLES, lg_world_dim(l.w));
    for (int i = 0; i < lg_object_count(l.w); i++) {
      lg_family family = lg_lint_family(&l, lg_object_at(l.w, i));
      emitters += family == LG_FAMILY_EMITTER;
      colliders += lg_collider_stands(l.w, lg_object_at(l.w, i));
    }
    cost += samples * (4 * emitters * (emitters + colliders) + colliders);
  }
  return cost;
}

/* Whether a shape's box and the bounds have something in common: of one that is much larger no
   sample may lie in them. */
static bool meets_bounds(const lg_linted *l, lg_id shape) {
  const lg_bounds b = lg_world_bounds(l->w);
  float min[3], max[3];
  bool meets = lg_extent(l->w, shape, min, max);
  for (int k = 0; k < b.dim; k++) meets = meets && min[k] < b.max[k] && max[k] > b.min[k];
  return meets;
}

/* ---- lints ---------------------------------------------------------------------------------- */

void lg_lint_outside(const lg_linted *l, lg_id id) {
  lg_arg a;
  if (lg_lint_family(l, id) != LG_FAMILY_EMITTER) return;
  const lg_id shape = lg_lint_shape(l, id);
  share s = shape ? measure(l, shape) : (share){0, 0, 0, 0, 0};

  if (s.inside > 0 && s.outside == s.inside && !meets_bounds(l, shape))
    lg_lint_found(l, id, "%s: it is outside the bounds", lg_name(l->w, id));
  else if (s.outside > s.inside / 50)
    lg_lint_found(l, id, "%s: %.0f %% of its shape is outside the bounds", lg_name(l->w, id),
                  100.0 * s.outside / s.inside);

  /* Emitters without a shape have a place of their own. */
  if (!lg_lint_get(l, id, "center", &a)) return;
  const float p[3] = {(float)a.v[0], (float)a.v[1], (float)a.v[2]};
  if (!within(l, p))
    lg_lint_found(l, id, "%s: its center is outside the bounds", lg_name(l->w, id));
}

void lg_lint_overlap(const lg_linted *l, lg_id id) {
  if (!fills(l, id)) return;
  share s = measure(l, lg_lint_shape(l, id));
  if (s.solid > s.inside / 200)
    lg_lint_found(
        l, id, "%s: %.0f %% of its shape is inside the collider %s, where nothing can be emitted",
        lg_name(l->w, id), fmax(1, 100.0 * s.solid / s.inside), lg_name(l->w, s.collider));
}

/* Particles of two emitters in one place push each other apart at once. */
void lg_lint_twice(const lg_linted *l, lg_id id) {
  grid g;
  if (!fills(l, id) || !grid_over(l, lg_lint_shape(l, id), &g)) return;
  for (int k = 0; k < lg_object_count(l->w); k++) {
    lg_id other = lg_object_at(l->w, k);
    if (other == id) return;
    if (!fills(l, other)) continue;

    int both = 0;

    /* Samples deep in both shapes. */
    for (int i = 0; i < cells(&g); i++) {
      float p[3];
      point_of(&g, i, p);
      both += lg_distance(l->w, lg_lint_shape(l, id), p) < -0.25f * lg_world_spacing(l->w) &&
              lg_distance(l->w, lg_lint_shape(l, other), p) < -0.25f * lg_world_spacing(l->w);
    }

    if (both > cells(&g) / 200)
      lg_lint_found(l, id, "%s: %.0f %% of its box is filled by %s already", lg_name(l->w, id),
                    100.0 * both / cells(&g), lg_name(l->w, other));
  }
}

/* Goes downhill from the deepest sample: the depth of the inscribed ball is half the thickness. */
static float depth_of(const lg_linted *l, lg_id collider, const grid *g) {
  float best = 0, at[3] = {0, 0, 0}, p[3];

  /* The deepest sample. */
  for (int i = 0; i < cells(g); i++) {
    point_of(g, i, p);
    float d = lg_distance(l->w, collider, p);
    if (i == 0 || d < best) {
      best = d;
      memcpy(at, p, sizeof at);
    }
  }

  float step[3];
  memcpy(step, g->step, sizeof step);

  /* A pattern search from there: a step along each axis, halved where none goes deeper. */
  for (int turn = 0; turn < 60; turn++) {
    bool moved = false;
    for (int k = 0; k < 2 * g->dim; k++) {
      memcpy(p, at, sizeof p);
      p[k / 2] += k % 2 ? step[k / 2] : -step[k / 2];
      float d = lg_distance(l->w, collider, p);
      if (d >= best) continue;
      best = d;
      memcpy(at, p, sizeof at);
      moved = true;
    }
    for (int k = 0; !moved && k < g->dim; k++) step[k] *= 0.5f;
  }
  return -best;
}

double lg_lint_thickness(const lg_linted *l, lg_id id) {
  grid g;
  return grid_over(l, id, &g) ? 2 * (double)depth_of(l, id, &g) : HUGE_VAL;
}

void lg_lint_thin(const lg_linted *l, lg_id id) {
  const lg_kind *solver = lg_kind_of(l->w, lg_solver_id(l->w));
  lg_arg support;
  if (!lg_collider_stands(l->w, id) || !lg_lint_get(l, lg_solver_id(l->w), "support", &support))
    return;

  double reach = support.v[0] * (double)lg_world_spacing(l->w), thick = lg_lint_thickness(l, id);

  /* Particles on both sides would be neighbours of each other. All solvers of SPH but these take
     such pairs apart, but at bodies (core/walls/thin_walls.c). */
  const lg_kind *kind = lg_kind_of(l->w, id);
  bool feels = solver && (solver->solver.hosted || strcmp(solver->name, "flash") == 0 ||
                          (kind && kind->collider.inertia));
  if (thick < reach && feels)
    lg_lint_found(
        l, id,
        "%s: it is %.3g m thick, thinner than the support radius of %s, %.3g m: fluid feels "
        "through it",
        lg_name(l->w, id), thick, solver->name, reach);
}

/* Of "0 0, 1 0, 0.5 1" the next corner; false: there is none. */
static bool next_corner(const char **text, float x[2]) {
  char *end;
  for (int k = 0; k < 2; k++) {
    x[k] = strtof(*text, &end);
    if (end == *text) return false;
    *text = end;
  }
  *text += strcspn(*text, ",");
  *text += **text == ',';
  return true;
}

/* The line goes on as if one of the two were not there. */
void lg_lint_corners(const lg_linted *l, lg_id id) {
  const lg_param *row = lg_param_find(lg_kind_of(l->w, id), "points");
  lg_arg points;
  float x[2], last[2] = {0, 0};
  if (lg_lint_family(l, id) != LG_FAMILY_SHAPE || !row || row->type != LG_POINTS ||
      !lg_get(l->w, id, row->name, &points))
    return;

  /* a first corner that is given again at the end closes the line: the two are not neighbours */
  const char *text = points.text;
  for (int corner = 1; next_corner(&text, x); corner++) {
    if (corner > 1 && x[0] == last[0] && x[1] == last[1]) {
      lg_lint_found(l, id,
                    "%s: corners %d and %d of its points are both at %.4g, %.4g m; take one "
                    "of them out",
                    lg_name(l->w, id), corner - 1, corner, (double)x[0], (double)x[1]);
      return; /* one is enough: a curve may have many */
    }
    memcpy(last, x, sizeof last);
  }
}

/* A function of a shape that is no number somewhere, within its own box or the bounds: a shape's
   distance there is as far as can be. */
void lg_lint_no_number(const lg_linted *l, lg_id id) {
  lg_arg a;
  grid g;
  int lost = 0;
  float p[3], first[3] = {0, 0, 0};
  if (lg_lint_family(l, id) != LG_FAMILY_SHAPE || !lg_lint_get(l, id, "program", &a)) return;
  if (!grid_over(l, id, &g)) g = grid_of_bounds(l);

  for (int i = 0; i < cells(&g); i++) {
    point_of(&g, i, p);
    if (lg_distance(l->w, id, p) < (float)LG_HUGE) continue;
    if (lost++ == 0) memcpy(first, p, sizeof first);
  }
  /* how many, and the first of them */
  if (lost == 0) return;

  char at[64];
  int n = snprintf(at, sizeof at, "%.3g, %.3g", (double)first[0], (double)first[1]);
  if (g.dim == 3) snprintf(at + n, sizeof at - (size_t)n, ", %.3g", (double)first[2]);
  lg_lint_found(l, id,
                "%s: its function is no number (NaN) at %.0f %% of the places, {%s} for one, which "
                "count as outside of the shape",
                lg_name(l->w, id), fmax(100.0 * lost / cells(&g), 1), at);
}
