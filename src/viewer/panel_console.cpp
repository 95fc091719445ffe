// panel_console.cpp - the console below the panel's rows: a line of Lua, what it gave, names that
// Tab completes.
#include "viewer/panel_parts.h"

#include <cstdio>
#include <cstring>

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

void lg_panel_console(lg_panel *p, lg_sim *sim, const lg_sim_frame *f) {
  ImGui::BeginChild("log", ImVec2(0, -ImGui::GetFrameHeightWithSpacing()), true);
  for (int i = 0; i < f->lines; i++) {
    if (f->line[i].trouble) ImGui::PushStyleColor(ImGuiCol_Text, lg_panel_color(p->theme->bad));
    ImGui::TextWrapped("%s", f->line[i].text);
    if (f->line[i].trouble) ImGui::PopStyleColor();
  }

  if (*p->names) ImGui::PushStyleColor(ImGuiCol_Text, lg_panel_color(p->theme->marked));
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
    lg_panel_send(sim, LG_SIM_LINE_OF_LUA, "", nullptr, p->line);
    memcpy(p->history[p->said++ % 16], p->line, sizeof p->line);
  }

  p->line[0] = '\0';
  p->recall = 0;
  ImGui::SetKeyboardFocusHere(-1);
}
