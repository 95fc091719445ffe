/* doctor_case.c - a world as the doctor's rules ask of it (doctor_case.h). What a solver is content
   with by itself is the table of solvers. */
#include "app/doctor_case.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

/* How dense fluid gets by the solver's own ways, mean and worst; pairing: whether particles that
   come near each other are a fault of it. */
static const struct {
  const char *name;
  double mean, worst;
  bool pairs;
} solvers[] = {{"wcsph", 0.05, 0.8, true}, {"pcisph", 0.02, 0.8, true},
               {"dfsph", 0.02, 0.8, true}, {"pbf", 0.02, 1.0, true},
               {"flash", 0.3, 3, false},   {"script", 0.15, 2, false},
               {"flip", 1e9, 1e9, false},  {"particles", 1e9, 1e9, false}};

bool lg_case_say(lg_case *l, const char *format, ...) {
  va_list list;
  va_start(list, format);
  vsnprintf(l->text, sizeof l->text, format, list);
  va_end(list);
  return true;
}

double lg_case_number(const lg_case *l, lg_id id, const char *row, double without) {
  lg_arg a;
  const lg_kind *k = lg_kind_of(l->w, id);
  return k && lg_param_find(k, row) && lg_get(l->w, id, row, &a) ? a.v[0] : without;
}

static double length_of(const lg_case *l, lg_id id, const char *row) {
  lg_arg a;
  const lg_kind *k = lg_kind_of(l->w, id);
  if (!k || !lg_param_find(k, row) || !lg_get(l->w, id, row, &a)) return 0;
  return sqrt(a.v[0] * a.v[0] + a.v[1] * a.v[1] + (a.n > 2 ? a.v[2] * a.v[2] : 0));
}

lg_family lg_case_family_of(const lg_case *l, lg_id id) { return lg_kind_of(l->w, id)->family; }

/* The fastest that an object sends or sweeps anything, m/s. */
static double speed_of(const lg_case *l, lg_id id) {
  lg_family family = lg_case_family_of(l, id);
  lg_face face;
  float lo[3], hi[3];
  if (family == LG_FAMILY_EMITTER)
    return fmax(lg_case_number(l, id, "speed", 0), length_of(l, id, "velocity"));
  if (!lg_collider_stands(l->w, id) || !lg_collider_face(l->w, id, &face)) return 0;

  double reach = 0;
  if (lg_extent(l->w, id, lo, hi))
    for (int k = 0; k < lg_world_dim(l->w); k++) reach = fmax(reach, (double)(hi[k] - lo[k]));
  double v = 0, turn = 0;
  for (int k = 0; k < 3; k++) {
    v += pow((double)face.velocity[k], 2);
    turn += pow((double)face.angular[k], 2);
  }
  return sqrt(v) + sqrt(turn) * reach;
}

double lg_case_fastest(const lg_case *l, lg_family family, lg_id *which) {
  double most = 0;
  for (int i = 0; i < lg_object_count(l->w); i++) {
    lg_id id = lg_object_at(l->w, i);
    double v = lg_case_family_of(l, id) == family ? speed_of(l, id) : 0;
    if (v <= most) continue;
    most = v;
    if (which) *which = id;
  }
  return most;
}

int lg_case_count_of(const lg_case *l, lg_family family) {
  int n = 0;
  for (int i = 0; i < lg_object_count(l->w); i++)
    n += lg_case_family_of(l, lg_object_at(l->w, i)) == family;
  return n;
}

bool lg_case_has_hook(const lg_case *l) {
  return lg_scene_has_hook(l->scene, l->world, "before_step") ||
         lg_scene_has_hook(l->scene, l->world, "after_step");
}
bool lg_case_is_driven(const lg_case *l) {
  return lg_case_count_of(l, LG_FAMILY_COLLIDER) > 0 && lg_case_has_hook(l);
}

bool lg_case_is_elastic(const lg_case *l) {
  for (int i = 0; i < lg_object_count(l->w); i++)
    if (lg_case_number(l, lg_object_at(l->w, i), "young", 0) > 0) return true;
  return false;
}

/* N/m: the greatest. */
static double tension_of(const lg_case *l) {
  double tension = lg_case_number(l, lg_solver_id(l->w), "surface_tension", 0);
  for (int i = 0; i < lg_object_count(l->w); i++)
    tension = fmax(tension, lg_case_number(l, lg_object_at(l->w, i), "surface_tension", 0));
  return tension;
}

double lg_case_tension(const lg_case *l) {
  return tension_of(l) * (double)lg_world_count(l->w) *
         pow((double)lg_world_spacing(l->w), lg_world_dim(l->w) - 1);
}

double lg_case_retraction(const lg_case *l) {
  double light, heavy;
  lg_case_densities(l, &light, &heavy);
  return sqrt(tension_of(l) / (light * (double)lg_world_spacing(l->w)));
}

