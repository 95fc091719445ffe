/* sim_frame.c - copies a frame for the window. */
#include "viewer/sim_frame.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool lg_sim_frame_init(lg_sim_frame *f) {
  bool ok = true;
  for (int i = 0; i < LG_PANES_MAX; i++) ok = (f->shot[i] = lg_shot_new()) && ok;
  return (f->line = calloc(LG_LINES_MAX, sizeof *f->line)) && ok;
}

void lg_sim_frame_free(lg_sim_frame *f) {
  for (int i = 0; i < LG_PANES_MAX; i++) lg_shot_free(f->shot[i]);
  lg_controls_free(&f->controls);
  free(f->line);
}

/* What is beside another world shows what that one shows, if it has it: two columns of one number
   in their lists are no comparison. The points of a comparison stay what they are. */
static const char *choose_beside(const char *const *choices, int n, const char *first) {
  for (int k = 0; k < n && strcmp(choices[0], "difference") != 0; k++)
    if (strcmp(choices[k], first) == 0) return choices[k];
  return choices[0];
}

/* False: an error of the scene. Next column or grid after the scene's own choice: the script's
   columns, the solver's, then those that every world has, of whose vectors the speed alone is left
   in. first: what the first world shows; NULL: this is the first one. */
static bool choose_color(const lg_sim_course *c, const lg_viewer_host *host, int i,
                         const char *first, char *out, size_t bytes) {
  char grid[16][LG_NAME_MAX + 8];
  const lg_world *w = host->world(host->user, i);
  const char *own = host->color_by(host->user, i),
             *choices[64] = {own && *own ? own : lg_shot_usual(w)};
  int n = 1;

  /* The newest columns first: the script's, then the solver's. */
  for (int k = lg_column_count(w); k-- > 0 && n < 63;) {
    const char *name = lg_column_name(w, k);
    bool skip = strcmp(name, "position") == 0 || strcmp(name, "velocity") == 0 ||
                strcmp(name, choices[0]) == 0;
    if (!skip) choices[n++] = name;
  }

  for (int k = 0; k < lg_grid_count(w) && k < 16 && n < 63; k++) {
    snprintf(grid[k], sizeof grid[k], "grid.%s", lg_grid_name(w, k));
    if (strcmp(grid[k], choices[0]) != 0) choices[n++] = grid[k];
  }

  if (strcmp(choices[0], "speed") != 0) choices[n++] = "speed";
  const bool follows = first && c->color > 0;
  snprintf(out, bytes, "%s", follows ? choose_beside(choices, n, first) : choices[c->color % n]);
  return own != NULL;
}

/* Grids, and the speed, which is no column, count as if they did. */
static bool varies(const lg_world *w, const char *name) {
  lg_view v = lg_column(w, name);
  for (size_t i = 1; i < v.n; i++) {
    if (v.i32 && v.i32[i] != v.i32[0]) return true;
    for (int k = 0; !v.i32 && k < v.components; k++)
      if (v.c[k][i] != v.c[k][0]) return true;
  }
  return v.components == 0;
}

void lg_sim_frame_next_color(lg_sim_course *c, const lg_viewer_host *host) {
  const lg_world *w = host->world(host->user, 0);
  char own[LG_NAME_MAX + 8], name[LG_NAME_MAX + 8];
  int color = c->color;
  c->color = 0; /* the scene's own, which it may always come back to */
  choose_color(c, host, 0, NULL, own, sizeof own);
  for (c->color = color + 1; c->color < color + 64; c->color++) {
    bool ok = choose_color(c, host, 0, NULL, name, sizeof name);
    if (strcmp(name, own) == 0) c->color = 0;
    if (!ok || c->color == 0 || varies(w, name)) return;
  }
}

static void follow_range(lg_sim_course *c, lg_sim_frame *f, int i) {
  int64_t frame = lg_shot_stats(f->shot[i])->frame;
  const char *color_by = f->beside.color_by[i];
  bool same = strcmp(c->range[i].color_by, color_by) == 0 && frame > 1 &&
              c->range[i].seeks == c->seeks;
  /* a frame: quick enough for a splash, slow enough for the eye; a picture of the same frame keeps
     its colours */
  float pace = !same ? 1 : frame == c->range[i].frame ? 0 : 0.25f, low, high;

  /* Exponential smoothing towards the shot's own range. */
  lg_shot_range(f->shot[i], &low, &high);
  c->range[i].low += pace * (low - c->range[i].low);
  c->range[i].high += pace * (high - c->range[i].high);
  c->range[i].frame = frame;
  c->range[i].seeks = c->seeks;
  memcpy(c->range[i].color_by, color_by, sizeof c->range[i].color_by);

  f->beside.low[i] = c->range[i].low;
  f->beside.high[i] = c->range[i].high;
}

typedef struct closeup {
  const lg_viewer_host *host;
  lg_shot *shot;
  int world;
  bool ok;
} closeup;

static bool behind_substep(void *user, const lg_world *w, const lg_peek_stage *at) {
  closeup *c = user;
  (void)w;
  if (strcmp(at->name, "guard") != 0) return true;
  c->ok = c->host->closeup(c->host->user, c->world, c->shot);
  return false;
}

/* The terms of a particle that was just picked are those of the next sub-step, which is taken back:
   between two frames, or while nothing moves, nobody else tells them. */
