/* lint.h - what loads and runs, and yet cannot be what was meant. */
#ifndef LG_APP_LINT_H
#define LG_APP_LINT_H

#include "app/app.h"
#include "laguna_kind.h"

#define LG_FINDINGS_MAX 64
#define LG_LINT_BYTES   250 /* a particle, about: columns, neighbours, copy for refused frames */

typedef struct lg_finding {
  const char *lint;         /* its name */
  int world;                /* of the scene, from 0 on */
  char where[LG_ERROR_MAX]; /* "scene.lua:12", or "" where the text has it */
  char text[LG_ERROR_MAX];
} lg_finding;

typedef struct lg_lint {
  lg_finding finding[LG_FINDINGS_MAX];
  int count;
} lg_lint;

typedef enum lg_lint_when {
  LG_LINT_MADE,  /* before the first frame */
  LG_LINT_FRAME, /* after it */
  LG_LINT_HOOKS  /* calls what a frame does not run: of a scene that is thrown away */
} lg_lint_when;

/* Adds what is found. dt: s, of a frame. */
void lg_lint_scene(lg_lint *out, lg_scene *s, lg_lint_when when, double dt);
/* after the first frame, if there is one: a hook may have used it */
void lg_lint_unused(lg_lint *out, lg_scene *s);
/* "scene.lua:12: warning: ... [thin]", as compilers write it, so that editors find the line */
void lg_lint_print(FILE *f, const lg_finding *finding);
double lg_lint_cost(lg_scene *s); /* of LG_LINT_MADE: distances that it asks shapes for */
/* how many there are and how many its volume emitters will make, about */
double lg_lint_particles(const lg_world *w);

#endif
