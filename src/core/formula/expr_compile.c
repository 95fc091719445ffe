/* expr_compile.c - from nodes to instructions: what no result needs is left out; a value lives in a
   register from its node to the last one that reads it; the others are columns where they are, and
   numbers. */
#include "core/formula/expr.h"
#include "core/formula/expr_math.h"

/* Slots while compiling; the last pass moves inputs and outputs down behind the registers in use.
   */
#define INPUT_SLOT  LG_EXPR_REGISTERS
#define OUTPUT_SLOT (INPUT_SLOT + LG_EXPR_INPUTS)

static int operands(int op) {
  if (op <= LG_OP_NOT) return 1;
  if (op <= LG_OP_OR) return 2;
  return op == LG_OP_SELECT || op == LG_OP_HASH || op == LG_OP_SAMPLE ? 3 : 0;
}

int32_t *lg_expr_work(lg_expr *e, size_t n) {
  if (!lg_mem_room(e->mem, &e->work, n, sizeof *e->work)) {
    lg_expr_refuse(e, "out of memory for %d operations", e->nodes);
    return NULL;
  }
  return e->work;
}

bool lg_expr_mark(lg_expr *e, const lg_node *root, int roots, size_t room) {
  int32_t *mark = lg_expr_work(e, room);
  if (!mark) return false;

  /* from the roots down: operands come before what reads them */
  memset(mark, 0, room * sizeof *mark);
  for (int i = 0; i < roots; i++) mark[root[i]] = 1;
  for (lg_node i = (lg_node)room - 1; i >= 0; i--) {
    const lg_expr_node *n = &e->node[i];
    if (!mark[i]) continue;
    const lg_node from[3] = {n->a, n->b, n->c};
    for (int k = 0; k < operands(n->op); k++) mark[from[k]] = 1;
  }
  return true;
}

/* ---- registers ------------------------------------------------------------------------------ */

typedef struct compiling {
  lg_expr *e;
  int32_t *last;  /* per node: the node that reads it last; -1: nobody needs it */
  int32_t *place; /* per node: its slot; -1: none yet */
  int32_t *free;  /* registers that may be used again */
  int frees;
} compiling;

static int take(compiling *c) {
  if (c->frees > 0) return c->free[--c->frees];
  if (c->e->registers == LG_EXPR_REGISTERS) {
    lg_expr_refuse(c->e,
                   "the formula keeps more than %d values at a time; split it, or store parts of "
                   "it in columns of your own",
                   LG_EXPR_REGISTERS);
    return 0;
  }
  return c->e->registers++;
}

static void give_back(compiling *c, lg_node a, lg_node reader) {
  if (c->last[a] != reader || c->place[a] < 0 || c->place[a] >= LG_EXPR_REGISTERS) return;
  c->free[c->frees++] = c->place[a];
  c->place[a] = -1; /* once, though it may be both operands */
}

static lg_instr *emit(compiling *c, int op, int to) {
  lg_expr *e = c->e;
  if ((size_t)e->instrs == e->code_room) {
    size_t room = e->code_room ? e->code_room * 2 : 256;
    lg_instr *code = lg_mem_realloc(e->mem, e->code, room * sizeof *code);
    if (!code) {
      lg_expr_refuse(e, "out of memory for %d operations", e->instrs);
      e->instrs = 0; /* what follows is thrown away */
    } else {
      e->code = code;
      e->code_room = room;
    }
  }

  if (!e->code_room) return NULL;
  e->code[e->instrs] = (lg_instr){.op = (uint8_t)op, .to = (uint16_t)to};
  return &e->code[e->instrs++];
}

static bool is_number(const lg_expr *e, lg_node a) {
  return e->node[a].op == LG_OP_NUMBER || e->node[a].op == LG_OP_TRUTH;
}

static void operand(compiling *c, lg_instr *i, int k, lg_node a) {
  if (c->place[a] < 0) {
    i->numbers |= (uint8_t)(1 << k);
    i->number[k] = lg_float_of(c->e->node[a].bits);
  } else i->from[k] = (uint16_t)c->place[a];
}

static void copy(compiling *c, lg_node from, int to) {
  lg_instr *i = emit(c, LG_OP_COPY, to);
  if (i) operand(c, i, 0, from);
}

/* ---- nodes ---------------------------------------------------------------------------------- */

static void leaf(compiling *c, lg_node i) {
  const lg_expr_node *n = &c->e->node[i];
  if (n->op == LG_OP_COLUMN && !c->e->input[n->a].integer) {
    c->place[i] = INPUT_SLOT + n->a;
    return;
  }
  c->place[i] = take(c);
  lg_instr *made = emit(c, n->op == LG_OP_RANDOM ? LG_OP_RANDOM : LG_OP_WHOLE, c->place[i]);
  if (!made) return;
  made->from[0] = (uint16_t)(INPUT_SLOT + n->a);
  made->bits = n->bits;
}

