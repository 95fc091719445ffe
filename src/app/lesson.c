/* lesson.c - `laguna lesson FILE.lua`: runs a lesson until its checks have been made, and says
   which are met and what to try; without a file it lists the lessons. */
#include "app/app.h"
#include "app/doctor.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>

#define MOST_FRAMES 3600
#define FOLDER      "examples/lessons"

/* ---- one lesson ----------------------------------------------------------------------------- */

/* How many checks there are, how many wait for their frame, how many are not met; and how many
   questions wait for somebody. */
typedef struct tally {
  int all, due, open, asked;
} tally;
static tally count(lg_scene *s) {
  lg_check c;
  tally t = {0};
  for (; lg_scene_check(s, t.all, &c); t.all++) {
    bool unanswered = *c.ask && !c.done;
    t.asked += unanswered;
    t.due += !c.done && !unanswered;
    t.open += !c.met && !unanswered;
  }
  return t;
}

static void show_notes(lg_scene *s) {
  const char *note;
  printf("%s\n", lg_scene_title(s));
  for (int i = 0; (note = lg_scene_note(s, i)); i++) printf("\n%s\n", note);
  putchar('\n');
}

/* Questions with how they are answered, checks with whether they are met; then how many. */
static void show_checks(lg_scene *s) {
  lg_check c;
  const tally t = count(s);
  for (int i = 0; lg_scene_check(s, i, &c); i++)
    if (*c.ask && !c.done)
      printf("ask  %s [%s]: --set %s=NUMBER answers\n", c.ask, *c.unit ? c.unit : "1", c.name);
    else printf("%s  %s: %s\n", c.met ? "yes" : "no ", c.name, c.done ? c.said : "not tried");
  if (t.all > t.asked) printf("%d of %d\n", t.all - t.asked - t.open, t.all - t.asked);
  if (t.asked > 0) printf("%d question%s open\n", t.asked, t.asked == 1 ? "" : "s");
  if (t.all == 0) printf("this scene has no lg.check\n");
}

static void json_lesson(lg_scene *s, const char *error) {
  lg_json j = {stdout, false};
  lg_json_open(&j, NULL, '{');
  if (s) lg_json_text(&j, "title", lg_scene_title(s));
  lg_json_text(&j, "error", error);
  lg_json_checks(&j, s);
  lg_json_close(&j, '}');
  putchar('\n');
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

/* Those that come with the program; returns how many. */
static int list_its_own(void) {
  lg_gallery g;
  int n = 0;
  lg_gallery_find(&g);

  /* installed ones, by their whole path */
  for (int i = 0; i < g.count; i++) {
    char *path = strstr(g.scene[i].path, "/lessons/") ? realpath(g.scene[i].path, NULL) : NULL;
    if (path) show_title(path);
    n += path != NULL;
    free(path);
  }
  lg_gallery_free(&g);
  return n;
}

static int list_lessons(void) {
  glob_t found;

  /* those of this folder, or else the installed ones */
  bool here = glob(FOLDER "/[0-9]*.lua", 0, NULL, &found) == 0;
  for (size_t i = 0; here && i < found.gl_pathc; i++) show_title(found.gl_pathv[i]);
  if (here) globfree(&found);
  if (!here && list_its_own() == 0) {
    lg_app_say("lesson: which one? There is no folder '%s' here", FOLDER);
    return LG_EXIT_USAGE;
  }

  /* what to do with one of them */
  printf(
      "\n%s`laguna FILE` opens one in the window; edit it, and `laguna lesson FILE` looks at your "
      "answer\n",
      here ? "" : "`cp FILE .` takes one into this folder; ");
  return LG_EXIT_OK;
}

/* The doctor looks after each frame; what it says is there for checks of the next one. */
static bool step(lg_scene *s, lg_doctor *d, lg_lint *found, double dt) {
  if (!lg_scene_step(s, dt)) return false;
  found->count = 0;
  lg_doctor_look(d, s, found);
  return lg_doctor_tell(s, found, 0);
}

/* Frames until no check waits any more, or one fails. */
static bool run_frames(lg_scene *s, double dt) {
  lg_doctor d = {0};
  lg_lint *found = calloc(1, sizeof *found);
  bool ok = found && lg_doctor_begin(&d, s) && lg_scene_diagnose(s, NULL, 0);
  for (int frame = 0; ok && frame < MOST_FRAMES && count(s).due > 0; frame++)
    ok = step(s, &d, found, dt);
  lg_doctor_end(&d);
  free(found);
  return ok;
}

/* Returns the exit code, and why has the error. */
static int run(lg_scene *s, double dt, lg_why *why) {
  if (run_frames(s, dt)) return count(s).open > 0 ? LG_EXIT_SCENE : LG_EXIT_OK;
  lg_explain(why, "%s", lg_scene_error(s));
  const int code = lg_app_step_failed(s);
  char more[LG_ERROR_MAX];
  lg_scene_excuse(s, why->text, more, sizeof more);
  if (*more) lg_app_say("%s", more);
  return code;
}

int lg_app_lesson(const lg_app_options *o) {
  lg_why why = {""};
  int code = LG_EXIT_OK;
  if (!o->target) return list_lessons();
  lg_app_options load = *o;
  load.lesson = true;
  lg_scene *s = lg_app_load_quietly(&load, NULL, NULL, &code, &why);

  /* What it says, then what its checks find. */
  if (!s) lg_app_say("%s", why.text);
  if (s && !o->json) show_notes(s);
  if (s) code = run(s, lg_app_dt(o), &why);
  if (o->json) json_lesson(s, why.text);
  else if (s) show_checks(s);
  lg_scene_free(s);
  return code;
}
