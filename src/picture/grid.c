/* grid.c - a grid behind the particles, which are dots then: cells as colours, vectors as arrows
   too. 2-D; in 3-D particles are coloured by the grid's value where they are (shot.c). */
#include "picture/grid.h"

#include "picture/frame.h"
#include "picture/look.h"
#include "picture/paint.h"

#include <stdlib.h>

#define APART 16.0f /* pixels between arrows, at least */
#define DOT   0.18f /* spacings, radius of a particle's dot */

lg_grid_view lg_plate_grid(const lg_world *w, const char *color_by) {
  bool named = color_by && !strncmp(color_by, "grid.", 5);
  return named ? lg_grid(w, color_by + 5) : (lg_grid_view){0};
}

void lg_plate_free(lg_plate *p) {
  free(p->value);
  free(p->along[0]);
  free(p->along[1]);
}

bool lg_plate_take(lg_plate *p, const lg_grid_view *g) {
  bool flat = g->components && g->step[2] == 0;
  p->arrows = g->components > 1;
  for (int k = 0; k < 2; k++) {
    p->cells[k] = flat ? g->cells[k] : 0;
    p->origin[k] = g->origin[k];
    p->cell[k] = g->cell[k];
  }

  size_t n = (size_t)p->cells[0] * (size_t)p->cells[1];
  if (!lg_room(&p->value, &p->capacity[0], n, sizeof(float)) ||
      !lg_room(&p->along[0], &p->capacity[1], n, sizeof(float)) ||
      !lg_room(&p->along[1], &p->capacity[2], n, sizeof(float))) {
    p->cells[0] = 0;
    return false;
  }

  /* A vector is coloured by its length, and kept for its arrow. */
  for (size_t c = 0; c < n; c++) {
    float v[3] = {0, 0, 0};
    lg_grid_cell(g, (int)(c % (size_t)p->cells[0]), (int)(c / (size_t)p->cells[0]), 0, v);
    p->value[c] = p->arrows ? sqrtf(v[0] * v[0] + v[1] * v[1]) : v[0];
    p->along[0][c] = v[0];
    p->along[1][c] = v[1];
  }
  return true;
}

/* The cell in which pixel x (y: from above) lies on an axis, limited to those that are inside; -1:
   outside the bounds. */
static int cell_of(const lg_frame *f, int axis, int pixel) {
  const lg_plate *p = &f->shot->grid;
  float offset = ((float)pixel + 0.5f - (axis ? f->lens.cy : f->lens.cx)) / f->lens.scale;
  float at = f->lens.origin[axis] + (axis ? -offset : offset);
  if (at < f->shot->bounds.min[axis] || at > f->shot->bounds.max[axis]) return -1;
  return lg_clampi((int)((at - p->origin[axis]) / p->cell[axis]), 0, p->cells[axis] - 1);
}

void lg_grid_band(void *frame, int band) {
  const lg_frame *f = frame;
  const lg_plate *p = &f->shot->grid;
  float per = f->high > f->low ? 1 / (f->high - f->low) : 0;
  for (int y = lg_band_begin(band); y < lg_band_end(f, band); y++) {
    float sky[3];
    lg_sky(f->style, lg_frame_ground(f), (float)y / (float)f->image->height, sky);
    const int32_t behind = lg_pack(sky) | LG_OPAQUE;

    int line = cell_of(f, 1, y);
    uint8_t *row = lg_rgba_row(f, y);

    /* Each pixel has the colour of the cell that it lies in. */
    for (int x = 0; x < f->image->width; x++) {
      int column = line < 0 ? -1 : cell_of(f, 0, x);
      float tone = column < 0
                       ? 0
                       : (p->value[(size_t)line * (size_t)p->cells[0] + (size_t)column] - f->low) *
                             per;
      int32_t color = column < 0
                          ? behind
                          : f->color[lg_color_index(tone > 0 ? lg_min(tone, 1) : 0)] | LG_OPAQUE;
      memcpy(row + 4 * x, &color, sizeof color);
    }
  }
}

static void arrow(lg_frame *f, const float from[3], const float by[2]) {
  float length = sqrtf(by[0] * by[0] + by[1] * by[1]), x = from[0] + by[0], y = from[1] + by[1];
  if (!(length > 1.5f)) return;
  lg_picture_line(f->image, from[0], from[1], x, y, 1.4f, lg_theme_dark.text);
  for (int side = -1; side <= 1; side += 2) /* the head: a third of the length, 30 degrees open */
    lg_picture_line(f->image, x, y, x - 0.3f * by[0] + 0.17f * (float)side * by[1],
                    y - 0.3f * by[1] - 0.17f * (float)side * by[0], 1.4f, lg_theme_dark.text);
}

/* The longest arrow is as long as arrows are apart. */
static void arrows(lg_frame *f) {
  const lg_plate *p = &f->shot->grid;
  float size = p->cell[0] * f->lens.scale;
  int every = lg_clampi((int)(APART / size) + 1, 1, 1000);
  float scale = f->high > 0 ? size * (float)every / f->high : 0;

  /* One in the middle of every few cells. */
  for (int j = every / 2; j < p->cells[1]; j += every)
    for (int i = every / 2; i < p->cells[0]; i += every) {
      size_t c = (size_t)j * (size_t)p->cells[0] + (size_t)i;
      float at[3] = {p->origin[0] + ((float)i + 0.5f) * p->cell[0],
                     p->origin[1] + ((float)j + 0.5f) * p->cell[1], 0},
            pixel[3];

      lg_lens_project(&f->lens, at, pixel);
      arrow(f, pixel, (float[2]){scale * p->along[0][c], -scale * p->along[1][c]});
    }
}

void lg_grid_draw(lg_frame *f) {
  const lg_shot *s = f->shot;
  float radius = lg_max(DOT * s->spacing * f->lens.scale * f->style->point_scale, 0.6f);
  for (size_t i = 0; i < s->count; i++) {
    const float p[3] = {s->x[0][i], s->x[1][i], 0};
    float at[3];
    lg_lens_project(&f->lens, p, at);
    lg_picture_disc(f->image, at[0], at[1], radius, 0xf4f7fbb0U);
  }
  if (s->grid.arrows) arrows(f);
}
