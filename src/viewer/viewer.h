/* viewer.h - the window. It knows neither Lua nor scenes: its host hands it a few callbacks. */
#ifndef LG_VIEWER_VIEWER_H
#define LG_VIEWER_VIEWER_H

#include "laguna_kind.h"
#include "picture/picture.h"

typedef struct lg_viewer_check { /* what a lesson looks at, or asks */
  const char *name, *said;       /* said: what was found, and a hint */
  const char *ask, *unit;        /* the question, which a move of that name answers; "": none */
  bool done, met;
} lg_viewer_check;

/* What a script shows beside the picture, and what is done by hand; in the simulation's thread.
   Those that return false left a message in error(), eval in answer. Texts are good until the next
   call. */
typedef struct lg_viewer_widgets {
  /* slider or choice i; false: there is none */
  bool (*control)(void *user, int i, lg_param *row, lg_arg *value);
  const char *(*button)(void *user, int i);               /* NULL: there is none */
  int (*plots)(void *user, lg_plot *out, int most);       /* how many */
  const char *(*note)(void *user, int i);                 /* of a lesson; NULL: there is none */
  bool (*check)(void *user, int i, lg_viewer_check *out); /* false: there is none */
  bool (*move)(void *user, const lg_arg *value);          /* a slider, a choice, an answer */
  bool (*press)(void *user, const char *button);
  bool (*set)(void *user, int world, lg_id id, const lg_arg *args); /* parameters of an object */
  /* "lg.slider world:measure ...": what a line may name besides objects and their rows */
  const char *(*names)(void *user);
  bool (*eval)(void *user, const char *line, char *answer, size_t answer_bytes); /* a line of Lua */
  /* why the last of these returned false */
  const char *(*refusal)(void *user);
} lg_viewer_widgets;

typedef enum lg_viewer_edit { LG_VIEWER_SAME, LG_VIEWER_APPLIED, LG_VIEWER_REFUSED } lg_viewer_edit;

/* Of a key or the mouse. BROKEN: the scene has failed over it, and error() says how; OWNED: it is
   the scene's, the window does not act on it. */
typedef enum lg_viewer_input { LG_VIEWER_BROKEN, LG_VIEWER_FREE, LG_VIEWER_OWNED } lg_viewer_input;

#define LG_FILM_FPS 30

typedef struct lg_viewer_past { /* frames that can be shown again; first == end: none */
  int64_t first, now, end;
} lg_viewer_past;

/* All but save, film, notice, stopped, gallery and picture run in the simulation's thread, one at a
   time. Those that return false left a message in error(). */
