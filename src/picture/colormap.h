/* colormap.h - a number of 0 .. 1 to a colour. */
#ifndef LG_PICTURE_COLORMAP_H
#define LG_PICTURE_COLORMAP_H

#define LG_COLORS 512
/* Fills rgb[i] with the colour (0 .. 1, display values) of (i + 0.5) / LG_COLORS. An unknown name
   or NULL: viridis. */
void lg_colormap_fill(const char *name, float rgb[LG_COLORS][3]);

#endif
