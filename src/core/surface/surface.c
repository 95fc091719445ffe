/* surface.c - the fluid's surface as a closed mesh: particles -> field -> marching cubes ->
   smooth. */
#include "core/surface/surface_parts.h"

#include "core/base/par.h"
#include "core/base/vec.h"
#include "core/particles/particles.h"

#define ALONE                                                                                      \
  0.5f /* share of particles in the bulk around a vertex, below which it has none behind it */
#define BULK 0.9f

typedef struct job {
  const lg_surface_field *f;
  lg_surface *s;
  const lg_col *own; /* a color of each particle's own; NULL: there is none */
  float (*color)[3]; /* of each material, by its number */
  int materials;
  float *bulk; /* of each vertex */
} job;

typedef struct blend { /* of the particles near a vertex */
  const job *j;
  float weight, bulk, velocity[3], color[3];
} blend;

static void add_particle(void *user, size_t at, float d2) {
  blend *b = user;
  const lg_surface_field *f = b->j->f;
  const lg_particles *p = f->w->particles;
  uint32_t i = f->particle[at];
  float u = 1 - d2 / (LG_SURFACE_REACH * LG_SURFACE_REACH), w = u * u * u;
  int material = p->material[i];

  b->weight += w;
  if (f->weight[at] <= f->usual) b->bulk += w;
  for (int k = 0; k < p->dim; k++) b->velocity[k] += w * p->v[k][i];
  if (b->j->own)
    for (int k = 0; k < 3; k++) b->color[k] += w * b->j->own->c[k][i];
  else if (material >= 0 && material < b->j->materials) lg_axpy(w, b->j->color[material], b->color);
}

/* What the fluid is and does where the vertices are. */
static void ask_particles(void *user, size_t begin, size_t end) {
  const job *j = user;
  for (size_t i = begin; i < end; i++) {
    blend b = {.j = j};

    lg_surface_near(j->f, j->s->position[i], add_particle, &b);
    float per = b.weight > 0 ? 1 / b.weight : 0,
          t = lg_clampf((per * b.bulk - ALONE) / (BULK - ALONE), 0, 1);

    /* smoothly from drops to the bulk */
    j->bulk[i] = t * t * (3 - 2 * t);
    for (int k = 0; k < 3; k++) {
      j->s->velocity[i][k] = per * b.velocity[k];
      j->s->color[i][k] = per * b.color[k];
    }
  }
}

/* Positions and normals in metres of the world. */
static void finish(void *user, size_t begin, size_t end) {
  const job *j = user;
  for (size_t i = begin; i < end; i++) {
    float *x = j->s->position[i], *n = j->s->normal[i], length = lg_length(n);
    for (int k = 0; k < 3; k++) {
      n[k] = length > 0 ? n[k] / length : 0;
      x[k] = k < j->f->dim ? (float)(j->f->origin[k] + (double)x[k] * j->f->spacing) : 0;
    }
  }
}

static bool color_materials(job *j) {
  lg_world *w = j->f->w;
  j->materials = lg_material_last(w) + 1;
  if (!lg_mem_room(&w->mem, &j->color, (size_t)j->materials, sizeof *j->color)) return false;
  for (int i = 0; i < j->materials; i++) {
    lg_properties p;
    if (!lg_material_properties(w, i, &p)) lg_material_properties(w, 0, &p);
    memcpy(j->color[i], p.color, sizeof j->color[i]);
  }
  return true;
}

static bool make(lg_surface_field *f, lg_surface *s) {
  lg_mem *mem = &f->w->mem;
  const lg_col *own = lg_particles_column(f->w->particles, "color");
  job j = {.f = f, .s = s, .own = own && own->components == 3 ? own : NULL};
  if (!lg_surface_field_make(f) || !lg_surface_extract(f, s)) return false;

  size_t n = s->vertices + 1;
  bool ok = lg_mem_room(mem, &s->velocity, n, sizeof *s->velocity) &&
            lg_mem_room(mem, &s->color, n, sizeof *s->color) &&
            lg_mem_room(mem, &j.bulk, n, sizeof *j.bulk) && color_materials(&j);
  if (!ok) lg_refuse(f->w, "surface: out of memory");
  if (ok) lg_par_for(f->threads, s->vertices, ask_particles, &j);
  ok = ok && lg_surface_smooth(f, s, j.bulk, (double)f->n);
  if (ok) lg_par_for(f->threads, s->vertices, finish, &j);

  lg_mem_free(mem, j.color);
  lg_mem_free(mem, j.bulk);
  s->volume *= lg_cube(f->spacing, f->dim);
  s->area *= pow(f->spacing, f->dim - 1);
  return ok;
}

lg_surface *lg_surface_new(lg_world *w, double cell) {
  if (!w) return NULL;
  if (!(cell >= 0.125 && cell <= 1)) {
    lg_refuse(w, "surface: cell = %g spacings must be from 0.125 to 1", cell);
    return NULL;
  }

  lg_surface *s = lg_mem_realloc(&w->mem, NULL, sizeof *s);
  if (!s) {
    lg_refuse(w, "surface: out of memory");
    return NULL;
  }
  *s = (lg_surface){.corners = w->dim};

  /* A bin has a whole number of cells. */
  lg_surface_field f = {.w = w,
                        .dim = w->dim,
                        .cells = (int)ceil((double)LG_SURFACE_REACH / cell),
                        .threads = lg_world_threads(w),
                        .spacing = (double)w->def.spacing};
  f.cell = LG_SURFACE_REACH / (float)f.cells;
  bool ok = make(&f, s);
  lg_surface_field_free(&f);
  if (!ok) lg_surface_free(w, s);
  return ok ? s : NULL;
}

void lg_surface_free(lg_world *w, lg_surface *s) {
  if (!w || !s) return;
  void *all[] = {s->position, s->normal, s->velocity, s->color, s->face, s};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) lg_mem_free(&w->mem, all[i]);
}
