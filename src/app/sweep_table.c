/* sweep_table.c - what a sweep comes to: OUTPUT.csv, a row a run, and OUTPUT.svg, a small plot for
   each gauge (without gauges: of some statistics) over the first axis that is numbers; what else is
   varied are the curves. */
#include "app/sweep.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define COLUMNS 256
#define NAME    96

typedef struct column {
  char name[NAME];
  bool gauge;
} column;

typedef struct table {
  const lg_sweep *s;
  column column[COLUMNS];
  int columns;
  double *value; /* [run][COLUMNS]; NaN: none */
  int failed;
} table;

/* ---- gathering ------------------------------------------------------------------------------- */

static int column_of(table *t, const char *name, int length, bool gauge) {
  for (int i = 0; i < t->columns; i++)
    if ((int)strlen(t->column[i].name) == length &&
        strncmp(t->column[i].name, name, (size_t)length) == 0)
      return i;
  if (t->columns == COLUMNS || length >= NAME) return -1;
  snprintf(t->column[t->columns].name, NAME, "%.*s", length, name);
  t->column[t->columns].gauge = gauge;
  return t->columns++;
}

static void take_numbers(table *t, int64_t run, const char *at) {
  for (const char *end; (end = strchr(at, '\n')); at = end + 1) {
    const char *tab = strchr(at + 2, '\t');
    if (!tab || tab > end) continue;
    int i = column_of(t, at + 2, (int)(tab - at) - 2, *at == '+');
    if (i >= 0) t->value[run * COLUMNS + i] = strtod(tab + 1, NULL);
  }
}

/* ---- the table ------------------------------------------------------------------------------- */

/* A cell of text, in quotes where it has to be. */
static void cell(FILE *f, const char *text, int length) {
  bool plain = true;
  for (int i = 0; i < length; i++) plain = plain && !strchr(",\"\n\r", text[i]);
  if (plain) {
    fprintf(f, "%.*s", length, text);
    return;
  }
  fputc('"', f);
  for (int i = 0; i < length; i++) fprintf(f, text[i] == '"' ? "\"\"" : "%c", text[i]);
  fputc('"', f);
}

static void write_row(table *t, FILE *f, int64_t run) {
  lg_bytes b;
  const char *numbers, *error = "";
  int code = 0;
  bool done = lg_sweep_read(t->s, run, &b, &numbers, &code, &error);
  fprintf(f, "%" PRId64, run + 1);

  /* the values it was made with */
  for (int k = 0; k < t->s->axes; k++) {
    lg_sweep_value v = lg_sweep_at(t->s, run, k);
    fputc(',', f);
    cell(f, v.text, v.length);
  }

  /* how it ended */
  if (done) fprintf(f, ",%d,", code);
  else fprintf(f, ",,");
  cell(f, done ? error : "not done", (int)strlen(done ? error : "not done"));

  /* what it measured */
  for (int i = 0; i < t->columns; i++) {
    double x = t->value[run * COLUMNS + i];
    if (isnan(x)) fputc(',', f);
    else fprintf(f, ",%.9g", x);
  }
  fputc('\n', f);

  /* of those that failed the first says why; the others' reasons are in the table */
  if (done && code != LG_EXIT_OK && t->failed == 0)
    lg_app_say("sweep: run %" PRId64 ": %s", run + 1, error);
  t->failed += !done || code != LG_EXIT_OK;
  if (done) lg_bytes_free(&b);
}

static bool write_table(table *t) {
  lg_file file;
  if (!lg_file_open(&file, t->s->o->output)) return false;

  /* the columns' names */
  fprintf(file.f, "run");
  for (int k = 0; k < t->s->axes; k++) {
    fputc(',', file.f);
    cell(file.f, t->s->axis[k].name, t->s->axis[k].length);
  }
  fprintf(file.f, ",exit,error");
  for (int i = 0; i < t->columns; i++) {
    fputc(',', file.f);
    cell(file.f, t->column[i].name, (int)strlen(t->column[i].name));
  }
  fputc('\n', file.f);

  /* a run, a row */
  for (int64_t run = 0; run < t->s->runs; run++) write_row(t, file.f, run);
  return lg_file_close(&file);
}

/* ---- the plot -------------------------------------------------------------------------------- */

#define WIDE   420.0 /* px, of a panel */
#define HIGH   240.0
#define MARGIN 56.0

typedef struct panel {
  const table *t;
  FILE *f;
  int axis, column;
  double left, top, x[2], y[2]; /* px; the ranges of what is shown */
  bool decades;                 /* x goes by its logarithm */
} panel;

static bool number_of(lg_sweep_value v, double *x) {
  char text[64], *end;
  snprintf(text, sizeof text, "%.*s", v.length, v.text);
  *x = strtod(text, &end);
  return end != text && *end == '\0' && isfinite(*x);
}

