/* options.c - the command line from a table: one parameter row an option; refusals are one sentence
   with "did you mean". */
#include "app/option.h"

#include "app/take.h"
#include "record/record.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define FLAG(field, doc)              .row = LG_ROW_BOOL(lg_app_options, field, 0, doc)
#define NUMBER(field, def, a, b, doc) .row = LG_ROW_INT(lg_app_options, field, def, a, b, "", doc)
#define PATH(field, doc)              .row = LG_ROW_REF(lg_app_options, field, LG_FILE, 0, doc)
static const lg_option options[] = {
    {NUMBER(frames, -1, 0, 1e9, "frames to run"), .commands = " run render inspect sweep "},
    {NUMBER(id, -1, 0, 1e15,
            "a particle to look at closely, by its id (inspect without it: the fastest)"),
     .commands = " window render inspect "},
    {PATH(export, LG_EXPORT_FORMATS ": 'p-%04d.vtp' every frame, "
                                    "p.vtp the last, - on stdout as .csv, -.ply as .ply"),
     .commands = " run ", .stream = "csv"},
    {FLAG(surface, "exports the fluid's surface instead, as a closed mesh: " LG_SURFACE_FORMATS),
     .commands = " run "},
    {PATH(stats, "statistics of every frame as .csv, - on stdout"), .commands = " run ",
     .stream = "csv", .flows = true},
    {PATH(save, "writes a checkpoint (.lgs) at the end, or 's-%04d.lgs' on the way, - on stdout"),
     .commands = " run ", .stream = "lgs", .flows = true},
    {NUMBER(every, 1, 1, 1e9, "frames from one numbered file to the next (default 1)"),
     .commands = " run "},
    {PATH(resume, "goes on from a checkpoint, as its name alone does; --frames counts from time 0"),
     .commands = " window run render "},
    {PATH(record, "writes a take (.lgr) of the session, which window, run and render play again"),
     .commands = " window ", .stream = "lgr", .flows = true},
    {FLAG(watch, "reads the scene again when it is saved, and waits for that after an error"),
     .commands = " run "},
    {PATH(output,
          "out.png (frame N), 'f-%04d.png', out.mp4, out.gif, or a page; - on stdout, as .png, "
          "-.gif as .gif"),
     .commands = " render pack sweep ", .letter = "-o", .stream = "png"},
    {.row = LG_ROW_(lg_app_options, run, LG_FLOAT, 0, 0, 0, 0, 0, 0, "s", NULL,
                    "runs it so long, simulated, and says what goes wrong", 0),
     .commands = " check ",
     .value = "2s",
     .read = lg_option_read_run},
    {PATH(size, "size of the picture in pixels (default 1280x720)"), .commands = " render ",
     .value = "WxH", .read = lg_option_read_size},
    {.row = LG_ROW_(lg_app_options, scale, LG_FLOAT, 0, 0, 0, 0, 0, 0, "1", NULL,
                    "of letters and panel; 1: as the display is (keys Ctrl + and Ctrl -)", 0),
     .commands = " window ",
     .value = "1.5",
     .read = lg_option_read_scale},
    {PATH(set, "sets a parameter of a named object, a slider (swirl=5), the world "
               "(spacing=0.02), or the solver (solver=flip); may be repeated"),
     .value = "NAME.PARAM=VALUE", .read = lg_option_read_set},
    {PATH(view,
          "how it is shown, as world.view: show=surface,from=3,2,4 ('laguna kinds view' has all); "
          "may be repeated"),
     .commands = " window render ", .value = "NAME=VALUE,...", .read = lg_option_read_view},
    {NUMBER(turn, 0, -1e6, 1e6, "degrees that the camera goes round the scene, over all frames"),
     .commands = " render "},
    {NUMBER(wipe, 0, 1, 99,
            "A/B: one picture, so many percent of its width of the first world, then the second"),
     .commands = " render "},
    {PATH(over, "values of a parameter that a sweep tries, all with all of the other --over"),
     .commands = " sweep ", .value = "NAME=VALUE,...", .read = lg_option_read_over},
    {NUMBER(jobs, 1, 1, 4096, "runs of a sweep at a time, by GNU parallel"), .commands = " sweep "},
    {NUMBER(task, 0, 1, 1e9, "one run of a sweep alone, by its number"), .commands = " sweep "},
    {FLAG(slurm, "writes a script for Slurm's sbatch instead of running a sweep here"),
     .commands = " sweep "},
    {PATH(against, "A/B: beside the scene runs the same once more, set otherwise: solver=pbf, or "
                   "NAME.PARAM=VALUE; may be repeated"),
     .commands = " window run render ", .value = "NAME=VALUE", .read = lg_option_read_against},
    {PATH(plugin, "loads kinds from a shared library; may be repeated"), .value = "FILE.so",
     .read = lg_option_read_plugin},
    {NUMBER(
        threads, -1, 1, 1024,
        "threads of the simulation (default: the cores, or one where all gain less than a tenth)")},
    {NUMBER(seed, -1, 0, LG_WHOLE_MAX, "seed of the random numbers")},
    {NUMBER(fps, -1, 1, 100000, "frames a simulated second (default 60)")},
    {FLAG(trust, "no sandbox around the scene's Lua, and no budget")},
    {PATH(budget,
          "load=2,hook=100,memory=64: s, ms a frame and MiB that the scene's Lua may take; its "
          "header may ask for up to 20, 5000 and 512: -- budget: hook=2000"),
     .value = "LIST", .read = lg_option_read_budget},
    {FLAG(json, "results as one JSON object on stdout")},
    {FLAG(help, "shows help"), .letter = "-h"},
    {FLAG(version, "shows the version")},
};
enum { OPTIONS = sizeof options / sizeof options[0] };

