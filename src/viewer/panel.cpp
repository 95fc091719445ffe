// panel.cpp - the panel, in Dear ImGui: its life, events and drawing. Debian's libimgui.a has no
// back end for SDL_Renderer, so its lists are drawn with SDL_RenderGeometryRaw here. Values go to
// the simulation's queue; what is shown comes from the newest frame, except the value that the
// user holds right now.
#include "viewer/panel_parts.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

static const double restless_for = 0.6; // s after an event: tooltips and hovering settle
static const float letters = 14;        // panel units: of its font

Uint64 lg_panel_in_seconds(double s) {
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
  const float size = roundf(letters * p->scale);
  io.Fonts->Clear();
  if (end && !SDL_strcasecmp(end, ".ttf")) io.Fonts->AddFontFromFileTTF(file, size);
  io.FontGlobalScale = letters / size; // as many pixels as there are on the screen

  // Its glyphs as one texture.
  io.Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
  if (p->font) SDL_DestroyTexture(p->font);
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
  p->strip = true;
  p->width = 380;
  p->below = 9 * letters;
  p->per_x = p->per_y = p->scale = 1;

  // Dear ImGui's context: no files of its own, SDL's clipboard and keys.
  p->context = ImGui::CreateContext();
  ImGuiIO &io = ImGui::GetIO();
  io.IniFilename = nullptr; // no file is left behind
  io.BackendRendererName = "SDL_RenderGeometryRaw";
  io.GetClipboardTextFn = clipboard;
  io.SetClipboardTextFn = to_clipboard;
  for (const auto &k : keys)
    io.KeyMap[k.key] = k.code; // the key input of Debian 12's 1.86; gone in 1.91.5

  ImGuiStyle &style = ImGui::GetStyle();
  style.FrameRounding = style.GrabRounding = 4;
  style.WindowRounding = 0; // it stands beside the picture
  style.WindowBorderSize = 0;

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
  p->busy_until = lg_panel_in_seconds(restless_for);
}

bool lg_panel_shown(const lg_panel *p) { return p->shown; }

void lg_panel_strip(lg_panel *p, bool on) { p->strip = on; }

void lg_panel_hint(lg_panel *p, lg_hint *h) { p->hint = h; }

bool lg_panel_restless(const lg_panel *p) {
  Uint64 now = SDL_GetPerformanceCounter();
  return p->queued > 0 ||
         (now < p->busy_until && now - p->last > SDL_GetPerformanceFrequency() / 60);
}

// Of the strip in a window so wide, panel units; 0: there is none.
static int strip_rows(const lg_panel *p, const lg_controls *c, float width) {
  return p->shown || !p->strip ? 0 : lg_strip_rows(p, c, width);
}

void lg_panel_room(lg_panel *p, SDL_Window *window, const lg_controls *c, float scale, int *right,
                   int *bottom) {
  int width = 1, height = 1, pixels = 1, lines = 1;
  SDL_GetWindowSize(window, &width, &height);
  SDL_GetRendererOutputSize(p->renderer, &pixels, &lines);
  ImGui::SetCurrentContext(p->context);
  if (scale != p->scale) {
    p->scale = scale;
    make_font(p);
  }
  p->per_x = static_cast<float>(pixels) / (scale * static_cast<float>(width > 0 ? width : 1));
  p->per_y = static_cast<float>(lines) / (scale * static_cast<float>(height > 0 ? height : 1));

  // Pixels that are left of the picture.
  const float wide = static_cast<float>(pixels) / scale;
  const int rows = strip_rows(p, c, wide);
  *right = p->shown ? static_cast<int>(scale * lg_panel_width(p, wide)) : 0;
  *bottom = rows > 0 ? static_cast<int>(scale * lg_strip_height(rows)) : 0;
}

// ---- events ----

static bool over(const lg_panel *p, int x, int y) {
  const SDL_Point at = {static_cast<int>(static_cast<float>(x) * p->per_x),
                        static_cast<int>(static_cast<float>(y) * p->per_y)};
  return SDL_PointInRect(&at, &p->place) || ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
}

