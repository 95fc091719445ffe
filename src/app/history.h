/* history.h - what a window's scene has been through, and what it goes through again: the take that
   is recorded or played, or else its past, which the user may go back to. */
#ifndef LG_APP_HISTORY_H
#define LG_APP_HISTORY_H

#include "app/past.h"

typedef struct lg_history {
  lg_live *live;
  lg_past past; /* unless a take is recorded or played: that has one course of frames */
  /* What keys and mouse did where the scene stands in its past, as long as that changed nothing;
     and the state that it did not change. */
  lg_past_hands idle;
  lg_bytes standing;
  lg_recorder recorder; /* --record */
  int64_t played;       /* frames of the take that is played */
} lg_history;

/* Of the scene that is open now; record: NULL or a take's path. False: said. */
bool lg_history_begin(lg_history *h, lg_live *l, const char *record);
/* Another scene than before stands there, or an edited one: its past begins here. */
void lg_history_anew(lg_history *h);
/* A take is played: what the user does would make it another session. */
bool lg_history_plays(const lg_history *h);

/* Before it is done: what of LG_TAKE_..., to whom, and the rest of it. */
void lg_history_note(lg_history *h, int what, const char *name, lg_take_event e);
void lg_history_note_value(lg_history *h, int what, const lg_arg *value, lg_take_event e);
/* A key or the mouse: also does it. */
lg_input lg_history_input(lg_history *h, int what, const char *name, lg_take_event e);
void lg_history_edit(lg_history *h); /* a file was saved */

void lg_history_before(lg_history *h); /* a frame: does what the take says */
void lg_history_frame(lg_history *h);  /* it was made */
bool lg_history_seek(lg_history *h, int64_t frame);

/* The take that is recorded ends here; s NULL: a step still works on the scene. */
void lg_history_end(lg_history *h, lg_scene *s);
void lg_history_free(lg_history *h);

#endif
