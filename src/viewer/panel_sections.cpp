// panel_sections.cpp - what the panel shows, section by section, made from the rows of lg_controls:
// nothing is known of any kind.
#include "viewer/panel_parts.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

static const float wide_range = 1e5f; // beyond it a row is dragged instead of slid

// ---- rows ----

// The value that the user holds wins over the frame's, which is a little older; else a drag would
// lose its way.
static void begin_row(lg_panel *p, const char *key, lg_arg *value) {
  ImGui::PushID(key);
  if (strcmp(p->held, key) == 0 && SDL_GetPerformanceCounter() < p->held_until) *value = p->value;
}

static void end_row(lg_panel *p, const char *key, const lg_arg *value, bool changed) {
  if (changed) lg_tuned_add(&p->tuned, key);
  if (changed || (ImGui::IsItemActive() && strcmp(p->held, key) == 0)) {
    snprintf(p->held, sizeof p->held, "%s", key);
    p->value = *value;
    p->held_until = lg_panel_in_seconds(0.3);
  }
  ImGui::PopID();
}

static void hint(const lg_param *row, const char *more) {
  if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return;
  char range[96] = "";
  bool ranged = row->type == LG_INT || row->type == LG_FLOAT;
  if (ranged && row->min == LG_TINY) snprintf(range, sizeof range, "> 0");
  else if (ranged && row->min > -LG_HUGE) snprintf(range, sizeof range, ">= %.6g", row->min);

  size_t n = strlen(range);
  if (ranged && row->max < LG_HUGE)
    snprintf(range + n, sizeof range - n, "%s<= %.6g", n ? ", " : "", row->max);

  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(ImGui::GetFontSize() * 24);
  ImGui::Text("%s", row->name);
  if (row->doc && *row->doc) ImGui::TextUnformatted(row->doc);
  if (*range) ImGui::TextDisabled("%s", range);
  if (row->flags & LG_RESTART)
    ImGui::TextDisabled(
        "fixed when it is made: change it in the file, then press R in the picture");
  if (*more) ImGui::TextDisabled("%s", more);
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}

// "3.20 m/s", as a format of the C library.
static const char *format_of(const lg_param *row, char *out, size_t bytes) {
  bool plain = !row->unit || !*row->unit || strcmp(row->unit, "1") == 0;
  snprintf(out, bytes, plain ? "%%.4g" : "%%.4g %s", plain ? "" : row->unit);
  return out;
}

static bool number(const lg_param *row, lg_arg *value) {
  char format[64];
  float x = static_cast<float>(value->v[0]), low = static_cast<float>(row->min),
        high = static_cast<float>(row->max);
  format_of(row, format, sizeof format);

  // A slider where there is a range, over decades a logarithmic one; else a drag.
  bool narrow = row->min > -LG_HUGE && row->max < LG_HUGE && high - low <= wide_range, changed;
  if (narrow) {
    bool decades = low > 0 && high / low > 1000;
    changed = ImGui::SliderFloat("##value", &x, low, high, format,
                                 ImGuiSliderFlags_AlwaysClamp |
                                     (decades ? ImGuiSliderFlags_Logarithmic : 0));
  } else {
    float about = fmaxf(fabsf(x), fabsf(static_cast<float>(row->def[0])));
    float least = row->min > -LG_HUGE ? low : -INFINITY,
          most = row->max < LG_HUGE ? high : INFINITY;
    changed = ImGui::DragFloat("##value", &x, about > 0 ? 0.005f * about : 0.001f, 0, 0, format);
    x = fminf(fmaxf(x, least), most);
  }

  char digits[32]; // 6.9 rather than 6.900000095367432
  snprintf(digits, sizeof digits, "%.6g", static_cast<double>(x));
  if (changed) value->v[0] = fmin(fmax(atof(digits), row->min), row->max);
  return changed && std::isfinite(x);
}

