/* doctor.h - what goes wrong while a scene runs, said as soon as it shows: `laguna check --run`. */
#ifndef LG_APP_DOCTOR_H
#define LG_APP_DOCTOR_H

#include "app/lint.h"

#define LG_DOCTOR_RULES 16

typedef struct lg_patient {   /* a world under watch */
  bool said[LG_DOCTOR_RULES]; /* each rule speaks once */
  bool shocked;               /* it began nearer than a spacing */
  int streak[LG_DOCTOR_RULES];
  double energy; /* J, of the frame before; weighed: it is known */
  bool weighed;
  double fall, speed; /* m/s, the frame before */
  size_t came;        /* particles in all, by emitters and by hand */
} lg_patient;

typedef struct lg_doctor {
  int worlds;
  lg_patient *patient;
} lg_doctor;

bool lg_doctor_begin(lg_doctor *d, lg_scene *s); /* false: no memory */
void lg_doctor_end(lg_doctor *d);
/* Looks at all worlds after a frame, and adds what it finds. */
void lg_doctor_look(lg_doctor *d, lg_scene *s, lg_lint *out);
/* fixed_dt makes sub-steps that are longer than is stable: *said is the sentence. False: not so. */
bool lg_doctor_outruns(const lg_stats *s, lg_why *said);
/* Tells the scene's checks what has been found, from finding `from` on; false: see
   lg_scene_error. */
bool lg_doctor_tell(lg_scene *s, const lg_lint *found, int from);
/* After a frame of dt s that the guard has refused: who went wrong first, and where (autopsy.c). */
void lg_doctor_autopsy(lg_scene *s, double dt, lg_lint *out);

#endif
