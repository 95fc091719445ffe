/* option.h - an option of the command line: its row (options.c), and how its value is read
   (option_values.c). */
#ifndef LG_APP_OPTION_H
#define LG_APP_OPTION_H

#include "app/app.h"
#include "laguna_kind.h"

typedef struct lg_option lg_option;
typedef bool lg_option_reader(const lg_option *p, const char *text, lg_app_options *o);
struct lg_option {
  /* "--name", type, place, default, range and what it is for. LG_FILE is stored as a pointer to the
     argument, since a path may be longer than the text of an object. */
  lg_param row;
  const char *commands; /* subcommands that take it, between spaces; NULL: all */
  const char *letter;   /* "-o" or NULL */
  /* Of a file that is written: its format where it is "-", standard output; NULL: it cannot be.
     flows: as it is written, not at the end. */
  const char *stream;
  bool flows;
  /* What is no flag, number or file: its value as help shows it, and who reads it. */
  const char *value;
  lg_option_reader *read;
};

/* Keeps the text in the row's field. False: said why not. */
bool lg_option_store(const lg_option *p, const char *text, lg_app_options *o);

/* Says that the option takes something else than the value; false. */
bool lg_option_complain(const lg_option *p, const char *what, const char *value);

/* What is no flag, number or file. */
lg_option_reader lg_option_read_against, lg_option_read_run, lg_option_read_size,
    lg_option_read_scale, lg_option_read_view, lg_option_read_set, lg_option_read_plugin,
    lg_option_read_budget, lg_option_read_over;

#endif
