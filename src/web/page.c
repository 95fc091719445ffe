/* page.c - the C side of the page: the text of a scene goes in; pixels (picture.c), numbers and
   JSON (values.c) come out. Here scenes are loaded, kept and stepped. */
#include "web/page.h"

#include <emscripten.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SETS  64
#define ROOM  2e9          /* bytes that a page can have */
#define ILL   100          /* a level of its own: what the doctor has found */
#define STATE "/state.lgs" /* a checkpoint, in the worker's files */

struct lg_page lg_page = {.watched = -1};

/* ---- a scene -------------------------------------------------------------------------------- */

EM_JS(void, tell_page, (int level, const char *text), { Module.onsay(level, UTF8ToString(text)); })
static void say(void *user, lg_level level, const char *sentence) {
  (void)user;
  tell_page((int)level, sentence);
}

const char *lg_page_answer(const char *text) {
  snprintf(lg_page.text, sizeof lg_page.text, "%s", text ? text : "");
  return lg_page.text;
}
const char *lg_page_outcome(bool ok) {
  return ok ? "" : lg_page_answer(lg_scene_error(lg_page.scene));
}
lg_scene *lg_page_touched(void) {
  lg_page.stage = 0;
  return lg_page.scene;
}
int lg_page_panes(void) {
  const int n = lg_scene_count(lg_page.scene);
  return n < LG_PANES_MAX ? n : LG_PANES_MAX;
}

const char *lg_page_json_end(FILE *f) {
  fclose(f);
  return lg_page.json ? lg_page.json : "{}";
}
FILE *lg_page_json(void) {
  free(lg_page.json);
  lg_page.json = NULL;
  return open_memstream(&lg_page.json, &lg_page.json_bytes);
}

/* A checkpoint brings its seed and its --set options with it, as on the command line. */
static bool open_state(lg_bytes *state, lg_scene_options *o, const char **sets, lg_why *why) {
  lg_origin origin;
  if (!lg_bytes_read(state, STATE, why) || !lg_scene_check_state(state->at, state->n, &origin, why))
    return false;
  if (origin.set_count > SETS)
    return lg_explain(why, "the checkpoint has %d --set options; the page takes %d",
                      origin.set_count, SETS);

  const char *text = origin.sets;
  for (int i = 0; i < origin.set_count; i++, text += strlen(text) + 1) sets[i] = text;
  o->sets = sets;
  o->set_count = origin.set_count;
  o->seed = origin.seed;
  return true;
}

static bool running_state(lg_bytes *state, lg_scene_options *o) {
  o->adopt = lg_page.scene && lg_scene_save(lg_page.scene, lg_bytes_take, state);
  return o->adopt;
}

void lg_page_watch(int64_t id) {
  lg_page.watched = id;
  for (int i = 0; i < lg_scene_count(lg_page.scene); i++)
    if (lg_scene_watched(lg_page.scene, i) != id) lg_scene_watch(lg_page.scene, i, id);
}

/* ---- the doctor ----------------------------------------------------------------------------- */

/* For a scene that has come; again: back at frames of which all was said before. */
static bool call_doctor(bool again) {
  if (!again) lg_page.ills.count = 0;
  lg_doctor_end(&lg_page.doctor);
  lg_doctor_begin(&lg_page.doctor, lg_page.scene);
  return lg_scene_diagnose(lg_page.scene, NULL, 0);
}

static bool is_known(const lg_finding *f) {
  for (int i = 0; i < lg_page.ills.count; i++)
    if (lg_page.ills.finding[i].lint == f->lint && lg_page.ills.finding[i].world == f->world)
      return true;
  return false;
}

/* After a frame: what it says is there for a lesson's checks of the next one, and told once. */
static bool look_for_ills(void) {
  static lg_lint found;
  char line[2 * LG_ERROR_MAX];
  found.count = 0;
  lg_doctor_look(&lg_page.doctor, lg_page.scene, &found);

  /* Each once, to the page. */
  for (int i = 0; i < found.count; i++) {
    const lg_finding *f = &found.finding[i];
    if (is_known(f) || lg_page.ills.count == LG_FINDINGS_MAX) continue;
    lg_page.ills.finding[lg_page.ills.count++] = *f;
    snprintf(line, sizeof line, "%s: %s [%s]", f->where, f->text, f->lint);
    tell_page(ILL, line);
  }
  return lg_doctor_tell(lg_page.scene, &found, 0);
}

/* ---- loaded, kept, stepped ------------------------------------------------------------------ */

/* What has no room is not begun: emitters would fill the memory for a minute first. How many
   particles the box has room for is asked before how many there will be, which takes longer. */
