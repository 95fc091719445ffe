/* budget.c - what a scene's Lua may take, as text: "hook=2000,memory=256", of --budget and of a
   scene's header. */
#include "bind/guard/guard.h"

#include <stdio.h>
#include <string.h>

static void put_load(lg_budget *b, double seconds) { b->load = seconds; }
static void put_hook(lg_budget *b, double ms) { b->hook = 1e-3 * ms; }
static void put_memory(lg_budget *b, double mib) { b->memory = (size_t)(mib * 1048576); }

/* What a header may ask for, in units of the list: a scene of a stranger keeps nobody for hours. */
static const struct quantity {
  const char *name, *unit;
  double most, asked; /* of the host, of a header */
  void (*put)(lg_budget *b, double x);
} quantities[] = {{"load", "s", 1e6, 20, put_load},
                  {"hook", "ms", 1e6, 5000, put_hook},
                  {"memory", "MiB", 1e6, 512, put_memory}};
enum { QUANTITIES = sizeof quantities / sizeof quantities[0] };

static bool unknown(const char *name, lg_why *why) {
  const char *names[QUANTITIES];
  char meant[LG_MEANT_MAX];
  for (int k = 0; k < QUANTITIES; k++) names[k] = quantities[k].name;
  return lg_explain(why, "unknown budget '%s'%s", name,
                    lg_meant(name, names, QUANTITIES, meant, sizeof meant));
}

bool lg_budget_read(const char *list, bool of_header, lg_budget *out, lg_why *why) {
  lg_budget read = *out;
  const char *at = list;
  do {
    /* One NAME=NUMBER after the other. */
    char name[16];
    double x;
    int used = 0, k = 0;
    if (sscanf(at, " %15[a-z] =%lf%n", name, &x, &used) != 2 || (at[used] && at[used] != ','))
      return lg_explain(why, "a budget is a list such as load=5,hook=500,memory=256, not '%s'",
                        list);

    while (k < QUANTITIES && strcmp(quantities[k].name, name) != 0) k++;
    if (k == QUANTITIES) return unknown(name, why);
    const struct quantity *q = &quantities[k];
    double most = of_header ? q->asked : q->most;
    if (!(x > 0 && x <= most))
      return lg_explain(why, "a budget %s = %g must be above 0 and at most %g %s%s", name, x, most,
                        q->unit, of_header ? " (--budget of the program may say more)" : "");
    q->put(&read, x);
    at += used + (at[used] == ',');
  } while (*at);
  *out = read;
  return true;
}

/* Where the host has said nothing, or all 0, the second. */
lg_budget lg_budget_or(lg_budget said, lg_budget other) {
  return (lg_budget){said.load > 0 ? said.load : other.load, said.hook > 0 ? said.hook : other.hook,
                     said.memory > 0 ? said.memory : other.memory};
}