typedef struct parser {
  int argc, at;
  char **argv;
  lg_app_options *o;
  const lg_app_command *command; /* NULL: not known yet */
  bool given[OPTIONS];           /* checked at the end: the subcommand may come last */
} parser;

/* ---- words that nobody knows ---------------------------------------------------------------- */

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

static bool unknown_option(const char *word, int length) {
  char name[OPTIONS][LG_NAME_MAX], asked[LG_NAME_MAX];
  const char *names[OPTIONS];
  for (int i = 0; i < OPTIONS; i++) {
    snprintf(name[i], sizeof name[i], "--%s", options[i].row.name);
    names[i] = name[i];
  }

  snprintf(asked, sizeof asked, "%.*s", length, word);
  lg_app_unknown("unknown option", asked, names, OPTIONS);
  return false;
}

bool lg_app_is_scene(const char *path) {
  if (strcmp(lg_file_extension(path), "lua") == 0) return true;
  FILE *f = fopen(path, "rb");
  if (f) fclose(f);
  return f != NULL;
}

enum { LISTS = 6 };
static void find_lists(lg_app_options *o, lg_app_words *list[LISTS]) {
  lg_app_words *const all[LISTS] = {&o->set,    &o->against, &o->view,
                                    &o->plugin, &o->targets, &o->over};
  memcpy(list, all, sizeof all);
}

/* Defaults, as the rows have them. */
static bool begin(lg_app_options *o, int argc) {
  lg_app_words *list[LISTS];
  *o = (lg_app_options){.size = {1280, 720}, .stream = calloc(1, sizeof *o->stream)};

  /* whole numbers at their defaults */
  for (int i = 0; i < OPTIONS; i++)
    if (options[i].row.type == LG_INT)
      *(int64_t *)(void *)((char *)o + options[i].row.offset) = (int64_t)options[i].row.def[0];

  /* each list holds at most all of the words */
  bool ok = o->stream != NULL;
  find_lists(o, list);
  for (int i = 0; i < LISTS; i++) {
    list[i]->text = calloc((size_t)argc + 1, sizeof *list[i]->text);
    ok = ok && list[i]->text;
  }
  return ok;
}

/* ---- words ---------------------------------------------------------------------------------- */

/* Its value as help shows it; NULL: a flag. */
static const char *value_of(const lg_option *p) {
  return p->value ? p->value : p->row.type == LG_INT ? "N" : p->row.type == LG_FILE ? "FILE" : NULL;
}

static int find_option(const char *word, size_t length) {
  for (int i = 0; i < OPTIONS; i++) {
    const char *name = options[i].row.name, *letter = options[i].letter;
    if (strlen(name) + 2 == length && strncmp("--", word, 2) == 0 &&
        strncmp(name, word + 2, length - 2) == 0)
      return i;

    if (letter && length == 2 && strncmp(letter, word, 2) == 0) return i;
  }
  return -1;
}

/* "--name value" or "--name=value" */
static bool read_option(parser *p) {
  const char *word = p->argv[p->at++];
  size_t length = strcspn(word, "=");
  int i = find_option(word, length);
  if (i < 0) return unknown_option(word, (int)length);

  /* The value stands behind "=" or is the next word. */
  const lg_option *found = &options[i];
  const char *value = word[length] == '=' ? word + length + 1 : NULL, *wanted = value_of(found);
  if (!wanted && value) return lg_option_complain(found, "takes no value", value);
  if (wanted && !value) value = p->at < p->argc ? p->argv[p->at++] : NULL;
  if (wanted && !value) {
    lg_app_say("option '--%s' needs a value: --%s %s", found->row.name, found->row.name, wanted);
    return false;
  }

  p->given[i] = true;
  return lg_option_store(found, value, p->o);
}

/* The first subcommand; every other word is a target, of which most take one. */
static bool read_word(parser *p) {
  const char *word = p->argv[p->at++];
  const lg_app_command *c = p->command || !*word ? NULL : lg_app_find_command(word);
  if (c) {
    p->command = c;
    return true;
  }

  /* Without a subcommand it is a scene for the window, and there is room for one. */
  if (!p->command) p->command = &lg_app_commands[0];
  if (p->o->target && !*p->command->name && !lg_app_is_scene(p->o->target)) {
    lg_app_unknown_command(p->o->target);
    return false;
  }
  p->o->targets.text[p->o->targets.count++] = word;
  if (p->o->targets.count > p->command->most) {
    lg_app_say("%s enough: '%s' comes after '%s'",
               p->command->most == 1 ? "one name is" : "two names are", word, p->o->target);
    return false;
  }
  if (!p->o->target) p->o->target = word;
  else if (p->command->most == 2) p->o->other = word;
  return true;
}

