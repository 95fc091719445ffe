/* sweep.c - `laguna sweep`: a scene for each combination of values, a table with a row for each
   run, and a plot. A run is a file of OUTPUT.runs/ once it is done, so a sweep that was stopped
   goes on where it was, by whatever ran it: this process, GNU parallel, or the tasks of a Slurm
   array. A run that fails is a row with its sentence. */
#include "app/sweep.h"

#include <inttypes.h>
#include <math.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* ---- the rows -------------------------------------------------------------------------------- */

/* "solver.viscosity=0.1,1,10"; with ';' between them values may have commas:
   "world.gravity=0,-9;0,-5" */
static bool read_axis(const char *text, lg_sweep_axis *axis) {
  const char *equals = strchr(text, '='), *at = equals + 1;
  char between = strchr(at, ';') ? ';' : ',';

  /* expressions with commas in them are put between semicolons */
  axis->name = text;
  axis->length = (int)(equals - text);
  for (axis->count = 0; axis->count < LG_SWEEP_VALUES; at++) {
    const char *end = strchr(at, between);
    int length = end ? (int)(end - at) : (int)strlen(at);
    if (length == 0) break;
    axis->value[axis->count++] = (lg_sweep_value){at, length};
    if (!end) return true;
    at = end;
  }

  lg_app_say("option '--over' takes NAME=VALUE,VALUE,... with 1 to %d values, not '%s'",
             LG_SWEEP_VALUES, text);
  return false;
}

static bool read_axes(lg_sweep *s) {
  s->runs = 1;
  if (s->o->over.count < 1 || s->o->over.count > LG_SWEEP_AXES) {
    lg_app_say("sweep: say over what, in 1 to %d options: --over solver.viscosity=0.01,0.1,1",
               LG_SWEEP_AXES);
    return false;
  }

  /* every value with every value of the others */
  for (s->axes = 0; s->axes < s->o->over.count; s->axes++) {
    if (!read_axis(s->o->over.text[s->axes], &s->axis[s->axes])) return false;
    s->runs *= s->axis[s->axes].count;
    if (s->runs > LG_SWEEP_RUNS) {
      lg_app_say("sweep: more than %d runs; take fewer values", LG_SWEEP_RUNS);
      return false;
    }
  }

  return true;
}

lg_sweep_value lg_sweep_at(const lg_sweep *s, int64_t run, int axis) {
  for (int k = s->axes - 1; k > axis; k--) run /= s->axis[k].count; /* the last one goes fastest */
  return s->axis[axis].value[run % s->axis[axis].count];
}

/* ---- one run --------------------------------------------------------------------------------- */

static bool file_of(const lg_sweep *s, int64_t run, char *path, size_t bytes) {
  int n = snprintf(path, bytes, "%s.runs/%06" PRId64, s->o->output, run + 1);
  return n > 0 && (size_t)n < bytes;
}

/* What a run is of: a file with another first line is of another sweep. */
static void key_of(const lg_sweep *s, int64_t run, char *key, size_t bytes) {
  int n = snprintf(key, bytes, "%016" PRIx64 " %" PRId64 " %" PRId64 " %" PRId64, s->scene,
                   s->o->frames, s->o->fps, s->o->seed);
  for (int i = 0; i < s->o->set.count && n < (int)bytes; i++)
    n += snprintf(key + n, bytes - (size_t)n, " %s", s->o->set.text[i]);
  for (int k = 0; k < s->axes && n < (int)bytes; k++) {
    lg_sweep_value v = lg_sweep_at(s, run, k);
    n += snprintf(key + n, bytes - (size_t)n, " %.*s=%.*s", s->axis[k].length, s->axis[k].name,
                  v.length, v.text);
  }
}

/* A number a line: name, tab, value; gauges behind statistics, told by their mark. */
static void write_numbers(FILE *f, lg_scene *scene) {
  for (int i = 0; i < lg_scene_count(scene); i++) {
    const lg_world *w = lg_scene_world(scene, i);

    /* of several worlds each has its name before it */
    char world[24] = "";
    if (lg_scene_count(scene) > 1) snprintf(world, sizeof world, "world%d.", i + 1);
    for (const lg_stat *r = lg_stats_rows(); r->name; r++) {
      lg_arg a = lg_stat_read(r, lg_world_stats(w));
      if (r->type != LG_TEXT) fprintf(f, "-\t%s%s\t%.9g\n", world, r->name, a.v[0]);
    }

    /* a gauge of several components is a column for each */
    for (int g = 0; g < lg_gauge_count(w); g++) {
      lg_gauge gauge = lg_gauge_at(w, g);
      for (int k = 0; k < gauge.components; k++)
        fprintf(f, "+\t%s%s%s%.1s\t%.9g\n", world, gauge.name, gauge.components > 1 ? "_" : "",
                gauge.components > 1 ? &"xyz"[k] : "", gauge.value[k]);
    }
  }
}

