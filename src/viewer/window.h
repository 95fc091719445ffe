/* window.h - what the parts of the viewer share: the window's thread only. */
#ifndef LG_VIEWER_WINDOW_H
#define LG_VIEWER_WINDOW_H

#include "viewer/panel.h"
#include "viewer/sim.h"

#include <SDL.h>

typedef struct lg_notes { /* the column of a lesson (notes.c) */
  bool on;
  lg_image image;              /* left of the picture; width 0: there is none */
  int scroll, over;            /* pixels: of the notes, and how many there are to scroll */
  int field[LG_CHECKS_MAX][2]; /* pixels from the top: of the questions' fields */
  int asking;                  /* the check whose answer is typed; -1: none */
  char typed[32];
} lg_notes;

typedef struct lg_findings { /* of the doctor (findings.c) */
  bool all;                  /* are shown */
  int known, first;          /* how many there are; the first of those that are new */
  double until;              /* s: so long that one is shown */
} lg_findings;

#define LG_CLAIMS_MAX 64
typedef struct lg_claims { /* what the window does only if the scene does not own it (claims.c) */
  struct {
    SDL_Event of;
    int64_t ask;  /* lg_sim_ask's number */
    double until; /* s: then the window acts without an answer */
  } wait[LG_CLAIMS_MAX];
  int n;
  int64_t key; /* the question of the key that was pressed last: repeats and text are of it */
  bool down[SDL_NUM_SCANCODES]; /* keys that the scene knows to be down */
} lg_claims;

typedef struct lg_window {
  float scale;           /* pixels a unit: of letters, lines and the panel (scale.c) */
  lg_viewer_place place; /* of the window while it does not fill the screen */
  lg_viewer_host host;
  lg_viewer_options options;
  SDL_Window *window;
  SDL_Renderer *renderer;
  SDL_Texture *texture;
  lg_panes panes;
  lg_notes notes;
  lg_findings findings;
  lg_sim *sim;
  const lg_sim_frame *frame; /* the newest published one */
  lg_camera camera[LG_PANES_MAX];
  float centre[LG_PANES_MAX][3]; /* m, of what each follows, in the frame before */
  int64_t edition;               /* of the frame that the cameras were fitted to; -1: none yet */
  bool moved;                    /* has the user moved a camera? then a resize leaves it alone */
  lg_panel *panel;               /* NULL: this build has none, or it was never opened */
  bool hud, legend, plots, keys, dirty, quit;
  bool paused;         /* says the picture */
  bool scrubs;         /* the mouse holds the bar of frames */
  bool wipes;          /* the mouse holds the line of a wipe */
  int64_t sought;      /* the frame that was asked for and is not there yet; below 0: none */
  bool filming;        /* a movie is being made; */
  double film_due;     /* s: its next picture is due then */
  int film_pictures;   /* that it has */
  struct {             /* the gallery's scenes */
    bool open, typing; /* shown; the last key is part of the search */
    bool home, asks;   /* where Esc leads to, as the program began there; "quit?" was asked */
    int chosen, shown; /* marked; the scene that is shown, if it came from there; -1: none */
    int above;         /* scenes scrolled away by the mouse; -1: the marked one is in the middle */
    char search[64];   /* in small letters */
  } list;
  bool shift, ctrl, alt; /* with the key that was pressed last */
  int pixels[2];         /* of the window */
  lg_claims claims;
  int drag, pane;              /* mouse button held (0: none), and where the mouse is or began */
  unsigned buttons;            /* that the scene knows to be down, by bit */
  bool steers;                 /* does the drag move the camera? then from drag_x, drag_y on */
  float drag_x, drag_y;        /* pixels of the picture */
  float mouse_x, mouse_y;      /* pixels of the picture */
  int64_t edits;               /* that the user was told of */
  char note[512];              /* a line for the user, until note_until */
  double note_until, drawn_at; /* s */
  double late_since;           /* s: since then it is slower than real time */
  bool hinted;                 /* it was told what would keep up: */
  lg_hint hint;
  double draw_ms, draws_a_second; /* smoothed */
  lg_viewer_pace pace;
  double opened_at, opened_time; /* s, when the first picture was there; what it showed */
} lg_window;

