/* mesh.c - the meshes of a world: loaded once a file and scale, shared by their users, and how far
   a point is from one. */
#include "core/mesh/mesh.h"

#include "core/base/files.h"
#include "core/param/param.h"

#include <stdio.h>

static bool read_file(lg_world *w, lg_mesh *m, lg_why *why) {
  size_t n = 0;
  char *text = lg_file_read(w, "mesh", m->path, &n, why);
  bool ok = text && lg_mesh_read(m, text, why);
  lg_mem_free(&w->mem, text);
  return ok;
}

bool lg_mesh_no_memory(const lg_mesh *m, lg_why *why) {
  return lg_explain(why, "mesh: out of memory for '%s'", m->path);
}

/* ---- who uses what -------------------------------------------------------------------------- */

static void free_mesh(lg_mesh *m) {
  lg_mem *mem = m->mem;
  lg_mem_free(mem, m->vertex);
  lg_mem_free(mem, m->face);
  lg_mem_free(mem, m->box);
  lg_mem_free(mem, m->neighbor);
  lg_mem_free(mem, m->normal);
  lg_mem_free(mem, m->pseudonormal);
  lg_mem_free(mem, m->node);
  lg_bricks_free(&m->grid, mem);
  lg_mem_free(mem, m);
}

/* Of dimension dim, from the file or from OBJ text, if there is one. */
static lg_mesh *load(lg_world *w, int dim, const char *path, const char *obj, float scale,
                     lg_why *why) {
  lg_mesh *m = lg_mem_realloc(&w->mem, NULL, sizeof *m);
  if (!m) {
    lg_explain(why, "mesh: out of memory for '%s'", path);
    return NULL;
  }
  memset(m, 0, sizeof *m);
  m->mem = &w->mem;
  m->dim = m->corners = dim;
  m->scale = scale;
  m->shared = !obj;
  snprintf(m->path, sizeof m->path, "%s", path);

  /* from text to distances */
  bool ok = (obj ? lg_mesh_read(m, obj, why) : read_file(w, m, why)) &&
            (dim == 3 || lg_mesh_orient_outline(m, why)) && lg_mesh_build_tree(m, why) &&
            lg_mesh_close(m, why);
  if (ok && !lg_mesh_build_grid(m, w->def.spacing, lg_world_threads(w)))
    ok = lg_mesh_no_memory(m, why);

  if (ok) return m;
  free_mesh(m);
  return NULL;
}

/* The handle of a free place; 0: no memory. */
static int free_place(lg_world *w) {
  lg_meshes *all = w->meshes;
  for (int i = 0; i < all->count; i++)
    if (!all->mesh[i]) return i + 1;
  if (!lg_mem_grow(&w->mem, &all->mesh, (size_t)all->count + 1, sizeof *all->mesh)) return 0;
  all->mesh[all->count] = NULL;
  return ++all->count;
}

/* The handle of a new one; 0: refused. */
static int add(lg_world *w, int dim, const char *path, const char *obj, float scale, lg_why *why) {
  int handle = free_place(w);
  if (handle == 0) {
    lg_explain(why, "mesh: out of memory for '%s'", path);
    return 0;
  }
  lg_mesh *m = load(w, dim, path, obj, scale, why);
  if (!m) return 0;
  m->users = 1;
  w->meshes->mesh[handle - 1] = m;
  return handle;
}

int lg_mesh_load(lg_world *w, const char *path, float scale, lg_why *why) {
  lg_meshes *all = w->meshes;

  /* it may be there already */
  for (int i = 0; i < all->count; i++) {
    lg_mesh *m = all->mesh[i];
    if (!m || !m->shared || m->scale != scale || strcmp(m->path, path) != 0) continue;
    m->users++;
    return i + 1;
  }

  return add(w, w->dim, path, NULL, scale, why);
}

int lg_mesh_outline(lg_world *w, const char *obj, lg_why *why) {
  return add(w, 2, "points", obj, 1, why);
}

static lg_mesh *mesh_of(const lg_world *w, int handle) {
  return handle > 0 && handle <= w->meshes->count ? w->meshes->mesh[handle - 1] : NULL;
}

void lg_mesh_drop(lg_world *w, int handle) {
  lg_mesh *m = mesh_of(w, handle);
  if (!m || --m->users > 0) return;
  free_mesh(m);
  w->meshes->mesh[handle - 1] = NULL;
}

void lg_meshes_free(lg_meshes *all, lg_mem *mem) {
  for (int i = 0; i < all->count; i++)
    if (all->mesh[i]) free_mesh(all->mesh[i]);
  lg_mem_free(mem, all->mesh);
  memset(all, 0, sizeof *all);
}

/* ---- distances ------------------------------------------------------------------------------ */

/* Linear along x, then y, then z, in the cell whose first node this is. */
static float interpolate(const lg_mesh *m, const float *node, const float t[3]) {
  const int row = m->grid.cells + 1, layer = row * row, corners = 1 << m->dim;
  float v[8];
  for (int i = 0; i < corners; i++) v[i] = node[(i & 1) + (i >> 1 & 1) * row + (i >> 2) * layer];
  for (int k = 0; k < m->dim; k++)
    for (int i = 0; i < corners >> (k + 1); i++) v[i] = v[2 * i] + t[k] * (v[2 * i + 1] - v[2 * i]);
  return v[0];
}

float lg_mesh_distance(const lg_world *w, int handle, const float p[3]) {
  const lg_mesh *m = mesh_of(w, handle);
  if (!m) return (float)LG_HUGE;

  /* near the surface: from the grid */
  float at[3] = {0, 0, 0}, t[3] = {0, 0, 0};
  size_t node;
  for (int k = 0; k < m->dim; k++) at[k] = (p[k] - m->grid.lo[k]) / m->grid.cell;
  if (m->grid.index && lg_bricks_find(&m->grid, at, &node, t) >= 0)
    return interpolate(m, m->node + node, t);

  /* far from it: by search */
  double x[3] = {(double)p[0], (double)p[1], m->dim == 3 ? (double)p[2] : 0};
  int32_t hint = -1;
  return (float)lg_mesh_exact(m, x, &hint);
}

bool lg_mesh_faces(const lg_world *w, int handle, lg_faces *out) {
  const lg_mesh *m = mesh_of(w, handle);
  if (!m) return false;
  out->vertices = m->vertices;
  out->faces = m->faces;
  out->vertex = (const float(*)[3])m->vertex;
  out->face = (const int32_t(*)[4])m->face;
  out->normal = (const float(*)[3])m->normal;
  return true;
}

bool lg_mesh_bounds(const lg_world *w, int handle, float min[3], float max[3]) {
  const lg_mesh *m = mesh_of(w, handle);
  if (!m) return false;
  memcpy(min, m->min, sizeof m->min);
  memcpy(max, m->max, sizeof m->max);
  return true;
}
