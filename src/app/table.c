/* table.c - statistics and gauges as comma separated values: one row a frame and world. */
#include "app/app.h"

#include <math.h>
#include <string.h>

static int find(const lg_table *t, const char *stage) {
  int i = 0;
  while (i < t->stages && strcmp(t->stage[i], stage) != 0) i++;
  return i;
}

/* Two worlds may have two solvers: the columns are all stages that occur. */
static void gather(lg_table *t, const lg_stats *s) {
  for (int i = 0; i < s->stages; i++)
    if (find(t, s->stage[i].name) == t->stages && t->stages < 2 * LG_STAGES_MAX)
      t->stage[t->stages++] = s->stage[i].name;
}

static bool has_gauge(const lg_world *w, const char *name, lg_gauge *out) {
  for (int i = 0; i < lg_gauge_count(w); i++) {
    *out = lg_gauge_at(w, i);
    if (strcmp(out->name, name) == 0) return true;
  }
  return false;
}

/* Two worlds may have a gauge of the same name, even in 2-D and 3-D: one cell for each component of
   the longest. Names are copied: a hook may take a gauge away. */
static void gather_gauges(lg_table *t, const lg_world *w) {
  for (int i = 0; i < lg_gauge_count(w); i++) {
    lg_gauge g = lg_gauge_at(w, i);

    int at = 0;
    while (at < t->gauges && strcmp(t->gauge[at].name, g.name) != 0) at++;
    if (at == LG_TABLE_GAUGES) return;

    /* A name that is new gets a column of its own. */
    if (at == t->gauges) {
      t->gauges++;
      t->gauge[at].components = 0;
      snprintf(t->gauge[at].name, sizeof t->gauge[at].name, "%s", g.name);
    }

    if (g.components > t->gauge[at].components) t->gauge[at].components = g.components;
  }
}

static void gauge_names(const lg_table *t) {
  for (int i = 0; i < t->gauges; i++)
    for (int k = 0; k < t->gauge[i].components; k++) {
      fprintf(t->f, ",%s", t->gauge[i].name);
      if (t->gauge[i].components > 1) fprintf(t->f, "_%c", "xyz"[k]);
    }
}

/* What cannot be measured is an empty cell. */
static void gauge_values(const lg_table *t, const lg_world *w) {
  for (int i = 0; i < t->gauges; i++) {
    lg_gauge g = {0};
    if (!has_gauge(w, t->gauge[i].name, &g)) g.components = 0;
    for (int k = 0; k < t->gauge[i].components; k++) {
      fputc(',', t->f);
      if (k < g.components && isfinite(g.value[k])) fprintf(t->f, "%.9g", g.value[k]);
    }
  }
}

void lg_table_head(lg_table *t, FILE *f, lg_scene *s) {
  *t = (lg_table){.f = f};
  for (int i = 0; i < lg_scene_count(s); i++) {
    gather(t, lg_world_stats(lg_scene_world(s, i)));
    gather_gauges(t, lg_scene_world(s, i));
  }
  fputs("world", f);
  for (const lg_stat *r = lg_stats_rows(); r->name; r++) fprintf(f, ",%s", r->name);
  gauge_names(t);
  for (int i = 0; i < t->stages; i++) fprintf(f, ",%s_seconds", t->stage[i]);
  fputc('\n', f);
}

static void row(const lg_table *t, int number, const lg_world *w) {
  const lg_stats *s = lg_world_stats(w);
  double seconds[2 * LG_STAGES_MAX + 1] = {0};
  for (int i = 0; i < s->stages; i++) seconds[find(t, s->stage[i].name)] = s->stage[i].seconds;

  fprintf(t->f, "%d", number);

  /* Statistics by their rows, then gauges, then the seconds of each stage. */
  for (const lg_stat *r = lg_stats_rows(); r->name; r++) {
    lg_arg a = lg_stat_read(r, s);
    if (r->type == LG_TEXT) fprintf(t->f, ",%s", a.text);
    else fprintf(t->f, r->type == LG_INT ? ",%.0f" : ",%.9g", a.v[0]);
  }

  gauge_values(t, w);
  for (int i = 0; i < t->stages; i++) fprintf(t->f, ",%.9g", seconds[i]);
  fputc('\n', t->f);
}

void lg_table_rows(const lg_table *t, lg_scene *s) {
  for (int i = 0; i < lg_scene_count(s); i++) row(t, i + 1, lg_scene_world(s, i));
}
