/* surface.c - the fluid's surface as OBJ (Wavefront), PLY (Turk 1994, binary) and STL (binary). */
#include "record/surface.h"
#include "record/part.h"
#include "record/record.h"

#include "laguna_kind.h"

#include <math.h>
#include <string.h>

typedef lg_sheet_surface sheet;

static double byte_of(float x) { return 255 * fmin(fmax((double)x, 0), 1); }

/* ---- solids --------------------------------------------------------------------------------- */

bool lg_pose_next(const lg_world *w, int *i, lg_pose *out) {
  lg_face face;
  for (; *i < lg_object_count(w); ++*i) {
    lg_id id = lg_object_at(w, *i);
    if (!lg_collider_face(w, id, &face)) continue;

    /* The quaternion of a turn by |r| about r. */
    const float *r = face.rotation;
    float angle = sqrtf(r[0] * r[0] + r[1] * r[1] + r[2] * r[2]),
          sine = angle > 0 ? sinf(angle / 2) / angle : 0;
    out->id = id;
    out->name = lg_name(w, id);
    memcpy(out->translation, face.translation, sizeof out->translation);
    memcpy(out->by, r, sizeof out->by);
    memcpy(out->velocity, face.velocity, sizeof out->velocity);
    memcpy(out->angular, face.angular, sizeof out->angular);
    for (int k = 0; k < 3; k++) {
      out->at[k] = (double)face.translation[k];
      out->turn[k] = (double)(r[k] * sine);
    }
    out->turn[3] = (double)cosf(angle / 2);
    ++*i;
    return true;
  }
  return false;
}

const lg_hull *lg_surface_hull(const lg_sheet_surface *t, lg_id id) {
  for (int i = 0; i < t->solids->count; i++)
    if (t->solids->hull[i].id == id && t->solids->hull[i].contour.faces > 0)
      return &t->solids->hull[i];
  return NULL;
}

/* Two triangles a quadrangle: its corners from the number `first` on. */
static const uint32_t halves[2][3] = {{0, 1, 2}, {0, 2, 3}};

/* As comments, which readers leave out: "# pose ball 0.5 0.5 0 0 0 0 1", place and quaternion. */
static void comment_poses(FILE *f, const lg_world *w, const char *comment) {
  lg_pose p;
  for (int i = 0; lg_pose_next(w, &i, &p);)
    fprintf(f, "%s pose %s %.9g %.9g %.9g %.9g %.9g %.9g %.9g\n", comment, p.name, p.at[0], p.at[1],
            p.at[2], p.turn[0], p.turn[1], p.turn[2], p.turn[3]);
}

/* ---- OBJ ------------------------------------------------------------------------------------ */

/* A solid is an object of its own, named and placed as in the world. before: vertices in the file
   so far. Returns how many there are then. */
static size_t put_obj_solid(FILE *f, const lg_hull *h, const char *name, size_t before) {
  const lg_contour *c = &h->contour;
  double rgb[3];
  for (int k = 0; k < 3; k++) rgb[k] = (h->color >> (24 - 8 * k) & 255) / 255.0;
  fprintf(f, "o %s\n", name);
  for (size_t i = 0; i < 4 * c->faces; i++)
    fprintf(f, "v %.7g %.7g %.7g %.4g %.4g %.4g\n", (double)c->corner[i][0],
            (double)c->corner[i][1], (double)c->corner[i][2], rgb[0], rgb[1], rgb[2]);
  for (size_t i = 0; i < 4 * c->faces; i++)
    fprintf(f, "vn %.4f %.4f %.4f\n", (double)c->normal[i][0], (double)c->normal[i][1],
            (double)c->normal[i][2]);

  for (size_t i = 0; i < 2 * c->faces; i++) {
    size_t v[3];
    for (int k = 0; k < 3; k++) v[k] = before + 4 * (i / 2) + halves[i % 2][k] + 1;
    fprintf(f, "f %zu//%zu %zu//%zu %zu//%zu\n", v[0], v[0], v[1], v[1], v[2], v[2]);
  }
  return before + 4 * c->faces;
}

