/* json.c - one JSON object on stdout: just enough of a writer (RFC 8259). */
#include "app/app.h"

#include <inttypes.h>
#include <math.h>

/* Bytes of the well-formed UTF-8 character at s, 0 if there is none. */
static int utf8(const unsigned char *s) {
  int n = s[0] < 0x80 ? 1 : s[0] >= 0xc2 && s[0] < 0xe0 ? 2 : s[0] >= 0xe0 && s[0] < 0xf0 ? 3
        : s[0] >= 0xf0 && s[0] < 0xf5 ? 4 : 0;
  for (int i = 1; i < n; i++)
    if ((s[i] & 0xc0) != 0x80) return 0;
  bool overlong = (s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xf0 && s[1] < 0x90);
  bool beyond = (s[0] == 0xed && s[1] > 0x9f) || (s[0] == 0xf4 && s[1] > 0x8f); /* halves of surrogates, above U+10FFFF */
  return overlong || beyond ? 0 : n;
}

static void quote(FILE *f, const char *text) {
  const unsigned char *s = (const unsigned char *)text;
  fputc('"', f);
  while (*s) {
    int n = utf8(s);
    if (n == 0) fputs("\\ufffd", f);
    else if (*s == '"' || *s == '\\') fprintf(f, "\\%c", *s);
    else if (*s < 0x20 || *s == 0x7f) fprintf(f, "\\u%04x", *s);
    else fwrite(s, 1, (size_t)n, f);
    s += n ? n : 1;
  }
  fputc('"', f);
}

static void name_of(lg_json *j, const char *name) {
  if (j->comma) fputs(", ", j->f);
  j->comma = true;
  if (!name) return;
  quote(j->f, name);
  fputs(": ", j->f);
}

void lg_json_open(lg_json *j, const char *name, char bracket) {
  name_of(j, name);
  fputc(bracket, j->f);
  j->comma = false;
}

void lg_json_close(lg_json *j, char bracket) {
  fputc(bracket, j->f);
  j->comma = true;
}

void lg_json_text(lg_json *j, const char *name, const char *text) {
  name_of(j, name);
  quote(j->f, text);
}

void lg_json_num(lg_json *j, const char *name, double x) {
  name_of(j, name);
  if (isfinite(x)) fprintf(j->f, "%.12g", x);
  else fputs("null", j->f);
}

void lg_json_int(lg_json *j, const char *name, int64_t x) {
  name_of(j, name);
  fprintf(j->f, "%" PRId64, x);
}

void lg_json_bool(lg_json *j, const char *name, bool x) {
  name_of(j, name);
  fputs(x ? "true" : "false", j->f);
}

void lg_json_hash(lg_json *j, const char *name, uint64_t hash) {
  name_of(j, name);
  fprintf(j->f, "\"%016" PRIx64 "\"", hash);
}

void lg_json_stats(lg_json *j, const lg_stats *s) {
  lg_json_open(j, "stats", '{');
  lg_json_int(j, "emitted", (int64_t)s->emitted);
  lg_json_int(j, "culled", (int64_t)s->culled);
  lg_json_int(j, "removed", (int64_t)s->removed);
  lg_json_int(j, "guarded", (int64_t)s->guarded);
  lg_json_int(j, "substeps", s->substeps);
  lg_json_num(j, "dt", s->dt);
  lg_json_text(j, "limit", s->limit ? s->limit : "");
  lg_json_num(j, "max_speed", s->max_speed);
  lg_json_num(j, "density_error_mean", s->density_error_mean);
  lg_json_num(j, "density_error_max", s->density_error_max);
  lg_json_int(j, "iterations", s->iterations);
  lg_json_num(j, "residual", s->residual);
  lg_json_num(j, "seconds", s->seconds);
  lg_json_int(j, "bytes", (int64_t)s->bytes);
  lg_json_open(j, "stages", '{');
  for (int i = 0; i < s->stages; i++) lg_json_num(j, s->stage[i].name, s->stage[i].seconds);
  lg_json_close(j, '}');
  lg_json_close(j, '}');
}

void lg_json_worlds(lg_json *j, lg_scene *s) {
  lg_json_open(j, "worlds", '[');
  for (int i = 0; i < lg_scene_count(s); i++) {
    const lg_world *w = lg_scene_world(s, i);
    char name[16];
    lg_app_world_name(name, sizeof name, i);
    lg_json_open(j, NULL, '{');
    lg_json_text(j, "name", name);
    lg_json_int(j, "particles", (int64_t)lg_world_count(w));
    lg_json_num(j, "time", lg_world_time(w));
    lg_json_hash(j, "hash", lg_world_hash(w));
    lg_json_stats(j, lg_world_stats(w));
    lg_json_close(j, '}');
  }
  lg_json_close(j, ']');
}
