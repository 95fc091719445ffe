/* part.h - a file under another name until it is whole. */
#ifndef LG_RECORD_PART_H
#define LG_RECORD_PART_H

#include "laguna.h"

#include <stdio.h>

#define LG_PATH_MAX 4096
typedef struct lg_part {
  char path[LG_PATH_MAX]; /* the final name */
  /* in the same folder, so that a rename is enough: ".name.123.0.part"; "" once it is gone */
  char temp[LG_PATH_MAX];
} lg_part;

/* Creates the empty file p->temp. False: why holds the sentence and there is no file. */
bool lg_part_begin(lg_part *p, const char *path, lg_why *why);
/* Brings the content of p->temp to the disk and gives it its final name. False: why holds the
   sentence; both names are as they were before lg_part_begin. */
bool lg_part_keep(lg_part *p, lg_why *why);
void lg_part_drop(lg_part *p); /* removes p->temp, if it is still there */
/* A whole file: begins it, lets `write` fill it, and keeps it. False: why holds the sentence, and
   what was at path before is still there. */
bool lg_part_write(const char *path, void (*write)(const void *what, FILE *f), const void *what,
                   lg_why *why);
/* "out.png: cannot be written: ..." for an errno; always false. */
bool lg_part_refuse(const char *path, int error, lg_why *why);

#endif
