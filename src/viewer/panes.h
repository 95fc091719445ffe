/* panes.h - one to four worlds in one picture: side by side, or the first two over each other, on
   both sides of a line. Pictures only: `laguna render` uses it without a window. */
#ifndef LG_VIEWER_PANES_H
#define LG_VIEWER_PANES_H

#include "picture/picture.h"

#define LG_PANES_MAX 4

/* part: of a split view; images keep caches, so it stays */
typedef struct lg_panes {
  lg_image whole, part;
  /* The wipe: of the picture's width, left of which the first world is shown and right of which the
     second, both as large as the picture; 0: side by side. One world alone has none. */
  float wipe;
} lg_panes;
bool lg_panes_init(lg_panes *p, int width, int height); /* false: no memory */
/* Another size of the whole; a wipe stays where it is. False: no memory. */
bool lg_panes_resize(lg_panes *p, int width, int height);
void lg_panes_free(lg_panes *p);

bool lg_panes_wipes(const lg_panes *p, int count);
int lg_panes_width(const lg_panes *p, int count);          /* pixels, of one pane */
int lg_panes_left(const lg_panes *p, int count, int pane); /* pixels, where its picture begins */
int lg_panes_at(const lg_panes *p, int count, int x);      /* the pane under a pixel */
/* The camera that a pane is seen with: behind a wipe it is the first one for both. */
int lg_panes_camera(const lg_panes *p, int count, int pane);
int lg_panes_line(const lg_panes *p); /* the pixel column where the second world begins */

/* Draws `count` shots into p->whole, each with its camera and style; styles are made to agree
   (lg_style_share). Behind a wipe lines, plots and banner are the first one's, titles stand beside
   the line, and the third and fourth world are not shown. False: no memory. */
bool lg_panes_draw(lg_panes *p, int count, lg_shot *const *shots, const lg_camera *cameras,
                   lg_style *styles, int threads);

#endif
