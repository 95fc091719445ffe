/* check.c - `laguna check`: does the scene load, does its first frame run, and can it be what was
   meant (lint.c)? */
#include "app/doctor.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* with more of them the first frame is left out: it could take minutes and all memory */
#define FRAME_PARTICLES 5e6

/* The solver's columns of one number and the script's own, from the least value to the largest. */
static void report_columns(const lg_world *w) {
  static const char *const plain[] = {"mass", "age", "last_dt"};
  for (int k = 0; k < lg_column_count(w); k++) {
    const char *name = lg_column_name(w, k);
    lg_view v = lg_column(w, name);
    bool told = v.n > 0 && v.components == 1 && !v.i32;
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
      told = told && strcmp(name, plain[i]) != 0;
    if (!told) continue;

    float least = INFINITY, most = -INFINITY; /* NaN counts for neither */
    for (size_t i = 0; i < v.n; i++) {
      least = fminf(least, v.c[0][i]);
      most = fmaxf(most, v.c[0][i]);
    }
    if (least > most) printf("  %-16s column, no number anywhere\n", name);
    else printf("  %-16s column, %.5g to %.5g\n", name, (double)least, (double)most);
  }
}

static void report_world(const lg_world *w, int i) {
  const lg_stats *s = lg_world_stats(w);
  lg_bounds b = lg_world_bounds(w);
  const lg_kind *solver = lg_kind_of(w, lg_solver_id(w));
  printf("world%d: %d-D, %g x %g", i + 1, b.dim, (double)(b.max[0] - b.min[0]),
         (double)(b.max[1] - b.min[1]));
  if (b.dim == 3) printf(" x %g", (double)(b.max[2] - b.min[2]));
  printf(" m, spacing %g m, solver %s\n", (double)lg_world_spacing(w),
         solver ? solver->name : "none");

  char after[48] = "one frame";
  if (lg_world_frame(w) > 1) snprintf(after, sizeof after, "%.3g s", lg_world_time(w));

  /* The state now, then the objects. */
  if (lg_world_frame(w) == 0) printf("  the first frame was left out: too many particles\n");
  else
    printf("  %zu particles after %s: %d sub-steps, the last of %.3g s (limit: %s), %.3g ms\n",
           lg_world_count(w), after, s->substeps, s->dt, s->limit ? s->limit : "frame",
           1e3 * s->seconds);

  for (int k = 0; k < lg_object_count(w); k++) {
    lg_id id = lg_object_at(w, k);
    const lg_kind *kind = lg_kind_of(w, id);
    if (kind && kind->family != LG_FAMILY_SHAPE)
      printf("  %-16s %s.%s\n", lg_name(w, id), lg_family_name(kind->family), kind->name);
  }
  report_columns(w);
}

static void report_findings(const lg_lint *lint) {
  for (int i = 0; i < lint->count; i++) lg_lint_print(stdout, &lint->finding[i]);
}

static void report(lg_scene *s, const lg_lint *lint) {
  printf("%s\n", lg_scene_title(s));
  for (int i = 0; i < lg_scene_count(s); i++) report_world(lg_scene_world(s, i), i);
  report_findings(lint);
  if (lint->count == 0) printf("ok\n");
  else printf("ok, but %d warning%s\n", lint->count, lint->count == 1 ? "" : "s");
}

static bool large(lg_scene *s) {
  double n = 0;
  for (int i = 0; i < lg_scene_count(s); i++) n += lg_lint_particles(lg_scene_world(s, i));
  return n > FRAME_PARTICLES;
}

/* Lints around the first frame; returns the exit code. */
static int try_frame(lg_scene *s, lg_lint *lint, double dt, lg_why *why) {
  lg_lint_scene(lint, s, LG_LINT_MADE, dt);
  if (large(s)) return LG_EXIT_OK;
  if (!lg_scene_begin(s) || !lg_scene_step(s, dt) || !lg_app_shows(s)) {
    int code = lg_app_step_failed(s);
    lg_explain(why, "%s", lg_scene_error(s));
    lg_doctor_autopsy(s, dt, lint);
    return code;
  }
  return LG_EXIT_OK;
}

