/* Movies, looked at with ffprobe. */
#include "record/record.h"

#include "folder.h"

enum { W = 65, H = 47, FRAMES = 12 }; /* odd sides */

static bool have_ffmpeg(void) {
  return !system("ffmpeg -version > /dev/null 2>&1 && ffprobe -version > /dev/null 2>&1");
}

/* a bright bar that moves to the right */
static void frame_of(uint8_t *rgba, int width, int height, int number) {
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) {
      uint8_t *p = rgba + 4 * (y * width + x);
      p[0] = p[1] = p[2] = x / 4 == number ? 250 : 20;
      p[3] = 255;
    }
}

static void ask(const char *file, const char *what, char *answer, size_t bytes) {
  char line[512];
  snprintf(
      line, sizeof line,
      "ffprobe -v error -count_frames -select_streams v:0 -show_entries stream=%s -of csv=p=0 '%s'",
      what, file);
  FILE *p = popen(line, "r");
  assert_non_null(p);
  answer[0] = 0;
  assert_non_null(fgets(answer, (int)bytes, p));
  pclose(p);
  answer[strcspn(answer, "\r\n")] = 0;
}

/* An mp4 is h264 in yuv420p with even sides, its index first; a gif keeps its sides; both have all
   frames. While it is written the final name is not there, and afterwards nothing else is. */
static void movie(const char *name, const char *expected) {
  if (!have_ffmpeg()) skip();
  folder f = folder_new(name);
  uint8_t rgba[4 * W * H];
  lg_why why = {""};
  char answer[128];
  lg_video *v = lg_video_open(f.file, W, H, 25, &why);
  assert_non_null(v);
  for (int i = 0; i < FRAMES; i++) {
    frame_of(rgba, W, H, i);
    assert_true(lg_video_frame(v, rgba, &why));
    assert_int_equal(access(f.file, F_OK), -1);
  }
  assert_true(lg_video_close(v, &why));
  assert_int_equal(folder_count(&f), 1);
  ask(f.file, "codec_name,width,height,pix_fmt,avg_frame_rate,nb_read_frames", answer,
      sizeof answer);
  assert_string_equal(answer, expected);
  folder_end(&f);
}

static void mp4(void **state) {
  (void)state;
  movie("a.mp4", "h264,64,46,yuv420p,25/1,12");
}
static void gif(void **state) {
  (void)state;
  movie("a: b.gif", "gif,65,47,bgra,25/1,12");
}

/* The path goes through a shell: blanks, quotes, a substitution and a newline in it mean
   themselves, and nothing in it is run. */
static void awkward_names(void **state) {
  (void)state;
  if (!have_ffmpeg()) skip();
  static const char *const names[] = {"two words.mp4", "it's '' \"quoted\".gif",
                                      "$(touch run) `touch run` $HOME; touch run #.gif",
                                      "-y \\ %d & | > *\n.gif"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    folder f = folder_new(names[i]);
    uint8_t rgba[4 * W * H];
    lg_why why = {""};
    char before[256];
    assert_non_null(getcwd(before, sizeof before));
    assert_int_equal(chdir(f.path), 0);
    lg_video *v = lg_video_open(names[i], W, H, 25, &why);
    assert_non_null(v);
    frame_of(rgba, W, H, 1);
    assert_true(lg_video_frame(v, rgba, &why));
    assert_true(lg_video_close(v, &why));
    assert_int_equal(chdir(before), 0);
    assert_int_equal(access(f.file, F_OK), 0);
    assert_int_equal(folder_count(&f), 1);
    folder_end(&f);
  }
}

/* Ctrl-C reaches every process of the terminal's group; the movie is finished none the less. */
static void ctrl_c(void **state) {
  (void)state;
  if (!have_ffmpeg() || system("command -v setsid >/dev/null")) skip();
  folder f = folder_new("a.mp4");
  uint8_t rgba[4 * W * H];
  lg_why why = {""};
  char answer[128];
  pid_t runner = getpgrp();

  /* leaves alone who runs it, unless that is a session of its own already */
  assert_true(runner == getpid() || setpgid(0, 0) == 0);
  lg_video *v = lg_video_open(f.file, W, H, 25, &why);
  frame_of(rgba, W, H, 0);
  assert_true(lg_video_frame(v, rgba, &why));
  usleep(300000); /* until it has its handlers */
  void (*before)(int) = signal(SIGINT, SIG_IGN);
  kill(0, SIGINT);
  setpgid(0, runner);
  signal(SIGINT, before);
  assert_true(lg_video_frame(v, rgba, &why));
  assert_true(lg_video_close(v, &why));
  ask(f.file, "nb_read_frames", answer, sizeof answer);
  assert_string_equal(answer, "2");
  folder_end(&f);
}

static long find(const char *bytes, long n, const char *word) {
  for (long i = 0; i + 4 <= n; i++)
    if (!memcmp(bytes + i, word, 4)) return i;
  return -1;
}

