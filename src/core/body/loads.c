/* loads.c - what the fluid does to colliders in a frame, for gauges, and what a host does to
   bodies. */
#include "core/base/world.h"
#include "core/body/bodies.h"
#include "core/object/object.h"

/* ---- loads ---------------------------------------------------------------------------------- */

void lg_loads_clear(lg_world *w) { w->bodies->loads = w->bodies->touches = 0; }

void lg_loads_exchange(lg_world *w, lg_loads *kept) {
  lg_bodies *all = w->bodies;
  lg_loads now = {all->load, all->loads, all->touch, all->touches};
  all->load = kept->load;
  all->loads = kept->loads;
  all->touch = kept->touch;
  all->touches = kept->touches;
  *kept = now;
}

void lg_loads_free(lg_world *w, lg_loads *kept) {
  lg_mem_free(&w->mem, kept->load);
  lg_mem_free(&w->mem, kept->touch);
  *kept = (lg_loads){NULL, 0, NULL, 0};
}

static lg_load *load_of(lg_world *w, lg_id id) {
  for (size_t i = 0; i < w->bodies->loads; i++)
    if (w->bodies->load[i].id == id) return &w->bodies->load[i];
  return NULL;
}

const lg_load *lg_loads_find(const lg_world *w, lg_id id) { return load_of((lg_world *)w, id); }

bool lg_loads_ask(lg_world *w, lg_id id) {
  lg_bodies *all = w->bodies;
  if (load_of(w, id)) return true;
  if (!lg_mem_grow(&w->mem, &all->load, all->loads + 1, sizeof *all->load)) return false;
  all->load[all->loads++] = (lg_load){.id = id};
  return true;
}

void lg_loads_count(lg_world *w, const lg_body *b) {
  lg_load *load = w->bodies->loads > 0 ? load_of(w, b->id) : NULL;
  double centre[3], turned[3];
  if (!load) return;
  for (int k = 0; k < 3; k++) centre[k] = (double)b->now.centre[k];
  lg_cross_d(centre, b->impulse, turned);
  for (int k = 0; k < 3; k++) {
    load->impulse[k] += b->impulse[k];
    load->spin[k] += b->spin[k] + turned[k];
  }
}

void lg_loads_add(lg_world *w, lg_id solid, const double impulse[3], const double at[3]) {
  lg_load *load = load_of(w, solid);
  double spin[3];
  if (!load || lg_bodies_find(w, solid) >= 0) return;
  lg_cross_d(at, impulse, spin);
  lg_axpy_d(1, impulse, load->impulse);
  lg_axpy_d(1, spin, load->spin);
}

/* ---- touches -------------------------------------------------------------------------------- */

bool lg_touches_add(lg_world *w, const lg_touch *t) {
  lg_bodies *all = w->bodies;
  size_t i = 0;
  while (i < all->touches && (all->touch[i].sum.a != t->a || all->touch[i].sum.b != t->b)) i++;
  if (i == all->touches) {
    if (!lg_mem_grow(&w->mem, &all->touch, i + 1, sizeof *all->touch)) return false;
    all->touch[all->touches++] = (lg_pressed){.hardest = 0};
  }

  /* impulses add up; the place is that of the hardest */
  lg_pressed *p = &all->touch[i];
  double sum = p->sum.impulse + t->impulse;
  if (t->impulse > p->hardest) p->sum = *t;
  p->hardest = fmax(p->hardest, t->impulse);
  p->sum.impulse = sum;
  return true;
}

bool lg_touches_put(lg_world *w, const lg_touch *t) {
  lg_bodies *all = w->bodies;
  if (!lg_mem_grow(&w->mem, &all->touch, all->touches + 1, sizeof *all->touch)) return false;
  all->touch[all->touches++] = (lg_pressed){.sum = *t, .hardest = t->impulse};
  return true;
}

int lg_touch_count(const lg_world *w) { return w ? (int)w->bodies->touches : 0; }

bool lg_touch_at(const lg_world *w, int i, lg_touch *out) {
  if (i < 0 || i >= lg_touch_count(w)) return false;
  *out = w->bodies->touch[i].sum;
  return true;
}

/* ---- pushes --------------------------------------------------------------------------------- */

static bool finite3(const float v[3]) {
  return !v || (isfinite(v[0]) && isfinite(v[1]) && isfinite(v[2]));
}

/* What pushes a body in this frame, one for each; NULL: no memory. */
static lg_push *push_on(lg_world *w, lg_id body) {
  lg_bodies *all = w->bodies;
  for (size_t i = 0; i < all->pushes; i++)
    if (all->pushed[i].id == body) return &all->pushed[i];
  if (!lg_mem_grow(&w->mem, &all->pushed, all->pushes + 1, sizeof *all->pushed)) return NULL;
  all->pushed[all->pushes] = (lg_push){.id = body};
  return &all->pushed[all->pushes++];
}

bool lg_body_push(lg_world *w, lg_id body, const float force[3], const float at[3],
                  const float torque[3]) {
  if (!w) return false;
  const lg_object *o = lg_object_get(w, body);
  if (!o || o->kind->family != LG_FAMILY_COLLIDER || !o->kind->collider.push)
    return lg_refuse(w, "push: '%s' is no body that can be pushed", lg_name(w, body));
  if (!finite3(force) || !finite3(at) || !finite3(torque))
    return lg_refuse(w, "push: force, point and torque must be finite");
  lg_push *p = push_on(w, body);
  if (!p) return lg_refuse(w, "push: out of memory");

  /* torque is about the centre of mass */
  lg_inertia now;
  o->kind->collider.inertia(w, o->self, &now);
  double arm[3], pushed[3], turned[3];
  for (int k = 0; k < 3; k++) {
    pushed[k] = force ? (double)force[k] : 0;
    arm[k] = (double)(at ? at[k] : now.centre[k]);
  }
  lg_cross_d(arm, pushed, turned);
  for (int k = 0; k < 3; k++) {
    p->force[k] += pushed[k];
    p->torque[k] += turned[k] + (torque ? (double)torque[k] : 0);
  }
  return true;
}

bool lg_pushes_put(lg_world *w, const lg_push *p) {
  lg_push *mine = push_on(w, p->id);
  if (mine) *mine = *p;
  return mine != NULL;
}

void lg_bodies_pushed(lg_world *w, lg_body *b, float dt) {
  for (size_t i = 0; i < w->bodies->pushes; i++) {
    const lg_push *p = &w->bodies->pushed[i];
    double impulse[3], spin[3], arm[3];
    if (p->id != b->id) continue;

    /* the torque about its centre now */
    for (int k = 0; k < 3; k++) arm[k] = (double)b->now.centre[k];
    lg_cross_d(arm, p->force, spin);
    for (int k = 0; k < 3; k++) {
      impulse[k] = (double)dt * p->force[k];
      spin[k] = (double)dt * (p->torque[k] - spin[k]);
    }
    lg_inertia_apply(&b->now, impulse, spin);
  }
}

void lg_bodies_let_go(lg_world *w) { w->bodies->pushes = 0; }
