// panel.cpp - the panel, in Dear ImGui: everything in it is made from the rows of lg_controls,
// nothing is known of any kind. Debian's libimgui.a has no back end for SDL_Renderer, so its lists
// are drawn with SDL_RenderGeometryRaw here. Values go to the simulation's queue; what is shown
// comes from the newest frame, except the value that the user holds right now. Longer than other
// files, because it is the only one in C++ and keeps Dear ImGui to itself.
#include "laguna_kind.h"
extern "C" { // headers of C
#include "picture/text.h"
#include "viewer/sim.h"
}
#include "viewer/panel.h"

#include <imgui.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

static const double restless_for = 0.6; // s after an event: tooltips and hovering settle
static const float wide_range = 1e5f;   // beyond it a row is dragged instead of slid

struct lg_panel {
  SDL_Renderer *renderer;
  SDL_Texture *font;
  ImGuiContext *context;
  bool shown;
  struct click {
    float x, y;
    int button;
    bool down;
  } clicks[16]; // not drawn yet, one a drawing: several may come between two
  int queued;
  bool typed[SDL_NUM_SCANCODES], released[SDL_NUM_SCANCODES]; // since the last drawing
  SDL_Rect place;                                             // of the panel, window units
  bool grabbed;            // a mouse button that went down in the panel is held
  Uint64 busy_until, last; // performance counter
  char line[LG_SIM_LINE];
  char history[16][LG_SIM_LINE];
  int said, recall, lines;
  ImGuiTextFilter filter;
  // what the user holds: which row, and its value until the simulation shows the same
  char held[2 * LG_NAME_MAX + 8];
  lg_arg value;
  Uint64 held_until;
};

static Uint64 in_seconds(double s) {
  return SDL_GetPerformanceCounter() +
         static_cast<Uint64>(s * static_cast<double>(SDL_GetPerformanceFrequency()));
}

// ---- life ----

static const struct {
  ImGuiKey key;
  SDL_Scancode code;
} keys[] = {{ImGuiKey_Tab, SDL_SCANCODE_TAB},
            {ImGuiKey_LeftArrow, SDL_SCANCODE_LEFT},
            {ImGuiKey_RightArrow, SDL_SCANCODE_RIGHT},
            {ImGuiKey_UpArrow, SDL_SCANCODE_UP},
            {ImGuiKey_DownArrow, SDL_SCANCODE_DOWN},
            {ImGuiKey_Home, SDL_SCANCODE_HOME},
            {ImGuiKey_End, SDL_SCANCODE_END},
            {ImGuiKey_Delete, SDL_SCANCODE_DELETE},
            {ImGuiKey_Backspace, SDL_SCANCODE_BACKSPACE},
            {ImGuiKey_Enter, SDL_SCANCODE_RETURN},
            {ImGuiKey_Escape, SDL_SCANCODE_ESCAPE},
            {ImGuiKey_A, SDL_SCANCODE_A},
            {ImGuiKey_C, SDL_SCANCODE_C},
            {ImGuiKey_V, SDL_SCANCODE_V},
            {ImGuiKey_X, SDL_SCANCODE_X},
            {ImGuiKey_Z, SDL_SCANCODE_Z}};

static const char *clipboard(void *) {
  static char text[4096]; // Dear ImGui wants a text that stays
  char *now = SDL_GetClipboardText();
  snprintf(text, sizeof text, "%s", now ? now : "");
  SDL_free(now);
  return text;
}
static void to_clipboard(void *, const char *text) { SDL_SetClipboardText(text); }

static bool make_font(lg_panel *p) {
  unsigned char *pixels = nullptr;
  int width = 0, height = 0;
  ImGuiIO &io = ImGui::GetIO();

  // Dear ImGui reads TrueType only; without such a font it has one of its own.
  int index;
  const char *file = lg_font_file(&index), *end = file ? strrchr(file, '.') : nullptr;
  if (end && !SDL_strcasecmp(end, ".ttf")) io.Fonts->AddFontFromFileTTF(file, 14);

  // Its glyphs as one texture.
  io.Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
  p->font = SDL_CreateTexture(p->renderer, SDL_PIXELFORMAT_RGBA32, SDL_TEXTUREACCESS_STATIC, width,
                              height);
  if (!p->font) return false;
  SDL_UpdateTexture(p->font, nullptr, pixels, 4 * width);
  SDL_SetTextureBlendMode(p->font, SDL_BLENDMODE_BLEND);
  SDL_SetTextureScaleMode(p->font, SDL_ScaleModeLinear);
  io.Fonts->SetTexID(p->font);
  return true;
}

