/* smooth.c - takes the particles' bumps off a mesh, and then moves it along its normals until it
   holds the particles' volume. Drops, threads and sheets would shrink to nothing, so there each
   Laplacian step in is followed by a longer one out (G. Taubin, "A signal processing approach to
   fair surface design", 1995); where much water lies behind the surface the step out is left away,
   and longer bumps go, too. */
#include "core/surface/surface_parts.h"

#include "core/base/par.h"
#include "core/base/vec.h"

#define IN       0.5f
#define OUT      (-0.526f) /* pass band 1 / IN + 1 / OUT = 0.1 of the Laplacian's */
#define ROUNDS   20        /* for cells of half a spacing */
#define FARTHEST 0.2       /* spacings that the whole mesh may be moved */

typedef struct job {
  lg_surface *s;
  uint32_t *first, *next; /* neighbours of each vertex; those of a closed mesh twice */
  float (*to)[3];
  const float *bulk; /* of each vertex, 0..1 */
  bool out;
} job;

static size_t neighbors_of_face(const lg_surface *s, size_t face, int corner, uint32_t out[2]) {
  const uint32_t *v = s->face + face * (size_t)s->corners;
  out[0] = v[(corner + 1) % s->corners];
  out[1] = v[(corner + s->corners - 1) % s->corners];
  return s->corners == 3 ? 2 : 1;
}

/* A counting sort, in the order of the faces. */
static void join(job *j) {
  const lg_surface *s = j->s;
  uint32_t near[2];
  memset(j->first, 0, (s->vertices + 1) * sizeof *j->first);
  for (size_t f = 0; f < s->faces; f++)
    for (int c = 0; c < s->corners; c++)
      j->first[s->face[f * (size_t)s->corners + (size_t)c] + 1] +=
          (uint32_t)neighbors_of_face(s, f, c, near);
  for (size_t i = 0; i < s->vertices; i++) j->first[i + 1] += j->first[i];

  for (size_t f = s->faces; f-- > 0;)
    for (int c = 0; c < s->corners; c++) {
      size_t n = neighbors_of_face(s, f, c, near);
      uint32_t *at = &j->first[s->face[f * (size_t)s->corners + (size_t)c] + 1];
      while (n-- > 0) j->next[--*at] = near[n];
    }

  /* first[v + 1] has become the first of v */
  uint32_t end = j->first[0];
  for (size_t f = 0; f < s->faces; f++)
    for (int c = 0; c < s->corners; c++) end += (uint32_t)neighbors_of_face(s, f, c, near);
  for (size_t i = 0; i < s->vertices; i++) j->first[i] = j->first[i + 1];
  j->first[s->vertices] = end;
}

/* x += step (mean of the neighbours - x); far from all bulk steps out follow those in. */
static void relax(void *user, size_t begin, size_t end) {
  job *j = user;
  for (size_t i = begin; i < end; i++) {
    float mean[3] = {0, 0, 0}, n = (float)(j->first[i + 1] - j->first[i]),
          step = j->out ? OUT * (1 - j->bulk[i]) : IN;

    for (uint32_t k = j->first[i]; k < j->first[i + 1]; k++)
      lg_axpy(1, j->s->position[j->next[k]], mean);

    for (int k = 0; k < 3; k++) {
      float x = j->s->position[i][k];
      j->to[i][k] = n > 0 ? x + step * (mean[k] / n - x) : x;
    }
  }
}

static void relax_all(job *j, int threads, bool out) {
  j->out = out;
  lg_par_for(threads, j->s->vertices, relax, j);
  float(*swap)[3] = j->s->position;
  j->s->position = j->to;
  j->to = swap;
}

/* Twice the area vector of a triangle, as normals add it up; of a segment its length, turned. */
static double face_normal(const lg_surface *s, const uint32_t *v, double n[3]) {
  double a[3], b[3];
  const float *p = s->position[v[0]];
  for (int k = 0; k < 3; k++) {
    a[k] = (double)s->position[v[1]][k] - (double)p[k];
    b[k] = s->corners == 3 ? (double)s->position[v[2]][k] - (double)p[k] : 0;
  }

  /* a line of 2-D is as long as it is */
  if (s->corners == 2) {
    n[0] = a[1];
    n[1] = -a[0];
    n[2] = 0;
    return lg_length_d(n);
  }

  lg_cross_d(a, b, n);
  return lg_length_d(n) / 2;
}

/* Volume and area of a mesh as it is, and unnormalised normals (NULL: none). */
static void measure_mesh(lg_surface *s, float (*normal)[3]) {
  s->volume = s->area = 0;
  if (normal) memset(normal, 0, s->vertices * sizeof *normal);
  for (size_t f = 0; f < s->faces; f++) {
    const uint32_t *v = s->face + f * (size_t)s->corners;
    double n[3], p[3], about[3];
    s->area += face_normal(s, v, n);

    /* The divergence theorem, about a point of the mesh: 1/dim times the integral of x . n. */
    for (int k = 0; k < 3; k++) {
      p[k] = (double)s->position[v[0]][k];
      about[k] = (double)s->position[s->face[0]][k];
      p[k] -= about[k];
    }
    s->volume += lg_dot_d(p, n) / (s->corners == 3 ? 6 : 2);
    for (int c = 0; normal && c < s->corners; c++)
      for (int k = 0; k < 3; k++) normal[v[c]][k] += (float)n[k];
  }
}

/* Newton's method: the volume grows by area times distance. */
static void inflate(lg_surface *s, float (*normal)[3], double volume) {
  double moved = 0;
  for (int round = 0; round < 4; round++) {
    /* by what is missing over all of the area, bounded in sum */
    measure_mesh(s, normal);
    double by = s->area > 0 ? (volume - s->volume) / s->area : 0,
           to = fmin(fmax(moved + by, -FARTHEST), FARTHEST);

    for (size_t i = 0; i < s->vertices; i++) {
      float length = lg_length(normal[i]);
      if (length > 0) lg_axpy((float)(to - moved) / length, normal[i], s->position[i]);
    }
    moved = to;
  }

  measure_mesh(s, normal);
}

bool lg_surface_smooth(const lg_surface_field *f, lg_surface *s, const float *bulk, double volume) {
  lg_mem *mem = &f->w->mem;
  job j = {.s = s, .bulk = bulk};
  size_t ends = s->faces * (size_t)s->corners * (s->corners == 3 ? 2 : 1);
  bool ok = lg_mem_room(mem, &j.first, s->vertices + 2, sizeof *j.first) &&
            lg_mem_room(mem, &j.next, ends + 1, sizeof *j.next) &&
            lg_mem_room(mem, &j.to, s->vertices + 1, sizeof *j.to) &&
            lg_mem_room(mem, &s->normal, s->vertices + 1, sizeof *s->normal);

  /* Finer cells need more rounds for bumps of the same length. */
  int rounds = (int)lroundf((float)ROUNDS * 0.25f / (f->cell * f->cell));
  if (ok) join(&j);
  for (int i = 0; ok && i < rounds; i++) {
    relax_all(&j, f->threads, false);
    relax_all(&j, f->threads, true);
  }
  if (ok) inflate(s, s->normal, volume);

  lg_mem_free(mem, j.first);
  lg_mem_free(mem, j.next);
  lg_mem_free(mem, j.to);
  return ok || lg_refuse(f->w, "surface: out of memory");
}
