/* words.c - sentences for refusals, names, and which name was meant. */
#include "core/param/param.h"

#include <limits.h>
#include <stdio.h>

bool lg_explain_near(lg_why *why, const char *sentence, const char *near) {
  if (!near) return lg_explain(why, "%s", sentence);
  return lg_explain(why, "%s (did you mean '%s'?)", sentence, near);
}

int lg_edit_distance(const char *a, const char *b) {
  size_t na = strlen(a), nb = strlen(b);
  if (na >= LG_NAME_MAX || nb >= LG_NAME_MAX) return INT_MAX;
  /* distances of prefixes: the last two rows of a, and the one being filled */
  int row[3][LG_NAME_MAX];
  int *before = row[0], *last = row[1], *now = row[2];
  for (size_t j = 0; j <= nb; j++) last[j] = (int)j;

  /* a row for each letter of a */
  for (size_t i = 1; i <= na; i++) {
    now[0] = (int)i;
    for (size_t j = 1; j <= nb; j++) {
      int best = lg_mini(last[j], now[j - 1]) + 1;
      best = lg_mini(best, last[j - 1] + (a[i - 1] != b[j - 1]));
      bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      now[j] = swapped ? lg_mini(best, before[j - 2] + 1) : best;
    }

    int *oldest = before;
    before = last;
    last = now;
    now = oldest;
  }
  return last[nb];
}

/* A third of the letters, and one; but not all of them: 'm' is not 'x'. */
bool lg_is_near(const char *name, const char *candidate, int distance) {
  int longer = lg_maxi((int)strlen(name), (int)strlen(candidate));
  return distance <= longer / 3 + 1 && distance < longer;
}

/* Words for one thing, the usual one first: who asks for one of them means that which there is. */
static const char *const alike[] = {
    "|center|position|point|at|translation|min|middle|centre|pos|origin|location|place|",
    "|enabled|active|on|running|",
    "|radius|size|diameter|width|r|",
    "|velocity|speed|v|",
    "|color|colour|tint|",
    "|density|rho|",
    "|mass|m|"};

/* Where the word stands among them; NULL: it does not. */
static const char *word_in(const char *words, const char *name) {
  size_t n = strlen(name);
  const char *at = n ? strstr(words, name) : NULL;
  while (at && !(at > words && at[-1] == '|' && at[n] == '|')) at = strstr(at + 1, name);
  return at;
}

/* NULL: none of them means the same. */
static const char *same_meaning(const char *name, const char *const *names, int count) {
  for (size_t g = 0; g < sizeof alike / sizeof *alike; g++) {
    /* the one whose word comes first in the group */
    const char *best = NULL, *first = NULL;
    for (int i = 0; word_in(alike[g], name) && i < count; i++) {
      const char *at = names[i] ? word_in(alike[g], names[i]) : NULL;
      if (!at || (first && at > first)) continue;
      first = at;
      best = names[i];
    }

    if (best) return best;
  }
  return NULL;
}

const char *lg_nearest(const char *name, const char *const *names, int count) {
  const char *nearest = name ? same_meaning(name, names, count) : NULL;
  int least = nearest ? 0 : INT_MAX;
  for (int i = 0; name && i < count; i++) {
    int d = names[i] ? lg_edit_distance(name, names[i]) : INT_MAX;
    if (d >= least || !lg_is_near(name, names[i], d)) continue;
    least = d;
    nearest = names[i];
  }
  return nearest;
}

const char *lg_meant(const char *name, const char *const *names, int count, char *out,
                     size_t bytes) {
  const char *near = lg_nearest(name, names, count);
  size_t n = 0;
  out[0] = '\0';
  if (near) snprintf(out, bytes, " (did you mean '%s'?)", near);

  /* all that there is, as far as it fits */
  for (int i = 0; !near && i < count; i++) {
    bool fits = n + strlen(names[i]) + 14 < bytes;
    n += (size_t)snprintf(out + n, bytes - n, "%s%s",
                          i ? ", " : "; known: ", fits ? names[i] : "...");
    if (!fits) break;
  }
  return out;
}

int lg_utf8(const char *text) {
  const unsigned char *s = (const unsigned char *)text;
  int n = s[0] < 0x80                   ? 1
          : s[0] >= 0xc2 && s[0] < 0xe0 ? 2
          : s[0] >= 0xe0 && s[0] < 0xf0 ? 3
          : s[0] >= 0xf0 && s[0] < 0xf5 ? 4
                                        : 0;

  /* continuation bytes */
  for (int i = 1; i < n; i++)
    if ((s[i] & 0xc0) != 0x80) return 0;

  /* forms that RFC 3629 forbids: longer than need be; halves of surrogates, above U+10FFFF */
  bool overlong = (s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xf0 && s[1] < 0x90);
  bool beyond = (s[0] == 0xed && s[1] > 0x9f) || (s[0] == 0xf4 && s[1] > 0x8f);
  return overlong || beyond ? 0 : n;
}

/* Bytes of the character at text if people can read it; 0: a control character (C0, DEL, C1), or no
   UTF-8. */
static int readable(const char *text) {
  const unsigned char *s = (const unsigned char *)text;
  return s[0] < ' ' || s[0] == 127 || (s[0] == 0xc2 && s[1] < 0xa0) ? 0 : lg_utf8(text);
}

bool lg_name_check(const char *subject, const char *name, lg_why *why) {
  if (!name || !*name) return lg_explain(why, "%s: name is empty", subject);
  for (const char *c = name; *c; c += readable(c))
    /* the sentence goes to terminals and files: it does not repeat such a name */
    if (readable(c) == 0)
      return lg_explain(
          why, "%s: the name must be UTF-8 without control characters, but byte %d of it is 0x%02x",
          subject, (int)(c - name) + 1, (unsigned)(unsigned char)*c);

  if (strlen(name) >= LG_NAME_MAX)
    return lg_explain(why, "%s: the name '%s' is %zu bytes long, more than %d", subject, name,
                      strlen(name), LG_NAME_MAX - 1);
  if (strpbrk(name, " .='\""))
    return lg_explain(why, "%s: the name '%s' must not hold blanks, quotes, '.' or '='", subject,
                      name);
  return true;
}
