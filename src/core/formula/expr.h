/* expr.h - formulas from inside.

   lg_expr_...() -> nodes, each once (expr.c) -> derivatives (expr_derive.c) -> instructions over
   registers (expr_compile.c)
                 -> blocks of particles (expr_eval.c, once per dispatch path), gathered and folded
                 by program.c

   A sum over neighbours (expr_neighbors.c) is an input of what reads it. Its own value is computed
   for batches of pairs by the same instructions, from columns of both particles and what is known
   of the pair, and added up in the order of the neighbour lists (expr_sums.c): passes of sums come
   first, then the formula.

   A register holds one value a particle of the block. Operands are registers, columns where they
   are, or numbers inside the instruction. What an instruction reads for the last time frees its
   register, often for the result: 4 or 5 are enough. */
#ifndef LG_CORE_EXPR_H
#define LG_CORE_EXPR_H

#include "core/base/base.h"
#include "core/base/kernel.h"

#define LG_EXPR_INPUTS    48 /* different column components that one formula reads */
#define LG_EXPR_OUTPUTS   24
#define LG_EXPR_SAMPLERS  64
#define LG_EXPR_SUMS      24 /* over neighbours */
#define LG_EXPR_REACHES   4  /* different radii and kernels of these */
#define LG_EXPR_NODES     200000
/* floats of registers on the stack: blocks are shorter where a formula needs many */
#define LG_EXPR_LANES     32768
#define LG_EXPR_REGISTERS (LG_EXPR_LANES / 16)

enum { /* beyond lg_op */
       LG_OP_NUMBER = LG_OP_SELECT + 1,
       LG_OP_TRUTH,
       LG_OP_COLUMN,
       LG_OP_RANDOM,
       LG_OP_HASH,
       LG_OP_SAMPLE,
       LG_OP_WHOLE, /* compiled only: an integer column as numbers */
       LG_OP_COPY   /* compiled only */
};

typedef struct lg_expr_node {
  uint8_t op;
  bool condition;
  int32_t a, b, c; /* operands; COLUMN: a is the input */
  /* NUMBER: the float; TRUTH: 0 or ~0; RANDOM: site; HASH: seed; SAMPLE: which sampler */
  uint32_t bits;
} lg_expr_node;

typedef enum lg_expr_of { LG_OF_PARTICLE, LG_OF_NEIGHBOR, LG_OF_PAIR, LG_OF_SUM } lg_expr_of;
typedef struct lg_expr_source {
  lg_expr_of of;
  char name[LG_NAME_MAX]; /* of the column; "" of a pair or a sum */
  int component;          /* PAIR: 4 lg_pair + component; SUM: which */
  int column;             /* where it was among the particles' columns */
  int reach;              /* NEIGHBOR, PAIR: whose neighbours */
  bool integer;
} lg_expr_source;
typedef struct lg_expr_reach { /* who is a neighbour, and the weights */
  float radius;                /* m */
  lg_kernel kernel;
  float calibration; /* of W, over the textbook's */
} lg_expr_reach;
typedef struct lg_expr_sum {
  lg_fold how;
  lg_node value; /* of a pair */
  int reach;
  int pass; /* those of a pass are computed together; it may read sums of earlier ones */
} lg_expr_sum;
typedef struct lg_expr_sampler {
  lg_id id;      /* a field, a shape, a collider; 0: the walls */
  int component; /* of walls: 0 their fraction, 1 + k its gradient along axis k */
  float step;    /* m, of central differences */
} lg_expr_sampler;
/* of a store; input < 0: what the formula returns */
typedef struct lg_expr_target {
  int input;
} lg_expr_target;

typedef struct lg_instr {
  uint8_t op;
  uint8_t numbers; /* bit 0, 1, 2: operand a, b, c is the number, not the slot */
  uint16_t to;
  uint16_t from[3]; /* slots: registers, then inputs, then outputs */
  uint32_t bits;    /* of the node */
  float number[3];
} lg_instr;

typedef struct lg_expr_code {
  int instrs, registers, outputs;
  uint64_t inputs; /* a bit for each that it reads */
  lg_instr *code;
  size_t room;
} lg_expr_code;
typedef struct lg_expr_pass {
  int reach, sums;
  uint8_t sum[LG_EXPR_SUMS]; /* the outputs of its code */
  lg_expr_code code;
} lg_expr_pass;

