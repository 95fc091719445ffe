/* picture.h - particles and a camera in, RGBA pixels out. No SDL, no Lua, no files: window, PNG and
   movie get the same pixels. */
#ifndef LG_PICTURE_PICTURE_H
#define LG_PICTURE_PICTURE_H

#include "laguna.h"

/* One image is drawn by one caller at a time; different images may be drawn at once. */
struct lg_scratch;
typedef struct lg_image {
  int width, height;
  uint8_t *rgba;              /* width * height * 4, top row first; alpha is 255 */
  struct lg_scratch *scratch; /* the renderer's caches: depth, glyphs, bands */
} lg_image;
/* false: no memory, or a side outside 1 .. 16384 */
bool lg_image_init(lg_image *image, int width, int height);
void lg_image_free(lg_image *image);
/* NULL, or a sentence about what this image has to do without: the font. */
const char *lg_image_trouble(lg_image *image);

/* A shot is all that a picture needs of a world, copied, so that another thread can draw it while
   the world steps on: particles (position, colour value), outlines or meshes of the colliders as
   they stand, bounds, edges, statistics. */
typedef struct lg_shot lg_shot;
lg_shot *lg_shot_new(void);
void lg_shot_free(lg_shot *s);
/* Copies from the world (reusing memory). color_by: a column; a vector column is coloured by its
   length, but "color" with 3 components is red, green and blue, 0 to 1. "": lg_shot_usual; an
   unknown column: "speed". "material" gives each particle its material's colour.
   False: no memory. */
bool lg_shot_take(lg_shot *s, const lg_world *w, const char *color_by);
/* What is coloured where nobody says: the materials, if the world has any, else the speed. */
const char *lg_shot_usual(const lg_world *w);
/* The same inside of a frame, behind a sub-step (lg_on_stage): statistics and marks are those of
   `last`, the shot of the frame before. */
bool lg_shot_take_within(lg_shot *s, const lg_world *w, const char *color_by, const lg_shot *last);
size_t lg_shot_count(const lg_shot *s);
int lg_shot_dim(const lg_shot *s);
lg_bounds lg_shot_bounds(const lg_shot *s);
const lg_stats *lg_shot_stats(const lg_shot *s); /* stage names stay valid: they are literals */
/* The automatic range of the legend: the 2nd and 98th percentile of what is coloured, following
   slowly from shot to shot. */
void lg_shot_range(const lg_shot *s, float *low, float *high);
void lg_shot_forget(lg_shot *s); /* the next one begins a new range: it follows none before */

typedef struct lg_camera {
  int dim;
  float target[3]; /* m, what is in the middle of the picture */
  float height;    /* m, height of the picture at the target */
  /* rad, 3-D only (y is up): yaw about y, pitch > 0 looks down; perspective, 35 degrees from top to
     bottom */
  float yaw, pitch;
} lg_camera;
/* the whole bounds, a little air around */
lg_camera lg_camera_fit(const lg_shot *s, int width, int height);
/* pixels of mouse travel; nothing in 2-D */
void lg_camera_orbit(lg_camera *c, float dx, float dy);
/* the picture follows the mouse */
void lg_camera_pan(lg_camera *c, float dx, float dy, int picture_height);
/* > 1: nearer; about that pixel */
void lg_camera_zoom(lg_camera *c, float factor, float x, float y, int width, int height);
/* The point in m under a pixel: in 3-D on the plane through the target that faces the camera. */
void lg_camera_pick(const lg_camera *c, float x, float y, int width, int height, float p[3]);
/* The ray under a pixel, for lg_particle_pick: from the eye; in 2-D from that point, without a
   direction. */
void lg_camera_ray(const lg_camera *c, float x, float y, int width, int height, float from[3],
                   float along[3]);
typedef struct lg_aim { /* where a scene wants to be looked at from */
  bool has_from, has_at, follows;
  float from[3], at[3]; /* m, of eye and target; from `centre` if it follows */
  float centre[3];      /* m, of what is followed */
  float height;         /* m; 0: as `from` says, or as lg_camera_fit */
  float turn;           /* rad, round the target, beyond that */
} lg_aim;
bool lg_aim_given(const lg_aim *a); /* does it say anything? */
/* lg_camera_fit, but for what the aim says */
lg_camera lg_camera_aimed(const lg_aim *a, const lg_shot *s, int width, int height);

/* Marks over a shot's particles. Places and radii are m of its world, or on_screen: parts of the
   picture, (0, 0) its lower left corner and (1, 1) the upper right one, and radii pixels. Pixels
   are those of a picture 600 pixels high; colours 0xRRGGBBAA, 0: that of the theme's text. In 3-D
   lines and arrows are hidden by what is in front of them; discs, rings, bars and texts face the
   eye over everything. */
typedef enum lg_mark_what {
  LG_MARK_LINE,
  LG_MARK_ARROW, /* its head at `to` */
  LG_MARK_DISC,
  LG_MARK_RING,
  LG_MARK_RECTANGLE, /* width 0: filled; in 3-D, the edges of a box */
  LG_MARK_BAR,       /* to the right of its place, as text is */
  LG_MARK_TEXT
} lg_mark_what;
typedef struct lg_mark {
  lg_mark_what what;
  bool on_screen;
  float at[3], to[3]; /* place, or one end; the other end, or the corner across */
  float radius;
  float width, size;   /* pixels: width of lines and bars; height of texts and bars */
  float part;          /* 0 .. 1, of a bar that is full, of a text that is left of its place */
  uint32_t rgba, halo; /* halo: around a text; 0: none */
  const char *text;    /* copied, up to 79 bytes */
} lg_mark;
bool lg_shot_mark(lg_shot *s, const lg_mark *m); /* false: no memory */
void lg_shot_unmark(lg_shot *s);                 /* they stay until then */