lg_panel *lg_panel_new(SDL_Renderer *renderer) {
  lg_panel *p = new (std::nothrow) lg_panel();
  if (!p) return nullptr;
  p->renderer = renderer;

  // Dear ImGui's context: no files of its own, SDL's clipboard and keys.
  p->context = ImGui::CreateContext();
  ImGuiIO &io = ImGui::GetIO();
  io.IniFilename = nullptr; // no file is left behind
  io.BackendRendererName = "SDL_RenderGeometryRaw";
  io.GetClipboardTextFn = clipboard;
  io.SetClipboardTextFn = to_clipboard;
  for (const auto &k : keys)
    io.KeyMap[k.key] = k.code; // the key input of Debian 12's 1.86; gone in 1.91.5

  ImGui::StyleColorsDark();
  ImGuiStyle &style = ImGui::GetStyle();
  style.WindowRounding = style.FrameRounding = style.GrabRounding = 4;
  style.Colors[ImGuiCol_WindowBg].w = 0.92f;

  if (make_font(p)) return p;
  lg_panel_free(p);
  return nullptr;
}

void lg_panel_free(lg_panel *p) {
  if (!p) return;
  if (p->font) SDL_DestroyTexture(p->font);
  ImGui::DestroyContext(p->context);
  delete p;
}

void lg_panel_show(lg_panel *p, bool on) {
  p->shown = on;
  p->queued = 0;
  p->busy_until = in_seconds(restless_for);
}

bool lg_panel_shown(const lg_panel *p) { return p->shown; }

bool lg_panel_restless(const lg_panel *p) {
  Uint64 now = SDL_GetPerformanceCounter();
  return p->queued > 0 ||
         (now < p->busy_until && now - p->last > SDL_GetPerformanceFrequency() / 60);
}

int lg_panel_covers(const lg_panel *p, int width) {
  bool right = p->shown && 2 * p->place.x > width &&
               2 * p->place.h > p->place.w; // neither moved away nor folded
  return right ? width - p->place.x : 0;
}

// ---- events ----

static bool over(const lg_panel *p, int x, int y) {
  const SDL_Point at = {x, y};
  return SDL_PointInRect(&at, &p->place) || ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
}

static void queue(lg_panel *p, const SDL_MouseButtonEvent &e, bool down) {
  int button = e.button == SDL_BUTTON_LEFT ? 0 : e.button == SDL_BUTTON_RIGHT ? 1 : 2;
  if (p->queued < static_cast<int>(sizeof p->clicks / sizeof *p->clicks))
    p->clicks[p->queued++] = {static_cast<float>(e.x), static_cast<float>(e.y), button, down};
}

// A press beside the panel takes the keyboard from it; a drag ends where the button is let go,
// however far the mouse is by then.
static bool mouse_button(lg_panel *p, const SDL_MouseButtonEvent &e) {
  bool down = e.type == SDL_MOUSEBUTTONDOWN;
  bool mine = down ? over(p, e.x, e.y) : p->grabbed;
  queue(p, e, true);
  if (!down) queue(p, e, false);
  p->grabbed = down && mine;
  return mine;
}

static void key_state(lg_panel *p, SDL_Scancode code, bool down) {
  bool *state = ImGui::GetIO().KeysDown;
  if (down) state[code] = p->typed[code] = true;
  else if (p->typed[code]) p->released[code] = true;
  else state[code] = false;
}

// After a drawing has seen them: keys that were let go of before it.
static void let_go(lg_panel *p) {
  for (int i = 0; i < SDL_NUM_SCANCODES; i++) {
    if (p->released[i]) ImGui::GetIO().KeysDown[i] = false;
    p->typed[i] = p->released[i] = false;
  }
}

