/* strains.h - strains of the grid where viscosity is solved for, and what they make of a face.
   viscosity.c says of what; viscous_solids.c asks how much of each strain a solid's motion is.

   Longer, as one strain is what the faces on all of its sides feel. */
#ifndef LG_CORE_MAC_STRAINS_H
#define LG_CORE_MAC_STRAINS_H

#include "core/mac/mac.h"

#define LG_STRAIN_NEAREST 0.1f /* cells: no face counts as nearer to a wall */
/* Faces: no velocity, unknown, the solid's; and it sticks. */
enum { LG_STRAIN_AIR, LG_STRAIN_FREE, LG_STRAIN_CLOSED, LG_STRAIN_STUCK };

typedef struct lg_unit_motion { /* of a solid: 1 m/s along an axis, or 1/s about one (3 on) */
  lg_id solid;
  int which;
} lg_unit_motion;

typedef struct lg_mac_strains {
  lg_mac *m;
  float dt, viscosity, density; /* s, Pa s, kg/m3 */
  float inside;     /* share of the viscosity that counts where no wall holds the fluid (mac.h) */
  uint8_t *kind[3]; /* of faces */
  float *const *of; /* velocities of unknown faces that strains are taken of */
  bool moves;       /* solids count with their velocity */
  const lg_unit_motion *unit; /* NULL, or they do not, but for this */
} lg_mac_strains;

/* ---- what solids leave ---------------------------------------------------------------------- */

/* cells, from the middle of a face to the nearest solid; < 0: inside */
LG_INLINE float lg_strain_depth(const lg_mac *m, int axis, int c) {
  return lg_mac_face_distance(m, axis, c) * m->inverse[0];
}

/* Fluid in a box of a cell's size whose middle lies so deep, in cells: never none. */
LG_INLINE float lg_strain_fluid_at(const lg_mac *m, float depth) {
  return m->known_voxels ? 1 : lg_clampf(depth + 0.5f, LG_STRAIN_NEAREST, 1);
}
/* The same about a face, and about the node (in 3-D: the edge) between faces low and
   high = low + step[k] of an axis. */
LG_INLINE float lg_strain_fluid_of_face(const lg_mac *m, int axis, int c) {
  return lg_strain_fluid_at(m, lg_strain_depth(m, axis, c));
}
LG_INLINE float lg_strain_fluid_of_node(const lg_mac *m, int axis, int k, int high) {
  const int along = m->lattice.dim == 3 ? m->lattice.step[3 - axis - k] : 0;
  return lg_strain_fluid_at(m, 0.5f * (m->phi[high] + m->phi[high + along]) * m->inverse[0]);
}

/* ---- strains -------------------------------------------------------------------------------- */

/* Whether a face lies beyond an edge that is no seam. */
LG_INLINE bool lg_strain_beyond_edge(const lg_mac *m, int axis, int c) {
  return m->layer[axis][c] == LG_MAC_GHOST;
}
/* The face that `behind`, next to c, is or stands for beyond a seam. x, m: where that is; from: c,
   as seen from there. */
LG_INLINE int lg_strain_seen_from(const lg_mac *m, int axis, int behind, int c, float x[3],
                                  float from[3]) {
  const int real = lg_lattice_real(&m->lattice, behind);
  float ghost[3];
  lg_mac_position(m, axis, real, x);
  lg_mac_position(m, axis, behind, ghost);
  lg_mac_position(m, axis, c, from);
  for (int k = 0; k < m->lattice.dim; k++) from[k] += x[k] - ghost[k];
  return real;
}
/* The solid of face `other`, next to c on axis k and behind a wall; 0: it is an edge's. */
LG_INLINE int lg_strain_solid_behind(const lg_mac *m, int axis, int c, int other, int k) {
  const int real = lg_lattice_real(&m->lattice, other);
  if (!lg_strain_beyond_edge(m, axis, real)) return lg_mac_face_solid(m, axis, real);
  return k == axis ? 0 : m->nearest[c > other ? c : other]; /* the node between them */
}
/* One of the six unit motions of a solid about its centre, at x: what that is along an axis. */
LG_INLINE float lg_strain_of_motion(const lg_mac_strains *j, int axis, int solid,
                                    const float x[3]) {
  const int turns = j->unit->which - 3;
  double arm[3];
  if (lg_mac_solid_arm(j->m, solid, x, arm) != j->unit->solid) return 0;
  if (turns < 0) return turns + 3 == axis;
  if (turns == axis) return 0;
  return (float)(axis == (turns + 1) % 3 ? -arm[(turns + 2) % 3] : arm[(turns + 1) % 3]);
}
/* How the solid that closes a face moves. */
LG_INLINE float lg_strain_of_solid(const lg_mac_strains *j, int axis, int c) {
  const lg_mac *m = j->m;
  float x[3];
  if (!j->unit) return j->moves ? m->solid_u[axis][c] : 0;

  const int real = lg_lattice_real(&m->lattice, c);
  if (lg_strain_beyond_edge(m, axis, real)) return 0;
  lg_mac_position(m, axis, real, x);
  return lg_strain_of_motion(j, axis, lg_mac_face_solid(m, axis, real), x);
}
/* How a face moves: an unknown, or its solid. */
LG_INLINE float lg_strain_moving(const lg_mac_strains *j, int axis, int c) {
  return j->kind[axis][c] == LG_STRAIN_FREE ? j->of[axis][c] : lg_strain_of_solid(j, axis, c);
}
/* The same of the wall that holds face c, a part `way` of the way to the next one, `behind` on axis
   k: its solid's where that is, not where it is met. */
