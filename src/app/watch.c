/* watch.c - files that a scene is made of: has one been saved? It asks for their stamps every few
   ms: that needs no system's own notices, costs some microseconds, and sees files that are saved by
   renaming another one onto them. */
#include "app/app.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PERIOD 0.008 /* s, between two looks */
#define STILL  3000  /* us that a file must stand still */
#define GONE   0.5   /* s after which an empty or missing file is meant */

static lg_watch_stamp stamp_of(const char *path) {
  struct stat st;
  if (stat(path, &st) != 0 || !S_ISREG(st.st_mode)) return (lg_watch_stamp){0, 0, 0, 0};
  return (lg_watch_stamp){st.st_mtim.tv_sec, st.st_mtim.tv_nsec, st.st_size, (uint64_t)st.st_ino};
}

static bool same(const lg_watch_stamp *a, const lg_watch_stamp *b) {
  return a->seconds == b->seconds && a->nanoseconds == b->nanoseconds && a->bytes == b->bytes &&
         a->inode == b->inode;
}

void lg_watch_add(lg_watch *w, const char *path) {
  for (int i = 0; i < w->count; i++)
    if (strcmp(w->file[i].path, path) == 0) return;

  char *copy = malloc(strlen(path) + 1);
  struct lg_watched *grown = copy ? realloc(w->file, ((size_t)w->count + 1) * sizeof *grown) : NULL;
  if (!grown) { /* one file less is watched */
    free(copy);
    return;
  }

  w->file = grown;
  memcpy(copy, path, strlen(path) + 1);

  /* Known as it is now: only what changes from here on is an edit. */
  lg_watch_stamp now = stamp_of(path);
  w->file[w->count++] = (struct lg_watched){copy, now, now, 0};
}

/* An editor may empty a file, or take it away, before it writes it. */
static bool comes_back(struct lg_watched *f) {
  if (f->last.bytes > 0) f->gone = 0;
  else if (f->gone == 0) f->gone = lg_clock();
  return f->gone > 0 && lg_clock() - f->gone < GONE;
}

/* Adds to *moves whether it is another one than at the last look. */
static bool changed(struct lg_watched *f, bool *moves) {
  lg_watch_stamp now = stamp_of(f->path);
  bool still = same(&now, &f->last);
  f->last = now;
  *moves |= !still;
  if (comes_back(f) || !still || same(&now, &f->known)) return false;
  f->known = now;
  return true;
}

static bool look(lg_watch *w, bool *moves) {
  bool any = false;
  for (int i = 0; i < w->count; i++) any |= changed(&w->file[i], moves);
  return any;
}

bool lg_watch_changed(lg_watch *w) {
  bool moves = false;
  double now = lg_clock();
  if (now - w->looked < PERIOD) return false;
  w->looked = now;
  bool any = look(w, &moves);
  if (!moves) return any;
  usleep(STILL);
  return look(w, &moves) || any;
}

/* FNV-1a (Fowler, Noll & Vo 1991) */
static uint64_t add_bytes(uint64_t sum, const char *bytes, size_t n) {
  for (size_t i = 0; i < n; i++) sum = (sum ^ (unsigned char)bytes[i]) * 1099511628211u;
  return sum;
}

bool lg_watch_sum(const lg_watch *w, uint64_t *sum, lg_why *why) {
  bool ok = true;
  *sum = add_bytes(14695981039346656037u, LG_VERSION, sizeof LG_VERSION);
  for (int i = 0; ok && i < w->count; i++) {
    lg_bytes b = {NULL, 0, 0, false};
    ok = lg_bytes_read(&b, w->file[i].path, why);
    if (ok) *sum = add_bytes(*sum, b.at, b.n);
    lg_bytes_free(&b);
  }
  return ok;
}

void lg_watch_free(lg_watch *w) {
  for (int i = 0; i < w->count; i++) free(w->file[i].path);
  free(w->file);
  *w = (lg_watch){NULL, 0, 0};
}
