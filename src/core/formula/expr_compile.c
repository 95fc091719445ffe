/* expr_compile.c - from nodes to instructions: what no result needs is left out; a value lives in a
   register from its node to the last one that reads it; the others are columns where they are, and
   numbers. */
#include "core/formula/expr.h"
#include "core/formula/expr_math.h"

/* Slots while compiling; the last pass closes the gap between registers, inputs and outputs. */
#define INPUT_SLOT  LG_EXPR_REGISTERS
#define OUTPUT_SLOT (INPUT_SLOT + LG_EXPR_INPUTS)

int lg_expr_operands(int op) {
  if (op <= LG_OP_NOT) return 1;
  if (op <= LG_OP_OR) return 2;
  return op == LG_OP_SELECT || op == LG_OP_HASH || op == LG_OP_SAMPLE ? 3 : 0;
}

/* n int32 to work on; NULL: no memory. */
static int32_t *work_room(lg_expr *e, size_t n) {
  if (!lg_mem_room(e->mem, &e->work, n, sizeof *e->work)) {
    lg_expr_refuse(e, "out of memory for %d operations", e->nodes);
    return NULL;
  }
  return e->work;
}

bool lg_expr_mark(lg_expr *e, const lg_node *root, int roots, size_t room) {
  int32_t *mark = work_room(e, room);
  if (!mark) return false;

  /* from the roots down: operands come before what reads them */
  memset(mark, 0, room * sizeof *mark);
  for (int i = 0; i < roots; i++) mark[root[i]] = 1;
  for (lg_node i = (lg_node)room - 1; i >= 0; i--) {
    const lg_expr_node *n = &e->node[i];
    if (!mark[i]) continue;
    const lg_node from[3] = {n->a, n->b, n->c};
    for (int k = 0; k < lg_expr_operands(n->op); k++) mark[from[k]] = 1;
  }
  return true;
}

/* ---- registers ------------------------------------------------------------------------------ */

typedef struct compiling {
  lg_expr *e;
  lg_expr_code *code;
  const lg_node *root;    /* the results, code->outputs */
  int32_t *last_reader;   /* per node: the node that reads it last; -1: nobody needs it */
  int32_t *slot;          /* per node: its slot; -1: none yet */
  int32_t *free_register; /* registers that may be used again */
  int free_registers;
} compiling;

static int take_register(compiling *c) {
  if (c->free_registers > 0) return c->free_register[--c->free_registers];
  if (c->code->registers == LG_EXPR_REGISTERS) {
    lg_expr_refuse(c->e,
                   "the formula keeps more than %d values at a time; split it, or store parts of "
                   "it in columns of your own",
                   LG_EXPR_REGISTERS);
    return 0;
  }
  return c->code->registers++;
}

static void release_register(compiling *c, lg_node a, lg_node reader) {
  if (c->last_reader[a] != reader || c->slot[a] < 0 || c->slot[a] >= LG_EXPR_REGISTERS) return;
  c->free_register[c->free_registers++] = c->slot[a];
  c->slot[a] = -1; /* once, though it may be both operands */
}

static lg_instr *emit(compiling *c, int op, int to) {
  lg_expr_code *code = c->code;
  if ((size_t)code->instrs == code->room) {
    size_t room = code->room ? code->room * 2 : 256;
    lg_instr *grown = lg_mem_realloc(c->e->mem, code->code, room * sizeof *grown);
    if (!grown) {
      lg_expr_refuse(c->e, "out of memory for %d operations", code->instrs);
      code->instrs = 0; /* what follows is thrown away */
    } else {
      code->code = grown;
      code->room = room;
    }
  }

  if (!code->room) return NULL;
  code->code[code->instrs] = (lg_instr){.op = (uint8_t)op, .to = (uint16_t)to};
  return &code->code[code->instrs++];
}

static bool is_number(const lg_expr *e, lg_node a) {
  return e->node[a].op == LG_OP_NUMBER || e->node[a].op == LG_OP_TRUTH;
}

static void operand(compiling *c, lg_instr *i, int k, lg_node a) {
  if (c->slot[a] < 0) {
    i->numbers |= (uint8_t)(1 << k);
    i->number[k] = lg_float_of(c->e->node[a].bits);
  } else i->from[k] = (uint16_t)c->slot[a];
}

static void copy(compiling *c, lg_node from, int to) {
  lg_instr *i = emit(c, LG_OP_COPY, to);
  if (i) operand(c, i, 0, from);
}

/* ---- nodes ---------------------------------------------------------------------------------- */

static void input(compiling *c, lg_node i) {
  const lg_expr_node *n = &c->e->node[i];
  c->code->inputs |= (uint64_t)1 << n->a;

  /* a column of numbers is read where it lies */
  if (n->op == LG_OP_COLUMN && !c->e->input[n->a].integer) {
    c->slot[i] = INPUT_SLOT + n->a;
    return;
  }

  /* all else is made into a register */
  c->slot[i] = take_register(c);
  lg_instr *made = emit(c, n->op == LG_OP_RANDOM ? LG_OP_RANDOM : LG_OP_WHOLE, c->slot[i]);
  if (!made) return;
  made->from[0] = (uint16_t)(INPUT_SLOT + n->a);
  made->bits = n->bits;
}

