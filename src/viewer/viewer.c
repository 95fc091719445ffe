/* viewer.c - the window's thread: events in, the latest picture out. It never waits for the
   simulation. */
#include "viewer/window.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define NOTE_TIME   3.0        /* s a note stays */
#define NEWS_TIME   8.0        /* s: what an edit did takes longer to read */
#define DRAW_PERIOD (1 / 75.0) /* s: no more pictures than that, however fast the simulation is */
/* ms between two looks for events and new frames. SDL_WaitEvent is none of it: it wakes itself by a
   message to its X11 window on a connection of its own, and one that arrives when the window has
   just been closed ends the program with BadWindow. */
#define IDLE        5
#define LAST_WAIT   1.0 /* s to wait for the step under way when the window closes */

double lg_window_now(void) {
  return (double)SDL_GetPerformanceCounter() / (double)SDL_GetPerformanceFrequency();
}

void lg_window_note(lg_window *w, const char *format, ...) {
  va_list list;
  va_start(list, format);
  vsnprintf(w->note, sizeof w->note, format, list);
  va_end(list);
  w->note_until = lg_window_now() + NOTE_TIME;
  w->dirty = true;
}

int lg_window_pane_width(const lg_window *w) {
  return lg_panes_width(&w->panes, w->frame && w->frame->count > 0 ? w->frame->count : 1);
}

void lg_window_fit(lg_window *w) {
  for (int i = 0; w->frame && i < w->frame->count; i++)
    w->camera[i] = lg_camera_aimed(&w->frame->beside.look[i].aim, w->frame->shot[i],
                                   lg_window_pane_width(w), w->panes.whole.height);
  w->moved = false;
  w->dirty = true;
}

void lg_window_screenshot(lg_window *w) {
  lg_why said = {""};
  w->note_until = 0; /* an older note does not belong into the picture */
  if (!w->frame || w->frame->count == 0 || !lg_window_paint(w)) return;
  w->host.save(w->host.user, w->panes.whole.width, w->panes.whole.height, w->panes.whole.rgba,
               &said);
  lg_window_note(w, "%s", said.text);
}

bool lg_window_fit_image(lg_window *w) {
  int width = 0, height = 0, right = 0, below = 0;
  if (SDL_GetRendererOutputSize(w->renderer, &width, &height) != 0) return false;
  width = width < 16 ? 16 : width;
  height = height < 16 ? 16 : height;
  bool resized = width != w->pixels[0] || height != w->pixels[1];
  w->pixels[0] = width;
  w->pixels[1] = height;
  lg_scale_update(w);

  /* Notes on the left, the panel on the right or its strip below; the picture has the rest. */
  if (w->panel) lg_panel_room(w->panel, w->window, &w->frame->controls, w->scale, &right, &below);
  int beside = lg_notes_width(w, width - right), wide = width - right - beside,
      high = height - below;
  wide = wide < 16 ? 16 : wide;
  high = high < 16 ? 16 : high;
  if (w->texture && !resized && wide == w->panes.whole.width && high == w->panes.whole.height &&
      beside == w->notes.image.width)
    return true;

  /* Texture and image anew in that size; a camera that the user has not moved is fitted again. */
  if (w->texture) SDL_DestroyTexture(w->texture);
  lg_image_free(&w->notes.image);
  w->notes.image = (lg_image){0};
  w->texture = SDL_CreateTexture(w->renderer, SDL_PIXELFORMAT_RGBA32, SDL_TEXTUREACCESS_STREAMING,
                                 width, height);
  if (!w->texture || !lg_panes_resize(&w->panes, wide, high) ||
      (beside > 0 && !lg_image_init(&w->notes.image, beside, high)))
    return false;

  SDL_SetTextureBlendMode(w->texture, SDL_BLENDMODE_NONE);
  if (!w->moved) lg_window_fit(w);
  w->dirty = true;
  return true;
}

/* ---- events --------------------------------------------------------------------------------- */

static void handle(lg_window *w, const SDL_Event *e) {
  if (e->type == SDL_KEYUP) lg_claims_key_up(w, &e->key);
  if (w->panel && lg_panel_event(w->panel, e)) return;
  if (lg_notes_event(w, e)) return;

  /* Without a picture the mouse is nowhere in a world, and what SDL says of it is a guess. */
  if (w->edition < 0 && e->type >= SDL_MOUSEMOTION && e->type <= SDL_MOUSEWHEEL) return;
  if (lg_gallery_event(w, e)) return;

  /* What the panel does not take: keys and mouse of the window, then the scene's own. */
  switch (e->type) {
    case SDL_QUIT: w->quit = true; break;
    case SDL_WINDOWEVENT: w->dirty = true; break;
    case SDL_KEYDOWN:
    case SDL_TEXTINPUT: lg_claims_key(w, e); break;
    case SDL_DROPFILE:
      lg_gallery_drop(w, e->drop.file);
      SDL_free(e->drop.file);
      break;
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP: lg_mouse_button(w, e); break;
    case SDL_MOUSEMOTION: lg_mouse_motion(w, &e->motion); break;
    case SDL_MOUSEWHEEL: lg_mouse_wheel(w, e); break;
    default: break;
  }
}