/* Simulates it; the sentence of a failure in why. Returns the exit code of a run. */
static int simulate(const lg_sweep *s, int64_t run, lg_scene **scene, lg_why *why) {
  char text[LG_SWEEP_AXES][512];
  int code = LG_EXIT_OK;
  lg_app_options one = *s->o;
  one.set.text = calloc((size_t)(one.set.count + s->axes), sizeof *one.set.text);
  if (!one.set.text) return lg_explain(why, "out of memory"), LG_EXIT_IO;

  /* the sets of all, then those of this run */
  if (s->o->set.count)
    memcpy(one.set.text, s->o->set.text, (size_t)s->o->set.count * sizeof *one.set.text);
  for (int k = 0; k < s->axes; k++) {
    lg_sweep_value v = lg_sweep_at(s, run, k);
    snprintf(text[k], sizeof text[k], "%.*s=%.*s", s->axis[k].length, s->axis[k].name, v.length,
             v.text);
    one.set.text[one.set.count++] = text[k];
  }

  *scene = lg_app_load_quietly(&one, NULL, NULL, &code, why);
  if (*scene) code = LG_EXIT_OK;
  while (*scene && lg_world_frame(lg_scene_world(*scene, 0)) < s->o->frames &&
         !lg_app_interrupted())
    if (!lg_scene_step(*scene, lg_app_dt(s->o))) {
      lg_explain(why, "%s", lg_scene_error(*scene));
      code = lg_guard_rejected(lg_scene_world(*scene, 0)) ? LG_EXIT_GUARD : LG_EXIT_SCENE;
      break;
    }
  free(one.set.text);
  return code;
}

/* False: it was interrupted, or its file cannot be written (a sentence was said). */
static bool do_run(const lg_sweep *s, int64_t run) {
  char path[LG_PATH_MAX], key[LG_WHY_MAX];
  lg_why why = {""};
  lg_file file;
  lg_scene *scene = NULL;
  int code = simulate(s, run, &scene, &why);
  bool ok = !lg_app_interrupted() && file_of(s, run, path, sizeof path) &&
            lg_file_open(&file, path);

  /* what it is of, how it ended, and its numbers */
  if (ok) {
    key_of(s, run, key, sizeof key);
    fprintf(file.f, "%s\n%d\n%.*s\n", key, code, (int)strcspn(why.text, "\n"), why.text);
    if (scene) write_numbers(file.f, scene);
    ok = lg_file_close(&file);
  }
  lg_scene_free(scene);
  return ok;
}

bool lg_sweep_read(const lg_sweep *s, int64_t run, lg_bytes *out, const char **numbers, int *code,
                   const char **error) {
  char path[LG_PATH_MAX], key[LG_WHY_MAX];
  lg_why why;
  *out = (lg_bytes){NULL, 0, 0, false};
  if (!file_of(s, run, path, sizeof path) || access(path, R_OK) != 0) return false;
  bool ok = lg_bytes_read(out, path, &why);
  if (ok) lg_bytes_take(out, "", 1);
  ok = ok && !out->failed;

  /* three lines: key, code, sentence */
  char *line[3];
  char *at = ok ? out->at : NULL;
  for (int i = 0; i < 3 && at; i++) {
    line[i] = at;
    at = strchr(at, '\n');
    if (at) *at++ = '\0';
  }
  key_of(s, run, key, sizeof key);
  ok = ok && at && strcmp(line[0], key) == 0;
  if (ok) {
    *code = atoi(line[1]);
    *error = line[2];
    *numbers = at;
  } else lg_bytes_free(out);
  return ok;
}

static bool is_done(const lg_sweep *s, int64_t run) {
  lg_bytes b;
  const char *numbers, *error;
  int code;
  bool done = lg_sweep_read(s, run, &b, &numbers, &code, &error);
  if (done) lg_bytes_free(&b);
  return done;
}