/* --run: the doctor looks at every frame. Returns the exit code. */
static int watch(lg_scene *s, lg_lint *lint, const lg_app_options *o, lg_why *why) {
  lg_doctor d;
  lg_progress p;
  const double dt = lg_app_dt(o);
  const int64_t frames = (int64_t)ceil(o->run / dt - 1e-9);
  int code = LG_EXIT_OK;
  if (!lg_doctor_begin(&d, s)) return LG_EXIT_SCENE;
  lg_doctor_look(&d, s, lint);

  /* the first frame is there already; a refused one ends it, with what led to that */
  lg_progress_begin(&p, 1, frames);
  for (int64_t i = 2; i <= frames && code == LG_EXIT_OK; i++) {
    if (lg_scene_step(s, dt)) {
      lg_doctor_look(&d, s, lint);
      lg_progress_frame(&p, i, lg_app_particles(s));
    } else {
      lg_explain(why, "%s", lg_scene_error(s));
      code = lg_app_step_failed(s);
      lg_doctor_autopsy(s, dt, lint);
    }
    if (lg_app_interrupted()) code = LG_EXIT_INTERRUPTED;
  }
  lg_progress_end(&p);
  lg_doctor_end(&d);
  return code;
}

/* Machines get one object in trouble too. */
static void report_json(const lg_app_options *o, lg_scene *s, const char *error,
                        const lg_lint *lint) {
  lg_json j = {stdout, false};
  lg_json_open(&j, NULL, '{');
  lg_json_text(&j, "scene", o->target);
  lg_json_bool(&j, "ok", *error == '\0');
  lg_json_text(&j, "error", error);
  if (s) lg_json_text(&j, "title", lg_scene_title(s));
  if (s) lg_json_worlds(&j, s);

  /* Findings, as the text has them. */
  lg_json_open(&j, "warnings", '[');
  for (int i = 0; i < lint->count; i++) {
    lg_json_open(&j, NULL, '{');
    lg_json_text(&j, "lint", lint->finding[i].lint);
    lg_json_text(&j, "where", lint->finding[i].where);
    lg_json_text(&j, "text", lint->finding[i].text);
    lg_json_close(&j, '}');
  }

  lg_json_close(&j, ']');
  lg_json_close(&j, '}');
  putchar('\n');
}

static int check(const lg_app_options *o) {
  lg_why why = {""};
  int code = LG_EXIT_OK;
  lg_lint *lint = calloc(1, sizeof *lint);
  lg_app_options load = *o;
  load.lint = true;
  lg_scene *s = lint ? lg_app_load_quietly(&load, NULL, NULL, &code, &why) : NULL;
  if (!s) lg_app_say("%s", lint ? why.text : "check: out of memory");
  else code = try_frame(s, lint, lg_app_dt(o), &why);

  /* What stands after its first frame is looked at again; --run: before its hooks are tried. */
  bool stands = s && code == LG_EXIT_OK, began = stands && lg_world_frame(lg_scene_world(s, 0)) > 0;
  if (began && o->run > 0) code = watch(s, lint, o, &why);
  if (began && code == LG_EXIT_OK) lg_lint_scene(lint, s, LG_LINT_FRAME, lg_app_dt(o));
  if (began && code == LG_EXIT_OK) lg_lint_scene(lint, s, LG_LINT_HOOKS, lg_app_dt(o));
  if (stands) lg_lint_unused(lint, s);

  if (o->json && lint) report_json(o, s, why.text, lint);
  else if (stands && code == LG_EXIT_OK) report(s, lint);
  else if (stands || code == LG_EXIT_GUARD) report_findings(lint);
  lg_scene_free(s);
  free(lint);
  return code;
}

int lg_app_check(const lg_app_options *o) {
  int code = LG_EXIT_OK;
  if (!o->target) {
    lg_app_say("check: which scene? For example: laguna check examples/scenes/dam_break.lua");
    return LG_EXIT_USAGE;
  }

  /* Each of them, below its name; the first that fails says how it ends. */
  for (int i = 0; i < o->targets.count; i++) {
    lg_app_options one = *o;
    if (!lg_app_may_load()) return LG_EXIT_INTERRUPTED;
    one.target = o->targets.text[i];
    if (o->targets.count > 1 && !o->json) printf("%s%s:\n", i ? "\n" : "", one.target);
    fflush(stdout);
    int ended = check(&one);
    if (code == LG_EXIT_OK) code = ended;
  }
  return code;
}
