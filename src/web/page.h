/* page.h - what the files of the page's C side share: the scene that runs, and how it is seen.
   The worker calls what is named page_...; texts are good until the next call. */
#ifndef LG_WEB_PAGE_H
#define LG_WEB_PAGE_H

#include "app/doctor.h"
#include "viewer/advice.h"
#include "viewer/controls.h"
#include "viewer/panes.h"
#include "viewer/stages.h"

#define LG_PAGE_PLOTS 4
#define LG_PAGE_FPS   60

struct lg_page {
  lg_scene *scene; /* NULL: none was loaded yet */
  lg_panes panes;
  lg_shot *shot[LG_PANES_MAX], *within; /* before the next frame, and in the midst of it */
  lg_camera camera[LG_PANES_MAX];
  lg_style style[LG_PANES_MAX];
  lg_plot plot[LG_PAGE_PLOTS];
  lg_controls controls;
  bool fitted; /* the cameras; moved: by hand, and the scene aims them no more */
  bool moved;
  int stage; /* of the next frame, behind which the picture stands; 0: before it */
  lg_ribbon ribbon;
  lg_doctor doctor; /* looks at each frame, */
  lg_lint ills;     /* and has found these */
  bool ledger;      /* of each scene that comes a plot says where its energy goes */
  int64_t watched;  /* the particle under the microscope; -1 */
  char color_by[LG_PANES_MAX][LG_NAME_MAX];
  float centre[LG_PANES_MAX][3]; /* m, of what each follows, in the picture before */
  char hud[160], text[LG_ERROR_MAX * 4];
  lg_why undrawn; /* what the scene did not colour or draw, and why; "": all */
  char *json;
  size_t json_bytes;
};
extern struct lg_page lg_page;

/* ---- page.c --------------------------------------------------------------------------------- */
const char *lg_page_answer(const char *text); /* kept; NULL: "" */
const char *lg_page_outcome(bool ok);         /* "", or the scene's error */
lg_scene *lg_page_touched(void); /* to be changed: the picture then stands between two frames */
int lg_page_panes(void);         /* worlds that have a place in the picture */
void lg_page_watch(int64_t id);  /* worlds beside each other show the same particle; -1: none */
const char *page_step(void);     /* a frame; "", or why not */
FILE *lg_page_json(void);        /* NULL: no memory */
const char *lg_page_json_end(FILE *f); /* the text of a finished object, kept until the next one */

#endif
