/* part.c - a file under another name until it is whole. */
#include "record/part.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define TRIES 100

static int folder_bytes(const char *path) { /* with its slash; 0: the current folder */
  const char *slash = strrchr(path, '/');
  return slash ? (int)(slash + 1 - path) : 0;
}

bool lg_part_refuse(const char *path, int error, lg_why *why) {
  char reason[512];
  int folder = folder_bytes(path);

  if (error == ENOENT)
    snprintf(reason, sizeof reason, "the folder %.*s does not exist; create it first",
             folder ? folder : 1, folder ? path : ".");
  else if (error == ENOSPC || error == EDQUOT)
    snprintf(reason, sizeof reason, "the disk is full; free some space");
  else if (strerror_r(error, reason, sizeof reason))
    snprintf(reason, sizeof reason, "error %d", error);

  /* app/stream.c opens standard output by its number. */
  const char *name = strncmp(path, "/dev/fd/", 8) == 0 ? "standard output" : path;
  return lg_explain(why, "%s: cannot be written: %s", name, reason);
}

static bool fits(lg_part *p, const char *path, int number) {
  int folder = folder_bytes(path);
  int n = snprintf(p->temp, sizeof p->temp, "%.*s.%s.%ld.%d.part", folder, path, path + folder,
                   (long)getpid(), number);
  return n > 0 && (size_t)n < sizeof p->temp;
}

bool lg_part_begin(lg_part *p, const char *path, lg_why *why) {
  struct stat old;
  p->temp[0] = 0;
  if (!path[folder_bytes(path)] || strlen(path) >= sizeof p->path)
    return lg_part_refuse(path, *path ? EISDIR : EINVAL, why);

  memcpy(p->path, path, strlen(path) + 1);
  /* a rename would replace a device or pipe by a file */
  if (!stat(path, &old) && !S_ISREG(old.st_mode)) {
    lg_explain(why, "%s: cannot be written: it is not a plain file; choose another name", path);
    return false;
  }

  /* A name that nobody has: O_EXCL creates it or fails. */
  for (int number = 0; number < TRIES; number++) {
    if (!fits(p, path, number)) return lg_part_refuse(path, ENAMETOOLONG, why);
    int fd = open(p->temp, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd >= 0) return close(fd), true;
    if (errno != EEXIST) break;
  }

  int error = errno;
  p->temp[0] = 0;
  return lg_part_refuse(path, error, why);
}

static bool sync_path(const char *path) {
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return false;
  bool ok = !fsync(fd);
  int error = errno;
  close(fd);
  errno = error;
  return ok;
}

bool lg_part_keep(lg_part *p, lg_why *why) {
  if (!sync_path(p->temp) || rename(p->temp, p->path)) {
    int error = errno;
    lg_part_drop(p);
    return lg_part_refuse(p->path, error, why);
  }

  p->temp[0] = 0;

  /* The new name itself reaches the disk with its folder. Some file systems cannot do that, and the
     content is safe without it. */
  char folder[LG_PATH_MAX];
  int n = folder_bytes(p->path);
  snprintf(folder, sizeof folder, "%.*s", n ? n : 1, n ? p->path : ".");
  sync_path(folder);
  return true;
}

void lg_part_drop(lg_part *p) {
  if (p->temp[0]) unlink(p->temp);
  p->temp[0] = 0;
}

bool lg_part_write(const char *path, void (*write)(const void *what, FILE *f), const void *what,
                   lg_why *why) {
  lg_part part;
  if (!lg_part_begin(&part, path, why)) return false;

  /* The first error counts; that of a write that failed early may be gone from errno. */
  FILE *f = fopen(part.temp, "wbe");
  int error = f ? 0 : errno;
  errno = 0;
  if (f) write(what, f);
  if (f && (ferror(f) || fflush(f) != 0)) error = errno ? errno : EIO;
  if (f && fclose(f) != 0 && !error) error = errno;
  if (!error) return lg_part_keep(&part, why);

  lg_part_drop(&part);
  return lg_part_refuse(path, error, why);
}
