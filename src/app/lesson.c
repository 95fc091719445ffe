/* lesson.c - `laguna lesson FILE.lua`: runs a lesson until its checks have been made, and says which
   are met and what to try; without a file it lists the lessons. */
#include "app/app.h"

#include <glob.h>
#include <string.h>

#define MOST_FRAMES 3600
#define FOLDER      "examples/lessons"

/* ---- one lesson ----------------------------------------------------------------------------- */

static bool is_due(lg_scene *s) {
  lg_check c;
  bool due = false;
  for (int i = 0; lg_scene_check(s, i, &c); i++) due = due || !c.done;
  return due;
}

static void show_notes(lg_scene *s) {
  const char *note;
  printf("%s\n", lg_scene_title(s));
  for (int i = 0; (note = lg_scene_note(s, i)); i++) printf("\n%s\n", note);
  putchar('\n');
}

/* How many are not met. */
static int show_checks(lg_scene *s) {
  lg_check c;
  int open = 0, n = 0;
  for (; lg_scene_check(s, n, &c); n++) {
    printf("%s  %s: %s\n", c.met ? "yes" : "no ", c.name, c.done ? c.said : "not tried");
    open += !c.met;
  }
  if (n > 0) printf("%d of %d\n", n - open, n);
  else printf("this scene has no lg.check\n");
  return open;
}

static int json_checks(lg_scene *s, const char *error) {
  lg_json j = {stdout, false};
  lg_check c;
  int open = 0;
  lg_json_open(&j, NULL, '{');
  if (s) lg_json_text(&j, "title", lg_scene_title(s));
  lg_json_text(&j, "error", error);
  lg_json_open(&j, "checks", '[');
  for (int i = 0; s && lg_scene_check(s, i, &c); i++) {
    lg_json_open(&j, NULL, '{');
    lg_json_text(&j, "name", c.name);
    lg_json_bool(&j, "done", c.done);
    lg_json_bool(&j, "met", c.met);
    lg_json_text(&j, "said", c.said);
    lg_json_close(&j, '}');
    open += !c.met;
  }
  lg_json_close(&j, ']');
  lg_json_close(&j, '}');
  putchar('\n');
  return open;
}

/* ---- the command ---------------------------------------------------------------------------- */

/* Its first comment line. */
static void show_title(const char *path) {
  char line[256] = "";
  FILE *f = fopen(path, "rb");
  if (f && fgets(line, sizeof line, f)) line[strcspn(line, "\r\n")] = '\0';
  if (f) fclose(f);
  printf("  %-44s %s\n", path, strncmp(line, "-- ", 3) == 0 ? line + 3 : "");
}

static int list_lessons(void) {
  glob_t found;
  if (glob(FOLDER "/[0-9]*.lua", 0, NULL, &found) != 0) {
    lg_app_say("lesson: which one? There is no folder '%s' here", FOLDER);
    return LG_EXIT_USAGE;
  }
  for (size_t i = 0; i < found.gl_pathc; i++) show_title(found.gl_pathv[i]);
  printf("\n`laguna FILE` opens one in the window; edit it, and `laguna lesson FILE` looks at your "
         "answer\n");
  globfree(&found);
  return LG_EXIT_OK;
}

int lg_app_lesson(const lg_app_options *o) {
  lg_why why = {""};
  int code = LG_EXIT_OK;
  if (!o->target) return list_lessons();
  lg_app_options load = *o;
  load.lesson = true;
  lg_scene *s = lg_app_load_quietly(&load, NULL, NULL, &code, &why);
  if (!s) lg_app_say("%s", why.text);
  if (!s && o->json) json_checks(NULL, why.text);
  if (!s) return code;
  code = LG_EXIT_OK;

  bool ok = true;
  if (!o->json) show_notes(s);
  for (int64_t frame = 0; ok && frame < MOST_FRAMES && is_due(s); frame++)
    ok = lg_scene_step(s, lg_app_dt(o));
  lg_why error = {""};
  if (!ok) lg_explain(&error, "%s", lg_scene_error(s));
  if (!ok) code = lg_app_step_failed(s);
  int open = o->json ? json_checks(s, error.text) : show_checks(s);
  lg_scene_free(s);
  return code ? code : open ? LG_EXIT_SCENE : LG_EXIT_OK;
}
