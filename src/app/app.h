/* app.h - the command line: what its subcommands share. Only app/ knows both bind/ (scenes) and
   viewer/ (the window). */
#ifndef LG_APP_APP_H
#define LG_APP_APP_H

#include "bind/bind.h"
#include "picture/picture.h"
#include "record/part.h"

#include <stdio.h>

enum { /* exit codes of the program */
       LG_EXIT_OK = 0,
       LG_EXIT_SCENE = 1,        /* the scene, a hook, or the name of a --set */
       LG_EXIT_USAGE = 2,        /* bad command line */
       LG_EXIT_IO = 3,           /* a file, a pipe, the display */
       LG_EXIT_GUARD = 4,        /* the guard had to reject a step */
       LG_EXIT_INTERRUPTED = 130 /* by a signal: the frame is finished, files are written */
};
#define LG_EXIT_HELP                                                                               \
  "0 fine, 1 scene, hook or --set name, 2 command line, 3 file or display,\n"                      \
  "            4 the guard rejected a step, 130 interrupted"

/* ---- the command line (options.c) ----------------------------------------------------------- */

typedef struct lg_app_size { /* pixels */
  int64_t width, height;
} lg_app_size;

/* "-" in place of a file (stream.c); all 0: none */
typedef struct lg_app_stream {
  /* what goes out: the option, its place in lg_app_options, its format unless the path has another;
     flows: as it is written, not at the end */
  const char *option, **place, *format;
  bool flows;
  int fd;           /* standard output as it was */
  char folder[256]; /* where the file is meanwhile */
  char path[320];   /* of it; or "/dev/fd/7" */
  lg_bytes in;      /* what came in */
  bool read;
} lg_app_stream;
#define LG_STREAM_SCENE "stdin" /* the name of a scene that came in */
bool lg_stream_is(const char *path);
/* From here on the path at *place is where to write to. Returns the exit code. */
int lg_stream_open(lg_app_stream *s);
/* as people know the path */
const char *lg_stream_name(const lg_app_stream *s, const char *path);
int lg_stream_close(lg_app_stream *s, int code); /* sends it out; the exit code */
bool lg_stream_read(lg_app_stream *s, lg_why *why);
/* as lg_scene_options.text */
bool lg_stream_text(void *stream, const char *path, const char **text, size_t *n);

typedef struct lg_take lg_take; /* app/take.h */
typedef struct lg_app_words {   /* of the command line, which keeps them */
  const char **text;
  int count;
} lg_app_words;
typedef struct lg_app_options {
  /* SCENE.lua, or the NAME of a kind, set-up or subcommand; NULL: not given */
  const char *target;
  lg_app_words targets; /* all of them, of a subcommand that takes many */

  /* What the rows of options.c fill, each under the name of its option. */
  int64_t frames;            /* -1: not given */
  int64_t id;                /* of a particle; -1: not given */
  const char *export;        /* 'p-%04d.csv'; NULL: none */
  const char *stats;         /* .csv */
  const char *save, *resume; /* checkpoints */
  int64_t every;             /* frames from one numbered file to the next */
  const char *output;        /* a picture, pictures or a movie */
  lg_app_size size;
  lg_app_words set, against; /* name.param=value */
  lg_app_words view;         /* name=value,... */
  lg_app_words plugin;       /* shared libraries */
  lg_app_words over;         /* name=value,value */
  double spacing;            /* m, of lg_live_respace: behind all --set; 0: not asked for */
  const char *other;         /* the second of two scenes beside each other; NULL: there is none */
  int64_t turn;              /* degrees that the camera goes round in all frames */
  int64_t wipe;          /* percent of the width that A has before B, one over the other; 0: none */
  int64_t threads, seed; /* -1: as the scene says */
  float scale;           /* of the window's letters; 0: as it was */
  int64_t fps;           /* frames a simulated second */
  double run;            /* s, simulated, that `check` looks at; 0: one frame */
  int64_t jobs, task;    /* of a sweep: runs at a time; one of them, from 1 on, 0: all */
  bool slurm;            /* writes a script instead */
  lg_budget budget;
  bool surface; /* is what is exported */
  bool trust, json, watch, help, version;

  const char *record;    /* a take */
  struct lg_take *take;  /* no option: the take that is the target */
  lg_app_stream *stream; /* no option */
  lg_bytes state;        /* no option: the bytes of `resume`, and the scene that it found */
  char *found;
  bool lines;  /* no option: who runs a scene wants to know where things are made; */
  bool lint;   /* `check` does before they begin, */
  bool lesson; /* and `lesson` shows what checks find */
} lg_app_options;
/* Is the target what came in? (stream.c) */
bool lg_stream_is_scene(const lg_app_options *o);