/* ---- drawing -------------------------------------------------------------------------------- */

static void name_window(const lg_window *w) {
  char title[192];
  snprintf(title, sizeof title, "%s%s - Laguna", w->frame->beside.title,
           w->frame->beside.stopped    ? " (stopped by an error)"
           : w->frame->beside.error[0] ? " (edit refused)"
           : w->filming                ? " (filming)"
           : lg_sim_now(w->sim).paused ? " (paused)"
                                       : "");
  if (strcmp(title, SDL_GetWindowTitle(w->window)) != 0) SDL_SetWindowTitle(w->window, title);
}

/* Cameras that the scene aims; those that the user has moved go with what they follow. */
static void aim(lg_window *w) {
  for (int i = 0; i < w->frame->count; i++) {
    const lg_aim *a = &w->frame->beside.look[i].aim;
    float *centre = w->centre[i];
    if (!w->moved && lg_aim_given(a))
      w->camera[i] =
          lg_camera_aimed(a, w->frame->shot[i], lg_window_pane_width(w), w->panes.whole.height);

    for (int k = 0; k < 3; k++) {
      if (w->moved && a->follows) w->camera[i].target[k] += a->centre[k] - centre[k];
      centre[k] = a->centre[k];
    }
  }
}

/* What would keep up is told once a scene, and no longer than it is late. Not in a film: its strip
   would change the picture's size, which ends the film, and the encoder takes its share of time. */
static void keep_pace(lg_window *w) {
  const lg_sim_beside *b = &w->frame->beside;
  const lg_sim_status now = lg_sim_now(w->sim);
  const bool judged = !now.paused && now.slow == 1 && b->steps_a_second > 0,
             late = judged && b->advice.share < LG_ADVICE_LATE;
  if (!late || w->filming) w->late_since = lg_window_now();
  if (w->filming) return;
  if (judged && !late) w->hint.shown = false;
  if (w->hinted) return;

  /* By its best moment of those: a hiccup is no measure. */
  if (!late || b->advice.share > w->hint.advice.share) w->hint.advice = b->advice;
  if (!late) w->hint.advice.share = 0;
  w->hint.shown = w->hinted = lg_window_now() - w->late_since >= LG_ADVICE_AFTER;
}

static void take_latest(lg_window *w) {
  bool fresh = false;
  w->frame = lg_sim_latest(w->sim, &fresh);
  w->dirty = w->dirty || fresh;
  if (w->frame->beside.edits != w->edits) {
    lg_window_note(w, "%s", w->frame->beside.news);
    w->note_until = lg_window_now() + NEWS_TIME;
  }
  w->edits = w->frame->beside.edits;

  if (fresh) aim(w);
  lg_findings_take(w);
  keep_pace(w);

  /* A new edition, or another dimension: cameras are fitted anew. */
  if (w->frame->count == 0 || w->frame->beside.edition == w->edition) return;
  w->edition = w->frame->beside.edition;
  w->pane = 0;
  w->late_since = lg_window_now();
  w->hint.shown = w->hinted = false;
  if (!lg_wipe_fits(w)) w->panes.wipe = 0;
  if (!w->moved || w->camera[0].dim != lg_shot_dim(w->frame->shot[0])) lg_window_fit(w);
}

/* A long step, an ending note and a pause by the panel change the picture without a new frame. */
static bool grows_old(const lg_window *w, double now) {
  bool note_ends = w->note_until > w->drawn_at && now >= w->note_until;
  return note_ends || lg_findings_end(w, now) || lg_sim_now(w->sim).paused != w->paused ||
         (w->hud && now - w->drawn_at > 0.2 && lg_sim_now(w->sim).stepping_for > 0.5);
}

/* Once: a window without its font is better than none. */
static void tell_trouble(lg_window *w) {
  const char *trouble = w->drawn_at > 0 ? NULL : lg_image_trouble(&w->panes.whole);
  if (trouble) w->host.notice(w->host.user, trouble);
}

/* Picture and notes, side by side, into the texture; the panel has the rest of the window. */
static void bring(lg_window *w) {
  const lg_image *notes = &w->notes.image, *picture = &w->panes.whole;
  SDL_Rect left = {0, 0, notes->width, notes->height},
           right = {notes->width, 0, picture->width, picture->height};
  SDL_UpdateTexture(w->texture, &right, picture->rgba, 4 * picture->width);
  if (notes->width > 0) SDL_UpdateTexture(w->texture, &left, notes->rgba, 4 * notes->width);
}