LG_INLINE float lg_strain_wall(const lg_mac_strains *j, int axis, int c, int k, int behind,
                               float way) {
  const lg_mac *m = j->m;
  float x[3], from[3];
  double there[3], here[3];
  if (!j->moves && !j->unit) return 0;
  if (lg_strain_beyond_edge(m, axis, behind)) {
    if (!j->unit) return 0.5f * (m->pair[axis][2 * c] + m->pair[axis][2 * behind]);
    lg_mac_position(m, axis, c, x);
    return lg_strain_of_motion(j, axis, lg_strain_solid_behind(m, axis, c, behind, k), x);
  }

  const int real = lg_strain_seen_from(m, axis, behind, c, x, from);
  const int solid = lg_mac_face_solid(m, axis, real);
  if (solid == 0) return j->unit ? 0 : m->solid_u[axis][real];
  if (!j->unit) lg_mac_solid_velocity(m, solid, x, there);
  for (int n = 0; n < m->lattice.dim; n++) x[n] = from[n] + way * (x[n] - from[n]);
  if (j->unit) return lg_strain_of_motion(j, axis, solid, x);
  lg_mac_solid_velocity(m, solid, x, here);
  return m->solid_u[axis][real] + (float)(here[axis] - there[axis]);
}

/* The part of the way from face c to the next one, `other`, that is in front of the solid that
   holds it. */
LG_INLINE float lg_strain_way_to_wall(const lg_mac *m, int axis, int c, int other) {
  const float here = lg_strain_depth(m, axis, c);
  const float behind = lg_strain_beyond_edge(m, axis, other) ? here - 1
                                                             : lg_strain_depth(m, axis, other);
  return lg_clampf(here > behind ? here / (here - behind) : here, LG_STRAIN_NEAREST, 1);
}

/* The same between two faces of the fluid: one whose middle lies in a solid, or at it, is taken to
   lie in front of it. */
LG_INLINE float lg_strain_way_between(const lg_mac *m, int axis, int a, int b) {
  if (!m->stuck[axis][a] && !m->stuck[axis][b]) return 1;
  const float da = lg_strain_depth(m, axis, a), db = lg_strain_depth(m, axis, b),
              inside = LG_STRAIN_NEAREST - lg_minf(da, db);
  return inside > 0 ? lg_clampf(1 - inside * fabsf(da - db), LG_STRAIN_NEAREST, 1) : 1;
}

/* The difference between two faces of an axis, on axis k; way: 1, or the part of the cell up to a
   wall between them that holds one, whose velocity counts. False: there is none, or fluid glides
   there. */
LG_INLINE bool lg_strain_difference(const lg_mac_strains *j, int axis, int k, int low, int high,
                                    float *out, float *way) {
  const uint8_t a = j->kind[axis][low], b = j->kind[axis][high];
  const bool glides = a == LG_STRAIN_CLOSED || b == LG_STRAIN_CLOSED;
  if (a == LG_STRAIN_AIR || b == LG_STRAIN_AIR || (glides && k != axis)) return false;

  /* A wall behind one of them is as far as its surface. */
  if (a == LG_STRAIN_FREE && b == LG_STRAIN_STUCK) {
    *way = lg_strain_way_to_wall(j->m, axis, low, high);
    *out = (lg_strain_wall(j, axis, low, k, high, *way) - j->of[axis][low]) / *way;
  } else if (a == LG_STRAIN_STUCK && b == LG_STRAIN_FREE) {
    *way = lg_strain_way_to_wall(j->m, axis, high, low);
    *out = (j->of[axis][high] - lg_strain_wall(j, axis, high, k, low, *way)) / *way;
  } else {
    *way = a == LG_STRAIN_FREE && b == LG_STRAIN_FREE ? lg_strain_way_between(j->m, axis, low, high)
                                                      : 1;
    *out = (lg_strain_moving(j, axis, high) - lg_strain_moving(j, axis, low)) / *way;
  }
  return true;
}

