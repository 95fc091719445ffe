/* program.h - the formulas of a world: those of objects, and the one that acts at once. */
#ifndef LG_CORE_PROGRAM_H
#define LG_CORE_PROGRAM_H

#include "core/formula/expr.h"
#include "core/formula/pair_lists.h"

/* An id is | generation (16 bits, never 0) | 1 | slot (15 bits) |: none of an object. */
#define LG_PROGRAM_SLOTS 0x8000

typedef struct lg_program {
  uint16_t generation;
  int given; /* how many numbers it returns */
  /* it says a shape, and is made a distance of: what it says, and whether that is new; how much of
     what is far counts */
  bool shape, changed;
  uint64_t key;
  float share;
  bool used;     /* an object has referred to it: it goes when none does any more */
  lg_expr *expr; /* NULL: a free slot */
  lg_formula_fn *write;
  void *user;
  void (*drop)(void *user);
} lg_program;

typedef struct lg_programs {
  int count, capacity;
  lg_program *slot;
  lg_expr *once;                        /* of folds, updates and removals */
  lg_pair_lists lists[LG_EXPR_REACHES]; /* for its sums over neighbours, by the reach's number */
  uint64_t moment; /* counts what is computed at once: in one of them no particle moves */
  bool writing;    /* a formula is being written: it must not ask for another */
} lg_programs;

/* frees those that nobody refers to any more */
void lg_programs_sweep(lg_world *w);
/* writes all of them anew; false: refused */
bool lg_programs_refresh(lg_world *w);
/* Particles begin .. end-1 get what the formula of a row `set` stores. False: refused. */
bool lg_program_store(lg_world *w, lg_id id, size_t begin, size_t end);
/* lg_objects.check_program: whether `id` is a program, and what the row wants. */
bool lg_program_check(const lg_world *w, const lg_kind *kind, const lg_param *row, lg_id id,
                      lg_why *why);
void lg_programs_free(lg_world *w);
/* Writes and compiles; false: refused, the sentence is the world's. */
bool lg_program_write(lg_world *w, lg_expr *e, lg_formula_fn *write, void *user, bool in_place);

/* shape_distance.c: p says a shape; its expression, as written, becomes a distance, compiled.
   False: refused. */
bool lg_program_make_distance(lg_world *w, lg_program *p);

/* expr_neighbors.c: Are the columns there that it reads? A solver in waiting has declared some that
   are not there yet. False: refused. */
bool lg_expr_columns_are_there(const lg_expr *e, lg_world *w);
/* the lists that the sums of a compiled formula need, of the particles as they
   are; false: refused. Then the sums of a block. */
bool lg_expr_find_neighbors(const lg_expr *e, lg_world *w);
void lg_expr_sum_block(const lg_expr *e, const lg_world *w, size_t begin, size_t end,
                       float *const sum[LG_EXPR_SUMS]);

#endif
