/* option_values.c - the value behind an option: read, held against what it may be, and kept in the
   options. */
#include "app/option.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

bool lg_option_complain(const lg_option *p, const char *what, const char *value) {
  lg_app_say("option '--%s' %s, not '%s'", p->row.name, what, value);
  return false;
}

static bool read_number(const lg_option *p, const char *text, int64_t *out) {
  char *end = NULL;
  errno = 0;
  long long x = strtoll(text, &end, 10);
  if (end == text || *end) return lg_option_complain(p, "takes a whole number", text);

  /* Beyond 64 bits errno tells; within them the row's range. */
  const int64_t least = (int64_t)p->row.min, most = (int64_t)p->row.max;
  *out = x;
  if (errno == 0 && x >= least && x <= most) return true;
  lg_app_say("option '--%s' takes a whole number from %" PRId64 " to %" PRId64 ", not %s",
             p->row.name, least, most, text);
  return false;
}

bool lg_option_read_size(const lg_option *p, const char *text, lg_app_options *o) {
  int w = 0, h = 0, used = 0;
  if (sscanf(text, "%5dx%5d%n", &w, &h, &used) != 2 || text[used])
    return lg_option_complain(p, "takes width x height in pixels, such as 1280x720", text);
  if (w < 16 || h < 16 || w > 8192 || h > 8192)
    return lg_option_complain(p, "takes 16 to 8192 pixels a side", text);
  o->size = (lg_app_size){w, h};
  return true;
}

bool lg_option_read_scale(const lg_option *p, const char *text, lg_app_options *o) {
  char *end;
  float x = strtof(text, &end);
  if (end == text || *end || !(x >= 0.5f && x <= 4))
    return lg_option_complain(p, "takes a number from 0.5 to 4", text);
  o->scale = x;
  return true;
}

/* "2s", or "2" */
bool lg_option_read_run(const lg_option *p, const char *text, lg_app_options *o) {
  char *end;
  double s = strtod(text, &end);
  end += *end == 's';
  if (end == text || *end || !(s > 0) || s > 1e4)
    return lg_option_complain(p, "takes simulated seconds above 0, such as 2s", text);
  o->run = s;
  return true;
}

/* "hook=500,memory=256" */
bool lg_option_read_budget(const lg_option *p, const char *text, lg_app_options *o) {
  lg_why why;
  if (lg_budget_read(text, false, &o->budget, &why)) return true;
  lg_app_say("option '--%s': %s", p->row.name, why.text);
  return false;
}

/* "NAME=VALUE" at the end of a list. */
static bool keep_pair(const lg_option *p, const char *text, lg_app_words *list, const char *takes) {
  const char *equals = strchr(text, '=');
  if (!equals || equals == text) return lg_option_complain(p, takes, text);
  list->text[list->count++] = text;
  return true;
}

bool lg_option_read_set(const lg_option *p, const char *text, lg_app_options *o) {
  return keep_pair(p, text, &o->set, "takes NAME.PARAM=VALUE, such as column.jitter=0.1");
}

bool lg_option_read_against(const lg_option *p, const char *text, lg_app_options *o) {
  return keep_pair(p, text, &o->against,
                   "takes solver=NAME or NAME.PARAM=VALUE, such as solver=pbf");
}

bool lg_option_read_view(const lg_option *p, const char *text, lg_app_options *o) {
  return keep_pair(p, text, &o->view, "takes NAME=VALUE, such as show=surface");
}

bool lg_option_read_over(const lg_option *p, const char *text, lg_app_options *o) {
  static const char *const takes = "takes NAME=VALUE,VALUE,..., such as solver.viscosity=0.1,1";
  const char *equals = strchr(text, '=');
  if (equals && !equals[1]) return lg_option_complain(p, takes, text);
  return keep_pair(p, text, &o->over, takes);
}

bool lg_option_read_plugin(const lg_option *p, const char *text, lg_app_options *o) {
  o->plugin.text[o->plugin.count++] = text;
  return *text || lg_option_complain(p, "takes the name of a file", text);
}

static bool goes_out(const lg_option *p, const char **place, lg_app_stream *s) {
  if (s->option && s->place != place)
    return lg_option_complain(p, "finds standard output taken", *place);
  if (p->flows && (*place)[1])
    return lg_option_complain(p, "takes - or the name of a file", *place);
  s->option = p->row.name;
  s->place = place;
  s->format = p->stream;
  s->flows = p->flows;
  return true;
}

bool lg_option_store(const lg_option *p, const char *text, lg_app_options *o) {
  void *field = (char *)o + p->row.offset;
  if (p->read) return p->read(p, text, o);
  if (p->row.type == LG_INT) return read_number(p, text, field);
  if (p->row.type == LG_BOOL) return *(bool *)field = true;
  *(const char **)field = text;
  if (p->stream && lg_stream_is(text)) return goes_out(p, field, o->stream);
  return *text || lg_option_complain(p, "takes the name of a file", text);
}
