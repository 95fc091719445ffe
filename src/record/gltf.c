/* gltf.c - the fluid's surface as glTF 2.0 (.glb), and a node with pose, mesh and colour for each
   solid. */
#include "record/surface.h"

#include <math.h>

/* sRGB to linear light (IEC 61966-2-1), which colours are in there. */
static float linear(float x) {
  if (!(x > 0)) return 0;
  return x < 0.04045f ? x / 12.92f : powf((fminf(x, 1) + 0.055f) / 1.055f, 2.4f);
}

/* ---- arrays --------------------------------------------------------------------------------- */

enum { POSITION, NORMAL, COLOR, VELOCITY, INDICES, ARRAYS }; /* of the fluid */

/* Bytes of an array, all of which are whole words. */
static size_t bytes_of(const lg_surface *s, int array) {
  return array == INDICES ? 4 * s->faces * (size_t)s->corners : 12 * s->vertices;
}

/* Two triangles a quadrangle, each with corners of its own: a number counts them all. */
static size_t corners_of(const lg_hull *h) { return 6 * h->contour.faces; }
static size_t corner(size_t i) {
  static const size_t of[6] = {0, 1, 2, 0, 2, 3};
  return 4 * (i / 6) + of[i % 6];
}

/* From the world's axes into those of a pose, by Rodrigues' formula. */
static void turn_back(const lg_pose *p, const float x[3], float out[3]) {
  const float *r = p->by;
  float angle = sqrtf(r[0] * r[0] + r[1] * r[1] + r[2] * r[2]), s = -sinf(angle), c = cosf(angle);
  float n[3] = {0, 0, 0}, along = 0;
  for (int k = 0; k < 3; k++) n[k] = angle > 0 ? r[k] / angle : 0;
  for (int k = 0; k < 3; k++) along += n[k] * x[k];
  for (int k = 0; k < 3; k++) {
    int a = (k + 1) % 3, b = (k + 2) % 3;
    out[k] = c * x[k] + s * (n[a] * x[b] - n[b] * x[a]) + (1 - c) * along * n[k];
  }
}

/* Place and normal of a corner in the solid's own frame. */
static void own(const lg_pose *p, const lg_hull *h, size_t i, float at[3], float normal[3]) {
  float x[3];
  for (int k = 0; k < 3; k++) x[k] = h->contour.corner[corner(i)][k] - p->translation[k];
  turn_back(p, x, at);
  turn_back(p, h->contour.normal[corner(i)], normal);
}

/* The format asks for the box of the places. */
static void put_box(FILE *f, const float low[3], const float high[3]) {
  fprintf(f, ",\"min\":[%.9g,%.9g,%.9g],\"max\":[%.9g,%.9g,%.9g]", (double)low[0], (double)low[1],
          (double)low[2], (double)high[0], (double)high[1], (double)high[2]);
}

static void widen(float low[3], float high[3], const float x[3], bool first) {
  for (int k = 0; k < 3; k++) {
    low[k] = first ? x[k] : fminf(low[k], x[k]);
    high[k] = first ? x[k] : fmaxf(high[k], x[k]);
  }
}

/* ---- JSON ----------------------------------------------------------------------------------- */

/* JSON text that may hold quotes. */
static void put_name(FILE *f, const char *name) {
  for (; *name; name++) {
    if (*name == '"' || *name == '\\') fputc('\\', f);
    fputc(*name, f);
  }
}

/* A node for each collider, with its pose; without faces, in Blender an empty. How many. */
static int put_nodes(FILE *f, const lg_sheet_surface *t, int mesh) {
  lg_pose p;
  int n = 0;
  for (int i = 0; lg_pose_next(t->w, &i, &p); n++) {
    fputs(",{\"name\":\"", f);
    put_name(f, p.name);
    fprintf(f, "\",\"translation\":[%.9g,%.9g,%.9g],\"rotation\":[%.9g,%.9g,%.9g,%.9g]", p.at[0],
            p.at[1], p.at[2], p.turn[0], p.turn[1], p.turn[2], p.turn[3]);

    /* the ones that have a mesh follow the fluid's */
    if (lg_surface_hull(t, p.id)) fprintf(f, ",\"mesh\":%d", mesh++);
    fputc('}', f);
  }
  return n;
}

