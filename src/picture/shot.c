/* shot.c - takes from a world what a picture needs. */
#include "picture/shot.h"

#include "laguna_kind.h"
#include "picture/scratch.h"

#include <stdio.h>
#include <stdlib.h>

lg_shot *lg_shot_new(void) {
  lg_shot *s = calloc(1, sizeof *s);
  /* so that a camera can be fitted before the first take */
  if (s) s->bounds = lg_bounds2(0, 0, 1, 1);
  return s;
}

void lg_shot_free(lg_shot *s) {
  if (!s) return;
  lg_hulls_free(&s->hulls);
  lg_plate_free(&s->grid);
  free(s->mark);
  free(s->scope.near);
  for (int k = 0; k < 3; k++) free(s->x[k]);
  free(s->value);
  free(s->tint);
  free(s);
}

static bool take_positions(lg_shot *s, const lg_world *w) {
  lg_view x = lg_column(w, "position");
  s->count = x.components ? x.n : 0;
  if (!lg_room(&s->value, &s->capacity[3], s->count, sizeof(float))) return false;
  for (int k = 0; k < x.components && s->count; k++) {
    if (!lg_room(&s->x[k], &s->capacity[k], s->count, sizeof(float))) return false;
    memcpy(s->x[k], x.c[k], s->count * sizeof(float));
  }
  return true;
}

static void take_lengths(lg_shot *s, const lg_view *v) {
  for (size_t i = 0; i < s->count; i++) s->value[i] = v->c[0][i] * v->c[0][i];
  for (int k = 1; k < v->components; k++)
    for (size_t i = 0; i < s->count; i++) s->value[i] += v->c[k][i] * v->c[k][i];
  for (size_t i = 0; i < s->count; i++) s->value[i] = sqrtf(s->value[i]);
}

static void take_values(lg_shot *s, const lg_view *v) {
  if (!s->count) return; /* nor need there be room for any */
  if (!v->components || v->n != s->count) memset(s->value, 0, s->count * sizeof(float));
  else if (v->i32)
    for (size_t i = 0; i < s->count; i++) s->value[i] = (float)v->i32[i];
  else if (v->components == 1) memcpy(s->value, v->c[0], s->count * sizeof(float));
  else take_lengths(s, v);
}

static int number_of(const lg_view *v, size_t i) {
  return v->i32[i] < LG_MATERIALS_MAX ? v->i32[i] : LG_MATERIALS_MAX - 1;
}

static void name_material(const lg_world *w, int number, char name[LG_LABEL_MAX]) {
  snprintf(name, LG_LABEL_MAX, "default");
  for (int i = 0; number && i < lg_object_count(w); i++)
    if (lg_material_number(w, lg_object_at(w, i)) == number)
      snprintf(name, LG_LABEL_MAX, "%s", lg_name(w, lg_object_at(w, i)));
}

/* Every material that some particle has gets a colour; a particle's value is the middle of its
   own. */
static void take_materials(lg_shot *s, const lg_world *w, const lg_view *v) {
  int place[LG_MATERIALS_MAX];
  bool used[LG_MATERIALS_MAX] = {false};
  lg_properties p;

  for (size_t i = 0; i < s->count; i++) used[number_of(v, i)] = true;

  /* A colour and a name for each that is used, in the order of their numbers. */
  for (int n = 0; n < LG_MATERIALS_MAX; n++) {
    if (!used[n]) continue;
    place[n] = s->materials++;
    if (!lg_material_properties(w, n, &p)) lg_material_properties(w, 0, &p);
    memcpy(s->material[place[n]].color, p.color, sizeof p.color);
    name_material(w, n, s->material[place[n]].name);
  }

  for (size_t i = 0; i < s->count; i++) s->value[i] = (float)place[number_of(v, i)] + 0.5f;
}

/* Red, green and blue, 0 .. 1; NAN is 0. */
static bool take_tints(lg_shot *s, const lg_view *v) {
  if (!lg_room(&s->tint, &s->tint_capacity, s->count, sizeof *s->tint)) return false;
  for (size_t i = 0; i < s->count; i++) {
    float rgb[3];
    for (int k = 0; k < 3; k++) rgb[k] = v->c[k][i] > 0 ? 255 * lg_min(v->c[k][i], 1) : 0;
    s->tint[i] = lg_pack(rgb);
    s->value[i] = 0;
  }
  return s->tinted = true;
}

