/* manual.c - what is installed beside the program for the shell's sake, from the same tables as its
   help: `laguna help man` is the manual page (man(7)), `laguna help bash` and `help zsh` complete
   the command line there. */
#include "app/app.h"

#include <stdio.h>
#include <string.h>

/* ---- the manual page ------------------------------------------------------------------------- */

/* Text of troff: no line begins with its control characters, and '-' is one to be typed. */
static void troff(const char *text) {
  if (*text == '.' || *text == '\'') printf("\\&");
  for (; *text; text++) {
    if (*text == '\\') printf("\\e");
    else if (*text == '-') printf("\\-");
    else putchar(*text);
  }
}

static void paragraph(const char *term, const char *more, const char *text) {
  printf(".TP\n.B ");
  troff(term);
  if (*more) printf(" \\fI");
  troff(more);
  printf("%s\n", *more ? "\\fR" : "");
  troff(text);
  printf("\n");
}

static void manual(void) {
  printf(".TH LAGUNA 1 \"\" \"Laguna %s\" \"User Commands\"\n", LG_VERSION);
  printf(".SH NAME\nlaguna \\- particle fluids with Lua scenes\n.SH SYNOPSIS\n");
  for (const lg_app_command *c = lg_app_commands; c->name; c++) {
    printf(".B laguna %s\n", c->name);
    troff(c->arguments);
    printf("\n.br\n");
  }

  /* what it does, then rows: commands, options, exit codes */
  printf(
      ".SH DESCRIPTION\nA world owns particles. Shapes say where. Emitters make particles, fields "
      "push them, colliders stop them, and one solver makes them a fluid. A scene is a Lua file; "
      "while it runs, saving an edit of it changes the running water.\n.SH COMMANDS\n");
  for (const lg_app_command *c = lg_app_commands; c->name; c++)
    paragraph(*c->name ? c->name : "laguna", c->arguments, c->help);

  printf(".SH OPTIONS\n");
  lg_app_option o;
  for (int i = 0; lg_app_option_at(i, &o); i++) {
    char term[64];
    snprintf(term, sizeof term, "%s%s--%s", o.letter, *o.letter ? ", " : "", o.name);
    paragraph(term, o.value, o.doc);
    if (*o.commands) printf(" (%s)\n", o.commands);
  }

  printf(".SH EXIT STATUS\n");
  troff(LG_EXIT_HELP);
  printf("\n.SH ENVIRONMENT\n.TP\n.B LAGUNA_ISA\nsse2, avx2 or avx512: the dispatch path.\n"
         ".TP\n.B OMP_NUM_THREADS\nHow many threads a world takes by default at most.\n"
         ".SH SEE ALSO\n.BR lua5.4 (1)\n");
}

/* ---- completion ------------------------------------------------------------------------------ */

/* The options that a subcommand takes, "" the window. */
static void options_of(const lg_app_command *c, const char *each, const char *described) {
  lg_app_option o;
  for (int i = 0; lg_app_option_at(i, &o); i++) {
    if (!lg_app_takes(c, o.name)) continue;
    printf(each, o.name);
    if (!described) continue;

    /* zsh's '--name[doc]' */
    for (const char *at = o.doc; *at; at++) {
      if (strchr("[]:'\\", *at)) putchar(*at == '\'' ? '"' : ' ');
      else putchar(*at);
    }
    printf("%s", described);
  }
}

static void commands(void) {
  for (const lg_app_command *c = lg_app_commands + 1; c->name; c++) printf("%s ", c->name);
}

static void bash(void) {
  printf("# bash completion of laguna %s\n"
         "_laguna() {\n"
         "  local word=${COMP_WORDS[COMP_CWORD]} command='' w\n"
         "  for w in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n"
         "    case $w in ",
         LG_VERSION);
  const char *between = "";
  for (const lg_app_command *c = lg_app_commands + 1; c->name; c++, between = "|")
    printf("%s%s", between, c->name);
  printf(") command=$w; break ;; esac\n  done\n  local options=''\n  case $command in\n");
  for (const lg_app_command *c = lg_app_commands; c->name; c++) {
    printf("    '%s') options='", c->name);
    options_of(c, "--%s ", NULL);
    printf("' ;;\n");
  }

  /* words behind a command: its options, kinds, or files of scenes */
  printf("  esac\n"
         "  if [[ $word == -* ]]; then COMPREPLY=($(compgen -W \"$options\" -- \"$word\"))\n"
         "  elif [[ $command == kinds ]]; then COMPREPLY=($(compgen -W \"$(laguna kinds "
         "2>/dev/null |\n"
         "    cut -d' ' -f1)\" -- \"$word\"))\n"
         "  elif [[ $command == help ]]; then COMPREPLY=($(compgen -W '");
  commands();
  printf("man bash zsh' -- \"$word\"))\n"
         "  else\n"
         "    [ -n \"$command\" ] || COMPREPLY=($(compgen -W '");
  commands();
  printf("' -- \"$word\"))\n"
         "    local IFS=$'\\n'\n"
         "    COMPREPLY+=($(compgen -f -X '!*.@(lua|lgs|lgr)' -- \"$word\") $(compgen -d -- "
         "\"$word\"))\n"
         "  fi\n}\nshopt -s extglob\ncomplete -o filenames -F _laguna laguna\n");
}

static void zsh(void) {
  printf("#compdef laguna\n# zsh completion of laguna %s\nlocal command\n", LG_VERSION);

  /* which command is being typed */
  printf("for w in $words[2,CURRENT-1]; do\n  case $w in ");
  const char *between = "";
  for (const lg_app_command *c = lg_app_commands + 1; c->name; c++, between = "|")
    printf("%s%s", between, c->name);
  printf(") command=$w; break ;; esac\ndone\ncase $command in\n");

  /* its options; before there is one, the commands */
  for (const lg_app_command *c = lg_app_commands; c->name; c++) {
    printf("  '%s') _arguments ", c->name);
    options_of(c, "'--%s[", "]' ");
    printf("'*:scene:_files -g \"*.(lua|lgs|lgr)(-.)\"' ;;\n");
  }
  printf("esac\n[ -n \"$command\" ] || compadd");
  for (const lg_app_command *c = lg_app_commands + 1; c->name; c++) printf(" %s", c->name);
  printf("\n");
}

bool lg_app_manual(const char *what) {
  static const struct {
    const char *name;
    void (*show)(void);
  } pages[] = {{"man", manual}, {"bash", bash}, {"zsh", zsh}};
  for (size_t i = 0; i < sizeof pages / sizeof *pages; i++)
    if (strcmp(pages[i].name, what) == 0) return pages[i].show(), true;
  return false;
}
