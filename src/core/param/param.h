/* param.h - what object.c and world.c ask of rows and names, beyond laguna_kind.h. */
#ifndef LG_CORE_PARAM_H
#define LG_CORE_PARAM_H

#include "core/base/base.h"

/* lg_explain with " (did you mean 'near'?)" behind the sentence; near may be NULL. */
bool lg_explain_near(lg_why *why, const char *sentence, const char *near);
/* Damerau-Levenshtein distance (insert, delete, replace, swap of neighbours); INT_MAX if a name has
   LG_NAME_MAX bytes or more. */
int lg_edit_distance(const char *a, const char *b);
/* Is the distance small enough, at most a third of the longer one and 1, that `name` may be a
   misspelt `candidate`? */
bool lg_is_near(const char *name, const char *candidate, int distance);
lg_family lg_param_family(lg_type type); /* that a reference must have; LG_FAMILIES: none of them */
const char *lg_param_wants(lg_type type); /* "a shape", "a number", ... */
/* A name for people and --set: not empty, shorter than LG_NAME_MAX, UTF-8, no blanks, '.', '=',
   quotes or control characters. */
bool lg_name_check(const char *subject, const char *name, lg_why *why);

/* world_check.c: false: d->error says why it is no definition of a world */
bool lg_world_def_check(lg_world_def *d);

/* stored.c: what lies in a kind's struct */
size_t lg_param_bytes(const lg_param *row); /* of its storage */
/* Whether what lies in a row's field is a value that it may have, or its default; for structs that
   come from a file. */
bool lg_param_holds(const lg_param *row, const void *self);
bool lg_is_reference(lg_type type);
/* The ids that a row holds: how many, *ids the first; 0 for rows that are not references. */
int lg_param_refs(const lg_param *row, const void *self, const lg_id **ids);
/* Word `index` of "a|b|c"; false: no such word. */
bool lg_choice_word(const char *choices, int index, char word[LG_NAME_MAX]);
int lg_choice_index(const char *choices, const char *text); /* its index; -1: it is none of them */
/* The same for its state. */
size_t lg_state_bytes(const lg_state_field *f);
bool lg_state_holds(const lg_state_field *f, const void *self);
/* Copies the fields of the kind's state, or of its rows, from a struct into another. */
void lg_state_copy(const lg_kind *kind, void *to, const void *from);
void lg_rows_copy(const lg_kind *kind, void *to, const void *from);

#endif
