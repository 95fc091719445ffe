/* json.c - one JSON object on stdout: just enough of a writer (RFC 8259). */
#include "app/app.h"
#include "laguna_kind.h"
#include "record/base64.h"

#include <inttypes.h>
#include <math.h>

static void quote(FILE *f, const char *text) {
  const unsigned char *s = (const unsigned char *)text;
  fputc('"', f);
  while (*s) {
    int n = lg_utf8((const char *)s);

    /* What is no UTF-8, a control character or a delimiter is escaped. */
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

void lg_json_bytes(lg_json *j, const char *name, const void *bytes, size_t n) {
  lg_json_open(j, name, '{');
  name_of(j, "base64");
  putc('"', j->f);
  lg_base64 text = {.f = j->f};
  lg_base64_put(&text, bytes, n);
  lg_base64_end(&text);
  putc('"', j->f);
  lg_json_close(j, '}');
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

/* Frame, time and particles, before `emitted`, say which state this is: the objects around this one
   say so. */
void lg_json_stats(lg_json *j, const lg_stats *s) {
  lg_json_open(j, "stats", '{');

  /* Rows of the statistics, as tables and Lua have them. */
  for (const lg_stat *row = lg_stats_rows(); row->name; row++) {
    lg_arg a = lg_stat_read(row, s);

    if (row->offset < offsetof(lg_stats, emitted)) continue;
    if (row->type == LG_TEXT) lg_json_text(j, row->name, a.text);
    else if (row->type == LG_INT) lg_json_int(j, row->name, (int64_t)a.v[0]);
    else lg_json_num(j, row->name, a.v[0]);
  }

  lg_json_open(j, "stages", '{');
  for (int i = 0; i < s->stages; i++) lg_json_num(j, s->stage[i].name, s->stage[i].seconds);
  lg_json_close(j, '}');
  lg_json_close(j, '}');
}

static void json_gauges(lg_json *j, const lg_world *w) {
  lg_json_open(j, "gauges", '{');
  for (int i = 0; i < lg_gauge_count(w); i++) {
    lg_gauge g = lg_gauge_at(w, i);

    if (g.components == 1) {
      lg_json_num(j, g.name, g.value[0]);
      continue;
    }

    /* A vector is a list. */
    lg_json_open(j, g.name, '[');
    for (int k = 0; k < g.components; k++) lg_json_num(j, NULL, g.value[k]);
    lg_json_close(j, ']');
  }
  lg_json_close(j, '}');
}

void lg_app_world_name(char *name, size_t bytes, int i) { snprintf(name, bytes, "world%d", i + 1); }

void lg_json_worlds(lg_json *j, lg_scene *s) {
  lg_json_open(j, "worlds", '[');
  for (int i = 0; i < lg_scene_count(s); i++) {
    const lg_world *w = lg_scene_world(s, i);

    char name[16];
    lg_app_world_name(name, sizeof name, i);

    /* One object a world, under the name that --set knows it by. */
    lg_json_open(j, NULL, '{');
    lg_json_text(j, "name", name);
    lg_json_int(j, "particles", (int64_t)lg_world_count(w));
    lg_json_num(j, "time", lg_world_time(w));
    lg_json_hash(j, "hash", lg_world_hash(w));
    lg_json_stats(j, lg_world_stats(w));
    json_gauges(j, w);
    lg_json_close(j, '}');
  }
  lg_json_close(j, ']');
}

void lg_json_checks(lg_json *j, lg_scene *s) {
  lg_check c;
  lg_json_open(j, "checks", '[');

  for (int i = 0; s && lg_scene_check(s, i, &c); i++) {
    /* an open question has no verdict yet, but its words */
    lg_json_open(j, NULL, '{');
    lg_json_text(j, "name", c.name);
    if (*c.ask) lg_json_text(j, "ask", c.ask);
    if (*c.ask) lg_json_text(j, "unit", c.unit);
    lg_json_bool(j, "done", c.done);
    lg_json_bool(j, "met", c.met);
    lg_json_text(j, "said", c.said);
    lg_json_close(j, '}');
  }
  lg_json_close(j, ']');
}