typedef struct lg_app_command {
  const char *name;      /* "" for the window, which has no word of its own */
  const char *arguments; /* as help shows them */
  const char *help;      /* one sentence */
  int (*run)(const lg_app_options *o);
  int most; /* names it takes; of two the second is the other scene */
} lg_app_command;

extern const lg_app_command lg_app_commands[]; /* ended by a NULL name */
const lg_app_command *lg_app_find_command(const char *name);

/* Reads argv. False: a sentence was said; the program ends with LG_EXIT_USAGE. Free with
   lg_app_free_options. */
bool lg_app_parse(int argc, char **argv, lg_app_options *o, const lg_app_command **command);
void lg_app_free_options(lg_app_options *o);
void lg_app_option_help(FILE *out, const lg_app_command *command); /* NULL: all options */
/* "laguna: <format>" and " (did you mean 'x'?)" if one of the names is near; returns
   LG_EXIT_USAGE. */
int lg_app_unknown(const char *what, const char *name, const char *const *names, int count);
int lg_app_unknown_command(const char *name);
/* a word that is no subcommand: does it look or exist like a scene? */
bool lg_app_is_scene(const char *path);

/* Option i as help has it: texts, "" where there is none; commands: those that take it, "run
   render". False: there is none. */
typedef struct lg_app_option {
  const char *name, *letter, *value, *doc;
  char commands[64];
} lg_app_option;
bool lg_app_option_at(int i, lg_app_option *out);
/* Does the subcommand take --name? */
bool lg_app_takes(const lg_app_command *command, const char *name);
/* Is the frame not behind --frames? A checkpoint may be further on than what was asked for. */
bool lg_app_ahead(const lg_app_options *o, int64_t frame);
/* The checkpoint that is the target, or --resume's: its bytes, its scene, and what that was made
   with; frames a second, at the latest here. Not LG_EXIT_OK: a sentence was said. (resume.c) */
int lg_app_resume(lg_app_options *o, const lg_app_command *command);

int lg_app_window(const lg_app_options *o);
int lg_app_run(const lg_app_options *o);
int lg_app_render(const lg_app_options *o);
int lg_app_check(const lg_app_options *o);
int lg_app_inspect(const lg_app_options *o);
int lg_app_kinds(const lg_app_options *o);
int lg_app_bench(const lg_app_options *o);
int lg_app_docs(const lg_app_options *o);
int lg_app_lesson(const lg_app_options *o);
int lg_app_pack(const lg_app_options *o);
int lg_app_new(const lg_app_options *o);
int lg_app_sweep(const lg_app_options *o);
int lg_app_help(const lg_app_options *o);
bool lg_app_manual(const char *what); /* prints "man", "bash" or "zsh"; false: none of them */

/* ---- files that a scene is made of (watch.c) ------------------------------------------------ */

/* all 0: there is none */
typedef struct lg_watch_stamp {
  int64_t seconds, nanoseconds, bytes;
  uint64_t inode;
} lg_watch_stamp;
typedef struct lg_watch {
  struct lg_watched {
    char *path;
    lg_watch_stamp known, last;
    double gone; /* s: since when it is empty, or away; 0: it is not */
  } * file;
  int count;
  double looked; /* s */
} lg_watch;
void lg_watch_add(lg_watch *w, const char *path); /* once is enough */
/* Has a file been saved since it was added, or since the last time this said so? It looks every few
   ms, and waits until a file stands still, so that half a file is not taken for a whole one. A file
   saved by renaming counts too; one that was emptied or taken away counts after half a second, in
   which editors bring the new one. */
bool lg_watch_changed(lg_watch *w);
/* A sum of the program's version and of the files' bytes. False: one cannot be read. */
bool lg_watch_sum(const lg_watch *w, uint64_t *sum, lg_why *why);
void lg_watch_free(lg_watch *w);

/* ---- scenes (session.c) --------------------------------------------------------------------- */

