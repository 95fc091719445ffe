// panel_parts.h - the panel's inside: C++, for panel*.cpp alone.
#ifndef LG_VIEWER_PANEL_PARTS_H
#define LG_VIEWER_PANEL_PARTS_H

#include "laguna_kind.h"
extern "C" { // headers of C
#include "picture/text.h"
#include "viewer/sim.h"
}
#include "viewer/panel.h"

#include <imgui.h>

struct lg_panel {
  SDL_Renderer *renderer;
  SDL_Texture *font;
  ImGuiContext *context;
  bool shown, strip;  // all of it; else, where the scene has sliders, those in a strip
  lg_hint *hint;      // the window's; NULL: it has none
  float width, below; // panel units: of the panel, and of its console
  struct click {
    float x, y;
    int button;
    bool down;
  } clicks[16]; // not drawn yet, one a drawing: several may come between two
  int queued;
  bool typed[SDL_NUM_SCANCODES], released[SDL_NUM_SCANCODES]; // since the last drawing
  Uint16 mod;                                                 // Shift, Ctrl, Alt as they are now
  SDL_Rect place;                                             // of the panel, panel units
  bool grabbed;            // a mouse button that went down in the panel is held
  float per_x, per_y;      // panel units a window unit
  const lg_theme *theme;   // whose colours it has
  float scale;             // pixels a panel unit
  Uint64 busy_until, last; // performance counter
  char line[LG_SIM_LINE];
  char history[16][LG_SIM_LINE];
  int said, recall, lines;
  char names[2 * LG_SIM_LINE]; // that Tab has found for the line
  const lg_sim_frame *frame;   // that is drawn
  ImGuiTextFilter filter;
  double answer[LG_CHECKS_MAX]; // to a lesson's questions, as they are typed
  // what the user holds: which row, and its value until the simulation shows the same
  char held[2 * LG_NAME_MAX + 8];
  lg_arg value;
  Uint64 held_until;
  lg_tuned tuned; // since the scene came
  char scene[192];
};

// The performance counter, s from now.
Uint64 lg_panel_in_seconds(double s);
ImU32 lg_panel_color(uint32_t rgba);
// Where it lies: mouse events there are its own.
void lg_panel_window(lg_panel *p, const char *name, ImVec2 at, ImVec2 size);

// panel_rows.cpp: a label, and behind it a value that can be changed
void lg_panel_label(const char *name);
void lg_panel_parameter(lg_panel *p, lg_sim *sim, const lg_control *c); // with its label
void lg_panel_widget(lg_panel *p, lg_sim *sim, const lg_widget *w);
void lg_panel_button(lg_sim *sim, const char *name, float width);
// World `world` gets another solver; the console shows the line that does it.
void lg_panel_swap(lg_sim *sim, int world, const char *solver);
// To the simulation's queue; value, text: NULL where there is none.
void lg_panel_send(lg_sim *sim, lg_sim_what what, const char *param, const lg_arg *value,
                   const char *text);

// panel_console.cpp
void lg_panel_console(lg_panel *p, lg_sim *sim, const lg_sim_frame *f);

// panel_sections.cpp: all of it
void lg_panel_build(lg_panel *p, lg_sim *sim, const lg_sim_frame *f);
float lg_panel_width(const lg_panel *p, float window); // panel units

// panel_strip.cpp
void lg_strip_build(lg_panel *p, lg_sim *sim, const lg_sim_frame *f, int rows);
// Rows of the strip in a window so wide, panel units; 0: neither sliders nor a hint.
int lg_strip_rows(const lg_panel *p, const lg_controls *c, float width);
float lg_strip_height(int rows);
// The hint, where it is shown: what would keep up, each with a button that does it.
void lg_panel_hint_row(lg_panel *p, lg_sim *sim);

#endif