static bool key(lg_panel *p, const SDL_KeyboardEvent &e) {
  ImGuiIO &io = ImGui::GetIO();
  const Uint16 mod = e.keysym.mod;
  bool down = e.type == SDL_KEYDOWN;
  io.KeyShift = (mod & KMOD_SHIFT) != 0;
  io.KeyCtrl = (mod & KMOD_CTRL) != 0;
  io.KeyAlt = (mod & KMOD_ALT) != 0;
  if (e.keysym.scancode < SDL_NUM_SCANCODES) key_state(p, e.keysym.scancode, down);

  // Escape closes a menu, not the window; a release is the scene's too, which may have seen the
  // press.
  bool closes = e.keysym.sym == SDLK_ESCAPE && ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
  return down && (io.WantTextInput || closes);
}

bool lg_panel_event(lg_panel *p, SDL_Window *, const SDL_Event *e) {
  if (!p->shown) return false;
  ImGui::SetCurrentContext(p->context);
  ImGuiIO &io = ImGui::GetIO();
  p->busy_until = in_seconds(restless_for);

  switch (e->type) {
    case SDL_MOUSEMOTION: /* a drag stays where it began */
      return e->motion.state != 0 ? p->grabbed : over(p, e->motion.x, e->motion.y);
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP: return mouse_button(p, e->button);
    case SDL_MOUSEWHEEL: {
      int x = 0, y = 0;
      SDL_GetMouseState(&x, &y);
      if (over(p, x, y)) io.MouseWheel += e->wheel.preciseY;
      return over(p, x, y);
    }
    case SDL_KEYDOWN:
    case SDL_KEYUP: return key(p, e->key);
    case SDL_TEXTINPUT:
      if (io.WantTextInput) io.AddInputCharactersUTF8(e->text.text);
      return io.WantTextInput;
    default: return false;
  }
}

// ---- rows ----

// The value that the user holds wins over the frame's, which is a little older; else a drag would
// lose its way.
static void begin_row(lg_panel *p, const char *key, lg_arg *value) {
  ImGui::PushID(key);
  if (strcmp(p->held, key) == 0 && SDL_GetPerformanceCounter() < p->held_until) *value = p->value;
}

