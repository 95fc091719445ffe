/* commands.c - the table of subcommands, and the help that it makes. */
#include "app/app.h"

#include <limits.h>
#include <string.h>

const lg_app_command lg_app_commands[] = {
    {"", "[SCENE.lua [OTHER.lua]]",
     "opens a window on the scene, or on the gallery; press ? there for its keys", lg_app_window,
     2},
    {"run", "SCENE.lua [OTHER.lua] --frames N",
     "runs without a window and ends with the hash of the state", lg_app_run, 2},
    {"render", "SCENE.lua [OTHER.lua] --frames N -o FILE",
     "draws out.png (frame N), 'f-%04d.png', out.mp4 or out.gif; needs no window", lg_app_render,
     2},
    {"check", "SCENE.lua ...",
     "loads the scene, runs one frame, or --run 2s, and says what is wrong, with file and line",
     lg_app_check, INT_MAX},
    {"sweep", "SCENE.lua --over NAME=A,B --frames N -o TABLE.csv",
     "runs it for all combinations of values: a row each, and a plot; goes on where it was stopped",
     lg_app_sweep, 1},
    {"new", "NAME", "writes NAME.lua, a scene to begin with", lg_app_new, 1},
    {"inspect", "SCENE.lua --frames N [--id N]",
     "shows what one particle is and feels: columns, neighbours, the terms of its acceleration",
     lg_app_inspect, 1},
    {"lesson", "[LESSON.lua]",
     "looks at your answer in a lesson and says what to try; without a name it lists the lessons",
     lg_app_lesson, 1},
    {"kinds", "[NAME]", "lists all kinds of objects, or the parameters of one", lg_app_kinds, 1},
    {"bench", "[NAME]",
     "measures ns per particle and sub-step, stage by stage, of a set-up or a scene", lg_app_bench,
     1},
    {"docs", "[FOLDER]", "writes the reference and the editor's types (into lua/laguna)",
     lg_app_docs, 1},
    {"pack", "SCENE.lua ... -o PAGE.html",
     "puts scenes and the program for browsers into one HTML file that needs no network",
     lg_app_pack, INT_MAX},
    {"help", "[NAME]",
     "shows this, or the options of one subcommand; man, bash, zsh: what is installed for them",
     lg_app_help, 1},
    {NULL, NULL, NULL, NULL, 0},
};

const lg_app_command *lg_app_find_command(const char *name) {
  for (const lg_app_command *c = lg_app_commands; c->name; c++)
    if (strcmp(c->name, name) == 0) return c;
  return NULL;
}

static void show_overview(FILE *out) {
  fprintf(out, "Laguna %s - particle fluids with Lua scenes\n\nusage:\n", LG_VERSION);
  for (const lg_app_command *c = lg_app_commands; c->name; c++)
    fprintf(out, "  laguna %s%s%s\n      %s\n", c->name, *c->name ? " " : "", c->arguments,
            c->help);

  fprintf(out, "\noptions:\n");
  lg_app_option_help(out, NULL);
  fprintf(out, "\nexit codes: %s\n", LG_EXIT_HELP);
}

static int show_json_overview(void) {
  lg_json j = {stdout, false};

  lg_json_open(&j, NULL, '{');
  lg_json_text(&j, "version", LG_VERSION);

  /* The subcommands, as help lists them. */
  lg_json_open(&j, "commands", '[');
  for (const lg_app_command *c = lg_app_commands; c->name; c++) {
    lg_json_open(&j, NULL, '{');
    lg_json_text(&j, "name", *c->name ? c->name : "(window)");
    lg_json_text(&j, "arguments", c->arguments);
    lg_json_text(&j, "help", c->help);
    lg_json_close(&j, '}');
  }

  lg_json_close(&j, ']');
  lg_json_close(&j, '}');
  putchar('\n');
  return LG_EXIT_OK;
}

int lg_app_help(const lg_app_options *o) {
  if (o->json) return show_json_overview();
  if (!o->target) {
    show_overview(stdout);
    return LG_EXIT_OK;
  }

  /* a command's own page, where it is installed; else what its options say */
  if (lg_app_manual(o->target)) return LG_EXIT_OK;
  const lg_app_command *c = lg_app_find_command(o->target);
  if (!c) return lg_app_unknown_command(o->target);
  printf("laguna %s%s%s\n  %s\n\noptions:\n", c->name, *c->name ? " " : "", c->arguments, c->help);
  lg_app_option_help(stdout, c);
  return LG_EXIT_OK;
}