/* "faststart": the index (moov) stands before the pictures (mdat), so that a browser can begin at
   once. */
static void index_first(void **state) {
  (void)state;
  if (!have_ffmpeg()) skip();
  folder f = folder_new("a.mp4");
  uint8_t rgba[4 * W * H];
  lg_why why = {""};
  char bytes[20000];
  lg_video *v = lg_video_open(f.file, W, H, 60, &why);
  for (int i = 0; i < 3; i++) {
    frame_of(rgba, W, H, i);
    assert_true(lg_video_frame(v, rgba, &why));
  }
  assert_true(lg_video_close(v, &why));
  FILE *file = fopen(f.file, "rb");
  long n = (long)fread(bytes, 1, sizeof bytes, file);
  fclose(file);
  assert_true(find(bytes, n, "moov") > 0 && find(bytes, n, "moov") < find(bytes, n, "mdat"));
  folder_end(&f);
}

/* Nothing is left of a movie that is given up, and an older one stays. */
static void aborted(void **state) {
  (void)state;
  if (!have_ffmpeg()) skip();
  folder f = folder_new("a.mp4");
  uint8_t rgba[4 * W * H];
  lg_why why = {""};
  put_file(f.file, "old");
  lg_video *v = lg_video_open(f.file, W, H, 25, &why);
  frame_of(rgba, W, H, 0);
  assert_true(lg_video_frame(v, rgba, &why));
  lg_video_abort(v);
  lg_video_abort(NULL);
  assert_true(file_holds(f.file, "old"));
  assert_int_equal(folder_count(&f), 1);
  folder_end(&f);
}

static void refused(void **state) {
  (void)state;
  folder f = folder_new("a.mp4");
  lg_why why;
  char missing[400];
  snprintf(missing, sizeof missing, "%s/no/a.mp4", f.path);
  const struct {
    const char *path;
    int width, height, fps;
    const char *says;
  } cases[] = {{"a.avi", W, H, 25, ".mp4 or .gif"},    {"mp4", W, H, 25, ".mp4 or .gif"},
               {f.file, 1, H, 25, "1 x 47"},           {f.file, W, 20000, 25, "65 x 20000"},
               {f.file, W, H, 0, "0 frames a second"}, {missing, W, H, 25, "create it first"}};
  for (int i = 0; i < 6; i++) {
    why.text[0] = 0;
    assert_null(lg_video_open(cases[i].path, cases[i].width, cases[i].height, cases[i].fps, &why));
    assert_non_null(strstr(why.text, cases[i].says));
    assert_int_equal(strncmp(why.text, cases[i].path, strlen(cases[i].path)), 0);
  }
  assert_int_equal(folder_count(&f), 0);
  folder_end(&f);
}

/* No ffmpeg on the PATH: the sentence names the package, and there is no file. */
static void no_ffmpeg(void **state) {
  (void)state;
  folder f = folder_new("a.mp4");
  lg_why why = {""};
  char *path = strdup(getenv("PATH"));
  setenv("PATH", f.path, 1);
  assert_null(lg_video_open(f.file, W, H, 25, &why));
  setenv("PATH", path, 1);
  free(path);
  assert_non_null(strstr(why.text, "install the package ffmpeg"));
  assert_int_equal(folder_count(&f), 0);
  folder_end(&f);
}

/* The disk is full: the movie is refused with ffmpeg's reason, SIGPIPE does not end the program,
   and no file is left. */
static void disk_full(void **state) {
  (void)state;
  if (!have_ffmpeg()) skip();
  static const char *const names[] = {"a.mp4", "a.gif"};
  for (int k = 0; k < 2; k++) {
    folder f = folder_new(names[k]);
    enum { BIG = 256 };
    uint8_t *rgba = malloc(4 * BIG * BIG);
    lg_why why = {""};
    uint32_t noise = 1;
    limit_files(50000);
    lg_video *v = lg_video_open(f.file, BIG, BIG, 25, &why);
    assert_non_null(v);
    bool ok = true;
    for (int i = 0; i < 100 && ok; i++) {
      for (int p = 0; p < 4 * BIG * BIG; p++)
        rgba[p] = (uint8_t)((noise = noise * 1664525U + 1013904223U) >> 24);
      ok = lg_video_frame(v, rgba, &why);
    }
    if (!ok) assert_false(lg_video_frame(v, rgba, &why)); /* and it stays so */
    assert_false(lg_video_close(v, &why));
    limit_files(RLIM_INFINITY);
    assert_non_null(strstr(why.text, "ffmpeg stopped"));
    assert_int_equal(folder_count(&f), 0);
    free(rgba);
    folder_end(&f);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(mp4),     cmocka_unit_test(gif),         cmocka_unit_test(awkward_names),
      cmocka_unit_test(ctrl_c),  cmocka_unit_test(index_first), cmocka_unit_test(aborted),
      cmocka_unit_test(refused), cmocka_unit_test(no_ffmpeg),   cmocka_unit_test(disk_full)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
