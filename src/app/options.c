/* options.c - the command line from a table: one row an option; refusals are one sentence with "did
   you mean". */
#include "app/app.h"

#include "laguna_kind.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef enum { FLAG, NUMBER, TEXT, SET, SIZE, BUDGET } form;

typedef struct row {
  const char *name, *letter, *value; /* "--frames", "-o" or NULL, "N" as help shows it */
  form form;
  size_t offset; /* in lg_app_options */
  int64_t min, max;
  const char *only; /* subcommands that take it, between spaces; NULL: all */
  const char *help;
} row;

#define AT(field) offsetof(lg_app_options, field)
static const row rows[] = {
    {"--frames", NULL, "N", NUMBER, AT(frames), 0, 1000000000, " run render ", "frames to run"},
    {"--export", NULL, "FILE", TEXT, AT(export_path), 0, 0, " run ",
     "particles as .csv, .ply, .vtp or .obj, grids as .vti: 'p-%04d.vtp' every frame, p.vtp the "
     "last"},
    {"--stats", NULL, "FILE", TEXT, AT(stats_path), 0, 0, " run ",
     "statistics of every frame as .csv"},
    {"--save", NULL, "FILE", TEXT, AT(save_path), 0, 0, " run ",
     "writes a checkpoint (.lgs) at the end"},
    {"--resume", NULL, "FILE", TEXT, AT(resume_path), 0, 0, " run ",
     "goes on from a checkpoint; --frames counts from time 0"},
    {"--watch", NULL, NULL, FLAG, AT(watch), 0, 0, " run ",
     "reads the scene again when it is saved, and waits for that after an error"},
    {"--output", "-o", "FILE", TEXT, AT(output), 0, 0, " render ",
     "out.png (frame N), 'f-%04d.png', out.mp4 or out.gif"},
    {"--size", NULL, "WxH", SIZE, AT(size), 16, 8192, " render ",
     "size of the picture in pixels (default 1280x720)"},
    {"--set", NULL, "NAME.PARAM=VALUE", SET, 0, 0, 0, NULL,
     "sets a parameter of a named object, or a slider (swirl=5); may be repeated"},
    {"--threads", NULL, "N", NUMBER, AT(threads), 1, 1024, NULL,
     "threads of the simulation (default: the cores)"},
    {"--seed", NULL, "N", NUMBER, AT(seed), 0, INT64_MAX, NULL, "seed of the random numbers"},
    {"--fps", NULL, "N", NUMBER, AT(fps), 1, 100000, NULL,
     "frames a simulated second (default 60)"},
    {"--trust", NULL, NULL, FLAG, AT(trust), 0, 0, NULL,
     "no sandbox around the scene's Lua, and no budget"},
    {"--budget", NULL, "LIST", BUDGET, AT(budget), 0, 0, NULL,
     "load=2,hook=100,memory=64: s, ms a frame and MiB that the scene's Lua may take"},
    {"--json", NULL, NULL, FLAG, AT(json), 0, 0, NULL, "results as one JSON object on stdout"},
    {"--help", "-h", NULL, FLAG, AT(help), 0, 0, NULL, "shows help"},
    {"--version", NULL, NULL, FLAG, AT(version), 0, 0, NULL, "shows the version"},
};
enum { ROWS = sizeof rows / sizeof rows[0] };

typedef struct parser {
  int argc, at;
  char **argv;
  lg_app_options *o;
  const lg_app_command *command; /* NULL: not known yet */
  const row *used[ROWS];         /* for the check against the subcommand, which may come later */
  int used_count;
} parser;

int lg_app_unknown(const char *what, const char *name, const char *const *names, int count) {
  const char *near = lg_nearest(name, names, count);
  if (near) lg_app_say("%s '%s' (did you mean '%s'?)", what, name, near);
  else lg_app_say("%s '%s' ('laguna help' shows what there is)", what, name);
  return LG_EXIT_USAGE;
}

