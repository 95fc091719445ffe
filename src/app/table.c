/* table.c - statistics as comma separated values: one row a frame and world. */
#include "app/app.h"

#include <string.h>

static int find(const lg_table *t, const char *stage) {
  int i = 0;
  while (i < t->stages && strcmp(t->stage[i], stage) != 0) i++;
  return i;
}

/* Two worlds may have two solvers: the columns are all stages that occur. */
static void gather(lg_table *t, const lg_stats *s) {
  for (int i = 0; i < s->stages; i++)
    if (find(t, s->stage[i].name) == t->stages && t->stages < 2 * LG_STAGES_MAX) t->stage[t->stages++] = s->stage[i].name;
}

void lg_table_head(lg_table *t, FILE *f, lg_scene *s) {
  *t = (lg_table){.f = f};
  for (int i = 0; i < lg_scene_count(s); i++) gather(t, lg_world_stats(lg_scene_world(s, i)));
  fputs("world", f);
  for (const lg_stat *r = lg_stats_rows(); r->name; r++) fprintf(f, ",%s", r->name);
  for (int i = 0; i < t->stages; i++) fprintf(f, ",%s_seconds", t->stage[i]);
  fputc('\n', f);
}

static void row(const lg_table *t, int world, const lg_stats *s) {
  double seconds[2 * LG_STAGES_MAX + 1] = {0};
  for (int i = 0; i < s->stages; i++) seconds[find(t, s->stage[i].name)] = s->stage[i].seconds;
  fprintf(t->f, "%d", world + 1);
  for (const lg_stat *r = lg_stats_rows(); r->name; r++) {
    lg_arg a = lg_stat_read(r, s);
    if (r->type == LG_TEXT) fprintf(t->f, ",%s", a.text);
    else fprintf(t->f, r->type == LG_INT ? ",%.0f" : ",%.9g", a.v[0]);
  }
  for (int i = 0; i < t->stages; i++) fprintf(t->f, ",%.9g", seconds[i]);
  fputc('\n', t->f);
}

void lg_table_rows(const lg_table *t, lg_scene *s) {
  for (int i = 0; i < lg_scene_count(s); i++) row(t, i, lg_world_stats(lg_scene_world(s, i)));
}
