/* push.c - gravity and the fields become the acceleration of the particles. */
#include "core/base/par.h"
#include "core/step/step.h"

typedef struct pushing {
  lg_world *w;
  lg_id *field;
  int fields;
} pushing;

static void push_block(void *user, size_t begin, size_t end) {
  const pushing *p = user;
  lg_particles *c = p->w->particles;
  float out[3][LG_BLOCK];
  float *const sample[3] = {out[0], out[1], out[2]};
  lg_points at = {.n = (int)(end - begin),
                  .mass = c->mass + begin,
                  .time = p->w->time,
                  .particles = true,
                  .first = begin};

  /* gravity first */
  for (int k = 0; k < c->dim; k++) {
    at.x[k] = c->x[k] + begin;
    at.v[k] = c->v[k] + begin;
    for (size_t i = begin; i < end; i++) c->a[k][i] = p->w->def.gravity[k];
  }

  /* then each field, at all of the block at once */
  for (int f = 0; f < p->fields; f++) {
    if (!lg_field_sample(p->w, p->field[f], &at, sample)) continue;
    for (int k = 0; k < c->dim; k++)
      for (size_t i = begin; i < end; i++) c->a[k][i] += out[k][i - begin];
  }
}

/* acceleration = gravity + every vector field that was added to the world itself (not only named by
   another object). */
static bool accelerate(lg_world *w) {
  pushing p = {w, lg_scratch(w, (size_t)(lg_object_count(w) + 1) * sizeof(lg_id)), 0};
  if (!p.field) return false;
  LG_EACH_OBJECT(w, LG_FAMILY_FIELD, field) {
    lg_id id = lg_object_id(w, field);
    if (lg_field_acts(w, id)) p.field[p.fields++] = id;
  }
  lg_par_for(lg_world_threads(w), w->particles->n, push_block, &p);
  return true;
}

/* Fields with a state of their own (a wall's past velocity) go on by one sub-step. */
static void advance_fields(lg_world *w, float dt) {
  LG_EACH_OBJECT(w, LG_FAMILY_FIELD, field)
    if (field->kind->field.advance) field->kind->field.advance(w, field->self, dt);
}

bool lg_push_stage(lg_world *w, float dt) {
  advance_fields(w, dt);
  return accelerate(w) && lg_springs_accelerate(w, dt);
}
