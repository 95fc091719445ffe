/* controls.c - copies parameters and widgets for the panel. */
#include "viewer/controls.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool make_room(lg_controls *c, int room) {
  if (c->room >= room) return true;
  lg_control *more = realloc(c->control, (size_t)room * sizeof *more);
  if (!more) return false;
  c->control = more;
  c->room = room;
  return true;
}

static lg_control *next(lg_controls *c) {
  bool full = c->count == c->room;
  if (full && !make_room(c, c->room ? 2 * c->room : 64)) return NULL;
  return &c->control[c->count++];
}

/* What the value says in words: a text, or the names of what it refers to. */
static void put_text(lg_control *c, const lg_world *w) {
  size_t used = 0;
  c->text[0] = '\0';
  if (c->value.type == LG_TEXT)
    snprintf(c->text, sizeof c->text, "%s", c->value.text ? c->value.text : "");

  /* References: the names of the objects, one after the other. */
  bool refers = c->row->type >= LG_SHAPE && c->value.type != LG_TEXT;
  for (int i = 0; refers && i < c->value.n && used < sizeof c->text; i++) {
    int n = snprintf(c->text + used, sizeof c->text - used, "%s%s", i ? ", " : "",
                     lg_name(w, c->value.ref[i]));
    used += n > 0 ? (size_t)n : 0;
  }
  c->value.text = NULL; /* it may point into the world */
}

static bool take_object(lg_controls *c, const lg_world *w, int world, lg_id id) {
  bool is_world = id == lg_world_id(w);
  const lg_kind *k = is_world ? lg_kind_world() : lg_kind_of(w, id);
  for (const lg_param *row = k ? k->params : NULL; row && row->name; row++) {
    lg_arg value;
    if (!lg_get(w, id, row->name, &value)) continue;

    lg_control *to = next(c);
    if (!to) return false;
    to->world = world;
    to->id = id;
    to->row = row;
    to->value = value;

    /* Names are copied: the scene may rename or remove the object before they are shown. */
    snprintf(to->object, sizeof to->object, "%s", lg_name(w, id));
    if (is_world) to->kind[0] = '\0';
    else snprintf(to->kind, sizeof to->kind, "%s.%s", lg_family_name(k->family), k->name);
    put_text(to, w);
  }
  return true;
}

static void take_widget(lg_widget *to, const lg_param *row, const lg_arg *value) {
  snprintf(to->name, sizeof to->name, "%s", row->name);
  snprintf(to->unit, sizeof to->unit, "%s", row->unit ? row->unit : "");
  snprintf(to->doc, sizeof to->doc, "%s", row->doc ? row->doc : "");
  snprintf(to->choices, sizeof to->choices, "%s", row->choices ? row->choices : "");
  snprintf(to->text, sizeof to->text, "%s", value->type == LG_TEXT ? value->text : "");
  to->row = *row;
  to->value = value->v[0];
}

static void take_widgets(lg_controls *c, const lg_viewer_host *host) {
  lg_param row;
  lg_arg value;
  const char *name;
  c->widgets = c->buttons = 0;
  while (c->widgets < LG_WIDGETS_MAX && host->widgets.control(host->user, c->widgets, &row, &value))
    take_widget(&c->widget[c->widgets++], &row, &value);
  while (c->buttons < LG_BUTTONS_MAX && (name = host->widgets.button(host->user, c->buttons)))
    snprintf(c->button[c->buttons++], LG_NAME_MAX, "%s", name);
}

bool lg_controls_take(lg_controls *c, const lg_viewer_host *host, int worlds) {
  bool ok = true;
  c->count = 0;
  take_widgets(c, host);
  if (worlds > 0) snprintf(c->names, sizeof c->names, "%s", host->widgets.names(host->user));

  /* Of each world its own rows, the solver's, then those of its objects. */
  for (int i = 0; i < worlds; i++) {
    const lg_world *w = host->world(host->user, i);
    ok = ok && take_object(c, w, i, lg_world_id(w)) && take_object(c, w, i, lg_solver_id(w));
    for (int k = 0; ok && k < lg_object_count(w); k++)
      ok = take_object(c, w, i, lg_object_at(w, k));
  }
  return ok;
}

bool lg_controls_copy(lg_controls *to, const lg_controls *from) {
  bool ok = make_room(to, from->count);
  lg_control *mine = to->control;
  int room = to->room;
  *to = *from;
  to->control = mine;
  to->room = room;
  if (!ok) to->count = 0;
  if (to->count) memcpy(mine, from->control, (size_t)to->count * sizeof *mine);
  return ok;
}

void lg_controls_free(lg_controls *c) {
  free(c->control);
  *c = (lg_controls){0};
}
