/* check.c - `laguna check`: does the scene load, and does its first frame run? */
#include "app/app.h"

#include "laguna_kind.h"

static void report_world(const lg_world *w, int i) {
  const lg_stats *s = lg_world_stats(w);
  lg_bounds b = lg_world_bounds(w);
  const lg_kind *solver = lg_kind_of(w, lg_solver_id(w));
  printf("world%d: %d-D, %g x %g", i + 1, b.dim, (double)(b.max[0] - b.min[0]), (double)(b.max[1] - b.min[1]));
  if (b.dim == 3) printf(" x %g", (double)(b.max[2] - b.min[2]));
  printf(" m, spacing %g m, solver %s\n", (double)lg_world_spacing(w), solver ? solver->name : "none");
  printf("  %zu particles after one frame: %d sub-steps, the last of %.3g s (limit: %s), %.3g ms\n", lg_world_count(w),
         s->substeps, s->dt, s->limit ? s->limit : "frame", 1e3 * s->seconds);
  for (int k = 0; k < lg_object_count(w); k++) {
    lg_id id = lg_object_at(w, k);
    const lg_kind *kind = lg_kind_of(w, id);
    if (kind && kind->family != LG_FAMILY_SHAPE)
      printf("  %-16s %s.%s\n", lg_name(w, id), lg_family_name(kind->family), kind->name);
  }
}

static void report(lg_scene *s) {
  printf("%s\n", lg_scene_title(s));
  for (int i = 0; i < lg_scene_count(s); i++) report_world(lg_scene_world(s, i), i);
  printf("ok\n");
}

/* Machines get one object in trouble too. */
static void report_json(const lg_app_options *o, lg_scene *s, const char *error) {
  lg_json j = {stdout, false};
  lg_json_open(&j, NULL, '{');
  lg_json_text(&j, "scene", o->target);
  lg_json_bool(&j, "ok", *error == '\0');
  lg_json_text(&j, "error", error);
  if (s) lg_json_text(&j, "title", lg_scene_title(s));
  if (s) lg_json_worlds(&j, s);
  lg_json_close(&j, '}');
  putchar('\n');
}

int lg_app_check(const lg_app_options *o) {
  char why[LG_WHY_MAX] = "";
  int code = LG_EXIT_OK;
  if (!o->target) {
    lg_app_say("check: which scene? For example: laguna check examples/scenes/dam_break.lua");
    return LG_EXIT_USAGE;
  }
  lg_scene *s = lg_app_load_quietly(o, NULL, &code, why, sizeof why);
  if (!s) {
    lg_app_say("%s", why);
  } else if (!lg_scene_step(s, lg_app_dt(o))) {
    snprintf(why, sizeof why, "%s", lg_scene_error(s));
    code = lg_app_step_failed(s);
  } else {
    code = LG_EXIT_OK;
  }
  if (o->json) report_json(o, s, why);
  else if (code == LG_EXIT_OK) report(s);
  lg_scene_free(s);
  return code;
}
