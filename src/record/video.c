/* video.c - movies, by a pipe to ffmpeg. */
#include "record/part.h"
#include "record/record.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

#define ARGUMENTS   48
#define FASTEST_GIF 50 /* frames/s: a gif counts in 1/100 s, and viewers slow down what is faster */

struct lg_video {
  lg_part part;
  pid_t pid;  /* 0: ffmpeg has ended */
  int pipe;   /* -1: closed */
  FILE *said; /* what ffmpeg said of its troubles; NULL: nowhere to keep it */
  size_t frame_bytes;
  bool failed;
};

static bool refuse(const char *path, const char *reason, char *why, size_t why_bytes) {
  snprintf(why, why_bytes, "%s: %s", path, reason);
  return false;
}

static bool ends_with(const char *path, const char *ending) {
  size_t n = strlen(path), m = strlen(ending);
  return n > m && !strcasecmp(path + n - m, ending);
}

static bool check(const char *path, int width, int height, int fps, char *why, size_t why_bytes) {
  if (!ends_with(path, ".mp4") && !ends_with(path, ".gif"))
    return refuse(path, "the name of a movie must end in .mp4 or .gif", why, why_bytes);
  if (width < 2 || height < 2 || width > 16384 || height > 16384) {
    snprintf(why, why_bytes,
             "%s: a movie of %d x %d pixels is not possible: give sides of 2 to 16384", path, width,
             height);
    return false;
  }
  if (fps < 1 || fps > 1000) {
    snprintf(why, why_bytes, "%s: %d frames a second is not possible: give 1 to 1000", path, fps);
    return false;
  }
  return true;
}

/* --- ffmpeg's command line --- */

typedef struct command {
  char size[32], rate[16], filter[256], output[LG_PATH_MAX + 8];
  char *argument[ARGUMENTS];
  int n;
} command;

static void add(command *c, const char *const *words) {
  /* posix_spawn does not change them */
  for (; *words; words++) c->argument[c->n++] = (char *)(uintptr_t)*words;
  c->argument[c->n] = NULL;
}
#define ADD(c, ...) add(c, (const char *const[]){__VA_ARGS__, NULL})

/* h264 in yuv420p is what everything plays; it needs even sides, so an odd last row or column is
   left out. */
static void add_mp4(command *c) {
  snprintf(c->filter, sizeof c->filter,
           "crop=trunc(iw/2)*2:trunc(ih/"
           "2)*2:0:0,scale=out_color_matrix=bt709:out_range=tv,format=yuv420p");
  ADD(c, "-vf", c->filter, "-c:v", "libx264", "-preset", "fast", "-crf", "18", "-colorspace",
      "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-movflags", "+faststart", "-f",
      "mp4");
}

/* A palette a frame: one for all would keep every frame in memory until the end. */
static void add_gif(command *c, int fps) {
  int parts = (fps + FASTEST_GIF - 1) / FASTEST_GIF;
  snprintf(c->filter, sizeof c->filter,
           "fps=%d/"
           "%d,split[a][b];[a]palettegen=stats_mode=single[p];[b][p]paletteuse=new=1:dither=bayer:"
           "bayer_scale=4",
           fps, parts);
  ADD(c, "-filter_complex", c->filter, "-loop", "0", "-f", "gif");
}

static void command_of(command *c, const char *temp, bool gif, int width, int height, int fps) {
  c->n = 0;
  snprintf(c->size, sizeof c->size, "%dx%d", width, height);
  snprintf(c->rate, sizeof c->rate, "%d", fps);
  /* a name with a colon is not a protocol */
  snprintf(c->output, sizeof c->output, "file:%s", temp);
  ADD(c, "ffmpeg", "-hide_banner", "-loglevel", "error", "-nostats", "-xerror", "-y", "-f",
      "rawvideo", "-pixel_format", "rgba", "-video_size", c->size, "-framerate", c->rate, "-i",
      "pipe:0", "-an");
  if (gif) add_gif(c, fps);
  else add_mp4(c);
  ADD(c, c->output);
}

/* --- the process --- */

/* Starts ffmpeg with `in` as its input; in a group of its own, so that Ctrl-C at the terminal
   leaves it to finish the file. */
static int start(lg_video *v, command *c, int in) {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t how;
  sigset_t none, standard;
  sigemptyset(&none);
  sigemptyset(&standard);
  sigaddset(&standard, SIGPIPE);
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, in, 0);
  posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0);
  if (v->said) posix_spawn_file_actions_adddup2(&files, fileno(v->said), 2);
  else posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY, 0);
  posix_spawnattr_init(&how);
  posix_spawnattr_setflags(&how,
                           POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  posix_spawnattr_setsigmask(&how, &none);
  posix_spawnattr_setsigdefault(&how, &standard);
  int error = posix_spawnp(&v->pid, "ffmpeg", &files, &how, c->argument, environ);
  posix_spawnattr_destroy(&how);
  posix_spawn_file_actions_destroy(&files);
  if (error) v->pid = 0;
  return error;
}

