/* saved.h - a world's state as bytes: what checkpoints hold, and what a scene that is read again
   takes over.

     head | count | object: entry, declared fields, current fields, memory of its kind if that has
     `save`: bytes, ... | ... | count | column: entry, components x n floats | ...
     | last frame: entry, pushes, touches, gauges, ledger, grids | sum

   Head and entries are texts of fixed length and the numbers of the tables in saved_records.c, one
   behind the other; fields those of a kind's rows and of its state, in order. Numbers are little
   endian and as wide as they are called (numbers.h), so that equal states are equal bytes on every
   machine; every value is checked as that of a stranger. `sum` is XXH3 (64 bits) of all before
   it.

   The last frame is what hooks may read of it until the next one ends, and what was pushed since:
   of each as many as its entry says, a gauge with the fields of its measure, a grid with its
   numbers. Files of before end without it; then nothing is known of that frame. */
#ifndef LG_CORE_SAVED_H
#define LG_CORE_SAVED_H

#include "core/base/world.h"
#include "core/measure/account.h"

#define LG_SAVED_MAGIC "LGWORLD6" /* the last letter is the version of the format */

typedef struct lg_saved_head {
  char magic[8];
  int64_t dim, edges[6];         /* x lower, x upper, y lower, ... */
  float min[3], max[3], spacing; /* m */
  int64_t seed, particles;
  /* counters, which a frame that is taken back has, too (snapshot.c) */
  double time, emit_dt; /* s */
  int64_t frame, next_id, substep, emitted, culled, removed, guarded;
  int64_t substeps, iterations; /* statistics of the last frame, which scripts may read */
  double dt, max_speed, error_mean, error_max, residual;
} lg_saved_head;

void lg_counters_take(lg_saved_head *h, const lg_world *w);
void lg_counters_put(lg_world *w, const lg_saved_head *h);

typedef struct lg_saved_entry { /* an object */
  /* "": it is or was none */
  char name[LG_NAME_MAX], family[LG_NAME_MAX], kind[LG_NAME_MAX], declared_kind[LG_NAME_MAX];
  int64_t layout, declared_layout; /* lg_saved_layout of the kinds */
  int64_t bytes, declared_bytes;   /* of the fields that follow */
  int64_t id;                      /* in the world that wrote it */
  int64_t number;                  /* a material: what column `material` holds */
  int64_t pending;                 /* a solver: its columns are still another one's */
} lg_saved_entry;

typedef struct lg_saved_column {
  char name[LG_NAME_MAX];
  int64_t components, integer, owner;
} lg_saved_column;

typedef struct lg_saved_frame { /* the last one */
  char limit[LG_NAME_MAX];      /* of lg_stats, like the numbers that are not in the head */
  int64_t visited;
  double stable_dt, tolerance, viscosity_error;
  int64_t pushes, touches, gauges, ledger, grids; /* how many follow */
} lg_saved_frame;

typedef struct lg_saved_push { /* on a body in the next frame */
  int64_t id;                  /* in the world that wrote it, as in an entry */
  double force[3], torque[3];
} lg_saved_push;

typedef struct lg_saved_touch {
  int64_t a, b;
  double at[3], normal[3], impulse;
} lg_saved_touch;

typedef struct lg_saved_gauge {
  char name[LG_NAME_MAX], measure[LG_NAME_MAX];
  int64_t later;         /* it came in the run: the host does not set it up */
  int64_t layout, bytes; /* of its measure's fields, which follow */
  double value[3];
} lg_saved_gauge;

#define LG_SAVED_HOLDING (sizeof(lg_holding) / sizeof(double))
typedef struct lg_saved_ledger { /* an lg_account */
  int64_t begun, came_and_went;
  double first[LG_SAVED_HOLDING], last[LG_SAVED_HOLDING];
  double term[LG_ACCOUNT_TERMS * LG_SAVED_HOLDING];
} lg_saved_ledger;

typedef struct lg_saved_grid { /* of the solver, as lg_grid shows it */
  char name[LG_NAME_MAX];
  int64_t components, location, cells[3];
  float origin[3], cell[3];
} lg_saved_grid;

