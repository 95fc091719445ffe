/* restore.h - what restore.c and restore_objects.c share. */
#ifndef LG_CORE_RESTORE_H
#define LG_CORE_RESTORE_H

#include "core/state/saved.h"

typedef struct lg_restoring {
  lg_world *w;
  lg_saved saved;
  /* NULL: a world of other bounds is refused, and nobody wants to know what changed */
  lg_adoption *told;
} lg_restoring;

/* Adds an item to "a, b, c"; where no more fits, "..." ends the list. */
void lg_restore_tell(char *list, size_t bytes, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
#define LG_TELL(r, list, ...)                                                                      \
  do {                                                                                             \
    if ((r)->told) lg_restore_tell((r)->told->list, sizeof(r)->told->list, __VA_ARGS__);           \
  } while (0)

/* restore.c: are the solver's own columns those of the solver here? */
bool lg_restored_solver(const lg_restoring *r);
/* restore_objects.c: the object here that had this id in the saved world; 0: there is none. */
lg_id lg_restored_id(const lg_restoring *r, lg_id then);
/* References of a saved struct become this world's; 0: it is not there. False: one of them. */
bool lg_restore_refs(const lg_restoring *r, const lg_kind *kind, char *self);
/* Each object by its name, with parameters by the rule and its state. False:
   refused, half-way. */
bool lg_restore_objects(lg_restoring *r);

#endif
