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
bool lg_panel_event(lg_panel *p, SDL_Window *window, const SDL_Event *e);
/* Draws it over what the renderer holds; what the user does is sent to the simulation's queue. */
void lg_panel_draw(lg_panel *p, SDL_Window *window, lg_sim *sim, const lg_sim_frame *frame);
/* window units at the right edge of a window of that width under the panel */
int lg_panel_covers(const lg_panel *p, int width);
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
static inline bool lg_panel_event(lg_panel *p, SDL_Window *window, const SDL_Event *e) {
  (void)p;
  (void)window;
  (void)e;
  return false;
}
static inline void lg_panel_draw(lg_panel *p, SDL_Window *window, lg_sim *sim,
                                 const lg_sim_frame *frame) {
  (void)p;
  (void)window;
  (void)sim;
  (void)frame;
}
static inline int lg_panel_covers(const lg_panel *p, int width) {
  (void)p;
  (void)width;
  return 0;
}
static inline bool lg_panel_restless(const lg_panel *p) {
  (void)p;
  return false;
}
#endif
#endif
