/* gallery.c - the list of scenes over the picture. */
#include "viewer/window.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { LINE = 24, SIZE = 16, WIDTH = 920, LEFT = 24, NAMES = 400, MOST = 512 }; /* units */

static const char *title_of(const lg_window *w, int i, const char **idea) {
  return w->host.gallery(w->host.user, i, idea);
}

/* Are all words of the search, in small letters, in the title, or in title and idea? */
static bool contains(const lg_window *w, int i, bool with_idea) {
  char all[512], words[sizeof w->list.search], *rest = NULL;
  const char *idea, *title = title_of(w, i, &idea);
  if (!title) return false;
  snprintf(all, sizeof all, "%s %s", title, with_idea ? idea : "");
  for (char *c = all; *c; c++) *c = (char)tolower((unsigned char)*c);
  memcpy(words, w->list.search, sizeof words);

  for (char *word = strtok_r(words, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
    if (!strstr(all, word)) return false;
  return true;
}

static bool matches(const lg_window *w, int i) { return contains(w, i, true); }

static int count(const lg_window *w) {
  const char *idea;
  int n = 0;
  while (title_of(w, n, &idea)) n++;
  return n;
}

/* It opens at the scene that is shown, or else, where that is none of the list, at the first. */
void lg_gallery_toggle(lg_window *w) {
  w->list.open = !w->list.open && count(w) > 0;
  w->list.typing = w->list.asks = false;
  w->list.chosen = w->list.open && w->list.shown < 0 ? 0 : w->list.shown;
  w->list.above = -1;
  w->list.search[0] = '\0';
  if (count(w) == 0) lg_window_note(w, "no scenes are installed beside the program");
}

void lg_gallery_leave(lg_window *w) {
  if (!w->list.home) lg_gallery_toggle(w);
  else if (w->list.asks) w->quit = true;
  else w->list.asks = true;
}

/* To the next that is searched for. */
void lg_gallery_move(lg_window *w, int by) {
  int n = count(w), at = w->list.chosen;
  w->list.above = -1;
  if (at < 0) at = by > 0 ? -1 : 0;
  for (int i = 0; i < n; i++) {
    at = (at + by + n) % n;
    if (!matches(w, at)) continue;
    w->list.chosen = at;
    return;
  }
}

/* As far as there are some, by so many of those that are searched for. */
void lg_gallery_skip(lg_window *w, int by) {
  int step = by < 0 ? -1 : 1;
  w->list.above = -1;
  for (int at = w->list.chosen + step, all = count(w); by != 0 && at >= 0 && at < all; at += step) {
    if (!matches(w, at)) continue;
    w->list.chosen = at;
    by -= step;
  }
}

/* Lines below the list, of what the marked scene is about: more where it is narrow. */
static int foot(const lg_window *w) {
  return w->panes.whole.width - 2 * lg_scale_pixels(w, LEFT) < lg_scale_pixels(w, WIDTH) ? 2 : 1;
}

/* Scenes that there is room for in the picture. */
static int room(const lg_window *w) {
  const int line = lg_scale_pixels(w, LINE);
  return (w->panes.whole.height - (3 + foot(w)) * line) / line;
}

void lg_gallery_page(lg_window *w, int by) {
  lg_gallery_skip(w, by * (room(w) > 2 ? room(w) - 1 : 1));
}

void lg_gallery_open(lg_window *w) {
  int chosen = w->list.chosen;
  const char *idea, *title = chosen >= 0 ? title_of(w, chosen, &idea) : NULL;
  if (!title || !matches(w, chosen)) return;
  w->list.open = w->list.asks = w->moved = false;
  w->list.shown = chosen;
  w->list.search[0] = '\0';
  lg_sim_send(w->sim, &(lg_sim_event){.what = LG_SIM_CHANGE, .world = chosen});
  lg_window_note(w, "%d of %d, %s: %s", chosen + 1, count(w), title, idea);
}

/* The search has changed: the first whose title it is, or else the marked scene if it is among
   those that are found, or else the first of them. */
static void search(lg_window *w, const char *more) {
  char *text = w->list.search;
  size_t n = strlen(text), room = sizeof w->list.search;
  if (!*more && n > 0) text[n - 1] = '\0';
  for (; *more && n + 1 < room; more++)
    if ((unsigned char)*more < 128 && (n > 0 || *more != ' '))
      text[n++] = (char)tolower((unsigned char)*more), text[n] = '\0';
  w->dirty = true;

  const int marked = w->list.chosen, all = count(w);
  for (int i = 0; *text && i < all && !(marked >= 0 && contains(w, marked, false)); i++)
    if (contains(w, i, false)) {
      w->list.chosen = i;
      w->list.above = -1;
      return;
    }
  w->list.above = -1;
  if (marked >= 0 && matches(w, marked)) return;
  w->list.chosen = -1;
  lg_gallery_move(w, 1);
}

/* The numbers of those that are searched for; how many. */
static int find(const lg_window *w, int *found, int most) {
  int n = 0;
  for (int i = 0, all = count(w); i < all && n < most; i++)
    if (matches(w, i)) found[n++] = i;
  return n;
}

typedef struct layout { /* of the list, pixels of the picture */
  int found[MOST], n;   /* the scenes, by number */
  int rows, above, at;  /* lines that are shown, those scrolled away, the marked one's */
  int line, left, top, width;
} layout;

/* As many lines as the window has room for, the marked one among them; false: for none. */
static bool lay_out(const lg_window *w, layout *l) {
  const lg_image *image = &w->panes.whole;
  const int all = count(w), most = lg_scale_pixels(w, WIDTH);
  l->line = lg_scale_pixels(w, LINE);
  l->left = lg_scale_pixels(w, LEFT);
  l->rows = all < room(w) ? all : room(w);
  l->top = (image->height - (l->rows + 1 + foot(w)) * l->line) / 2;
  l->width = image->width - 2 * l->left < most ? image->width - 2 * l->left : most;

  l->n = find(w, l->found, MOST);
  l->at = 0;
  while (l->at < l->n - 1 && l->found[l->at] != w->list.chosen) l->at++;
  l->above = w->list.above >= 0 ? w->list.above : l->at - l->rows / 2;
  if (l->above > l->n - l->rows) l->above = l->n - l->rows;
  if (l->above < 0) l->above = 0;
  return l->rows > 0;
}

/* ---- the mouse ------------------------------------------------------------------------------ */

/* The scene below it; -1: none. */
static int below(const lg_window *w, const layout *l) {
  int x = (int)w->mouse_x - l->left + 12, y = (int)w->mouse_y - l->top - l->line;
  int row = l->above + y / l->line;
  bool on = x >= 0 && x < l->width && y >= 0 && y < l->rows * l->line && row < l->n;
  return on ? l->found[row] : -1;
}

/* It marks what it is over, a click opens that, the wheel scrolls. What began before the list was
   there ends as it began. */
static bool mouse_event(lg_window *w, const SDL_Event *e) {
  layout l;
  if (e->type == SDL_MOUSEMOTION)
    lg_mouse_point(w, e->motion.x, e->motion.y, &w->mouse_x, &w->mouse_y);
  if (e->type == SDL_MOUSEBUTTONDOWN)
    lg_mouse_point(w, e->button.x, e->button.y, &w->mouse_x, &w->mouse_y);
  if (!lay_out(w, &l)) return true;

  w->list.above = l.above;
  if (e->type == SDL_MOUSEWHEEL) {
    w->list.above = l.above - e->wheel.y < 0 ? 0 : l.above - e->wheel.y;
    lay_out(w, &l);
  }
  int scene = below(w, &l);
  if (scene >= 0) w->list.chosen = scene;
  if (e->type == SDL_MOUSEBUTTONDOWN) w->list.asks = false;
  if (e->type == SDL_MOUSEBUTTONDOWN && e->button.button == SDL_BUTTON_LEFT && scene >= 0)
    lg_gallery_open(w);
  w->dirty = true;
  return true;
}

/* ---- events --------------------------------------------------------------------------------- */

bool lg_gallery_event(lg_window *w, const SDL_Event *e) {
  bool mouse = e->type >= SDL_MOUSEMOTION && e->type <= SDL_MOUSEWHEEL;
  if (mouse && w->list.open && !w->drag) return mouse_event(w, e);
  if (e->type == SDL_TEXTINPUT && w->list.typing) {
    search(w, e->text.text);
    return true;
  }
  if (e->type != SDL_KEYDOWN) return false;

  /* What is pressed as the list opens is no part of the search. */
  SDL_Keycode key = e->key.keysym.sym;
  bool letter = key >= SDLK_SPACE && key < SDLK_DELETE;
  if (w->list.open && w->list.asks && key != SDLK_ESCAPE) {
    if (key == SDLK_SPACE) lg_gallery_toggle(w);
    w->list.asks = false;
    w->dirty = true;
    return key == SDLK_SPACE;
  }
  w->list.typing = w->list.open && letter && !(e->key.keysym.mod & (KMOD_CTRL | KMOD_ALT));
  if (w->list.open && key == SDLK_BACKSPACE) search(w, "");
  return w->list.typing || (w->list.open && key == SDLK_BACKSPACE);
}

void lg_gallery_drop(lg_window *w, const char *path) {
  lg_sim_event e = {.what = LG_SIM_CHANGE, .world = -1};
  if (snprintf(e.text, sizeof e.text, "%s", path) < (int)sizeof e.text) lg_sim_send(w->sim, &e);
  else lg_window_note(w, "the path of that file is too long");
}

static void paint_head(const lg_window *w, lg_image *image, int top, int found) {
  char head[160];
  if (w->list.asks)
    snprintf(head, sizeof head, "Quit? Esc once more: yes; space: no, on with the scene");
  else if (*w->list.search)
    snprintf(head, sizeof head, "Scenes with '%s': %d", w->list.search, found);
  else
    snprintf(head, sizeof head, "Scenes: type to search, up and down choose, Enter opens, Esc %s",
             w->list.home ? "quits" : "goes on");
  lg_picture_text(image, lg_scale_pixels(w, LEFT), top, lg_scale_pixels(w, SIZE),
                  lg_window_theme(w)->strong, head);
}

/* Of `all` lines, those that are shown: a bar beside them, where there are more. */
static void paint_bar(const lg_window *w, lg_image *image, int x, int top, int high, int above,
                      int rows, int all) {
  const int wide = lg_scale_pixels(w, 6);
  if (all <= rows) return;
  lg_picture_panel(image, x - wide, top, wide, high, wide / 2, 0x80808050U);
  lg_picture_panel(image, x - wide, top + high * above / all, wide, high * rows / all, wide / 2,
                   lg_window_theme(w)->dim);
}

/* Beside the list or, where there is no room for it, smaller in its corner. */
static void paint_picture(const lg_window *w, lg_image *image, const layout *l) {
  int wide = 0, high = 0, chosen = l->n > 0 ? w->list.chosen : -1;
  const uint8_t *picture = chosen >= 0 ? w->host.picture(w->host.user, chosen, &wide, &high) : NULL;
  const int end = l->left - 12 + l->width, names = l->left + lg_scale_pixels(w, NAMES);
  if (!picture) return;
  if (names + wide / 2 <= end)
    lg_picture_shrunk(image, names, l->top + l->line, 2, wide, high, picture);
  else
    lg_picture_shrunk(image, end - 12 - wide / 4, l->top + (l->rows + 1) * l->line - high / 4, 4,
                      wide, high, picture);
}

void lg_gallery_paint(lg_window *w) {
  lg_image *image = &w->panes.whole;
  const lg_theme *theme = lg_window_theme(w);
  const int size = lg_scale_pixels(w, SIZE);
  layout l;
  if (!lay_out(w, &l)) return;

  /* Room for all of what the marked one is about, however large the letters are. */
  const char *idea = "";
  if (l.n > 0 && w->list.chosen >= 0) title_of(w, w->list.chosen, &idea);
  const int below = (l.rows + 1) * l.line, wide = l.width - 24, small = size * 7 / 8,
            text = lg_picture_prose(image, l.left, l.top + below, wide, small, 0, idea),
            least = foot(w) * l.line, high = below + (text > least ? text : least);
  lg_picture_panel(image, l.left - 12, l.top - 8, l.width, high + 8, 8, theme->panel | 0xf4);
  paint_head(w, image, l.top, l.n);

  /* The marked title, and below the list what it is about. */
  for (int i = 0; i < l.rows && l.above + i < l.n; i++) {
    const char *other, *title = title_of(w, l.found[l.above + i], &other);
    bool marked = l.found[l.above + i] == w->list.chosen;
    lg_picture_text(image, l.left + (marked ? 12 : 0), l.top + (i + 1) * l.line, size,
                    marked ? theme->marked : theme->text, title);
  }
  lg_picture_prose(image, l.left, l.top + below, wide, small, theme->dim, idea);
  paint_picture(w, image, &l);
  paint_bar(w, image, l.left - 12 + l.width - 6, l.top + l.line, l.rows * l.line, l.above, l.rows,
            l.n);
}