static bool fits(void *user, const lg_world *w, lg_why *why) {
  const lg_bounds b = lg_world_bounds(w);
  double n = 1;
  for (int k = 0; k < b.dim; k++) n *= (double)((b.max[k] - b.min[k]) / lg_world_spacing(w));
  if (n * LG_LINT_BYTES > ROOM) n = lg_lint_particles(w);
  if (n * LG_LINT_BYTES <= ROOM) return (void)user, true;
  return lg_explain(why,
                    "world: about %.3g million particles (%.1f GB) with spacing = %g m: a page has "
                    "%.0f GB, and a larger spacing needs less",
                    n / 1e6, n * LG_LINT_BYTES / 1e9, (double)lg_world_spacing(w), ROOM / 1e9);
}

enum { ANEW, KEEP, RESUME, RETURN };

/* Loads a file of the worker's; how: from its beginning, with the water of the scene that runs,
   with that of STATE, or back to that of STATE, seen as it is. "": it did; else why not, and the
   scene before goes on. */
EMSCRIPTEN_KEEPALIVE const char *page_load(const char *path, int how) {
  lg_bytes state = {NULL, 0, 0, false};
  const char *sets[SETS];
  lg_scene_options o = {.path = path,
                        .threads = 1,
                        .seed = -1,
                        .fps = LG_PAGE_FPS,
                        .lines = true,
                        .lesson = true,
                        .fits = fits,
                        .say = say};
  lg_why why = {""};
  const bool kept = how == RESUME || how == RETURN, same = how == KEEP || how == RETURN;
  bool ok = !kept || open_state(&state, &o, sets, &why);
  if (ok && (kept || (how == KEEP && running_state(&state, &o)))) {
    o.state = state.at;
    o.state_bytes = state.n;
  }

  /* the scene before is let go only when the new one is there */
  lg_scene *fresh = ok ? lg_scene_load(&o, &why) : NULL;
  lg_bytes_free(&state);
  if (!fresh) return lg_page_answer(why.text);
  lg_scene_close_lines(fresh);
  lg_scene_free(lg_page.scene);
  lg_page.scene = fresh;
  lg_page.stage = 0;
  lg_page.fitted = lg_page.fitted && same;
  lg_page.moved = lg_page.moved && same;
  if (!same) lg_page.watched = -1;
  else if (lg_page.watched >= 0) lg_page_watch(lg_page.watched);
  return lg_page_outcome((!lg_page.ledger || lg_scene_ledger(fresh)) && call_doctor(how == RETURN));
}

/* The scene's state, as the program writes it, into STATE. */
EMSCRIPTEN_KEEPALIVE const char *page_save(void) {
  lg_bytes state = {NULL, 0, 0, false};
  lg_why why = {""};
  if (!lg_scene_save(lg_page.scene, lg_bytes_take, &state)) return lg_page_outcome(false);
  if (!state.failed) lg_bytes_write(&state, STATE, &why);
  else lg_explain(&why, "out of memory for the checkpoint");
  lg_bytes_free(&state);
  return lg_page_answer(why.text);
}

EMSCRIPTEN_KEEPALIVE const char *page_step(void) {
  return lg_page_outcome(lg_scene_step(lg_page_touched(), 1.0 / LG_PAGE_FPS) && look_for_ills());
}
/* Shows the energy's ledger, or hides it. */
EMSCRIPTEN_KEEPALIVE const char *page_ledger(void) {
  lg_page.ledger = !lg_page.ledger;
  return lg_page_outcome(lg_scene_ledger(lg_page.scene));
}
EMSCRIPTEN_KEEPALIVE const char *page_title(void) { return lg_scene_title(lg_page.scene); }

/* What an edit changed: "live: ...; restart: ...". */
EMSCRIPTEN_KEEPALIVE const char *page_told(void) {
  const lg_adoption *t = lg_scene_told(lg_page.scene);
  const char *const what[][2] = {
      {"live", t->live}, {"with the next step", t->next}, {"after a restart", t->restart}};

  lg_page.text[0] = '\0';
  for (size_t i = 0; i < sizeof what / sizeof *what; i++) {
    size_t used = strlen(lg_page.text);
    if (*what[i][1])
      snprintf(lg_page.text + used, sizeof lg_page.text - used, "%s%s: %s", used ? "; " : "",
               what[i][0], what[i][1]);
  }
  return lg_page.text;
}

/* 16 hex digits, as the program prints them. */
EMSCRIPTEN_KEEPALIVE const char *page_hash(void) {
  snprintf(lg_page.text, sizeof lg_page.text, "%016llx",
           (unsigned long long)lg_app_hash(lg_page.scene));
  return lg_page.text;
}