double lg_window_now(void); /* s */
void lg_window_note(lg_window *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
void lg_window_fit(lg_window *w);
int lg_window_pane_width(const lg_window *w);
void lg_window_panel(lg_window *w); /* sees to it that there is one, if there can be */
bool lg_window_paint(lg_window *w); /* into w->panes.whole (paint.c) */
void lg_window_screenshot(lg_window *w);

/* The scene's theme, or else the window's (paint.c). */
const lg_theme *lg_window_theme(const lg_window *w);

/* display.c */
bool lg_window_open(lg_window *w, lg_why *why);
void lg_window_close(lg_window *w);
void lg_window_full(lg_window *w, bool full);         /* screen */
bool lg_window_refuse(lg_why *why, const char *what); /* with SDL's reason; false */

/* Gives picture, notes and panel the window's size in pixels as it is now. False: no memory. */
bool lg_window_fit_image(lg_window *w);

/* scale.c */
float lg_scale_of_display(int units, int pixels, float dpi, int display_pixels);
void lg_scale_update(lg_window *w); /* the window may be on another display now */
int lg_scale_pixels(const lg_window *w, int units);
void lg_scale_change(lg_window *w, int by); /* a step up or down; 0: back to the display's */

/* claims.c: keys, wheel and presses that a scene may own */
void lg_claims_key(lg_window *w, const SDL_Event *e); /* down, or text */
/* whoever has the keyboard meanwhile: what went down for the scene goes up for it */
void lg_claims_key_up(lg_window *w, const SDL_KeyboardEvent *e);
/* Acts on the event when question `ask` is answered with "free", or 50 ms pass; ask 0: at once. */
void lg_claims_put(lg_window *w, const SDL_Event *e, int64_t ask);
void lg_claims_settle(lg_window *w); /* acts on what was answered or has waited long enough */

/* keys.c: one table drives both handling and the overlay that `?` shows. */
void lg_keys_down(lg_window *w, SDL_Keycode key, bool repeat);
void lg_keys_text(lg_window *w, const char *text);
bool lg_keys_own(SDL_Keycode key); /* Esc, q, Tab: the window's, whatever the scene says */
int lg_keys_count(void);
const char *lg_keys_label(int i); /* of row i, below their number */
const char *lg_keys_help(int i);

/* notes.c: a lesson beside the picture. */
int lg_notes_width(const lg_window *w, int width); /* pixels, in a window that wide; 0: none */
void lg_notes_paint(lg_window *w);
void lg_notes_answer(lg_window *w);                    /* the next key is an open question's */
bool lg_notes_event(lg_window *w, const SDL_Event *e); /* true: it was for the column */

/* past.c: the bar of frames */
bool lg_past_shown(const lg_window *w);
int lg_past_height(const lg_window *w);                 /* pixels of the picture; 0: not shown */
bool lg_past_hit(const lg_window *w, float x, float y); /* pixels of the picture */
void lg_past_step(lg_window *w, int by);                /* frames */
void lg_past_drag(lg_window *w, float x);
void lg_past_paint(lg_window *w);

/* wipe.c: one world over the other, up to a line */
bool lg_wipe_fits(const lg_window *w); /* are there two worlds of one dimension? */
void lg_wipe_toggle(lg_window *w);
bool lg_wipe_hit(const lg_window *w, float x); /* pixels of the picture */
void lg_wipe_drag(lg_window *w, float x);

/* film.c */
void lg_film_toggle(lg_window *w);
void lg_film_picture(lg_window *w); /* what is painted so far goes into the movie */
void lg_film_sign(lg_window *w);    /* that it films */

/* gallery.c: the list of scenes. */
void lg_gallery_toggle(lg_window *w);
void lg_gallery_leave(lg_window *w); /* Esc in it: closes it; at home asks first, and quits then */
bool lg_gallery_event(lg_window *w, const SDL_Event *e); /* true: it is the search's */
void lg_gallery_move(lg_window *w, int by);              /* the mark, round the list */
void lg_gallery_skip(lg_window *w, int by); /* not round it: as far as there are scenes */
void lg_gallery_page(lg_window *w, int by); /* by as many as are shown */
void lg_gallery_open(lg_window *w);         /* the marked scene */
void lg_gallery_drop(lg_window *w, const char *path);
void lg_gallery_paint(lg_window *w);

/* findings.c: what the doctor says. */
void lg_findings_take(lg_window *w);                  /* of a new frame */
bool lg_findings_end(const lg_window *w, double now); /* a line has stood long enough */
int lg_findings_height(lg_window *w);                 /* pixels of the picture; 0: not shown */
void lg_findings_paint(lg_window *w);

/* mouse.c */
/* Where the mouse is, unless a drag holds it to the pane where that began: whose particle and whose
   stages are looked at. */
int lg_mouse_pane(lg_window *w);
void lg_mouse_button(lg_window *w, const SDL_Event *e);
void lg_mouse_motion(lg_window *w, const SDL_MouseMotionEvent *e);
void lg_mouse_wheel(lg_window *w, const SDL_Event *e);
void lg_mouse_steer(lg_window *w, int button); /* the drag of that button moves the camera */
void lg_mouse_zoom(lg_window *w, float notches);
void lg_mouse_pick(lg_window *w,
                   bool toggle); /* the particle under the mouse is looked at closely */
/* window units to pixels of the picture; left of it, below 0 */
void lg_mouse_point(const lg_window *w, int x, int y, float *px, float *py);

#endif
