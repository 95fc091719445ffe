/* take.c - takes: what happened in a session, frame by frame, written and played again. */
#include "app/take.h"

#include "laguna_kind.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define WORLDS 64 /* of a scene, more than any has */

static const char first_line[] = LG_TAKE_BEGINS "1\n";
static const char *const words[] = {"key",   "mouse", "reload", "move",
                                    "press", "set",   "eval",   "edit"};
static const char *const mouse_acts[] = {"press", "move", "release", "hover", "wheel"};
enum { MOUSE_ACTS = sizeof mouse_acts / sizeof *mouse_acts };

/* ---- recording ------------------------------------------------------------------------------ */

/* In quotes, on one line. */
static void put_text(FILE *f, const char *text) {
  putc('"', f);
  for (; *text; text++) {
    if (*text == '"' || *text == '\\') putc('\\', f);
    if (*text == '\n') fputs("\\n", f);
    else putc(*text, f);
  }
  putc('"', f);
}

static void put_line(FILE *f, const char *word, const char *text) {
  fprintf(f, "%s ", word);
  put_text(f, text);
  putc('\n', f);
}

static void put_bytes(FILE *f, const char *path, const lg_bytes *b) {
  fprintf(f, "file %zu ", b->n);
  put_text(f, path);
  putc('\n', f);
  fwrite(b->at, 1, b->n, f);
  putc('\n', f);
}

/* All that the scene reads, as it stands now; and itself, if it has come in. */
static void put_files(FILE *f, const lg_live *l) {
  if (lg_stream_is_scene(l->o)) put_bytes(f, LG_STREAM_SCENE, &l->o->stream->in);
  for (int i = 0; i < l->watch.count; i++) {
    lg_bytes b = {NULL, 0, 0, false};
    lg_why why;
    if (lg_bytes_read(&b, l->watch.file[i].path, &why)) put_bytes(f, l->watch.file[i].path, &b);
    lg_bytes_free(&b);
  }
}

bool lg_recorder_begin(lg_recorder *r, const char *path, const lg_live *l) {
  if (!lg_file_open(&r->file, path)) return false;
  FILE *f = r->file.f;
  fputs(first_line, f);
  put_line(f, "scene", l->o->target);
  fprintf(f, "seed %" PRId64 " fps %" PRId64 "\n", l->o->seed, l->o->fps);
  for (int i = 0; i < l->o->set.count; i++) put_line(f, "set", l->o->set.text[i]);
  if (l->o->state.n > 0) put_bytes(f, "", &l->o->state);
  put_files(f, l);
  return fflush(f) == 0;
}

/* Line by line on the disk: what was recorded is there also when the program is killed. */
void lg_recorder_note(lg_recorder *r, lg_take_event e) {
  FILE *f = r->file.f;
  if (!f) return;

  /* numbers first, in hexadecimal so that they are read back bit for bit */
  fprintf(f, "at %" PRId64 " %s %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64, r->steps,
          words[e.what], e.world, e.button, e.id, e.type, e.n);
  for (int i = 0; i < 4; i++) fprintf(f, " %a", e.v[i]);

  /* then the texts, and on the disk before anything can stop the program */
  putc(' ', f);
  put_text(f, e.name);
  putc(' ', f);
  put_text(f, e.text);
  putc('\n', f);
  fflush(f);
}

void lg_recorder_edit(lg_recorder *r, const lg_live *l) {
  if (!r->file.f) return;
  put_files(r->file.f, l);
  lg_recorder_note(r, (lg_take_event){.what = LG_TAKE_EDIT});
}

bool lg_recorder_end(lg_recorder *r, lg_scene *s) {
  if (!r->file.f) return true;
  if (s) fprintf(r->file.f, "end %" PRId64 " %016" PRIx64 "\n", r->steps, lg_app_hash(s));
  return lg_file_close(&r->file);
}

/* ---- reading: every word is a stranger's ---------------------------------------------------- */

typedef struct cursor {
  const char *at; /* the bytes end with a NUL that is none of them */
  bool ok;
} cursor;

static void expect(cursor *c, const char *text) {
  size_t n = strlen(text);
  c->ok = c->ok && strncmp(c->at, text, n) == 0;
  if (c->ok) c->at += n;
}

static int64_t whole(cursor *c, int64_t min, int64_t max) {
  char *end = NULL;
  bool digit = isdigit((unsigned char)*c->at) || *c->at == '-';
  long long x = c->ok && digit ? strtoll(c->at, &end, 10) : 0;
  c->ok = end && end != c->at && x >= min && x <= max;
  if (c->ok) c->at = end;
  return c->ok ? (int64_t)x : 0;
}

static double number(cursor *c) {
  char *end = NULL;
  bool digit = isdigit((unsigned char)*c->at) || *c->at == '-';
  double x = c->ok && digit ? strtod(c->at, &end) : 0;
  c->ok = end && end != c->at && isfinite(x);
  if (c->ok) c->at = end;
  return c->ok ? x : 0;
}

