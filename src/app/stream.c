/* stream.c - "-" where a file is named: what comes in on standard input, or goes out on standard
   output. While a file goes out there, all else that the program says goes to stderr. */
#include "app/app.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- out ------------------------------------------------------------------------------------ */

/* "-" or "-.ply", after whose format the file is made; a file of such a name is "./-.ply". */
bool lg_stream_is(const char *path) {
  return path[0] == '-' && (path[1] == '\0' || (path[1] == '.' && !strchr(path, '/')));
}

static int refuse(const lg_app_stream *s, int code, const char *why) {
  lg_app_say("option '--%s': %s", s->option, why);
  return code;
}

/* A folder of its own: what is written there as any other file goes out at the end. */
static bool make_place(lg_app_stream *s) {
  const char *temp = getenv("TMPDIR"), *path = *s->place;
  snprintf(s->folder, sizeof s->folder, "%.200s/laguna.XXXXXX", temp && *temp ? temp : P_tmpdir);
  if (!mkdtemp(s->folder)) {
    s->folder[0] = '\0';
    return false;
  }
  snprintf(s->path, sizeof s->path, "%s/out%s%.16s", s->folder, path[1] ? "" : ".",
           path[1] ? path + 1 : s->format);
  return true;
}

int lg_stream_open(lg_app_stream *s) {
  if (!s->option || !lg_stream_is(*s->place)) return LG_EXIT_OK; /* named again: a file */
  if (isatty(STDOUT_FILENO) && strcmp(s->format, "csv") != 0)
    return refuse(s, LG_EXIT_USAGE, "a terminal cannot show it: send it on with > or |");

  int fd = dup(STDOUT_FILENO);
  if (fd < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
    return refuse(s, LG_EXIT_IO, "there is no standard output");
  s->fd = fd;
  if (s->flows) snprintf(s->path, sizeof s->path, "/dev/fd/%d", fd);
  else if (!make_place(s))
    return refuse(s, LG_EXIT_IO, "the folder of temporary files cannot be written");
  *s->place = s->path;
  return LG_EXIT_OK;
}

const char *lg_stream_name(const lg_app_stream *s, const char *path) {
  return s && strcmp(path, s->path) == 0 ? "standard output" : path;
}

static bool pass_on(FILE *from, int to) {
  char bytes[16384];
  size_t n;
  while ((n = fread(bytes, 1, sizeof bytes, from)) > 0)
    for (size_t at = 0; at < n;) {
      ssize_t wrote = write(to, bytes + at, n - at);
      if (wrote < 0 && errno != EINTR) return false;
      if (wrote > 0) at += (size_t)wrote;
    }
  return !ferror(from);
}

int lg_stream_close(lg_app_stream *s, int code) {
  if (!s) return code;
  FILE *f = s->folder[0] ? fopen(s->path, "rb") : NULL;
  if (f && !pass_on(f, s->fd)) {
    lg_app_say("standard output cannot be written: %s", strerror(errno));
    code = LG_EXIT_IO;
  }

  if (f) fclose(f);
  if (f) unlink(s->path);
  if (s->folder[0]) rmdir(s->folder);
  if (s->fd > 0) close(s->fd);
  lg_bytes_free(&s->in);
  *s = (lg_app_stream){.fd = 0};
  return code;
}

/* ---- in ------------------------------------------------------------------------------------- */

/* All of it at once: it cannot be read a second time, as a file can. */
bool lg_stream_read(lg_app_stream *s, lg_why *why) {
  char bytes[16384];
  size_t n;
  if (s->read) return true;

  errno = 0;
  while ((n = fread(bytes, 1, sizeof bytes, stdin)) > 0) lg_bytes_take(&s->in, bytes, n);
  if (ferror(stdin) || s->in.failed)
    return lg_explain(why, "standard input cannot be read: %s",
                      s->in.failed ? "out of memory" : strerror(errno));
  if (s->in.n == 0) return lg_explain(why, "standard input is empty");
  s->read = true;
  return true;
}

bool lg_stream_is_scene(const lg_app_options *o) {
  return o->target && o->stream && o->stream->read && strcmp(o->target, LG_STREAM_SCENE) == 0;
}

bool lg_stream_text(void *stream, const char *path, const char **text, size_t *n) {
  const lg_app_stream *s = stream;
  if (strcmp(path, LG_STREAM_SCENE) != 0) return false;
  *text = s->in.at;
  *n = s->in.n;
  return true;
}
