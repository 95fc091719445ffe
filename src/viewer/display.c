/* display.c - how the window comes onto a display and leaves it: driver, renderer, place, full
   screen. */
#include "viewer/window.h"

#include <stdio.h>
#include <string.h>

#define SEEN 64 /* units of a window that must be on a screen */

bool lg_window_refuse(lg_why *why, const char *what) {
  const char *reason = SDL_GetError();
  return lg_explain(why, "%s%s%s; 'laguna render' draws pictures without a window", what,
                    *reason ? ": " : "", reason);
}
static bool no_display(lg_why *why) {
  const char *x11 = SDL_getenv("DISPLAY");
  char what[128];
  snprintf(what, sizeof what, "no display can be opened (DISPLAY is %.80s)",
           x11 && *x11 ? x11 : "not set");
  return lg_window_refuse(why, what);
}
/* Left alone, SDL falls back to drivers that draw where nobody sees it. SDL_VIDEODRIVER still has
   the last word. */
static const char *drivers(void) {
  const char *x11 = SDL_getenv("DISPLAY"), *wayland = SDL_getenv("WAYLAND_DISPLAY");
  if (x11 && *x11) return wayland && *wayland ? "x11,wayland" : "x11";
  return wayland && *wayland ? "wayland" : "KMSDRM"; /* a bare console */
}

/* Without a graphics card OpenGL is a program too (Mesa's llvmpipe), and a slow way to bring a
   picture to the screen. */
static bool is_imitated(SDL_Renderer *renderer) {
  static const char *const names[] = {"llvmpipe", "softpipe", "swrast", "Software Rasterizer",
                                      "SwiftShader"};
  const unsigned char *(*get_string)(unsigned name) = NULL;
  SDL_RendererInfo info;
  if (!renderer || SDL_GetRendererInfo(renderer, &info) != 0 ||
      strncmp(info.name, "opengl", 6) != 0)
    return false;

  /* OpenGL's own name for what draws. */
  void *found = SDL_GL_GetProcAddress("glGetString");
  /* ISO C has no cast from an object's address to a function's */
  memcpy(&get_string, &found, sizeof found);
  const char *name = found ? (const char *)get_string(0x1F01 /* GL_RENDERER */) : NULL;

  for (size_t i = 0; name && i < sizeof names / sizeof *names; i++)
    if (strstr(name, names[i])) return true;
  return false;
}

/* X11 takes pictures as they are; other displays only through OpenGL. SDL_RENDER_DRIVER has the
   last word. */
static void make_renderer(lg_window *w) {
  const char *driver = SDL_GetCurrentVideoDriver();
  bool plain = driver && strcmp(driver, "x11") == 0 && !SDL_GetHint(SDL_HINT_RENDER_DRIVER);
  w->renderer = SDL_CreateRenderer(w->window, -1, 0);
  if (w->renderer && !(plain && is_imitated(w->renderer))) return;

  if (w->renderer) SDL_DestroyRenderer(w->renderer);
  if (plain) SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0");
  w->renderer = SDL_CreateRenderer(w->window, -1, SDL_RENDERER_SOFTWARE);
}

static int within(int x, int low, int high) { return x > high ? high : x < low ? low : x; }

/* On a screen that is there, no larger than it, and not over its edges. */
static lg_viewer_place find_room(const lg_viewer_place *wanted) {
  lg_viewer_place p = *wanted; /* with its looks */
  SDL_Rect room = {0, 0, p.width, p.height}, at = {p.x, p.y, p.width, p.height}, seen = {0};
  p.known = false;

  /* The screen that shows enough of it; else the first one. */
  for (int i = SDL_GetNumVideoDisplays() - 1; i >= 0 && !p.known; i--) {
    if (SDL_GetDisplayUsableBounds(i, &room) != 0) continue;
    p.known = wanted->known && SDL_IntersectRect(&at, &room, &seen) && seen.w >= SEEN &&
              seen.h >= SEEN;
  }

  if (p.width > room.w) p.width = room.w;
  if (p.height > room.h) p.height = room.h;
  p.x = within(p.x, room.x, room.x + room.w - p.width);
  p.y = within(p.y, room.y, room.y + room.h - p.height);
  return p;
}

static void note_place(lg_window *w) {
  if (SDL_GetWindowFlags(w->window) & (SDL_WINDOW_FULLSCREEN | SDL_WINDOW_MAXIMIZED)) return;
  int left = 0, top = 0;
  SDL_GetWindowPosition(w->window, &w->place.x, &w->place.y);
  SDL_GetWindowBordersSize(w->window, &top, &left, NULL, NULL); /* a new one is placed with them */
  w->place.x -= left;
  w->place.y -= top;
  SDL_GetWindowSize(w->window, &w->place.width, &w->place.height);
  w->place.known = true;
}

void lg_window_full(lg_window *w, bool full) {
  if (full) note_place(w);
  if (SDL_SetWindowFullscreen(w->window, full ? SDL_WINDOW_FULLSCREEN_DESKTOP : 0) == 0)
    w->place.full = full;
  w->dirty = true;
}

bool lg_window_open(lg_window *w, lg_why *why) {
  SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1"); /* Ctrl-C is the program's */
  SDL_SetHint(SDL_HINT_VIDEODRIVER, drivers());
  SDL_SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0");

  /* Display, window, renderer: each is told apart in what is said if it fails. */
  if (SDL_Init(SDL_INIT_VIDEO) != 0) return no_display(why);

  lg_viewer_place p = find_room(&w->options.place);
  const int anywhere = (int)SDL_WINDOWPOS_UNDEFINED;
  w->window = SDL_CreateWindow("Laguna", p.known ? p.x : anywhere, p.known ? p.y : anywhere,
                               p.width, p.height, SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
  if (!w->window) return lg_window_refuse(why, "no window can be opened");
  w->place = p;
  lg_window_full(w, p.full);

  make_renderer(w);
  if (!w->renderer || !lg_window_fit_image(w))
    return lg_window_refuse(why, "nothing can be drawn in the window");
  SDL_StartTextInput();
  return true;
}

void lg_window_close(lg_window *w) {
  lg_panel_free(w->panel);
  w->panel = NULL;
  if (w->window) note_place(w);
  if (w->texture) SDL_DestroyTexture(w->texture);
  if (w->renderer) SDL_DestroyRenderer(w->renderer);
  if (w->window) SDL_DestroyWindow(w->window);

  w->texture = NULL;
  w->renderer = NULL;
  w->window = NULL;
  lg_panes_free(&w->panes);
  lg_image_free(&w->notes.image);
  w->notes.image = (lg_image){0};
}