static int axis_of_numbers(const lg_sweep *s) {
  for (int k = 0; k < s->axes; k++) {
    double x;
    int i = 0;
    while (i < s->axis[k].count && number_of(s->axis[k].value[i], &x)) i++;
    if (i == s->axis[k].count && i > 1) return k;
  }
  return -1;
}

/* Text of XML. */
static void label(FILE *f, double x, double y, const char *anchor, const char *text, int length) {
  fprintf(f, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y, anchor);
  for (int i = 0; i < length; i++)
    if (text[i] == '<') fputs("&lt;", f);
    else if (text[i] == '&') fputs("&amp;", f);
    else fputc((unsigned char)text[i] < ' ' ? ' ' : text[i], f);
  fputs("</text>\n", f);
}

static double across(const panel *p, double x) {
  double wide = p->x[1] - p->x[0], share = wide > 0 ? (x - p->x[0]) / wide : 0.5;
  if (p->decades) share = log(x / p->x[0]) / log(p->x[1] / p->x[0]);
  return p->left + MARGIN + (WIDE - 1.5 * MARGIN) * share;
}
static double up(const panel *p, double y) {
  double high = p->y[1] - p->y[0];
  return p->top + HIGH - MARGIN - (HIGH - 1.8 * MARGIN) * (high > 0 ? (y - p->y[0]) / high : 0.5);
}

/* The run that differs from `run` by its value of an axis alone. */
static int64_t along(const lg_sweep *s, int64_t run, int axis, int value) {
  int64_t step = 1;
  for (int k = s->axes - 1; k > axis; k--) step *= s->axis[k].count;
  int64_t now = run / step % s->axis[axis].count;
  return run + (value - now) * step;
}

static double value_at(const panel *p, int64_t run) {
  return p->t->value[run * COLUMNS + p->column];
}

static void find_ranges(panel *p) {
  const lg_sweep *s = p->t->s;
  p->x[0] = p->y[0] = HUGE_VAL;
  p->x[1] = p->y[1] = -HUGE_VAL;

  /* all runs share them, since all curves share the panel */
  for (int64_t run = 0; run < s->runs; run++) {
    double x = 0, y = value_at(p, run);
    if (!number_of(lg_sweep_at(s, run, p->axis), &x) || !isfinite(y)) continue;
    p->x[0] = fmin(p->x[0], x);
    p->x[1] = fmax(p->x[1], x);
    p->y[0] = fmin(p->y[0], y);
    p->y[1] = fmax(p->y[1], y);
  }

  /* a wide range of positive numbers is drawn by its logarithm */
  p->decades = p->x[0] > 0 && p->x[1] >= 30 * p->x[0];
}

#define COLORS 6
static const char *const colors[COLORS] = {"#2a6fbb", "#c8553d", "#3a8f5c",
                                           "#8a5bb0", "#b8872b", "#5b6770"};

/* What the other axes are, in the colour of a curve, on the right of the panel's name. */
static void legend(const panel *p, int64_t run, int number) {
  const lg_sweep *s = p->t->s;
  char text[128] = "";
  int n = 0;

  /* what this curve has in common, that is all but the panel's own axis */
  for (int k = 0; k < s->axes && n < (int)sizeof text; k++) {
    lg_sweep_value v = lg_sweep_at(s, run, k);
    if (k != p->axis)
      n += snprintf(text + n, sizeof text - (size_t)n, "%s%.*s=%.*s", n ? ", " : "",
                    s->axis[k].length, s->axis[k].name, v.length, v.text);
  }

  /* a line each, at the panel's upper right */
  fprintf(p->f, "<g font-size=\"10\" fill=\"%s\">", colors[number % COLORS]);
  label(p->f, p->left + WIDE - 0.5 * MARGIN, p->top + 0.3 * MARGIN + 12 * number, "end", text,
        (int)strlen(text));
  fputs("</g>\n", p->f);
}

/* The points of one combination of all other axes, joined. */
static void curve(const panel *p, int64_t first, int number) {
  const lg_sweep *s = p->t->s;
  const char *color = colors[number % COLORS];

  /* through what is a number */
  fprintf(p->f, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\" points=\"", color);
  for (int i = 0; i < s->axis[p->axis].count; i++) {
    double x, y = value_at(p, along(s, first, p->axis, i));
    if (number_of(s->axis[p->axis].value[i], &x) && isfinite(y))
      fprintf(p->f, "%.1f,%.1f ", across(p, x), up(p, y));
  }
  fputs("\"/>\n", p->f);

  /* and a dot on each */
  for (int i = 0; i < s->axis[p->axis].count; i++) {
    double x, y = value_at(p, along(s, first, p->axis, i));
    if (number_of(s->axis[p->axis].value[i], &x) && isfinite(y))
      fprintf(p->f, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"/>\n", across(p, x),
              up(p, y), color);
  }
}