static bool whole(const lg_param *row, lg_arg *value) {
  ImS64 x = static_cast<ImS64>(value->v[0]);
  ImS64 low = static_cast<ImS64>(fmax(row->min, -1e15)),
        high = static_cast<ImS64>(fmin(row->max, 1e15));
  const ImGuiSliderFlags clamp = ImGuiSliderFlags_AlwaysClamp;
  float speed = fmaxf(0.05f, 0.005f * static_cast<float>(x));
  bool changed =
      high - low <= 1000
          ? ImGui::SliderScalar("##value", ImGuiDataType_S64, &x, &low, &high, nullptr, clamp)
          : ImGui::DragScalar("##value", ImGuiDataType_S64, &x, speed, &low, &high, nullptr, clamp);
  if (changed) value->v[0] = static_cast<double>(x);
  return changed;
}

static bool vector(const lg_param *row, lg_arg *value) {
  char format[64];
  float x[4] = {0, 0, 0, 0}, about = 0;
  for (int k = 0; k < value->n; k++) {
    x[k] = static_cast<float>(value->v[k]);
    about = fmaxf(about, fabsf(x[k]));
  }

  bool changed = row->type == LG_COLOR
                     ? ImGui::ColorEdit4("##value", x)
                     : ImGui::DragScalarN("##value", ImGuiDataType_Float, x, value->n,
                                          about > 0 ? 0.005f * about : 0.005f, nullptr, nullptr,
                                          format_of(row, format, sizeof format));
  for (int k = 0; changed && k < value->n; k++) value->v[k] = static_cast<double>(x[k]);
  return changed;
}

// Picks one of "a|b|c" into text; now is what it stands at.
static bool choice(const char *choices, const char *now, char *text, size_t bytes) {
  bool changed = false;
  if (!ImGui::BeginCombo("##value", now)) return false;
  if (ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape), false)) ImGui::CloseCurrentPopup();

  for (const char *at = choices; at && *at;) {
    char word[LG_SIM_LINE];
    size_t n = strcspn(at, "|");
    snprintf(word, sizeof word, "%.*s", static_cast<int>(n), at);
    if (ImGui::Selectable(word, strcmp(word, now) == 0)) {
      snprintf(text, bytes, "%s", word);
      changed = true;
    }
    at += n + (at[n] == '|');
  }
  ImGui::EndCombo();
  return changed;
}

static bool value_of(const lg_control *c, lg_arg *value, char *text, size_t bytes) {
  bool on = value->v[0] != 0;

  switch (c->row->type) {
    case LG_BOOL:
      if (!ImGui::Checkbox("##value", &on)) return false;
      value->v[0] = on;
      return true;
    case LG_INT: return whole(c->row, value);
    case LG_FLOAT: return number(c->row, value);
    case LG_VEC:
    case LG_COLOR: return vector(c->row, value);
    case LG_CHOICE: return choice(c->row->choices, c->text, text, bytes);
    default:
      ImGui::TextDisabled("%s", *c->text ? c->text : "-");
      return false; // references and files: the script's
  }
}

static void send(lg_sim *sim, lg_sim_what what, const char *param, const lg_arg *value,
                 const char *text) {
  lg_sim_event e = lg_sim_event();
  e.what = what;
  if (value) e.value = *value;
  e.value.name = nullptr;
  e.value.text = nullptr;
  if (text && what != LG_SIM_LINE_OF_LUA) e.value.type = LG_TEXT;

  snprintf(e.param, sizeof e.param, "%s", param);
  snprintf(e.text, sizeof e.text, "%s", text ? text : "");
  lg_sim_send(sim, &e);
}

static void label(const char *name) {
  float left = 0.42f * ImGui::GetContentRegionAvail().x, start = ImGui::GetCursorPosX();
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(name);
  ImGui::SameLine(start + left);
  ImGui::SetNextItemWidth(-1);
}

static void parameter(lg_panel *p, lg_sim *sim, const lg_control *c) {
  char key[LG_TUNED_KEY], text[LG_TEXT_MAX] = "";
  lg_arg value = c->value;
  bool fixed = (c->row->flags & LG_RESTART) != 0;
  lg_control_key(c, key, sizeof key);

  begin_row(p, key, &value);
  label(c->row->name);
  if (fixed) ImGui::BeginDisabled();
  bool changed = value_of(c, &value, text, sizeof text);
  if (fixed) ImGui::EndDisabled();
  hint(c->row, "");

  // To the simulation's queue, by the object's id.
  if (changed) {
    lg_sim_event e = lg_sim_event();
    e.what = LG_SIM_SET;
    e.world = c->world;
    e.id = c->id;
    e.value = value;
    if (*text) e.value.type = LG_TEXT;
    snprintf(e.param, sizeof e.param, "%s", c->row->name);
    snprintf(e.text, sizeof e.text, "%s", text);
    lg_sim_send(sim, &e);
  }

  end_row(p, key, &value, changed);
}

