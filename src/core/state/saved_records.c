/* saved_records.c - the records of a saved world: which numbers stand in them, in order, and what
   they may be. */
#include "core/base/numbers.h"
#include "core/object/object.h"
#include "core/param/param.h"
#include "core/state/saved.h"

/* clang-format off */
#define ANY_INT(T, field)    LG_KEEP_INT(T, field, 1, 0)
#define ANY_FLOAT(T, field)  LG_KEEP_FLOAT(T, field, 1, 0)
#define ANY_DOUBLE(T, field) LG_KEEP_DOUBLE(T, field, 1, 0)
#define COUNT(T, field)      LG_KEEP_INT(T, field, 0, LG_WHOLE_MAX)
#define SMALL(T, field)      LG_KEEP_INT(T, field, 0, INT32_MAX)
#define TIME(T, field)       LG_KEEP_DOUBLE(T, field, 0, LG_HUGE)
#define FINITE(T, field)     LG_KEEP_DOUBLE(T, field, -DBL_MAX, DBL_MAX)
#define OBJECT(T, field)     LG_KEEP_INT(T, field, 0, UINT32_MAX)

/* What a world is made with goes through lg_world_def_check, too. */
typedef lg_saved_head head;
static const lg_state_field heads[] = {
    LG_KEEP_INT(head, dim, 2, 3), SMALL(head, edges), ANY_FLOAT(head, min), ANY_FLOAT(head, max),
    ANY_FLOAT(head, spacing), ANY_INT(head, seed), SMALL(head, particles), TIME(head, time),
    TIME(head, emit_dt), COUNT(head, frame), SMALL(head, next_id), COUNT(head, substep),
    COUNT(head, emitted), COUNT(head, culled), COUNT(head, removed), COUNT(head, guarded),
    SMALL(head, substeps), SMALL(head, iterations), ANY_DOUBLE(head, dt),
    ANY_DOUBLE(head, max_speed), ANY_DOUBLE(head, error_mean), ANY_DOUBLE(head, error_max),
    ANY_DOUBLE(head, residual), LG_KEEP_END};

typedef lg_saved_entry entry;
static const lg_state_field entries[] = {
    ANY_INT(entry, layout), ANY_INT(entry, declared_layout), COUNT(entry, bytes),
    COUNT(entry, declared_bytes), OBJECT(entry, id),
    LG_KEEP_INT(entry, number, -1, INT32_MAX), LG_KEEP_INT(entry, pending, 0, 1), LG_KEEP_END};

typedef lg_saved_column column;
static const lg_state_field columns[] = {
    LG_KEEP_INT(column, components, 1, 3), LG_KEEP_INT(column, integer, 0, 1),
    SMALL(column, owner), LG_KEEP_END};

typedef lg_saved_frame frame;
static const lg_state_field frames[] = {
    COUNT(frame, visited), ANY_DOUBLE(frame, stable_dt), ANY_DOUBLE(frame, tolerance),
    ANY_DOUBLE(frame, viscosity_error), SMALL(frame, pushes), SMALL(frame, touches),
    SMALL(frame, gauges), LG_KEEP_INT(frame, ledger, 0, 1),
    LG_KEEP_INT(frame, grids, 0, LG_GRIDS_MAX), LG_KEEP_END};

typedef lg_saved_push push;
static const lg_state_field pushes[] = {
    OBJECT(push, id), FINITE(push, force), FINITE(push, torque), LG_KEEP_END};

typedef lg_saved_touch touch;
static const lg_state_field touches[] = {
    OBJECT(touch, a), OBJECT(touch, b), ANY_DOUBLE(touch, at), ANY_DOUBLE(touch, normal),
    ANY_DOUBLE(touch, impulse), LG_KEEP_END};

typedef lg_saved_gauge gauge;
static const lg_state_field gauges[] = {
    LG_KEEP_INT(gauge, later, 0, 1), ANY_INT(gauge, layout), COUNT(gauge, bytes),
    ANY_DOUBLE(gauge, value), LG_KEEP_END};

typedef lg_saved_ledger ledger;
static const lg_state_field ledgers[] = {
    LG_KEEP_INT(ledger, begun, 0, 1), COUNT(ledger, came_and_went), ANY_DOUBLE(ledger, first),
    ANY_DOUBLE(ledger, last), ANY_DOUBLE(ledger, term), LG_KEEP_END};

typedef lg_saved_grid grid;
static const lg_state_field grids[] = {
    LG_KEEP_INT(grid, components, 1, 3), LG_KEEP_INT(grid, location, LG_AT_CELLS, LG_AT_FACES),
    LG_KEEP_INT(grid, cells, 1, 1 << 20), LG_KEEP_FLOAT(grid, origin, -LG_HUGE, LG_HUGE),
    LG_KEEP_FLOAT(grid, cell, 0, LG_HUGE), LG_KEEP_END};
/* clang-format on */

const lg_saved_record lg_saved_heads = {sizeof((head *)NULL)->magic, heads};
const lg_saved_record lg_saved_entries = {offsetof(entry, layout), entries};
const lg_saved_record lg_saved_columns = {offsetof(column, components), columns};
const lg_saved_record lg_saved_frames = {offsetof(frame, visited), frames};
const lg_saved_record lg_saved_pushes = {0, pushes};
const lg_saved_record lg_saved_touches = {0, touches};
const lg_saved_record lg_saved_gauges = {offsetof(gauge, later), gauges};
const lg_saved_record lg_saved_ledgers = {0, ledgers};
const lg_saved_record lg_saved_grids = {offsetof(grid, components), grids};

size_t lg_saved_record_bytes(const lg_saved_record *r) {
  size_t bytes = r->text;
  for (const lg_state_field *f = r->fields; f->name; f++) bytes += lg_state_bytes(f);
  return bytes;
}

size_t lg_state_width(const lg_state_field *f) { return lg_state_bytes(f) / (size_t)f->count; }

size_t lg_param_width(const lg_param *row) {
  switch (row->type) {
    case LG_TEXT:
    case LG_FILE:
    case LG_POINTS: return 1;
    case LG_BOOL:
    case LG_INT: return lg_param_bytes(row);
    default: return 4; /* floats, choices, references */
  }
}

size_t lg_saved_struct_bytes(const lg_kind *kind) {
  size_t bytes = 0;
  for (const lg_param *row = kind->params; row->name; row++) bytes += lg_param_bytes(row);
  for (const lg_state_field *f = kind->state; f && f->name; f++) bytes += lg_state_bytes(f);
  return bytes;
}

/* ---- giving them ---------------------------------------------------------------------------- */

static void give_fields(lg_take_fn *take, void *user, const lg_state_field *f, const char *self) {
  for (; f && f->name; f++)
    lg_numbers_give(take, user, self + f->offset, lg_state_width(f), (size_t)f->count);
}

void lg_saved_give_record(lg_take_fn *take, void *user, const lg_saved_record *r,
                          const void *self) {
  take(user, self, r->text);
  give_fields(take, user, r->fields, self);
}

void lg_saved_give_struct(lg_take_fn *take, void *user, const lg_kind *kind, const void *self) {
  for (const lg_param *row = kind->params; row->name; row++)
    lg_numbers_give(take, user, (const char *)self + row->offset, lg_param_width(row),
                    lg_param_bytes(row) / lg_param_width(row));
  give_fields(take, user, kind->state, self);
}