/* 3-D: each particle has the grid's value where it is. */
static void take_samples(lg_shot *s, const lg_grid_view *g) {
  for (size_t i = 0; i < s->count; i++) {
    float p[3] = {s->x[0][i], s->x[1][i], s->bounds.dim == 3 ? s->x[2][i] : 0}, v[3] = {0, 0, 0};
    lg_grid_sample(g, p, v);
    s->value[i] = g->components == 1 ? v[0] : sqrtf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  }
}

/* Names what is coloured; another name, or time running backwards (a restart), begins a new range.
   Speeds below a spacing a second have a colour of their own only beside greater ones: water at
   rest is shown at rest. */
static void name_value(lg_shot *s, const char *label, const char *unit, double time_before) {
  bool other = strncmp(s->label, label, LG_LABEL_MAX - 1) != 0 || s->stats.time < time_before;
  if (other) s->range = (lg_range){.least = strcmp(label, "speed") != 0 ? 0 : s->spacing};
  snprintf(s->label, sizeof s->label, "%s", label);
  snprintf(s->unit, sizeof s->unit, "%s", unit && strcmp(unit, "1") != 0 ? unit : "");
}

const char *lg_shot_usual(const lg_world *w) {
  for (int i = 0; i < lg_object_count(w); i++)
    if (lg_material_number(w, lg_object_at(w, i)) > 0) return "material";
  return "speed";
}

/* What is coloured: a grid, a column, or the speed. False: no memory. */
static bool take_colors(lg_shot *s, const lg_world *w, const char *color_by, double time_before) {
  if (!color_by || !*color_by) color_by = lg_shot_usual(w);
  lg_grid_view g = lg_plate_grid(w, color_by);
  lg_view v = !g.components && strcmp(color_by, "speed") != 0 ? lg_column(w, color_by)
                                                              : (lg_view){0};
  const char *label = g.components || v.components ? color_by : "speed";
  const char *column = strcmp(label, "speed") != 0 ? label : "velocity";
  if (!v.components) v = lg_column(w, "velocity");

  /* values, or colours that need no scale */
  s->materials = 0;
  s->tinted = false;
  if (!lg_plate_take(&s->grid, &g)) return false;
  if (g.components) take_samples(s, &g);
  else if (!strcmp(label, "material") && v.i32) take_materials(s, w, &v);
  else if (!strcmp(label, "color") && v.components == 3 && !take_tints(s, &v)) return false;
  else if (!s->tinted) take_values(s, &v);
  name_value(s, label, g.components ? g.unit : lg_column_unit(w, column), time_before);

  /* the scale goes with what is there */
  float low, high;
  size_t cells = (size_t)s->grid.cells[0] * (size_t)s->grid.cells[1];
  if (lg_range_of(cells ? s->grid.value : s->value, cells ? cells : s->count, &low, &high))
    lg_range_follow(&s->range, low, high);
  return true;
}

bool lg_shot_take(lg_shot *s, const lg_world *w, const char *color_by) {
  double time_before = s->stats.time;

  s->bounds = lg_world_bounds(w);
  s->spacing = lg_world_spacing(w);
  for (int k = 0; k < 6; k++)
    s->edge[k / 2][k % 2] = k / 2 < s->bounds.dim ? lg_world_edge(w, k / 2, k % 2) : LG_EDGE_OPEN;

  const lg_kind *solver = lg_kind_of(w, lg_solver_id(w));
  s->fluid = solver && !solver->solver.ballistic;
  s->closeup = NULL;
  s->stats = *lg_world_stats(w);

  if (!take_positions(s, w)) {
    s->count = 0;
    return false;
  }

  return take_colors(s, w, color_by, time_before) && lg_hulls_take(&s->hulls, w);
}

bool lg_shot_take_within(lg_shot *s, const lg_world *w, const char *color_by, const lg_shot *last) {
  if (!lg_shot_take(s, w, color_by) || !lg_marks_copy(s, last)) return false;
  s->stats = last->stats;
  return true;
}

size_t lg_shot_count(const lg_shot *s) { return s->count; }
int lg_shot_dim(const lg_shot *s) { return s->bounds.dim; }
lg_bounds lg_shot_bounds(const lg_shot *s) { return s->bounds; }
const lg_stats *lg_shot_stats(const lg_shot *s) { return &s->stats; }
void lg_shot_range(const lg_shot *s, float *low, float *high) {
  *low = s->range.low;
  *high = s->range.high;
}
void lg_shot_forget(lg_shot *s) { s->label[0] = '\0'; }