static void draw_panel(panel *p) {
  const lg_sweep *s = p->t->s;
  const lg_sweep_axis *axis = &s->axis[p->axis];
  char text[64];
  find_ranges(p);
  double left = p->left + MARGIN, right = p->left + WIDE - 0.5 * MARGIN,
         floor_y = p->top + HIGH - MARGIN;
  fprintf(p->f, "<path d=\"M%.1f %.1fV%.1fH%.1f\" fill=\"none\" stroke=\"#888\"/>\n", left,
          p->top + 0.6 * MARGIN, floor_y + 8, right);
  label(p->f, left, p->top + 0.4 * MARGIN, "start", p->t->column[p->column].name,
        (int)strlen(p->t->column[p->column].name));
  label(p->f, (left + right) / 2, floor_y + 40, "middle", axis->name, axis->length);
  if (!(p->y[0] <= p->y[1])) return;

  /* the ends of both axes, then a curve for each combination of the others */
  for (int e = 0; e < 2; e++) {
    label(p->f, across(p, p->x[e]), floor_y + 22, "middle", text,
          snprintf(text, sizeof text, "%g", p->x[e]));
    label(p->f, left - 6, up(p, p->y[e]) + 4, "end", text,
          snprintf(text, sizeof text, "%.3g", p->y[e]));
  }
  int number = 0;
  for (int64_t run = 0; run < s->runs; run++)
    if (along(s, run, p->axis, 0) == run) {
      if (s->axes > 1 && number < COLORS) legend(p, run, number);
      curve(p, run, number++);
    }
}

/* Gauges, or where there are none what every run has. */
static bool is_shown(const table *t, int i, bool any_gauge) {
  static const char *const usual[] = {"max_speed", "density_error_mean", "substeps", "seconds"};
  bool shown = any_gauge && t->column[i].gauge;
  for (int k = 0; k < 4 && !any_gauge; k++) shown |= strcmp(t->column[i].name, usual[k]) == 0;
  return shown;
}

static bool write_plot(const table *t, int axis) {
  char path[LG_PATH_MAX];
  int shown[COLUMNS], count = 0;
  bool any_gauge = false;
  lg_file file;
  for (int i = 0; i < t->columns; i++) any_gauge |= t->column[i].gauge;
  for (int i = 0; i < t->columns; i++)
    if (is_shown(t, i, any_gauge)) shown[count++] = i;
  snprintf(path, sizeof path, "%.*s.svg", (int)strlen(t->s->o->output) - 4, t->s->o->output);
  if (count == 0) return true;
  if (!lg_file_open(&file, path)) return false;

  /* two panels side by side */
  int rows = (count + 1) / 2;
  fprintf(file.f,
          "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
          "font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%%\" height=\"100%%\" "
          "fill=\"white\"/>\n",
          WIDE * (count > 1 ? 2 : 1), HIGH * rows);
  for (int i = 0; i < count; i++) {
    panel p = {.t = t,
               .f = file.f,
               .axis = axis,
               .column = shown[i],
               .left = WIDE * (i % 2),
               .top = HIGH * (i / 2)};
    draw_panel(&p);
  }
  fputs("</svg>\n", file.f);
  if (!lg_file_close(&file)) return false;
  printf("%s: %d plots over %.*s\n", path, count, t->s->axis[axis].length, t->s->axis[axis].name);
  return true;
}

int lg_sweep_table(const lg_sweep *s) {
  table *t = calloc(1, sizeof *t);
  size_t cells = (size_t)s->runs * COLUMNS;
  if (t) *t = (table){.s = s, .value = malloc(cells * sizeof *t->value)};
  if (!t || !t->value) {
    free(t);
    lg_app_say("sweep: out of memory for a table of %" PRId64 " runs", s->runs);
    return LG_EXIT_IO;
  }
  for (size_t i = 0; i < cells; i++) t->value[i] = (double)NAN;

  /* first all columns that there are */
  for (int64_t run = 0; run < s->runs; run++) {
    lg_bytes b;
    const char *numbers, *error;
    int code;
    if (!lg_sweep_read(s, run, &b, &numbers, &code, &error)) continue;
    take_numbers(t, run, numbers);
    lg_bytes_free(&b);
  }

  int axis = axis_of_numbers(s), code = LG_EXIT_OK;
  if (!write_table(t) || (axis >= 0 && !write_plot(t, axis))) code = LG_EXIT_IO;
  else printf("%s: %" PRId64 " runs, %d failed\n", s->o->output, s->runs, t->failed);
  if (code == LG_EXIT_OK && t->failed) code = LG_EXIT_SCENE;
  free(t->value);
  free(t);
  return code;
}
