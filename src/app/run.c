/* run.c - `laguna run`: frames without a window, tables and exports, and the hash of the state
   last. */
#include "app/take.h"

#include "laguna_kind.h"
#include "record/record.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

typedef struct job {
  const lg_app_options *o;
  lg_live live;
  lg_file stats;
  lg_table table;
  int64_t first, done; /* frames, from time 0: where this run began, and where it is */
  double start;        /* s */
} job;

static bool export_now(const job *j, int64_t frame) {
  lg_why why;
  char path[LG_PATH_MAX], name[16];
  int worlds = lg_scene_count(j->live.scene);

  /* One file a world, with its name in the file's where there are several. */
  for (int i = 0; i < worlds; i++) {
    lg_app_world_name(name, sizeof name, i);
    if (!lg_file_number(j->o->export, frame, worlds > 1 ? name : NULL, path, sizeof path)) {
      lg_app_say("'%s' is too long for a file name", j->o->export);
      return false;
    }

    lg_world *w = lg_scene_world(j->live.scene, i);
    if (j->o->surface && !lg_scene_color_by(j->live.scene, i)) { /* fills its column "color" */
      lg_app_say("%s", lg_scene_error(j->live.scene));
      return false;
    }
    bool ok = j->o->surface ? lg_record_surface(path, w, &why) : lg_record_export(path, w, &why);
    if (!ok) {
      lg_app_say("%s", why.text);
      return false;
    }
  }
  return true;
}

static void write_bytes(void *sink, const char *bytes, size_t n) { fwrite(bytes, 1, n, sink); }

static bool save(const job *j, int64_t frame) {
  char path[LG_PATH_MAX];
  lg_file file;

  /* one file, or one for each frame */
  if (!lg_file_number(j->o->save, frame, NULL, path, sizeof path)) {
    lg_app_say("'%s' is too long for a file name", j->o->save);
    return false;
  }

  if (!lg_file_open(&file, path)) return false;
  if (lg_scene_save(j->live.scene, write_bytes, file.f)) return lg_file_close(&file);
  lg_app_say("%s: %s", path, lg_scene_error(j->live.scene));
  lg_file_abort(&file);
  return false;
}

static bool is_numbered(const char *path) { return path && lg_file_pattern(path) == 1; }

static bool is_due(const job *j, const char *path) {
  return is_numbered(path) && j->done % j->o->every == 0;
}

static bool write_frame(job *j) {
  if (j->stats.f && j->done == j->first + 1) lg_table_head(&j->table, j->stats.f, j->live.scene);
  if (j->stats.f) lg_table_rows(&j->table, j->live.scene);
  if (j->stats.f && ferror(j->stats.f)) return false; /* closing the file says why */
  return (!is_due(j, j->o->export) || export_now(j, j->done)) &&
         (!is_due(j, j->o->save) || save(j, j->done));
}

#define NAP 5000 /* us, between two looks at the files while nothing runs */

/* --watch: a scene that stopped, or did not even load, waits until it is edited; false:
   interrupted. */
static bool wait_for_edit(job *j) {
  lg_app_say("waiting for the scene to be edited");
  while (!lg_app_interrupted()) {
    if (j->live.scene ? lg_live_poll(&j->live) == LG_LIVE_APPLIED
                      : lg_watch_changed(&j->live.watch))
      return true;
    usleep(NAP);
  }
  return false;
}

static int open(job *j) {
  if (!j->o->target) {
    lg_app_say(
        "run: which scene? For example: laguna run examples/scenes/dam_break.lua --frames 120");
    return LG_EXIT_USAGE;
  }

  /* --watch waits for an edit of a scene that does not load. */
  while (!lg_live_open(&j->live, j->o, j->o->watch)) {
    lg_app_say("%s", j->live.message.text);
    bool again = j->o->watch && wait_for_edit(j);
    lg_live_close(&j->live);
    if (!again) return lg_app_interrupted() ? LG_EXIT_INTERRUPTED : j->live.code;
  }
  return LG_EXIT_OK;
}

static int run_frames(job *j) {
  lg_progress p;
  int code = LG_EXIT_OK;

  lg_progress_begin(&p, j->first, j->o->frames);

  while (code == LG_EXIT_OK && j->done < j->o->frames) {
    if (j->o->watch) lg_live_poll(&j->live);

    /* A frame that fails ends the run, unless an edit may mend it. */
    int64_t before = lg_world_frame(lg_scene_world(j->live.scene, 0));
    if (j->o->take) lg_take_play(j->o->take, &j->live, j->done - j->first);
    if (!lg_live_step(&j->live, lg_app_dt(j->o))) {
      /* an after_step hook failed: the frame was made */
      if (!j->o->take) j->done += lg_world_frame(lg_scene_world(j->live.scene, 0)) > before;
      if (j->o->watch && wait_for_edit(j)) continue;
      if (j->o->take) { /* as the session did */
        j->done++;
        continue;
      }
      code = lg_app_interrupted() ? LG_EXIT_INTERRUPTED : j->live.code;
      break;
    }

    j->done++;
    if (!write_frame(j)) code = LG_EXIT_IO;
    lg_progress_frame(&p, j->done, lg_app_particles(j->live.scene));
    if (code == LG_EXIT_OK && lg_app_interrupted()) code = LG_EXIT_INTERRUPTED;
  }

  /* What happened behind the last frame, too. */
  if (j->o->take && code == LG_EXIT_OK && j->done - j->first == j->o->take->end) {
    lg_take_play(j->o->take, &j->live, j->o->take->end);
    if (!lg_take_same(j->o->take, j->live.scene)) code = LG_EXIT_SCENE;
  }

  lg_progress_end(&p);
  return code;
}