static void text(cursor *c, char *out, size_t bytes) {
  size_t n = 0;
  expect(c, "\"");
  while (c->ok && *c->at != '"') {
    char now = *c->at++;
    if (now == '\\') now = *c->at++ == 'n' ? '\n' : c->at[-1];
    c->ok = now && n + 1 < bytes;
    if (c->ok) out[n++] = now;
  }
  out[n] = '\0';
  expect(c, "\"");
}

static int word(cursor *c, const char *const *list, int count) {
  for (int i = 0; c->ok && i < count; i++) {
    size_t n = strlen(list[i]);
    if (strncmp(c->at, list[i], n) != 0 || c->at[n] != ' ') continue;
    c->at += n;
    return i;
  }
  c->ok = false;
  return 0;
}

/* Do name and numbers fit what happened? */
static bool is_sensible(const lg_take_event *e) {
  bool act = false;
  for (int i = 0; i < MOUSE_ACTS; i++) act = act || strcmp(e->name, mouse_acts[i]) == 0;
  if (e->what == LG_TAKE_MOUSE) return act;
  bool by_hand = e->what == LG_TAKE_MOVE || e->what == LG_TAKE_SET;
  return !by_hand || (*e->name && (e->type <= LG_COLOR || e->type == LG_TEXT) && e->n <= 4);
}

static lg_take_event event_of(cursor *c) {
  lg_take_event e = {0};

  /* when, and what */
  expect(c, "at ");
  e.step = whole(c, 0, INT64_MAX / 2);
  expect(c, " ");
  e.what = word(c, words, LG_TAKE_WORDS);

  /* numbers, then texts, as lg_recorder_note writes them */
  int64_t *const numbers[] = {&e.world, &e.button, &e.id, &e.type, &e.n};
  for (int i = 0; i < 5; i++) expect(c, " "), *numbers[i] = whole(c, 0, UINT32_MAX);
  for (int i = 0; i < 4; i++) expect(c, " "), e.v[i] = number(c);
  expect(c, " ");
  text(c, e.name, sizeof e.name);
  expect(c, " ");
  text(c, e.text, sizeof e.text);
  expect(c, "\n");

  c->ok = c->ok && e.world < WORLDS && is_sensible(&e);
  return e;
}

static bool add_text(char ***list, int *count, const char *what) {
  char **grown = realloc(*list, ((size_t)*count + 1) * sizeof *grown), *own = strdup(what);
  if (grown) *list = grown;
  if (grown && own) grown[(*count)++] = own;
  else free(own);
  return grown && own;
}

/* "file N "path"" and N bytes: the newest of that name is the one. */
static bool take_file(lg_take *t, cursor *c) {
  char path[LG_PATH_MAX];
  const char *end = t->bytes.at + t->bytes.n - 1;
  expect(c, "file ");
  size_t n = (size_t)whole(c, 0, INT64_MAX / 2);
  expect(c, " ");
  text(c, path, sizeof path);
  expect(c, "\n");
  c->ok = c->ok && n < (size_t)(end - c->at) && c->at[n] == '\n';
  if (!c->ok) return false;

  /* a later one of the same name is in the place of the one before */
  int i = 0;
  while (i < t->files && strcmp(t->file[i].path, path) != 0) i++;
  if (i == t->files) {
    lg_take_file *grown = realloc(t->file, ((size_t)i + 1) * sizeof *grown);
    if (grown) t->file = grown;
    if (!grown || !add_text(&t->path, &t->paths, path)) return c->ok = false;
    t->file[t->files++].path = t->path[t->paths - 1];
  }
  t->file[i].at = (size_t)(c->at - t->bytes.at);
  t->file[i].n = n;
  c->at += n + 1;
  return true;
}

static void take_files(lg_take *t, cursor *c) {
  while (c->ok && strncmp(c->at, "file ", 5) == 0) take_file(t, c);
}

static void take_head(lg_take *t, cursor *c) {
  char set[1024];

  /* what it was made of, and how */
  expect(c, first_line);
  expect(c, "scene ");
  text(c, t->scene, sizeof t->scene);
  expect(c, "\nseed ");
  t->seed = whole(c, -1, INT64_MAX);
  expect(c, " fps ");
  t->fps = whole(c, 1, 100000);
  expect(c, "\n");

  /* what `--set` said */
  while (c->ok && strncmp(c->at, "set ", 4) == 0) {
    c->at += 4;
    text(c, set, sizeof set);
    expect(c, "\n");
    c->ok = c->ok && add_text(&t->set, &t->sets, set);
  }

  take_files(t, c);
}

/* The next event, with the files that stand before it. */
static void advance(lg_take *t) {
  cursor c = {t->bytes.at + t->at, true};
  t->next = (lg_take_event){.what = LG_TAKE_WORDS};
  take_files(t, &c);
  if (c.ok && strncmp(c.at, "at ", 3) == 0) t->next = event_of(&c);
  if (c.ok) t->at = (size_t)(c.at - t->bytes.at);
}

