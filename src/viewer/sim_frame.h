/* sim_frame.h - what the window is given to show: one state of the scene, copied in the
   simulation's thread; and what that thread keeps from one to the next. */
#ifndef LG_VIEWER_SIM_FRAME_H
#define LG_VIEWER_SIM_FRAME_H

#include "viewer/advice.h"
#include "viewer/controls.h"
#include "viewer/panes.h"
#include "viewer/stages.h"

#define LG_PLOTS_MAX 4 /* shown in a picture */

#define LG_NOTES_MAX  8192 /* bytes of a lesson's notes */
#define LG_CHECKS_MAX 24
typedef struct lg_lesson { /* what a lesson says beside its picture */
  char notes[LG_NOTES_MAX];
  struct {
    char name[64], said[300], ask[300], unit[LG_NAME_MAX];
    bool done, met;
  } check[LG_CHECKS_MAX];
  int checks;
} lg_lesson;

#define LG_FINDINGS_SHOWN 8

/* What a frame says beside its particles. Lua is asked for it, which a picture from inside of the
   next frame may not do: that keeps it as it is. */
typedef struct lg_sim_beside {
  char color_by[LG_PANES_MAX][LG_NAME_MAX];
  bool hears_key[LG_PANES_MAX], hears_mouse[LG_PANES_MAX]; /* by a hook */
  lg_look look[LG_PANES_MAX];
  /* of the legend: one smooth course, though three shots take turns */
  float low[LG_PANES_MAX], high[LG_PANES_MAX];
  lg_viewer_past past;
  char title[128];
  char error[2048]; /* "" if all is well */
  lg_plot plot[LG_PLOTS_MAX];
  int plots;
  lg_ribbon ribbon;
  lg_lesson lesson;
  char finding[LG_FINDINGS_SHOWN][400]; /* of the doctor */
  int findings;
  /* by an error; else the message is about an edit that was refused, and the scene goes on */
  bool stopped;
  char news[512];        /* what the last edit did, or why it was refused */
  int64_t edits;         /* the number of those news: grows with each */
  int64_t edition;       /* grows with every reload that worked: cameras are fitted anew */
  double steps_a_second; /* of wall time, smoothed; 0: not known yet */
  lg_advice advice;      /* where that is known */
} lg_sim_beside;

typedef struct lg_sim_frame { /* one state, published */
  int count;                  /* worlds; 0: nothing was published yet */
  lg_shot *shot[LG_PANES_MAX];
  lg_sim_beside beside;
  lg_controls controls; /* while the panel is open */
  lg_line *line;        /* of the console, LG_LINES_MAX at most, the newest last */
  int lines;
  int64_t seeks; /* the course's, when its shots were taken */
} lg_sim_frame;

typedef struct lg_sim_course { /* from frame to frame */
  struct {
    char color_by[LG_NAME_MAX];
    int64_t frame, seeks;
    float low, high;
  } range[LG_PANES_MAX];
  int color;     /* times `c` was pressed */
  int64_t seeks; /* how often another moment was asked for */
  int64_t edition;
  bool stopped; /* by an error of the scene */
  double rate;  /* steps a second */
  lg_line line[LG_LINES_MAX];
  int lines;
} lg_sim_course;

bool lg_sim_frame_init(lg_sim_frame *f); /* false: no memory; to be freed all the same */
void lg_sim_frame_free(lg_sim_frame *f);
/* To the scene's own colours, or the next of its first world that are not the same all over. */
void lg_sim_frame_next_color(lg_sim_course *c, const lg_viewer_host *host);
/* Between two steps. panel: is it open? False: the scene's Lua has failed. */
bool lg_sim_frame_take(lg_sim_frame *f, lg_sim_course *c, const lg_viewer_host *host, bool panel);
/* Inside of a step of the world `stepped`, behind one of its stages: particles and solids as they
   are now, all else as in `last`, the frame before. False: no picture. */
bool lg_sim_frame_take_within(lg_sim_frame *f, const lg_sim_frame *last, const lg_viewer_host *host,
                              const lg_world *stepped, bool panel);

#endif
