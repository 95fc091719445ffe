/* material.c - what the fluids of a world are like, read from their objects by number. */
#include "core/object/material.h"

#include "core/object/object.h"

int lg_material_number(const lg_world *w, lg_id material) {
  const lg_object *o = lg_object_get(w, material);
  return o && o->kind->family == LG_FAMILY_MATERIAL ? o->number : 0;
}

int lg_material_last(const lg_world *w) { return w ? w->objects->materials : 0; }

/* The solver's; what it has no row for is 0. */
static void default_properties(const lg_world *w, lg_properties *out) {
  const lg_material *own = lg_world_solver_self(w);
  const lg_param *tension = lg_param_find(lg_world_solver_kind(w), "surface_tension");
  memset(out, 0, sizeof *out);
  out->density = own->density;
  out->viscosity = own->viscosity;
  if (tension)
    memcpy(&out->surface_tension, (const char *)(const void *)own + tension->offset,
           sizeof out->surface_tension);
  memcpy(out->color, own->color, sizeof out->color);
}

static void properties_of(const lg_object *o, lg_properties *out) {
  memset(out, 0, sizeof *out);
  o->kind->material.properties(o->self, out);
}

bool lg_material_properties(const lg_world *w, int number, lg_properties *out) {
  if (!w || !out || number < 0) return false;
  if (number == 0) default_properties(w, out);
  if (number == 0) return true;
  LG_EACH_OBJECT(w, LG_FAMILY_MATERIAL, o) {
    if (o->number != number) continue;
    properties_of(o, out);
    return true;
  }
  return false;
}

float lg_material_mass(const lg_world *w, int number) {
  lg_properties p;
  if (number == 0 || !lg_material_properties(w, number, &p)) return lg_world_particle_mass(w);
  return (float)((double)p.density * lg_cube((double)w->def.spacing, w->dim));
}

/* Numbers of materials that are gone mean the default one. */
bool lg_materials_read(lg_world *w) {
  size_t numbers = (size_t)w->objects->materials + 1;
  if (!lg_mem_room(&w->mem, &w->objects->material, numbers, sizeof *w->objects->material))
    return false;
  default_properties(w, &w->objects->material[0]);
  for (size_t i = 1; i < numbers; i++) w->objects->material[i] = w->objects->material[0];
  LG_EACH_OBJECT(w, LG_FAMILY_MATERIAL, o) properties_of(o, &w->objects->material[o->number]);
  return true;
}

void lg_materials_free(lg_world *w) { lg_mem_free(&w->mem, w->objects->material); }
