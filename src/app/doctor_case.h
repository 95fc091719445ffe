/* doctor_case.h - what the doctor's rules know of a world behind a frame: what every host can read,
   statistics, measures, parameters. */
#ifndef LG_APP_DOCTOR_CASE_H
#define LG_APP_DOCTOR_CASE_H

#include "app/doctor.h"
#include "bind/bind.h"

typedef struct lg_case {
  lg_scene *scene;
  lg_world *w;
  int world;
  const lg_stats *s;
  lg_patient *p;
  double fall; /* m/s, of what fell through the whole world */
  const char *solver;
  double mean, worst;      /* how dense fluid gets by the solver's own ways */
  bool pairs;              /* particles that come near each other are a fault of it */
  char text[LG_ERROR_MAX]; /* the sentence */
  lg_id where;             /* whose line it names */
} lg_case;

/* The case of a world of the scene, of which `patient` remembers. */
lg_case lg_case_of(lg_patient *patient, lg_scene *s, int world);
/* The sentence; always true: the rule holds. */
bool lg_case_say(lg_case *l, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A number of a row; `without`, if there is no such row. */
double lg_case_number(const lg_case *l, lg_id id, const char *row, double without);
lg_family lg_case_family_of(const lg_case *l, lg_id id);
int lg_case_count_of(const lg_case *l, lg_family family);
/* The fastest of a family, and which it is; 0: nothing moves. */
double lg_case_fastest(const lg_case *l, lg_family family, lg_id *which);
/* Where a script has put a collider, its velocity does not say that it moves. */
bool lg_case_has_hook(const lg_case *l);
bool lg_case_is_driven(const lg_case *l);
/* What is elastic keeps energy, and gives it back. */
bool lg_case_is_elastic(const lg_case *l);
/* J, at most: what surfaces give back as tension draws them in, were all particles at one. */
double lg_case_tension(const lg_case *l);
/* m/s, with which tension draws in a film as thin as two spacings: sqrt(2 sigma / (rho thickness))
   (Taylor 1959; Culick 1960). */
double lg_case_retraction(const lg_case *l);
/* Rest densities, kg/m3, of what the emitters make: the least and the greatest. */
void lg_case_densities(const lg_case *l, double *least, double *most);
/* How many times as dense as at rest the densest particle is that has room, and where; m = rho0
   dx^dim. 0: none has. */
double lg_case_densest(const lg_case *l, float at[3]);
/* The collider that moves and is nearest to what is densest; 0: none. */
lg_id lg_case_closing(const lg_case *l);
/* The first column that is NaN or infinite somewhere: in how many particles, and which is one of
   them. What colours the picture does not count. False: none is. */
typedef struct lg_case_holes {
  const char *column;
  size_t particles;
  int32_t id;
} lg_case_holes;
bool lg_case_first_holes(const lg_case *l, lg_case_holes *out);

#endif
