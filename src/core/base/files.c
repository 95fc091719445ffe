/* files.c - asks the host for files and pictures, within limits. */
#include "core/base/files.h"

#include "laguna_kind.h"

#define FILE_MAX   ((size_t)256 << 20) /* bytes */
#define PIXELS_MAX ((int64_t)16 << 20) /* of a picture, 4096 x 4096 */
#define SIDE_MAX   16384

typedef struct contents {
  lg_mem *mem;
  char *bytes;
  size_t n;
  bool large, failed;
} contents;

/* Takes the next piece of the file; there is always a NUL behind what is there. */
static void append(void *sink, const char *bytes, size_t n) {
  contents *c = sink;
  c->large = c->large || n > FILE_MAX - c->n;
  if (c->large || c->failed || !lg_mem_grow(c->mem, &c->bytes, c->n + n + 1, 1)) {
    c->failed = true;
    return;
  }
  memcpy(c->bytes + c->n, bytes, n);
  c->n += n;
  c->bytes[c->n] = 0;
}

char *lg_file_read(lg_world *w, const char *who, const char *path, size_t *n, lg_why *why) {
  lg_why reason = {""};
  contents c = {.mem = &w->mem};
  if (!w->def.read) {
    lg_explain(why,
               "%s: '%s' cannot be read: this world has no reader of files; give one as `read` of "
               "its definition",
               who, path);
    return NULL;
  }

  /* The host hands over the bytes in pieces, or says why not. */
  append(&c, "", 0);
  bool ok = w->def.read(w->def.read_user, path, append, &c, &reason);
  if (!ok)
    lg_explain(why, "%s: cannot read '%s': %s", who, path,
               *reason.text ? reason.text : "its reader gave no reason");
  else if (c.large)
    lg_explain(why, "%s: '%s' has more than %zu MiB, which is the limit", who, path,
               FILE_MAX >> 20);
  else if (c.failed) lg_explain(why, "%s: out of memory for '%s'", who, path);

  *n = c.n;
  if (ok && !c.failed) return c.bytes;
  lg_mem_free(&w->mem, c.bytes);
  return NULL;
}

/* Its size first, which is held against the limits before there is memory for its pixels. */
static uint8_t *decode(lg_world *w, const char *path, const char *bytes, size_t n, int size[2],
                       lg_why *why) {
  lg_why reason = {"its decoder gave no reason"};
  void *user = w->def.decode_user;
  uint8_t *rgba = NULL;
  size[0] = size[1] = 0;
  bool ok = w->def.decode(user, bytes, n, &size[0], &size[1], NULL, &reason);
  if (ok && (size[0] < 1 || size[1] < 1 || size[0] > SIDE_MAX || size[1] > SIDE_MAX ||
             (int64_t)size[0] * size[1] > PIXELS_MAX)) {
    lg_explain(why,
               "image: '%s' has %d x %d pixels; a picture has at least one, and at most 4096 x "
               "4096 of them and %d on a side",
               path, size[0], size[1], SIDE_MAX);
    return NULL;
  }

  /* then the pixels */
  if (ok) rgba = lg_mem_realloc(&w->mem, NULL, 4 * (size_t)size[0] * (size_t)size[1]);
  if (ok && !rgba) {
    lg_explain(why, "image: out of memory for '%s', %d x %d pixels", path, size[0], size[1]);
    return NULL;
  }
  if (ok && w->def.decode(user, bytes, n, &size[0], &size[1], rgba, &reason)) return rgba;
  lg_explain(why, "image: '%s' is no picture that can be read: %s", path, reason.text);
  lg_mem_free(&w->mem, rgba);
  return NULL;
}

uint8_t *lg_image_load(lg_world *w, const char *path, int size[2], lg_why *why) {
  size_t n = 0;
  if (!w->def.decode) {
    lg_explain(why,
               "image: '%s' cannot be read: this world has no decoder of pictures; give one as "
               "`decode` of its definition",
               path);
    return NULL;
  }

  char *bytes = lg_file_read(w, "image", path, &n, why);
  if (!bytes) return NULL;
  uint8_t *rgba = decode(w, path, bytes, n, size, why);
  lg_mem_free(&w->mem, bytes);
  return rgba;
}