/* saved_records.c: all of them as they stand in a file. */
typedef struct lg_saved_record {
  size_t text;                  /* bytes that the struct begins with, as they are */
  const lg_state_field *fields; /* the numbers behind; min above max: any will do */
} lg_saved_record;
extern const lg_saved_record lg_saved_heads, lg_saved_entries, lg_saved_columns, lg_saved_frames,
    lg_saved_pushes, lg_saved_touches, lg_saved_gauges, lg_saved_ledgers, lg_saved_grids;
size_t lg_saved_record_bytes(const lg_saved_record *r);
void lg_saved_give_record(lg_take_fn *take, void *user, const lg_saved_record *r, const void *self);
/* A kind's rows and state, one behind the other; what a struct holds besides are pointers, handles
   and what follows from these. */
size_t lg_saved_struct_bytes(const lg_kind *kind);
void lg_saved_give_struct(lg_take_fn *take, void *user, const lg_kind *kind, const void *self);
/* Numbers of a field, rows and state alike: how wide each is, and how many there are. */
size_t lg_param_width(const lg_param *row);
size_t lg_state_width(const lg_state_field *f);

/* Tells two layouts of a kind's fields apart: name, type and bytes of every row and of its
   state. */
uint64_t lg_saved_layout(const lg_kind *kind);
/* Bytes of what it owns besides its struct (lg_kind.save). */
size_t lg_saved_memory(const lg_world *w, const lg_kind *kind, const void *self);

/* saved.c: bytes -> the pieces, checked. */
typedef struct lg_saved_object {
  lg_saved_entry entry;
  const lg_kind *kind, *declared_kind; /* NULL: none */
  char *self, *declared;               /* structs with these fields, else 0; NULL: none */
  const char *memory;                  /* what its kind's `save` gave; NULL: it has none */
  uint64_t memory_bytes;
  lg_id now;     /* restore.c: in the world that takes it; 0: not there */
  bool resolved; /* restore_objects.c: its references are this world's */
} lg_saved_object;

typedef struct lg_saved {
  const char *bytes;
  size_t n, at; /* `at`: how far it was read; behind lg_saved_open the first column */
  lg_saved_head head;
  uint64_t objects, columns;
  lg_saved_object *object;
} lg_saved;
/* false: refused; close it in any case */
bool lg_saved_open(lg_saved *s, lg_world *w, const void *bytes, size_t n);
/* n numbers; out NULL: they are passed over */
bool lg_saved_numbers(lg_saved *s, void *out, size_t width, size_t n);
/* A record; false: cut short (*wrong NULL), or a value that cannot be: the name of its field. */
bool lg_saved_fields(lg_saved *s, void *out, const lg_saved_record *r, const char **wrong);
/* The same of a kind's rows and state. */
bool lg_saved_struct(lg_saved *s, void *self, const lg_kind *kind, const char **wrong);
/* What is fixed when a world is made goes into the definition: bounds, edges, spacing, seed. */
void lg_saved_fixed(const lg_saved_head *h, lg_world_def *def);
void lg_saved_close(lg_saved *s, lg_world *w);

/* last_frame.c: it is written; it is read, where reading stands behind the columns, and into r's
   world unless that is NULL. False as lg_saved_fields, or refused where the world's error says
   so. */
struct lg_restoring;
void lg_last_frame_save(const lg_world *w, lg_take_fn *take, void *user);
bool lg_last_frame_read(lg_saved *s, struct lg_restoring *r, const char **wrong);

/* setup.c: what the host set up: every object as it was when the first frame began, or when the
   world was saved or restored before that. What has changed since was changed by hooks, by hand or
   by the simulation. */
typedef struct lg_setup_object {
  lg_id id;
  char name[LG_NAME_MAX];
  const lg_kind *kind;
  void *self;
} lg_setup_object;
/* object NULL: not yet known */
typedef struct lg_setup {
  lg_setup_object *object;
  int count, capacity;
} lg_setup;
bool lg_setup_take(lg_world *w); /* once; false: no memory */
/* the solver under any id; NULL: it came later */
const lg_setup_object *lg_setup_find(const lg_world *w, lg_id id);
void lg_setup_free(lg_world *w);

#endif