/* ---- who runs them --------------------------------------------------------------------------- */

/* This process, one after the other. */
static bool run_here(const lg_sweep *s) {
  lg_progress p;
  bool ok = true;
  lg_progress_begin(&p, 0, s->runs);
  for (int64_t i = 0; i < s->runs && ok; i++) {
    if (!is_done(s, i)) ok = do_run(s, i);
    lg_progress_frame(&p, i + 1, 0);
  }
  lg_progress_end(&p);
  return ok;
}

/* The command of one run, whose number a runner puts behind it. */
static int command_of(const lg_sweep *s, const char **word, int most) {
  static char frames[32], fps[32], seed[32], threads[32];
  int n = 0;

  /* what this sweep was told, written out */
  snprintf(frames, sizeof frames, "--frames=%" PRId64, s->o->frames);
  snprintf(fps, sizeof fps, "--fps=%" PRId64, s->o->fps);
  snprintf(seed, sizeof seed, "--seed=%" PRId64, s->o->seed);
  snprintf(threads, sizeof threads, "--threads=%" PRId64, s->o->threads > 0 ? s->o->threads : 1);
  const char *fixed[] = {s->program, "sweep", s->o->target, frames,
                         fps,        threads, "-o",         s->o->output};
  for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++) word[n++] = fixed[i];
  if (s->o->seed >= 0) word[n++] = seed;
  if (s->o->trust) word[n++] = "--trust";

  /* what may be given several times */
  for (int i = 0; i < s->o->set.count && n + 8 < most; i++) {
    word[n++] = "--set";
    word[n++] = s->o->set.text[i];
  }
  for (int i = 0; i < s->o->plugin.count && n + 8 < most; i++) {
    word[n++] = "--plugin";
    word[n++] = s->o->plugin.text[i];
  }
  for (int i = 0; i < s->o->over.count && n + 4 < most; i++) {
    word[n++] = "--over";
    word[n++] = s->o->over.text[i];
  }

  word[n++] = "--task";
  word[n] = NULL;
  return n;
}

/* GNU parallel reads the numbers of the runs from a pipe. False: there is none. */
static bool run_parallel(const lg_sweep *s, bool *ok) {
  const char *word[512] = {"parallel", "--will-cite", "--quote"}; /* words stay words */
  char jobs[32];
  int pipe_of[2], n = 3, status = 0;
  pid_t pid;
  snprintf(jobs, sizeof jobs, "%" PRId64, s->o->jobs);
  word[n++] = isatty(STDERR_FILENO) ? "--bar" : "--no-notice";
  word[n++] = "--jobs";
  word[n++] = jobs;
  n += command_of(s, word + n, 512 - n - 2);
  word[n++] = "{}";
  word[n] = NULL;

  /* numbers of the runs that are not done yet go down the pipe */
  posix_spawn_file_actions_t files;
  if (pipe(pipe_of) != 0) return false;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, pipe_of[0], STDIN_FILENO);
  posix_spawn_file_actions_addclose(&files, pipe_of[1]);
  int failed =
      posix_spawnp(&pid, "parallel", &files, NULL, (char *const *)(uintptr_t)word, environ);
  posix_spawn_file_actions_destroy(&files);
  close(pipe_of[0]);
  FILE *numbers = failed ? NULL : fdopen(pipe_of[1], "w");
  if (!numbers) {
    close(pipe_of[1]);
    return false;
  }
  for (int64_t i = 0; i < s->runs; i++)
    if (!is_done(s, i)) fprintf(numbers, "%" PRId64 "\n", i + 1);
  fclose(numbers);
  while (waitpid(pid, &status, 0) < 0 && !lg_app_interrupted()) continue;
  *ok = !lg_app_interrupted();
  return true;
}

/* In ' ', as a shell reads it. */
static void quoted(FILE *f, const char *word) {
  fputc('\'', f);
  for (; *word; word++)
    if (*word == '\'') fputs("'\\''", f);
    else fputc(*word, f);
  fputc('\'', f);
}

