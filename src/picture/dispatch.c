/* dispatch.c - the stages that are compiled once per dispatch path: which of them draw. */
#include "picture/frame.h"

typedef struct stages {
  void (*dots_make)(lg_frame *f);
  bool (*relief_make)(lg_frame *f);
  lg_task_fn *water_sum, *water_show, *mesh, *spheres, *shade, *finish;
} stages;

#define STAGES(isa)                                                                                \
  void LG_JOIN3(lg_dots_make, , isa)(lg_frame * f);                                                \
  bool LG_JOIN3(lg_relief_make, , isa)(lg_frame * f);                                              \
  lg_task_fn LG_JOIN3(lg_water_sum_band, , isa), LG_JOIN3(lg_water_show_band, , isa),              \
      LG_JOIN3(lg_mesh_band, , isa), LG_JOIN3(lg_spheres_band, , isa),                             \
      LG_JOIN3(lg_shade_band, , isa), LG_JOIN3(lg_finish_band, , isa);                             \
  static const stages isa##_stages = {                                                             \
      LG_JOIN3(lg_dots_make, , isa),      LG_JOIN3(lg_relief_make, , isa),                         \
      LG_JOIN3(lg_water_sum_band, , isa), LG_JOIN3(lg_water_show_band, , isa),                     \
      LG_JOIN3(lg_mesh_band, , isa),      LG_JOIN3(lg_spheres_band, , isa),                        \
      LG_JOIN3(lg_shade_band, , isa),     LG_JOIN3(lg_finish_band, , isa)};

#if defined __x86_64__
STAGES(sse2)
STAGES(avx2)
STAGES(avx512)
static const stages *in_use(void) {
  return strcmp(lg_isa(), "avx512") == 0 ? &avx512_stages
         : strcmp(lg_isa(), "avx2") == 0 ? &avx2_stages
                                         : &sse2_stages;
}
#else
STAGES(portable)
static const stages *in_use(void) { return &portable_stages; }
#endif

void lg_dots_make(lg_frame *f) { in_use()->dots_make(f); }
bool lg_relief_make(lg_frame *f) { return in_use()->relief_make(f); }
void lg_water_sum_band(void *frame, int band) { in_use()->water_sum(frame, band); }
void lg_water_show_band(void *frame, int band) { in_use()->water_show(frame, band); }
void lg_mesh_band(void *frame, int band) { in_use()->mesh(frame, band); }
void lg_spheres_band(void *frame, int band) { in_use()->spheres(frame, band); }
void lg_shade_band(void *frame, int band) { in_use()->shade(frame, band); }
void lg_finish_band(void *frame, int band) { in_use()->finish(frame, band); }