void lg_case_densities(const lg_case *l, double *least, double *most) {
  *least = HUGE_VAL, *most = 0;
  for (int i = 0; i < lg_object_count(l->w); i++) {
    lg_arg material;
    lg_id id = lg_object_at(l->w, i), of = lg_solver_id(l->w);
    if (lg_case_family_of(l, id) != LG_FAMILY_EMITTER || !lg_get(l->w, id, "material", &material))
      continue;
    if (material.n > 0 && material.ref[0]) of = material.ref[0];
    double rho = lg_case_number(l, of, "density", 0);
    if (rho > 0) *least = fmin(*least, rho), *most = fmax(*most, rho);
  }
}

/* Is it in a solid? There an edge holds what a body has shut in, without room (trajectory.c). */
static bool is_shut_in(const lg_case *l, const float p[3]) {
  for (int i = 0; i < lg_object_count(l->w); i++) {
    lg_id id = lg_object_at(l->w, i);
    if (lg_collider_stands(l->w, id) && lg_distance(l->w, id, p) < 0) return true;
  }
  return false;
}

double lg_case_densest(const lg_case *l, float at[3]) {
  lg_view rho = lg_column(l->w, "density"), mass = lg_column(l->w, "mass"),
          x = lg_column(l->w, "position");
  double volume = pow((double)lg_world_spacing(l->w), lg_world_dim(l->w)), most = 0;

  /* a particle beside others of another mass is measured by its own volume */
  for (size_t i = 0; i < lg_world_count(l->w) && rho.components == 1; i++) {
    const float p[3] = {x.c[0][i], x.c[1][i], x.components == 3 ? x.c[2][i] : 0};
    double times = (double)rho.c[0][i] * volume / (double)mass.c[0][i];
    if (times <= most || is_shut_in(l, p)) continue;
    most = times;
    memcpy(at, p, sizeof p);
  }
  return most;
}

lg_id lg_case_closing(const lg_case *l) {
  lg_id nearest = 0;
  float at[3], least = INFINITY;
  if (!(lg_case_densest(l, at) > 0))
    return lg_case_fastest(l, LG_FAMILY_COLLIDER, &nearest), nearest;

  /* The moving collider that is nearest to the densest place. */
  for (int i = 0; i < lg_object_count(l->w); i++) {
    lg_id id = lg_object_at(l->w, i);
    if (lg_case_family_of(l, id) != LG_FAMILY_COLLIDER || !(speed_of(l, id) > 0)) continue;
    float d = lg_distance(l->w, id, at);
    if (d < least) least = d, nearest = id;
  }
  return nearest;
}

lg_case lg_case_of(lg_patient *patient, lg_scene *s, int world) {
  lg_case l = {.scene = s,
               .w = lg_scene_world(s, world),
               .world = world,
               .p = patient,
               .mean = 1e9,
               .worst = 1e9};
  l.s = lg_world_stats(l.w);

  /* its solver's own ways; one that a script makes is named after the kind it came from */
  const lg_kind *k = lg_kind_of(l.w, lg_solver_id(l.w));
  l.solver = lg_is_script(k) ? "script" : k->name;
  for (size_t i = 0; i < sizeof solvers / sizeof *solvers; i++)
    if (strcmp(solvers[i].name, l.solver) == 0) {
      l.mean = solvers[i].mean;
      l.worst = solvers[i].worst;
      l.pairs = solvers[i].pairs;
    }

  /* v = sqrt(2 g H) */
  lg_bounds b = lg_world_bounds(l.w);
  double drop = 0;
  lg_arg g;
  if (lg_get(l.w, lg_world_id(l.w), "gravity", &g))
    for (int i = 0; i < b.dim; i++) drop += fabs(g.v[i]) * (double)(b.max[i] - b.min[i]);
  l.fall = sqrt(2 * drop);
  return l;
}

/* NaN and infinities have all bits of the exponent: counted so, many at a time. */
static size_t holes_in(const float *x, size_t n) {
  const uint32_t exponent = 0x7f800000U;
  uint32_t bits, holes = 0;
  for (size_t i = 0; i < n; i++) {
    memcpy(&bits, &x[i], sizeof bits);
    holes += (bits & exponent) == exponent;
  }
  return holes;
}

bool lg_case_first_holes(const lg_case *l, lg_case_holes *out) {
  const lg_view id = lg_column(l->w, "id");
  for (int k = 0; k < lg_column_count(l->w); k++) {
    *out = (lg_case_holes){.column = lg_column_name(l->w, k)};
    lg_view v = lg_column(l->w, out->column);
    if (v.i32 || strcmp(out->column, "color") == 0) continue;

    /* of a vector the first component that has any */
    for (int c = 0; c < v.components; c++) {
      out->particles = holes_in(v.c[c], v.n);
      if (out->particles == 0) continue;
      for (size_t i = v.n; i-- > 0;)
        if (!isfinite(v.c[c][i])) out->id = id.i32[i];
      return true;
    }
  }
  return false;
}
