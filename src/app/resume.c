/* resume.c - a checkpoint on the command line, `laguna pool.lgs` or --resume pool.lgs: it brings
   its scene, and what that was made with. What the command line says itself goes before. */
#include "app/take.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define USUAL_FPS 60
#define STATE     "LGSAVE" /* what a checkpoint begins with */

/* The scene's path as it was given then; else beside the checkpoint, which may have been moved with
   it. */
static bool find_scene(const char *checkpoint, const char *scene, char *place, size_t bytes) {
  const char *slash = strrchr(checkpoint, '/'), *name = strrchr(scene, '/');
  int folder = slash ? (int)(slash - checkpoint) + 1 : 0;
  snprintf(place, bytes, "%s", scene);
  if (*scene && access(place, F_OK) != 0)
    snprintf(place, bytes, "%.*s%s", folder, checkpoint, name ? name + 1 : scene);
  return *scene && access(place, F_OK) == 0;
}

static bool own_target(lg_app_options *o, const lg_origin *origin) {
  char place[LG_PATH_MAX];
  bool found = find_scene(o->resume, origin->path, place, sizeof place);

  /* no scene, and what to say of it */
  if (!found && *origin->path)
    lg_app_say("%s: its scene '%s' is not there; give it: laguna SCENE.lua --resume %s", o->resume,
               origin->path, o->resume);
  else if (!found)
    lg_app_say("%s: it does not say which scene it is of; give it: laguna SCENE.lua --resume %s",
               o->resume, o->resume);
  else if (!(o->found = strdup(place))) lg_app_say("out of memory");

  o->target = o->found;
  return o->target != NULL;
}

/* The sets of then, and behind them those of now, which win. */
static bool add_sets(lg_app_options *o, const lg_origin *origin) {
  size_t count = (size_t)o->set.count + (size_t)origin->set_count;
  const char **all = calloc(count + 1, sizeof *all), *text = origin->sets;
  if (!all) return lg_app_say("out of memory"), false;
  for (int i = 0; i < origin->set_count; i++, text += strlen(text) + 1) all[i] = text;
  for (int i = 0; i < o->set.count; i++) all[origin->set_count + i] = o->set.text[i];
  free(o->set.text);
  o->set.text = all;
  o->set.count = (int)count;
  return true;
}

/* False: a sentence was said. */
static bool take(lg_app_options *o) {
  lg_why why;
  lg_origin origin;
  bool came = strcmp(o->resume, "-") == 0;
  if (!(came ? lg_stream_read(o->stream, &why) : lg_bytes_read(&o->state, o->resume, &why)))
    return lg_app_say("%s", why.text), false;
  if (came) lg_bytes_take(&o->state, o->stream->in.at, o->stream->in.n);
  if (!lg_scene_check_state(o->state.at, o->state.n, &origin, &why))
    return lg_app_say("%s: %s", o->resume, why.text), false;

  if (!o->target && !own_target(o, &origin)) return false;
  if (o->seed < 0) o->seed = origin.seed;
  if (o->fps < 0 && origin.fps > 0) o->fps = origin.fps;
  return add_sets(o, &origin);
}

/* A checkpoint or a take: by its name or, called otherwise, by how it begins. */
static bool is_kept(const char *path, const char *extension, const char *magic) {
  char head[16];
  size_t n = strlen(magic);
  struct stat st;
  if (path && strcmp(lg_file_extension(path), extension) == 0) return true;
  FILE *f = path && stat(path, &st) == 0 && S_ISREG(st.st_mode) ? fopen(path, "rb") : NULL;
  bool kept = f && n <= sizeof head && fread(head, 1, n, f) == n && memcmp(head, magic, n) == 0;
  if (f) fclose(f);
  return kept;
}

bool lg_app_ahead(const lg_app_options *o, int64_t frame) {
  if (frame <= o->frames) return true;
  lg_app_say("%s is at frame %" PRId64 " already, behind --frames %" PRId64 "; ask for more frames",
             o->resume ? o->resume : o->target, frame, o->frames);
  return false;
}

/* Is the target what came in, and that no scene, but what begins with these letters? */
static bool came_in(const lg_app_options *o, const char *magic) {
  const lg_bytes *in = &o->stream->in;
  size_t n = strlen(magic);
  return lg_stream_is_scene(o) && in->n > n && memcmp(in->at, magic, n) == 0;
}

/* A take brings all of it. False: a sentence was said. */
static bool open_take(lg_app_options *o) {
  lg_why why;
  lg_bytes bytes = {NULL, 0, 0, false};
  const char *state;
  size_t n;
  bool ok = true;
  if (came_in(o, LG_TAKE_BEGINS)) lg_bytes_take(&bytes, o->stream->in.at, o->stream->in.n);
  else ok = lg_bytes_read(&bytes, o->target, &why);
  if (ok) o->take = lg_take_open(&bytes, o->target, &why);
  lg_bytes_free(&bytes);
  if (!o->take) return lg_app_say("%s", why.text), false;
  o->target = o->take->scene;
  o->seed = o->take->seed;
  o->fps = o->take->fps;
  if (o->frames < 0) o->frames = o->take->end;
  if (lg_take_text(o->take, "", &state, &n)) lg_bytes_take(&o->state, state, n);

  /* The sets of then alone: others would be another session. */
  const char **all = calloc((size_t)o->take->sets + 1, sizeof *all);
  if (!all) return lg_app_say("out of memory"), false;
  for (int i = 0; i < o->take->sets; i++) all[i] = o->take->set[i];
  free(o->set.text);
  o->set.text = all;
  o->set.count = o->take->sets;
  return true;
}

int lg_app_resume(lg_app_options *o, const lg_app_command *command) {
  bool resumes = lg_app_takes(command, "resume");
  int code = LG_EXIT_OK;

  /* a checkpoint in place of a scene stands for --resume */
  if (resumes && (is_kept(o->target, "lgs", STATE) || came_in(o, STATE))) {
    if (o->resume) {
      lg_app_say("'%s' is a checkpoint, and --resume %s is another; give one", o->target,
                 o->resume);
      return LG_EXIT_USAGE;
    }
    o->resume = came_in(o, STATE) ? "-" : o->target;
    o->target = NULL;
  }

  /* a take knows its scene and how it was made */
  bool is_take = is_kept(o->target, "lgr", LG_TAKE_BEGINS);
  if (resumes && (is_take || came_in(o, LG_TAKE_BEGINS))) {
    if (o->resume || o->record || o->set.count > 0 || o->seed >= 0 || o->fps >= 0) {
      lg_app_say("'%s' is a take, and says itself what its scene was made with", o->target);
      return LG_EXIT_USAGE;
    }
    if (!open_take(o)) code = LG_EXIT_IO;
  }

  if (o->resume && !take(o)) code = LG_EXIT_IO;
  if (o->fps < 0) o->fps = USUAL_FPS;
  return code;
}
