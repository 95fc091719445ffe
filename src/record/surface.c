/* surface.c - the fluid's surface as OBJ (Wavefront), PLY (Turk 1994, binary), STL (binary,
   triangles and no more) and glTF 2.0 (.glb, with the bodies' poses as nodes). */
#include "record/part.h"
#include "record/record.h"
#include "record/sheet.h"

#include "laguna_kind.h"

#include <errno.h>
#include <math.h>
#include <string.h>

typedef struct sheet { /* what a writer gets */
  const lg_world *w;
  const lg_surface *s;
} sheet;

static double byte_of(float x) { return 255 * fmin(fmax((double)x, 0), 1); }

/* ---- solids --------------------------------------------------------------------------------- */

typedef struct pose {
  const char *name;
  double at[3], turn[4]; /* m; a quaternion, x y z w */
} pose;

/* Of the next collider from the object *i on; false: there is none. */
static bool next_pose(const lg_world *w, int *i, pose *out) {
  lg_face face;
  for (; *i < lg_object_count(w); ++*i) {
    lg_id id = lg_object_at(w, *i);
    if (!lg_collider_face(w, id, &face)) continue;

    /* The quaternion of a turn by |r| about r. */
    const float *r = face.rotation;
    float angle = sqrtf(r[0] * r[0] + r[1] * r[1] + r[2] * r[2]),
          sine = angle > 0 ? sinf(angle / 2) / angle : 0;
    out->name = lg_name(w, id);
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

/* As comments, which readers leave out: "# pose ball 0.5 0.5 0 0 0 0 1", place and quaternion. */
static void comment_poses(FILE *f, const lg_world *w, const char *comment) {
  pose p;
  for (int i = 0; next_pose(w, &i, &p);)
    fprintf(f, "%s pose %s %.9g %.9g %.9g %.9g %.9g %.9g %.9g\n", comment, p.name, p.at[0], p.at[1],
            p.at[2], p.turn[0], p.turn[1], p.turn[2], p.turn[3]);
}

/* ---- OBJ ------------------------------------------------------------------------------------ */

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
}

/* ---- PLY ------------------------------------------------------------------------------------ */

static void write_ply(const void *what, FILE *f) {
  const sheet *t = what;
  const lg_surface *s = t->s;
  fprintf(f, "ply\nformat binary_%s_endian 1.0\n", lg_little_endian() ? "little" : "big");
  comment_poses(f, t->w, "comment");
  fprintf(f,
          "element vertex %zu\n"
          "property float x\nproperty float y\nproperty float z\n"
          "property float nx\nproperty float ny\nproperty float nz\n"
          "property float vx\nproperty float vy\nproperty float vz\n"
          "property uchar red\nproperty uchar green\nproperty uchar blue\n",
          s->vertices);
  if (s->corners == 3)
    fprintf(f, "element face %zu\nproperty list uchar uint vertex_indices\nend_header\n", s->faces);
  else
    fprintf(f, "element edge %zu\nproperty uint vertex1\nproperty uint vertex2\nend_header\n",
            s->faces);

  for (size_t i = 0; i < s->vertices; i++) {
    uint8_t rgb[3];
    for (int k = 0; k < 3; k++) rgb[k] = (uint8_t)(byte_of(s->color[i][k]) + 0.5);
    fwrite(s->position[i], 4, 3, f);
    fwrite(s->normal[i], 4, 3, f);
    fwrite(s->velocity[i], 4, 3, f);
    fwrite(rgb, 1, 3, f);
  }
  for (size_t i = 0; i < s->faces; i++) {
    if (s->corners == 3) fputc(3, f);
    fwrite(s->face + i * (size_t)s->corners, 4, (size_t)s->corners, f);
  }
}

/* ---- numbers of little-endian formats ------------------------------------------------------- */

static void put32(FILE *f, uint32_t x) {
  for (int k = 0; k < 4; k++) fputc((int)(x >> (8 * k) & 255), f);
}
static void put_float(FILE *f, float x) {
  uint32_t bits;
  memcpy(&bits, &x, 4);
  put32(f, bits);
}
/* sRGB to linear light (IEC 61966-2-1), which the colours of vertices are in there. */
static float linear(float x) {
  if (!(x > 0)) return 0;
  return x < 0.04045f ? x / 12.92f : powf((fminf(x, 1) + 0.055f) / 1.055f, 2.4f);
}
static void put_vec(FILE *f, const float x[3]) {
  for (int k = 0; k < 3; k++) put_float(f, x[k]);
}

/* ---- STL ------------------------------------------------------------------------------------ */

static void write_stl(const void *what, FILE *f) {
  const lg_surface *s = ((const sheet *)what)->s;
  char head[80] = "surface of a fluid, m";
  fwrite(head, 1, sizeof head, f);
  put32(f, (uint32_t)s->faces);
  for (size_t i = 0; i < s->faces; i++) {
    const uint32_t *v = s->face + 3 * i;
    const float *a = s->position[v[0]], *b = s->position[v[1]], *c = s->position[v[2]];
    float n[3];

    /* The facet's normal: of length 1, or 0 where it has no area. */
    for (int k = 0; k < 3; k++) {
      int p = (k + 1) % 3, q = (k + 2) % 3;
      n[k] = (b[p] - a[p]) * (c[q] - a[q]) - (b[q] - a[q]) * (c[p] - a[p]);
    }
    float length = sqrtf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    for (int k = 0; k < 3; k++) n[k] = length > 0 ? n[k] / length : 0;

    put_vec(f, n);
    put_vec(f, a);
    put_vec(f, b);
    put_vec(f, c);
    fputc(0, f);
    fputc(0, f);
  }
}

/* ---- glTF ----------------------------------------------------------------------------------- */

enum { POSITION, NORMAL, COLOR, VELOCITY, INDICES, ARRAYS };

/* Bytes of an array, all of which are whole words. */
static size_t bytes_of(const lg_surface *s, int array) {
  return array == INDICES ? 4 * s->faces * (size_t)s->corners : 12 * s->vertices;
}

/* JSON text that may hold quotes. */
static void put_name(FILE *f, const char *name) {
  for (; *name; name++) {
    if (*name == '"' || *name == '\\') fputc('\\', f);
    fputc(*name, f);
  }
}

/* A node for each collider, with its pose: in Blender an empty, to which a model can be tied. */
static int put_bodies(FILE *f, const lg_world *w) {
  pose p;
  int n = 0;
  for (int i = 0; next_pose(w, &i, &p); n++) {
    fputs(",{\"name\":\"", f);
    put_name(f, p.name);
    fprintf(f, "\",\"translation\":[%.9g,%.9g,%.9g],\"rotation\":[%.9g,%.9g,%.9g,%.9g]}", p.at[0],
            p.at[1], p.at[2], p.turn[0], p.turn[1], p.turn[2], p.turn[3]);
  }
  return n;
}

static void put_accessors(FILE *f, const lg_surface *s) {
  float low[3] = {0, 0, 0}, high[3] = {0, 0, 0};
  size_t offset = 0;
  for (size_t i = 0; i < s->vertices; i++)
    for (int k = 0; k < 3; k++) {
      low[k] = i ? fminf(low[k], s->position[i][k]) : s->position[i][k];
      high[k] = i ? fmaxf(high[k], s->position[i][k]) : s->position[i][k];
    }

  /* The format asks for the box of the places. */
  fputs("\"accessors\":[", f);
  for (int a = 0; a < ARRAYS; a++) {
    bool index = a == INDICES;
    fprintf(f, "%s{\"bufferView\":%d,\"componentType\":%d,\"count\":%zu,\"type\":\"%s\"",
            a ? "," : "", a, index ? 5125 : 5126, bytes_of(s, a) / (index ? 4 : 12),
            index ? "SCALAR" : "VEC3");
    if (a == POSITION)
      fprintf(f, ",\"min\":[%.9g,%.9g,%.9g],\"max\":[%.9g,%.9g,%.9g]", (double)low[0],
              (double)low[1], (double)low[2], (double)high[0], (double)high[1], (double)high[2]);
    fputc('}', f);
  }
  fputs("],\"bufferViews\":[", f);
  for (int a = 0; a < ARRAYS; a++) {
    fprintf(f, "%s{\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":%zu,\"target\":%d}", a ? "," : "",
            offset, bytes_of(s, a), a == INDICES ? 34963 : 34962);
    offset += bytes_of(s, a);
  }
  fprintf(f, "],\"buffers\":[{\"byteLength\":%zu}]", offset);
}

static void put_json(FILE *f, const lg_world *w, const lg_surface *s) {
  bool any = s->faces > 0; /* the format knows no empty mesh */
  fprintf(f,
          "{\"asset\":{\"version\":\"2.0\",\"generator\":\"Laguna\"},\"scene\":0,\"nodes\":[{"
          "\"name\":\"fluid\"%s}",
          any ? ",\"mesh\":0" : "");
  int bodies = put_bodies(f, w);
  fputs("],\"scenes\":[{\"nodes\":[0", f);
  for (int i = 1; i <= bodies; i++) fprintf(f, ",%d", i);
  fprintf(f, "],\"extras\":{\"time\":%.9g}}]", lg_world_time(w));
  if (any) {
    fprintf(f,
            ",\"meshes\":[{\"name\":\"fluid\",\"primitives\":[{\"attributes\":{\"POSITION\":0,"
            "\"NORMAL\":"
            "1,\"COLOR_0\":2,\"_VELOCITY\":3},\"indices\":4,\"mode\":%d}]}],",
            s->corners == 3 ? 4 : 1);
    put_accessors(f, s);
  }
  fputc('}', f);
}

/* Head, JSON padded with blanks, and the arrays: two chunks. Lengths are filled in once they are
   known. */
static void write_glb(const void *what, FILE *f) {
  const sheet *t = what;
  const lg_surface *s = t->s;
  size_t binary = 0;
  for (int a = 0; a < ARRAYS; a++) binary += bytes_of(s, a);

  for (int i = 0; i < 4; i++) put32(f, 0);
  put32(f, 0x4E4F534A); /* "JSON" */
  put_json(f, t->w, s);
  long end = ftell(f);
  for (; end % 4; end++) fputc(' ', f);
  rewind(f);
  put32(f, 0x46546C67); /* "glTF" */
  put32(f, 2);
  put32(f, (uint32_t)((size_t)end + (binary ? 8 + binary : 0)));
  put32(f, (uint32_t)(end - 20));
  fseek(f, end, SEEK_SET);

  if (!binary) return;
  put32(f, (uint32_t)binary);
  put32(f, 0x004E4942); /* "BIN" */
  const float(*array[])[3] = {(const float(*)[3])s->position, (const float(*)[3])s->normal,
                              (const float(*)[3])s->color, (const float(*)[3])s->velocity};
  for (int a = 0; a < INDICES; a++)
    for (size_t i = 0; i < s->vertices; i++) {
      float x[3];
      for (int k = 0; k < 3; k++) x[k] = a == COLOR ? linear(array[a][i][k]) : array[a][i][k];
      put_vec(f, x);
    }
  for (size_t i = 0; i < s->faces * (size_t)s->corners; i++) put32(f, s->face[i]);
}

/* ---- all of them ---------------------------------------------------------------------------- */

static const struct {
  const char *extension;
  lg_sheet_writer *write;
  bool triangles; /* and nothing else */
} formats[] = {{".obj", write_obj, false},
               {".ply", write_ply, false},
               {".stl", write_stl, true},
               {".glb", write_glb, false}};
enum { FORMATS = sizeof formats / sizeof *formats };

static int format_of(const char *path) {
  const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
  for (int i = 0; dot && (!slash || dot > slash) && i < FORMATS; i++)
    if (strcmp(dot, formats[i].extension) == 0) return i;
  return -1;
}

bool lg_record_knows_surface(const char *path) { return format_of(path) >= 0; }

bool lg_record_surface(const char *path, lg_world *w, lg_why *why) {
  int format = format_of(path);
  if (format < 0)
    return lg_explain(why, "%s: cannot be written: surfaces are written as " LG_SURFACE_FORMATS,
                      path);
  if (formats[format].triangles && lg_world_dim(w) == 2)
    return lg_explain(why,
                      "%s: cannot be written: the surface of a 2-D world is an outline, which .stl "
                      "does not know; .obj, .ply and .glb do",
                      path);

  lg_surface *s = lg_surface_new(w, 0.5);
  if (!s) return lg_explain(why, "%s: cannot be written: %s", path, lg_error(w));
  bool ok = lg_part_write(path, formats[format].write, &(sheet){w, s}, why);
  lg_surface_free(w, s);
  return ok;
}
