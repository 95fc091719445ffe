/* emitter.sink - takes away the particles that are inside its shape when a sub-step begins.

   What it takes is counted as removed. It looks once a sub-step: a particle that flies through a
   sink thinner than its way of one sub-step may be missed, so make the sink some spacings thick. */
#include "laguna_solver.h"

typedef struct sink {
  lg_id shape;
  bool enabled;
} sink;

static const lg_param rows[] = {
    LG_ROW_REF(sink, shape, LG_SHAPE, LG_REQUIRED, "where particles vanish"),
    LG_ROW_BOOL(sink, enabled, true, "off: takes nothing"), LG_ROWS_END};

static void emit(lg_emission *e, void *self) {
  const sink *s = self;
  if (s->enabled) lg_emit_remove(e, s->shape);
}

const lg_kind LG_KIND(emitter, sink) = {.name = "sink",
                                        .family = LG_FAMILY_EMITTER,
                                        .doc = "Takes away the particles inside a shape.",
                                        .also = "drain|outlet|outflow|hole|kill",
                                        .size = sizeof(sink),
                                        .params = rows,
                                        .emitter = {.emit = emit}};
