/* panel.h - the panel beside the picture: sliders, buttons, parameters, plots, a console. Dear
   ImGui, in panel*.cpp alone; a build with PANEL=0, or without libimgui-dev, has the empty
   functions below instead. The window's thread only. */
#ifndef LG_VIEWER_PANEL_H
#define LG_VIEWER_PANEL_H

#include "viewer/sim.h"

#include <SDL.h>

typedef struct lg_panel lg_panel;

#ifndef LG_PANEL
#define LG_PANEL 0
#endif

#if LG_PANEL
#ifdef __cplusplus
extern "C" {
#endif
lg_panel *lg_panel_new(SDL_Renderer *renderer); /* NULL: no memory */
void lg_panel_free(lg_panel *p);                /* NULL is fine */
void lg_panel_show(lg_panel *p, bool on);
bool lg_panel_shown(const lg_panel *p);
/* True: the event was for the panel (the mouse is over it, or it has the keyboard). */
bool lg_panel_event(lg_panel *p, const SDL_Event *e);
/* While the panel is not shown: are a scene's sliders, in a strip below the picture? */
void lg_panel_strip(lg_panel *p, bool on);
/* Pixels at the window's right and lower edge that are its own; scale: pixels a unit of it, which
   is a pixel of a plain display. */
void lg_panel_room(lg_panel *p, SDL_Window *window, const lg_controls *c, float scale, int *right,
                   int *bottom);
/* From now on it shows that hint, in the panel or the strip, with buttons that do what it says. */
void lg_panel_hint(lg_panel *p, lg_hint *h);
/* Draws it over what the renderer holds; what the user does is sent to the simulation's queue. */
void lg_panel_draw(lg_panel *p, const lg_theme *theme, lg_sim *sim, const lg_sim_frame *frame);
/* is it to be drawn again though the picture has not changed? */
bool lg_panel_restless(const lg_panel *p);
#ifdef __cplusplus
}
#endif
#else
static inline lg_panel *lg_panel_new(SDL_Renderer *renderer) {
  (void)renderer;
  return NULL;
}
static inline void lg_panel_free(lg_panel *p) { (void)p; }
static inline void lg_panel_show(lg_panel *p, bool on) {
  (void)p;
  (void)on;
}
static inline bool lg_panel_shown(const lg_panel *p) {
  (void)p;
  return false;
}
static inline bool lg_panel_event(lg_panel *p, const SDL_Event *e) {
  (void)p;
  (void)e;
  return false;
}
static inline void lg_panel_strip(lg_panel *p, bool on) {
  (void)p;
  (void)on;
}
static inline void lg_panel_hint(lg_panel *p, lg_hint *h) {
  (void)p;
  (void)h;
}
static inline void lg_panel_room(lg_panel *p, SDL_Window *window, const lg_controls *c, float scale,
                                 int *right, int *bottom) {
  (void)p;
  (void)window;
  (void)c;
  (void)scale;
  *right = *bottom = 0;
}
static inline void lg_panel_draw(lg_panel *p, const lg_theme *theme, lg_sim *sim,
                                 const lg_sim_frame *frame) {
  (void)p;
  (void)theme;
  (void)sim;
  (void)frame;
}
static inline bool lg_panel_restless(const lg_panel *p) {
  (void)p;
  return false;
}
#endif
#endif
