/* dispatch.c - the stages that are compiled once per dispatch path: which of them draw. */
#include "picture/frame.h"

#include "isas.inc"

typedef struct stages {
  const char *isa;
  void (*dots_make)(lg_frame *f);
  bool (*relief_depth)(lg_frame *f, int rounds);
  bool (*relief_make)(lg_frame *f), (*sea_make)(lg_frame *f);
  lg_task_fn *water_sum, *water_show, *mesh, *spheres, *sea, *shade, *finish;
} stages;

#define DECLARE(isa, ...) LG_STAGES_OF(isa)
LG_EACH_ISA(DECLARE, )

#define TABLE(isa, ...)                                                                            \
  {#isa,                                                                                           \
   lg_dots_make_##isa,                                                                             \
   lg_relief_depth_##isa,                                                                          \
   lg_relief_make_##isa,                                                                           \
   lg_sea_make_##isa,                                                                              \
   lg_water_sum_band_##isa,                                                                        \
   lg_water_show_band_##isa,                                                                       \
   lg_mesh_band_##isa,                                                                             \
   lg_spheres_band_##isa,                                                                          \
   lg_sea_band_##isa,                                                                              \
   lg_shade_band_##isa,                                                                            \
   lg_finish_band_##isa},
static const stages *in_use(void) {
  static const stages paths[] = {LG_EACH_ISA(TABLE, )};
  const stages *path = paths;
  while (strcmp(path->isa, lg_isa()) != 0) path++;
  return path;
}

void lg_dots_make(lg_frame *f) { in_use()->dots_make(f); }
bool lg_relief_depth(lg_frame *f, int rounds) { return in_use()->relief_depth(f, rounds); }
bool lg_relief_make(lg_frame *f) { return in_use()->relief_make(f); }
bool lg_sea_make(lg_frame *f) { return in_use()->sea_make(f); }
void lg_water_sum_band(void *frame, int band) { in_use()->water_sum(frame, band); }
void lg_water_show_band(void *frame, int band) { in_use()->water_show(frame, band); }
void lg_mesh_band(void *frame, int band) { in_use()->mesh(frame, band); }
void lg_spheres_band(void *frame, int band) { in_use()->spheres(frame, band); }
void lg_sea_band(void *frame, int band) { in_use()->sea(frame, band); }
void lg_shade_band(void *frame, int band) { in_use()->shade(frame, band); }
void lg_finish_band(void *frame, int band) { in_use()->finish(frame, band); }