static void close_pipe(lg_video *v) {
  if (v->pipe >= 0) close(v->pipe);
  v->pipe = -1;
}

/* Waits for ffmpeg to end; true: it says that all went well. */
static bool wait_for(lg_video *v) {
  int status = -1;
  close_pipe(v);
  while (v->pid && waitpid(v->pid, &status, 0) < 0)
    if (errno != EINTR) break;
  v->pid = 0;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* The last line of what ffmpeg said, without its "[mp4 @ 0x5581] ". */
static void last_words(lg_video *v, char *line, size_t bytes) {
  char text[256];
  snprintf(line, bytes, "it gave no reason");
  if (!v->said) return;
  rewind(v->said);
  while (fgets(text, sizeof text, v->said)) {
    char *from = text[0] == '[' ? strstr(text, "] ") : NULL;
    from = from ? from + 2 : text;
    from[strcspn(from, "\r\n")] = 0;
    if (*from) snprintf(line, bytes, "%s", from);
  }
}

/* ffmpeg has failed: waits for it, removes the file, says why. */
static bool fail(lg_video *v, char *why, size_t why_bytes) {
  char words[256];
  wait_for(v);
  last_words(v, words, sizeof words);
  lg_part_drop(&v->part);
  v->failed = true;
  snprintf(why, why_bytes, "%s: the movie could not be written: ffmpeg stopped: %s", v->part.path,
           words);
  return false;
}

/* write() with SIGPIPE held back in this thread, for the case that ffmpeg has ended: then errno is
   EPIPE. */
static bool write_all(int fd, const uint8_t *bytes, size_t n) {
  sigset_t pipe_signal, before, pending;
  sigemptyset(&pipe_signal);
  sigaddset(&pipe_signal, SIGPIPE);
  sigpending(&pending);
  bool was_pending = sigismember(&pending, SIGPIPE) == 1;
  pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
  while (n > 0) {
    ssize_t done = write(fd, bytes, n);
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) break;
    bytes += done;
    n -= (size_t)done;
  }
  int error = errno;
  if (n > 0 && error == EPIPE && !was_pending)
    sigtimedwait(&pipe_signal, NULL, &(struct timespec){0, 0});
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = error;
  return n == 0;
}

/* --- the movie --- */

static void release(lg_video *v) {
  if (v->said) fclose(v->said);
  free(v);
}

static bool open_pipe(int ends[2]) {
  if (pipe(ends)) return false;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  return true;
}

static bool launch(lg_video *v, command *c, char *why, size_t why_bytes) {
  int ends[2];
  if (!open_pipe(ends)) return lg_part_refuse(v->part.path, errno, why, why_bytes);
  v->pipe = ends[1];
  v->said = tmpfile();
  int error = start(v, c, ends[0]);
  close(ends[0]);
  if (!error) return true;
  close_pipe(v);
  if (error == ENOENT)
    return refuse(v->part.path,
                  "movies need the program ffmpeg, which was not found: install the package ffmpeg",
                  why, why_bytes);
  return lg_part_refuse(v->part.path, error, why, why_bytes);
}

lg_video *lg_video_open(const char *path, int width, int height, int fps, char *why,
                        size_t why_bytes) {
  if (!check(path, width, height, fps, why, why_bytes)) return NULL;
  lg_video *v = calloc(1, sizeof *v);
  command *c = malloc(sizeof *c);
  bool ok = v && c;
  if (!ok) refuse(path, "no memory for a movie", why, why_bytes);
  ok = ok && lg_part_begin(&v->part, path, why, why_bytes);
  if (ok) {
    v->frame_bytes = 4 * (size_t)width * (size_t)height;
    command_of(c, v->part.temp, ends_with(path, ".gif"), width, height, fps);
    ok = launch(v, c, why, why_bytes);
    if (!ok) lg_part_drop(&v->part);
  }
  free(c);
  if (ok) return v;
  if (v) release(v);
  return NULL;
}

bool lg_video_frame(lg_video *v, const uint8_t *rgba, char *why, size_t why_bytes) {
  if (v->failed)
    return refuse(v->part.path, "the movie could not be written, since ffmpeg stopped before", why,
                  why_bytes);
  return write_all(v->pipe, rgba, v->frame_bytes) || fail(v, why, why_bytes);
}

bool lg_video_close(lg_video *v, char *why, size_t why_bytes) {
  bool ok = !v->failed;
  if (!ok)
    refuse(v->part.path, "the movie was not written, since ffmpeg stopped before", why, why_bytes);
  else ok = wait_for(v) ? lg_part_keep(&v->part, why, why_bytes) : fail(v, why, why_bytes);
  release(v);
  return ok;
}

void lg_video_abort(lg_video *v) {
  if (!v) return;
  if (v->pid) kill(v->pid, SIGKILL);
  wait_for(v);
  lg_part_drop(&v->part);
  release(v);
}