static void report_json(const job *j) {
  lg_json out = {stdout, false};
  lg_json_open(&out, NULL, '{');
  lg_json_text(&out, "scene", j->o->target);
  lg_json_text(&out, "title", lg_scene_title(j->live.scene));
  lg_json_int(&out, "frames", j->done);

  /* The state, how long it took and on what, and the hash last. */
  lg_json_num(&out, "time", lg_world_time(lg_scene_world(j->live.scene, 0)));
  lg_json_int(&out, "particles", (int64_t)lg_app_particles(j->live.scene));
  lg_json_num(&out, "seconds", lg_clock() - j->start);
  lg_json_text(&out, "path", lg_isa());
  lg_json_int(&out, "threads", lg_world_threads(lg_scene_world(j->live.scene, 0)));
  lg_json_worlds(&out, j->live.scene);
  lg_json_hash(&out, "hash", lg_app_hash(j->live.scene));

  lg_json_close(&out, '}');
  putchar('\n');
}

static void report(const job *j) {
  int worlds = lg_scene_count(j->live.scene);
  printf("%s: %" PRId64 " frames, %.9g s simulated in %.3g s, %zu particles\n",
         lg_scene_title(j->live.scene), j->done, lg_world_time(lg_scene_world(j->live.scene, 0)),
         lg_clock() - j->start, lg_app_particles(j->live.scene));
  for (int i = 0; worlds > 1 && i < worlds; i++) {
    char name[16];
    lg_app_world_name(name, sizeof name, i);
    printf("hash %s: %016" PRIx64 "\n", name, lg_world_hash(lg_scene_world(j->live.scene, i)));
  }
  printf("hash: %016" PRIx64 "\n", lg_app_hash(j->live.scene));
}

static bool sensible(const lg_app_options *o) {
  bool ok = false;

  /* surfaces and particles have formats of their own */
  if (o->frames < 0) lg_app_say("run: say how many frames: --frames N, such as --frames 120");
  else if (o->surface && !o->export)
    lg_app_say("run: --surface: say where to: --export 'm-%%04d.obj' (" LG_SURFACE_FORMATS ")");
  else if (o->surface && !lg_record_knows_surface(o->export))
    lg_app_say("run: --export '%s': surfaces are written as " LG_SURFACE_FORMATS, o->export);
  else if (o->export && !o->surface && !lg_record_knows(o->export))
    lg_app_say("run: --export '%s': what can be written: " LG_EXPORT_FORMATS, o->export);

  else if (o->export && lg_file_pattern(o->export) < 0)
    lg_app_say("run: --export '%s': one number such as %%04d is enough", o->export);
  else if (o->save && lg_file_pattern(o->save) < 0)
    lg_app_say("run: --save '%s': one number such as %%04d is enough", o->save);
  else if (o->every > 1 && !is_numbered(o->export) && !is_numbered(o->save))
    lg_app_say("run: --every %" PRId64 " is of numbered files: --save 's-%%04d.lgs', say, or "
               "--export 'p-%%04d.vtp'",
               o->every);
  else ok = true;
  return ok;
}

/* What was asked for is written after an interruption or a refused step too: the rows up to it are
   the evidence. */
static int finish(job *j, int code) {
  bool last = j->o->export && lg_file_pattern(j->o->export) == 0;
  if (j->stats.f && !lg_file_close(&j->stats)) code = LG_EXIT_IO;
  if (code != LG_EXIT_OK && code != LG_EXIT_INTERRUPTED) return code;
  if (last && !export_now(j, j->done)) code = LG_EXIT_IO;
  bool end = j->o->save && lg_file_pattern(j->o->save) == 0;
  if (end && !save(j, j->done)) code = LG_EXIT_IO;
  if (j->o->json) report_json(j);
  else report(j);
  return code;
}

/* Can all worlds be written as they are asked for? Said before the first frame. */
static bool writable(const job *j) {
  const lg_app_options *o = j->o;
  const int worlds = lg_scene_count(j->live.scene);
  bool out = o->stream && o->export == o->stream->path;
  if (out && worlds > 1) {
    lg_app_say("run: --export -: standard output is one file, and the scene has %d worlds", worlds);
    return false;
  }

  for (int i = 0; o->surface && i < worlds; i++) {
    lg_why why;
    if (lg_record_fits_surface(o->export, lg_scene_world(j->live.scene, i), &why)) continue;
    lg_app_say("%s", why.text);
    return false;
  }
  return true;
}

int lg_app_run(const lg_app_options *o) {
  job j = {.o = o, .start = lg_clock()};
  int code = LG_EXIT_USAGE;
  if (!sensible(o)) return code;
  if (!lg_file_try(o->export) || !lg_file_try(o->stats) || !lg_file_try(o->save)) return LG_EXIT_IO;
  code = open(&j);
  if (code != LG_EXIT_OK) return code;

  /* A take counts its own frames: it may start its scene again. */
  j.first = j.done = o->take ? 0 : lg_world_frame(lg_scene_world(j.live.scene, 0));

  if (!lg_app_ahead(o, j.done) || !writable(&j)) code = LG_EXIT_USAGE;
  else if (o->stats && !lg_file_open(&j.stats, o->stats)) code = LG_EXIT_IO;
  else code = finish(&j, run_frames(&j));

  lg_live_close(&j.live);
  return code;
}
