/* bench_show.c - a result of `laguna bench` as lines of a table, and as JSON. */
#include "app/bench.h"

#include <string.h>

double lg_bench_ns(const lg_bench_result *r) {
  return r->pace.ns_iteration > 0 ? r->pace.ns_iteration : r->pace.ns;
}

static double efficiency(const lg_bench_result *r) {
  return r->alone / (r->threads * lg_bench_ns(r));
}

static double bytes_each(const lg_bench_result *r) {
  return r->particles > 0 ? (double)r->bytes / (double)r->particles : 0;
}

/* A stage and its parts: "solve" holds "solve/density". */
static void show_stage(const lg_bench_result *r, const lg_stage_time *t) {
  size_t length = strlen(t->name);
  printf("    %-24s %10.1f\n", t->name, t->seconds);
  for (int i = 0; i < r->pace.stages; i++)
    if (strncmp(r->pace.stage[i].name, t->name, length) == 0 &&
        r->pace.stage[i].name[length] == '/')
      printf("        %-20s %10.1f\n", r->pace.stage[i].name + length + 1,
             r->pace.stage[i].seconds);
}

static void show_stages(const lg_bench_result *r) {
  for (int i = 0; i < r->pace.stages; i++)
    if (!strchr(r->pace.stage[i].name, '/')) show_stage(r, &r->pace.stage[i]);

  printf("    %-24s %10.1f   a particle and frame\n", "(once a frame)", r->pace.ns_frame);

  if (r->pace.ns_iteration > 0)
    printf("    %-24s %10.1f   %.1f iterations a sub-step\n", "an iteration", r->pace.ns_iteration,
           r->turns / r->work);
  if (r->alone > 0)
    printf("    %-24s %10.1f %% of %d threads\n", "efficiency", 100 * efficiency(r), r->threads);
}

void lg_bench_show(const lg_bench_result *r) {
  printf("%-16s %9zu particles  %2d thread%s  %-8s %8.0f sub-steps %10.1f ns/particle/step\n",
         r->name, r->particles, r->threads, r->threads == 1 ? " " : "s", lg_isa(), r->substeps,
         r->pace.ns);
  if (r->setup && r->setup->fps > 0)
    printf("    %-24s %10.1f   of 1/%d s; the slowest took %.1f ms; mean density error %.2f %%\n",
           "frames a second", r->frames / r->seconds, r->setup->fps, 1e3 * r->slowest,
           100 * r->error / r->substeps);
  else show_stages(r);
  printf("    %-24s %10.0f\n", "bytes a particle", bytes_each(r));
  fflush(stdout);
}

void lg_bench_json(lg_json *j, const lg_bench_result *r) {
  lg_json_open(j, NULL, '{');
  lg_json_text(j, "name", r->name);
  lg_json_int(j, "particles", (int64_t)r->particles);
  lg_json_int(j, "threads", r->threads);
  lg_json_text(j, "path", lg_isa());

  lg_json_int(j, "frames", r->frames);
  lg_json_num(j, "substeps", r->substeps);
  lg_json_num(j, "ns_per_particle_step", r->pace.ns);

  /* Only what the set-up has: iterations, threads to compare, a pace. */
  if (r->turns > 0) lg_json_num(j, "iterations_per_step", r->turns / r->work);
  if (r->pace.ns_iteration > 0) lg_json_num(j, "ns_per_particle_iteration", r->pace.ns_iteration);
  if (r->alone > 0) lg_json_num(j, "efficiency", efficiency(r));
  if (r->setup && r->setup->fps > 0) lg_json_num(j, "frames_per_second", r->frames / r->seconds);
  lg_json_num(j, "bytes_per_particle", bytes_each(r));

  lg_json_open(j, "stages", '{');
  for (int i = 0; i < r->pace.stages; i++)
    lg_json_num(j, r->pace.stage[i].name, r->pace.stage[i].seconds);
  lg_json_close(j, '}');
  lg_json_close(j, '}');
}
