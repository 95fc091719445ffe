/* checkpoint.c - the bytes of a checkpoint, and files of them. Their memory is not Lua's, which is
   small. */
#include "bind/object/checkpoint.h"

#include "record/part.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char magic[8] = {'L', 'G', 'S', 'A', 'V', 'E', '0', '2'};
#define MAGIC_NAME 6 /* bytes before the version */

/* ---- bytes ---------------------------------------------------------------------------------- */

void lg_bytes_take(void *sink, const char *bytes, size_t n) {
  lg_bytes *b = sink;

  /* Twice as much room every time, so that copying stays cheap. */
  if (!b->failed && b->n + n > b->room) {
    size_t room = 2 * b->room + n + 4096;
    char *grown = realloc(b->at, room);
    b->failed = !grown;
    if (grown) {
      b->at = grown;
      b->room = room;
    }
  }

  if (b->failed) return;
  memcpy(b->at + b->n, bytes, n);
  b->n += n;
}

void lg_bytes_free(lg_bytes *b) {
  free(b->at);
  *b = (lg_bytes){NULL, 0, 0, false};
}

static bool is_folder(FILE *f) {
  struct stat st;
  return fstat(fileno(f), &st) == 0 && S_ISDIR(st.st_mode);
}

bool lg_bytes_read(lg_bytes *b, const char *path, lg_why *why) {
  char piece[16384];
  size_t n;
  FILE *f = fopen(path, "rb");

  /* Piece by piece; a folder can be opened, but not read. */
  if (f && is_folder(f)) errno = EISDIR;
  else
    while (f && (n = fread(piece, 1, sizeof piece, f)) > 0) lg_bytes_take(b, piece, n);

  bool ok = f && !ferror(f) && !is_folder(f) && !b->failed;
  if (!ok)
    lg_explain(why, "%s: cannot be read: %s", path, b->failed ? "out of memory" : strerror(errno));
  if (f) fclose(f);
  return ok;
}

bool lg_bytes_write(const lg_bytes *b, const char *path, lg_why *why) {
  lg_part part;
  if (!lg_part_begin(&part, path, why)) return false;

  /* The whole of it, or nothing under that name. */
  FILE *f = fopen(part.temp, "wb");
  bool ok = f && fwrite(b->at, 1, b->n, f) == b->n && fflush(f) == 0;
  int error = errno;
  if (f && fclose(f) != 0 && ok) {
    ok = false;
    error = errno;
  }

  if (ok) return lg_part_keep(&part, why);
  lg_part_drop(&part);
  return lg_part_refuse(path, error, why);
}

/* ---- writing -------------------------------------------------------------------------------- */

static uint64_t sum_of(const char *bytes, size_t n) {
  uint64_t sum = 0xcbf29ce484222325ULL;
  for (size_t i = 0; i < n; i++) sum = (sum ^ (unsigned char)bytes[i]) * 0x100000001b3ULL;
  return sum;
}

static void put_number(lg_bytes *b, uint64_t x) {
  char bytes[8];
  for (int i = 0; i < 8; i++) bytes[i] = (char)(x >> 8 * i);
  lg_bytes_take(b, bytes, sizeof bytes);
}

static void put_text(lg_bytes *b, const char *text) { lg_bytes_take(b, text, strlen(text) + 1); }

void lg_checkpoint_origin(lg_bytes *b, const lg_scene_options *o, const char *text, size_t bytes) {
  put_number(b, sum_of(text, bytes));
  put_number(b, (uint64_t)o->seed);
  put_number(b, (uint64_t)o->fps);
  put_number(b, (uint64_t)o->set_count);
  put_text(b, o->path);
  for (int i = 0; i < o->set_count; i++) put_text(b, o->sets[i]);
}

void lg_checkpoint_begin(lg_bytes *b, const char *origin, size_t origin_bytes, int worlds,
                         const char *script, size_t script_bytes) {
  static const lg_scene_options none = {.path = "", .seed = -1};
  b->n = 0;
  lg_bytes_take(b, magic, sizeof magic);
  if (origin) lg_bytes_take(b, origin, origin_bytes);
  else lg_checkpoint_origin(b, &none, "", 0);
  put_number(b, (uint64_t)worlds);
  put_number(b, script_bytes);
  lg_bytes_take(b, script, script_bytes);
}

