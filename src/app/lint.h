/* lint.h - findings of `laguna check`. */
#ifndef LG_APP_LINT_H
#define LG_APP_LINT_H

#include "app/app.h"
#include "laguna_kind.h"

#define LG_FINDINGS_MAX 64

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

/* Adds what is found before the first frame, or after it. dt: s, of a frame. */
void lg_lint_scene(lg_lint *out, lg_scene *s, bool after, double dt);
/* after the first frame, if there is one: a hook may have used it */
void lg_lint_unused(lg_lint *out, lg_scene *s);
double lg_lint_particles(const lg_world *w); /* how many its volume emitters will make, about */

#endif
