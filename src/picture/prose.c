/* prose.c - flowing text: a little of Markdown. Lines of a paragraph flow together; items ("- ", "1
   ") begin a line of their own, lines that begin with two spaces stay as they are (formulas),
   `code` and **words of weight** have colours of their own. */
#include "picture/look.h"
#include "picture/text.h"

#include <ctype.h>
#include <string.h>

#define TURN 2 /* spaces that a line which is broken goes in, behind an item or a formula */

typedef struct pen {
  lg_image *image;
  int left, width, size;
  uint32_t rgba; /* alpha 0: it only measures */
  int x, y;      /* of the next word, from left and from the top of the text */
  int indent;    /* where a broken line goes on */
  bool code, weight, verbatim;
} pen;

/* A bright text stands on a dark ground. */
static bool is_bright(uint32_t rgba) {
  return 3 * (rgba >> 24) + 6 * (rgba >> 16 & 0xff) + (rgba >> 8 & 0xff) > 10 * 110;
}
static uint32_t code(const pen *p) {
  return is_bright(p->rgba) ? lg_theme_dark.code : lg_theme_light.code;
}
static uint32_t weight(const pen *p) { return is_bright(p->rgba) ? 0xffffffffU : 0x000000ffU; }

static int space(const pen *p) { return (p->size * 5 + 8) / 16; }
static void line_feed(pen *p) {
  p->y += lg_text_line(p->size);
  p->x = p->indent;
}

/* What a mark at the text stands for: how many bytes; 0: it is no mark. */
static int mark(pen *p, const char *text, const char *end) {
  if (p->verbatim) return 0;
  if (*text == '`') return p->code = !p->code, 1;
  if (p->code || end - text < 2 || text[0] != '*' || text[1] != '*') return 0;
  return p->weight = !p->weight, 2;
}

/* A word with its marks, from x on; returns where it ends. */
static int put_word(pen *p, const char *word, const char *end, int top, bool draw) {
  int x = p->x;
  while (word < end) {
    int skip = mark(p, word, end);
    word += skip;
    if (skip) continue;

    /* Up to the next mark. */
    const char *stop = word + 1;
    while (stop < end && (p->verbatim || (*stop != '`' && *stop != '*'))) stop++;
    uint32_t color = p->code || p->verbatim ? code(p) : p->weight ? weight(p) : p->rgba;
    x += lg_text_draw(p->image, p->left + x, top + p->y, p->size, draw ? color : 0, word,
                      (int)(stop - word));
    word = stop;
  }
  return x;
}

static void word(pen *p, const char *text, const char *end, int top) {
  bool code = p->code, weight = p->weight;
  int stop = put_word(p, text, end, top, false);
  p->code = code;
  p->weight = weight;
  if (stop > p->width && p->x > p->indent) line_feed(p);
  p->x = put_word(p, text, end, top, (p->rgba & 0xff) != 0) + space(p);
}

/* Runs of spaces are kept as far as they part columns. */
static void words(pen *p, const char *text, const char *end, int top) {
  while (text < end) {
    const char *from = text + strspn(text, " ");
    if (from - text > 1 && p->x > p->indent) p->x += 2 * space(p);
    const char *stop = from;
    while (stop < end && *stop != ' ') stop++;
    if (from < stop) word(p, from, stop, top);
    text = stop;
  }
}

/* "- a" or "1 a" */
static bool is_item(const char *line) {
  const char *at = line;
  while (isdigit((unsigned char)*at)) at++;
  return at > line ? *at == ' ' && at - line < 3 : line[0] == '-' && line[1] == ' ';
}

int lg_picture_prose(lg_image *image, int x, int y, int width, int size, uint32_t rgba,
                     const char *text) {
  pen p = {.image = image, .left = x, .width = width, .size = size, .rgba = rgba};
  bool blank = true,
       item = false; /* the line before: items stand behind a blank line, or each other */
  while (*text) {
    const char *end = text + strcspn(text, "\n");
    bool empty = text + strspn(text, " ") >= end, formula = !empty && strncmp(text, "  ", 2) == 0;
    bool begins = !empty && !formula && (blank || item) && is_item(text);

    /* A new line for what does not flow on; half a line between paragraphs. */
    p.indent = 0;
    if (!blank && (empty || formula || begins || p.verbatim)) line_feed(&p);
    if (empty && !blank) p.y += lg_text_line(size) / 2;
    p.verbatim = formula;
    if (blank || formula || begins) p.x = formula ? TURN * space(&p) : 0;
    if (formula || begins) p.indent = p.x + 2 * TURN * space(&p);
    else if (item && !empty) p.indent = 2 * TURN * space(&p);
    if (!empty) words(&p, text, end, y);

    item = begins || (item && !empty);
    blank = empty;
    text = end + (*end != '\0');
  }
  return p.y + (blank ? 0 : lg_text_line(size));
}