static bool look_closely(lg_shot *shot, const lg_viewer_host *host, int world) {
  closeup c = {host, shot, world, host->closeup(host->user, world, shot)};
  if (c.ok && lg_shot_waits(shot)) host->peek(host->user, world, behind_substep, &c);
  return c.ok;
}

/* A script error: the message stands over the picture and everything else lives on. */
static bool take_world(lg_sim_frame *f, lg_sim_course *c, const lg_viewer_host *host, int i,
                       bool *dark) {
  lg_sim_beside *b = &f->beside;
  bool ok = choose_color(c, host, i, i > 0 ? b->color_by[0] : NULL, b->color_by[i],
                         sizeof b->color_by[i]);
  if (f->seeks != c->seeks) lg_shot_forget(f->shot[i]);

  /* The world as it is now, and what the scene says of how it is shown. */
  *dark |= !lg_shot_take(f->shot[i], host->world(host->user, i), b->color_by[i]) ||
           !look_closely(f->shot[i], host, i);
  follow_range(c, f, i);
  b->look[i] = host->look(host->user, i);
  b->hears_key[i] = host->has_hook(host->user, i, "key");
  b->hears_mouse[i] = host->has_hook(host->user, i, "mouse");

  /* A scene that an error has stopped draws nothing over it. */
  if (!ok || c->stopped) lg_shot_unmark(f->shot[i]);
  else ok = host->marks(host->user, i, f->shot[i]);
  return ok;
}

static void take_lesson(lg_lesson *l, const lg_viewer_host *host) {
  const char *note;
  lg_viewer_check c;
  size_t used = 0;
  l->notes[0] = '\0';
  for (int i = 0; used < sizeof l->notes && (note = host->widgets.note(host->user, i)); i++) {
    int n = snprintf(l->notes + used, sizeof l->notes - used, "%s%s", i ? "\n\n" : "", note);
    used += n > 0 ? (size_t)n : 0;
  }

  l->checks = 0;
  while (l->checks < LG_CHECKS_MAX && host->widgets.check(host->user, l->checks, &c)) {
    int k = l->checks++;
    snprintf(l->check[k].name, sizeof l->check[k].name, "%s", c.name);
    snprintf(l->check[k].said, sizeof l->check[k].said, "%s", c.said);
    snprintf(l->check[k].ask, sizeof l->check[k].ask, "%s", c.ask);
    snprintf(l->check[k].unit, sizeof l->check[k].unit, "%s", c.unit);
    l->check[k].done = c.done;
    l->check[k].met = c.met;
  }
}

static void take_findings(lg_sim_beside *b, const lg_viewer_host *host) {
  const char *text;
  b->findings = 0;
  while (b->findings < LG_FINDINGS_SHOWN && (text = host->finding(host->user, b->findings)))
    snprintf(b->finding[b->findings++], sizeof *b->finding, "%s", text);
}

bool lg_sim_frame_take(lg_sim_frame *f, lg_sim_course *c, const lg_viewer_host *host, bool panel) {
  lg_sim_beside *b = &f->beside;
  int worlds = host->worlds(host->user);
  bool dark = false, ok = true;
  f->count = worlds < LG_PANES_MAX ? worlds : LG_PANES_MAX;

  for (int i = 0; i < f->count; i++) {
    bool fine = take_world(f, c, host, i, &dark);
    c->stopped |= !fine;
    ok = ok && fine;
  }

  f->seeks = c->seeks;

  /* What is beside the picture. Parameters cost a little, so they are copied for an open panel
     only; a scene's own sliders and buttons are there without one. */
  b->ribbon.n = 0;
  b->plots = host->widgets.plots(host->user, b->plot, LG_PLOTS_MAX);
  take_lesson(&b->lesson, host);
  take_findings(b, host);
  lg_controls_take(&f->controls, host, panel ? f->count : 0);
  if (panel) {
    memcpy(f->line, c->line, (size_t)c->lines * sizeof *c->line);
    f->lines = c->lines;
  }

  b->past = host->past(host->user);
  snprintf(b->title, sizeof b->title, "%s", host->title(host->user));
  snprintf(b->error, sizeof b->error, "%s", host->error(host->user));
  snprintf(b->news, sizeof b->news, "%s", host->news(host->user, &b->edits));
  if (dark) snprintf(b->error, sizeof b->error, "no memory for the picture");
  b->stopped = c->stopped;
  b->edition = c->edition;
  b->steps_a_second = c->rate;
  return ok;
}

bool lg_sim_frame_take_within(lg_sim_frame *f, const lg_sim_frame *last, const lg_viewer_host *host,
                              const lg_world *stepped, bool panel) {
  bool ok = true;
  f->count = last->count;
  f->beside = last->beside;

  /* Worlds that do not step show of what is watched what they showed before. */
  for (int i = 0; ok && i < f->count; i++) {
    const lg_world *w = host->world(host->user, i);
    ok = lg_shot_take_within(f->shot[i], w, f->beside.color_by[i], last->shot[i]) &&
         host->closeup(host->user, i, f->shot[i]) &&
         (w == stepped || lg_shot_watch_as(f->shot[i], last->shot[i]));
  }
  if (!ok || !lg_controls_copy(&f->controls, &last->controls)) return false;

  if (panel) memcpy(f->line, last->line, (size_t)last->lines * sizeof *f->line);
  f->lines = panel ? last->lines : 0;
  return true;
}
