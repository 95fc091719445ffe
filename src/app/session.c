/* session.c - a scene under the command line: loading, its messages, its hash, interruption. */
#include "bind/bind.h"
#include "app/take.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* all that a signal handler can reach: what it writes, and whether anybody looks at that by now */
static volatile sig_atomic_t interrupted, looked_at;

/* Until the first frame nothing is to be finished or written, and a scene may be long in coming: a
   fill, the distances of a mesh. */
static void on_interrupt(int number) {
  (void)number;
  interrupted = 1;
  if (!looked_at) _exit(LG_EXIT_INTERRUPTED);
}

void lg_app_catch_interrupt(void) {
  struct sigaction a = {0};
  a.sa_handler = on_interrupt;
  a.sa_flags = (int)(SA_RESTART | SA_RESETHAND);
  sigaction(SIGINT, &a, NULL);
  sigaction(SIGTERM, &a, NULL);
  a.sa_handler = SIG_IGN;
  a.sa_flags = 0;
  sigaction(SIGPIPE, &a, NULL);
}

bool lg_app_interrupted(void) {
  looked_at = 1;
  return interrupted != 0;
}

bool lg_app_may_load(void) {
  looked_at = 0; /* first: a signal from here on ends the program, one of before has set the flag */
  return interrupted == 0;
}

void lg_app_say(const char *format, ...) {
  va_list list;
  va_start(list, format);
  lg_progress_hide();
  fputs("laguna: ", stderr);
  vfprintf(stderr, format, list);
  fputc('\n', stderr);
  va_end(list);
}

/* What a world has to say goes to stderr, what a scene prints to stdout: at once, also into a
   pipe. */
static void hear(void *user, lg_level level, const char *sentence) {
  (void)user;
  lg_progress_hide();
  if (level == LG_NOTE) {
    puts(sentence);
    fflush(stdout);
  } else fprintf(stderr, "%s%s\n", level == LG_WARNING ? "warning: " : "trouble: ", sentence);
}

/* The same where stdout is one object for a machine. */
static void hear_aside(void *user, lg_level level, const char *sentence) {
  lg_progress_hide();
  if (level == LG_NOTE) fprintf(stderr, "%s\n", sentence);
  else hear(user, level, sentence);
}

/* Is the scene's text in a take, or has it come in? */
static bool given(const lg_app_options *o) { return o->take || lg_stream_is_scene(o); }

/* Those that a shell makes for `<(...)` have no name of their own. */
static bool is_named_pipe(const char *path) {
  struct stat st;
  char *own = stat(path, &st) == 0 && S_ISFIFO(st.st_mode) ? realpath(path, NULL) : NULL;
  free(own);
  return own != NULL;
}

static bool readable(const char *path, lg_why *why) {
  struct stat st;
  /* opening one waits for somebody who writes, and closing it cuts him off */
  if (is_named_pipe(path))
    return lg_explain(why, "scene '%s' is a pipe: give a file, or - for standard input", path);

  FILE *f = fopen(path, "rb");
  bool folder = f && fstat(fileno(f), &st) == 0 && S_ISDIR(st.st_mode);
  if (!f) lg_explain(why, "scene '%s' cannot be read: %s", path, strerror(errno));
  if (folder) lg_explain(why, "scene '%s' is a folder: give the Lua file in it", path);
  if (f) fclose(f);
  return f && !folder;
}

static void note_file(void *user, const char *path) { lg_watch_add(user, path); }

static lg_scene_options options_of(const lg_app_options *o, lg_watch *watch) {
  const bool streamed = o->stream && o->stream->read && !o->take;
  return (lg_scene_options){.path = o->target,
                            .sets = o->set.text,
                            .set_count = o->set.count,
                            .spacing = o->spacing,
                            .views = o->view.text,
                            .view_count = o->view.count,
                            .other = o->other,
                            .against = o->against.text,
                            .against_count = o->against.count,
                            .threads = o->threads,
                            .seed = o->seed,
                            .fps = o->fps,
                            .trust = o->trust,
                            .budget = o->budget,
                            .text = o->take    ? lg_take_text
                                    : streamed ? lg_stream_text
                                               : NULL,
                            .texts = streamed ? (void *)o->stream : o->take,
                            .disk = streamed,
                            .lines = o->lines,
                            .lint = o->lint,
                            .lesson = o->lesson,
                            .say = o->json ? hear_aside : hear,
                            .reads = watch ? note_file : NULL,
                            .user = watch};
}

lg_scene *lg_app_load_quietly(const lg_app_options *o, lg_watch *watch, const lg_bytes *tuned,
                              int *code, lg_why *why) {
  lg_scene_options s = options_of(o, watch);
  if (tuned) s.tuned = tuned->at;
  if (tuned) s.tuned_bytes = tuned->n;
  *code = LG_EXIT_IO;

  if (!given(o) && !readable(o->target, why)) return NULL;
  *code = LG_EXIT_SCENE;

  /* From a checkpoint, if there is one. */
  s.state = o->state.at;
  s.state_bytes = o->state.n;
  return lg_scene_load(&s, why);
}

lg_scene *lg_app_load_edited(const lg_app_options *o, lg_watch *watch, lg_scene *running,
                             lg_why *why) {
  lg_bytes state = {NULL, 0, 0, false};
  lg_scene_options s = options_of(o, watch);
  lg_scene *scene = NULL;
  if (!given(o) && !readable(o->target, why)) return NULL;

  /* The running scene's state goes through a checkpoint in memory, which the edited one adopts. */
  if (!lg_scene_save(running, lg_bytes_take, &state) || state.failed)
    lg_explain(why, "%s",
               state.failed ? "out of memory for another copy of the scene"
                            : lg_scene_error(running));
  else {
    s.state = state.at;
    s.state_bytes = state.n;
    s.adopt = true;
    scene = lg_scene_load(&s, why);
  }

  lg_bytes_free(&state);
  return scene;
}

lg_scene *lg_app_load(const lg_app_options *o, int *code) {
  lg_why why = {""};
  if (!o->target) {
    lg_app_say("which scene? For example: examples/scenes/dam_break.lua");
    *code = LG_EXIT_USAGE;
    return NULL;
  }
  lg_scene *s = lg_app_load_quietly(o, NULL, NULL, code, &why);
  if (!s) lg_app_say("%s", why.text);
  return s;
}

int lg_app_step_failed(const lg_scene *s) {
  lg_app_say("%s", lg_scene_error(s));
  return lg_scene_guarded(s) ? LG_EXIT_GUARD : LG_EXIT_SCENE;
}

bool lg_app_shows(lg_scene *s) {
  for (int i = 0; i < lg_scene_count(s); i++)
    if (!lg_scene_color_by(s, i) || !lg_scene_draw(s, i, NULL)) return false;
  return true;
}

double lg_app_dt(const lg_app_options *o) { return 1.0 / (double)o->fps; }

/* A column of that name alone is no mark: a script's fluid may have one, too. */
bool lg_app_has_fluid(lg_scene *s, int world) {
  const lg_world *w = lg_scene_world(s, world);
  return world == 0 || !lg_kind_of(w, lg_solver_id(w))->solver.ballistic ||
         !lg_column(w, "difference").components;
}

size_t lg_app_particles(lg_scene *s) {
  size_t n = 0;
  for (int i = 0; i < lg_scene_count(s); i++)
    if (lg_app_has_fluid(s, i)) n += lg_world_count(lg_scene_world(s, i));
  return n;
}
