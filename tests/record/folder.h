/* folder.h - a folder of its own for each test of files, and small helpers. */
#ifndef LG_TESTS_RECORD_FOLDER_H
#define LG_TESTS_RECORD_FOLDER_H

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

typedef struct folder { char path[64]; char file[128]; } folder;

UNUSED folder folder_new(const char *file) {
  folder f;
  snprintf(f.path, sizeof f.path, "/tmp/laguna-record-XXXXXX");
  assert_non_null(mkdtemp(f.path));
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

UNUSED void folder_end(const folder *f) { /* with at most the one file in it */
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

/* From here on no file of this process and its children grows beyond `bytes`, as on a full disk (but errno is EFBIG). */
UNUSED void limit_files(rlim_t bytes) {
  struct rlimit limit;
  getrlimit(RLIMIT_FSIZE, &limit);
  limit.rlim_cur = bytes;
  signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &limit);
}

#endif
