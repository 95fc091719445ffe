/* closeup.c - what the microscope shows: neighbours tinted by what they weigh, the cell of a grid
   with its faces, arrows of the terms of acceleration to one scale and their sum; and the
   figures. */
#include "picture/closeup.h"

#include "picture/look.h"
#include "picture/text.h"

#include <stdio.h>

/* ---- the glass ------------------------------------------------------------------------------ */

/* Pixel of a place so far from the middle, in the camera's plane; returns how far behind it, m. */
static float place(const lg_glass *g, const float by[3], float p[3]) {
  const lg_lens *l = &g->f->lens;
  float d[3] = {by[0], by[1], 0};
  for (int k = 0; k < 3 && l->dim == 3; k++)
    d[k] = by[0] * l->axis[k][0] + by[1] * l->axis[k][1] + by[2] * l->axis[k][2];
  p[0] = g->x + g->scale * d[0];
  p[1] = g->y - g->scale * d[1];
  p[2] = 0;
  return d[2];
}

static void line(const lg_glass *g, const float from[3], const float to[3], float width,
                 uint32_t rgba, bool head) {
  const lg_pen pen = {.width = width * g->pixel, .rgba = rgba};
  float a[3], b[3];
  place(g, from, a);
  place(g, to, b);
  if (head) lg_paint_head(g->f->image, a, b, &pen, false);
  lg_paint_line(g->f->image, a, b, &pen, false);
}

/* From light to heavy. */
static uint32_t weight_color(float part, uint32_t alpha) {
  static const float light[3] = {0x3b, 0x5b, 0x7d}, heavy[3] = {0xff, 0xb5, 0x4c};
  uint32_t rgba = 0;
  for (int k = 0; k < 3; k++)
    rgba = rgba << 8 | (uint32_t)lg_mix(light[k], heavy[k], lg_clamp(part, 0, 1));
  return rgba << 8 | alpha;
}

/* Those behind the particle, or those before it. */
static void neighbors(const lg_glass *g, bool behind) {
  static const float middle[3] = {0, 0, 0};
  const lg_microscope *m = g->m;
  const bool deep = g->f->lens.dim == 3;
  float radius = (deep ? 0.24f : 0.32f) * g->f->shot->spacing * g->scale;

  for (int i = 0; i < m->told.neighbors; i++) {
    const lg_close_neighbor *q = &m->near[i];
    float p[3];
    if ((place(g, q->by, p) > 0) != behind) continue;

    /* thicker and more opaque, the more it weighs */
    line(g, middle, q->by, 0.5f + 2.0f * q->part, weight_color(q->part, behind ? 0x70 : 0xa0),
         false);
    lg_picture_disc(g->f->image, p[0], p[1], lg_max(radius, 2),
                    weight_color(q->part, behind ? 0x90 : 0xf0));
  }
}

/* Walls of the bounds, as chords of the glass. */
static void walls(const lg_glass *g) {
  const lg_shot *s = g->f->shot;
  for (int i = 0; i < 4 && s->bounds.dim == 2 && g->inset; i++) {
    int axis = i / 2;
    float edge = i % 2 ? s->bounds.max[axis] : s->bounds.min[axis], d = edge - g->m->at[axis],
          half = sqrtf(fmaxf(g->m->reach * g->m->reach - d * d, 0));
    if (s->edge[axis][i % 2] != LG_EDGE_WALL || half == 0) continue;

    /* the part of the edge that the circle of the support cuts out */
    float from[3] = {d, d, 0}, to[3] = {d, d, 0};
    from[!axis] = -half;
    to[!axis] = half;
    line(g, from, to, 2.5f, LG_GLASS_WALLS, false);
  }
}

/* ---- a grid --------------------------------------------------------------------------------- */

/* From the particle to a corner of the cell that is so many cells on. */
static void corner(const lg_probe *told, const int by[3], float out[3]) {
  for (int k = 0; k < 3; k++)
    out[k] = (float)(told->cell.min[k] + by[k] * told->cell.edge[k] - told->position[k]);
}

/* The twelve edges of its own cell, or in 2-D the four. */
static void cell(const lg_glass *g, const int at[3], float width, uint32_t rgba) {
  const int dim = g->f->lens.dim;
  for (int i = 0; i < 4 * dim; i++) {
    int axis = i / 4, u = (axis + 1) % 3, v = (axis + 2) % 3, a[3], b[3];
    float from[3], to[3];
    if (dim == 2 && (i & (u == 2 ? 1 : 2))) continue;

    memcpy(a, at, sizeof a);
    a[u] += i & 1;
    a[v] += i >> 1 & 1;
    memcpy(b, a, sizeof b);
    b[axis]++;

    corner(&g->m->told, a, from);
    corner(&g->m->told, b, to);
    line(g, from, to, width, rgba, false);
  }
}