// ---- sections ----

// A slider or a choice is a row as parameters are; its label is before it.
static void widget(lg_panel *p, lg_sim *sim, const lg_widget *w) {
  char key[LG_NAME_MAX + 8], text[LG_SIM_LINE] = "";
  lg_param row = w->row;
  lg_arg value = lg_num(nullptr, w->value);

  row.name = w->name;
  row.unit = w->unit;
  row.doc = w->doc;
  snprintf(key, sizeof key, "w.%s", w->name);

  begin_row(p, key, &value);
  bool changed = row.type == LG_CHOICE ? choice(w->choices, w->text, text, sizeof text)
                                       : number(&row, &value);
  hint(&row, "");
  if (changed) send(sim, LG_SIM_MOVE, w->name, &value, *text ? text : nullptr);
  end_row(p, key, &value, changed);
}

static void button(lg_sim *sim, const char *name, float width) {
  if (ImGui::Button(name, ImVec2(width, 0))) send(sim, LG_SIM_PRESS, name, nullptr, nullptr);
}

static void widgets(lg_panel *p, lg_sim *sim, const lg_controls *c) {
  for (int i = 0; i < c->widgets; i++) {
    label(c->widget[i].name);
    widget(p, sim, &c->widget[i]);
  }
  for (int i = 0; i < c->buttons; i++) {
    if (i > 0) ImGui::SameLine();
    button(sim, c->button[i], 0);
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
      send(sim, LG_SIM_MOVE, c.name, &value, nullptr);
    }
    if (c.done) ImGui::TextWrapped("%s", c.said);
    ImGui::PopID();
  }
}

static ImU32 color_of(uint32_t rgba) {
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
    ImGui::TextColored(ImColor(color_of(theme->curve[k])), "%s %.4g", p->curve[k],
                       p->n > 0 ? static_cast<double>(p->v[k][p->n - 1]) : 0);
  }

  at = ImGui::GetCursorScreenPos();
  list->AddRectFilled(at, ImVec2(at.x + size.x, at.y + size.y), color_of(theme->field), 4);
  for (int k = 0; k < p->curves; k++) {
    ImVec2 before;

    // Lines between samples; a value that is no number is a gap.
    for (int i = 0; i < p->n; i++) {
      ImVec2 now(at.x + (p->t[i] - t[0]) / (t[1] - t[0]) * size.x,
                 at.y + (v[1] - p->v[k][i]) / (v[1] - v[0]) * size.y);
      if (i > 0 && std::isfinite(now.y) && std::isfinite(before.y))
        list->AddLine(before, now, color_of(theme->curve[k]), 1.5f);
      before = now;
    }
  }
  ImGui::Dummy(size);
}

