/* conjugate.h - iterations y -> G(y) in few steps: conjugate residuals that look at G once a step.

   F(y) = G(y) - y, G: relaxed Jacobi, clamped, is to become 0. From a point c the next one is
   sought where F is least, along F(c) and along d, by which c moved last; of a linear, symmetric F
   that is as good as along all directions before (Stiefel 1955; of others ORTHOMIN(1), Vinsome
   1976). Textbooks look at A F(c), which no solver here gives. So a step is
     try       y = c + a F(c) + b d, clamped, with the a and b that fitted the step before
     look      G(y): the only pass over the neighbours
     measure   A s = F(c) - F(y) of s = y - c: what the trial takes off the residual
     choose    alpha, beta: |F(c) - alpha A s - beta A d| is least
     move      d = alpha s + beta d, c += d, clamped; F(c) and A d by the same sums
   |F|^2 is sum F^2 / gain, in which Jacobi's operator is symmetric. A trial is nearly where c goes
   then (alpha near 1, beta near 0), so what clamping made wrong in F(c) is gone a step later.

   Walls, bodies, what is clamped or eased (arrangement.h) make F neither symmetric nor linear, and
   of a deep fluid's long waves A s is less than a pressure is rounded by. Where |F| does not fall
   for that, or grows RISE times as large, it goes on from c with momentum, which asks for less:
     y = p + m (p - p of before), p = G(y)     Nesterov's m = k / (k + 3) <= 0.99, k: steps since it
                                               led uphill (O'Donoghue & Candes 2015: by gradient),
                                               or |F| grew by 2 %
   Jacobi alone needs about (layers of fluid)^2 steps, momentum about as many as there are layers,
   conjugate residuals half of these. */
#ifndef LG_CORE_SPH_CONJUGATE_H
#define LG_CORE_SPH_CONJUGATE_H

#include "core/base/par.h"

/* Sums over particles of products, each over gain. */
typedef struct lg_products {
  double ff;         /* of F(y) */
  double ss, sd, dd; /* of A s and A d; ss with momentum: how far it leads uphill */
  double cs, cd;     /* of F(c) and these */
} lg_products;

typedef struct lg_conjugate {
  /* the problem */
  int threads;
  size_t n;            /* particles */
  bool clamps;         /* nothing may be below 0, as G sees to; else G alone knows what may */
  const float *gain;   /* per particle */
  float *trial;        /* y: what G is to be looked at */
  const float *change; /* F(y) = G(y) - y, clamped */
  /* per particle */
  float *best, *left; /* c, or p of before; F(c) */
  float *turn, *took; /* d, A d */
  lg_products *block; /* one a block */
  /* as it goes */
  enum { LG_AT_FIRST, LG_BY_RESIDUALS, LG_BY_MOMENTUM } stage; /* first: y is c, all else unknown */
  float a, b; /* of the next trial; with momentum b: m */
  float alpha, beta;
  int64_t since; /* steps since |F| fell; k */
  double least;  /* |F| of this stage; with momentum the mean |F| / gain */
} lg_conjugate;

/* m of step k. */
LG_INLINE float lg_momentum(int64_t k) { return lg_minf((float)k / (float)(k + 3), 0.99f); }

/* Places its arrays in room of so many bytes for n particles, and returns what lies behind them. */
LG_HOT(size_t, lg_conjugate_bytes, size_t n);
LG_HOT(void *, lg_conjugate_place, lg_conjugate *c, int threads, size_t n, void *room);
/* From y on; nothing is known. */
LG_HOT(void, lg_conjugate_begin, lg_conjugate *c);
/* Of the particles of a block, whose G(y) is found: their products. */
LG_HOT(void, lg_conjugate_measure, const lg_conjugate *c, size_t begin, size_t end);
/* The next y; error: the mean of |F(y)| / gain. */
LG_HOT(void, lg_conjugate_move, lg_conjugate *c, double error);

#endif
