/* mesh.c - the meshes of a world: loaded once a file and scale, shared by their users, and how far
   a point is from one. */
#include "core/mesh/mesh.h"

#include "core/base/world.h"
#include "core/param/param.h"

/* ---- reading the file ----------------------------------------------------------------------- */

typedef struct text {
  lg_mem *mem;
  char *bytes;
  size_t n, room;
  bool failed;
} text;

/* Takes the next piece of the file; there is always a NUL behind what is there. */
static void take(void *sink, const char *bytes, size_t n) {
  text *t = sink;
  if (t->failed || !lg_mesh_room(t->mem, &t->bytes, &t->room, t->n + n + 1, 1)) {
    t->failed = true;
    return;
  }
  memcpy(t->bytes + t->n, bytes, n);
  t->n += n;
  t->bytes[t->n] = 0;
}

static bool read_file(lg_world *w, lg_mesh *m, char *why, size_t why_bytes) {
  char reason[LG_ERROR_MAX] = "";
  text t = {.mem = &w->mem};
  bool ok = false;
  if (!w->def.read)
    return lg_why(
        why, why_bytes,
        "mesh: '%s' cannot be read: this world has no reader of files; give one as `read` of its "
        "definition",
        m->path);
  take(&t, "", 0);
  if (!w->def.read(w->def.read_user, m->path, take, &t, reason, sizeof reason))
    lg_why(why, why_bytes, "mesh: cannot read '%s': %s", m->path,
           *reason ? reason : "its reader gave no reason");
  else
    ok = t.failed ? lg_mesh_no_memory(m, why, why_bytes) : lg_mesh_read(m, t.bytes, why, why_bytes);
  lg_mem_free(&w->mem, t.bytes);
  return ok;
}

/* ---- who uses what -------------------------------------------------------------------------- */

static void free_mesh(lg_mesh *m) {
  lg_mem *mem = m->mem;
  lg_mem_free(mem, m->vertex);
  lg_mem_free(mem, m->face);
  lg_mem_free(mem, m->box);
  lg_mem_free(mem, m->other);
  lg_mem_free(mem, m->normal);
  lg_mem_free(mem, m->lean);
  lg_mem_free(mem, m->grid.index);
  lg_mem_free(mem, m->grid.node);
  lg_mem_free(mem, m);
}

static lg_mesh *make(lg_world *w, const char *path, float scale, char *why, size_t why_bytes) {
  lg_mesh *m = lg_mem_realloc(&w->mem, NULL, sizeof *m);
  if (!m) {
    lg_why(why, why_bytes, "mesh: out of memory for '%s'", path);
    return NULL;
  }
  memset(m, 0, sizeof *m);
  m->mem = &w->mem;
  m->dim = m->corners = w->dim;
  m->scale = scale;
  lg_why(m->path, sizeof m->path, "%s", path);
  bool ok = read_file(w, m, why, why_bytes) && (w->dim == 3 || lg_mesh_trace(m, why, why_bytes)) &&
            lg_mesh_grow(m, why, why_bytes) && lg_mesh_close(m, why, why_bytes);
  if (ok && !lg_mesh_cache(m, w->def.spacing, lg_world_threads(w)))
    ok = lg_mesh_no_memory(m, why, why_bytes);
  if (ok) return m;
  free_mesh(m);
  return NULL;
}

/* The handle of a free place; 0: no memory. */
static int free_place(lg_world *w) {
  lg_meshes *all = w->meshes;
  for (int i = 0; i < all->count; i++)
    if (!all->mesh[i]) return i + 1;
  if (all->count == all->capacity) {
    int capacity = all->capacity + 16;
    lg_mesh **mesh = lg_mem_realloc(&w->mem, all->mesh, (size_t)capacity * sizeof *mesh);
    if (!mesh) return 0;
    all->mesh = mesh;
    all->capacity = capacity;
  }
  all->mesh[all->count] = NULL;
  return ++all->count;
}

int lg_mesh_load(lg_world *w, const char *path, float scale, char *why, size_t why_bytes) {
  lg_meshes *all = w->meshes;
  for (int i = 0; i < all->count; i++) {
    lg_mesh *m = all->mesh[i];
    if (!m || m->scale != scale || strcmp(m->path, path) != 0) continue;
    m->users++;
    return i + 1;
  }
  int handle = free_place(w);
  if (handle == 0) {
    lg_why(why, why_bytes, "mesh: out of memory for '%s'", path);
    return 0;
  }
  lg_mesh *m = make(w, path, scale, why, why_bytes);
  if (!m) return 0;
  m->users = 1;
  all->mesh[handle - 1] = m;
  return handle;
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

/* The nodes of the brick that p is in, and where in it, in cells; NULL: there are none. */
static const float *nodes_at(const lg_mesh *m, const float p[3], float at[3]) {
  const lg_mesh_grid *g = &m->grid;
  size_t brick = 0, stride = 1, nodes = 1;
  for (int k = 0; k < m->dim; k++) {
    float cells = (p[k] - g->lo[k]) / g->cell;
    if (!(cells >= 0 && cells < (float)(LG_MESH_CELLS * g->bricks[k]))) return NULL;
    int b = (int)cells / LG_MESH_CELLS;
    at[k] = cells - (float)(LG_MESH_CELLS * b);
    brick += stride * (size_t)b;
    stride *= (size_t)g->bricks[k];
    nodes *= LG_MESH_NODES;
  }
  return g->index[brick] < 0 ? NULL : g->node + (size_t)g->index[brick] * nodes;
}

/* Linear along x, then y, then z. */
static float interpolate(const lg_mesh *m, const float *node, const float at[3]) {
  int stride[3] = {1, LG_MESH_NODES, LG_MESH_NODES * LG_MESH_NODES}, base = 0;
  float t[3] = {0, 0, 0}, v[8];
  for (int k = 0; k < m->dim; k++) {
    int c = lg_mini((int)at[k], LG_MESH_CELLS - 1);
    t[k] = at[k] - (float)c;
    base += c * stride[k];
  }
  int corners = 1 << m->dim;
  for (int i = 0; i < corners; i++)
    v[i] = node[base + (i & 1) + (i >> 1 & 1) * stride[1] + (i >> 2) * stride[2]];
  for (int k = 0; k < m->dim; k++)
    for (int i = 0; i < corners >> (k + 1); i++) v[i] = v[2 * i] + t[k] * (v[2 * i + 1] - v[2 * i]);
  return v[0];
}

float lg_mesh_distance(const lg_world *w, int handle, const float p[3]) {
  const lg_mesh *m = mesh_of(w, handle);
  float at[3] = {0, 0, 0};
  if (!m) return (float)LG_HUGE;
  const float *node = m->grid.index ? nodes_at(m, p, at) : NULL;
  if (node) return interpolate(m, node, at);
  double x[3] = {(double)p[0], (double)p[1], m->dim == 3 ? (double)p[2] : 0};
  int32_t hint = -1;
  return (float)lg_mesh_exact(m, x, &hint);
}

bool lg_mesh_bounds(const lg_world *w, int handle, float min[3], float max[3]) {
  const lg_mesh *m = mesh_of(w, handle);
  if (!m) return false;
  memcpy(min, m->min, sizeof m->min);
  memcpy(max, m->max, sizeof m->max);
  return true;
}
