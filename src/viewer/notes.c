/* notes.c - a lesson beside its picture: what it says, what its checks have found, and its
   questions, whose answers are typed here. The column lies left of the picture and takes its width
   from it. */
#include "viewer/window.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MARGIN = 12, LARGE = 16, SMALL = 12, LEAST = 640 }; /* units; LEAST: of the window */

static int margin(const lg_window *w) { return lg_scale_pixels(w, MARGIN); }

static const lg_lesson *lesson(const lg_window *w) {
  return w->frame ? &w->frame->beside.lesson : NULL;
}

int lg_notes_width(const lg_window *w, int width) {
  const lg_lesson *l = lesson(w);
  bool any = l && (*l->notes || l->checks > 0) && w->notes.on && width >= lg_scale_pixels(w, LEAST);
  int wanted = width * 3 / 10, least = lg_scale_pixels(w, 280), most = lg_scale_pixels(w, 460);
  return !any ? 0 : wanted < least ? least : wanted > most ? most : wanted;
}

/* ---- drawing -------------------------------------------------------------------------------- */

/* The question behind i, round and round; open: one that is not met. -1: there is none. */
static int next_question(const lg_lesson *l, int i, bool open) {
  for (int k = 1; l && k <= l->checks; k++) {
    int at = (i + k) % l->checks;
    if (*l->check[at].ask && !(open && l->check[at].met)) return at;
  }
  return -1;
}

/* The one that the key is for: the first that is open, else the first. */
static int first_question(const lg_lesson *l) {
  int open = next_question(l, -1, true);
  return open >= 0 ? open : next_question(l, -1, false);
}

/* A question: its text, the field for its answer, and what is said to it. */
static int question(lg_window *w, int i, int y, int size, bool draw) {
  const lg_theme *theme = lg_window_theme(w);
  const lg_lesson *l = lesson(w);
  lg_notes *n = &w->notes;
  int width = n->image.width - 2 * margin(w), high = size + 10;
  bool here = n->asking == i;
  char text[sizeof l->check[i].said + 64];
  int begun = y;
  y += lg_picture_prose(&n->image, margin(w), y, width, size, draw ? theme->text : 0,
                        l->check[i].ask) +
       4;

  /* the field: what is typed so far, or how to begin */
  const char *unit = strcmp(l->check[i].unit, "1") == 0 ? "" : l->check[i].unit;
  if (here) snprintf(text, sizeof text, "%s_ %s", n->typed, unit);
  else
    snprintf(text, sizeof text, "%s: answer%s%s", first_question(l) == i ? "key a" : "click",
             *unit ? ", in " : "", unit);
  if (draw) {
    lg_picture_panel(&n->image, margin(w), y, width, high, 4, theme->field);
    lg_picture_text(&n->image, margin(w) + 8, y + 4, size, here ? theme->text : theme->dim, text);
    n->field[i][0] = y;
    n->field[i][1] = y + high;
  }
  y += high + 4;
  if (!l->check[i].done) return y + 4 - begun;
  snprintf(text, sizeof text, "%s %s", l->check[i].met ? "\xe2\x9c\x93" : "\xe2\x9c\x97",
           l->check[i].said);
  uint32_t color = l->check[i].met ? theme->good : theme->bad;
  y += lg_picture_prose(&n->image, margin(w), y, width, size, draw ? color : 0, text);
  return y + 6 - begun;
}

/* Checks, then questions, from y on; how high. */
static int checks(lg_window *w, int y, int size, bool draw) {
  const lg_theme *theme = lg_window_theme(w);
  const lg_lesson *l = lesson(w);
  int width = w->notes.image.width - 2 * margin(w), begun = y;

  /* Checks: a mark, the name, what was found. */
  for (int i = 0; i < l->checks; i++) {
    if (*l->check[i].ask) continue;
    char text[sizeof l->check[i].said + 96];
    bool tried = l->check[i].done || *l->check[i].said;
    snprintf(text, sizeof text, "%s %s%s%s",
             !l->check[i].done ? "\xe2\x80\xa6"
             : l->check[i].met ? "\xe2\x9c\x93"
                               : "\xe2\x9c\x97",
             l->check[i].name, tried ? ": " : "", l->check[i].said);
    uint32_t color = !l->check[i].done ? theme->dim : l->check[i].met ? theme->good : theme->bad;
    y += lg_picture_prose(&w->notes.image, margin(w), y, width, size, draw ? color : 0, text) + 4;
  }

  for (int i = 0; i < l->checks; i++)
    if (*l->check[i].ask) y += question(w, i, y, size, draw);
  return y - begun;
}

static int notes(lg_window *w, int y, int size, bool draw) {
  const lg_theme *theme = lg_window_theme(w);
  lg_image *image = &w->notes.image;
  int width = image->width - 2 * margin(w), begun = y;
  y += lg_picture_prose(image, margin(w), y, width, size + 2, draw ? theme->strong : 0,
                        w->frame->beside.title);
  y += size / 2;
  return y - begun +
         lg_picture_prose(image, margin(w), y, width, size, draw ? theme->text : 0,
                          lesson(w)->notes);
}