/* What calls a function for its points takes arrays, and no result that overlaps them. */
static void spread_numbers(compiling *c, const lg_node from[3]) {
  for (int k = 0; k < 3; k++)
    if (is_number(c->e, from[k]) && c->place[from[k]] < 0) {
      int at = take(c);
      copy(c, from[k], at);
      c->place[from[k]] = at;
    }
}

static void inner(compiling *c, lg_node i, int direct) {
  const lg_expr_node n = c->e->node[i];
  const lg_node from[3] = {n.a, n.b, n.c};
  bool calls = n.op == LG_OP_SAMPLE;
  lg_instr built = {.op = n.op, .bits = n.bits};

  /* its operands: numbers inside the instruction, or slots */
  if (n.op == LG_OP_SAMPLE || n.op == LG_OP_HASH) spread_numbers(c, from);
  for (int k = 0; k < operands(n.op); k++) operand(c, &built, k, from[k]);

  /* its register, often that of an operand that is read for the last time */
  int to = direct >= 0 ? direct : calls ? take(c) : -1;
  for (int k = 0; k < operands(n.op); k++) give_back(c, from[k], i);
  if (to < 0) to = take(c);
  c->place[i] = to;

  lg_instr *made = emit(c, n.op, to);
  if (!made) return;
  built.to = (uint16_t)to;
  *made = built;
}

static void move_slots(lg_expr *e) {
  const uint16_t down = (uint16_t)(INPUT_SLOT - e->registers),
                 gap = (uint16_t)(LG_EXPR_INPUTS - e->inputs);
  for (int i = 0; i < e->instrs; i++) {
    uint16_t *slot[4] = {&e->code[i].to, &e->code[i].from[0], &e->code[i].from[1],
                         &e->code[i].from[2]};
    for (int k = 0; k < 4; k++) {
      if (*slot[k] >= OUTPUT_SLOT) *slot[k] = (uint16_t)(*slot[k] - down - gap);
      else if (*slot[k] >= INPUT_SLOT) *slot[k] = (uint16_t)(*slot[k] - down);
    }
  }
}

static void find_last_readers(compiling *c) {
  const lg_expr *e = c->e;
  for (lg_node i = 0; i < e->nodes; i++) {
    const lg_node from[3] = {e->node[i].a, e->node[i].b, e->node[i].c};
    c->place[i] = -1;
    if (c->last[i] == 0) {
      c->last[i] = -1;
      continue;
    }
    for (int k = 0; k < operands(e->node[i].op); k++) c->last[from[k]] = i;
  }

  /* results are read at the end */
  for (int o = 0; o < e->outputs; o++) c->last[e->output[o]] = e->nodes; /* never */
}

/* The output that the node may be written to at once: its first one, if nothing else is written
   there. */
static int direct_output(const lg_expr *e, lg_node i, bool in_place) {
  for (int o = 0; o < e->outputs && !in_place; o++)
    if (e->output[o] == i) return OUTPUT_SLOT + o;
  return -1;
}

static void deliver(compiling *c, bool in_place) {
  const lg_expr *e = c->e;
  /* a column that becomes another: read before any is written */
  for (int o = 0; o < e->outputs && in_place; o++) {
    lg_node i = e->output[o];
    if (c->place[i] < INPUT_SLOT) continue;
    int at = take(c);
    copy(c, i, at);
    c->place[i] = at;
  }

  for (int o = 0; o < e->outputs; o++)
    if (c->place[e->output[o]] != OUTPUT_SLOT + o) copy(c, e->output[o], OUTPUT_SLOT + o);
}

bool lg_expr_compile(lg_expr *e, bool in_place) {
  size_t n = (size_t)e->nodes;
  e->instrs = e->registers = 0;
  if (e->error[0] || !lg_expr_work(e, 3 * n + 1)) return false;
  if (!lg_expr_mark(e, e->output, e->outputs, n)) return false;

  /* a pass over the nodes, in their order, of those that a result needs */
  compiling c = {e, e->work, e->work + n, e->work + 2 * n, 0};
  find_last_readers(&c);
  for (lg_node i = 0; i < e->nodes && !e->error[0]; i++) {
    if (c.last[i] < 0 || is_number(e, i)) continue;
    if (operands(e->node[i].op) == 0) leaf(&c, i);
    else inner(&c, i, direct_output(e, i, in_place));
  }

  deliver(&c, in_place);
  if (e->error[0]) return false;
  move_slots(e);
  return true;
}
