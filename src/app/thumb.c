/* thumb.c - a scene's picture in the list of a page: few pixels of few colours, as text that packs
   well. It is the one that lies beside the scene (pictures/NAME.png), else the scene is run. */
#include "app/app.h"
#include "record/png_read.h"
#include "viewer/panes.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTH = LG_THUMB_WIDTH, HEIGHT = LG_THUMB_HEIGHT, PIXELS = WIDTH * HEIGHT, COLORS = 16 };
enum { FINER = 4 };      /* a scene is drawn so many times as large */
enum { FRAME = 60 };     /* of a scene whose header has no "-- picture: frame N" */
#define PATIENCE     5.0 /* s: a slow scene is shown as far as it came */
#define HEADER_LINES 10  /* in which that is looked for */

typedef uint8_t pixel[3];

/* ---- pixels --------------------------------------------------------------------------------- */

/* Means over boxes. */
static void shrink(const uint8_t *rgba, int width, int height, pixel *out) {
  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++) {
      const int left = x * width / WIDTH, right = (x + 1) * width / WIDTH;
      const int top = y * height / HEIGHT, bottom = (y + 1) * height / HEIGHT;
      int sum[3] = {0, 0, 0}, n = 0;
      for (int j = top; j < bottom; j++)
        for (int i = left; i < right; i++, n++)
          for (int k = 0; k < 3; k++) sum[k] += rgba[4 * (j * width + i) + k];
      for (int k = 0; k < 3; k++) out[y * WIDTH + x][k] = (uint8_t)((sum[k] + n / 2) / (n ? n : 1));
    }
}

/* "scenes/wind.lua" -> "pictures/wind.png" beside scenes/, as the window's gallery has it. */
static bool take_file(const char *scene, pixel *out) {
  char path[LG_PATH_MAX + 32];
  const char *slash = strrchr(scene, '/'), *name = slash ? slash + 1 : scene;
  const char *dot = strrchr(name, '.');
  int width = 0, height = 0;

  /* FOLDER/pictures/NAME.png beside FOLDER/scenes/NAME.lua */
  snprintf(path, sizeof path, "%.*s../pictures/%.*s.png", (int)(name - scene), scene,
           (int)(dot ? dot - name : (long)strlen(name)), name);
  uint8_t *rgba = lg_record_read_png(path, &width, &height);

  const bool ok = rgba && width >= WIDTH && height >= HEIGHT;
  if (ok) shrink(rgba, width, height, out);
  free(rgba);
  return ok;
}

/* ---- a scene that has none ------------------------------------------------------------------ */

static long frame_of(const char *path) {
  char line[256];
  long frame = FRAME;
  FILE *f = fopen(path, "rb");
  for (int i = 0; f && i < HEADER_LINES && fgets(line, sizeof line, f); i++)
    if (strncmp(line, "-- picture: frame ", 18) == 0) frame = strtol(line + 18, NULL, 10);
  if (f) fclose(f);
  return frame > 0 ? frame : 1;
}

/* One world, without words: at this size nobody reads them. */
static bool shoot(lg_scene *s, int i, int width, lg_shot *shot, lg_camera *camera,
                  lg_style *style) {
  const char *by = lg_scene_color_by(s, i);
  if (!shot || !by || !lg_shot_take(shot, lg_scene_world(s, i), by) || !lg_app_marks(s, i, shot))
    return false;
  const lg_look look = lg_app_look(s, i);
  *camera = lg_camera_aimed(&look.aim, shot, width, HEIGHT * FINER);
  *style = look.style;
  style->legend = false;
  style->title[0] = '\0';
  return true;
}

static bool take_scene(lg_scene *s, const char *path, pixel *out) {
  const double end = lg_clock() + PATIENCE;
  const long frames = frame_of(path);
  for (long i = 0; i < frames && lg_clock() < end; i++)
    if (!lg_scene_step(s, 1.0 / 60)) break;

  /* drawn finer than it is, and shrunk: edges are smooth then */
  lg_panes panes;
  lg_shot *shot[LG_PANES_MAX] = {NULL};
  lg_camera camera[LG_PANES_MAX];
  lg_style style[LG_PANES_MAX];
  const int all = lg_scene_count(s), n = all < LG_PANES_MAX ? all : LG_PANES_MAX;
  bool ok = lg_panes_init(&panes, WIDTH * FINER, HEIGHT * FINER);
  for (int i = 0; ok && i < n; i++) {
    shot[i] = lg_shot_new();
    ok = shoot(s, i, lg_panes_width(&panes, n), shot[i], &camera[i], &style[i]);
  }

  ok = ok && lg_panes_draw(&panes, n, shot, camera, style, lg_cores());
  if (ok) shrink(panes.whole.rgba, WIDTH * FINER, HEIGHT * FINER, out);
  for (int i = 0; i < n; i++) lg_shot_free(shot[i]);
  lg_panes_free(&panes);
  return ok;
}

