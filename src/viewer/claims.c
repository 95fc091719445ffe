/* claims.c - keys and mouse go to the scene first where it has a hook for them: the window acts on
   what the scene does not own, or if a long step keeps it from answering in time. */
#include "viewer/window.h"

#include <ctype.h>
#include <string.h>

#define PATIENCE 0.05 /* s */

static void act(lg_window *w, const SDL_Event *e) {
  switch (e->type) {
    case SDL_KEYDOWN:
      w->shift = e->key.keysym.mod & KMOD_SHIFT;
      w->ctrl = e->key.keysym.mod & KMOD_CTRL;
      w->alt = e->key.keysym.mod & (KMOD_ALT | KMOD_GUI);
      lg_keys_down(w, e->key.keysym.sym, e->key.repeat != 0);
      break;
    case SDL_TEXTINPUT: /* AltGr is Ctrl and Alt, to some */
      if (!w->ctrl || w->alt) lg_keys_text(w, e->text.text);
      break;
    case SDL_MOUSEBUTTONDOWN: lg_mouse_steer(w, e->button.button); break;
    case SDL_MOUSEWHEEL: lg_mouse_zoom(w, (float)e->wheel.y); break;
    default: break;
  }
}

void lg_claims_put(lg_window *w, const SDL_Event *e, int64_t ask) {
  lg_claims *c = &w->claims;
  if (ask == 0 || c->n == LG_CLAIMS_MAX) {
    act(w, e);
    return;
  }
  c->wait[c->n].of = *e;
  c->wait[c->n].ask = ask;
  c->wait[c->n++].until = lg_window_now() + PATIENCE;
}

/* In the order in which they came. */
void lg_claims_settle(lg_window *w) {
  lg_claims *c = &w->claims;
  while (c->n > 0) {
    lg_sim_word word = lg_sim_answer(w->sim, c->wait[0].ask);
    if (word == LG_SIM_UNKNOWN && lg_window_now() < c->wait[0].until) return;
    SDL_Event e = c->wait[0].of;
    memmove(c->wait, c->wait + 1, (size_t)--c->n * sizeof *c->wait);
    if (word != LG_SIM_OWNED) act(w, &e);
  }
}

/* "space", "a", "left": SDL's name of the key in small letters. */
static int64_t tell_scene(lg_window *w, const SDL_KeyboardEvent *e, bool ask) {
  lg_sim_event out = {.what = LG_SIM_KEY, .down = e->type == SDL_KEYDOWN};
  const char *name = SDL_GetKeyName(e->keysym.sym);
  size_t i = 0;
  for (; name[i] && i + 1 < sizeof out.name; i++)
    out.name[i] = (char)tolower((unsigned char)name[i]);

  if (i == 0) return 0;
  if (ask) return lg_sim_ask(w->sim, &out);
  lg_sim_send(w->sim, &out);
  return 0;
}

static bool may_own(const lg_window *w, SDL_Keycode key) {
  bool hears = false;
  for (int i = 0; w->frame && i < w->frame->count; i++)
    hears = hears || w->frame->beside.hears_key[i];
  return hears && !lg_keys_own(key);
}

void lg_claims_key(lg_window *w, const SDL_Event *e) {
  lg_claims *c = &w->claims;
  if (w->list.open) c->key = 0; /* its keys are the window's */
  else if (e->type == SDL_KEYDOWN && !e->key.repeat) {
    c->key = tell_scene(w, &e->key, may_own(w, e->key.keysym.sym));
    c->down[e->key.keysym.scancode % SDL_NUM_SCANCODES] = true;
  }
  lg_claims_put(w, e, c->key);
}

void lg_claims_key_up(lg_window *w, const SDL_KeyboardEvent *e) {
  bool *down = &w->claims.down[e->keysym.scancode % SDL_NUM_SCANCODES];
  if (*down) tell_scene(w, e, false);
  *down = false;
}