/* Once through: is each line one, and no event before the one before? */
static bool check(lg_take *t) {
  int64_t step = 0;
  cursor c = {t->bytes.at, true};
  take_head(t, &c);
  size_t begin = c.ok ? (size_t)(c.at - t->bytes.at) : 0;
  while (c.ok && *c.at && strncmp(c.at, "end ", 4) != 0) {
    take_files(t, &c);
    if (!c.ok || !*c.at || strncmp(c.at, "end ", 4) == 0) break;
    lg_take_event e = event_of(&c);
    c.ok = c.ok && e.step >= step;
    step = e.step;
  }

  t->end = step;
  t->whole = c.ok && *c.at;
  if (t->whole) {
    char digits[17] = "", *end = NULL;
    expect(&c, "end ");
    t->end = whole(&c, step, (int64_t)1e9);
    expect(&c, " ");
    memccpy(digits, c.at, '\n', 16);
    t->hash = strtoull(digits, &end, 16);
    c.ok = c.ok && end == digits + 16;
  }

  /* Back to its begin, with the files of then. */
  t->files = 0;
  c = (cursor){t->bytes.at, c.ok};
  for (int i = 0; i < t->sets; i++) free(t->set[i]);
  t->sets = 0;
  take_head(t, &c);
  t->at = begin;
  return c.ok;
}

lg_take *lg_take_open(lg_bytes *bytes, const char *name, lg_why *why) {
  lg_take *t = calloc(1, sizeof *t);
  if (t) {
    t->bytes = *bytes;
    *bytes = (lg_bytes){.at = NULL};
    lg_bytes_take(&t->bytes, "", 1);
  }
  if (!t || t->bytes.failed) {
    lg_take_free(t);
    return lg_explain(why, "%s: out of memory", name), NULL;
  }

  if (check(t)) return advance(t), t;
  lg_take_free(t);
  lg_explain(why, "%s: it is no take of Laguna's, or damaged; give a file that --record wrote",
             name);
  return NULL;
}

void lg_take_free(lg_take *t) {
  if (!t) return;
  for (int i = 0; i < t->sets; i++) free(t->set[i]);
  for (int i = 0; i < t->paths; i++) free(t->path[i]);
  free(t->set);
  free(t->path);
  free(t->file);
  lg_bytes_free(&t->bytes);
  free(t);
}

bool lg_take_text(void *take, const char *path, const char **bytes, size_t *n) {
  const lg_take *t = take;
  for (int i = 0; i < t->files; i++) {
    if (strcmp(t->file[i].path, path) != 0) continue;
    *bytes = t->bytes.at + t->file[i].at;
    *n = t->file[i].n;
    return true;
  }
  return false;
}

/* ---- playing -------------------------------------------------------------------------------- */

lg_input lg_take_input(lg_live *l, const lg_take_event *e) {
  const float p[3] = {(float)e->v[0], (float)e->v[1], (float)e->v[2]};
  lg_input of = e->what == LG_TAKE_KEY
                    ? lg_scene_key(l->scene, e->name, e->world)
                    : lg_scene_mouse(l->scene, (int)e->world, p, (int)e->button, e->name);
  lg_live_outcome(l, of != LG_INPUT_FAILED);
  return of;
}

/* As the window's callbacks do (window.c), without a word. */
void lg_take_do(lg_live *l, const lg_take_event *e) {
  lg_scene *s = l->scene;
  char answer[LG_ERROR_MAX];
  lg_arg args[2] = {{.name = e->name, .type = (lg_type)e->type, .n = (int)e->n, .text = e->text},
                    lg_end()};
  memcpy(args[0].v, e->v, sizeof e->v);
  switch (e->what) {
    case LG_TAKE_KEY:
    case LG_TAKE_MOUSE: lg_take_input(l, e); break;
    case LG_TAKE_RELOAD:
      if (e->n > 0) lg_live_respace(l, e->v[0]);
      else lg_live_restart(l, e->world);
      break;
    case LG_TAKE_MOVE: lg_scene_move(s, args); break;
    case LG_TAKE_PRESS: lg_scene_press(s, e->name); break;
    case LG_TAKE_SET: lg_scene_set(s, (int)e->world, (lg_id)e->id, args); break;
    case LG_TAKE_EVAL: lg_scene_eval(s, e->text, answer, sizeof answer); break;
    default: lg_live_read_again(l); break;
  }
}

void lg_take_play(lg_take *t, lg_live *l, int64_t step) {
  while (t->next.what != LG_TAKE_WORDS && t->next.step <= step) {
    lg_take_do(l, &t->next);
    advance(t);
  }
}

bool lg_take_same(const lg_take *t, lg_scene *s) {
  uint64_t hash = lg_app_hash(s);
  if (!t->whole || hash == t->hash) return true;
  lg_app_say("the session ended with hash %016" PRIx64 ", and this replay with %016" PRIx64
             ": its scene did what was not recorded, such as reading a clock or drawing by chance",
             t->hash, hash);
  return false;
}
