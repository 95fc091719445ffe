/* warn.c - who runs a scene is warned as `laguna check` warns, once of each thing. */
#include "app/lint.h"

#include <stdlib.h>

#define COST 2e7 /* distances, some tenths of a second: crowds of objects are for `check` */

/* FNV-1a */
static uint64_t sum(uint64_t h, const char *text) {
  for (; *text; text++) h = (h ^ (uint8_t)*text) * 0x100000001b3U;
  return h;
}

static bool is_new(lg_live *l, const lg_finding *f) {
  const int most = sizeof l->said / sizeof *l->said;
  uint64_t h = sum(sum(0xcbf29ce484222325U, f->where), f->text);
  for (int i = 0; i < l->saids; i++)
    if (l->said[i] == h) return false;
  if (l->saids == most) return false;
  l->said[l->saids++] = h;
  return true;
}

static void say(lg_live *l, int from) {
  for (int i = from; i < l->lint->count; i++) {
    if (!is_new(l, &l->lint->finding[i])) continue;
    lg_progress_hide();
    lg_lint_print(stderr, &l->lint->finding[i]);
  }
}

void lg_live_warn(lg_live *l, lg_scene *s) {
  l->lined = true;
  if (!l->lint) l->lint = calloc(1, sizeof *l->lint);
  if (!l->lint) return;
  l->lint->count = 0;
  if (lg_lint_cost(s) < COST) lg_lint_scene(l->lint, s, LG_LINT_MADE, lg_app_dt(l->o));
  say(l, 0);
}

/* A scene with a state is filled by that. */
lg_scene *lg_live_load(lg_live *l, const lg_app_options *o, bool watched, const lg_bytes *tuned,
                       int *code, lg_why *why) {
  lg_app_options lined = *o;

  /* lints are read off a scene at its beginning, not off a state */
  lined.lines = true;
  lined.lint = o->state.n == 0;
  lg_scene *s = lg_app_load_quietly(&lined, watched ? &l->watch : NULL, tuned, code, why);
  if (!s) return NULL;
  lg_live_warn(l, s);

  /* a scene that does not begin is refused, not run */
  if (lined.lint && !lg_scene_begin(s)) {
    lg_explain(why, "%s", lg_scene_error(s));
    *code = LG_EXIT_SCENE;
    lg_scene_free(s);
    return NULL;
  }

  lg_scene_close_lines(s);
  *code = LG_EXIT_OK;
  return s;
}

void lg_live_warn_after(lg_live *l) {
  if (!l->lined) return;
  l->lined = false;
  if (l->lint) {
    int from = l->lint->count;
    lg_lint_scene(l->lint, l->scene, LG_LINT_FRAME, lg_app_dt(l->o));
    lg_lint_unused(l->lint, l->scene);
    say(l, from);
  }
}
