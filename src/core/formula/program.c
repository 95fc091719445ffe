/* program.c - programs of a world: who refers to them, when they are written anew, their values at
   points. */
#include "core/formula/program.h"

#include "core/base/isa.h"
#include "core/base/world.h"
#include "core/formula/expr_math.h"
#include "core/object/object.h"
#include "core/param/param.h"
#include "core/particles/particles.h"

static lg_id id_of(const lg_world *w, int slot) {
  return (lg_id)w->programs->slot[slot].generation << 16 | LG_PROGRAM_SLOTS | (lg_id)slot;
}

/* NULL: gone. */
static lg_program *program_of(const lg_world *w, lg_id id) {
  int slot = (int)(id & (LG_PROGRAM_SLOTS - 1));
  if (!w || !(id & LG_PROGRAM_SLOTS) || slot >= w->programs->count) return NULL;
  lg_program *p = &w->programs->slot[slot];
  return p->expr && p->generation == id >> 16 ? p : NULL;
}

/* ---- writing -------------------------------------------------------------------------------- */

bool lg_program_write(lg_world *w, lg_expr *e, lg_formula_fn *write, void *user, bool in_place) {
  if (w->programs->writing)
    return lg_refuse(w, "a formula cannot ask for the value of another one while it is made");
  w->programs->writing = true;
  w->programs->moment++;
  lg_expr_clear(e);
  bool ok = write(user, w, e, w->time, w->emit_dt);
  w->programs->writing = false;
  ok = ok && lg_expr_compile(e, in_place);
  return ok || !e->error[0] ? ok : lg_refuse(w, "formula: %s", e->error);
}

/* Marks in `used` what objects, the pending solver among them, refer to. */
static void find_used(lg_world *w, const lg_kind *kind, const void *self, bool *used) {
  for (const lg_param *r = kind->params; r->name; r++) {
    const lg_id *ids = NULL;
    int n = r->type == LG_PROGRAM ? lg_param_refs(r, self, &ids) : 0;
    for (int i = 0; i < n; i++) {
      const lg_program *p = program_of(w, ids[i]);
      if (p) used[p - w->programs->slot] = true;
    }
  }
}

static bool *used_now(lg_world *w) {
  bool *used = w->programs->count > 0 ? lg_scratch(w, (size_t)w->programs->count) : NULL;
  if (!used) return NULL;
  memset(used, 0, (size_t)w->programs->count);
  for (int i = 0; i < w->objects->count; i++)
    if (w->objects->slot[i].kind)
      find_used(w, w->objects->slot[i].kind, w->objects->slot[i].self, used);
  if (w->objects->pending_self)
    find_used(w, w->objects->pending_kind, w->objects->pending_self, used);
  return used;
}

static void drop(lg_program *p) {
  lg_expr_free(p->expr);
  p->expr = NULL;
  if (p->drop) p->drop(p->user);
}

void lg_programs_sweep(lg_world *w) {
  const bool *used = used_now(w);
  for (int i = 0; used && i < w->programs->count; i++) {
    lg_program *p = &w->programs->slot[i];
    if (p->expr && p->used && !used[i]) drop(p);
    p->used |= used[i];
  }
}

/* ---- every sub-step ------------------------------------------------------------------------- */

/* What is cached of shapes no longer holds, where their formula says something else than before. */
static void tell_shapes(lg_world *w, lg_program *p, lg_id id) {
  if (!p->changed) return;
  p->changed = false;
  LG_EACH_OBJECT(w, LG_FAMILY_SHAPE, o)
    if (lg_refs_has(o, id)) lg_refs_changed(w, o);
}

static bool refuse_sums(lg_world *w) {
  return lg_refuse(w, "formula: a field is asked at points, which have no neighbours; sum "
                      "over neighbours in world:update, and store it in a column");
}

bool lg_programs_refresh(lg_world *w) {
  for (int i = 0; i < w->programs->count; i++) {
    lg_program *p = &w->programs->slot[i];
    if (p->expr && !lg_program_write(w, p->expr, p->write, p->user, false)) return false;

    if (p->expr && p->expr->given != p->given)
      return lg_refuse(
          w, "formula: it returned %d numbers so far and %d now; return the same count always",
          p->given, p->expr->given);

    if (p->expr && p->expr->sums > 0) return refuse_sums(w);
    if (p->expr && p->shape && !lg_program_make_distance(w, p)) return false;
    if (p->expr && p->shape) tell_shapes(w, p, id_of(w, i));
  }
  return true;
}

void lg_programs_free(lg_world *w) {
  for (int i = 0; i < w->programs->count; i++)
    if (w->programs->slot[i].expr) drop(&w->programs->slot[i]);
  lg_mem_free(&w->mem, w->programs->slot);
  lg_expr_free(w->programs->once);
  for (int i = 0; i < LG_EXPR_REACHES; i++) lg_pair_lists_free(&w->programs->lists[i], w);
  memset(w->programs, 0, sizeof *w->programs);
}