static bool takes(const lg_app_command *c, const lg_option *p) {
  char word[32];
  snprintf(word, sizeof word, " %s ", *c->name ? c->name : "window");
  return !p->commands || strstr(p->commands, word);
}

bool lg_app_takes(const lg_app_command *command, const char *name) {
  for (int i = 0; i < OPTIONS; i++)
    if (strcmp(options[i].row.name, name) == 0) return takes(command, &options[i]);
  return false;
}

bool lg_app_option_at(int i, lg_app_option *out) {
  if (i < 0 || i >= OPTIONS) return false;
  const lg_option *p = &options[i];
  const char *value = value_of(p), *commands = p->commands ? p->commands : "";
  *out =
      (lg_app_option){p->row.name, p->letter ? p->letter : "", value ? value : "", p->row.doc, ""};
  commands += strspn(commands, " ");
  int length = (int)strlen(commands);
  while (length > 0 && commands[length - 1] == ' ') length--;
  snprintf(out->commands, sizeof out->commands, "%.*s", length, commands);
  return true;
}

/* An option of another subcommand would do nothing here: it is refused. */
static bool check_given(const parser *p) {
  for (int i = 0; i < OPTIONS; i++) {
    if (!p->given[i] || takes(p->command, &options[i])) continue;
    lg_app_say("option '--%s' belongs to:%s- '%s' does not take it", options[i].row.name,
               options[i].commands, *p->command->name ? p->command->name : "the window");
    return false;
  }
  return true;
}

static bool is_same_file(const char *a, const char *b) {
  struct stat one, other;
  return stat(a, &one) == 0 && stat(b, &other) == 0 && S_ISREG(one.st_mode) &&
         one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

/* What option i writes to, a file; NULL: nothing, or standard output. */
static const char *written(const parser *p, int i) {
  if (!p->given[i] || !options[i].stream) return NULL;
  const char *path = *(const char **)(void *)((char *)p->o + options[i].row.offset);
  return p->o->stream && path == p->o->stream->path ? NULL : path;
}

/* What is written must not take the scene's place, nor that of what another option writes. */
static bool check_written(const parser *p) {
  for (int i = 0; i < OPTIONS; i++) {
    const char *path = written(p, i), *target = p->o->target;
    if (!path) continue;

    /* by its name, or by what it is, as a link */
    bool scene = strcmp(lg_file_extension(path), "lua") == 0;
    if (!scene && target && strcmp(lg_file_extension(target), "lgs") != 0)
      scene = is_same_file(path, target);
    if (scene) {
      lg_app_say("option '--%s': '%s' is the name of a scene, which is not written over",
                 options[i].row.name, path);
      return false;
    }

    /* and of two one would be lost */
    for (int j = 0; j < i; j++) {
      const char *other = written(p, j);
      if (!other || (strcmp(path, other) != 0 && !is_same_file(path, other))) continue;
      lg_app_say("options '--%s' and '--%s' would both write '%s'", options[j].row.name,
                 options[i].row.name, path);
      return false;
    }
  }
  return true;
}

bool lg_app_parse(int argc, char **argv, lg_app_options *o, const lg_app_command **command) {
  parser p = {.argc = argc, .at = 1, .argv = argv, .o = o};
  if (!begin(o, argc)) {
    lg_app_say("out of memory");
    return false;
  }

  /* After "--" all words are names, and "-" is one anywhere. */
  for (bool names_only = false; p.at < argc;) {
    const char *word = argv[p.at];
    bool dashes = !names_only && word[0] == '-' && word[1];
    if (dashes && strcmp(word, "--") == 0) {
      names_only = true;
      p.at++;
    } else if (!(dashes ? read_option(&p) : read_word(&p))) {
      return false;
    }
  }

  if (!p.command) p.command = &lg_app_commands[0];
  *command = p.command;
  return o->help || o->version || (check_given(&p) && check_written(&p));
}

void lg_app_free_options(lg_app_options *o) {
  lg_app_words *list[LISTS];
  find_lists(o, list);
  for (int i = 0; i < LISTS; i++) {
    free(list[i]->text);
    list[i]->text = NULL;
  }

  lg_take_free(o->take);
  free(o->found);
  free(o->stream);
  lg_bytes_free(&o->state);
}

void lg_app_option_help(FILE *out, const lg_app_command *command) {
  lg_app_option o;
  for (int i = 0; lg_app_option_at(i, &o); i++) {
    char left[64];
    if (command && !takes(command, &options[i])) continue;
    snprintf(left, sizeof left, "%s%s--%s%s%s", o.letter, *o.letter ? ", " : "", o.name,
             *o.value ? " " : "", o.value);

    /* "-o, --output FILE", what it is for, and who takes it. */
    fprintf(out, "  %-24s %s", left, o.doc);
    if (*o.commands && !command) fprintf(out, " [%s]", o.commands);
    fprintf(out, "\n");
  }
}
