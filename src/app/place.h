/* place.h - the window comes back where it was. */
#ifndef LG_APP_PLACE_H
#define LG_APP_PLACE_H

#include "viewer/viewer.h"

bool lg_place_read(lg_viewer_place *place); /* false: nothing is known, and it is as it was */
void lg_place_write(const lg_viewer_place *place); /* as well as can be: nothing depends on it */

#endif