int lg_app_unknown_command(const char *name) {
  const char *names[16];
  int n = 0;
  for (const lg_app_command *c = lg_app_commands; c->name && n < 16; c++)
    if (*c->name) names[n++] = c->name;
  return lg_app_unknown("unknown subcommand", name, names, n);
}

bool lg_app_is_scene(const char *path) {
  if (strcmp(lg_file_extension(path), "lua") == 0) return true;
  FILE *f = fopen(path, "rb");
  if (f) fclose(f);
  return f != NULL;
}

static bool complain(const char *option, const char *what, const char *value) {
  lg_app_say("option '%s' %s, not '%s'", option, what, value);
  return false;
}

static bool read_number(const row *r, const char *text, int64_t *out) {
  char *end = NULL;
  errno = 0;
  long long x = strtoll(text, &end, 10);
  if (end == text || *end) return complain(r->name, "takes a whole number", text);
  if (errno == 0 && x >= r->min && x <= r->max) {
    *out = x;
    return true;
  }
  lg_app_say("option '%s' takes a whole number from %" PRId64 " to %" PRId64 ", not %s", r->name,
             r->min, r->max, text);
  return false;
}

static bool read_size(const row *r, const char *text, lg_app_size *out) {
  int w = 0, h = 0, used = 0;
  if (sscanf(text, "%5dx%5d%n", &w, &h, &used) != 2 || text[used])
    return complain(r->name, "takes width x height in pixels, such as 1280x720", text);
  if (w < r->min || h < r->min || w > r->max || h > r->max)
    return complain(r->name, "takes 16 to 8192 pixels a side", text);
  out->width = w;
  out->height = h;
  return true;
}

/* "hook=500,memory=256": a list of names and numbers above 0. */
static bool read_budget(const row *r, const char *text, lg_budget *out) {
  static const char *const names[] = {"load", "hook", "memory"};
  const double most[] = {1e6, 1e9, 1e6};
  for (const char *at = text; *at;) {
    char name[16];
    double x;
    int used = 0, k = 0;
    if (sscanf(at, "%15[a-z]=%lf%n", name, &x, &used) != 2 || (at[used] && at[used] != ','))
      return complain(r->name, "takes a list such as load=5,hook=500,memory=256", text);
    while (k < 3 && strcmp(names[k], name) != 0) k++;
    if (k == 3) return lg_app_unknown("unknown budget", name, names, 3), false;
    if (!(x > 0 && x <= most[k]))
      return complain(r->name, "takes numbers above 0 and up to a million", text);
    if (k == 0) out->load = x;
    if (k == 1) out->hook = 1e-3 * x;
    if (k == 2) out->memory = (size_t)(x * 1048576);
    at += used + (at[used] == ',');
  }
  return *text || complain(r->name, "takes a list such as load=5,hook=500,memory=256", text);
}

static bool read_set(const row *r, const char *text, lg_app_options *o) {
  const char *equals = strchr(text, '=');
  if (!equals || equals == text)
    return complain(r->name, "takes NAME.PARAM=VALUE, such as column.jitter=0.1", text);
  o->sets[o->set_count++] = text;
  return true;
}

static bool store(const row *r, const char *text, lg_app_options *o) {
  char *field = (char *)o + r->offset;
  switch (r->form) {
    case FLAG: *(bool *)field = true; return true;
    case NUMBER: return read_number(r, text, (int64_t *)(void *)field);
    case TEXT:
      if (!*text) return complain(r->name, "takes the name of a file", text);
      *(const char **)(void *)field = text;
      return true;
    case SET: return read_set(r, text, o);
    case BUDGET: return read_budget(r, text, (lg_budget *)(void *)field);
    case SIZE: return read_size(r, text, (lg_app_size *)(void *)field);
  }
  return false;
}

static const row *find_row(const char *word, size_t length) {
  for (int i = 0; i < ROWS; i++) {
    if (strlen(rows[i].name) == length && strncmp(rows[i].name, word, length) == 0) return &rows[i];
    if (rows[i].letter && length == 2 && strncmp(rows[i].letter, word, 2) == 0) return &rows[i];
  }
  return NULL;
}

