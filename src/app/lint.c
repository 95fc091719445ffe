/* lint.c - lints: what loads and runs, and yet cannot be what was meant. One row a
   lint; each looks at one world through the public headers and says what it found with the file and
   line that made the object. */
#include "app/lint_look.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

#define MANY_PARTICLES 3e6 /* a frame of more takes seconds on a few cores */
#define MANY_SUBSTEPS  300 /* a frame; weakly compressible water takes about 150 */

void lg_lint_found(const lg_linted *l, lg_id id, const char *format, ...) {
  lg_lint *out = l->out;
  if (out->count == LG_FINDINGS_MAX) return;
  lg_finding *f = &out->finding[out->count++];
  va_list list;
  f->lint = l->lint;
  f->world = l->world;
  snprintf(f->where, sizeof f->where, "%s", lg_scene_where(l->scene, l->world, id));

  va_start(list, format);
  vsnprintf(f->text, sizeof f->text, format, list);
  va_end(list);
}

lg_family lg_lint_family(const lg_linted *l, lg_id id) {
  const lg_kind *k = lg_kind_of(l->w, id);
  return k ? k->family : LG_FAMILIES;
}

/* The number or reference of a row; false: the object has no such row. */
bool lg_lint_get(const lg_linted *l, lg_id id, const char *row, lg_arg *out) {
  const lg_kind *k = lg_kind_of(l->w, id);
  return k && lg_param_find(k, row) && lg_get(l->w, id, row, out);
}

lg_id lg_lint_shape(const lg_linted *l, lg_id id) {
  lg_arg a;
  return lg_lint_get(l, id, "shape", &a) && a.n > 0 ? a.ref[0] : 0;
}

/* ---- lints before the first frame ----------------------------------------------------------- */

static bool refers(const lg_linted *l, lg_id who, lg_id to) {
  const lg_kind *k = lg_kind_of(l->w, who);
  for (const lg_param *row = k ? k->params : NULL; row && row->name; row++) {
    lg_arg a;
    if (row->type < LG_SHAPE || !lg_get(l->w, who, row->name, &a)) continue;
    for (int i = 0; i < a.n; i++)
      if (a.ref[i] == to) return true;
  }
  return false;
}

/* Other fields of one number are in a world for the formulas that sample them: they have no values
   elsewhere. */
static bool scalar_formula(const lg_linted *l, lg_id id) {
  return lg_lint_family(l, id) == LG_FAMILY_FIELD &&
         strcmp(lg_kind_of(l->w, id)->name, "formula") == 0 && lg_field_components(l->w, id) == 1;
}

/* Shapes, materials and formulas of one number do nothing by themselves. */
static void idle(const lg_linted *l, lg_id id) {
  lg_family family = lg_lint_family(l, id);
  bool scalar = scalar_formula(l, id);
  if (family != LG_FAMILY_SHAPE && family != LG_FAMILY_MATERIAL && !scalar) return;

  /* Does any object refer to it? */
  for (int i = 0; i < lg_object_count(l->w); i++)
    if (refers(l, lg_object_at(l->w, i), id)) return;

  if (scalar)
    lg_lint_found(
        l, id,
        "%s: it returns one number, which pushes nothing; an acceleration is %d numbers (m/s2)",
        lg_name(l->w, id), lg_world_dim(l->w));
  else
    lg_lint_found(l, id, "%s: no other object uses this %s", lg_name(l->w, id),
                  lg_family_name(family));
}

static void many(const lg_linted *l, lg_id id) {
  double n = lg_lint_particles(l->w);
  if (n > MANY_PARTICLES)
    lg_lint_found(
        l, id,
        "world: about %.3g million particles (%.1f GB) with spacing = %g m: a frame takes seconds",
        n / 1e6, n * LG_LINT_BYTES / 1e9, (double)lg_world_spacing(l->w));
}

/* What leaves an emitter so fast is out of the world before it is seen. */
static void fast(const lg_linted *l, lg_id id) {
  lg_bounds b = lg_world_bounds(l->w);
  lg_arg a;
  double speed = 0, longest = 0;
  if (lg_lint_family(l, id) != LG_FAMILY_EMITTER) return;
  for (int k = 0; k < b.dim; k++) longest = fmax(longest, (double)(b.max[k] - b.min[k]));

  /* The fastest that the emitter may send anything. */
  if (lg_lint_get(l, id, "speed", &a)) speed = a.v[0];
  if (lg_lint_get(l, id, "velocity", &a))
    for (int k = 0; k < a.n; k++) speed = fmax(speed, fabs(a.v[k]));

  if (speed * l->dt > 0.5 * longest)
    lg_lint_found(l, id,
                  "%s: at %g m/s its particles cross half the world (%g m) in one frame of %.3g s",
                  lg_name(l->w, id), speed, longest, l->dt);
}

/* ---- lints after it ------------------------------------------------------------------------- */

static void empty(const lg_linted *l, lg_id id) {
  bool drawn = lg_scene_has_hook(l->scene, l->world, "draw");
  if (lg_world_count(l->w) > 0 || drawn) return;
  for (int i = 0; i < lg_object_count(l->w); i++)
    if (lg_lint_family(l, lg_object_at(l->w, i)) == LG_FAMILY_EMITTER) {
      lg_lint_found(l, id, "world: no emitter has made a particle in the first frame");
      return;
    }
  lg_lint_found(
      l, id,
      "world: no emitter: the world stays empty; world:add(lg.emitter.volume { shape = ... })");
}