/* ---- few colours: median cut (Heckbert 1982) ------------------------------------------------ */

typedef struct box { /* of pixels by[first .. end - 1] */
  int first, end, channel, spread;
} box;

static void measure(box *b, pixel *const *by) {
  b->spread = 0;
  for (int k = 0; k < 3; k++) {
    int low = 255, high = 0;
    for (int i = b->first; i < b->end; i++) {
      if ((*by[i])[k] < low) low = (*by[i])[k];
      if ((*by[i])[k] > high) high = (*by[i])[k];
    }
    if (high - low > b->spread) *b = (box){b->first, b->end, k, high - low};
  }
}

/* The rest goes behind those below the middle of its widest channel. */
static int part(const box *b, pixel **by) {
  int low = 255, at = b->first;
  for (int i = b->first; i < b->end; i++)
    if ((*by[i])[b->channel] < low) low = (*by[i])[b->channel];
  for (int i = b->first; i < b->end; i++)
    if ((*by[i])[b->channel] <= low + b->spread / 2) {
      pixel *kept = by[i];
      by[i] = by[at];
      by[at++] = kept;
    }
  return at;
}

/* A few odd pixels are worth less than a wide ground that is a little off. */
static int64_t worth(const box *b) { return (int64_t)b->spread * b->spread * (b->end - b->first); }

/* The box of the most worth is cut until there are enough; returns how many, and their means. */
static int choose(pixel *all, pixel **by, pixel *palette) {
  box of[COLORS] = {{0, PIXELS, 0, 0}};
  int n = 1;
  for (int i = 0; i < PIXELS; i++) by[i] = &all[i]; // cppcheck-suppress arrayIndexOutOfBounds
  measure(&of[0], by);
  while (n < COLORS) {
    int most = 0;
    for (int i = 1; i < n; i++)
      if (worth(&of[i]) > worth(&of[most])) most = i;
    if (of[most].spread == 0) break;
    const int cut = part(&of[most], by);
    of[n] = (box){cut, of[most].end, 0, 0};
    of[most].end = cut;
    measure(&of[most], by);
    measure(&of[n++], by);
  }

  /* their means are the colours */
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 3; k++) {
      int sum = 0, count = of[i].end - of[i].first;
      for (int j = of[i].first; j < of[i].end; j++) sum += (*by[j])[k];
      palette[i][k] = (uint8_t)(sum / count);
    }
  return n;
}

static int nearest(const pixel x, pixel *palette, int n) {
  int best = 0, least = 3 * 256 * 256;
  for (int i = 0; i < n; i++) {
    int d = 0;
    for (int k = 0; k < 3; k++) d += (x[k] - palette[i][k]) * (x[k] - palette[i][k]);
    if (d < least) least = d, best = i;
  }
  return best;
}

/* ---- as text -------------------------------------------------------------------------------- */

void lg_app_thumb(lg_json *j, lg_scene *s, const char *path) {
  static pixel all[PIXELS], *by[PIXELS];
  if (!take_file(path, all) && !take_scene(s, path, all)) return;

  pixel palette[COLORS];
  char colors[6 * COLORS + 1], letters[PIXELS + 1];
  const int n = choose(all, by, palette);
  for (int i = 0; i < n; i++)
    snprintf(colors + (size_t)i * 6, 7, "%02x%02x%02x", palette[i][0], palette[i][1],
             palette[i][2]);
  for (int i = 0; i < PIXELS; i++) letters[i] = (char)('a' + nearest(all[i], palette, n));
  letters[PIXELS] = '\0';

  lg_json_open(j, "picture", '{');
  lg_json_int(j, "width", WIDTH);
  lg_json_text(j, "colors", colors);
  lg_json_text(j, "pixels", letters);
  lg_json_close(j, '}');
}
