/* stored.c - what lies in a kind's struct: the fields of its rows and of its state. */
#include "core/base/base.h"
#include "core/param/param.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- rows ----------------------------------------------------------------------------------- */

bool lg_is_reference(lg_type type) { return type >= LG_SHAPE && type <= LG_PROGRAM; }
size_t lg_param_bytes(const lg_param *row) {
  switch (row->type) {
    case LG_BOOL: return sizeof(bool);
    case LG_INT: return sizeof(int64_t);
    case LG_FLOAT: return sizeof(float);
    case LG_VEC: return 3 * sizeof(float);
    case LG_COLOR: return 4 * sizeof(float);
    case LG_CHOICE: return sizeof(int);
    case LG_TEXT:
    case LG_FILE: return LG_TEXT_MAX;
    case LG_POINTS: return LG_POINTS_MAX;
    default: return row->flags & LG_LIST ? sizeof(lg_refs) : sizeof(lg_id);
  }
}

int lg_param_refs(const lg_param *row, const void *self, const lg_id **ids) {
  if (!lg_is_reference(row->type)) return 0;
  const char *field = (const char *)self + row->offset;
  if (row->flags & LG_LIST) {
    const lg_refs *list = (const void *)field;
    *ids = list->id;
    return list->n;
  }
  *ids = (const void *)field;
  return **ids != 0;
}

bool lg_choice_word(const char *choices, int index, char word[LG_NAME_MAX]) {
  for (int i = 0; i < index && choices; i++) {
    choices = strchr(choices, '|');
    if (choices) choices++;
  }
  if (!choices || index < 0) return false;
  snprintf(word, LG_NAME_MAX, "%.*s", (int)strcspn(choices, "|"), choices);
  return true;
}

int lg_choice_index(const char *choices, const char *text) {
  char word[LG_NAME_MAX];
  for (int i = 0; lg_choice_word(choices, i, word); i++)
    if (strcmp(word, text) == 0) return i;
  return -1;
}

/* Or a default, which may lie outside and mean "found by itself": one for 2-D, one for 3-D. */
static bool in_range(const lg_param *row, double v) {
  return (v >= (double)(float)row->min && v <= (double)(float)row->max) ||
         v == (double)(float)row->def[0] || v == (double)(float)row->def[1];
}

bool lg_param_holds(const lg_param *row, const void *self) {
  const char *field = (const char *)self + row->offset;
  char word[LG_NAME_MAX];
  unsigned char byte;
  int64_t whole;
  int small;
  float f[4] = {0, 0, 0, 0};
  memcpy(&byte, field, sizeof byte);

  /* Copied out first: a bool that is neither 0 nor 1 may not even be read. */
  switch (row->type) {
    case LG_BOOL: return byte <= 1;
    case LG_INT: memcpy(&whole, field, sizeof whole); return in_range(row, (double)whole);
    case LG_FLOAT: memcpy(f, field, sizeof *f); return in_range(row, (double)f[0]);
    case LG_CHOICE:
      memcpy(&small, field, sizeof small);
      return lg_choice_word(row->choices, small, word);
    case LG_VEC:
    case LG_COLOR:
      memcpy(f, field, lg_param_bytes(row));
      return isfinite(f[0]) && isfinite(f[1]) && isfinite(f[2]) && isfinite(f[3]);
    case LG_TEXT:
    case LG_FILE:
    case LG_POINTS: return memchr(field, 0, lg_param_bytes(row)) != NULL;
    default: memcpy(&small, field, sizeof small);
  }
  return !(row->flags & LG_LIST) || (small >= 0 && small <= LG_REFS_MAX);
}

/* ---- state ---------------------------------------------------------------------------------- */

static size_t state_size(lg_state_type type) {
  static const size_t size[] = {[LG_STATE_BOOL] = sizeof(bool),
                                [LG_STATE_INT] = sizeof(int64_t),
                                [LG_STATE_FLOAT] = sizeof(float),
                                [LG_STATE_DOUBLE] = sizeof(double)};
  return size[type];
}

size_t lg_state_bytes(const lg_state_field *f) { return state_size(f->type) * (size_t)f->count; }

static double state_number(lg_state_type type, const char *field) {
  unsigned char byte;
  int64_t whole;
  float f;
  double d;
  switch (type) {
    case LG_STATE_BOOL: memcpy(&byte, field, sizeof byte); return byte;
    case LG_STATE_INT: memcpy(&whole, field, sizeof whole); return (double)whole;
    case LG_STATE_FLOAT: memcpy(&f, field, sizeof f); return (double)f;
    default: memcpy(&d, field, sizeof d); return d;
  }
}

bool lg_state_holds(const lg_state_field *f, const void *self) {
  for (int i = 0; i < f->count; i++) {
    const char *field = (const char *)self + f->offset + (size_t)i * state_size(f->type);
    double v = state_number(f->type, field);
    if (!(v >= f->min && v <= f->max)) return false;
  }
  return true;
}

void lg_state_copy(const lg_kind *kind, void *to, const void *from) {
  for (const lg_state_field *f = kind->state; f && f->name; f++)
    memcpy((char *)to + f->offset, (const char *)from + f->offset, lg_state_bytes(f));
}

void lg_rows_copy(const lg_kind *kind, void *to, const void *from) {
  for (const lg_param *row = kind->params; row->name; row++)
    memcpy((char *)to + row->offset, (const char *)from + row->offset, lg_param_bytes(row));
}