static int free_slot(lg_world *w) {
  lg_programs *all = w->programs;
  for (int i = 0; i < all->count; i++)
    if (!all->slot[i].expr) return i;

  if (all->count == all->capacity) {
    int capacity = all->capacity ? all->capacity * 2 : 4;
    if (capacity > LG_PROGRAM_SLOTS) return -1;
    lg_program *slot = lg_mem_realloc(&w->mem, all->slot, (size_t)capacity * sizeof *slot);
    if (!slot) return -1;
    memset(slot + all->capacity, 0, (size_t)(capacity - all->capacity) * sizeof *slot);
    all->slot = slot;
    all->capacity = capacity;
  }

  return all->count++;
}

lg_id lg_program_add(lg_world *w, lg_formula_fn *write, void *user, void (*drop_user)(void *user)) {
  if (!w) return 0;
  if (!write)
    return (lg_id)lg_refuse(w, "lg_program_add: there is no function that writes the formula");

  /* it is written once now, so that a refusal is heard here */
  int slot = free_slot(w);
  lg_expr *e = slot >= 0 ? lg_expr_new(w, w->dim) : NULL;
  if (!e) return (lg_id)lg_refuse(w, "out of memory for %d formulas", w->programs->count);
  if (!lg_program_write(w, e, write, user, false)) {
    lg_expr_free(e);
    return 0;
  }
  if (e->sums > 0) {
    lg_expr_free(e);
    return (lg_id)refuse_sums(w);
  }

  /* generations tell its id from those of earlier formulas in this slot */
  lg_program *p = &w->programs->slot[slot];
  *p = (lg_program){.generation = (uint16_t)(p->generation + 1),
                    .expr = e,
                    .given = e->given,
                    .write = write,
                    .user = user,
                    .drop = drop_user};
  if (p->generation == 0) p->generation = 1;
  return id_of(w, slot);
}

bool lg_program_remove(lg_world *w, lg_id id) {
  lg_program *p = program_of(w, id);
  if (!w) return false;
  if (!p)
    return lg_refuse(w, "lg_program_remove: there is no such formula in this world (any more)");
  const bool *used = used_now(w);
  if (!used || used[p - w->programs->slot])
    return lg_refuse(w, "lg_program_remove: an object still refers to the formula");
  drop(p);
  return true;
}

/* ---- asking --------------------------------------------------------------------------------- */

int lg_program_components(const lg_world *w, lg_id id) {
  const lg_program *p = program_of(w, id);
  return p ? p->given : 0;
}

bool lg_program_is_condition(const lg_world *w, lg_id id) {
  const lg_program *p = program_of(w, id);
  return p && p->expr->given > 0 && p->expr->node[p->expr->output[0]].condition;
}

const char *lg_program_reads(const lg_world *w, lg_id id) {
  const lg_program *p = program_of(w, id);
  for (int i = 0; p && i < p->expr->inputs; i++)
    if (strcmp(p->expr->input[i].name, "position") != 0) return p->expr->input[i].name;
  return "";
}

static const float *input_at(const lg_world *w, const lg_expr_source *in, const lg_points *at) {
  const lg_col *col = &w->particles->col[in->column];
  if (at->particles)
    return in->column < w->particles->columns && strcmp(col->name, in->name) == 0
               ? col->c[in->component] + at->first
               : NULL;
  if (strcmp(in->name, "position") == 0) return at->x[in->component];
  if (strcmp(in->name, "velocity") == 0) return at->v[in->component];
  return strcmp(in->name, "mass") == 0 ? at->mass : NULL;
}

bool lg_program_sample(const lg_world *w, lg_id id, const lg_points *at, float *const out[3]) {
  const lg_program *p = program_of(w, id);
  lg_expr_block b = {.n = at->n};
  if (!p || p->expr->outputs > 3) return false;
  for (int i = 0; i < p->expr->inputs; i++) {
    b.input[i] = input_at(w, &p->expr->input[i], at);
    if (!b.input[i]) return false;
  }
  for (int k = 0; k < p->expr->outputs; k++) b.output[k] = out[k];
  lg_evaluator_now()->run(p->expr, &p->expr->code, &b);
  return true;
}

/* A column of particles as it is now; NULL: it is not there any more. */
static float *target_at(const lg_world *w, const lg_expr_source *to, size_t first) {
  const lg_col *col = &w->particles->col[to->column];
  bool there = to->column < w->particles->columns && strcmp(col->name, to->name) == 0;
  return there ? col->c[to->component] + first : NULL;
}

