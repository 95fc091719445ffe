/* sim.h - the simulation's thread: it steps, and publishes frames, of a long step also some from
   inside; the window only ever reads the latest, and nobody ever waits for a step.

     window --- events (a queue), pause, slow ---> simulation
     window <-- three frames: [front] [ready] [back] -- simulation */
#ifndef LG_VIEWER_SIM_H
#define LG_VIEWER_SIM_H

#include "viewer/sim_frame.h"

#define LG_SIM_LINE 512 /* bytes of a line for the console */

typedef enum lg_sim_what {
  LG_SIM_KEY,
  LG_SIM_MOUSE,
  LG_SIM_RELOAD,
  LG_SIM_RESPACE,
  LG_SIM_CHANGE,
  LG_SIM_COLOR,
  LG_SIM_STAGE,
  LG_SIM_LEDGER,
  LG_SIM_SEEK,
  LG_SIM_CLOSEUP,
  LG_SIM_SET,
  LG_SIM_MOVE,
  LG_SIM_PRESS,
  LG_SIM_SWAP,
  LG_SIM_LINE_OF_LUA
} lg_sim_what;
typedef struct lg_sim_event {
  lg_sim_what what;
  char name[32];     /* key */
  int64_t frame;     /* SEEK */
  bool down;         /* key; RELOAD: as the file says, not as sliders stand; CLOSEUP: toggle */
  int by;            /* STAGE: so many stages of `world` on; LG_SUBSTEP, LG_ITERATION: stages.h */
  int world, button; /* CHANGE: world is the number in the gallery, below 0 the file is `text` */
  float p[3];        /* m */
  float along[3];    /* CLOSEUP: of the ray that begins at p */
  const char *act; /* "press", "move", "release", "hover" (no button), "wheel" (button: notches) */
  int64_t ask;     /* KEY, MOUSE: lg_sim_ask's number; 0: nobody asks */
  lg_id id;        /* of the object that is set; id 0: a widget is moved */
  lg_arg value;    /* its name and text are below; RESPACE: a number, m */
  /* parameter, widget, button or solver (SWAP); a choice, or the line */
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
/* Sends a key, or what the mouse does, and returns the number of the question whether the scene
   owns it: lg_sim_answer has the answer once the scene has heard of it. What a scene has failed
   over is its own, so that nothing undoes the pause; what it never hears of is free. */
int64_t lg_sim_ask(lg_sim *s, const lg_sim_event *e);
typedef enum lg_sim_word { LG_SIM_UNKNOWN, LG_SIM_FREE, LG_SIM_OWNED } lg_sim_word;
lg_sim_word lg_sim_answer(lg_sim *s, int64_t ask); /* of the last 256 questions; else free */
void lg_sim_pause(lg_sim *s, bool paused);
void lg_sim_single(lg_sim *s); /* one frame, then pause */
void lg_sim_slow(lg_sim *s, int times);
void lg_sim_panel(lg_sim *s, bool open); /* whether frames carry controls */
lg_sim_status lg_sim_now(lg_sim *s);
/* The newest frame; it stays as it is until the next call. *fresh: is it another one than last
   time? */
const lg_sim_frame *lg_sim_latest(lg_sim *s, bool *fresh);

#endif
