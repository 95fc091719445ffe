/* picture.c - one picture, stage by stage. */
#include "picture/frame.h"
#include "picture/look.h"

/* reach of the discs of a fluid: a lattice has no holes until it is stretched to twice its spacing,
   as flip's particles are here and there (at 3.2 its water was speckled) */
#define MELTING  4.0f
#define SEPARATE 1.6f  /* of particles that do not feel each other */
#define OVERLAP  1.15f /* of spheres, so that a cubic lattice of them cannot be looked through */

lg_style lg_default_style(void) {
  return (lg_style){.scale = 1,
                    .colormap = "viridis",
                    .point_scale = 1,
                    .legend = true,
                    .bounds = true,
                    .colliders = true};
}

/* Of shots that colour the same: the same label and unit, the same colour map. */
static bool same(const lg_style *a, const lg_shot *s, const lg_style *b, const lg_shot *t) {
  return s->label[0] && strcmp(s->label, t->label) == 0 && strcmp(s->unit, t->unit) == 0 &&
         s->materials == t->materials && strcmp(a->colormap, b->colormap) == 0;
}

static void widen(lg_style *a, const lg_shot *s) {
  if (a->low < a->high) return;
  a->low = s->range.low;
  a->high = s->range.high;
}

void lg_style_share(lg_style *styles, lg_shot *const *shots, int count) {
  for (int i = 1; i < count; i++)
    for (int k = 0; k < i; k++) {
      lg_style *a = &styles[k], *b = &styles[i];
      if (!same(a, shots[k], b, shots[i]) || shots[i]->materials) continue;

      /* The last one has all ranges before it by then; the others follow below. */
      widen(a, shots[k]);
      widen(b, shots[i]);
      b->low = lg_min(a->low, b->low);
      b->high = lg_max(a->high, b->high);
      b->legend = b->legend || a->legend;
      a->legend = false;
    }

  for (int i = count - 1; i > 0; i--)
    for (int k = 0; k < i; k++)
      if (same(&styles[k], shots[k], &styles[i], shots[i]) && !shots[i]->materials) {
        styles[k].low = styles[i].low;
        styles[k].high = styles[i].high;
      }
}

static void draw_flat(lg_frame *f, int bands) {
  bool grid = f->shot->grid.cells[0] > 0;
  if (!grid) lg_tasks(f->threads, bands, lg_water_sum_band, f);
  lg_tasks(f->threads, bands, grid ? lg_grid_band : lg_water_show_band, f);
  if (grid) lg_grid_draw(f);
  lg_tasks(f->threads, bands, lg_fill_band, f);
}

static void deep_band(void *frame, int band) {
  lg_mesh_band(frame, band);
  lg_spheres_band(frame, band);
}

static void draw_deep(lg_frame *f, int bands) {
  lg_tasks(f->threads, bands, deep_band, f);
  bool water = lg_frame_is_sea(f) && f->dots;
  if (water && lg_sea_make(f)) lg_tasks(f->threads, bands, lg_sea_band, f);
  if (!water && f->dots && lg_relief_make(f)) lg_tasks(f->threads, bands, lg_shade_band, f);
  lg_tasks(f->threads, bands, lg_finish_band, f);
}

const lg_ground *lg_frame_ground(const lg_frame *f) {
  const lg_theme *theme = lg_theme_of(f->style);
  return lg_frame_is_sea(f) ? &theme->sea : &theme->ground;
}

bool lg_frame_has_colors(const lg_frame *f) {
  bool plain = strcmp(f->shot->label, "speed") == 0 && !f->shot->materials && !f->tinted;
  return !(lg_frame_is_sea(f) && plain);
}

static void colors(lg_frame *f) {
  float rgb[LG_COLORS][3];
  int materials = f->shot->materials;

  if (!materials) lg_colormap_fill(f->style->colormap, rgb);
  for (int i = 0; i < LG_COLORS && materials; i++)
    memcpy(rgb[i], f->shot->material[i * materials / LG_COLORS].color, sizeof rgb[i]);

  for (int i = 0; i < LG_COLORS; i++) {
    for (int k = 0; k < 3; k++) rgb[i][k] *= 255;
    f->color[i] = lg_pack(rgb[i]);
  }

  /* The legend's range: as many steps as materials, or what the style gives, or the shot's own. */
  bool given = f->style->low < f->style->high;
  f->low = materials ? 0 : given ? f->style->low : f->shot->range.low;
  f->high = materials ? (float)materials : given ? f->style->high : f->shot->range.high;
}

lg_frame lg_frame_begin(lg_image *image, const lg_shot *s, const lg_camera *c,
                        const lg_style *style, int threads) {
  lg_frame f = {
      .image = image, .scratch = image->scratch, .shot = s, .style = style, .threads = threads};
  lg_camera camera = c->dim == s->bounds.dim ? *c : lg_camera_fit(s, image->width, image->height);
  f.lens = lg_camera_lens(&camera, image->width, image->height);
  f.radius = 0.5f * s->spacing * style->point_scale * (f.lens.dim == 3 ? OVERLAP : 1);
  bool melts = style->as == LG_AS_WATER || (style->as == LG_AS_AUTO && s->fluid);
  f.reach = f.lens.dim == 3 ? 1 : melts ? MELTING : SEPARATE;
  colors(&f);
  f.tinted = s->tinted && (f.lens.dim == 3 || lg_tint_room(f.scratch, image->height));
  return f;
}

void lg_picture_draw(lg_image *image, const lg_shot *s, const lg_camera *c, const lg_style *style,
                     int threads) {
  lg_frame f = lg_frame_begin(image, s, c, style, threads);
  if (style->as != LG_AS_NOTHING) lg_dots_make(&f);
  lg_faces_make(&f);

  int bands = (image->height + LG_BAND - 1) / LG_BAND;
  if (f.lens.dim == 2) draw_flat(&f, bands);
  else draw_deep(&f, bands);

  /* What lies over the picture. */
  lg_box_draw(&f);
  lg_marks_draw(&f);
  if (s->closeup) s->closeup(&f);
  lg_legend_draw(&f);
  lg_plots_draw(&f);
  lg_overlay_draw(&f);
}
