/* render.c - `laguna render`: the window's pixels as a picture, numbered pictures or a movie,
   without a window. */
#include "app/take.h"

#include "laguna_kind.h"
#include "record/record.h"
#include "viewer/panes.h"

#include <inttypes.h>
#include <string.h>

typedef enum { ONE, MANY, MOVIE } product;

typedef struct job {
  const lg_app_options *o;
  product product;
  lg_live live;
  lg_shot *shot[LG_PANES_MAX];
  lg_camera camera[LG_PANES_MAX];
  lg_look look[LG_PANES_MAX];
  lg_panes panes;
  lg_plot plot[4];
  lg_video *video;
  int64_t done;
  double start; /* s */
  bool warned;  /* said what the picture has to do without */
  bool met;     /* has the particle of --id been there? */
  int code;
} job;

static bool fail_io(job *j, const char *why) {
  lg_app_say("%s", why);
  j->code = LG_EXIT_IO;
  return false;
}

static int width_of(const job *j) { return (int)j->o->size.width; }
static int height_of(const job *j) { return (int)j->o->size.height; }

/* --id: each of the worlds watches that particle, also one that was read again. */
static void watch(job *j) {
  for (int i = 0; i < lg_scene_count(j->live.scene) && j->o->id >= 0; i++) {
    if (!lg_app_has_fluid(j->live.scene, i)) continue;
    if (lg_scene_watched(j->live.scene, i) != j->o->id) lg_scene_watch(j->live.scene, i, j->o->id);
    j->met |= lg_particle_find(lg_scene_world(j->live.scene, i), j->o->id) >= 0;
  }
}

/* Without it there is no picture of it. */
static bool has_met(job *j) {
  if (j->o->id < 0 || j->met) return true;
  lg_app_say("render: there is no particle %" PRId64 " up to frame %" PRId64, j->o->id, j->done);
  j->code = LG_EXIT_SCENE;
  return false;
}

/* A camera that nobody aims is fitted to the first shot and stays there. */
static bool shoot(job *j) {
  int worlds = lg_scene_count(j->live.scene), width = lg_panes_width(&j->panes, worlds);
  for (int i = 0; i < worlds; i++) {
    /* Colours, particles and marks of each world. */
    bool fresh = !j->shot[i];
    if (fresh) j->shot[i] = lg_shot_new();

    const char *color_by = lg_scene_color_by(j->live.scene, i);
    if (!color_by) {
      j->code = lg_app_step_failed(j->live.scene);
      return false;
    }

    if (!j->shot[i] || !lg_shot_take(j->shot[i], lg_scene_world(j->live.scene, i), color_by) ||
        !lg_app_closeup(j->live.scene, i, j->shot[i]))
      return fail_io(j, "render: no memory for the picture");
    if (!lg_app_marks(j->live.scene, i, j->shot[i])) {
      j->code = lg_app_step_failed(j->live.scene);
      return false;
    }

    /* Fitted once, unless the scene or --turn says where to look. */
    j->look[i] = lg_app_look(j->live.scene, i);
    double round = j->o->frames > 0 ? (double)j->done / (double)j->o->frames : 0;
    j->look[i].aim.turn += (float)(round * (double)j->o->turn) * 0.0174532925f;
    if (fresh || lg_aim_given(&j->look[i].aim))
      j->camera[i] = lg_camera_aimed(&j->look[i].aim, j->shot[i], width, height_of(j));
  }
  return true;
}

static bool draw(job *j) {
  int worlds = lg_scene_count(j->live.scene);
  lg_style style[LG_PANES_MAX];
  char line[LG_PANES_MAX][96];
  const char *lines[LG_PANES_MAX][1];

  if (!shoot(j)) return false;
  int plots = lg_app_plots(j->live.scene, j->plot, (int)(sizeof j->plot / sizeof j->plot[0]));

  /* A line of numbers in each pane; plots go to the first. */
  for (int i = 0; i < worlds; i++) {
    const lg_stats *s = lg_shot_stats(j->shot[i]);
    snprintf(line[i], sizeof line[i], "%zu particles   t = %.2f s", lg_shot_count(j->shot[i]),
             s->time);
    lines[i][0] = line[i];
    style[i] = j->look[i].style;
    style[i].lines = lines[i];
    style[i].line_count = j->look[i].hud;
    style[i].plots = j->plot;
    style[i].plot_count = i == 0 ? plots : 0;
  }

  if (!lg_panes_draw(&j->panes, worlds, j->shot, j->camera, style,
                     j->o->threads > 0 ? (int)j->o->threads : lg_cores()))
    return fail_io(j, "render: no memory for the picture");

  const char *trouble = j->warned ? NULL : lg_image_trouble(&j->panes.whole);
  if (trouble) lg_app_say("%s", trouble);
  j->warned = true;
  return true;
}

static bool write_png(job *j, int64_t number) {
  lg_why why = {""};
  char path[LG_PATH_MAX];
  if (!lg_file_number(j->o->output, number, NULL, path, sizeof path))
    return fail_io(j, "render: the name is too long");
  return lg_record_png(path, width_of(j), height_of(j), j->panes.whole.rgba, &why) ||
         fail_io(j, why.text);
}

static bool write_frame(job *j) {
  lg_why why = {""};
  if (j->product == ONE) return true;
  if (!draw(j)) return false;
  if (j->product == MANY) return write_png(j, j->done);
  return lg_video_frame(j->video, j->panes.whole.rgba, &why) || fail_io(j, why.text);
}

