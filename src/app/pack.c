/* pack.c - `laguna pack SCENE.lua ... -o class.html`: the page (src/web) with these scenes in it,
   and the files that they read. Each scene is run once, so that a page holds none that does not
   load. */
#include "app/app.h"
#include "record/base64.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#define MARK "<script id=\"scenes\" type=\"text/plain\">"

/* ---- the page ------------------------------------------------------------------------------- */

/* Beside the program where it was built, or where it was installed. */
static bool read_page(lg_bytes *page) {
  static const char *const places[] = {"web/page.html", "../share/laguna/page.html"};
  char path[LG_PATH_MAX];
  lg_why why = {""};
  for (size_t i = 0; i < sizeof places / sizeof *places; i++)
    if (lg_app_beside(places[i], path, sizeof path))
      return lg_bytes_read(page, path, &why) || (lg_app_say("%s", why.text), false);
  lg_app_say("pack: there is no page beside the program: `make web` builds it, and `make install` "
             "takes it along");
  return false;
}

/* ---- scenes --------------------------------------------------------------------------------- */

/* Whether these bytes, which end with a NUL, come out of a JSON text as they are. */
static bool is_text(const lg_bytes *b) {
  const char *at = b->at;
  int n;
  while (*at && (n = lg_utf8(at)) > 0) at += n;
  return at == b->at + b->n - 1;
}

/* A file that a scene reads: text, or {base64: ...}. */
static bool put_file(lg_json *j, const char *name, const char *path, bool scene) {
  lg_bytes file = {NULL, 0, 0, false};
  lg_why why;
  bool ok = lg_bytes_read(&file, path, &why);
  if (!ok) lg_app_say("%s", why.text);

  lg_bytes_take(&file, "", 1); /* its NUL */

  /* what cannot be packed */
  if (ok && file.failed) {
    lg_app_say("pack: out of memory");
    ok = false;
  }
  if (ok && scene && memchr(file.at, 0, file.n - 1)) {
    lg_app_say("pack: %s has a byte of value 0, which no editor shows", path);
    ok = false;
  }

  /* scenes and texts as they are, all else as base64 */
  if (ok && (scene || is_text(&file))) lg_json_text(j, name, file.at);
  else if (ok) lg_json_bytes(j, name, file.at, file.n - 1);
  lg_bytes_free(&file);
  return ok;
}

/* {title, text, files: {name: file}, picture}; names are seen from the scene's folder. */
static int put_scene(lg_json *j, const lg_app_options *o, const char *path) {
  lg_app_options mine = *o;
  lg_watch reads = {.count = 0};
  lg_why why = {""};
  int code = LG_EXIT_OK;
  mine.target = path;
  lg_scene *scene = lg_app_load_quietly(&mine, &reads, NULL, &code, &why);
  if (!scene) {
    lg_app_say("%s", why.text);
    lg_watch_free(&reads);
    return code;
  }

  /* the files that it has read, by the names that it asked for */
  const char *slash = strrchr(path, '/');
  size_t folder = slash ? (size_t)(slash - path) + 1 : 0;
  lg_json_open(j, NULL, '{');
  lg_json_text(j, "title", lg_scene_title(scene));
  bool ok = put_file(j, "text", path, true);
  lg_json_open(j, "files", '{');
  for (int i = 0; ok && i < reads.count; i++) {
    const char *file = reads.file[i].path;
    if (strcmp(file, path) == 0) continue;
    ok = put_file(j, strncmp(file, path, folder) == 0 ? file + folder : file, file, false);
  }
  lg_json_close(j, '}');
  if (ok) lg_app_thumb(j, scene, path);
  lg_json_close(j, '}');
  lg_scene_free(scene);
  lg_watch_free(&reads);
  return ok ? LG_EXIT_OK : LG_EXIT_IO;
}

/* The list of scenes as text; NULL: it was said why not. */
static char *list_of(const lg_app_options *o, int *code) {
  char *list = NULL;
  size_t bytes = 0;
  lg_json j = {open_memstream(&list, &bytes), false};
  if (!j.f) {
    *code = LG_EXIT_IO;
    lg_app_say("pack: out of memory");
    return NULL;
  }

  /* each scene with the files that it asks for */
  lg_json_open(&j, NULL, '[');
  for (int i = 0; *code == LG_EXIT_OK && i < o->targets.count; i++)
    *code = put_scene(&j, o, o->targets.text[i]);
  lg_json_close(&j, ']');
  fclose(j.f);

  if (*code == LG_EXIT_OK) return list;
  free(list);
  return NULL;
}

/* As base64 of gzip, a third of its size, in which nothing ends the script that it stands in;
   returns its bytes, 0: no memory. */
static size_t write_list(FILE *f, const char *list) {
  enum { GZIP = 16 };
  z_stream z = {.next_in = (Bytef *)(uintptr_t)list, .avail_in = (uInt)strlen(list)};
  if (deflateInit2(&z, Z_BEST_COMPRESSION, Z_DEFLATED, MAX_WBITS + GZIP, MAX_MEM_LEVEL,
                   Z_DEFAULT_STRATEGY) != Z_OK)
    return 0;

  lg_base64 text = {.f = f};
  Bytef part[4096];
  int state = Z_OK;
  while (state == Z_OK) {
    z.next_out = part;
    z.avail_out = sizeof part;
    state = deflate(&z, Z_FINISH);
    lg_base64_put(&text, part, sizeof part - z.avail_out);
  }
  lg_base64_end(&text);
  deflateEnd(&z);
  return state == Z_STREAM_END ? (z.total_out + 2) / 3 * 4 : 0;
}

static int write_page(const char *path, const lg_bytes *page, const char *list, double *bytes) {
  lg_file file;
  const char *end = page->at + page->n, *at = page->at;
  while (at + sizeof MARK <= end && memcmp(at, MARK, sizeof MARK - 1) != 0) at++;
  if (at + sizeof MARK > end) {
    lg_app_say(
        "pack: the page beside the program has no place for scenes: build it anew with `make web`");
    return LG_EXIT_IO;
  }

  /* the page up to the mark, the scenes, the rest */
  if (!lg_file_open(&file, path)) return LG_EXIT_IO;
  at += sizeof MARK - 1; /* behind it */
  fwrite(page->at, 1, (size_t)(at - page->at), file.f);
  size_t scenes = write_list(file.f, list);
  fwrite(at, 1, (size_t)(end - at), file.f);
  if (scenes == 0) {
    lg_app_say("pack: out of memory");
    lg_file_abort(&file);
    return LG_EXIT_IO;
  }
  *bytes = (double)(page->n + scenes);
  return lg_file_close(&file) ? LG_EXIT_OK : LG_EXIT_IO;
}

int lg_app_pack(const lg_app_options *o) {
  int code = LG_EXIT_OK;
  double bytes = 0;
  lg_bytes page = {NULL, 0, 0, false};
  if (o->targets.count == 0 || !o->output) {
    lg_app_say("pack needs scenes and a page to write: laguna pack SCENE.lua ... -o class.html");
    return LG_EXIT_USAGE;
  }
  if (!lg_file_try(o->output) || !read_page(&page)) return LG_EXIT_IO;

  char *list = list_of(o, &code);
  if (list) code = write_page(o->output, &page, list, &bytes);
  if (code == LG_EXIT_OK)
    printf("%s: %d scene%s, %.0f kB\n", lg_stream_name(o->stream, o->output), o->targets.count,
           o->targets.count == 1 ? "" : "s", bytes / 1e3);
  free(list);
  lg_bytes_free(&page);
  return code;
}
