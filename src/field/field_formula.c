/* field.formula - any function of the particle and time: a scalar or a vector, from a formula (a
   plain function in Lua, lg_expr_... in C) that is compiled into a vector program and written anew
   at the start of each sub-step.

   It may read every column; where only positions are known (another field's argument, a filter) it
   may not. As all accelerations it is integrated explicitly, so a stiff drag belongs into
   field.drag, which bounds the time step. */
#include "laguna_solver.h"

typedef struct formula {
  lg_id program;
  lg_refs uses;
  bool enabled;
} formula;

static const lg_param rows[] = {
    LG_ROW_REF(formula, program, LG_PROGRAM, LG_REQUIRED,
               "the formula: a function of a particle and the time in s"),
    LG_ROW_REF(formula, uses, LG_FIELD, LG_LIST,
               "other fields that it samples; they act through it alone"),
    LG_FIELD_ROWS(formula), LG_ROWS_END};

static bool sample(const lg_world *w, const void *self, const lg_points *at, float *const out[3]) {
  return lg_program_sample(w, ((const formula *)self)->program, at, out);
}

static int components(const lg_world *w, const void *self) {
  return lg_program_components(w, ((const formula *)self)->program);
}

static bool check(const lg_world *w, const void *self, lg_why *why) {
  int n = components(w, self), dim = lg_world_dim(w);
  if (lg_program_is_condition(w, ((const formula *)self)->program))
    return lg_explain(why, "formula: it returns a condition; a field is a number or %d numbers",
                      dim);

  if (n == 1 || n == dim) return true;
  return lg_explain(
      why,
      "formula: it returns %d numbers; a field in a %d-D world is 1 number (scalar) or %d (vector)",
      n, dim, dim);
}

const lg_kind LG_KIND(field, formula) = {.name = "formula",
                                         .family = LG_FAMILY_FIELD,
                                         .doc = "Any function of the particle and time.",
                                         .also = "func|expression|custom",
                                         .size = sizeof(formula),
                                         .params = rows,
                                         .check = check,
                                         .field = {.sample = sample, .components = components}};
