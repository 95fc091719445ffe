// panel_strip.cpp - the strip: a scene's sliders and buttons below the picture, where no panel is;
// and above them what would keep up with the clock, while that is told.
#include "viewer/panel_parts.h"

#include <cstdio>

static const float strip_name = 120, strip_slider = 170, strip_button = 120, strip_line = 24,
                   strip_edge = 6, strip_hint = 440; // panel units

// Where item i lies; items go from left to right, and on in the next row.
struct strip_pen {
  float x, wide;
  int row;
};
static void move_on(strip_pen *pen, const lg_controls *c, int i, float width) {
  pen->x += pen->wide;
  pen->wide = i < c->widgets ? strip_name + strip_slider : strip_button;
  if (i > 0 && pen->x + pen->wide > width - strip_edge) {
    pen->x = strip_edge;
    pen->row++;
  }
}

static bool hints(const lg_panel *p) { return p->hint && p->hint->shown; }

// Its buttons go on in a second row where the window is narrow.
static int hint_rows(const lg_panel *p, float width) {
  return !hints(p) ? 0 : width < strip_hint ? 2 : 1;
}

int lg_strip_rows(const lg_panel *p, const lg_controls *c, float width) {
  strip_pen pen = {strip_edge, 0, 0};
  const int n = c->widgets + c->buttons;
  for (int i = 0; i < n; i++) move_on(&pen, c, i, width);
  return (n > 0 ? pen.row + 1 : 0) + hint_rows(p, width);
}

float lg_strip_height(int rows) { return static_cast<float>(rows) * strip_line + 2 * strip_edge; }

// A button behind what stands there, or below it where the row has no room for it.
static bool button(const char *name, const char *about) {
  const float wide = ImGui::CalcTextSize(name).x + 2 * ImGui::GetStyle().FramePadding.x;
  ImGui::SameLine();
  if (ImGui::GetContentRegionAvail().x < wide) ImGui::NewLine();
  const bool pressed = ImGui::SmallButton(name);
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", about);
  return pressed;
}

void lg_panel_hint_row(lg_panel *p, lg_sim *sim) {
  if (!hints(p)) return;
  const lg_advice &a = p->hint->advice;
  char name[2 * LG_NAME_MAX];
  ImGui::Text("%.1g x real time; to keep up:", a.share);

  // Either of them, or neither; what is tried is told no more.
  snprintf(name, sizeof name, "spacing = %g", a.spacing);
  const bool respace =
      button(name, "begins anew with it, as --set does; Shift+R: as the file says");
  bool swap = false;
  if (*a.solver) {
    snprintf(name, sizeof name, "solver = %s", a.solver);
    swap = button(name, "goes on with it, as world.solver = ... does; R: as before");
  }
  if (respace) {
    lg_arg value = lg_num(nullptr, a.spacing);
    lg_panel_send(sim, LG_SIM_RESPACE, "", &value, nullptr);
  }
  if (swap) lg_panel_swap(sim, 0, a.solver);
  if (button("no", "not told again of this scene") || respace || swap) p->hint->shown = false;
}

void lg_strip_build(lg_panel *p, lg_sim *sim, const lg_sim_frame *f, int rows) {
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const float high = lg_strip_height(rows);
  const lg_controls *c = &f->controls;
  strip_pen pen = {strip_edge, 0, 0};
  lg_panel_window(p, "Strip", ImVec2(0, screen.y - high), ImVec2(screen.x, high));
  pen.row = hint_rows(p, screen.x);
  ImGui::SetCursorPos(ImVec2(strip_edge, strip_edge));
  lg_panel_hint_row(p, sim);

  for (int i = 0; i < c->widgets + c->buttons; i++) {
    move_on(&pen, c, i, screen.x);
    const ImVec2 at(pen.x, strip_edge + static_cast<float>(pen.row) * strip_line);
    ImGui::SetCursorPos(at);
    if (i >= c->widgets) {
      lg_panel_button(sim, c->button[i - c->widgets], pen.wide - strip_edge);
      continue;
    }

    // The name, cut where it is too long, then the slider.
    ImVec2 low = ImGui::GetCursorScreenPos();
    ImGui::PushClipRect(low, ImVec2(low.x + strip_name - strip_edge, low.y + strip_line), true);
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(c->widget[i].name);
    ImGui::PopClipRect();
    ImGui::SetCursorPos(ImVec2(at.x + strip_name, at.y));
    ImGui::SetNextItemWidth(strip_slider - 2 * strip_edge);
    lg_panel_widget(p, sim, &c->widget[i]);
  }
  ImGui::End();
}
