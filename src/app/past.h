/* past.h - the frames that a window's scene has been through: states that it was in, and what was
   done in between, from which each frame is made again to the bit. States lie LG_PAST_EVERY frames
   apart where the scene stands, and up to LG_PAST_MOST far from there. */
#ifndef LG_APP_PAST_H
#define LG_APP_PAST_H

#include "app/take.h"

#define LG_PAST_EVERY 4 /* frames */
#define LG_PAST_MOST  32

typedef struct lg_past_hands { /* what lg.keys and lg.mouse say, and no state holds */
  lg_take_event down[16];      /* the presses of keys and buttons that are down */
  int downs;
  lg_take_event mouse; /* what it did last; name "": nothing yet */
} lg_past_hands;

typedef struct lg_past {
  struct lg_past_state {
    int64_t step;
    lg_bytes bytes;
    lg_take_event mouse; /* as in lg_past_hands; nothing was down */
  } * state;             /* oldest first */
  int states, states_room;
  lg_take_event *event;
  int events, events_room;
  uint64_t *hash; /* behind each frame */
  int64_t hashes_room;
  lg_past_hands hands; /* behind the events */
  size_t held, budget; /* bytes of states */
  int64_t now, end;    /* frames: where the scene stands, and how far it had come */
  int64_t due;         /* the next state, unless a key or a button is down then */
} lg_past;

/* The scene is another one, or was edited: its past begins here. */
void lg_past_begin(lg_past *p, lg_scene *s);
/* Before a frame, and before something is done: what had come behind goes. */
void lg_past_branch(lg_past *p);
void lg_past_note(lg_past *p, lg_take_event e);
void lg_past_follow(lg_past_hands *h, const lg_take_event *e);
void lg_past_frame(lg_past *p, lg_scene *s); /* one was made */
int64_t lg_past_first(const lg_past *p);     /* the earliest that can be made again */
/* The scene as it was then. False: refused, and it is as it was. *same: did the frame come out as
   before? */
bool lg_past_seek(lg_past *p, lg_live *l, int64_t step, bool *same);
void lg_past_free(lg_past *p);

#endif