typedef struct lg_viewer_host {
  void *user;
  int (*worlds)(void *user); /* 1 or 2: a split view */
  const lg_world *(*world)(void *user, int i);
  /* One frame. The worlds call within(viewer, world, stage) behind their stages (lg_on_stage),
     which asks for nothing but `world` meanwhile; a host may leave it out. */
  bool (*step)(void *user, lg_stage_fn *within, void *viewer);
  /* lg_world_peek of the next frame of world i */
  bool (*peek)(void *user, int i, lg_peek_fn *fn, void *viewer);
  /* the file anew, from time 0, with sliders as they are, or as it says; false: the old scene is
     still there */
  bool (*reload)(void *user, bool as_the_file_says);
  /* the same with sliders as they are and that spacing, m, until the file's is asked for */
  bool (*respace)(void *user, double spacing);
  /* another scene from time 0: number i of the gallery, or, i < 0, a file; false as reload */
  bool (*change)(void *user, int i, const char *path);
  /* In the window's thread, as they are from the start on: the titles of scenes to choose from, and
     what each is about; NULL: there are no more. */
  const char *(*gallery)(void *user, int i, const char **idea);
  /* RGBA, top row first; NULL: it has none */
  const uint8_t *(*picture)(void *user, int i, int *width, int *height);
  lg_viewer_past (*past)(void *user);
  bool (*seek)(void *user, int64_t frame); /* the scene as it was then; false as reload */
  lg_viewer_input (*key)(void *user, const char *name, bool down);
  /* p: m, in the world; what: as lg_sim_event's act */
  lg_viewer_input (*mouse)(void *user, int world, const float p[3], int button, const char *what);
  /* what the doctor has found since the scene began, the oldest first; NULL: no more */
  const char *(*finding)(void *user, int i);
  bool (*ledger)(void *user); /* shows where the energy of all worlds goes, or hides that: a plot */
  /* Looks closely at the particle of world i that a ray means (lg_particle_pick: from, m, along, of
     any length); toggle: at none, where one is looked at. */
  void (*look_closely)(void *user, int i, const float from[3], const float along[3], bool toggle);
  bool (*closeup)(void *user, int i, lg_shot *shot); /* lg_shot_watch of that; false: no memory */
  /* "key", "mouse": is the scene to be asked whether it owns them? */
  bool (*has_hook)(void *user, int world, const char *name);
  /* the column that world i wants to be coloured by; "": any; NULL: an error */
  const char *(*color_by)(void *user, int i);
  bool (*marks)(void *user, int i, lg_shot *shot); /* draws over world i */
  lg_look (*look)(void *user, int i);              /* how world i wants to be shown */
  /* stands over the picture until it is "" again */
  const char *(*error)(void *user);
  const char *(*title)(void *user);
  /* In the window's thread: writes a picture; said is a line for the user, good news or bad. */
  bool (*save)(void *user, int width, int height, const uint8_t *rgba, lg_why *said);
  /* The next picture of a movie of LG_FILM_FPS pictures a second, which begins with the first; rgba
     NULL: it ends. False: it has ended, and said tells how. */
  bool (*film)(void *user, int width, int height, const uint8_t *rgba, lg_why *said);
  void (*notice)(void *user, const char *sentence); /* what the window has to do without */
  bool (*stopped)(void *user);                      /* has the terminal asked to end? */
  /* Between frames, and every few ms while none is made: has the scene been edited? An applied edit
     has kept the state and lets a scene go on that an error had stopped; a refused one left the
     running scene as it is. */
  lg_viewer_edit (*edited)(void *user);
  /* what the last edit did, or why not: a line; its number grows */
  const char *(*news)(void *user, int64_t *number);
  lg_viewer_widgets widgets;
} lg_viewer_host;

#define LG_SCALE_MIN 0.5f
#define LG_SCALE_MAX 4.0f

typedef struct lg_viewer_place { /* of the window, and how it looks */
  int x, y, width, height;       /* in the display's units */
  bool known;                    /* false: x, y are not */
  bool full;                     /* it fills the screen */
  bool light;                    /* theme, where the scene does not say */
  float scale;                   /* of letters; 1: as the display is */
} lg_viewer_place;

typedef struct lg_viewer_options {
  lg_viewer_place place; /* at first, as far as there is room */
  double fps;            /* frames a simulated second: the pace that is kept if the machine can */
  int threads;           /* that draw */
  int marked;            /* the list of scenes is open at first, at this one; -1: it is not */
} lg_viewer_options;

typedef struct lg_viewer_pace { /* what the window has done, from its first picture to its end */
  int64_t pictures;
  double seconds;   /* of wall time */
  double simulated; /* s, of the first world, from the first picture to the last */
  /* s of wall time in all: to draw the pictures, to bring them to the screen */
  double draw, present;
  lg_viewer_place place; /* at its end */
} lg_viewer_pace;

typedef enum lg_viewer_end {
  LG_VIEWER_CLOSED, /* the simulation's thread has ended: host and scene are the caller's again */
  /* the window is gone, but a step is still running: touch nothing of the scene */
  LG_VIEWER_BUSY,
  LG_VIEWER_FAILED /* no display, no memory: why is the sentence */
} lg_viewer_end;

lg_viewer_end lg_viewer_run(const lg_viewer_host *host, const lg_viewer_options *o,
                            lg_viewer_pace *pace, lg_why *why);

#endif