/* Meshes and their materials: the fluid's, if there is any, and those of solids. accessor: number
   of the next array. False: there are none. */
static bool put_meshes(FILE *f, const lg_sheet_surface *t, int *accessor) {
  const lg_surface *s = t->s;
  lg_pose p;
  int meshes = 0;

  /* the fluid: its arrays come first */
  if (s->faces > 0) {
    fprintf(f,
            ",\"meshes\":[{\"name\":\"fluid\",\"primitives\":[{\"attributes\":{\"POSITION\":0,"
            "\"NORMAL\":1,\"COLOR_0\":2,\"_VELOCITY\":3},\"indices\":4,\"mode\":%d}]}",
            s->corners == 3 ? 4 : 1);
    *accessor = ARRAYS;
    meshes++;
  }

  /* solids, two arrays each: places and normals */
  int solids = 0;
  for (int i = 0; lg_pose_next(t->w, &i, &p);) {
    if (!lg_surface_hull(t, p.id)) continue;
    fprintf(f, "%s{\"name\":\"", meshes++ ? "," : ",\"meshes\":[");
    put_name(f, p.name);
    fprintf(f,
            "\",\"primitives\":[{\"attributes\":{\"POSITION\":%d,\"NORMAL\":%d},\"material\":%d}]}",
            *accessor, *accessor + 1, solids++);
    *accessor += 2;
  }
  if (meshes) fputc(']', f);

  /* their materials, in the same order: colours, which glTF has linear */
  solids = 0;
  for (int i = 0; lg_pose_next(t->w, &i, &p);) {
    const lg_hull *h = lg_surface_hull(t, p.id);
    if (!h) continue;
    fprintf(f, "%s{\"pbrMetallicRoughness\":{\"metallicFactor\":0,\"baseColorFactor\":[",
            solids++ ? "," : ",\"materials\":[");
    for (int k = 24; k > 0; k -= 8)
      fprintf(f, "%.4g,", (double)linear((float)(h->color >> k & 255) / 255));
    fputs("1]}}", f);
  }
  if (solids) fputc(']', f);
  return meshes > 0;
}

static void put_accessor(FILE *f, int number, size_t count, bool index) {
  fprintf(f, "%s{\"bufferView\":%d,\"componentType\":%d,\"count\":%zu,\"type\":\"%s\"",
          number ? "," : ",\"accessors\":[", number, index ? 5125 : 5126, count,
          index ? "SCALAR" : "VEC3");
}

static void put_accessors(FILE *f, const lg_sheet_surface *t) {
  const lg_surface *s = t->s;
  float low[3] = {0, 0, 0}, high[3] = {0, 0, 0}, at[3], normal[3];
  int number = 0;
  for (size_t i = 0; i < s->vertices; i++) widen(low, high, s->position[i], i == 0);
  for (int a = 0; a < ARRAYS && s->faces > 0; a++) {
    put_accessor(f, number++, bytes_of(s, a) / (a == INDICES ? 4 : 12), a == INDICES);
    if (a == POSITION) put_box(f, low, high);
    fputc('}', f);
  }

  /* solids: places with their box, and normals */
  lg_pose p;
  for (int i = 0; lg_pose_next(t->w, &i, &p);) {
    const lg_hull *h = lg_surface_hull(t, p.id);
    if (!h) continue;
    for (size_t c = 0; c < corners_of(h); c++) {
      own(&p, h, c, at, normal);
      widen(low, high, at, c == 0);
    }
    put_accessor(f, number++, corners_of(h), false);
    put_box(f, low, high);
    fputc('}', f);
    put_accessor(f, number++, corners_of(h), false);
    fputc('}', f);
  }
  fputc(']', f);
}

static void put_view(FILE *f, size_t *offset, size_t bytes, bool index) {
  fprintf(f, "%s{\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":%zu,\"target\":%d}",
          *offset ? "," : ",\"bufferViews\":[", *offset, bytes, index ? 34963 : 34962);
  *offset += bytes;
}

