/* controls.h - what the panel shows of a scene: copied in the simulation's thread, so that the
   window never asks the simulation. Parameters come from the rows of every object; widgets are the
   script's own. */
#ifndef LG_VIEWER_CONTROLS_H
#define LG_VIEWER_CONTROLS_H

#include "viewer/viewer.h"

#define LG_WIDGETS_MAX 48
#define LG_BUTTONS_MAX 24
#define LG_LINES_MAX   100

#define LG_CONTROLS_NAMES 8192 /* bytes */

typedef struct lg_control { /* a parameter of an object */
  int world;
  lg_id id;
  char object[LG_NAME_MAX], kind[2 * LG_NAME_MAX];
  const lg_param *row; /* of the registry, which outlives all scenes */
  lg_arg value;
  char text[LG_TEXT_MAX]; /* of texts, and names of references */
} lg_control;

typedef struct lg_widget { /* a slider or a choice */
  char name[LG_NAME_MAX], unit[LG_NAME_MAX], doc[LG_TEXT_MAX], choices[LG_ERROR_MAX],
      text[LG_NAME_MAX];
  lg_param row; /* its texts are those above */
  double value;
} lg_widget;

typedef struct lg_line { /* of the console */
  bool trouble;
  char text[LG_ERROR_MAX];
} lg_line;

typedef struct lg_controls {
  lg_control *control;
  int count, room;
  lg_widget widget[LG_WIDGETS_MAX];
  int widgets;
  char button[LG_BUTTONS_MAX][LG_NAME_MAX];
  int buttons;
  char names[LG_CONTROLS_NAMES]; /* widgets.names of the host */
} lg_controls;

/* Reads all of it from the host; of parameters, those of the first worlds. False: no memory, and
   what there was room for is there. */
bool lg_controls_take(lg_controls *c, const lg_viewer_host *host, int worlds);
bool lg_controls_copy(lg_controls *to, const lg_controls *from); /* false: no memory, none */
void lg_controls_free(lg_controls *c);

/* As Lua (controls_lua.c). */
#define LG_TUNED_KEY (2 * LG_NAME_MAX + 8)
typedef struct lg_tuned { /* what was moved by hand */
  char key[64][LG_TUNED_KEY];
  int n;
} lg_tuned;
void lg_control_key(const lg_control *c, char *key, size_t bytes); /* of a widget: "w.NAME" */
void lg_tuned_add(lg_tuned *t, const char *key);
/* Lines for the end of the scene that give all of them the values that they have; how many. Widgets
   are comments: their default is where the script makes them. several: worlds. */
int lg_tuned_lua(const lg_tuned *t, const lg_controls *c, bool several, char *out, size_t bytes);
/* The line that gives a world another solver, with the fluid's values; false: too long. */
bool lg_controls_swap(const lg_controls *c, int world, bool several, const lg_kind *to, char *line,
                      size_t bytes);
/* The word before the cursor of a console's line goes on as `more`; list: all that it may become, a
   space between; how many. */
int lg_controls_complete(const lg_controls *c, bool several, const char *line, int cursor,
                         char *more, size_t more_bytes, char *list, size_t list_bytes);

#endif