/* The part of the viscosity that counts for a strain between two faces of an axis. */
LG_INLINE float lg_strain_part(const lg_mac_strains *j, int axis, int low, int high) {
  const uint8_t *stuck = j->m->stuck[axis];
  return stuck[low] || stuck[high] ? 1 : j->inside;
}

/* Shear d_k u_a + d_a u_k at the node between faces low and high = low + step[k] of axis a, 1/s,
   times the fluid around it, in cells, and the part of viscosity that counts; 0: none does. scale:
   what it takes of one face. */
LG_INLINE float lg_strain_shear(const lg_mac_strains *j, int axis, int k, int low, int high,
                                float *scale, float *fluid) {
  const lg_mac *m = j->m;
  const int left = high - m->lattice.step[axis];
  float along, across, way, other;
  *scale = *fluid = 0;
  if (!lg_strain_difference(j, axis, k, low, high, &along, &way) ||
      !lg_strain_difference(j, k, axis, left, high, &across, &other))
    return 0;
  *scale = 1 / way;
  *fluid = m->known_voxels ? lg_minf(way, other) : lg_strain_fluid_of_node(m, axis, k, high);
  *fluid *= lg_maxf(lg_strain_part(j, axis, low, high), lg_strain_part(j, k, left, high));
  return *fluid * (along * m->inverse[k] + across * m->inverse[axis]);
}

/* Stretch d_a u_a of a cell, 1/s, times the fluid in it, in cells, and the part of viscosity that
   counts; 0: none does. scale: what it takes of one face. */
LG_INLINE float lg_strain_stretch(const lg_mac_strains *j, int axis, int c, float *scale,
                                  float *fluid) {
  const lg_mac *m = j->m;
  const int next = c + m->lattice.step[axis];
  float along, way;
  *scale = *fluid = 0;
  if (m->type[c] == LG_MAC_AIR || !lg_strain_difference(j, axis, axis, c, next, &along, &way))
    return 0;
  *scale = 1 / way;
  *fluid = lg_maxf(m->volume[c], LG_STRAIN_NEAREST) * lg_strain_part(j, axis, c, next);
  return *fluid * along * m->inverse[axis];
}

/* kg/m3: what is there of the fluid about a face. */
LG_INLINE float lg_strain_density(const lg_mac_strains *j, int axis, int c) {
  return j->density * lg_strain_fluid_of_face(j->m, axis, c) / lg_mac_lightness(j->m, axis, c);
}

/* A u at a face: rho u - dt times the stress's divergence; diagonal, if asked for. */
LG_INLINE float lg_strain_row(const lg_mac_strains *j, int axis, int c, float *diagonal) {
  const lg_mac *m = j->m;
  const float density = lg_strain_density(j, axis, c), mu = j->dt * j->viscosity;
  float sum = density * j->of[axis][c], all = density;
  for (int k = 0; k < m->lattice.dim; k++) {
    const int s = m->lattice.step[k];
    const float h = m->inverse[k];
    for (int side = 0; side < 2; side++) {
      const int low = side ? c : c - s, high = low + s;

      /* Along the axis the normal stress, across it the shear. */
      if (k == axis) {
        float scale, fluid, strain = lg_strain_stretch(j, axis, low, &scale, &fluid);
        sum += (side ? -2 : 2) * mu * h * scale * strain;
        all += 2 * mu * h * h * fluid * scale * scale;
      } else {
        float scale, fluid, strain = lg_strain_shear(j, axis, k, low, high, &scale, &fluid);
        sum += (side ? -1 : 1) * mu * h * scale * strain;
        all += mu * h * h * fluid * scale * scale;
      }
    }
  }
  if (diagonal) *diagonal = all;
  return sum;
}

/* ---- what solids bear: viscous_solids.c ----------------------------------------------------- */

/* Which strains bodies, and solids whose load is asked for, have a part in, and how bodies would
   move on by what is pending (the pressure) alone, which waits meanwhile. zero: faces' velocities
   that are all 0. False: no memory. */
LG_HOT(bool, lg_mac_bear, lg_mac_strains *j, lg_step *s, float *const zero[3]);
/* How bodies give way to what the strains are taken of; whole: in the world, else to it alone. */
LG_HOT(void, lg_mac_bodies_give_way, const lg_mac_strains *j, bool whole);
/* to += scale A of bodies that move so; returns that times `along`. */
LG_HOT(double, lg_mac_bodies_drag_along, const lg_mac_strains *j, float scale, float *const to[3],
       float *const along[3]);
/* What they bear in the end is pending, besides what waited; then without that, which the
   projection finds anew. */
LG_HOT(void, lg_mac_load_solids, const lg_mac_strains *j, lg_step *s);
LG_HOT(void, lg_mac_forget_pending, const lg_mac_strains *j, lg_step *s);

#endif
