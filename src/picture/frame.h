/* frame.h - one picture being drawn: what its stages share. Stages named *_band are tasks of
   lg_tasks, one a band of rows. The files of the hot ones are compiled once per dispatch path, and
   dispatch.c chooses; they draw the same pixels on each. */
#ifndef LG_PICTURE_FRAME_H
#define LG_PICTURE_FRAME_H

#include "laguna_kind.h"
#include "picture/camera.h"
#include "picture/colormap.h"
#include "picture/paint.h"
#include "picture/shot.h"

typedef struct lg_frame {
  lg_image *image;
  lg_scratch *scratch;
  const lg_shot *shot;
  const lg_style *style;
  lg_lens lens;
  int threads;
  float low, high;          /* range of the colours */
  int32_t color[LG_COLORS]; /* red | green << 8 | blue << 16 */
  float radius;             /* m, of a disc or sphere */
  /* 2-D: radii that a disc's kernel (1 - (d / reach r)^2)^2 extends */
  float reach;
  size_t dots, faces; /* prepared ones */
  bool tinted;        /* particles have colours of their own */
  int block;          /* pixels a side of a block of the relief; 0: there is none */
  int blocks[2];      /* of the relief, across and down */
  int glass[4];       /* pixels, of the microscope's panel: left, top, right, bottom; 0: none */
} lg_frame;

/* picture.c: all but the dots and faces */
lg_frame lg_frame_begin(lg_image *image, const lg_shot *s, const lg_camera *c,
                        const lg_style *style, int threads);
void lg_dots_make(lg_frame *f);  /* dots.c: projects the particles and sorts them into bands */
void lg_faces_make(lg_frame *f); /* faces.c: the same for the colliders' faces */
void lg_water_sum_band(void *frame, int band); /* water.c: 2-D, sums the kernels of the discs */
/* water.c: 2-D, after all sums: background and water */
void lg_water_show_band(void *frame, int band);
void lg_grid_band(void *frame, int band); /* grid.c: 2-D, a solver's grid instead of both */
void lg_grid_draw(lg_frame *f);           /* grid.c: particles on it as dots, arrows */
void lg_fill_band(void *frame, int band); /* fill.c: 2-D, the colliders */
void lg_mesh_band(void *frame, int band); /* mesh.c: 3-D, background and colliders */
/* spheres.c: 3-D, after lg_mesh_band of the same band: who is seen where */
void lg_spheres_band(void *frame, int band);
/* relief.c: 3-D, after all bands; false: no memory. The depth of the particles by blocks, smoothed
   so many times (relief[0]; LG_FAR where there are none), and what part of a block shows them
   (cover). */
bool lg_relief_depth(lg_frame *f, int rounds);
bool lg_relief_make(lg_frame *f);        /* that, and the light on it (relief[1]) */
bool lg_sea_make(lg_frame *f);           /* sea.c: 3-D water, after all bands; false: no memory */
void lg_sea_band(void *frame, int band); /* sea.c: its pixels */

/* Those of them that are compiled once per dispatch path, of one path. */
#define LG_STAGES_OF(isa)                                                                          \
  void lg_dots_make_##isa(lg_frame *f);                                                            \
  bool lg_relief_depth_##isa(lg_frame *f, int rounds);                                             \
  bool lg_relief_make_##isa(lg_frame *f);                                                          \
  bool lg_sea_make_##isa(lg_frame *f);                                                             \
  lg_task_fn lg_water_sum_band_##isa, lg_water_show_band_##isa, lg_mesh_band_##isa,                \
      lg_spheres_band_##isa, lg_sea_band_##isa, lg_shade_band_##isa, lg_finish_band_##isa;
#ifdef LG_ISA
#define LG_STAGES_OF_PATH(isa) LG_STAGES_OF(isa)
LG_STAGES_OF_PATH(LG_ISA)
#endif

/* Change of a block's depth z along one axis, the smaller of the two sides, so that it does not
   look over an edge, which is a step of ten radii; `by` from block to block. */
#define LG_RELIEF_STEP 10.0f
static inline float lg_relief_slope(const lg_frame *f, const float *z, int by, bool has_before,
                                    bool has_after) {
  float step = LG_RELIEF_STEP * f->radius, back = has_before ? z[0] - z[-by] : LG_FAR,
        on = has_after ? z[by] - z[0] : LG_FAR;
  bool back_ok = fabsf(back) < step, on_ok = fabsf(on) < step;
  if (back_ok && on_ok) return 0.5f * (back + on);
  return back_ok ? back : on_ok ? on : 0;
}
/* Is it 3-D water, which shows what lies behind it? */
static inline bool lg_frame_is_sea(const lg_frame *f) {
  return f->lens.dim == 3 && f->style->as == LG_AS_WATER;
}
/* What the particles stand before. */
const lg_ground *lg_frame_ground(const lg_frame *f);
/* Are the colours those of a value? Water by itself looks like water. */
bool lg_frame_has_colors(const lg_frame *f);
/* shade.c: 3-D, after that: colours of the particles */
void lg_shade_band(void *frame, int band);
/* finish.c: 3-D, after all bands: depth cues, smooth edges, the image */
void lg_finish_band(void *frame, int band);
void lg_box_draw(lg_frame *f); /* box.c: the bounds */
/* box.c: a line of the world, cut where it is behind the eye */
void lg_line_draw(lg_frame *f, const float p[3], const float q[3], const lg_pen *pen);
/* box.c: the ends (x, y, depth) of what can be seen of it; false: nothing */
bool lg_line_project(const lg_frame *f, const float p[3], const float q[3], float from[3],
                     float to[3]);
void lg_marks_draw(lg_frame *f);          /* marks.c */
void lg_legend_draw(lg_frame *f);         /* legend.c */
int lg_legend_bottom(const lg_frame *f);  /* legend.c: pixels, where it ends; 0: there is none */
void lg_microscope_draw(lg_frame *f);     /* microscope.c */
void lg_plots_draw(lg_frame *f);          /* plots.c */
void lg_overlay_draw(lg_frame *f);        /* overlay.c: HUD lines and banner */
int lg_overlay_lowest(const lg_frame *f); /* overlay.c: pixels, where title and foot begin */
/* overlay.c: pixels, of the panel of the HUD lines; 0: none */
void lg_overlay_ends(const lg_frame *f, int *right, int *bottom);

#define LG_LEAST_BLOCK  3     /* pixels a side, of the relief */
#define LG_LEAST_RADIUS 0.75f /* pixels: smaller discs would flicker */

/* alpha 255 of a packed colour, in the order of bytes in memory of little-endian machines */
#define LG_OPAQUE (INT32_MIN >> 7)

/* Rows of a band. */
static inline int lg_band_begin(int band) { return band * LG_BAND; }
static inline int lg_band_end(const lg_frame *f, int band) {
  return lg_clampi((band + 1) * LG_BAND, 0, f->image->height);
}
static inline float *lg_plane_row(const lg_frame *f, float *plane, int y) {
  return plane + (size_t)y * (size_t)f->scratch->stride;
}
static inline uint8_t *lg_rgba_row(const lg_frame *f, int y) {
  return f->image->rgba + 4 * (size_t)y * (size_t)f->image->width;
}
static inline int lg_color_index(float tone) { /* of a tone 0 .. 1 */
  return lg_clampi((int)(tone * LG_COLORS), 0, LG_COLORS - 1);
}

#endif
