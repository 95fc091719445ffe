/* microscope.c - takes what a particle feels from its world, and finds the place for it: in the
   water, where that is shown large enough, else in a round glass beside it. */
#include "picture/microscope.h"

#include "picture/closeup.h"
#include "picture/look.h"
#include "picture/overlay.h"
#include "picture/text.h"

#include <string.h>

/* of the picture's height: the radius of the round glass; what is that large in the water is looked
   at there */
#define GLASS 0.18f

/* ---- taking --------------------------------------------------------------------------------- */

static bool take_neighbors(lg_microscope *m) {
  const lg_probe_neighbor *from = m->told.neighbor;
  double heaviest = 0;
  m->told.neighbor = NULL; /* theirs for this step only */
  if (!lg_room(&m->near, &m->room, (size_t)m->told.neighbors, sizeof *m->near)) {
    m->told.neighbors = 0;
    return false;
  }

  for (int i = 0; i < m->told.neighbors; i++) heaviest = fmax(heaviest, from[i].w);
  for (int i = 0; i < m->told.neighbors; i++) {
    lg_close_neighbor *to = &m->near[i];
    for (int k = 0; k < 3; k++) to->by[k] = (float)-from[i].offset[k];
    to->part = heaviest > 0 ? (float)(from[i].w / heaviest) : 0;
  }
  return true;
}

/* m: the solver's support, or two cells of its grid. */
static void take_reach(lg_microscope *m, lg_world *w) {
  const lg_kind *solver = lg_kind_of(w, lg_solver_id(w));
  lg_smoothing k;
  m->support = solver && solver->solver.support && lg_smoothing_of(w, 0, NULL, &k);
  m->reach = m->support ? (float)k.radius : 3 * lg_world_spacing(w);

  /* a particle's own cell and those around it */
  if (m->told.has_cell) {
    m->support = false;
    m->reach = 0;
    for (int d = 0; d < lg_world_dim(w); d++)
      m->reach = fmaxf(m->reach, 2.15f * (float)m->told.cell.edge[d]);
  }

  if (m->support) return;
  m->told.neighbors = 0; /* its solver does not ask for them */
  m->told.own = m->told.fluid = m->told.walls = 0;
}

bool lg_shot_watch(lg_shot *s, lg_world *w, int64_t id) {
  lg_microscope *m = &s->scope;
  int64_t i = id < 0 ? -1 : lg_particle_find(w, id);
  m->id = id;
  m->there = i >= 0;
  s->closeup = m->there ? lg_microscope_draw : NULL;
  if (!m->there) return true;

  /* where it is, how fast, and what is about it */
  lg_view x = lg_column(w, "position"), v = lg_column(w, "velocity");
  double speed2 = 0;
  memset(m->at, 0, sizeof m->at);
  for (int k = 0; k < x.components; k++) {
    m->at[k] = x.c[k][i];
    speed2 += (double)(v.c[k][i] * v.c[k][i]);
  }
  m->speed = (float)sqrt(speed2);

  if (!lg_probe_read(w, id, &m->told)) m->told = (lg_probe){.dt = 0};
  bool ok = take_neighbors(m);
  take_reach(m, w);
  return ok;
}

bool lg_shot_waits(const lg_shot *s) { return s->closeup && s->scope.told.dt == 0; }

bool lg_shot_watch_as(lg_shot *s, const lg_shot *before) {
  lg_microscope *m = &s->scope;
  const lg_microscope *b = &before->scope;
  const size_t n = (size_t)b->told.neighbors;
  if (!lg_shot_waits(s) || !before->closeup || b->id != m->id) return true;
  if (!lg_room(&m->near, &m->room, n, sizeof *m->near)) return false;

  for (size_t i = 0; i < n; i++) m->near[i] = b->near[i];
  m->told = b->told;
  m->support = b->support;
  m->reach = b->reach;
  return true;
}

/* ---- scales and colours ---------------------------------------------------------------------- */

double lg_microscope_round(double x) {
  static const double round[] = {1, 1.5, 2, 3, 5, 7, 10};
  if (!(x > 0) || !isfinite(x)) return 1;
  double power = pow(10, floor(log10(x)));
  int i = 0;
  while (i < 6 && round[i] * power < x * (1 - 1e-9)) i++;
  return round[i] * power;
}

void lg_microscope_colors(const lg_microscope *m, uint32_t rgba[LG_TERMS_MAX]) {
  static const uint32_t palette[LG_TERM_COLORS] = {0xff6b6bffU, 0x4dabf7ffU, 0x69db7cffU,
                                                   0xffa94dffU, 0xda77f2ffU, 0x38d9a9ffU,
                                                   0xf783acffU, 0xffe066ffU, 0x91a7ffffU};
  bool taken[LG_TERM_COLORS] = {false};

  /* by the name, so that a term has one colour in all solvers; the next one where that is taken */
  for (int i = 0; i < m->told.terms; i++) {
    unsigned slot = 5381;
    for (const char *c = m->told.term[i].name; *c; c++) slot = 33 * slot + (unsigned char)*c;
    slot %= LG_TERM_COLORS;
    for (int k = 0; k < LG_TERM_COLORS && taken[slot]; k++) slot = (slot + 1) % LG_TERM_COLORS;
    taken[slot] = true;
    rgba[i] = palette[slot];
  }
}

static double length(const double v[3]) { return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }

