// panel_sections.cpp - what the panel shows, section by section, made from the rows of lg_controls:
// nothing is known of any kind.
#include "viewer/panel_parts.h"

#include <cmath>
#include <cstdio>
#include <cstring>

static void widgets(lg_panel *p, lg_sim *sim, const lg_controls *c) {
  for (int i = 0; i < c->widgets; i++) {
    lg_panel_label(c->widget[i].name);
    lg_panel_widget(p, sim, &c->widget[i]);
  }
  for (int i = 0; i < c->buttons; i++) {
    if (i > 0) ImGui::SameLine();
    lg_panel_button(sim, c->button[i], 0);
  }
}

// A lesson's questions: Enter answers.
static void questions(lg_panel *p, lg_sim *sim, const lg_lesson *l) {
  for (int i = 0; i < l->checks; i++) {
    const auto &c = l->check[i];
    if (!*c.ask) continue;
    ImGui::PushID(c.name);
    ImGui::TextWrapped("%s", c.ask);
    ImGui::SetNextItemWidth(0.5f * ImGui::GetContentRegionAvail().x);
    if (ImGui::InputDouble(c.unit, &p->answer[i], 0, 0, "%.6g",
                           ImGuiInputTextFlags_EnterReturnsTrue) &&
        std::isfinite(p->answer[i])) {
      lg_arg value = lg_num(nullptr, p->answer[i]);
      lg_panel_send(sim, LG_SIM_MOVE, c.name, &value, nullptr);
    }
    if (c.done) ImGui::TextWrapped("%s", c.said);
    ImGui::PopID();
  }
}

ImU32 lg_panel_color(uint32_t rgba) {
  return IM_COL32(rgba >> 24, rgba >> 16 & 255, rgba >> 8 & 255, rgba & 255);
}

static void plot(const lg_theme *theme, const lg_plot *p) {
  float t[2], v[2], height = 6 * ImGui::GetFontSize();
  ImVec2 at = ImGui::GetCursorScreenPos(), size(ImGui::GetContentRegionAvail().x, height);
  ImDrawList *list = ImGui::GetWindowDrawList();
  lg_plot_ranges(p, t, v);
  ImGui::TextUnformatted(p->name);

  for (int k = 0; k < p->curves; k++) {
    ImGui::SameLine();
    ImGui::TextColored(ImColor(lg_panel_color(theme->curve[k])), "%s %.4g", p->curve[k],
                       p->n > 0 ? static_cast<double>(p->v[k][p->n - 1]) : 0);
  }

  at = ImGui::GetCursorScreenPos();
  list->AddRectFilled(at, ImVec2(at.x + size.x, at.y + size.y), lg_panel_color(theme->field), 4);
  for (int k = 0; k < p->curves; k++) {
    ImVec2 before;

    // Lines between samples; a value that is no number is a gap.
    for (int i = 0; i < p->n; i++) {
      ImVec2 now(at.x + (p->t[i] - t[0]) / (t[1] - t[0]) * size.x,
                 at.y + (v[1] - p->v[k][i]) / (v[1] - v[0]) * size.y);
      if (i > 0 && std::isfinite(now.y) && std::isfinite(before.y))
        list->AddLine(before, now, lg_panel_color(theme->curve[k]), 1.5f);
      before = now;
    }
  }
  ImGui::Dummy(size);
}

// Another solver of the same fluid.
static void solvers(lg_sim *sim, const lg_control *head) {
  ImGui::PushID("solver");
  lg_panel_label("kind");
  if (ImGui::BeginCombo("##value", head->kind + strlen("solver."))) {
    for (int i = 0; i < lg_kind_count(); i++) {
      const lg_kind *k = lg_kind_at(i);
      if (k->family != LG_FAMILY_SOLVER || strcmp(k->name, "script") == 0) continue;
      bool now = strcmp(k->name, head->kind + strlen("solver.")) == 0;
      if (ImGui::Selectable(k->name, now) && !now) lg_panel_swap(sim, head->world, k->name);
      if (ImGui::IsItemHovered() && k->doc) ImGui::SetTooltip("%s", k->doc);
    }
    ImGui::EndCombo();
  }
  ImGui::PopID();
}

// What was moved by hand, as lines for the scene's file.
static void copy_button(lg_panel *p, const lg_sim_frame *f) {
  char text[8192];
  if (strcmp(p->scene, f->beside.title) != 0) p->tuned.n = 0;
  snprintf(p->scene, sizeof p->scene, "%s", f->beside.title);

  ImGui::BeginDisabled(p->tuned.n == 0);
  if (ImGui::Button("copy as Lua", ImVec2(-1, 0)) &&
      lg_tuned_lua(&p->tuned, &f->controls, f->count > 1, text, sizeof text) > 0)
    SDL_SetClipboardText(text);
  ImGui::EndDisabled();
  if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled))
    ImGui::SetTooltip("what was moved here, as lines for the scene's file");
}