/* One sentence on stderr, "laguna: " before it, clear of the progress bar. */
void lg_app_say(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Loads o->target; NULL: a sentence was said and *code is the exit code. */
lg_scene *lg_app_load(const lg_app_options *o, int *code);
/* The same without a word: why holds the message. tuned: of the run before (lg_scene_tuned); NULL:
   as the file says. */
lg_scene *lg_app_load_quietly(const lg_app_options *o, lg_watch *watch, const lg_bytes *tuned,
                              int *code, lg_why *why);
/* The edited file with the state of a scene that runs. NULL: why holds the message. */
lg_scene *lg_app_load_edited(const lg_app_options *o, lg_watch *watch, lg_scene *running,
                             lg_why *why);
/* Says what went wrong in the last step; returns the exit code. */
int lg_app_step_failed(const lg_scene *s);
/* can all worlds be coloured and drawn over as they say? false: lg_scene_error says why not */
bool lg_app_shows(lg_scene *s);
double lg_app_dt(const lg_app_options *o); /* s, of a frame */
/* false: it is the third world of lg.compare, whose particles are the points of its picture */
bool lg_app_has_fluid(lg_scene *s, int world);
size_t lg_app_particles(lg_scene *s);                  /* of all worlds that have fluid */
int lg_app_plots(lg_scene *s, lg_plot *out, int most); /* the script's plots; how many. (plots.c) */
lg_look lg_app_look(lg_scene *s, int world);           /* world.view and --view (view.c) */
/* what world:draw draws; false: lg_scene_error says why not. (plots.c) */
bool lg_app_marks(lg_scene *s, int world, lg_shot *shot);
/* Draws the particle that the world watches; false: no memory. (inspect.c) */
bool lg_app_closeup(lg_scene *s, int world, lg_shot *shot);
/* of all worlds, in their order; of one world: its own */
uint64_t lg_app_hash(lg_scene *s);
void lg_app_world_name(char *name, size_t bytes, int i); /* "world1" for i = 0 (json.c) */

/* SIGINT or SIGTERM sets the flag, a second one kills; the first one ends the program where nobody
   has asked for the flag yet, before the first frame; SIGPIPE becomes an error of write */
void lg_app_catch_interrupt(void);
bool lg_app_interrupted(void);
/* before another scene loads, where nothing is to be finished or written: until somebody asks again
   a signal ends the program at once; false: there was one */
bool lg_app_may_load(void);

/* ---- the scenes that come with the program (gallery.c) -------------------------------------- */

typedef struct lg_gallery_scene {
  char *path, title[80], idea[200];
  bool looked;      /* for its picture, which is read when it is wanted first */
  uint8_t *picture; /* RGBA, top row first; NULL: it has none */
  int width, height;
} lg_gallery_scene;
typedef struct lg_gallery {
  lg_gallery_scene *scene;
  int count; /* 0: none are installed */
} lg_gallery;
void lg_gallery_find(lg_gallery *g);
int lg_gallery_first(const lg_gallery *g); /* what `laguna` alone opens */
const uint8_t *lg_gallery_picture(lg_gallery *g, int i, int *width, int *height);
void lg_gallery_free(lg_gallery *g);
/* A file by its place beside the program: "../share/laguna/page.html". False: it is not there. */
bool lg_app_beside(const char *name, char *path, size_t bytes);

/* ---- a scene that is read again while it runs (live.c) -------------------------------------- */

typedef struct lg_live {
  const lg_app_options *o;
  lg_app_options other; /* `o` of a scene that began anew, and the path of one that is another */
  char *path;
  lg_scene *scene; /* the one that runs; never NULL once lg_live_open has returned true */
  /* while `scene` is on trial, until its first frame: what it would replace; NULL */
  lg_scene *old;
  lg_watch watch;
  /* the last frame failed: there is no use in stepping until something is edited */
  bool stopped;
  /* of the last edit that was refused, or of the frame that failed; "" */
  lg_why message;
  char news[2 * LG_ERROR_MAX]; /* what the last edit did, or why it was refused: one line; "" */
  int64_t told;                /* grows with each of them */
  int code;                    /* exit code of the last frame */
  struct lg_lint *lint; /* what `check` would warn of, of the scene that runs; NULL: no memory */
  bool lined;           /* its first frame is to come */
  bool ledger;          /* every scene that comes shows where its energy goes */
  uint64_t said[64];    /* hashes of the warnings that were said: each is once */
  int saids;
} lg_live;
typedef enum lg_live_edit { LG_LIVE_SAME, LG_LIVE_APPLIED, LG_LIVE_REFUSED } lg_live_edit;
/* false: message says why, code is the exit code */
bool lg_live_open(lg_live *l, const lg_app_options *o, bool watched);
/* Looks at the files; an edited scene goes on trial with the state of the running one. */
lg_live_edit lg_live_poll(lg_live *l);
/* The same without a look at the files: they are read again. */
lg_live_edit lg_live_read_again(lg_live *l);
/* Of a hook that the window called: false stops the scene under its message. */
bool lg_live_outcome(lg_live *l, bool ok);
/* A frame. A scene on trial whose frame fails is dropped, and the one before it makes the frame.
   False: nothing did; see message. */
bool lg_live_step(lg_live *l, double dt);
/* The file anew, from time 0, with sliders and lg.keep as they are, or as the file says. False: the
   old scene is still there, under message. */
bool lg_live_restart(lg_live *l, bool as_the_file_says);
/* The same, with sliders as they are, as --set spacing=X does it, m: that stays until it is as the
   file says. False as above. */
bool lg_live_respace(lg_live *l, double spacing);
/* The scene as it was when it was saved, in its own file. False as above. */
bool lg_live_return(lg_live *l, const lg_bytes *state);
/* Another file, from time 0; --set and --resume were meant for the first one. False:
   the old scene is still there, under message. */
bool lg_live_change(lg_live *l, const char *path);
void lg_live_close(lg_live *l);
/* What `laguna check` would warn of, on stderr and in `lint`: of a scene that was read with
   o->lines, and after its first frame. (warn.c) */
void lg_live_warn(lg_live *l, lg_scene *s);
void lg_live_warn_after(lg_live *l);
/* lg_app_load_quietly, with warnings before the worlds are filled, which may take long. */
lg_scene *lg_live_load(lg_live *l, const lg_app_options *o, bool watched, const lg_bytes *tuned,
                       int *code, lg_why *why);

/* ---- progress on stderr (progress.c) -------------------------------------------------------- */

typedef struct lg_progress {
  bool terminal;
  int64_t total, first; /* frames */
  double start, last;   /* s */
} lg_progress;
void lg_progress_begin(lg_progress *p, int64_t first, int64_t total);
void lg_progress_frame(lg_progress *p, int64_t frame, size_t particles);
void lg_progress_end(lg_progress *p);
void lg_progress_hide(void); /* wipes the bar, if one is there, before another line is written */

/* ---- files (file.c): written under another name, synced and renamed ------------------------- */

typedef struct lg_file {
  FILE *f;
  bool direct; /* a device or a pipe: nothing to rename */
  lg_part part;
} lg_file;
bool lg_file_open(lg_file *file, const char *path); /* false: a sentence was said */
/* false: a sentence was said, and no file is left */
bool lg_file_close(lg_file *file);
void lg_file_abort(lg_file *file);
/* Before long work: can a file of that name, or of a pattern of names, be written? A device or pipe
   is taken on trust. NULL: none. False: a sentence was said. */
bool lg_file_try(const char *pattern);
/* 'p-%04d.csv' and 7 -> p-0007.csv; with a world's name: p-0007-world2.csv. False: no room. */
bool lg_file_number(const char *pattern, int64_t number, const char *world, char *path,
                    size_t bytes);
/* Is it a plain name (0), a numbered one (1), or a wrong one (-1: more than one number, or an odd
   %)? */
int lg_file_pattern(const char *pattern);
const char *lg_file_extension(const char *path); /* "csv"; "" if it has none */

/* ---- what is written ------------------------------------------------------------------------ */

/* One row a frame and world; its stages and gauges are those of the scene's first frame.
   (table.c) */
#define LG_TABLE_GAUGES 256
typedef struct lg_table {
  FILE *f;
  const char *stage[2 * LG_STAGES_MAX];
  int stages, gauges;
  struct {
    char name[LG_NAME_MAX];
    int components;
  } gauge[LG_TABLE_GAUGES];
} lg_table;
void lg_table_head(lg_table *t, FILE *f, lg_scene *s);
void lg_table_rows(const lg_table *t, lg_scene *s);

/* (json.c) name is NULL inside a list */
typedef struct lg_json {
  FILE *f;
  bool comma;
} lg_json;
void lg_json_open(lg_json *j, const char *name, char bracket);
void lg_json_close(lg_json *j, char bracket);
void lg_json_text(lg_json *j, const char *name, const char *text);
/* {"base64": "..."} */
void lg_json_bytes(lg_json *j, const char *name, const void *bytes, size_t n);
/* a number that is not finite becomes null */
void lg_json_num(lg_json *j, const char *name, double x);
void lg_json_int(lg_json *j, const char *name, int64_t x);
void lg_json_bool(lg_json *j, const char *name, bool x);
void lg_json_hash(lg_json *j, const char *name, uint64_t hash); /* 16 hex digits, as text */
/* "worlds": [{name, particles, time, hash, stats}, ...] */
void lg_json_worlds(lg_json *j, lg_scene *s);
void lg_json_stats(lg_json *j, const lg_stats *s);
/* of a lesson; s NULL: none */
void lg_json_checks(lg_json *j, lg_scene *s);
/* "picture": {width, colors: "rrggbb...", pixels: "aabc..."}, a letter each, of what the scene in
   the file shows; it may run. Nothing where there is no picture. (thumb.c) */
enum { LG_THUMB_WIDTH = 112, LG_THUMB_HEIGHT = 63 }; /* pixels */
void lg_app_thumb(lg_json *j, lg_scene *s, const char *path);

#endif
