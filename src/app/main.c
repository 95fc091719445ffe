/* main.c - the program: it reads the command line and calls what is asked for (commands.c). */
#include "app/app.h"

#include <errno.h>
#include <string.h>

static int show_version(const lg_app_options *o) {
  if (o->json) return lg_app_help(o);
  printf("laguna %s (%s)\n", LG_VERSION, lg_isa());
  return LG_EXIT_OK;
}

/* Before anything looks at kinds. False: said why. */
static bool load_plugins(const lg_app_options *o) {
  lg_why why;
  for (int i = 0; i < o->plugin.count; i++) {
    if (lg_plugin_load(o->plugin.text[i], &why)) continue;
    lg_app_say("%s", why.text);
    return false;
  }
  return true;
}

/* "-" among the names: a scene, or a checkpoint, that comes in. Returns the exit code. */
static int read_input(lg_app_options *o) {
  lg_why why;
  for (int i = 0; i < o->targets.count; i++) {
    if (strcmp(o->targets.text[i], "-") != 0) continue;

    /* it can be read but once */
    if (o->watch || o->other) {
      lg_app_say("standard input is read once: give the name of a file");
      return LG_EXIT_USAGE;
    }

    if (!lg_stream_read(o->stream, &why)) return lg_app_say("%s", why.text), LG_EXIT_IO;
    o->targets.text[i] = LG_STREAM_SCENE;
    o->target = o->targets.text[0];
  }
  return LG_EXIT_OK;
}

static int dispatch(lg_app_options *o, const lg_app_command *command) {
  if (o->version) return show_version(o);
  if (o->help) {
    lg_app_options help = *o;
    help.target = *command->name ? command->name : NULL;
    return lg_app_help(&help);
  }
  if (!load_plugins(o)) return LG_EXIT_IO;

  int code = lg_stream_open(o->stream);
  if (code == LG_EXIT_OK) code = read_input(o);
  if (code == LG_EXIT_OK) code = lg_app_resume(o, command);
  if (code != LG_EXIT_OK) return code;

  /* The window has no word of its own: a word that is no scene may be a misspelt subcommand. */
  if (command->run != lg_app_window) return command->run(o);
  if (o->target && !o->stream->read && !lg_app_is_scene(o->target))
    return lg_app_unknown_command(o->target);
  return command->run(o);
}

/* Results may sit in stdout's buffer until now: a closed pipe or a full disk shows itself here. */
static int finish_output(int code) {
  errno = 0;
  if (fflush(stdout) == 0 && !ferror(stdout)) return code;
  lg_app_say("standard output cannot be written: %s",
             errno ? strerror(errno) : "an earlier write failed");
  return LG_EXIT_IO;
}

int main(int argc, char **argv) {
  lg_app_options o;
  const lg_app_command *command = NULL;
  lg_app_catch_interrupt();

  /* a path that is not there would silently be another one */
  if (lg_isa_unknown()) {
    lg_app_say("LAGUNA_ISA='%s' is none of sse2, avx2, avx512, portable", lg_isa_unknown());
    return LG_EXIT_USAGE;
  }

  int code = lg_app_parse(argc, argv, &o, &command) ? dispatch(&o, command) : LG_EXIT_USAGE;
  code = finish_output(code);
  code = lg_stream_close(o.stream, code);
  lg_app_free_options(&o);
  return code;
}