static void end_row(lg_panel *p, const char *key, const lg_arg *value, bool changed) {
  if (changed || (ImGui::IsItemActive() && strcmp(p->held, key) == 0)) {
    snprintf(p->held, sizeof p->held, "%s", key);
    p->value = *value;
    p->held_until = in_seconds(0.3);
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
  char key[2 * LG_NAME_MAX + 8], text[LG_TEXT_MAX] = "";
  lg_arg value = c->value;
  bool fixed = (c->row->flags & LG_RESTART) != 0;
  snprintf(key, sizeof key, "%d.%s.%s", c->world, c->object, c->row->name);

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

static void widgets(lg_panel *p, lg_sim *sim, const lg_controls *c) {
  for (int i = 0; i < c->widgets; i++) {
    const lg_widget *w = &c->widget[i];
    char key[LG_NAME_MAX + 8], text[LG_SIM_LINE] = "";
    lg_param row = w->row;
    lg_arg value = lg_num(nullptr, w->value);

    row.name = w->name;
    row.unit = w->unit;
    row.doc = w->doc;
    snprintf(key, sizeof key, "w.%s", w->name);

    // Sliders and choices are rows as parameters are.
    begin_row(p, key, &value);
    label(w->name);
    bool changed = row.type == LG_CHOICE ? choice(w->choices, w->text, text, sizeof text)
                                         : number(&row, &value);
    hint(&row, "");
    if (changed) send(sim, LG_SIM_MOVE, w->name, &value, *text ? text : nullptr);
    end_row(p, key, &value, changed);
  }

  for (int i = 0; i < c->buttons; i++) {
    if (i > 0) ImGui::SameLine();
    if (ImGui::Button(c->button[i])) send(sim, LG_SIM_PRESS, c->button[i], nullptr, nullptr);
  }
}

static ImU32 plot_color(int curve) {
  Uint32 c = lg_plot_color(curve);
  return IM_COL32(c >> 24, c >> 16 & 255, c >> 8 & 255, 255);
}

static void plot(const lg_plot *p) {
  float t[2], v[2], height = 6 * ImGui::GetFontSize();
  ImVec2 at = ImGui::GetCursorScreenPos(), size(ImGui::GetContentRegionAvail().x, height);
  ImDrawList *list = ImGui::GetWindowDrawList();
  lg_plot_ranges(p, t, v);
  ImGui::TextUnformatted(p->name);

  for (int k = 0; k < p->curves; k++) {
    ImGui::SameLine();
    ImGui::TextColored(ImColor(plot_color(k)), "%s %.4g", p->curve[k],
                       p->n > 0 ? static_cast<double>(p->v[k][p->n - 1]) : 0);
  }

  at = ImGui::GetCursorScreenPos();
  list->AddRectFilled(at, ImVec2(at.x + size.x, at.y + size.y), IM_COL32(0, 0, 0, 120), 4);
  for (int k = 0; k < p->curves; k++) {
    ImVec2 before;

    // Lines between samples; a value that is no number is a gap.
    for (int i = 0; i < p->n; i++) {
      ImVec2 now(at.x + (p->t[i] - t[0]) / (t[1] - t[0]) * size.x,
                 at.y + (v[1] - p->v[k][i]) / (v[1] - v[0]) * size.y);
      if (i > 0 && std::isfinite(now.y) && std::isfinite(before.y))
        list->AddLine(before, now, plot_color(k), 1.5f);
      before = now;
    }
  }
  ImGui::Dummy(size);
}

// Parameters under a header for each object; a filter shows only rows whose object or name has the
// word.
static void parameters(lg_panel *p, lg_sim *sim, const lg_sim_frame *f) {
  const lg_controls *c = &f->controls;
  ImGui::SetNextItemWidth(-1);
  if (ImGui::InputTextWithHint("##filter", "find a parameter", p->filter.InputBuf,
                               sizeof p->filter.InputBuf))
    p->filter.Build();

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
    if (wanted > 0 && ImGui::CollapsingHeader(title, first ? ImGuiTreeNodeFlags_DefaultOpen : 0))
      for (int k = i; k < end; k++) {
        snprintf(title, sizeof title, "%s.%s", head->object, c->control[k].row->name);
        if (p->filter.PassFilter(title)) parameter(p, sim, &c->control[k]);
      }

    i = end;
  }
}

// Up and down bring back earlier lines.
static int recall(ImGuiInputTextCallbackData *data) {
  lg_panel *p = static_cast<lg_panel *>(data->UserData);
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
    if (f->line[i].trouble) ImGui::PushStyleColor(ImGuiCol_Text, IM_COL32(255, 120, 110, 255));
    ImGui::TextWrapped("%s", f->line[i].text);
    if (f->line[i].trouble) ImGui::PopStyleColor();
  }

  if (f->lines != p->lines) ImGui::SetScrollHereY(1);
  p->lines = f->lines;
  ImGui::EndChild();

  // The line goes to the scene, and into the history.
  ImGui::SetNextItemWidth(-1);
  if (!ImGui::InputTextWithHint(
          "##line", "Lua in the scene: world.gravity = {0, -1}", p->line, sizeof p->line,
          ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CallbackHistory, recall, p))
    return;
  if (*p->line) {
    send(sim, LG_SIM_LINE_OF_LUA, "", nullptr, p->line);
    memcpy(p->history[p->said++ % 16], p->line, sizeof p->line);
  }

  p->line[0] = '\0';
  p->recall = 0;
  ImGui::SetKeyboardFocusHere(-1);
}

static void build(lg_panel *p, lg_sim *sim, const lg_sim_frame *f) {
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos(ImVec2(screen.x - 392, 12), ImGuiCond_FirstUseEver);
  ImGui::SetNextWindowSize(ImVec2(380, fmaxf(screen.y - 24, 200)), ImGuiCond_FirstUseEver);

  if (ImGui::Begin("Panel")) {
    float below = 9 * ImGui::GetFontSize();
    ImGui::BeginChild("rows", ImVec2(0, -below));
    widgets(p, sim, &f->controls);
    for (int i = 0; i < f->plots; i++) plot(&f->plot[i]);
    parameters(p, sim, f);
    ImGui::EndChild();
    console(p, sim, f);
  }

  // Where it lies: mouse events there are its own.
  ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  p->place = {static_cast<int>(at.x), static_cast<int>(at.y), static_cast<int>(size.x),
              static_cast<int>(size.y)};
  ImGui::End();
}

