/* video.c - movies: raw pictures through a pipe to ffmpeg, which encodes them. */
#include "record/part.h"
#include "record/record.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/wait.h>

#define FASTEST_GIF   50 /* frames/s; viewers slow a gif of steps below 2/100 s down */
#define COMMAND_BYTES (4 * LG_PATH_MAX + 1024) /* a quote of the path takes four */

struct lg_video {
  lg_part part;
  FILE *pipe; /* to ffmpeg; NULL: it has ended */
  FILE *said; /* what ffmpeg said of its troubles; NULL: nowhere to keep it */
  size_t frame_bytes;
  bool failed;
};

static bool refuse(const char *path, const char *reason, lg_why *why) {
  return lg_explain(why, "%s: %s", path, reason);
}

static bool ends_with(const char *path, const char *ending) {
  size_t n = strlen(path), m = strlen(ending);
  return n > m && !strcasecmp(path + n - m, ending);
}

static bool check(const char *path, int width, int height, int fps, lg_why *why) {
  char reason[128];
  if (!ends_with(path, ".mp4") && !ends_with(path, ".gif"))
    return refuse(path, "the name of a movie must end in .mp4 or .gif", why);

  /* What ffmpeg's encoders can take. */
  if (width < 2 || height < 2 || width > 16384 || height > 16384) {
    snprintf(reason, sizeof reason,
             "a movie of %d x %d pixels is not possible: give sides of 2 to 16384", width, height);
    return refuse(path, reason, why);
  }

  if (fps < 1 || fps > 1000) {
    snprintf(reason, sizeof reason, "%d frames a second is not possible: give 1 to 1000", fps);
    return refuse(path, reason, why);
  }
  return true;
}

/* ---- ffmpeg's command line ------------------------------------------------------------------ */

/* H.264 in yuv420p is what every player plays. It needs even sides, so an odd last row or column is
   left out. */
static void mp4_options(char *out, size_t bytes) {
  snprintf(out, bytes, "%s",
           "-vf 'crop=trunc(iw/2)*2:trunc(ih/2)*2:0:0,"
           "scale=out_color_matrix=bt709:out_range=tv,format=yuv420p' "
           "-c:v libx264 -preset veryfast -crf 18 "
           "-colorspace bt709 -color_primaries bt709 -color_trc bt709 -movflags +faststart -f mp4");
}

/* A palette a frame: one for all would keep every frame in memory until the end. */
static void gif_options(char *out, size_t bytes, int fps) {
  int parts = (fps + FASTEST_GIF - 1) / FASTEST_GIF;
  snprintf(out, bytes,
           "-filter_complex 'fps=%d/%d,split[a][b];[a]palettegen=stats_mode=single[p];"
           "[b][p]paletteuse=new=1:dither=bayer:bayer_scale=4' -loop 0 -f gif",
           fps, parts);
}

/* Text between single quotes means itself to the shell, and a quote in it becomes '\''. */
static void quote(char *out, const char *text) {
  *out++ = '\'';
  for (; *text; text++) {
    if (*text == '\'') out += sprintf(out, "'\\'");
    *out++ = *text;
  }
  memcpy(out, "'", 2);
}

static void command_of(char *out, const lg_video *v, int width, int height, int fps) {
  char said[32] = "/dev/null", encoder[512], path[4 * LG_PATH_MAX + 3];
  if (v->said) snprintf(said, sizeof said, "/dev/fd/%d", fileno(v->said));
  if (ends_with(v->part.path, ".gif")) gif_options(encoder, sizeof encoder, fps);
  else mp4_options(encoder, sizeof encoder);
  quote(path, v->part.temp);

  /* In a session of its own, where there is setsid, Ctrl-C at the terminal leaves ffmpeg to finish
     the file. With "file:" before it, a name with a colon is not a protocol. */
  snprintf(out, COMMAND_BYTES,
           "exec $(command -v setsid) ffmpeg -hide_banner -loglevel error -nostats -xerror -y "
           "-f rawvideo -pixel_format rgba -video_size %dx%d -framerate %d -i pipe:0 -an %s "
           "file:%s >/dev/null 2>%s",
           width, height, fps, encoder, path, said);
}

/* ---- the process ---------------------------------------------------------------------------- */

/* Waits for ffmpeg to end; true: it says that all went well. */
static bool wait_for(lg_video *v) {
  int status = v->pipe ? pclose(v->pipe) : -1;
  v->pipe = NULL;
  return status != -1 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
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
static bool fail(lg_video *v, lg_why *why) {
  char words[256];
  wait_for(v);
  last_words(v, words, sizeof words);
  lg_part_drop(&v->part);
  v->failed = true;
  return lg_explain(why, "%s: the movie could not be written: ffmpeg stopped: %s", v->part.path,
                    words);
}

static bool launch(lg_video *v, int width, int height, int fps, lg_why *why) {
  /* Asked before, since the shell that looks for ffmpeg always starts. */
  if (system("command -v ffmpeg >/dev/null 2>&1") != 0)
    return refuse(v->part.path,
                  "movies need the program ffmpeg, which was not found: install the package ffmpeg",
                  why);

  char *command = malloc(COMMAND_BYTES);
  if (!command) return refuse(v->part.path, "no memory for a movie", why);
  v->said = tmpfile();
  command_of(command, v, width, height, fps);
  v->pipe = popen(command, "we");
  free(command);
  return v->pipe || lg_part_refuse(v->part.path, errno, why);
}

/* ---- the movie ------------------------------------------------------------------------------ */

static void release(lg_video *v) {
  if (v->said) fclose(v->said);
  free(v);
}

lg_video *lg_video_open(const char *path, int width, int height, int fps, lg_why *why) {
  if (!check(path, width, height, fps, why)) return NULL;
  lg_video *v = calloc(1, sizeof *v);
  if (!v) return refuse(path, "no memory for a movie", why), NULL;

  /* Where ffmpeg ends early, writing to it fails instead of ending the program. */
  signal(SIGPIPE, SIG_IGN);
  v->frame_bytes = 4 * (size_t)width * (size_t)height;
  if (lg_part_begin(&v->part, path, why)) {
    if (launch(v, width, height, fps, why)) return v;
    lg_part_drop(&v->part);
  }
  release(v);
  return NULL;
}

bool lg_video_frame(lg_video *v, const uint8_t *rgba, lg_why *why) {
  if (v->failed)
    return refuse(v->part.path, "the movie could not be written, since ffmpeg stopped before", why);
  bool ok = fwrite(rgba, 1, v->frame_bytes, v->pipe) == v->frame_bytes && fflush(v->pipe) == 0;
  return ok || fail(v, why);
}

bool lg_video_close(lg_video *v, lg_why *why) {
  bool ok = !v->failed;
  if (!ok) refuse(v->part.path, "the movie was not written, since ffmpeg stopped before", why);
  else ok = wait_for(v) ? lg_part_keep(&v->part, why) : fail(v, why);
  release(v);
  return ok;
}

void lg_video_abort(lg_video *v) {
  if (!v) return;
  wait_for(v);
  lg_part_drop(&v->part);
  release(v);
}