/* Colours stand behind the place of a vertex, as MeshLab and Blender read them. */
static void write_obj(const void *what, FILE *f) {
  const sheet *t = what;
  const lg_surface *s = t->s;
  fprintf(
      f,
      "# surface of the fluid at %.9g s, m; poses of solids: place, m, and quaternion, x y z w\n",
      lg_world_time(t->w));
  comment_poses(f, t->w, "#");
  fprintf(f, "o fluid\n");
  for (size_t i = 0; i < s->vertices; i++)
    fprintf(f, "v %.7g %.7g %.7g %.4g %.4g %.4g\n", (double)s->position[i][0],
            (double)s->position[i][1], (double)s->position[i][2], (double)s->color[i][0],
            (double)s->color[i][1], (double)s->color[i][2]);
  for (size_t i = 0; i < s->vertices; i++)
    fprintf(f, "vn %.4f %.4f %.4f\n", (double)s->normal[i][0], (double)s->normal[i][1],
            (double)s->normal[i][2]);

  /* A face, or a line of the outline; numbers begin at 1. */
  for (size_t i = 0; i < s->faces; i++) {
    const uint32_t *v = s->face + i * (size_t)s->corners;
    if (s->corners == 2) fprintf(f, "l %u %u\n", v[0] + 1, v[1] + 1);
    else
      fprintf(f, "f %u//%u %u//%u %u//%u\n", v[0] + 1, v[0] + 1, v[1] + 1, v[1] + 1, v[2] + 1,
              v[2] + 1);
  }

  size_t vertices = s->vertices;
  lg_pose p;
  for (int i = 0; lg_pose_next(t->w, &i, &p);) {
    const lg_hull *h = lg_surface_hull(t, p.id);
    if (h) vertices = put_obj_solid(f, h, p.name, vertices);
  }
}

/* ---- PLY ------------------------------------------------------------------------------------ */

static void put_ply_vertex(FILE *f, const float at[3], const float normal[3],
                           const float velocity[3], const uint8_t rgb[3]) {
  fwrite(at, 4, 3, f);
  fwrite(normal, 4, 3, f);
  fwrite(velocity, 4, 3, f);
  fwrite(rgb, 1, 3, f);
}

/* A face says of whom it is: 0, the fluid, or the number of its solid among the poses. */
static void put_ply_face(FILE *f, const uint32_t *v, int corners, int of) {
  const uint16_t solid = (uint16_t)of;
  if (corners == 3) fputc(3, f);
  fwrite(v, 4, (size_t)corners, f);
  if (corners == 3) fwrite(&solid, 2, 1, f);
}

static void put_ply_head(FILE *f, const sheet *t) {
  const lg_surface *s = t->s;
  size_t quads = 0;
  for (int i = 0; i < t->solids->count; i++) quads += t->solids->hull[i].contour.faces;
  fprintf(f, "ply\nformat binary_%s_endian 1.0\n", lg_little_endian() ? "little" : "big");
  comment_poses(f, t->w, "comment");

  /* Vertices: place, normal, velocity, colour. */
  fprintf(f,
          "element vertex %zu\n"
          "property float x\nproperty float y\nproperty float z\n"
          "property float nx\nproperty float ny\nproperty float nz\n"
          "property float vx\nproperty float vy\nproperty float vz\n"
          "property uchar red\nproperty uchar green\nproperty uchar blue\n",
          s->vertices + 4 * quads);

  /* Triangles in 3-D, of a solid two a quadrangle; edges in 2-D. */
  if (s->corners == 3)
    fprintf(f,
            "element face %zu\nproperty list uchar uint vertex_indices\nproperty ushort solid\n"
            "end_header\n",
            s->faces + 2 * quads);
  else
    fprintf(f, "element edge %zu\nproperty uint vertex1\nproperty uint vertex2\nend_header\n",
            s->faces);
}

/* Corners of a solid, each with its velocity v + omega x r. */
static void put_ply_corners(FILE *f, const lg_hull *h, const lg_pose *p) {
  uint8_t rgb[3];
  for (int k = 0; k < 3; k++) rgb[k] = (uint8_t)(h->color >> (24 - 8 * k) & 255);

  for (size_t i = 0; i < 4 * h->contour.faces; i++) {
    const float *x = h->contour.corner[i];
    float velocity[3];
    for (int k = 0; k < 3; k++) {
      int a = (k + 1) % 3, b = (k + 2) % 3;
      velocity[k] = p->velocity[k] + p->angular[a] * (x[b] - p->translation[b]) -
                    p->angular[b] * (x[a] - p->translation[a]);
    }
    put_ply_vertex(f, x, h->contour.normal[i], velocity, rgb);
  }
}

/* One mesh, for the format knows no more: the fluid, then the solids as they stand. */
static void write_ply(const void *what, FILE *f) {
  const sheet *t = what;
  const lg_surface *s = t->s;
  lg_pose p;
  put_ply_head(f, t);
  for (size_t i = 0; i < s->vertices; i++) {
    uint8_t rgb[3];
    for (int k = 0; k < 3; k++) rgb[k] = (uint8_t)(byte_of(s->color[i][k]) + 0.5);
    put_ply_vertex(f, s->position[i], s->normal[i], s->velocity[i], rgb);
  }
  for (int i = 0; lg_pose_next(t->w, &i, &p);) {
    const lg_hull *h = lg_surface_hull(t, p.id);
    if (h) put_ply_corners(f, h, &p);
  }

  /* faces, by the number of what they belong to */
  for (size_t i = 0; i < s->faces; i++)
    put_ply_face(f, s->face + i * (size_t)s->corners, s->corners, 0);
  uint32_t first = (uint32_t)s->vertices;
  for (int i = 0, number = 1; lg_pose_next(t->w, &i, &p); number++) {
    const lg_hull *h = lg_surface_hull(t, p.id);
    for (size_t q = 0; h && q < 2 * h->contour.faces; q++) {
      uint32_t v[3];
      for (int k = 0; k < 3; k++) v[k] = first + 4 * (uint32_t)(q / 2) + halves[q % 2][k];
      put_ply_face(f, v, 3, number);
    }
    if (h) first += 4 * (uint32_t)h->contour.faces;
  }
}

