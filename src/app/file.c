/* file.c - files that appear whole or not at all, and their numbered names. */
#include "app/app.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool lg_file_open(lg_file *file, const char *path) {
  struct stat st;
  lg_why why;
  int fd = -1;
  memset(file, 0, sizeof *file);
  bool open = sscanf(path, "/dev/fd/%d", &fd) == 1; /* by its number: whatever it leads to */
  file->direct = open || (stat(path, &st) == 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode));

  /* A plain file is written under another name, a device or pipe under its own. */
  bool ok = file->direct || lg_part_begin(&file->part, path, &why);
  if (ok) {
    file->f = open ? fdopen(dup(fd), "wb") : fopen(file->direct ? path : file->part.temp, "wb");
    ok = file->f || lg_part_refuse(path, errno, &why);
    if (!ok) lg_part_drop(&file->part);
  }

  if (file->direct) snprintf(file->part.path, sizeof file->part.path, "%s", path);
  return ok || (lg_app_say("%s", why.text), false);
}

void lg_file_abort(lg_file *file) {
  if (!file->f) return;
  fclose(file->f);
  file->f = NULL;
  lg_part_drop(&file->part);
}

bool lg_file_close(lg_file *file) {
  lg_why why;
  errno = 0;
  bool ok = !ferror(file->f) && fflush(file->f) == 0;
  /* an earlier write may have failed without its errno still being there */
  int error = errno ? errno : EIO;

  if (fclose(file->f) != 0 && ok) {
    ok = false;
    error = errno;
  }

  file->f = NULL;
  if (ok && (file->direct || lg_part_keep(&file->part, &why))) return true;

  if (!ok) lg_part_refuse(file->part.path, error, &why);
  lg_part_drop(&file->part);
  lg_app_say("%s", why.text);
  return false;
}

/* The one %d or %0Nd of a pattern; NULL: none. length, width: of the conversion. */
static const char *number_in(const char *pattern, size_t *length, int *width) {
  const char *at = strchr(pattern, '%');
  if (!at) return NULL;
  const char *p = at + 1;
  *width = 0;
  while (isdigit((unsigned char)*p) && p - at < 4) *width = *width * 10 + (*p++ - '0');
  *length = *p == 'd' ? (size_t)(p - at) + 1 : 0;
  return at;
}

int lg_file_pattern(const char *pattern) {
  size_t length = 0;
  int width;
  const char *at = number_in(pattern, &length, &width);
  if (!at) return 0;
  return length && !strchr(at + length, '%') ? 1 : -1;
}

const char *lg_file_extension(const char *path) {
  const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
  return dot && (!slash || dot > slash) ? dot + 1 : "";
}

bool lg_file_number(const char *pattern, int64_t number, const char *world, char *path,
                    size_t bytes) {
  char name[LG_PATH_MAX];
  size_t length = 0;
  int width = 0;
  const char *at = number_in(pattern, &length, &width);
  if (!at) snprintf(name, sizeof name, "%s", pattern);
  else
    snprintf(name, sizeof name, "%.*s%0*" PRId64 "%s", (int)(at - pattern), pattern, width, number,
             at + length);

  if (strlen(pattern) + 32 >= sizeof name) return false;

  /* The world's name goes before the extension. */
  const char *extension = lg_file_extension(name);
  size_t stem = strlen(name) - strlen(extension) - (*extension ? 1 : 0);
  int n = snprintf(path, bytes, "%.*s%s%s%s", (int)stem, name, world ? "-" : "", world ? world : "",
                   name + stem);
  return n > 0 && (size_t)n < bytes;
}

bool lg_file_try(const char *pattern) {
  char path[LG_PATH_MAX];
  struct stat st;
  lg_file file;
  if (!pattern || !lg_file_number(pattern, 0, NULL, path, sizeof path)) return true;
  if (stat(path, &st) == 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode)) return true;
  if (!lg_file_open(&file, path)) return false;
  lg_file_abort(&file);
  return true;
}
