// panel_rows.cpp - one value of the panel: a parameter or a widget of the scene, drawn as its row
// says, and sent to the simulation when it is changed.
#include "viewer/panel_parts.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

static const float wide_range = 1e5f; // beyond it a row is dragged instead of slid

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

void lg_panel_send(lg_sim *sim, lg_sim_what what, const char *param, const lg_arg *value,
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

void lg_panel_swap(lg_sim *sim, int world, const char *solver) {
  lg_sim_event e = lg_sim_event();
  e.what = LG_SIM_SWAP;
  e.world = world;
  snprintf(e.param, sizeof e.param, "%s", solver);
  lg_sim_send(sim, &e);
}

void lg_panel_label(const char *name) {
  float left = 0.42f * ImGui::GetContentRegionAvail().x, start = ImGui::GetCursorPosX();
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(name);
  ImGui::SameLine(start + left);
  ImGui::SetNextItemWidth(-1);
}

void lg_panel_parameter(lg_panel *p, lg_sim *sim, const lg_control *c) {
  char key[LG_TUNED_KEY], text[LG_TEXT_MAX] = "";
  lg_arg value = c->value;
  bool fixed = (c->row->flags & LG_RESTART) != 0;
  lg_control_key(c, key, sizeof key);

  begin_row(p, key, &value);
  lg_panel_label(c->row->name);
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

// A slider or a choice is a row as parameters are; its label is before it.
void lg_panel_widget(lg_panel *p, lg_sim *sim, const lg_widget *w) {
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
  if (changed) lg_panel_send(sim, LG_SIM_MOVE, w->name, &value, *text ? text : nullptr);
  end_row(p, key, &value, changed);
}

void lg_panel_button(lg_sim *sim, const char *name, float width) {
  if (ImGui::Button(name, ImVec2(width, 0)))
    lg_panel_send(sim, LG_SIM_PRESS, name, nullptr, nullptr);
}