static void slow(const lg_linted *l, lg_id id) {
  const lg_stats *s = lg_world_stats(l->w);
  /* of a scene that went on, the doctor has said it */
  if (s->substeps > MANY_SUBSTEPS && lg_world_frame(l->w) == 1)
    lg_lint_found(
        l, id,
        "world: a frame of %.3g s needs %d sub-steps of %.2g s (limit: %s); a larger spacing or "
        "other values of the "
        "solver make them longer",
        l->dt, s->substeps, s->dt, s->limit ? s->limit : "frame");
}

/* Functions that a frame does not run are tried too: the scene is thrown away afterwards. */
static void hooks(const lg_linted *l, lg_id id) {
  static const struct {
    int button;
    const char *what;
  } acts[] = {{1, "press"}, {1, "move"}, {1, "release"}, {0, "hover"}, {1, "wheel"}};
  enum { ACTS = sizeof acts / sizeof *acts };
  lg_bounds b = lg_world_bounds(l->w);
  const float p[3] = {0.5f * (b.min[0] + b.max[0]), 0.5f * (b.min[1] + b.max[1]),
                      0.5f * (b.min[2] + b.max[2])};

  /* Every hook and button once, in the middle of the world. */
  bool ok = lg_scene_key(l->scene, "space", true) && lg_scene_key(l->scene, "space", false);
  for (int i = 0; ok && i < ACTS; i++)
    ok = lg_scene_mouse(l->scene, l->world, p, acts[i].button, acts[i].what);
  for (int i = 0; ok && lg_scene_button(l->scene, i); i++)
    ok = lg_scene_press(l->scene, lg_scene_button(l->scene, i));

  if (ok) return;
  lg_lint_found(l, id, "%s", lg_scene_error(l->scene));

  lg_finding *f = &l->out->finding[l->out->count - 1];
  f->text[strcspn(f->text, "\n")] = '\0';
  f->where[0] = '\0'; /* the message has its own */
}

void lg_lint_print(FILE *f, const lg_finding *finding) {
  fprintf(f, "%s%swarning: %s [%s]\n", finding->where, *finding->where ? ": " : "", finding->text,
          finding->lint);
}

/* ---- all of them ---------------------------------------------------------------------------- */

static const struct {
  const char *name;
  void (*of_world)(const lg_linted *l, lg_id world);
  void (*of_object)(const lg_linted *l, lg_id object);
  lg_lint_when when;
} lints[] = {
    {"outside", NULL, lg_lint_outside, LG_LINT_MADE},
    {"overlap", NULL, lg_lint_overlap, LG_LINT_MADE},
    {"twice", NULL, lg_lint_twice, LG_LINT_MADE},
    {"nan", NULL, lg_lint_no_number, LG_LINT_MADE},
    {"corners", NULL, lg_lint_corners, LG_LINT_MADE},
    {"thin", NULL, lg_lint_thin, LG_LINT_MADE},
    {"gap", NULL, lg_lint_gap, LG_LINT_MADE},
    {"idle", NULL, idle, LG_LINT_MADE},
    {"coarse", lg_lint_coarse, NULL, LG_LINT_MADE},
    {"many", many, NULL, LG_LINT_MADE},
    {"units", lg_lint_units, lg_lint_units_of, LG_LINT_MADE},
    {"layers", NULL, lg_lint_layers, LG_LINT_MADE},
    {"nozzle", NULL, lg_lint_nozzle, LG_LINT_MADE},
    {"soft", lg_lint_soft, NULL, LG_LINT_MADE},
    {"tension", lg_lint_tension, lg_lint_tension_of, LG_LINT_MADE},
    {"yield", NULL, lg_lint_yield_of, LG_LINT_MADE},
    {"elastic", NULL, lg_lint_elastic, LG_LINT_MADE},
    {"slip", lg_lint_slip, lg_lint_slip_of, LG_LINT_MADE},
    {"angle", NULL, lg_lint_angle, LG_LINT_MADE},
    {"fast", NULL, fast, LG_LINT_MADE},
    {"empty", empty, NULL, LG_LINT_FRAME},
    {"slow", slow, NULL, LG_LINT_FRAME},
    {"unsafe", lg_lint_unsafe, NULL, LG_LINT_FRAME},
    {"hooks", hooks, NULL, LG_LINT_HOOKS},
};

/* The one lint that is about no world: what was made, and forgotten. */
void lg_lint_unused(lg_lint *out, lg_scene *s) {
  const char *what, *where;
  for (int i = 0; lg_scene_forgotten(s, i, &what, &where) && out->count < LG_FINDINGS_MAX; i++) {
    lg_finding *f = &out->finding[out->count++];
    f->lint = "unused";
    f->world = 0;
    snprintf(f->where, sizeof f->where, "%s", where);
    snprintf(f->text, sizeof f->text, "%s: it is made, but in no world: world:add(...)", what);
  }
}

void lg_lint_scene(lg_lint *out, lg_scene *s, lg_lint_when when, double dt) {
  for (int world = 0; world < lg_scene_count(s); world++) {
    lg_linted l = {.out = out, .scene = s, .w = lg_scene_world(s, world), .world = world, .dt = dt};

    for (size_t i = 0; i < sizeof lints / sizeof *lints; i++) {
      l.lint = lints[i].name;
      if (lints[i].when != when) continue;

      /* Once for the world, or once for every object. */
      if (lints[i].of_world) lints[i].of_world(&l, lg_world_id(l.w));
      for (int k = 0; lints[i].of_object && k < lg_object_count(l.w); k++) {
        /* a volume that has fired, in a world that goes on, is past help */
        const lg_id id = lg_object_at(l.w, k);
        if (!lg_emitter_spent(l.w, id)) lints[i].of_object(&l, id);
      }
    }
  }
}
