/* contact.h - what nodes beside a body have for it: sums of a task of rows. */
#ifndef LG_CORE_MPM_CONTACT_H
#define LG_CORE_MPM_CONTACT_H

/* Six numbers are a velocity and a spin about the body's centre. J takes them to a node's velocity
   along what the surface holds there: its normal, or all of it where nothing slips. */
typedef struct lg_grip {
  double held[6][6]; /* sum m J^T J, kg ...: what is held fast to the body */
  double brings[6];  /* sum m J^T v_i, N s, N m s */
  double takes[6];   /* N s, N m s: what the nodes have given it in the end */
  float own[2][3];   /* of task 0: the body's velocity and spin before, m/s, rad/s */
} lg_grip;

#endif