// ---- drawing ----

static void render_list(SDL_Renderer *r, const ImDrawList *list) {
  const int stride = sizeof(ImDrawVert);
  for (const ImDrawCmd &c : list->CmdBuffer) {
    const ImDrawVert *v = list->VtxBuffer.Data + c.VtxOffset;
    SDL_Rect clip = {static_cast<int>(c.ClipRect.x), static_cast<int>(c.ClipRect.y),
                     static_cast<int>(c.ClipRect.z - c.ClipRect.x),
                     static_cast<int>(c.ClipRect.w - c.ClipRect.y)};
    if (clip.w <= 0 || clip.h <= 0 || c.ElemCount == 0) continue;

    // Triangles of one texture within one rectangle.
    SDL_RenderSetClipRect(r, &clip);
    SDL_RenderGeometryRaw(r, static_cast<SDL_Texture *>(c.TextureId), &v->pos.x, stride,
                          reinterpret_cast<const SDL_Color *>(&v->col), stride, &v->uv.x, stride,
                          list->VtxBuffer.Size - static_cast<int>(c.VtxOffset),
                          list->IdxBuffer.Data + c.IdxOffset, static_cast<int>(c.ElemCount),
                          sizeof(ImDrawIdx));
  }
  SDL_RenderSetClipRect(r, nullptr);
}

static void take_input(lg_panel *p, SDL_Window *window) {
  ImGuiIO &io = ImGui::GetIO();
  int width = 1, height = 1, x = 0, y = 0, pixels = 1, rows = 1;
  Uint64 now = SDL_GetPerformanceCounter();

  // Size of the window and pixels a unit.
  SDL_GetWindowSize(window, &width, &height);
  SDL_GetRendererOutputSize(p->renderer, &pixels, &rows);
  io.DisplaySize = ImVec2(static_cast<float>(width), static_cast<float>(height));
  io.DisplayFramebufferScale = ImVec2(static_cast<float>(pixels) / io.DisplaySize.x,
                                      static_cast<float>(rows) / io.DisplaySize.y);

  double since = p->last ? static_cast<double>(now - p->last) /
                               static_cast<double>(SDL_GetPerformanceFrequency())
                         : 1.0 / 60;
  io.DeltaTime = static_cast<float>(fmax(since, 1e-4));
  p->last = now;

  // One click a drawing: Dear ImGui sees a state, not events.
  const lg_panel::click c = p->clicks[0];
  if (p->queued > 0) {
    io.MousePos = ImVec2(c.x, c.y);
    io.MouseDown[c.button] = c.down;
    memmove(p->clicks, p->clicks + 1, static_cast<size_t>(--p->queued) * sizeof c);
    return;
  }

  Uint32 held = SDL_GetMouseState(&x, &y);
  const Uint32 buttons[3] = {SDL_BUTTON_LMASK, SDL_BUTTON_RMASK, SDL_BUTTON_MMASK};
  io.MousePos = ImVec2(static_cast<float>(x), static_cast<float>(y));
  for (int k = 0; k < 3; k++) io.MouseDown[k] = (held & buttons[k]) != 0;
}

void lg_panel_draw(lg_panel *p, SDL_Window *window, lg_sim *sim, const lg_sim_frame *frame) {
  if (!p->shown) return;
  ImGui::SetCurrentContext(p->context);

  take_input(p, window);
  ImGui::NewFrame();
  build(p, sim, frame);
  ImGui::Render();
  let_go(p);

  const ImDrawData *data = ImGui::GetDrawData();
  SDL_RenderSetScale(p->renderer, data->FramebufferScale.x, data->FramebufferScale.y);
  for (int i = 0; i < data->CmdListsCount; i++) render_list(p->renderer, data->CmdLists[i]);
  SDL_RenderSetScale(p->renderer, 1, 1);
}
