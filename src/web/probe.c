/* probe.c - one particle as a table: its columns, the terms of its acceleration, its neighbours. */
#include "web/probe.h"

#include <stdio.h>
#include <string.h>

#define SHOWN 12 /* neighbours */

/* [name, "1.5, 2"] */
static void put_row(lg_json *j, const char *name, const double *x, int n, int digits) {
  char text[96] = "";
  int used = 0;
  for (int k = 0; k < n; k++)
    used +=
        snprintf(text + used, sizeof text - (size_t)used, "%s%.*g", k ? ", " : "", digits, x[k]);
  lg_json_open(j, NULL, '[');
  lg_json_text(j, NULL, name);
  lg_json_text(j, NULL, text);
  lg_json_close(j, ']');
}

static void put_columns(lg_json *j, const lg_world *w, size_t i) {
  lg_json_open(j, "columns", '[');
  for (int c = 0; c < lg_column_count(w); c++) {
    lg_view v = lg_column(w, lg_column_name(w, c));
    double x[3] = {v.i32 ? v.i32[i] : 0, 0, 0};
    for (int k = 0; k < v.components && !v.i32; k++) x[k] = (double)v.c[k][i];
    put_row(j, lg_column_name(w, c), x, v.components, v.i32 ? 10 : 4);
  }
  lg_json_close(j, ']');
}

static void put_terms(lg_json *j, const lg_probe *p, int dim) {
  lg_json_open(j, "terms", '[');
  for (int i = 0; i < p->terms; i++) put_row(j, p->term[i].name, p->term[i].by, dim, 4);
  if (p->dt > 0) put_row(j, "together", p->rate, dim, 4);
  lg_json_close(j, ']');
}

/* By their share of the density sum: of those not yet put the heaviest, each time. */
static void put_neighbors(lg_json *j, const lg_probe *p) {
  bool put[1024] = {false};
  const int n = p->neighbors < 1024 ? p->neighbors : 1024;
  lg_json_open(j, "neighbors", '[');

  for (int shown = 0; shown < SHOWN && shown < n; shown++) {
    int best = -1;
    for (int i = 0; i < n; i++)
      if (!put[i] && (best < 0 || p->neighbor[i].share > p->neighbor[best].share)) best = i;

    put[best] = true;
    lg_json_open(j, NULL, '{');
    lg_json_int(j, "id", p->neighbor[best].id);
    lg_json_num(j, "distance", p->neighbor[best].distance);
    lg_json_num(j, "share", p->neighbor[best].share);
    lg_json_close(j, '}');
  }
  lg_json_close(j, ']');
}

void lg_web_probe(lg_json *j, lg_world *w, int64_t id) {
  static lg_probe p;
  const int64_t at = lg_particle_find(w, id);

  lg_json_open(j, NULL, '{');
  if (at >= 0 && lg_probe_read(w, id, &p)) {
    lg_json_int(j, "id", id);
    lg_json_int(j, "count", p.neighbors);
    put_columns(j, w, (size_t)at);
    put_terms(j, &p, lg_world_dim(w));
    put_neighbors(j, &p);
  }
  lg_json_close(j, '}');
}
