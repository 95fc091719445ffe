/* stats.c - what a frame's statistics are called: the one list of rows that every writer of them
   walks. */
#include "core/base/base.h"

#define ROW(field, type, unit, doc)                                                                \
  { #field, type, offsetof(lg_stats, field), sizeof(((lg_stats *)NULL)->field), unit, doc }

static const lg_stat rows[] = {
    ROW(frame, LG_INT, "1", "frames done"),
    ROW(time, LG_FLOAT, "s", "simulated time"),
    ROW(particles, LG_INT, "1", "particles in the world"),
    ROW(emitted, LG_INT, "1", "particles that emitters have made since the start"),
    ROW(culled, LG_INT, "1", "particles that have left by an open edge since the start"),
    ROW(removed, LG_INT, "1",
        "particles that sinks, scripts and solids have taken since the start"),
    ROW(guarded, LG_INT, "1",
        "particles that the guard has removed since the start: not a number, or runaway"),
    ROW(substeps, LG_INT, "1", "sub-steps of the frame"),
    ROW(dt, LG_FLOAT, "s", "length of the last sub-step"),
    ROW(limit, LG_TEXT, "",
        "what bound the sub-steps: the frame itself or a stability limit of the solver"),
    ROW(stable_dt, LG_FLOAT, "s",
        "longest stable sub-step, by that limit; under fixed_dt sub-steps may be longer"),
    ROW(max_speed, LG_FLOAT, "m/s", "speed of the fastest particle"),
    ROW(density_error_mean, LG_FLOAT, "1",
        "mean of max(0, rho - rho0) / rho0; 0 where a solver has no density"),
    ROW(density_error_max, LG_FLOAT, "1",
        "maximum of max(0, rho - rho0) / rho0; 0 where a solver has no density"),
    ROW(iterations, LG_INT, "1",
        "iterations of the last sub-step; 0 where a solver does not iterate"),
    ROW(residual, LG_FLOAT, "1",
        "what the iterations of the last sub-step left; 0 where a solver does not iterate"),
    ROW(tolerance, LG_FLOAT, "1",
        "density error that they may leave standing; 0 where the solver does not say"),
    ROW(viscosity_error, LG_FLOAT, "1",
        "what the iterations for viscosity left of the velocity in the last sub-step; 0 where none "
        "were needed"),
    ROW(seconds, LG_FLOAT, "s", "wall time of the frame"),
    ROW(visited, LG_INT, "1",
        "particles that scripts visited one by one (world:each) since the frame before"),
    ROW(visit_seconds, LG_FLOAT, "s", "wall time of these visits"),
    ROW(bytes, LG_INT, "B", "memory held by the world"),
    {NULL, LG_END, 0, 0, NULL, NULL}};

const lg_stat *lg_stats_rows(void) { return rows; }

/* Whole numbers are stored as int or in 64 bits; none of them is negative. */
static double whole(const void *at, size_t bytes) {
  int narrow;
  int64_t wide;
  if (bytes == sizeof narrow) {
    memcpy(&narrow, at, sizeof narrow);
    return narrow;
  }
  memcpy(&wide, at, sizeof wide);
  return (double)wide;
}

lg_arg lg_stat_read(const lg_stat *row, const lg_stats *s) {
  if (!row || !row->name || !s) return lg_end();
  const void *at = (const char *)s + row->offset;
  const char *text;
  double x;

  if (row->type == LG_INT) return lg_num(row->name, whole(at, row->bytes));
  if (row->type == LG_TEXT) {
    memcpy(&text, at, sizeof text);
    return lg_text(row->name, text ? text : "");
  }

  memcpy(&x, at, sizeof x);
  return lg_num(row->name, x);
}
