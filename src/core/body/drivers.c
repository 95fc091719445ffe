/* drivers.c - solids that move as they are told, whatever the fluid does: what a paddle, a piston
   or a lid's edge makes of the flow through walls that a pressure must stop (bodies.h). */
#include "core/base/par.h"
#include "core/base/world.h"
#include "core/body/bodies.h"
#include "core/particles/particles.h"
#include "core/walls/volume_map.h"
#include "core/walls/walls.h"

static bool drives(const lg_world *w, const lg_placed_map *p) {
  const bool goes = !p->face.carries && lg_length(p->face.velocity) > 0;
  return (goes || lg_length(p->face.angular) > 0) && lg_bodies_find(w, p->id) < 0;
}

/* driven_i = sum over solids grad fraction . u(x_i) */
static void sample_block(void *user, size_t begin, size_t end) {
  const lg_world *w = user;
  float *driven = w->bodies->driven;
  memset(driven + begin, 0, (end - begin) * sizeof *driven);
  for (int c = 0; c < w->walls->placed_now; c++) {
    const lg_placed_map *p = &w->walls->placed[c];
    if (!drives(w, p)) continue;

    /* of those in its box */
    for (size_t i = begin; i < end; i++) {
      float x[3] = {0, 0, 0}, u[3];
      lg_wall_sum own;
      for (int k = 0; k < w->dim; k++) x[k] = w->particles->x[k][i];
      if (!lg_placed_map_near(p, w->dim, x) || !lg_walls_part(w, p, i, x, &own)) continue;
      lg_placed_velocity(p, x, u);
      driven[i] += lg_dot(own.grad, u);
    }
  }
}

bool lg_drivers_sample(lg_world *w) {
  lg_bodies *all = w->bodies;
  all->drives = false;
  for (int c = 0; c < w->walls->placed_now; c++)
    all->drives = all->drives || drives(w, &w->walls->placed[c]);
  if (!all->drives) return true;

  if (!lg_mem_room(&w->mem, &all->driven, w->particles->n, sizeof *all->driven)) return false;
  lg_par_for(lg_world_threads(w), w->particles->n, sample_block, w);
  return true;
}

static void copy_block(void *user, size_t begin, size_t end) {
  const lg_bodies *all = user;
  memcpy(all->flow + begin, all->driven + begin, (end - begin) * sizeof *all->flow);
}
static void clear_block(void *user, size_t begin, size_t end) {
  const lg_bodies *all = user;
  memset(all->flow + begin, 0, (end - begin) * sizeof *all->flow);
}

void lg_drivers_flow(lg_world *w, bool moves) {
  lg_par_for(lg_world_threads(w), w->particles->n, moves ? copy_block : clear_block, w->bodies);
}
