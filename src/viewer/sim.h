/* sim.h - the simulation's thread: it steps, and publishes shots; the window only ever reads the
   latest, and nobody ever waits for a step.

     window --- events (a queue), pause, slow ---> simulation
     window <-- three frames: [front] [ready] [back] -- simulation */
#ifndef LG_VIEWER_SIM_H
#define LG_VIEWER_SIM_H

#include "viewer/controls.h"
#include "viewer/panes.h"
#include "viewer/viewer.h"

#define LG_PLOTS_MAX 4   /* shown in a picture */
#define LG_SIM_LINE  512 /* bytes of a line for the console */

typedef struct lg_sim_frame { /* one state, published */
  int count;                  /* worlds; 0: nothing was published yet */
  lg_shot *shot[LG_PANES_MAX];
  char color_by[LG_PANES_MAX][LG_NAME_MAX];
  bool owns_mouse[LG_PANES_MAX];
  /* of the legend: one smooth course, though three shots take turns */
  float low[LG_PANES_MAX], high[LG_PANES_MAX];
  char title[128];
  char error[2048]; /* "" if all is well */
  lg_plot plot[LG_PLOTS_MAX];
  int plots;
  lg_controls controls; /* while the panel is open */
  lg_line *line;        /* of the console, LG_LINES_MAX at most, the newest last */
  int lines;
  /* by an error; else the message is about an edit that was refused, and the scene goes on */
  bool stopped;
  char news[512];        /* what the last edit did, or why it was refused */
  int64_t edits;         /* the number of those news: grows with each */
  int64_t edition;       /* grows with every reload that worked: cameras are fitted anew */
  double steps_a_second; /* of wall time, smoothed */
} lg_sim_frame;

typedef enum lg_sim_what {
  LG_SIM_KEY,
  LG_SIM_MOUSE,
  LG_SIM_RELOAD,
  LG_SIM_CHANGE,
  LG_SIM_COLOR,
  LG_SIM_SET,
  LG_SIM_MOVE,
  LG_SIM_PRESS,
  LG_SIM_LINE_OF_LUA
} lg_sim_what;
typedef struct lg_sim_event {
  lg_sim_what what;
  char name[32];     /* key */
  bool down;         /* key; RELOAD: as the file says, not as sliders stand */
  int world, button; /* CHANGE: world is the number in the gallery, below 0 the file is `text` */
  float p[3];        /* m */
  const char *act;   /* "press", "move", "release" */
  lg_id id;          /* of the object that is set; id 0: a widget is moved */
  lg_arg value;      /* its name and text are below */
  /* parameter, widget or button; a choice, or the line */
  char param[LG_NAME_MAX], text[LG_SIM_LINE];
} lg_sim_event;

typedef struct lg_sim_status {
  bool paused;
  int slow;            /* 1, 2, 4, 8: times slower than real time */
  double stepping_for; /* s, since the step under way began; 0: none is */
} lg_sim_status;

typedef struct lg_sim lg_sim;
lg_sim *lg_sim_start(const lg_viewer_host *host, double fps); /* NULL: no memory or no thread */
/* Asks it to end and waits at most that long. True: ended and freed. False: a step is still
   running; leave it alone. */
bool lg_sim_stop(lg_sim *s, double seconds);

void lg_sim_send(lg_sim *s, const lg_sim_event *e);
void lg_sim_pause(lg_sim *s, bool paused);
void lg_sim_single(lg_sim *s); /* one frame, then pause */
void lg_sim_slow(lg_sim *s, int times);
void lg_sim_panel(lg_sim *s, bool open); /* whether frames carry controls */
lg_sim_status lg_sim_now(lg_sim *s);
/* The newest frame; it stays as it is until the next call. *fresh: is it another one than last
   time? */
const lg_sim_frame *lg_sim_latest(lg_sim *s, bool *fresh);

#endif