bool lg_program_store(lg_world *w, lg_id id, size_t begin, size_t end) {
  const lg_program *p = program_of(w, id);
  float out[LG_EXPR_OUTPUTS][LG_BLOCK];
  for (size_t i = begin; p && i < end; i += LG_BLOCK) {
    lg_points at = {
        .particles = true, .first = i, .n = (int)(end - i < LG_BLOCK ? end - i : LG_BLOCK)};
    lg_expr_block b = {.n = at.n};

    /* columns may have gone with a solver */
    for (int k = 0; k < p->expr->inputs; k++) {
      b.input[k] = input_at(w, &p->expr->input[k], &at);
      if (!b.input[k])
        return lg_refuse(w, "emitter: set names column '%s', which is not there any more",
                         p->expr->input[k].name);
    }

    for (int k = 0; k < p->expr->outputs; k++) b.output[k] = out[k];
    lg_evaluator_now()->run(p->expr, &p->expr->code, &b);
    for (int k = 0; k < p->expr->outputs; k++)
      memcpy(target_at(w, &p->expr->input[p->expr->target[k].input], i), out[k],
             (size_t)at.n * sizeof(float));
  }
  return true;
}

bool lg_expr_at(lg_expr *e, const double *inputs, double *outputs) {
  float in[LG_EXPR_INPUTS], out[LG_EXPR_OUTPUTS];
  lg_expr_block b = {.n = 1};
  if (!lg_expr_compile(e, false)) return false;

  for (int i = 0; i < e->inputs; i++) {
    in[i] = e->input[i].integer ? lg_float_of((uint32_t)(int32_t)inputs[i]) : (float)inputs[i];
    b.input[i] = &in[i];
  }
  for (int k = 0; k < e->outputs; k++) b.output[k] = &out[k];

  lg_evaluator_now()->run(e, &e->code, &b);
  for (int k = 0; k < e->outputs; k++)
    outputs[k] = e->node[e->output[k]].condition ? lg_bits_of(out[k]) != 0 : (double)out[k];
  return true;
}

LG_VARIANTS(lg_evaluator, evaluators)
const lg_evaluator *lg_evaluator_now(void) { return evaluators[lg_isa_path()]; }

/* What particles begin with: what it stores, but for what says where and of what they are. */
static bool check_set(const lg_world *w, const lg_kind *kind, lg_id id, lg_why *why) {
  static const char *const fixed[] = {"position", "mass", "material", "age"};
  const lg_expr *e = program_of(w, id)->expr;

  if (e->given > 0 || e->outputs == 0)
    return lg_explain(why,
                      "%s: set must store what particles begin with, p.velocity = ..., and "
                      "return nothing",
                      kind->name);

  for (int k = 0; k < e->outputs; k++)
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
      if (strcmp(e->input[e->target[k].input].name, fixed[i]) == 0)
        return lg_explain(why,
                          "%s: set cannot store '%s': shape and material of the emitter say it",
                          kind->name, fixed[i]);
  return true;
}

/* What says a shape: one number of the position alone. It becomes a distance. */
static bool check_shape(lg_world *w, const lg_kind *kind, lg_id id, lg_why *why) {
  lg_program *p = program_of(w, id);
  const char *reads = lg_program_reads(w, id);

  if (p->given != 1 || p->expr->outputs > 1 || lg_program_is_condition(w, id))
    return lg_explain(why, "%s: it must return one number, negative inside and positive outside",
                      kind->name);
  if (*reads)
    return lg_explain(why, "%s: it reads '%s', and a shape knows positions only", kind->name,
                      reads);

  /* a formula is no distance yet; once made into one it stays so */
  if (p->shape) return true;
  p->shape = true;
  if (lg_program_make_distance(w, p)) return true;
  return lg_explain(why, "%s", lg_error(w));
}

/* A filter, of emitters, must be a condition of the position alone. */
bool lg_program_check(const lg_world *w, const lg_kind *kind, const lg_param *row, lg_id id,
                      lg_why *why) {
  if (!program_of(w, id))
    return lg_explain(why, "%s: option '%s' must be a formula of this world", kind->name,
                      row->name);
  if (kind->family == LG_FAMILY_SHAPE) return check_shape((lg_world *)(uintptr_t)w, kind, id, why);
  if (strcmp(row->name, "set") == 0) return check_set(w, kind, id, why);
  if (strcmp(row->name, "filter") != 0) return true;

  /* filters are conditions of the position alone */
  const char *reads = lg_program_reads(w, id);
  if (!lg_program_is_condition(w, id) || lg_program_components(w, id) != 1)
    return lg_explain(why, "%s: filter must return a condition, such as p.x > 0", kind->name);
  return !*reads ||
         lg_explain(why,
                    "%s: filter reads '%s', and only a position is known of what is not there yet",
                    kind->name, reads);
}