// Another solver of the same fluid, by a line of Lua that the console shows.
static void solvers(lg_sim *sim, const lg_sim_frame *f, const lg_control *head) {
  char line[LG_SIM_LINE];
  ImGui::PushID("solver");
  label("kind");
  if (ImGui::BeginCombo("##value", head->kind + strlen("solver."))) {
    for (int i = 0; i < lg_kind_count(); i++) {
      const lg_kind *k = lg_kind_at(i);
      if (k->family != LG_FAMILY_SOLVER || strcmp(k->name, "script") == 0) continue;
      bool now = strcmp(k->name, head->kind + strlen("solver.")) == 0;
      if (ImGui::Selectable(k->name, now) && !now &&
          lg_controls_swap(&f->controls, head->world, f->count > 1, k, line, sizeof line))
        send(sim, LG_SIM_LINE_OF_LUA, "", nullptr, line);
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
    if (open && strncmp(head->kind, "solver.", 7) == 0 && !p->filter.IsActive())
      solvers(sim, f, head);
    if (open)
      for (int k = i; k < end; k++) {
        snprintf(title, sizeof title, "%s.%s", head->object, c->control[k].row->name);
        if (p->filter.PassFilter(title)) parameter(p, sim, &c->control[k]);
      }

    i = end;
  }
}

// Tab: the rest of the word, as far as there is one; the names where there are several.
static int complete(lg_panel *p, ImGuiInputTextCallbackData *data) {
  char more[LG_NAME_MAX];
  int found = lg_controls_complete(&p->frame->controls, p->frame->count > 1, data->Buf,
                                   data->CursorPos, more, sizeof more, p->names, sizeof p->names);
  if (*more) data->InsertChars(data->CursorPos, more);
  if (found < 2) p->names[0] = '\0';
  return 0;
}

// Up and down bring back earlier lines.
static int recall(ImGuiInputTextCallbackData *data) {
  lg_panel *p = static_cast<lg_panel *>(data->UserData);
  if (data->EventFlag == ImGuiInputTextFlags_CallbackCompletion) return complete(p, data);
  int kept = p->said < 16 ? p->said : 16,
      next = p->recall + (data->EventKey == ImGuiKey_UpArrow ? 1 : -1);
  if (next < 0 || next > kept) return 0;
  p->recall = next;
  data->DeleteChars(0, data->BufTextLen);
  if (next > 0) data->InsertChars(0, p->history[(p->said - next) % 16]);
  return 0;
}

static void console(lg_panel *p, lg_sim *sim, const lg_sim_frame *f) {
  ImGui::BeginChild("log", ImVec2(0, -ImGui::GetFrameHeightWithSpacing()), true);
  for (int i = 0; i < f->lines; i++) {
    if (f->line[i].trouble) ImGui::PushStyleColor(ImGuiCol_Text, color_of(p->theme->bad));
    ImGui::TextWrapped("%s", f->line[i].text);
    if (f->line[i].trouble) ImGui::PopStyleColor();
  }

  if (*p->names) ImGui::PushStyleColor(ImGuiCol_Text, color_of(p->theme->marked));
  if (*p->names) ImGui::TextWrapped("%s", p->names);
  if (*p->names) ImGui::PopStyleColor();

  if (f->lines != p->lines || *p->names) ImGui::SetScrollHereY(1);
  p->lines = f->lines;
  ImGui::EndChild();

  // The line goes to the scene, and into the history.
  ImGui::SetNextItemWidth(-1);
  if (!ImGui::InputTextWithHint(
          "##line", "Lua in the scene; Tab: names, help()", p->line, sizeof p->line,
          ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CallbackHistory |
              ImGuiInputTextFlags_CallbackCompletion,
          recall, p))
    return;
  p->names[0] = '\0';
  if (*p->line) {
    send(sim, LG_SIM_LINE_OF_LUA, "", nullptr, p->line);
    memcpy(p->history[p->said++ % 16], p->line, sizeof p->line);
  }

  p->line[0] = '\0';
  p->recall = 0;
  ImGui::SetKeyboardFocusHere(-1);
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
static void begin_window(lg_panel *p, const char *name, ImVec2 at, ImVec2 size) {
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
  begin_window(p, "Panel", ImVec2(screen.x - wide, 0), ImVec2(wide, screen.y));

  course(sim);
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
  console(p, sim, f);

  float left = edge("left", ImVec2(0, 0), ImVec2(5, screen.y), true);
  if (left != 0) p->width = fmaxf(wide - left, 200);
  ImGui::End();
}

// ---- the strip: a scene's sliders and buttons below the picture, where no panel is ----

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
  begin_window(p, "Strip", ImVec2(0, screen.y - high), ImVec2(screen.x, high));

  for (int i = 0; i < c->widgets + c->buttons; i++) {
    move_on(&pen, c, i, screen.x);
    const ImVec2 at(pen.x, strip_edge + static_cast<float>(pen.row) * strip_line);
    ImGui::SetCursorPos(at);
    if (i >= c->widgets) {
      button(sim, c->button[i - c->widgets], pen.wide - strip_edge);
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
    widget(p, sim, &c->widget[i]);
  }
  ImGui::End();
}
