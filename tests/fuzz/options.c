/* Command lines: parsed, or refused with a sentence. */
#define FUZZ_NAME "options"
#include "fuzz.h"

#include "app/app.h"

static void try(const uint8_t *data, size_t n) {
  char *text = malloc(n + 1), *argument[64] = {"laguna"};
  int count = 1;
  MUST(text, "no memory");
  memcpy(text, data, n);
  text[n] = 0;
  for (char *line = strtok(text, "\n"); line && count < 63; line = strtok(NULL, "\n"))
    argument[count++] = line;

  lg_app_options o;
  const lg_app_command *command;
  memset(&o, 0, sizeof o);
  if (lg_app_parse(count, argument, &o, &command)) MUST(command, "no command");
  lg_app_free_options(&o);
  free(text);
}