static void present(lg_window *w) {
  const uint32_t ground = lg_window_theme(w)->column; /* beside what rounding leaves */
  SDL_SetRenderDrawColor(w->renderer, (Uint8)(ground >> 24), (Uint8)(ground >> 16),
                         (Uint8)(ground >> 8), 255);
  SDL_RenderClear(w->renderer);
  SDL_RenderCopy(w->renderer, w->texture, NULL, NULL);
  if (w->panel) lg_panel_draw(w->panel, lg_window_theme(w), w->sim, w->frame);
  SDL_RenderPresent(w->renderer);
}

/* The first picture opens the account; it is slower than the others. */
static void count(lg_window *w, double drawing, double presenting) {
  if (w->opened_at > 0) {
    w->pace.pictures++;
    w->pace.draw += drawing;
    w->pace.present += presenting;
    w->pace.simulated = lg_shot_stats(w->frame->shot[0])->time - w->opened_time;
  } else {
    w->opened_at = lg_window_now();
    w->opened_time = lg_shot_stats(w->frame->shot[0])->time;
  }
}

void lg_window_panel(lg_window *w) {
  if (w->panel) return;
  w->panel = lg_panel_new(w->renderer);
  if (w->panel) lg_panel_hint(w->panel, &w->hint);
}

static bool draw(lg_window *w) {
  double now = lg_window_now(), since = now - w->drawn_at;

  /* Is there anything new, and is it time? */
  if (w->frame->count == 0) return true;
  if (w->hint.shown || w->frame->controls.widgets + w->frame->controls.buttons > 0)
    lg_window_panel(w);
  if (!(w->dirty || grows_old(w, now)) || since < DRAW_PERIOD) {
    /* the panel alone: the picture stays */
    if (w->panel && lg_panel_restless(w->panel)) present(w);
    return true;
  }

  if (!lg_window_fit_image(w) || !lg_window_paint(w)) return false;
  double drawn = lg_window_now(), ms = 1e3 * (drawn - now);
  tell_trouble(w);

  /* The pace, smoothed, for the HUD. */
  w->draw_ms = w->draw_ms > 0 ? 0.9 * w->draw_ms + 0.1 * ms : ms;
  w->draws_a_second = since < 1 ? 0.9 * w->draws_a_second + 0.1 / since : 1 / since;
  w->drawn_at = now;
  w->dirty = false;
  w->paused = lg_sim_now(w->sim).paused;

  name_window(w);
  bring(w);
  present(w);
  count(w, drawn - now, lg_window_now() - drawn);
  return true;
}

/* ms until there may be something to draw, or the scene has answered */
static Uint32 nap(const lg_window *w) {
  if (w->claims.n > 0) return 1;
  double left = w->dirty ? w->drawn_at + DRAW_PERIOD - lg_window_now() : 1;
  return left > 1e-3 * IDLE ? IDLE : left > 0 ? 1 + (Uint32)(1e3 * left) : 1;
}

static bool loop(lg_window *w) {
  while (true) {
    SDL_Event e;
    while (SDL_PollEvent(&e)) handle(w, &e);
    lg_claims_settle(w);
    if (w->quit || w->host.stopped(w->host.user)) return true;
    take_latest(w);
    if (!draw(w)) return false;
    SDL_Delay(nap(w));
  }
}

lg_viewer_end lg_viewer_run(const lg_viewer_host *host, const lg_viewer_options *o,
                            lg_viewer_pace *pace, lg_why *why) {
  lg_window w = {.host = *host,
                 .options = *o,
                 .edition = -1,
                 .sought = -1,
                 .hud = true,
                 .legend = true,
                 .notes = {.on = true, .asking = -1},
                 .plots = true,
                 .list = {.open = o->marked >= 0,
                          .home = o->marked >= 0,
                          .chosen = o->marked,
                          .shown = o->marked,
                          .above = -1},
                 .dirty = true};

  bool ok = lg_window_open(&w, why), ended = true;
  if (ok) {
    w.sim = lg_sim_start(host, o->fps);
    ok = w.sim && loop(&w);
    if (!ok) lg_window_refuse(why, "the window cannot go on");
  }

  if (w.filming) lg_film_toggle(&w);
  w.pace.seconds = w.opened_at > 0 ? lg_window_now() - w.opened_at : 0;

  /* The window goes first; a step under way may take longer than anyone waits. */
  lg_window_close(&w);
  w.pace.place = w.place;
  *pace = w.pace;
  if (w.sim) ended = lg_sim_stop(w.sim, LAST_WAIT);
  if (!ended) return LG_VIEWER_BUSY;
  SDL_Quit();
  return ok ? LG_VIEWER_CLOSED : LG_VIEWER_FAILED;
}
