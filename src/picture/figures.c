/* figures.c - the numbers beside the microscope: what the particle is, what its density is made of,
   and the terms of its acceleration in the colours of their arrows. */
#include "picture/closeup.h"
#include "picture/look.h"
#include "picture/text.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

typedef struct column { /* pixels; y: of the next row */
  lg_image *image;
  int x, y, width, size, line;
  bool draws;
} column;

static void put(const column *c, int x, uint32_t rgba, const char *text) {
  if (c->draws) lg_picture_text(c->image, x, c->y, c->size, rgba, text);
}

static void put_right(const column *c, int right, uint32_t rgba, const char *text) {
  if (c->draws) put(c, right - lg_picture_text_width(c->image, c->size, text), rgba, text);
}

static void row(column *c, const char *left, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static void row(column *c, const char *left, const char *format, ...) {
  char text[128];
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  put(c, c->x, lg_theme_dark.dim, left);
  put_right(c, c->x + c->width, lg_theme_dark.text, text);
  c->y += c->line;
}

static void write_vec(char *out, size_t bytes, const float *v, int n) {
  size_t used = 0;
  for (int k = 0; k < n && used < bytes; k++)
    used += (size_t)snprintf(out + used, bytes - used, "%s%.4g", k ? ", " : "(", (double)v[k]);
  if (used < bytes) snprintf(out + used, bytes - used, ")");
}

/* ---- density -------------------------------------------------------------------------------- */

/* A bar of three parts, and where it would be at rest. */
static void density_bar(column *c, const double part[3], double rest) {
  static const uint32_t rgba[] = {LG_GLASS_OWN, LG_GLASS_FLUID, LG_GLASS_WALLS};
  double whole = 1.1 * fmax(rest, part[0] + part[1] + part[2]), sum = 0;
  float top = (float)c->y + 0.2f * (float)c->line, bottom = (float)c->y + 0.8f * (float)c->line,
        scale = whole > 0 ? (float)(c->width / whole) : 0, x = (float)c->x;

  /* the parts, one behind the other */
  for (int i = 0; i < 3 && c->draws; i++) {
    float from = x + scale * (float)sum, to = x + scale * (float)(sum += part[i]);
    if (to > from)
      lg_paint_rectangle(c->image, (float[2]){from, top}, (float[2]){to, bottom}, rgba[i]);
  }

  /* a mark at the density at rest */
  x += scale * (float)rest;
  if (c->draws)
    lg_picture_line(c->image, x, (float)c->y, x, (float)(c->y + c->line), 1.5f, lg_theme_dark.text);
  c->y += c->line;
}

static void density(column *c, const lg_probe *told) {
  const double part[3] = {told->own, told->fluid, told->walls};
  char own[32], fluid[32], walls[32];
  if (!(told->own + told->fluid > 0)) return;
  row(c, "density", "%.5g of %.4g kg/m3",
      told->density > 0 ? told->density : part[0] + part[1] + part[2], told->rest_density);
  density_bar(c, part, told->rest_density);

  snprintf(own, sizeof own, "own %.4g", part[0]);
  snprintf(fluid, sizeof fluid, "%d near %.4g", told->neighbors, part[1]);
  snprintf(walls, sizeof walls, "walls %.4g", part[2]);
  put(c, c->x, LG_GLASS_OWN, own);
  put_right(c, c->x + c->width * 2 / 3, LG_GLASS_FLUID, fluid);
  put_right(c, c->x + c->width, LG_GLASS_WALLS, walls);
  c->y += c->line;
}

/* ---- pressure ------------------------------------------------------------------------------- */

static void cell(column *c, const lg_glass *g) {
  const lg_probe_cell *cell = &g->m->told.cell;
  if (!g->m->told.has_cell) return;

  if (g->f->lens.dim == 3)
    row(c, "cell", "(%d, %d, %d)", cell->at[0] + 1, cell->at[1] + 1, cell->at[2] + 1);
  else row(c, "cell", "(%d, %d)", cell->at[0] + 1, cell->at[1] + 1);
  row(c, "its divergence, before", "%.3g 1/s", cell->divergence[0]);
  row(c, "behind the projection", "%.3g 1/s", cell->divergence[1]);
  row(c, "its pressure; in the picture, kPa", "%.5g Pa", cell->pressure[0]);

  /* how long the arrows at the faces are */
  put(c, c->x, LG_GLASS_FACE, "faces: a cell's edge is");
  char text[32];
  snprintf(text, sizeof text, "%g m/s", g->edge);
  put_right(c, c->x + c->width, LG_GLASS_FACE, text);
  c->y += c->line;
}

static void iterations(column *c, const lg_probe *told) {
  char left[48];
  if (told->iterations < 1) return;
  snprintf(left, sizeof left, "pressure, %d iterations", told->iterations);
  row(c, told->iterations > 1 ? left : "pressure",
      told->iterations > 1 ? "%.4g to %.4g Pa" : "%.4g Pa", told->pressure[0],
      told->pressure[told->iterations - 1]);
}

/* ---- terms ---------------------------------------------------------------------------------- */

/* From one of three columns of numbers to the next; what is left takes the names. */
static int step_of(const column *c) { return c->width * 19 / 100; }

static void term(column *c, const char *name, const double v[3], int dim, uint32_t rgba) {
  const double length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  const int step = step_of(c), dot = c->size;
  char text[32];

  if (c->draws)
    lg_picture_disc(c->image, (float)c->x + 0.3f * (float)dot, (float)c->y + 0.6f * (float)c->size,
                    0.3f * (float)dot, rgba);
  put(c, c->x + dot, rgba, name);

  /* its components, then how large it is */
  for (int k = 0; k < 3; k++) {
    const double x = k < dim ? v[k] : length, size = fabs(x);
    bool wide = size > 0 && (size < 1e-3 || size >= 1e5);
    snprintf(text, sizeof text, wide ? "%.1e" : "%.3g", x);
    put_right(c, c->x + c->width - (2 - k) * step, lg_theme_dark.text, text);
  }

  c->y += c->line;
}

static void terms(column *c, const lg_glass *g) {
  static const char *const heads[2][3] = {{"x", "y", "length"}, {"x", "y", "z"}};
  const lg_probe *told = &g->m->told;
  const int dim = g->f->lens.dim;
  char text[64];
  if (told->dt == 0) {
    row(c, "its terms come with the next step", "%s", "");
    return;
  }
  c->y += c->line / 3;
  put(c, c->x, lg_theme_dark.dim, "m/s2");
  for (int k = 0; k < 3; k++)
    put_right(c, c->x + c->width - (2 - k) * step_of(c), lg_theme_dark.dim, heads[dim == 3][k]);
  c->y += c->line;

  /* the terms, what they leave, and their sum */
  double rest = 0, most = 0;
  for (int i = 0; i < told->terms; i++)
    term(c, told->term[i].name, told->term[i].by, dim, g->color[i]);
  for (int k = 0; k < 3; k++) {
    rest = fmax(rest, fabs(told->rest[k]));
    most = fmax(most, fabs(told->rate[k]));
  }
  if (rest > 1e-3 * most && rest > 1e-3) term(c, "not told", told->rest, dim, lg_theme_dark.dim);
  term(c, "dv/dt", told->rate, dim, LG_GLASS_SUM);
  snprintf(text, sizeof text, "the rim is %g m/s2", g->rim);
  put(c, c->x, LG_GLASS_RIM, text);
  snprintf(text, sizeof text, "dt %.3g ms", 1e3 * told->dt);
  put_right(c, c->x + c->width, lg_theme_dark.dim, text);
  c->y += c->line;
}

int lg_glass_figures(const lg_glass *g, int x, int y, int width, int size, bool draws) {
  const lg_microscope *m = g->m;
  column c = {g->f->image, x, y, width, size, lg_text_line(size), draws};
  char text[96];
  snprintf(text, sizeof text, "particle %" PRId64, m->id);
  put(&c, x, LG_GLASS_RIM, text);
  snprintf(text, sizeof text, "%.3g m/s", (double)m->speed);
  put_right(&c, x + width, lg_theme_dark.text, text);
  c.y += c.line;

  write_vec(text, sizeof text, m->at, g->f->lens.dim);
  row(&c, "at", "%s m", text);
  density(&c, &m->told);
  cell(&c, g);
  iterations(&c, &m->told);
  terms(&c, g);
  return c.y - y;
}