struct lg_expr {
  lg_mem *mem, own;
  const lg_world *w;
  int dim;
  int32_t nodes;
  size_t node_room;
  lg_expr_node *node;
  int32_t *bucket; /* a hash table of nodes, open addressing; -1: free */
  size_t buckets;
  int inputs, samplers, outputs, given;
  lg_expr_source input[LG_EXPR_INPUTS];
  lg_expr_sampler sampler[LG_EXPR_SAMPLERS];
  lg_node output[LG_EXPR_OUTPUTS];
  lg_expr_target target[LG_EXPR_OUTPUTS];
  int64_t seed; /* of the random numbers, with these */
  uint32_t stream, substep;
  double time; /* s, for fields that it samples */
  char error[LG_ERROR_MAX];
  /* sums over neighbours */
  int reaches, sums, open; /* open: the reach + 1 whose neighbours are being summed over; 0: none */
  lg_expr_reach reach[LG_EXPR_REACHES];
  lg_expr_sum sum[LG_EXPR_SUMS];
  /* compiled */
  int passes;
  lg_expr_pass pass[LG_EXPR_SUMS];
  lg_expr_code code;
  int32_t *work; /* of the passes over nodes */
};

/* What a block runs on: pointers to the first particle of the block. */
typedef struct lg_expr_block {
  int n; /* at most LG_BLOCK */
  const void *input[LG_EXPR_INPUTS];
  float *output[LG_EXPR_OUTPUTS];
} lg_expr_block;

typedef struct lg_pair_lists lg_pair_lists;
/* Sums of particles begin .. end-1, at most LG_BLOCK: those of a pass, or (expr_sums.c) of all. */
LG_HOT(void, lg_expr_sum_pairs, const lg_expr *e, const lg_expr_pass *pass,
       const lg_pair_lists *lists, size_t begin, size_t end, float *const sum[LG_EXPR_SUMS]);
LG_HOT(void, lg_expr_run, const lg_expr *e, const lg_expr_code *code, const lg_expr_block *b);

typedef struct lg_evaluator {
  void (*run)(const lg_expr *e, const lg_expr_code *code, const lg_expr_block *b);
  void (*sum_pairs)(const lg_expr *e, const lg_expr_pass *pass, const lg_pair_lists *lists,
                    size_t begin, size_t end, float *const sum[LG_EXPR_SUMS]);
  /* Folds n values into *so_far; sums in eight lanes that are added in a fixed order. COUNT: of
     conditions. */
  void (*fold)(lg_fold how, const float *x, int n, double *so_far);
} lg_evaluator;
const lg_evaluator *lg_evaluator_now(void); /* of the dispatch path in use */

/* A node for the sampler at a point (z < 0 in 2-D). */
lg_node lg_expr_sample(lg_expr *e, const lg_expr_sampler *s, lg_node x, lg_node y, lg_node z);
/* no simplification */
lg_node lg_expr_make(lg_expr *e, int op, lg_node a, lg_node b, lg_node c, uint32_t bits);
/* always LG_NO_NODE */
lg_node lg_expr_refuse(lg_expr *e, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Marks in e->work[0..nodes-1] what the roots need; false: no memory. */
bool lg_expr_mark(lg_expr *e, const lg_node *root, int roots, size_t room);
/* in_place: outputs are columns that the formula reads, so they are written only when all has been
   read. */
bool lg_expr_compile(lg_expr *e, bool in_place);
/* Which input it is, an old one or a new one; -1: refused. */
int lg_expr_input_of(lg_expr *e, const lg_expr_source *source);
int lg_expr_column_input(lg_expr *e, lg_expr_of of, const char *column, int component);
/* expr_neighbors.c: who is a neighbour in sums of this radius (m; 0: the solver's support) and this
   kernel (NULL: the solver's). False: there is no such kernel, or the radius is out of range. */
bool lg_expr_reach_of(const lg_world *w, double radius, const char *kernel, lg_expr_reach *out,
                      lg_why *why);
/* expr_neighbors.c: puts sums into passes before they are compiled. False: refused. */
bool lg_expr_plan_sums(lg_expr *e);
/* How an operation reads a, b, c. */
int lg_expr_operands(int op);
float lg_expr_fold(int op, float a, float b); /* of one or two numbers */

#endif
