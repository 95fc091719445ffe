/* face_point.h - where lines of sight to a face of the grid end, beside thin solids. */
#ifndef LG_CORE_MAC_FACE_POINT_H
#define LG_CORE_MAC_FACE_POINT_H

#include "core/mac/mac.h"

/* The point that stands for a face; returns how far it lies from the nearest thin solid (m, < 0: in
   one). split_cells.c */
LG_HOT(float, lg_mac_face_point, const lg_mac *m, int axis, int c, float x[3]);

#endif
