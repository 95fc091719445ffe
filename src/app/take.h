/* take.h - takes (.lgr): a session of the window that can be played again, bit for bit. A text
   file, line by line:

     laguna take 1
     scene "pool.lua"
     seed -1 fps 60
     set "swirl=5"                          each --set
     file 812 "pool.lua"                    what the scene read, and what edits made of it: so many
     ...                                    bytes; "" is the checkpoint that it began with
     at 12 mouse 0 1 0 0 3 0x1p-1 0x1p+0 0x0p+0 0x0p+0 "press" ""
     end 300 b4e2d3ef72c1a7fd               the frames made, and the hash behind them

   `at`: frames that were made before; what; world or on/off, button, object, type and how many
   numbers; these; name, text. Numbers are those of C's "%a". */
#ifndef LG_APP_TAKE_H
#define LG_APP_TAKE_H

#include "app/app.h"

typedef struct lg_take_event {
  int64_t step; /* frames that were made before it */
  int what;     /* LG_TAKE_... */
  int64_t world, button, id, type, n;
  double v[4];
  char name[LG_NAME_MAX], text[512];
} lg_take_event;
enum {
  LG_TAKE_KEY,
  LG_TAKE_MOUSE,
  LG_TAKE_RELOAD,
  LG_TAKE_MOVE,
  LG_TAKE_PRESS,
  LG_TAKE_SET,
  LG_TAKE_EVAL,
  LG_TAKE_EDIT,
  LG_TAKE_WORDS
};

#define LG_TAKE_BEGINS "laguna take " /* its first letters; behind them its version */

/* ---- playing -------------------------------------------------------------------------------- */

typedef struct lg_take_file {
  const char *path; /* "": a checkpoint */
  size_t at, n;     /* in the bytes of the take */
} lg_take_file;
struct lg_take {
  lg_bytes bytes;
  size_t at; /* how far it was read */
  char scene[LG_PATH_MAX];
  int64_t seed, fps;
  char **set, **path; /* what files are called */
  int sets, paths;
  lg_take_file *file; /* as they are now */
  int files;
  lg_take_event next; /* the event that comes next; what == LG_TAKE_WORDS: none does */
  int64_t end;        /* frames */
  uint64_t hash;
  bool whole; /* it has an end: the session closed it */
};
/* All of it is checked, as a stranger's; the bytes are its own then. NULL: why is a sentence. */
lg_take *lg_take_open(lg_bytes *bytes, const char *name, lg_why *why);
void lg_take_free(lg_take *t);
/* What happened when so many frames had been made. */
void lg_take_play(lg_take *t, lg_live *l, int64_t step);
void lg_take_do(lg_live *l, const lg_take_event *e);
lg_input lg_take_input(lg_live *l, const lg_take_event *e); /* of a key or the mouse */
/* Behind the last frame: is the state that of the session? False: a sentence was said. */
bool lg_take_same(const lg_take *t, lg_scene *s);
/* of a file of the scene's, as it is now; false: it has none of that name */
bool lg_take_text(void *take, const char *path, const char **text, size_t *n);

/* ---- recording ------------------------------------------------------------------------------ */

typedef struct lg_recorder {
  lg_file file;
  int64_t steps; /* frames made since it began */
} lg_recorder;
bool lg_recorder_begin(lg_recorder *r, const char *path, const lg_live *l); /* false: said */
/* Nothing happens while none records. */
void lg_recorder_note(lg_recorder *r, lg_take_event e);
void lg_recorder_edit(lg_recorder *r, const lg_live *l);
/* s NULL: a step still works on it, and the take has no end. False: a sentence was said. */
bool lg_recorder_end(lg_recorder *r, lg_scene *s);

#endif