// Parameters under a header for each object; a filter shows only rows whose object or name has the
// word.
static void parameters(lg_panel *p, lg_sim *sim, const lg_sim_frame *f) {
  const lg_controls *c = &f->controls;
  ImGui::SetNextItemWidth(-9 * ImGui::GetFontSize());
  if (ImGui::InputTextWithHint("##filter", "find a parameter", p->filter.InputBuf,
                               sizeof p->filter.InputBuf))
    p->filter.Build();
  ImGui::SameLine();
  copy_button(p, f);

  for (int i = 0; i < c->count;) {
    const lg_control *head = &c->control[i];
    char title[256];
    int end = i, wanted = 0;
    for (; end < c->count && c->control[end].id == head->id && c->control[end].world == head->world;
         end++) {
      snprintf(title, sizeof title, "%s.%s", head->object, c->control[end].row->name);
      wanted += p->filter.PassFilter(title);
    }

    // One header for each run of rows of the same object.
    snprintf(title, sizeof title, f->count > 1 ? "%s  %s (world%d)###%d.%s" : "%s  %s%.0d###%d.%s",
             head->object, head->kind, f->count > 1 ? head->world + 1 : 0, head->world,
             head->object);
    if (p->filter.IsActive()) ImGui::SetNextItemOpen(true);
    bool first = head->id != 0 &&
                 (strcmp(head->object, "world") == 0 || strcmp(head->object, "solver") == 0);
    bool open = wanted > 0 &&
                ImGui::CollapsingHeader(title, first ? ImGuiTreeNodeFlags_DefaultOpen : 0);
    if (open && strncmp(head->kind, "solver.", 7) == 0 && !p->filter.IsActive()) solvers(sim, head);
    if (open)
      for (int k = i; k < end; k++) {
        snprintf(title, sizeof title, "%s.%s", head->object, c->control[k].row->name);
        if (p->filter.PassFilter(title)) lg_panel_parameter(p, sim, &c->control[k]);
      }

    i = end;
  }
}

// Go on or pause, a step, from the start: what the keys space, . and r do.
static void course(lg_sim *sim) {
  const bool paused = lg_sim_now(sim).paused;
  const float wide = (ImGui::GetContentRegionAvail().x - 2 * ImGui::GetStyle().ItemSpacing.x) / 3;
  if (ImGui::Button(paused ? "go on###go" : "pause###go", ImVec2(wide, 0)))
    lg_sim_pause(sim, !paused);
  ImGui::SameLine();
  if (ImGui::Button("step", ImVec2(wide, 0))) lg_sim_single(sim);
  ImGui::SameLine();
  if (ImGui::Button("reset", ImVec2(-1, 0))) {
    lg_sim_event e = lg_sim_event();
    e.what = LG_SIM_RELOAD;
    lg_sim_send(sim, &e);
  }
}

// An edge that is drawn with the mouse: by how much it was moved since the last drawing, along x or
// y.
static float edge(const char *name, ImVec2 at, ImVec2 size, bool along_x) {
  ImGui::SetCursorPos(at);
  ImGui::InvisibleButton(name, size);
  bool held = ImGui::IsItemActive();
  ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  if (held || ImGui::IsItemHovered())
    ImGui::GetWindowDrawList()->AddRectFilled(low, high,
                                              ImGui::GetColorU32(ImGuiCol_SeparatorHovered));
  return !held ? 0 : along_x ? ImGui::GetIO().MouseDelta.x : ImGui::GetIO().MouseDelta.y;
}

static const ImGuiWindowFlags fixed_window = ImGuiWindowFlags_NoTitleBar |
                                             ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                                             ImGuiWindowFlags_NoScrollbar |
                                             ImGuiWindowFlags_NoScrollWithMouse;

// Where it lies: mouse events there are its own.
void lg_panel_window(lg_panel *p, const char *name, ImVec2 at, ImVec2 size) {
  ImGui::SetNextWindowPos(at);
  ImGui::SetNextWindowSize(size);
  ImGui::Begin(name, nullptr, fixed_window);
  p->place = {static_cast<int>(at.x), static_cast<int>(at.y), static_cast<int>(size.x) + 1,
              static_cast<int>(size.y) + 1};
}

float lg_panel_width(const lg_panel *p, float window) { return fminf(p->width, 0.5f * window); }

// Along the right edge, from top to bottom; its left edge and that of the console are drawn.
void lg_panel_build(lg_panel *p, lg_sim *sim, const lg_sim_frame *f) {
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const float wide = lg_panel_width(p, screen.x), gap = ImGui::GetStyle().WindowPadding.y;
  p->frame = f;
  lg_panel_window(p, "Panel", ImVec2(screen.x - wide, 0), ImVec2(wide, screen.y));

  course(sim);
  lg_panel_hint_row(p, sim);
  const float most = screen.y - ImGui::GetCursorPosY() - 6 * ImGui::GetFontSize();
  const float below = fminf(p->below, fmaxf(most, 4 * ImGui::GetFontSize()));
  ImGui::BeginChild("rows", ImVec2(0, -below - gap));
  widgets(p, sim, &f->controls);
  questions(p, sim, &f->beside.lesson);
  for (int i = 0; i < f->beside.plots; i++) plot(p->theme, &f->beside.plot[i]);
  parameters(p, sim, f);
  ImGui::EndChild();

  float up = edge("lower", ImVec2(0, screen.y - below - gap), ImVec2(wide, 5), false);
  if (up != 0) p->below = fminf(fmaxf(below - up, 4 * ImGui::GetFontSize()), most);
  ImGui::SetCursorPos(ImVec2(gap, screen.y - below));
  lg_panel_console(p, sim, f);

  float left = edge("left", ImVec2(0, 0), ImVec2(5, screen.y), true);
  if (left != 0) p->width = fmaxf(wide - left, 200);
  ImGui::End();
}