/* Where each array lies; the bytes of all. */
static size_t put_views(FILE *f, const lg_sheet_surface *t) {
  size_t offset = 0;
  for (int a = 0; a < ARRAYS && t->s->faces > 0; a++)
    put_view(f, &offset, bytes_of(t->s, a), a == INDICES);
  lg_pose p;
  for (int i = 0; lg_pose_next(t->w, &i, &p);) {
    const lg_hull *h = lg_surface_hull(t, p.id);
    for (int a = 0; h && a < 2; a++) put_view(f, &offset, 12 * corners_of(h), false);
  }
  fprintf(f, "],\"buffers\":[{\"byteLength\":%zu}]", offset);
  return offset;
}

/* Returns the bytes of the arrays that it speaks of. */
static size_t put_json(FILE *f, const lg_sheet_surface *t) {
  bool fluid = t->s->faces > 0; /* the format knows no empty mesh */
  fprintf(f,
          "{\"asset\":{\"version\":\"2.0\",\"generator\":\"Laguna\"},\"scene\":0,\"nodes\":[{"
          "\"name\":\"fluid\"%s}",
          fluid ? ",\"mesh\":0" : "");
  int solids = put_nodes(f, t, fluid), accessor = 0;
  fputs("],\"scenes\":[{\"nodes\":[0", f);
  for (int i = 1; i <= solids; i++) fprintf(f, ",%d", i);
  fprintf(f, "],\"extras\":{\"time\":%.9g}}]", lg_world_time(t->w));

  size_t bytes = 0;
  if (put_meshes(f, t, &accessor)) {
    put_accessors(f, t);
    bytes = put_views(f, t);
  }
  fputc('}', f);
  return bytes;
}

/* ---- the file ------------------------------------------------------------------------------- */

static void put_fluid(FILE *f, const lg_surface *s) {
  const float(*array[])[3] = {(const float(*)[3])s->position, (const float(*)[3])s->normal,
                              (const float(*)[3])s->color, (const float(*)[3])s->velocity};
  for (int a = 0; a < INDICES; a++)
    for (size_t i = 0; i < s->vertices; i++) {
      float x[3];
      for (int k = 0; k < 3; k++) x[k] = a == COLOR ? linear(array[a][i][k]) : array[a][i][k];
      lg_put_vec(f, x);
    }
  for (size_t i = 0; i < s->faces * (size_t)s->corners; i++) lg_put32(f, s->face[i]);
}

static void put_solids(FILE *f, const lg_sheet_surface *t) {
  lg_pose p;
  float x[2][3];
  for (int i = 0; lg_pose_next(t->w, &i, &p);) {
    const lg_hull *h = lg_surface_hull(t, p.id);
    for (int a = 0; h && a < 2; a++)
      for (size_t c = 0; c < corners_of(h); c++) {
        own(&p, h, c, x[0], x[1]);
        lg_put_vec(f, x[a]);
      }
  }
}

/* Head, JSON padded with blanks, and the arrays: two chunks. Lengths are filled in once they are
   known. */
void lg_surface_glb(const void *what, FILE *f) {
  const lg_sheet_surface *t = what;
  for (int i = 0; i < 4; i++) lg_put32(f, 0);
  lg_put32(f, 0x4E4F534A); /* "JSON" */
  size_t binary = put_json(f, t);
  long end = ftell(f);
  for (; end % 4; end++) fputc(' ', f);
  rewind(f);
  lg_put32(f, 0x46546C67); /* "glTF" */
  lg_put32(f, 2);
  lg_put32(f, (uint32_t)((size_t)end + (binary ? 8 + binary : 0)));
  lg_put32(f, (uint32_t)(end - 20));
  fseek(f, end, SEEK_SET);

  if (!binary) return;
  lg_put32(f, (uint32_t)binary);
  lg_put32(f, 0x004E4942); /* "BIN" */
  if (t->s->faces > 0) put_fluid(f, t->s);
  put_solids(f, t);
}