static int write_slurm(const lg_sweep *s) {
  const char *word[512];
  char path[LG_PATH_MAX];
  lg_file file;
  snprintf(path, sizeof path, "%s.sh", s->o->output);
  if (!lg_file_open(&file, path)) return LG_EXIT_IO;

  /* an array's task runs what parallel would, with its number behind it */
  int n = command_of(s, word, 510);
  fprintf(file.f,
          "#!/bin/sh\n"
          "#SBATCH --job-name=laguna\n"
          "#SBATCH --array=1-%" PRId64 "\n"
          "#SBATCH --cpus-per-task=%" PRId64 "\n"
          "#SBATCH --output=/dev/null\n"
          "exec",
          s->runs, s->o->threads > 0 ? s->o->threads : 1);
  for (int i = 0; i < n; i++) {
    fputc(' ', file.f);
    quoted(file.f, word[i]);
  }
  fprintf(file.f, " \"$SLURM_ARRAY_TASK_ID\"\n");

  if (!lg_file_close(&file)) return LG_EXIT_IO;
  printf("%s: sbatch it; when its %" PRId64
         " tasks are done, the same sweep without --slurm makes the table\n",
         path, s->runs);
  return LG_EXIT_OK;
}

/* ---- the command ----------------------------------------------------------------------------- */

static bool sensible(const lg_app_options *o) {
  bool ok = false;
  if (!o->target)
    lg_app_say(
        "sweep: which scene? laguna sweep SCENE.lua --over NAME=A,B --frames N -o table.csv");

  else if (o->frames < 1)
    lg_app_say("sweep: say how many frames: --frames N, such as --frames 120");
  else if (o->stream->fd > 0)
    lg_app_say("sweep: -o: runs are kept beside the table, which is a file: -o table.csv");
  else if (!o->output || strcmp(lg_file_extension(o->output), "csv") != 0)
    lg_app_say("sweep: say where the table goes: -o table.csv");
  else if (strlen(o->output) > LG_PATH_MAX - 64) lg_app_say("sweep: the table's name is too long");
  else ok = true;
  return ok;
}

/* What the runs are made of: the scene and all that it reads as it loads. One that does not load
   says so in its runs. */
static bool look_at_scene(lg_sweep *s) {
  lg_watch files = {0};
  lg_why why;
  int code;
  lg_watch_add(&files, s->o->target);
  lg_scene_free(lg_app_load_quietly(s->o, &files, NULL, &code, &why));

  bool ok = lg_watch_sum(&files, &s->scene, &why) || (lg_app_say("%s", why.text), false);
  lg_watch_free(&files);
  return ok;
}

static bool make_folder(const lg_sweep *s) {
  char folder[LG_PATH_MAX];
  struct stat st;
  snprintf(folder, sizeof folder, "%s.runs", s->o->output);
  if (mkdir(folder, 0777) == 0 || (stat(folder, &st) == 0 && S_ISDIR(st.st_mode))) return true;
  lg_app_say("%s: the folder of the runs cannot be made", folder);
  return false;
}

int lg_app_sweep(const lg_app_options *o) {
  lg_sweep *s = calloc(1, sizeof *s);
  int code = LG_EXIT_USAGE;
  if (!s) return lg_app_say("out of memory"), LG_EXIT_IO;
  s->o = o;
  ssize_t n = readlink("/proc/self/exe", s->program, sizeof s->program - 1);
  if (n <= 0) snprintf(s->program, sizeof s->program, "laguna");

  if (sensible(o) && read_axes(s))
    code = look_at_scene(s) && lg_file_try(o->output) && make_folder(s) ? LG_EXIT_OK : LG_EXIT_IO;
  if (code == LG_EXIT_OK && o->task > s->runs) {
    lg_app_say("sweep: there are %" PRId64 " runs, and no task %" PRId64, s->runs, o->task);
    code = LG_EXIT_USAGE;
  }
  if (code != LG_EXIT_OK) {
    free(s);
    return code;
  }

  /* One task, the script of all, or all of them and then the table. */
  lg_app_catch_interrupt();
  bool ok = true;
  if (o->task > 0) ok = is_done(s, o->task - 1) || do_run(s, o->task - 1);
  else if (o->slurm) code = write_slurm(s);
  else {
    if (o->jobs < 2 || !run_parallel(s, &ok)) ok = run_here(s);
    if (ok) code = lg_sweep_table(s);
  }
  if (!ok) code = lg_app_interrupted() ? LG_EXIT_INTERRUPTED : LG_EXIT_IO;
  free(s);
  return code;
}
