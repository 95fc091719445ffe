/* grid_view.c - the solver's grids as the host sees them. */
#include "core/base/world.h"
#include "core/object/object.h"

static const lg_grid_def *grids_of(const lg_world *w) {
  return w ? lg_world_solver_kind(w)->solver.grids : NULL;
}

int lg_grid_count(const lg_world *w) {
  int n = 0;
  for (const lg_grid_def *g = grids_of(w); g && g[n].name;) n++;
  return n;
}

const char *lg_grid_name(const lg_world *w, int i) {
  return i >= 0 && i < lg_grid_count(w) ? grids_of(w)[i].name : "";
}

/* ---- of a checkpoint ------------------------------------------------------------------------ */

int lg_grid_row(const lg_grid_view *g, int dim, int axis) {
  return g->cells[axis] + (g->location == LG_AT_FACES && axis < dim);
}

size_t lg_grid_numbers(const lg_grid_view *g, int dim) {
  size_t n = 1;
  for (int k = 0; k < 3; k++) n *= (size_t)lg_grid_row(g, dim, k);
  return n;
}

void lg_grids_hide(lg_world *w) {
  lg_kept_grids *kept = &w->objects->kept;
  kept->solver = lg_world_solver_kind(w);
  memset(kept->view, 0, sizeof kept->view);
}

void lg_grids_show(lg_world *w) { w->objects->kept.solver = NULL; }

float *lg_grid_keep(lg_world *w, int which, const lg_grid_view *known) {
  lg_kept_grids *kept = &w->objects->kept;
  const size_t n = lg_grid_numbers(known, w->dim);
  lg_grid_view v = *known;
  if (!lg_mem_room(&w->mem, &kept->numbers[which], n * (size_t)v.components, sizeof(float)))
    return NULL;

  v.step[0] = 1;
  v.step[1] = (size_t)lg_grid_row(&v, w->dim, 0);
  v.step[2] = w->dim == 3 ? v.step[1] * (size_t)lg_grid_row(&v, w->dim, 1) : 0;
  for (int k = 0; k < 3; k++)
    v.c[k] = k < v.components ? kept->numbers[which] + (size_t)k * n : NULL;
  kept->view[which] = v;
  return kept->numbers[which];
}

/* ---- what the solver shows ------------------------------------------------------------------ */

static bool look(const lg_world *w, int which, lg_grid_view *v) {
  const lg_kind *solver = lg_world_solver_kind(w);
  const lg_kept_grids *kept = &w->objects->kept;
  if (kept->solver != solver || w->shown)
    return solver->solver.grid(lg_world_solver_self(w), w, which, v);
  const bool has = which < LG_GRIDS_MAX && kept->view[which].components > 0;
  if (has) *v = kept->view[which];
  return has;
}

lg_grid_view lg_grid(const lg_world *w, const char *name) {
  lg_grid_view v;
  memset(&v, 0, sizeof v);
  v.stamp = lg_world_stamp(w);
  v.unit = "";

  /* By name; empty where the solver has no grid yet. */
  for (int i = 0; name && i < lg_grid_count(w); i++) {
    const lg_grid_def *g = &grids_of(w)[i];
    if (strcmp(g->name, name) != 0) continue;
    if (look(w, i, &v)) v.components = g->components ? g->components : w->dim;
    v.unit = g->unit;
    v.location = g->location;
    v.stamp = lg_world_stamp(w);
  }
  return v;
}

/* The lower of the two values between which x (in cells) lies on an axis with n of them, the first
   at `first`; how far between. */
static int between(float x, float first, int n, float *part) {
  float p = lg_clampf(x - first, 0, (float)(n - 1));
  int i = lg_mini((int)p, lg_maxi(n - 2, 0));
  *part = p - (float)i;
  return i;
}

bool lg_grid_sample(const lg_grid_view *g, const float p[3], float out[3]) {
  int dim = g->step[2] > 0 ? 3 : 2;
  for (int c = 0; c < g->components; c++) {
    /* The lowest of the 2^dim values around p, which lie in the middle of cells, or of faces. */
    size_t at = 0, up[3] = {0, 0, 0};
    float part[3] = {0, 0, 0};
    for (int k = 0; k < dim; k++) {
      bool face = g->location == LG_AT_FACES && c == k;
      int n = g->cells[k] + face;
      at += (size_t)between((p[k] - g->origin[k]) / g->cell[k], face ? 0 : 0.5f, n, &part[k]) *
            g->step[k];
      up[k] = n > 1 ? g->step[k] : 0;
    }

    /* Multilinear. */
    out[c] = 0;
    for (int corner = 0; corner < 1 << dim; corner++) {
      float w = 1;
      size_t to = at;
      for (int k = 0; k < dim; k++) {
        w *= corner >> k & 1 ? part[k] : 1 - part[k];
        to += corner >> k & 1 ? up[k] : 0;
      }
      out[c] += w * g->c[c][to];
    }
  }
  return g->components > 0;
}

void lg_grid_cell(const lg_grid_view *g, int i, int j, int l, float out[3]) {
  size_t at = (size_t)i * g->step[0] + (size_t)j * g->step[1] + (size_t)l * g->step[2];
  for (int c = 0; c < g->components; c++)
    out[c] = g->location == LG_AT_CELLS ? g->c[c][at]
                                        : 0.5f * (g->c[c][at] + g->c[c][at + g->step[c]]);
}
