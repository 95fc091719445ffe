// panel_strip.cpp - the strip: a scene's sliders and buttons below the picture, where no panel is.
#include "viewer/panel_parts.h"

static const float strip_name = 120, strip_slider = 170, strip_button = 120, strip_line = 24,
                   strip_edge = 6; // panel units

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

int lg_strip_rows(const lg_controls *c, float width) {
  strip_pen pen = {strip_edge, 0, 0};
  const int n = c->widgets + c->buttons;
  for (int i = 0; i < n; i++) move_on(&pen, c, i, width);
  return n > 0 ? pen.row + 1 : 0;
}

float lg_strip_height(int rows) { return static_cast<float>(rows) * strip_line + 2 * strip_edge; }

void lg_strip_build(lg_panel *p, lg_sim *sim, const lg_sim_frame *f, int rows) {
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const float high = lg_strip_height(rows);
  const lg_controls *c = &f->controls;
  strip_pen pen = {strip_edge, 0, 0};
  lg_panel_window(p, "Strip", ImVec2(0, screen.y - high), ImVec2(screen.x, high));

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
