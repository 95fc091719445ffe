/* overlay.h - sizes that the texts of a picture share. */
#ifndef LG_PICTURE_OVERLAY_H
#define LG_PICTURE_OVERLAY_H

#include "picture/frame.h"

int lg_overlay_size(const lg_frame *f); /* pixels, of the text; grows with the picture */

#endif
