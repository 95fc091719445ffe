/* material.snow - snow (Stomakhin et al. 2013, "A material point method for snow simulation").

     elastic while the stretch along each axis is within 1 - critical_compression ..
     1 + critical_stretch; what is beyond stays. Packed snow is harder, pulled snow softer:
     mu, lambda are exp(hardening (1 - J_P)) times those of Young's modulus and Poisson's ratio

   The paper's table 2: chunks break where critical_compression is small, and powder comes of a
   small critical_stretch; icy snow has a large hardening and modulus. Only solver.mpm knows it so;
   to the other solvers it is a fluid of its density and viscosity. Not good at: a loose heap (see
   sand). */
#include "laguna_solver.h"

typedef struct snow {
  LG_SOLID_FIELDS;
  float critical_compression, critical_stretch, hardening;
} snow;

static const lg_param rows[] = {
    LG_SOLID_ROWS(snow, 400, 1.4e5, 0.2, 0.93, 0.95, 0.98),
    LG_ROW_FLOAT(snow, critical_compression, 0.025, 0, 0.5, "1",
                 "squeezed more than this along an axis, it stays squeezed (theta_c)"),
    LG_ROW_FLOAT(snow, critical_stretch, 0.0075, 0, 0.5, "1",
                 "stretched more than this along an axis, it breaks (theta_s)"),
    LG_ROW_FLOAT(snow, hardening, 10, 0, 50, "1",
                 "how fast it hardens as it is packed: exp(hardening x what its volume has lost), "
                 "at most 55 times"),
    LG_ROWS_END};

static void properties(const void *self, lg_properties *out) {
  const snow *m = self;
  out->density = m->density;
  out->viscosity = m->viscosity;
  memcpy(out->color, m->color, sizeof out->color);
  out->model = LG_MODEL_SNOW;
  out->young = m->young;
  out->poisson = m->poisson;
  out->critical_compression = m->critical_compression;
  out->critical_stretch = m->critical_stretch;
  out->hardening = m->hardening;
}

const lg_kind LG_KIND(material,
                      snow) = {.name = "snow",
                               .family = LG_FAMILY_MATERIAL,
                               .also = "ice|plastic",
                               .doc = "Snow that packs, breaks and hardens, under solver.mpm.",
                               .size = sizeof(snow),
                               .params = rows,
                               .material = {.properties = properties}};