static void scales(lg_glass *g) {
  const lg_probe *told = &g->m->told;
  double most = length(told->rate), fastest = 0;
  for (int i = 0; i < told->terms; i++) most = fmax(most, length(told->term[i].by));
  for (int i = 0; i < told->cell.faces; i++)
    fastest = fmax(fastest, fmax(fabs(told->cell.face[i].before), fabs(told->cell.face[i].after)));
  g->rim = lg_microscope_round(most);
  g->edge = lg_microscope_round(fastest);
  lg_microscope_colors(g->m, g->color);
}

/* ---- its place ------------------------------------------------------------------------------ */

typedef struct box { /* pixels */
  int x, y, width, height, pad, size;
  int over; /* by how much it is too high for its place */
} box;

/* At the right edge below the legend; on the left, below the numbers, if the particle is under it
   and there is room. */
static box box_of(const lg_frame *f, const lg_glass *g, float px, int size) {
  box b = {.size = size};
  int right, bottom, rim = g->inset ? (int)(2 * g->radius) : 0;

  b.pad = lg_overlay_size(f) * 2 / 3;
  b.width = lg_clampi(28 * b.size, 0, f->image->width - 2 * b.pad);
  b.height = lg_glass_figures(g, 0, 0, b.width - 2 * b.pad, b.size, false) + 2 * b.pad +
             (rim ? rim + 2 * b.pad : 0);

  /* at the upper right, below the legend */
  b.x = f->image->width - b.width - b.pad;
  b.y = lg_legend_bottom(f) + b.pad;
  lg_overlay_ends(f, &right, &bottom);

  /* left where it would lie on the particle, lower where it would lie on the overlay */
  const int left = b.pad + f->style->aside;
  if (px > (float)(b.x - b.pad) && px > (float)(left + b.width + b.pad)) {
    b.x = left;
    b.y = bottom + b.pad;
  } else if (right > b.x && bottom + b.pad > b.y) b.y = bottom + b.pad;

  /* no lower than what stands at the bottom */
  int lowest = lg_overlay_lowest(f) - b.height - b.pad;
  b.over = b.y > lowest ? b.y - lowest : 0;
  b.y = lg_clampi(b.y, 0, lowest > 0 ? lowest : 0);
  return b;
}

/* A ring around the particle in the water, and a line from there to the glass. */
static void point_out(const lg_glass *g, const float p[3], float scale) {
  lg_image *image = g->f->image;
  float r = lg_max(scale * g->m->reach, 4 * g->pixel), dx = g->x - p[0], dy = g->y - p[1],
        d = sqrtf(dx * dx + dy * dy);
  lg_paint_ring(image, p[0], p[1], r - 2 * g->pixel, r + 2 * g->pixel, 0x0c0f14c0U);
  lg_paint_ring(image, p[0], p[1], r - g->pixel, r + g->pixel, LG_GLASS_RIM);
  if (d < r + g->radius) return;
  lg_picture_line(image, p[0] + dx * r / d, p[1] + dy * r / d, g->x - dx * g->radius / d,
                  g->y - dy * g->radius / d, g->pixel, LG_GLASS_RIM & 0xffffff90U);
}

void lg_microscope_draw(lg_frame *f) {
  const lg_microscope *m = &f->shot->scope;
  lg_glass g = {.f = f, .m = m, .pixel = lg_max(1, (float)f->image->height / 600)};
  float p[3], at[3], scale;
  if (f->image->width < 240 || f->image->height < 240) return;

  /* a grid is where the sub-step began; neighbours go along */
  for (int k = 0; k < 3; k++) at[k] = m->told.has_cell ? (float)m->told.position[k] : m->at[k];
  scale = lg_lens_project(&f->lens, at, p);
  g.inset = !(scale * m->reach >= GLASS * (float)f->image->height);
  g.radius = g.inset ? GLASS * (float)f->image->height : scale * m->reach;
  g.radius = g.inset ? lg_min(g.radius, GLASS * (float)f->image->width) : g.radius;
  g.x = p[0];
  g.y = p[1];
  scales(&g);

  /* figures below the glass, both on one panel */
  const float px = scale > 0 ? p[0] : 0;
  int size = lg_clampi(lg_overlay_size(f) * 5 / 6, 11, 40);
  size = lg_clampi((f->image->width - 2 * lg_overlay_size(f)) / 28, 9, size);
  box b = box_of(f, &g, px, size);
  const int smallest = size * 2 / 3 > 9 ? size * 2 / 3 : 9;
  for (; b.over > 0 && size > smallest; size--) { /* a smaller glass first, then smaller letters */
    const float least = 3 * (float)size;
    if (g.inset && g.radius > least) g.radius = lg_max(g.radius - 0.5f * (float)b.over - 1, least);
    b = box_of(f, &g, px, size);
  }
  g.scale = g.radius / m->reach;
  int top = b.y + b.pad;
  lg_picture_panel(f->image, b.x, b.y, b.width, b.height, b.pad / 2, lg_theme_dark.panel);
  const int glass[] = {b.x, b.y, b.x + b.width, b.y + b.height};
  memcpy(f->glass, glass, sizeof glass);
  if (g.inset) {
    g.x = (float)b.x + 0.5f * (float)b.width;
    g.y = (float)(b.y + 2 * b.pad) + g.radius;
    top += (int)(2 * g.radius) + 2 * b.pad;
    if (scale > 0) point_out(&g, p, scale);
  }
  lg_glass_draw(&g);
  lg_glass_figures(&g, b.x + b.pad, top, b.width - 2 * b.pad, b.size, true);
}