/* What calls a function for its points takes arrays, and no result that overlaps them. */
static void numbers_to_registers(compiling *c, const lg_node from[3]) {
  for (int k = 0; k < 3; k++)
    if (is_number(c->e, from[k]) && c->slot[from[k]] < 0) {
      int at = take_register(c);
      copy(c, from[k], at);
      c->slot[from[k]] = at;
    }
}

static void operation(compiling *c, lg_node i, int direct) {
  const lg_expr_node n = c->e->node[i];
  const lg_node from[3] = {n.a, n.b, n.c};
  bool calls = n.op == LG_OP_SAMPLE;
  lg_instr built = {.op = n.op, .bits = n.bits};

  /* its operands: numbers inside the instruction, or slots */
  if (n.op == LG_OP_SAMPLE || n.op == LG_OP_HASH) numbers_to_registers(c, from);
  for (int k = 0; k < lg_expr_operands(n.op); k++) operand(c, &built, k, from[k]);

  /* its register, often that of an operand that is read for the last time */
  int to = direct >= 0 ? direct : calls ? take_register(c) : -1;
  for (int k = 0; k < lg_expr_operands(n.op); k++) release_register(c, from[k], i);
  if (to < 0) to = take_register(c);
  c->slot[i] = to;

  lg_instr *made = emit(c, n.op, to);
  if (!made) return;
  built.to = (uint16_t)to;
  *made = built;
}

static void close_slot_gaps(const lg_expr *e, lg_expr_code *code) {
  const uint16_t down = (uint16_t)(INPUT_SLOT - code->registers),
                 gap = (uint16_t)(LG_EXPR_INPUTS - e->inputs);
  for (int i = 0; i < code->instrs; i++) {
    lg_instr *in = &code->code[i];
    uint16_t *slot[4] = {&in->to, &in->from[0], &in->from[1], &in->from[2]};
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
    c->slot[i] = -1;
    if (c->last_reader[i] == 0) {
      c->last_reader[i] = -1;
      continue;
    }
    for (int k = 0; k < lg_expr_operands(e->node[i].op); k++) c->last_reader[from[k]] = i;
  }

  /* results are read at the end */
  for (int o = 0; o < c->code->outputs; o++) c->last_reader[c->root[o]] = e->nodes; /* never */
}

/* The output that the node may be written to at once: its first one, if nothing else is written
   there. */
static int direct_output(const compiling *c, lg_node i, bool in_place) {
  for (int o = 0; o < c->code->outputs && !in_place; o++)
    if (c->root[o] == i) return OUTPUT_SLOT + o;
  return -1;
}

static void write_outputs(compiling *c, bool in_place) {
  /* a column that becomes another: read before any is written */
  for (int o = 0; o < c->code->outputs && in_place; o++) {
    lg_node i = c->root[o];
    if (c->slot[i] < INPUT_SLOT) continue;
    int at = take_register(c);
    copy(c, i, at);
    c->slot[i] = at;
  }

  for (int o = 0; o < c->code->outputs; o++)
    if (c->slot[c->root[o]] != OUTPUT_SLOT + o) copy(c, c->root[o], OUTPUT_SLOT + o);
}

static bool compile(lg_expr *e, const lg_node *root, int roots, bool in_place, lg_expr_code *code) {
  size_t n = (size_t)e->nodes;
  code->instrs = code->registers = 0;
  code->outputs = roots;
  code->inputs = 0;
  if (e->error[0] || !work_room(e, 3 * n + 1)) return false;
  if (!lg_expr_mark(e, root, roots, n)) return false;

  /* a pass over the nodes, in their order, of those that a result needs */
  compiling c = {e, code, root, e->work, e->work + n, e->work + 2 * n, 0};
  find_last_readers(&c);
  for (lg_node i = 0; i < e->nodes && !e->error[0]; i++) {
    if (c.last_reader[i] < 0 || is_number(e, i)) continue;
    if (lg_expr_operands(e->node[i].op) == 0) input(&c, i);
    else operation(&c, i, direct_output(&c, i, in_place));
  }

  write_outputs(&c, in_place);
  if (e->error[0]) return false;
  close_slot_gaps(e, code);
  return true;
}

bool lg_expr_compile(lg_expr *e, bool in_place) {
  if (e->error[0] || !lg_expr_plan_sums(e)) return false;
  for (int i = 0; i < e->passes; i++) {
    lg_expr_pass *p = &e->pass[i];
    lg_node value[LG_EXPR_SUMS];
    for (int k = 0; k < p->sums; k++) value[k] = e->sum[p->sum[k]].value;
    if (!compile(e, value, p->sums, false, &p->code)) return false;
  }
  return compile(e, e->output, e->outputs, in_place, &e->code);
}
