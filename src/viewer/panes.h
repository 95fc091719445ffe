/* panes.h - one to four worlds in one picture, side by side. Pictures only: `laguna render` uses it
   without a window. */
#ifndef LG_VIEWER_PANES_H
#define LG_VIEWER_PANES_H

#include "picture/picture.h"

#define LG_PANES_MAX 4

int lg_panes_width(int count, int width);          /* pixels, of one pane */
int lg_panes_left(int count, int width, int pane); /* pixels, where a pane begins */
int lg_panes_at(int count, int width, int x);      /* the pane under a pixel */

/* part: of a split view; images keep caches, so it stays */
typedef struct lg_panes {
  lg_image whole, part;
} lg_panes;
bool lg_panes_init(lg_panes *p, int width, int height); /* false: no memory */
void lg_panes_free(lg_panes *p);
/* Draws `count` shots into p->whole, each with its camera and style; styles are made to agree
   (lg_style_share). False: no memory. */
bool lg_panes_draw(lg_panes *p, int count, lg_shot *const *shots, const lg_camera *cameras,
                   lg_style *styles, int threads);

#endif