/* Letters as large as let all be seen at once; small ones where nothing helps, and the notes
   roll. */
void lg_notes_paint(lg_window *w) {
  const lg_theme *theme = lg_window_theme(w);
  lg_notes *n = &w->notes;
  lg_image *image = &n->image;
  int size = lg_scale_pixels(w, LARGE), least = lg_scale_pixels(w, SMALL), said = 0, found = 0,
      gap = 2 * margin(w);
  if (image->width < 1) return;
  for (;; size--) {
    said = notes(w, 0, size, false);
    found = checks(w, 0, size, false);
    if (size <= least || said + found + 2 * gap <= image->height) break;
  }

  /* Notes from the top; what was found stands below, over what of them has no room. */
  int most = image->height - (found > 0 ? found + gap : 0), over = said + gap - most;
  n->over = over > 0 ? over : 0;
  if (n->scroll > n->over) n->scroll = n->over;
  lg_picture_panel(image, 0, 0, image->width, image->height, 0, theme->column);
  memset(n->field, 0, sizeof n->field);
  notes(w, margin(w) - n->scroll, size, true);
  int top = n->over > 0 ? most : said + gap;
  if (found == 0) return;
  lg_picture_panel(image, 0, top, image->width, image->height - top, 0, theme->column);
  lg_picture_line(image, (float)margin(w), (float)top, (float)(image->width - margin(w)),
                  (float)top, 1, theme->dim);
  checks(w, top + margin(w), size, true);
}

/* ---- answering ------------------------------------------------------------------------------ */

static void ask(lg_window *w, int i) {
  w->notes.asking = i;
  w->notes.typed[0] = '\0';
  w->dirty = true;
}

void lg_notes_answer(lg_window *w) {
  int i = first_question(lesson(w));
  if (i < 0) lg_window_note(w, "nothing is asked here");
  w->notes.on = w->notes.on || i >= 0;
  ask(w, i);
}

static void send(lg_window *w) {
  const lg_lesson *l = lesson(w);
  int i = w->notes.asking;
  char *end;
  double x = strtod(w->notes.typed, &end);
  if (end == w->notes.typed || *end || !(x - x == 0)) {
    lg_window_note(w, "an answer is a number, such as 0.25 or 1e-6");
    return;
  }

  /* The answer moves the question's value, as a slider would. */
  lg_sim_event e = {.what = LG_SIM_MOVE, .value = lg_num(NULL, x)};
  snprintf(e.param, sizeof e.param, "%.*s", LG_NAME_MAX - 1, l->check[i].name);
  lg_sim_send(w->sim, &e);
  ask(w, -1);
}

static void type(lg_window *w, const char *text) {
  size_t n = strlen(w->notes.typed);
  if (strlen(text) != 1 || !strchr("0123456789.+-eE", text[0])) return;
  if (n + 1 < sizeof w->notes.typed) w->notes.typed[n] = text[0], w->notes.typed[n + 1] = '\0';
}

/* While an answer is typed the keyboard is its own. */
static bool key(lg_window *w, const SDL_Event *e) {
  size_t n = strlen(w->notes.typed);
  if (e->type == SDL_TEXTINPUT) type(w, e->text.text);
  if (e->type == SDL_KEYDOWN) switch (e->key.keysym.sym) {
      case SDLK_BACKSPACE: w->notes.typed[n ? n - 1 : 0] = '\0'; break;
      case SDLK_RETURN:
      case SDLK_KP_ENTER: send(w); break;
      case SDLK_ESCAPE: ask(w, -1); break;
      case SDLK_TAB: ask(w, next_question(lesson(w), w->notes.asking, false)); break;
      default: break;
    }

  w->dirty = true;
  return true;
}

/* Where the mouse is over the column: pixels from its top; -1: it is not. */
static int inside(const lg_window *w, int x, int y) {
  float px, py;
  lg_mouse_point(w, x, y, &px, &py);
  return px < 0 ? (int)py : -1;
}

static bool press(lg_window *w, const SDL_MouseButtonEvent *e) {
  int y = inside(w, e->x, e->y);
  if (y < 0 || w->drag) return false;
  int at = -1;
  for (int i = 0; i < lesson(w)->checks; i++)
    if (y >= w->notes.field[i][0] && y < w->notes.field[i][1]) at = i;
  ask(w, at);
  return true;
}

bool lg_notes_event(lg_window *w, const SDL_Event *e) {
  int x = 0, y = 0;
  if (w->notes.image.width < 1) return false;
  bool asking = w->notes.asking >= 0 && w->notes.asking < lesson(w)->checks;
  switch (e->type) {
    case SDL_MOUSEBUTTONDOWN: return press(w, &e->button);
    case SDL_MOUSEWHEEL:
      SDL_GetMouseState(&x, &y);
      if (inside(w, x, y) < 0) return false;
      w->notes.scroll -= (int)(40 * e->wheel.preciseY);
      if (w->notes.scroll < 0) w->notes.scroll = 0;
      w->dirty = true;
      return true;
    case SDL_KEYDOWN:
    case SDL_TEXTINPUT: return asking && key(w, e);
    default: return false;
  }
}