static void run_frames(job *j) {
  lg_progress p;
  lg_progress_begin(&p, j->done, j->o->frames);

  while (j->code == LG_EXIT_OK && j->done < j->o->frames) {
    watch(j);
    if (j->o->take) lg_take_play(j->o->take, &j->live, j->done);
    if (!lg_live_step(&j->live, lg_app_dt(j->o)) && !j->o->take) {
      j->code = j->live.code;
      break;
    }

    /* A frame counts once it is made, and is written before the next. */
    j->done++;
    if (!write_frame(j)) break;
    lg_progress_frame(&p, j->done, lg_app_particles(j->live.scene));
    if (lg_app_interrupted()) j->code = LG_EXIT_INTERRUPTED;
  }
  lg_progress_end(&p);
}

/* A movie that ends in an error leaves no file; an interrupted one is kept as far as it came. */
static void finish(job *j) {
  lg_why why = {""};
  watch(j);
  bool keep = (j->code == LG_EXIT_OK || j->code == LG_EXIT_INTERRUPTED) && has_met(j);
  if (keep && j->product == ONE && draw(j)) write_png(j, j->done);
  if (j->video && !keep) lg_video_abort(j->video);
  else if (j->video && !lg_video_close(j->video, &why)) fail_io(j, why.text);
  j->video = NULL;
}

static void report(const job *j) {
  if (!j->o->json) {
    printf("%s: %" PRId64 " frames, %" PRId64 " x %" PRId64 " pixels\n",
           lg_stream_name(j->o->stream, j->o->output), j->done, j->o->size.width,
           j->o->size.height);
    return;
  }

  lg_json out = {stdout, false};
  lg_json_open(&out, NULL, '{');

  /* One object, as `laguna run --json` gives it. */
  lg_json_text(&out, "scene", j->o->target);
  lg_json_text(&out, "output", lg_stream_name(j->o->stream, j->o->output));
  lg_json_int(&out, "frames", j->done);
  lg_json_int(&out, "width", j->o->size.width);
  lg_json_int(&out, "height", j->o->size.height);
  lg_json_num(&out, "time", lg_world_time(lg_scene_world(j->live.scene, 0)));
  lg_json_int(&out, "particles", (int64_t)lg_app_particles(j->live.scene));
  lg_json_num(&out, "seconds", lg_clock() - j->start);
  lg_json_worlds(&out, j->live.scene);
  lg_json_hash(&out, "hash", lg_app_hash(j->live.scene));
  lg_json_close(&out, '}');
  putchar('\n');
}

static bool choose_product(job *j) {
  const char *e = lg_file_extension(j->o->output);
  int numbered = lg_file_pattern(j->o->output);

  /* A numbered picture is a sequence; a movie has no number. */
  if (strcmp(e, "png") == 0 && numbered >= 0) {
    j->product = numbered ? MANY : ONE;
    return true;
  }

  if ((strcmp(e, "mp4") == 0 || strcmp(e, "gif") == 0) && numbered == 0) {
    j->product = MOVIE;
    return true;
  }

  lg_app_say("render: -o '%s': give out.png, 'f-%%04d.png', out.mp4 or out.gif", j->o->output);
  return false;
}

static bool sensible(job *j) {
  if (!j->o->target) lg_app_say("which scene? For example: examples/scenes/dam_break.lua");
  else if (j->o->frames < 0)
    lg_app_say("render: say how many frames: --frames N, such as --frames 120");
  else if (!j->o->output)
    lg_app_say("render: say where to: -o out.png, 'f-%%04d.png', out.mp4 or out.gif");
  else if (!choose_product(j)) return false;
  else if (j->o->frames == 0 && j->product != ONE)
    lg_app_say("render: --frames 0 gives no picture here; give 1 or more");
  else return true;
  return false;
}

static bool can_wipe(lg_scene *s) {
  return lg_scene_count(s) > 1 &&
         lg_world_dim(lg_scene_world(s, 0)) == lg_world_dim(lg_scene_world(s, 1));
}

static bool prepare(job *j) {
  lg_why why = {""};
  if (lg_scene_count(j->live.scene) > LG_PANES_MAX)
    return fail_io(j, "render: more than four worlds do not fit into a picture");
  if (j->o->wipe > 0 && !can_wipe(j->live.scene)) {
    lg_app_say("render: --wipe is for two worlds of one dimension: A.lua B.lua, --against, "
               "lg.compare");
    j->code = LG_EXIT_USAGE;
    return false;
  }
  if (!lg_panes_init(&j->panes, width_of(j), height_of(j)))
    return fail_io(j, "render: no memory for the picture");
  j->panes.wipe = 0.01f * (float)j->o->wipe;

  if (j->product != MOVIE) return true;
  j->video = lg_video_open(j->o->output, width_of(j), height_of(j), (int)j->o->fps, &why);
  return j->video || fail_io(j, why.text);
}

int lg_app_render(const lg_app_options *o) {
  job j = {.o = o, .start = lg_clock(), .code = LG_EXIT_USAGE};
  if (!sensible(&j)) return LG_EXIT_USAGE;
  if (!lg_file_try(o->output)) return LG_EXIT_IO;
  if (!lg_live_open(&j.live, o, false)) {
    lg_app_say("%s", j.live.message.text);
    return j.live.code;
  }

  j.code = LG_EXIT_OK;
  j.done = o->take ? 0 : lg_world_frame(lg_scene_world(j.live.scene, 0));
  if (!lg_app_ahead(o, j.done)) {
    lg_live_close(&j.live);
    return LG_EXIT_USAGE;
  }

  /* Frames, and what was asked for of them, also after an interruption. */
  if (prepare(&j)) {
    run_frames(&j);
    finish(&j);
    if (j.code == LG_EXIT_OK || j.code == LG_EXIT_INTERRUPTED) report(&j);
  }

  for (int i = 0; i < LG_PANES_MAX; i++) lg_shot_free(j.shot[i]);
  lg_panes_free(&j.panes);
  lg_live_close(&j.live);
  return j.code;
}
