/* record.h - files: particles, pictures and movies. Written under another name, synced and renamed,
   so that the final name never holds half a file. Refusals return false (NULL) and write one
   sentence into why. */
#ifndef LG_RECORD_RECORD_H
#define LG_RECORD_RECORD_H

#include "laguna.h"

/* The formats of particles and grids (particles.c), of surfaces (surface.c). A row: what sentences
   say before it, the extension, and who writes it: of particles, or of grids; of surfaces, whether
   they are triangles and nothing else. Writers are static in the file that makes a table of the
   rows; the last of a kind begins with " or ". */
#define LG_EXPORT_ROWS(ROW)                                                                        \
  ROW("particles as ", ".csv", write_csv, NULL)                                                    \
  ROW(", ", ".ply", write_ply, NULL)                                                               \
  ROW(", ", ".vtp", lg_sheet_vtp, NULL)                                                            \
  ROW(" or ", ".obj", write_obj, NULL)                                                             \
  ROW(", grids as ", ".vti", NULL, lg_record_grids)
#define LG_SURFACE_ROWS(ROW)                                                                       \
  ROW("", ".obj", write_obj, false)                                                                \
  ROW(", ", ".ply", write_ply, false)                                                              \
  ROW(", ", ".stl", write_stl, true)                                                               \
  ROW(" or ", ".glb", lg_surface_glb, false)

/* All of them as a sentence names them. */
#define LG_FORMAT_SAID(words, extension, ...) words extension
#define LG_EXPORT_FORMATS                     LG_EXPORT_ROWS(LG_FORMAT_SAID)
#define LG_SURFACE_FORMATS                    LG_SURFACE_ROWS(LG_FORMAT_SAID)

/* The extension says what and how: all columns of the particles in order of id (.csv, .ply, .vtp:
   ParaView, .obj: positions only), or all grids of the solver as VTK's image data (.vti, ParaView),
   a value a cell: of velocities on faces the mean of the two. */
bool lg_record_export(const char *path, const lg_world *w, lg_why *why);
bool lg_record_knows(const char *path); /* is it one of these extensions? */

/* The fluid's surface (lg_surface): .obj, .ply, .stl (3-D) or .glb, with colours (but .stl),
   velocities (.ply, .glb) and the colliders' poses: in comments (.obj, .ply), as nodes with meshes
   (.glb), as the solids themselves where they stand (.stl). */
bool lg_record_surface(const char *path, lg_world *w, lg_why *why);
bool lg_record_knows_surface(const char *path);
/* Whether that format can hold this world's surface. */
bool lg_record_fits_surface(const char *path, const lg_world *w, lg_why *why);

bool lg_record_png(const char *path, int width, int height, const uint8_t *rgba, lg_why *why);

typedef struct lg_video lg_video; /* .mp4 or .gif through a pipe to ffmpeg */
lg_video *lg_video_open(const char *path, int width, int height, int fps, lg_why *why);
bool lg_video_frame(lg_video *v, const uint8_t *rgba, lg_why *why);
/* frees v; false: the file was not written */
bool lg_video_close(lg_video *v, lg_why *why);
void lg_video_abort(lg_video *v); /* frees v and leaves no file */

#endif