/* ---- STL ------------------------------------------------------------------------------------ */

void lg_put32(FILE *f, uint32_t x) {
  for (int k = 0; k < 4; k++) fputc((int)(x >> (8 * k) & 255), f);
}
void lg_put_vec(FILE *f, const float x[3]) {
  for (int k = 0; k < 3; k++) {
    uint32_t bits;
    memcpy(&bits, &x[k], 4);
    lg_put32(f, bits);
  }
}

static void put_facet(FILE *f, const float a[3], const float b[3], const float c[3], int of) {
  float n[3];

  /* The facet's normal: of length 1, or 0 where it has no area. */
  for (int k = 0; k < 3; k++) {
    int p = (k + 1) % 3, q = (k + 2) % 3;
    n[k] = (b[p] - a[p]) * (c[q] - a[q]) - (b[q] - a[q]) * (c[p] - a[p]);
  }
  float length = sqrtf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  for (int k = 0; k < 3; k++) n[k] = length > 0 ? n[k] / length : 0;

  lg_put_vec(f, n);
  lg_put_vec(f, a);
  lg_put_vec(f, b);
  lg_put_vec(f, c);
  fputc(of & 255, f);
  fputc(of >> 8 & 127, f); /* the highest bit would say that it is a colour */
}

/* The format has no poses: solids are there themselves, as they stand. */
static void write_stl(const void *what, FILE *f) {
  const sheet *t = what;
  const lg_surface *s = t->s;
  char head[80] = "surface of a fluid, m; attribute of a facet: 0 fluid, k: of the k-th solid";
  size_t facets = s->faces;
  for (int i = 0; i < t->solids->count; i++) facets += 2 * t->solids->hull[i].contour.faces;
  fwrite(head, 1, sizeof head, f);
  lg_put32(f, (uint32_t)facets);

  /* the fluid's triangles, and the halves of the solids' quads */
  for (size_t i = 0; i < s->faces; i++) {
    const uint32_t *v = s->face + 3 * i;
    put_facet(f, s->position[v[0]], s->position[v[1]], s->position[v[2]], 0);
  }
  for (int i = 0; i < t->solids->count; i++) {
    const lg_contour *c = &t->solids->hull[i].contour;
    for (size_t q = 0; q < c->faces; q++) {
      const float(*p)[3] = (const float(*)[3])(c->corner + 4 * q);
      put_facet(f, p[0], p[1], p[2], i + 1);
      put_facet(f, p[0], p[2], p[3], i + 1);
    }
  }
}

/* ---- all of them ---------------------------------------------------------------------------- */

#define FORMAT(words, extension, write, triangles) {extension, write, triangles},
static const struct {
  const char *extension;
  lg_sheet_writer *write;
  bool triangles; /* and nothing else */
} formats[] = {LG_SURFACE_ROWS(FORMAT)};
enum { FORMATS = sizeof formats / sizeof *formats };

static int format_of(const char *path) {
  const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
  for (int i = 0; dot && (!slash || dot > slash) && i < FORMATS; i++)
    if (strcmp(dot, formats[i].extension) == 0) return i;
  return -1;
}

bool lg_record_knows_surface(const char *path) { return format_of(path) >= 0; }

bool lg_record_fits_surface(const char *path, const lg_world *w, lg_why *why) {
  int format = format_of(path);
  if (format < 0)
    return lg_explain(why, "%s: cannot be written: surfaces are written as " LG_SURFACE_FORMATS,
                      path);
  if (formats[format].triangles && lg_world_dim(w) == 2)
    return lg_explain(why,
                      "%s: cannot be written: the surface of a 2-D world is an outline, which .stl "
                      "does not know; .obj, .ply and .glb do",
                      path);
  return true;
}

bool lg_record_surface(const char *path, lg_world *w, lg_why *why) {
  if (!lg_record_fits_surface(path, w, why)) return false;
  lg_surface *s = lg_surface_new(w, 0.5);
  if (!s) return lg_explain(why, "%s: cannot be written: %s", path, lg_error(w));

  /* Solids are whole, also where the bounds cut them. */
  lg_hulls solids = {.whole = true};
  bool ok = lg_world_dim(w) == 2 || lg_hulls_take(&solids, w);
  if (!ok) lg_explain(why, "%s: cannot be written: there is no memory", path);
  else ok = lg_part_write(path, formats[format_of(path)].write, &(sheet){w, s, &solids}, why);
  lg_hulls_free(&solids);
  lg_surface_free(w, s);
  return ok;
}