static bool unknown_option(const char *word, size_t length) {
  const char *names[ROWS];
  char name[64];
  for (int i = 0; i < ROWS; i++) names[i] = rows[i].name;
  snprintf(name, sizeof name, "%.*s", (int)length, word);
  lg_app_unknown("unknown option", name, names, ROWS);
  return false;
}

static bool read_option(parser *p) {
  const char *word = p->argv[p->at++];
  size_t length = strcspn(word, "=");
  const row *r = find_row(word, length);
  if (!r) return unknown_option(word, length);
  const char *value = word[length] == '=' ? word + length + 1 : NULL;
  if (!r->value && value) return complain(r->name, "takes no value", value);
  if (r->value && !value) {
    if (p->at >= p->argc) {
      lg_app_say("option '%s' needs a value: %s %s", r->name, r->name, r->value);
      return false;
    }
    value = p->argv[p->at++];
  }
  if (p->used_count < ROWS) p->used[p->used_count++] = r;
  return store(r, value, p->o);
}

static bool read_word(parser *p) {
  const char *word = p->argv[p->at++];
  const lg_app_command *c = p->command || !*word ? NULL : lg_app_find_command(word);
  if (c) {
    p->command = c;
    return true;
  }
  if (!p->command) p->command = &lg_app_commands[0];
  if (p->o->target && !*p->command->name && !lg_app_is_scene(p->o->target)) {
    lg_app_unknown_command(p->o->target);
    return false;
  }
  if (p->o->target) {
    lg_app_say("one name is enough: '%s' comes after '%s'", word, p->o->target);
    return false;
  }
  p->o->target = word;
  return true;
}

static bool taken(const row *r, const lg_app_command *c) {
  char word[32];
  snprintf(word, sizeof word, " %s ", c->name);
  return !r->only || strstr(r->only, word);
}

/* An option of another subcommand would do nothing here: it is refused. */
static bool check_used(const parser *p) {
  for (int i = 0; i < p->used_count; i++) {
    const row *r = p->used[i];
    if (taken(r, p->command)) continue;
    lg_app_say("option '%s' belongs to:%s- '%s' does not take it", r->name, r->only,
               *p->command->name ? p->command->name : "the window");
    return false;
  }
  return true;
}

static void defaults(lg_app_options *o) {
  *o = (lg_app_options){.threads = -1,
                        .seed = -1,
                        .fps = 60,
                        .frames = -1,
                        .size = {1280, 720},
                        .budget = LG_DEFAULT_BUDGET};
}

bool lg_app_parse(int argc, char **argv, lg_app_options *o, const lg_app_command **command) {
  parser p = {.argc = argc, .at = 1, .argv = argv, .o = o};
  bool words_only = false;
  defaults(o);
  o->sets = calloc((size_t)argc + 1, sizeof *o->sets);
  if (!o->sets) return false;
  while (p.at < argc) {
    const char *word = argv[p.at];
    if (!words_only && strcmp(word, "--") == 0) {
      words_only = true;
      p.at++;
    } else if (!(!words_only && word[0] == '-' && word[1] ? read_option(&p) : read_word(&p))) {
      return false;
    }
  }
  if (!p.command) p.command = &lg_app_commands[0];
  *command = p.command;
  return o->help || o->version || check_used(&p);
}

void lg_app_free_options(lg_app_options *o) {
  free(o->sets);
  o->sets = NULL;
}

void lg_app_option_help(FILE *out, const lg_app_command *command) {
  for (int i = 0; i < ROWS; i++) {
    const row *r = &rows[i];
    char left[64];
    if (command && !taken(r, command)) continue;
    snprintf(left, sizeof left, "%s%s%s%s%s", r->letter ? r->letter : "", r->letter ? ", " : "",
             r->name, r->value ? " " : "", r->value ? r->value : "");
    fprintf(out, "  %-24s %s", left, r->help);
    if (r->only && !command) fprintf(out, " [%.*s]", (int)strlen(r->only) - 2, r->only + 1);
    fprintf(out, "\n");
  }
}