bool lg_checkpoint_world(lg_bytes *b, lg_world *w) {
  size_t before = b->n;
  put_number(b, 0);
  if (!lg_world_save(w, lg_bytes_take, b)) return false;
  size_t end = b->n, bytes = end - before - sizeof(uint64_t);
  b->n = before;
  put_number(b, bytes);
  b->n = end;
  return !b->failed ||
         lg_refuse(w, "out of memory for a checkpoint of %zu particles", lg_world_count(w));
}

bool lg_checkpoint_end(lg_bytes *b) {
  if (!b->failed) put_number(b, sum_of(b->at, b->n));
  return !b->failed;
}

/* ---- reading -------------------------------------------------------------------------------- */

static uint64_t number_at(const char *at) {
  uint64_t x = 0;
  for (int i = 8; i-- > 0;) x = x << 8 | (unsigned char)at[i];
  return x;
}

static bool take_number(lg_checkpoint *c, uint64_t *x) {
  if ((size_t)(c->end - c->at) < sizeof *x) return false;
  *x = number_at(c->at);
  c->at += sizeof *x;
  return true;
}

static bool take_text(lg_checkpoint *c, const char **text) {
  const char *end = memchr(c->at, 0, (size_t)(c->end - c->at));
  *text = c->at;
  if (end) c->at = end + 1;
  return end != NULL;
}

static bool take_origin(lg_checkpoint *c) {
  lg_origin *o = &c->origin;
  uint64_t seed = 0, fps = 0, sets = 0;
  const char *set;
  bool ok = take_number(c, &o->text) && take_number(c, &seed) && take_number(c, &fps) &&
            take_number(c, &sets) && sets <= (size_t)(c->end - c->at) && take_text(c, &o->path);

  o->seed = (int64_t)seed;
  o->fps = (int64_t)fps;
  o->sets = c->at;
  o->set_count = (int)sets;

  /* the sets are read when they are asked for; here they only must be there */
  for (uint64_t i = 0; ok && i < sets; i++) ok = take_text(c, &set);
  return ok && sets <= INT32_MAX && o->seed >= -1 && o->fps >= 0 && o->fps <= 100000;
}

static const char *name_of(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/* By its name or by its text: a scene may be edited, moved, or copied under another name. */
bool lg_checkpoint_is_of(const lg_origin *origin, const char *mine, size_t bytes) {
  lg_checkpoint c = {.at = mine, .end = mine + bytes};
  if (!*origin->path || !take_origin(&c)) return true;
  return origin->text == c.origin.text ||
         strcmp(name_of(origin->path), name_of(c.origin.path)) == 0;
}

static bool no(lg_why *why, const char *sentence) { return lg_explain(why, "%s", sentence); }

bool lg_checkpoint_open(lg_checkpoint *c, const void *bytes, size_t n, lg_why *why) {
  uint64_t sum = 0, worlds = 0, script = 0;
  *c = (lg_checkpoint){.at = bytes, .end = (const char *)bytes + n};

  /* Its first bytes: of a checkpoint, and of this version. */
  if (n < sizeof magic || memcmp(bytes, magic, MAGIC_NAME) != 0)
    return no(why, "it is not a checkpoint of Laguna; give a file that --save or world:save wrote");
  if (memcmp(bytes, magic, sizeof magic) != 0)
    return no(why, "it is a checkpoint of another version of Laguna; save it again with this one");

  /* Its last: the sum of all before. */
  c->at += sizeof magic;
  c->end -= sizeof sum;
  if (n >= sizeof magic + sizeof sum) sum = number_at(c->end);
  if (n < sizeof magic + sizeof sum || sum_of(bytes, n - sizeof sum) != sum)
    return no(why, "it is damaged or cut short (its checksum does not fit); take another copy");

  /* What stands in front of the worlds. */
  if (!take_origin(c) || !take_number(c, &worlds) || !take_number(c, &script) ||
      script > (size_t)(c->end - c->at))
    return no(why, "it is damaged; take another copy");
  c->worlds = (int64_t)worlds;
  c->script = c->at;
  c->script_bytes = script;
  c->at += script;
  return true;
}

bool lg_checkpoint_next(lg_checkpoint *c, const char **world, size_t *bytes) {
  uint64_t n;
  if (!take_number(c, &n) || n > (size_t)(c->end - c->at)) return false;
  *world = c->at;
  *bytes = n;
  c->at += n;
  return true;
}
