/* folder.h - a scratch folder of its own for each test that writes files, and small helpers. */
#ifndef LG_TESTS_FOLDER_H
#define LG_TESTS_FOLDER_H

#include <dirent.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

#define UNUSED __attribute__((unused)) static

typedef struct folder {
  char path[256], file[320];
} folder;

/* Where all folders of this program are: in $TMPDIR, and removed when the program ends, however its
   tests went. */
static char scratch[200];

UNUSED void remove_whole(const char *path) { /* a file, or a folder and what is in it */
  if (unlink(path) == 0) return;
  DIR *d = opendir(path);
  if (!d) return;
  for (struct dirent *e; (e = readdir(d));) {
    char inside[512];
    if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0) continue;
    if (snprintf(inside, sizeof inside, "%s/%s", path, e->d_name) < (int)sizeof inside)
      remove_whole(inside);
  }
  closedir(d);
  rmdir(path);
}

UNUSED void remove_scratch(void) { remove_whole(scratch); }

/* A new folder, and the path that `file` would have in it. */
UNUSED folder folder_new(const char *file) {
  static int made;
  folder f;
  if (!made) {
    const char *in = getenv("TMPDIR");
    int n = snprintf(scratch, sizeof scratch, "%s/laguna-test.XXXXXX", in && *in ? in : P_tmpdir);
    assert_true(n < (int)sizeof scratch);
    assert_non_null(mkdtemp(scratch));
    assert_int_equal(atexit(remove_scratch), 0);
  }
  snprintf(f.path, sizeof f.path, "%s/%d", scratch, ++made);
  assert_int_equal(mkdir(f.path, 0700), 0);
  snprintf(f.file, sizeof f.file, "%s/%s", f.path, file);
  return f;
}

/* How many files are in the folder, hidden ones too. */
UNUSED int folder_count(const folder *f) {
  int n = 0;
  DIR *d = opendir(f->path);
  assert_non_null(d);
  for (struct dirent *e; (e = readdir(d));) n += strcmp(e->d_name, ".") && strcmp(e->d_name, "..");
  closedir(d);
  return n;
}

/* with at most the one file in it: anything else left there is a failure */
UNUSED void folder_end(const folder *f) {
  remove(f->file);
  assert_int_equal(rmdir(f->path), 0);
}

UNUSED void put_file(const char *path, const char *text) {
  FILE *f = fopen(path, "wb");
  assert_non_null(f);
  fputs(text, f);
  fclose(f);
}

UNUSED bool file_holds(const char *path, const char *text) {
  char buffer[256] = {0};
  FILE *f = fopen(path, "rb");
  if (!f) return false;
  size_t n = fread(buffer, 1, sizeof buffer - 1, f);
  fclose(f);
  return n == strlen(text) && !memcmp(buffer, text, n);
}

/* From here on no file of this process and its children grows beyond `bytes`, as on a full disk
   (but errno is EFBIG). */
UNUSED void limit_files(rlim_t bytes) {
  struct rlimit limit;
  getrlimit(RLIMIT_FSIZE, &limit);
  limit.rlim_cur = bytes;
  signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &limit);
}

#endif