static void queue(lg_panel *p, const SDL_MouseButtonEvent &e, bool down) {
  int button = e.button == SDL_BUTTON_LEFT ? 0 : e.button == SDL_BUTTON_RIGHT ? 1 : 2;
  if (p->queued < static_cast<int>(sizeof p->clicks / sizeof *p->clicks))
    p->clicks[p->queued++] = {static_cast<float>(e.x) * p->per_x,
                              static_cast<float>(e.y) * p->per_y, button, down};
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

static void modifiers(Uint16 mod) {
  ImGuiIO &io = ImGui::GetIO();
  io.KeyShift = (mod & KMOD_SHIFT) != 0;
  io.KeyCtrl = (mod & KMOD_CTRL) != 0;
  io.KeyAlt = (mod & KMOD_ALT) != 0;
}

// After a drawing has seen them: keys that were let go of before it.
static void let_go(lg_panel *p) {
  modifiers(p->mod);
  for (int i = 0; i < SDL_NUM_SCANCODES; i++) {
    if (p->released[i]) ImGui::GetIO().KeysDown[i] = false;
    p->typed[i] = p->released[i] = false;
  }
}

static bool key(lg_panel *p, const SDL_KeyboardEvent &e) {
  const ImGuiIO &io = ImGui::GetIO();
  const Uint16 mod = e.keysym.mod;
  bool down = e.type == SDL_KEYDOWN;
  p->mod = mod;
  if (down) modifiers(mod); // a release counts after a drawing has seen the key
  if (e.keysym.scancode < SDL_NUM_SCANCODES) key_state(p, e.keysym.scancode, down);

  // Escape closes a menu, not the window; a release is the scene's too, which may have seen the
  // press.
  bool closes = e.keysym.sym == SDLK_ESCAPE && ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
  return down && (io.WantTextInput || closes);
}

bool lg_panel_event(lg_panel *p, const SDL_Event *e) {
  if (p->place.h == 0) return false; // neither panel nor strip
  ImGui::SetCurrentContext(p->context);
  ImGuiIO &io = ImGui::GetIO();
  p->busy_until = lg_panel_in_seconds(restless_for);

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

static void take_input(lg_panel *p) {
  ImGuiIO &io = ImGui::GetIO();
  int x = 0, y = 0, pixels = 1, rows = 1;
  Uint64 now = SDL_GetPerformanceCounter();

  // Size of the window in the panel's units, and pixels a unit.
  SDL_GetRendererOutputSize(p->renderer, &pixels, &rows);
  io.DisplaySize =
      ImVec2(static_cast<float>(pixels) / p->scale, static_cast<float>(rows) / p->scale);
  io.DisplayFramebufferScale = ImVec2(p->scale, p->scale);

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
  io.MousePos = ImVec2(static_cast<float>(x) * p->per_x, static_cast<float>(y) * p->per_y);
  for (int k = 0; k < 3; k++) io.MouseDown[k] = (held & buttons[k]) != 0;
}

static void dress(lg_panel *p, const lg_theme *theme) {
  if (p->theme == theme) return;
  p->theme = theme;
  if (theme == &lg_theme_light) ImGui::StyleColorsLight();
  else ImGui::StyleColorsDark();
  const uint32_t c = theme->column;
  ImGui::GetStyle().Colors[ImGuiCol_WindowBg] = ImColor(
      static_cast<int>(c >> 24), static_cast<int>(c >> 16 & 255), static_cast<int>(c >> 8 & 255));
}

void lg_panel_draw(lg_panel *p, const lg_theme *theme, lg_sim *sim, const lg_sim_frame *frame) {
  ImGui::SetCurrentContext(p->context);
  dress(p, theme);
  take_input(p);
  const int rows = strip_rows(p, &frame->controls, ImGui::GetIO().DisplaySize.x);
  p->place = {0, 0, 0, 0};
  if (!p->shown && rows == 0) return;

  ImGui::NewFrame();
  if (p->shown) lg_panel_build(p, sim, frame);
  else lg_strip_build(p, sim, frame, rows);
  ImGui::Render();
  let_go(p);

  const ImDrawData *data = ImGui::GetDrawData();
  SDL_RenderSetScale(p->renderer, data->FramebufferScale.x, data->FramebufferScale.y);
  for (int i = 0; i < data->CmdListsCount; i++) render_list(p->renderer, data->CmdLists[i]);
  SDL_RenderSetScale(p->renderer, 1, 1);
}
