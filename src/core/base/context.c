/* context.c - what every room asks of the world and says to its host: time, threads, memory,
   sentences, the times of stages. */
#include "core/base/par.h"
#include "core/base/world.h"

#include <stdarg.h>
#include <stdio.h>
#include <time.h>

/* ---- asking --------------------------------------------------------------------------------- */

double lg_world_time(const lg_world *w) { return w ? w->time : 0; }
int64_t lg_world_frame(const lg_world *w) { return w ? w->frame : 0; }
int lg_world_dim(const lg_world *w) { return w ? w->dim : 0; }
float lg_world_spacing(const lg_world *w) { return w ? w->def.spacing : 0; }
lg_bounds lg_world_bounds(const lg_world *w) {
  return w ? w->def.bounds : (lg_bounds){0, {0, 0, 0}, {0, 0, 0}};
}
uint64_t lg_world_stamp(const lg_world *w) { return w ? w->stamp : 0; }
int lg_world_threads(const lg_world *w) {
  return !w ? 0 : w->def.threads > 0 ? (int)w->def.threads : w->threads;
}

const lg_stats *lg_world_stats(const lg_world *w) {
  static const lg_stats none = {.limit = ""};
  return w ? &w->stats : &none;
}

lg_edge lg_world_edge(const lg_world *w, int axis, int side) {
  return w && axis >= 0 && axis < w->dim ? w->def.edges[axis][side != 0] : LG_EDGE_WALL;
}

/* Images count -1, 0, 1 along each axis in turn, the world itself left out. */
bool lg_image_shift(const lg_world *w, int image, float shift[3]) {
  int code = image < LG_IMAGES / 2 ? image : image + 1;
  for (int k = 0; k < 3; k++, code /= 3) {
    int step = code % 3 - 1;
    bool periodic = k < w->dim && lg_is_periodic(w, k);
    if (step && !periodic) return false;
    shift[k] = step ? (float)step * (w->def.bounds.max[k] - w->def.bounds.min[k]) : 0;
  }
  return true;
}

void lg_parallel(int threads, size_t n, void (*fn)(void *user, size_t begin, size_t end),
                 void *user) {
  lg_par_blocks(threads, n, fn, user);
}

void *lg_scratch(lg_world *w, size_t bytes) {
  return lg_mem_room(&w->mem, &w->scratch, bytes, 1) ? w->scratch : NULL;
}

/* ---- telling -------------------------------------------------------------------------------- */

const char *lg_error(const lg_world *w) {
  return w ? w->error
           : "there is no world: lg_world_new returned NULL, and the error of its definition says "
             "why";
}

bool lg_refuse(lg_world *w, const char *format, ...) {
  char sentence[LG_ERROR_MAX]; /* the arguments may be w->error itself */
  va_list list;
  if (!w) return false;
  va_start(list, format);
  vsnprintf(sentence, sizeof sentence, format, list);
  va_end(list);
  memcpy(w->error, sentence, sizeof sentence);
  return false;
}

bool lg_explain(lg_why *why, const char *format, ...) {
  va_list list;
  va_start(list, format);
  if (why) vsnprintf(why->text, sizeof why->text, format, list);
  va_end(list);
  return false;
}

void lg_say(const lg_world *w, lg_level level, const char *format, ...) {
  char sentence[LG_ERROR_MAX];
  va_list list;
  if (!w->def.log) return;
  va_start(list, format);
  vsnprintf(sentence, sizeof sentence, format, list);
  va_end(list);
  w->def.log(w->def.log_user, level, sentence);
}

bool lg_misuse(const lg_world *w, const char *what) {
  if (w && w->def.misuse) w->def.misuse(w->def.misuse_user, what);
  return false;
}

void lg_world_gravity(const lg_world *w, float out[3]) {
  memcpy(out, w->def.gravity, sizeof w->def.gravity);
}

void lg_world_rest_gravity(const lg_world *w, float out[3]) {
  for (int k = 0; k < 3; k++) out[k] = lg_is_periodic(w, k) ? 0 : w->def.gravity[k];
}

/* ---- the times of stages -------------------------------------------------------------------- */

double lg_clock(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The time of the stage of that name, which stays as long as the statistics: what comes in every
   iteration adds up. NULL: there are too many. */
static double *stage_time(lg_stats *stats, const char *name, const char *(*keep)(const char *)) {
  int i = 0;

  /* mostly it is the same text in memory, too */
  while (i < stats->stages && stats->stage[i].name != name) i++;
  if (i == stats->stages)
    for (i = 0; i < stats->stages && strcmp(stats->stage[i].name, name) != 0;) i++;
  if (i == LG_STAGES_MAX || (i == stats->stages && !(name = keep ? keep(name) : name))) return NULL;
  if (i == stats->stages) stats->stage[stats->stages++] = (lg_stage_time){name, 0};
  return &stats->stage[i].seconds;
}

static void tell(lg_world *w, const char *stage) {
  if (w->behind_stage) w->behind_stage(w, stage);
  if (w->on_stage.fn) w->on_stage.fn(w->on_stage.user, w, stage);
  w->iterates = false;
}

void lg_iteration_begin(lg_world *w) { w->iterates = true; }

void lg_on_stage(lg_world *w, lg_stage_fn *fn, void *user) {
  if (!w) return;
  w->on_stage.fn = fn;
  w->on_stage.user = user;
}

void lg_stage_end(lg_stage *stage) {
  double *seconds = stage_time(&stage->world->stats, stage->name, NULL);
  stage->open = false;
  if (seconds) *seconds += lg_clock() - stage->begun;
  tell(stage->world, stage->name);
}

void lg_stats_stage(lg_world *w, const char *name, double seconds) {
  double *time = w && name ? stage_time(&w->stats, name, lg_text_keep) : NULL;
  if (time) *time += seconds;
  if (time) tell(w, name);
}

void lg_stats_visit(lg_world *w, size_t particles, double seconds) {
  if (!w) return;
  w->stats.visited += particles;
  w->stats.visit_seconds += seconds;
}