/* Looks closely at a particle of the world that the shot was taken of, which lg_particle_watch
   watches: what lg_probe_read tells is drawn over the picture, until the next lg_shot_take. id < 0:
   at none. False: no memory. (microscope.c) */
bool lg_shot_watch(lg_shot *s, lg_world *w, int64_t id);
/* Is one watched whose terms nobody has told yet, for want of a sub-step? */
bool lg_shot_waits(const lg_shot *s);
/* Then what an earlier shot of the same world told of the same particle; false: no memory. */
bool lg_shot_watch_as(lg_shot *s, const lg_shot *before);

#define LG_PLOT_CURVES  8
#define LG_PLOT_SAMPLES 1024
typedef struct lg_plot { /* curves over time */
  char name[LG_NAME_MAX], curve[LG_PLOT_CURVES][LG_NAME_MAX];
  int curves, n;                            /* n samples */
  float t[LG_PLOT_SAMPLES];                 /* s */
  float v[LG_PLOT_CURVES][LG_PLOT_SAMPLES]; /* one that is no number is a gap */
} lg_plot;
/* lowest and highest; never the same */
void lg_plot_ranges(const lg_plot *p, float t[2], float v[2]);

typedef struct lg_ground { /* what the particles stand before, 0xRRGGBBAA */
  uint32_t top, bottom;    /* the background's */
  uint32_t floor;          /* 3-D, where the lower side is a wall */
  uint32_t bounds;
} lg_ground;
typedef struct lg_theme {        /* colours of what stands beside the particles, 0xRRGGBBAA */
  lg_ground ground, sea;         /* sea: of 3-D water, which shows what lies behind it */
  uint32_t panel, column, field; /* behind text: over the picture, beside it, where one types */
  uint32_t text, dim, strong, marked, code, good, bad;
  uint32_t banner, banner_edge, finding; /* behind messages */
  uint32_t grid;                         /* of a plot */
  uint32_t curve[LG_PLOT_CURVES];
} lg_theme;
extern const lg_theme lg_theme_dark, lg_theme_light; /* theme.c */

/* LG_AS_AUTO: in 2-D water, unless particles do not feel each other, in 3-D spheres. */
typedef enum lg_as { LG_AS_AUTO, LG_AS_SEPARATE, LG_AS_WATER, LG_AS_NOTHING } lg_as;
typedef struct lg_style {
  const lg_theme *theme; /* NULL: dark */
  float scale;           /* of letters; 1: as large as the picture's size says */
  lg_as as;              /* what particles are shown as: dots or spheres, one body of water */
  uint32_t background;   /* 0xRRGGBBAA; 0: the theme's sky */
  const char *colormap;  /* "viridis" (default), "turbo", "gray", "coolwarm"; another: viridis */
  float low, high;       /* range of the legend; low >= high: automatic (lg_shot_range) */
  float point_scale;     /* 1: disc diameter = spacing */
  bool legend, bounds, colliders;
  const char *const *lines; /* text in the upper left corner (HUD), line_count of them */
  int line_count;
  const lg_plot *plots; /* on the left, as many of plot_count as there is room for */
  int plot_count;
  char title[LG_NAME_MAX];      /* below, in the middle */
  int title_ends, title_begins; /* pixels: right or left of which it stands; 0: the middle */
  int foot, aside;              /* pixels below and on the left that something else lies on */
  /* a message over the picture (error, paused), may hold several lines; NULL: none */
  const char *banner;
} lg_style;
lg_style lg_default_style(void);
/* The name of a colour map as a text that stays; "viridis" for one that there is not. */
const char *lg_colormap_known(const char *name);
/* Pictures beside each other that show the same value in the same colours get one range of it,
   which takes in all of theirs, and the legend stays in the last of them. */
void lg_style_share(lg_style *styles, lg_shot *const *shots, int count);
typedef struct lg_look { /* how a scene wants one of its worlds to be shown */
  lg_style style;
  lg_aim aim;
  bool hud; /* lines of numbers */
} lg_look;
/* Draws the shot into the image (all pixels are written). The same shot, camera and style give the
   same pixels for any number of threads. */
void lg_picture_draw(lg_image *image, const lg_shot *s, const lg_camera *c, const lg_style *style,
                     int threads);

/* Drawing on top. Pixels, x to the right, y down, pixel centres at + 0.5; colours 0xRRGGBBAA. */
/* UTF-8 text (one line) with its upper left corner at (x, y); size in pixels. Returns the width in
   pixels. */
int lg_picture_text(lg_image *image, int x, int y, int size, uint32_t rgba, const char *text);
int lg_picture_text_width(lg_image *image, int size, const char *text);
/* Text that flows in a column `width` pixels wide, with a little of Markdown (prose.c). Alpha 0: it
   is measured only. Returns its height in pixels. */
int lg_picture_prose(lg_image *image, int x, int y, int width, int size, uint32_t rgba,
                     const char *text);
void lg_picture_line(lg_image *image, float x0, float y0, float x1, float y1, float width,
                     uint32_t rgba);
void lg_picture_disc(lg_image *image, float x, float y, float radius, uint32_t rgba);
/* Another picture of so many pixels, opaque, smaller by a whole factor: each pixel is the mean of
   `by` times `by`. */
void lg_picture_shrunk(lg_image *image, int x, int y, int by, int width, int height,
                       const uint8_t *rgba);
/* rounded corners */
void lg_picture_panel(lg_image *image, int x, int y, int width, int height, int corner,
                      uint32_t rgba);

#endif