/* 2-D: the cells on its sides by what they are, with their pressure. */
static void around(const lg_glass *g) {
  static const int by[5][3] = {{0, 0, 0}, {-1, 0, 0}, {1, 0, 0}, {0, -1, 0}, {0, 1, 0}};
  static const uint32_t fill[] = {0x2f7fb860U, 0x8d97a590U, 0};
  const lg_probe *told = &g->m->told;
  const int size = (int)lg_clamp(11 * g->pixel, 9, 30);
  for (int n = 0; n < 5; n++) {
    float low[3], high[3], a[3], b[3];
    char text[32];
    int type = told->cell.type[n], next[3] = {by[n][0] + 1, by[n][1] + 1, 0};
    if (type < 0 || type > 2) continue;
    corner(told, by[n], low);
    corner(told, next, high);
    place(g, low, a);
    place(g, high, b);
    lg_paint_rectangle(g->f->image, (float[2]){a[0], b[1]}, (float[2]){b[0], a[1]}, fill[type]);
    cell(g, by[n], 1, 0xffffff50U);

    /* in the corner, where no arrow is */
    const char *said = type == 1 ? "solid" : "air";
    snprintf(text, sizeof text, "%.3g", 1e-3 * told->cell.pressure[n]);
    if (type == 0) said = text;
    if (b[0] - a[0] > (float)(size + lg_picture_text_width(g->f->image, size, said)))
      lg_picture_text(g->f->image, (int)a[0] + size / 3, (int)b[1] + size / 4, size,
                      lg_theme_dark.dim, said);
  }
}

/* Velocities at the faces it reads, before the projection (thin) and behind it. */
static void faces(const lg_glass *g) {
  const lg_probe *told = &g->m->told;

  /* the smaller the part that is open, the paler */
  for (int i = 0; i < told->cell.faces; i++) {
    const lg_probe_face *face = &told->cell.face[i];
    const double velocity[2] = {face->before, face->after};
    uint32_t alpha = (uint32_t)lg_clamp(60 + 600 * (float)face->weight, 0, 255);
    float from[3];
    for (int k = 0; k < 3; k++) from[k] = (float)(face->at[k] - told->position[k]);
    if (g->f->lens.dim == 2) from[2] = 0;

    /* before the projection thin, after it thick */
    for (int n = 0; n < 2; n++) {
      float to[3] = {from[0], from[1], from[2]};
      to[face->axis] += (float)(0.9 * velocity[n] / g->edge * told->cell.edge[face->axis]);
      line(g, from, to, n ? 1.8f : 0.8f, (n ? LG_GLASS_FACE : lg_theme_dark.text) - 0xff + alpha,
           true);
    }
  }
}

/* ---- arrows --------------------------------------------------------------------------------- */

static void arrow(const lg_glass *g, const double a[3], float width, uint32_t rgba) {
  static const float middle[3] = {0, 0, 0};
  float to[3];
  for (int k = 0; k < 3; k++) to[k] = (float)(a[k] / g->rim) * g->m->reach;
  line(g, middle, to, width + 1.6f, 0x0c0f14c0U, true);
  line(g, middle, to, width, rgba, true);
}

static double length2(const double v[3]) { return v[0] * v[0] + v[1] * v[1] + v[2] * v[2]; }

/* The longest first, so that the shorter ones lie over it. */
static void arrows(const lg_glass *g) {
  const lg_probe *told = &g->m->told;
  bool drawn[LG_TERMS_MAX] = {false};

  /* the longest first, so that none covers a shorter one */
  for (int n = 0; n < told->terms; n++) {
    int next = -1;
    for (int i = 0; i < told->terms; i++)
      if (!drawn[i] && (next < 0 || length2(told->term[i].by) > length2(told->term[next].by)))
        next = i;
    if (next < 0) break;
    drawn[next] = true;
    arrow(g, told->term[next].by, 2.6f, g->color[next]);
  }

  if (told->terms > 0) arrow(g, told->rate, 1.4f, LG_GLASS_SUM);
}

void lg_glass_draw(const lg_glass *g) {
  static const int own[3] = {0, 0, 0};
  lg_image *image = g->f->image;
  const bool grid = g->m->told.has_cell;
  if (g->inset) lg_picture_disc(image, g->x, g->y, g->radius, 0x141a22ffU);

  if (grid && g->f->lens.dim == 2) around(g);
  if (grid) cell(g, own, 1.8f, LG_GLASS_RIM);
  if (grid) faces(g);
  if (!grid) walls(g);

  neighbors(g, true);
  float size = lg_max(0.34f * g->f->shot->spacing * g->scale, 3 * g->pixel);
  lg_picture_disc(image, g->x, g->y, size, 0x141a22e0U);
  lg_paint_ring(image, g->x, g->y, size - 1.5f * g->pixel, size, lg_theme_dark.text);
  neighbors(g, false);
  arrows(g);
  lg_paint_ring(image, g->x, g->y, g->radius - g->pixel, g->radius + g->pixel, LG_GLASS_RIM);
}
