/* doctor.c - the doctor's rules, one row each: what must hold for so many frames on end, and what
   it says then, with numbers and a cure. What they ask of a world: doctor_case.h. */
#include "app/doctor_case.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define STILL         0.2  /* spacings a second */
#define FAST          3    /* times the speed of a fall: a jet up a wall comes to twice it */
#define GROWTH        0.05 /* of the energy, in a frame */
#define STRIDE        0.6  /* spacings a sub-step */
#define SHOCK         0.03 /* of the density, mean, at the start */
#define PAIR          0.4  /* spacings */
#define PAIRED        0.25 /* of the particles */
#define CLUMP         0.5  /* spacings */
#define CLUMPED       0.1  /* of the particles */
#define SAMPLES       400  /* particles that are asked for their nearest neighbour */
#define FEW           100  /* particles: of less, a share says nothing */
#define BEGUN         0.1  /* of a limit: enough of what rows say must come */
#define APART         10   /* times as heavy: more is held by small steps only */
#define WIDE          3    /* spacings, of a kernel that is flat in its middle: in 2-D it pairs */
#define MANY_SUBSTEPS 300  /* a frame; weakly compressible water takes about 150 */

/* ---- rules ---------------------------------------------------------------------------------- */

/* How much too dense flash's fluid is at rest, on average: c^2 = pressure g H, so that its own
   weight makes it exp(z / (pressure H)) times as dense at depth z. */
static double rise(const lg_case *l) {
  double pressure = lg_case_number(l, lg_solver_id(l->w), "pressure", 0);
  return pressure > 0 ? pressure * expm1(1 / pressure) - 1 : 0;
}

/* Who may have done it, the surest first. */
static void why_squeezed(lg_case *l, char *why, size_t size) {
  lg_id solver = lg_solver_id(l->w), solid = lg_case_closing(l);
  double most = lg_case_number(l, solver, "max_iterations", 0), light, heavy;
  lg_case_densities(l, &light, &heavy);

  /* what is seen from outside: a solid that closes, fluids too far apart, a bad start */
  if (solid) {
    l->where = solid;
    snprintf(why, size, "%s closes on it; leave it a way out", lg_name(l->w, solid));
  } else if (heavy > APART * light)
    snprintf(
        why, size,
        "fluids of %g and %g kg/m3 meet, and what is %.3g times as heavy presses the other in; "
        "bring them nearer",
        light, heavy, heavy / light);
  else if (l->p->shocked) snprintf(why, size, "it was made nearer than a spacing");
  else if (most > 0 && l->s->iterations >= 0.9 * most)
    snprintf(why, size, "%d iterations are not enough; raise max_iterations", l->s->iterations);
  else if (strcmp(l->solver, "pbf") == 0)
    snprintf(why, size, "%g iterations a sub-step are too few for this depth",
             lg_case_number(l, solver, "iterations", 0));
  else if (strcmp(l->solver, "flash") == 0)
    snprintf(why, size,
             "pressure = %g lets it, by %.3g %% at rest; raise it, or take another solver",
             lg_case_number(l, solver, "pressure", 0), 100 * rise(l));
  else if (strcmp(l->solver, "script") == 0)
    snprintf(why, size, "the script's solver does not push it apart");
  else if (lg_case_is_driven(l))
    snprintf(why, size, "a hook moves what closes on it, or holds it together; leave it a way out");
  else if (lg_case_has_hook(l) || lg_case_count_of(l, LG_FAMILY_FIELD) > 0)
    snprintf(why, size, "a field or a hook holds it together");
  else snprintf(why, size, "its pressure does not keep up; lower cfl");
}

static bool squeezed(lg_case *l) {
  const lg_stats *s = l->s;
  double limit = rise(l) > l->mean ? BEGUN * l->mean : l->mean;
  float at[3];

  /* on average, or one alone that nothing shuts in */
  bool worst = s->density_error_max > l->worst && lg_case_densest(l, at) > 1 + l->worst;
  if (s->density_error_mean <= limit && !worst) return false;
  char why[LG_NAME_MAX + 160];
  why_squeezed(l, why, sizeof why);

  /* said in times or in per cent, as is easier to read */
  if (s->density_error_mean > 1)
    return lg_case_say(
        l, "the fluid is %.3g times as dense as at rest on average, and %.3g times at worst: %s",
        1 + s->density_error_mean, 1 + s->density_error_max, why);
  return lg_case_say(
      l,
      "the fluid is %.3g %% too dense on average, and at worst %.3g times as dense as at "
      "rest: %s",
      100 * s->density_error_mean, 1 + s->density_error_max, why);
}

static bool stuck(lg_case *l) {
  double most = lg_case_number(l, lg_solver_id(l->w), "max_iterations", 0);
  double limit = l->s->tolerance;
  if (!(most > 0) || l->s->iterations < most || l->s->residual <= 3 * limit || !(limit > 0))
    return false;
  return lg_case_say(
      l,
      "%s goes round %g times in a sub-step, as often as it may, and leaves %.2g where %.2g "
      "is wanted: raise max_iterations, or look for what closes on the fluid",
      l->solver, most, l->s->residual, limit);
}

static bool thick(lg_case *l) {
  const double limit = lg_case_number(l, lg_solver_id(l->w), "viscosity_tolerance", 0);
  if (!(limit > 0) || l->s->viscosity_error <= 3 * limit) return false;
  return lg_case_say(
      l,
      "viscosity is too stiff to be solved for: the velocity is off by %.2g of itself where "
      "%.2g is wanted, and the fluid flows more easily than it should; lower viscosity, or "
      "raise the spacing",
      l->s->viscosity_error, limit);
}

/* Kinetic and potential energy; nothing that could pay for more of it may be there. */
static bool energy(lg_case *l) {
  double kinetic[3], potential[3];
  lg_patient *p = l->p;

  /* what may add energy, or makes the last frame no measure for this one */
  bool paid = lg_case_count_of(l, LG_FAMILY_FIELD) > 0 ||
              lg_case_count_of(l, LG_FAMILY_JOINT) > 0 ||
              lg_case_fastest(l, LG_FAMILY_COLLIDER, NULL) > 0 || lg_case_is_driven(l) ||
              lg_case_is_elastic(l);
  bool turned = l->fall != p->fall; /* a gravity that is turned does work */
  size_t came = lg_world_count(l->w) + l->s->culled + l->s->removed + l->s->guarded;
  bool known = p->weighed && !turned && came == p->came;
  p->fall = l->fall;
  p->came = came;
  p->weighed = !paid && l->fall > 0 && lg_measure(l->w, "kinetic_energy", LG_NO_ARGS, kinetic) &&
               lg_measure(l->w, "potential_energy", LG_NO_ARGS, potential);
  if (!p->weighed) return false;

  /* how much it grew, beside what there is; and who may have given it */
  double now = kinetic[0] + potential[0], before = p->energy,
         scale = fmax(kinetic[0], 0.5 * fmax(fabs(before), fabs(potential[0])));
  p->energy = now;
  if (!known || !(now - before > GROWTH * scale + lg_case_tension(l))) return false;
  const char *who = l->p->shocked         ? "what began nearer than a spacing bursts apart"
                    : lg_case_has_hook(l) ? "a hook puts it in"
                    : strcmp(l->solver, "script") == 0
                        ? "the script's solver gives it: a sign, or a step too long"
                        : "a step is too long";
  return lg_case_say(l,
                     "energy grew by %.3g %% in a frame, and nothing is there that pays for it: %s",
                     100 * (now - before) / scale, who);
}

static bool fast(lg_case *l) {
  double most = fmax(fmax(l->fall, lg_case_retraction(l)),
                     fmax(lg_case_fastest(l, LG_FAMILY_EMITTER, NULL),
                          lg_case_fastest(l, LG_FAMILY_COLLIDER, NULL)));
  if (l->fall == 0 || l->s->max_speed <= FAST * most) return false;
  return lg_case_say(
      l,
      "%.3g m/s is faster than anything here should be (%.3g m/s: a fall through the whole "
      "world, what pushes, or tension in a film): a force is too strong, or a step too long",
      l->s->max_speed, most);
}

bool lg_doctor_outruns(const lg_stats *s, lg_why *said) {
  /* less is round-off */
  if (!(s->dt > 1.01 * s->stable_dt)) return false;
  lg_explain(said,
             "fixed_dt makes sub-steps of %.2g s, %.2g times as long as is stable, %.2g s (limit: "
             "%s): unsafe, it may explode; lower fixed_dt, or take it away",
             s->dt, s->dt / s->stable_dt, s->stable_dt, s->limit ? s->limit : "frame");
  return true;
}

static bool outrun(lg_case *l) {
  const lg_stats *s = l->s;
  lg_why said;
  if (lg_doctor_outruns(s, &said)) return lg_case_say(l, "%s", said.text);
  double stride = l->s->max_speed * l->s->dt / (double)lg_world_spacing(l->w);
  if (l->mean >= 1e9 || strcmp(l->solver, "flash") == 0 || stride <= STRIDE) return false;
  return lg_case_say(
      l, "particles go %.2g spacings in a sub-step of %.2g s: pressure cannot follow; %s", stride,
      l->s->dt, strcmp(l->solver, "script") == 0 ? "return less in max_dt" : "lower cfl");
}

static bool lost(lg_case *l) {
  lg_bounds b = lg_world_bounds(l->w);
  bool open = false;
  for (int k = 0; k < b.dim; k++)
    open = open || lg_world_edge(l->w, k, 0) == LG_EDGE_OPEN ||
           lg_world_edge(l->w, k, 1) == LG_EDGE_OPEN;
  if (l->s->guarded > 0)
    return lg_case_say(l, "the guard took %zu particles that were no numbers, or ran away",
                       l->s->guarded);

  /* whatever leaves through an open edge is meant to */
  if (l->s->culled == 0 || open) return false;
  return lg_case_say(l,
                     "%zu particles left a world that has walls on all sides: something threw them "
                     "through one",
                     l->s->culled);
}

/* The guard looks at what moves; what a script keeps beside it spreads through sums unseen. */
static bool nan_column(lg_case *l) {
  lg_case_holes h;
  if (!lg_case_first_holes(l, &h)) return false;
  return lg_case_say(
      l,
      "column %s is no finite number in %zu of %zu particles, number %d for one: what "
      "computes it divides by 0, or grows without end in too long a step",
      h.column, h.particles, lg_world_count(l->w), (int)h.id);
}

static bool shock(lg_case *l) {
  double swept = lg_case_fastest(l, LG_FAMILY_COLLIDER, NULL) * l->s->dt * l->s->substeps;
  if (lg_world_frame(l->w) != 1 || l->mean >= 1e9 || lg_case_count_of(l, LG_FAMILY_FIELD) > 0 ||
      swept > 0.5 * (double)lg_world_spacing(l->w) || /* a solid has done it */
      l->s->density_error_mean <= fmax(SHOCK, l->mean))
    return false;
  l->p->shocked = true;

  /* Chance did it, in an emitter or in a script. */
  double most = 0;
  for (int i = 0; i < lg_object_count(l->w); i++) {
    lg_id id = lg_object_at(l->w, i);
    double jitter =
        lg_case_family_of(l, id) == LG_FAMILY_EMITTER ? lg_case_number(l, id, "jitter", 0) : 0;
    if (jitter > most) most = jitter, l->where = id;
  }
  char cure[LG_NAME_MAX + 64] = "fill shapes with emitter.volume";
  if (most > 0)
    snprintf(cure, sizeof cure, "lower jitter = %g of %s", most, lg_name(l->w, l->where));
  return lg_case_say(
      l,
      "at the start the fluid is %.3g %% too dense: particles lie nearer than a spacing, %g "
      "m, and will burst apart; %s",
      100 * l->s->density_error_mean, (double)lg_world_spacing(l->w), cure);
}

/* The share of the particles, of SAMPLES, that have another so near, in spacings. */
static double crowded(const lg_case *l, double near) {
  size_t n = lg_world_count(l->w), step = n / SAMPLES + 1, asked = 0, found = 0;
  lg_view x = lg_column(l->w, "position");
  for (size_t i = 0; i < n; i += step, asked++) {
    const float p[3] = {x.c[0][i], x.c[1][i], x.components == 3 ? x.c[2][i] : 0};
    found += lg_near(l->w, p, (float)near * lg_world_spacing(l->w), NULL, 0) > 1;
  }
  return n ? (double)found / (double)asked : 0;
}

/* What is near pushes little under a kernel that is flat in its middle: over many neighbours it
   pairs them (Dehnen & Aly 2012). */
static bool is_flat(const lg_case *l) {
  lg_arg kernel;
  lg_id solver = lg_solver_id(l->w);
  return lg_world_dim(l->w) == 2 && lg_case_number(l, solver, "support", 0) >= WIDE &&
         lg_param_find(lg_kind_of(l->w, solver), "kernel") &&
         lg_get(l->w, solver, "kernel", &kernel) &&
         (strcmp(kernel.text, "cubic_spline") == 0 || strcmp(kernel.text, "poly6") == 0);
}

static bool pairing(lg_case *l) {
  bool flat = is_flat(l);
  bool held = l->s->density_error_mean > l->mean; /* what is squeezed is near without pairing */
  double near = flat ? CLUMP : PAIR;
  double share = l->pairs && !held && lg_world_count(l->w) >= FEW ? crowded(l, near) : 0;
  if (share <= (flat ? BEGUN : 1) * PAIRED) return false;
  return lg_case_say(
      l,
      "%.2g %% of the particles have another nearer than %g spacings: they pair; take kernel "
      "= \"wendland_c2\", a smaller support, or shifting",
      100 * share, near);
}

/* What makes the sub-steps short, and what takes longer ones. */
static bool slow(lg_case *l) {
  static const char *const cures[][2] = {
      {"acoustic", "sound, whose speed grows with depth and speeds: dfsph, pbf and flip have none"},
      {"viscous", "viscosity, by the square of the spacing: lower it, or take wcsph, dfsph, "
                  "pcisph or pbf, which solve for it"},
      {"tension", "surface_tension: lower it, or take a larger spacing"},
      {"weight", "the pressure under deep water, which its layers must withstand: take a larger "
                 "spacing"},
      {"force", "an acceleration: a field or a hook that pulls less"},
      {"spring", "the wall's stiffness"},
      {"drag", "the coefficient of drag"}};
  const char *limit = l->s->limit ? l->s->limit : "", *cure = "speeds, and what brings them about";

  /* few sub-steps are fine, and so are as many as the scene asks for */
  if (l->s->substeps <= MANY_SUBSTEPS || lg_case_number(l, lg_world_id(l->w), "fixed_dt", 0) > 0)
    return false;
  for (size_t i = 0; i < sizeof cures / sizeof *cures; i++)
    if (strcmp(limit, cures[i][0]) == 0) cure = cures[i][1];

  /* under mpm it may be the elastic ones' own sound */
  if (lg_case_is_elastic(l) && strcmp(l->solver, "mpm") == 0 && strcmp(limit, "acoustic") == 0)
    cure = "waves in what is elastic, sqrt(young / density) fast: lower young, or take a larger "
           "spacing";
  return lg_case_say(l, "a frame takes %d sub-steps of %.2g s (limit: %s): it is %s",
                     l->s->substeps, l->s->dt, limit, cure);
}

/* Monaghan 2000, "SPH without a tensile instability": pressures below 0 pull particles together. */
static bool clumps(lg_case *l) {
  lg_view p = lg_column(l->w, "pressure");
  double least = 0;
  if (strcmp(l->solver, "script") != 0 || p.components != 1) return false;
  for (size_t i = 0; i < p.n; i++) least = fmin(least, (double)p.c[0][i]);
  if (least == 0 || crowded(l, CLUMP) <= CLUMPED) return false;
  return lg_case_say(
      l,
      "the fluid clumps: %.2g %% of the particles have another nearer than %g spacings, and "
      "pressure goes down to %.3g Pa, which pulls; clamp it: max(p, 0)",
      100 * crowded(l, CLUMP), CLUMP, least);
}

/* What could ever push: a script, somebody's hand, an object of the world. */
static bool is_pushed(const lg_case *l) {
  return l->fall > 0 || lg_case_has_hook(l) || lg_scene_has_hook(l->scene, l->world, "mouse") ||
         lg_scene_has_hook(l->scene, l->world, "key") ||
         lg_case_count_of(l, LG_FAMILY_FIELD) + lg_case_count_of(l, LG_FAMILY_JOINT) > 0 ||
         lg_case_fastest(l, LG_FAMILY_COLLIDER, NULL) > 0 ||
         lg_case_fastest(l, LG_FAMILY_EMITTER, NULL) > 0;
}

/* Nothing moves, nor faster than the frame before, as a drop does that tension begins to round. */
static bool rest(lg_case *l) {
  double still = STILL * (double)lg_world_spacing(l->w), before = l->p->speed;
  l->p->speed = l->s->max_speed;
  bool pushed = l->mean >= 1e9 || is_pushed(l);
  if (lg_world_count(l->w) == 0 || pushed || l->s->max_speed > fmin(still, before + 1e-3 * still))
    return false;
  return lg_case_say(l, "nothing moves: there is no gravity, and no field that pushes");
}

/* ---- all of them ---------------------------------------------------------------------------- */

static const struct {
  const char *name;
  bool (*holds)(lg_case *l);
  int frames; /* on end */
} rules[] = {{"squeezed", squeezed, 3}, {"stuck", stuck, 3},   {"thick", thick, 3},
             {"energy", energy, 2},     {"too_fast", fast, 2}, {"outrun", outrun, 2},
             {"lost", lost, 1},         {"shock", shock, 1},   {"pairing", pairing, 3},
             {"clumps", clumps, 5},     {"slow", slow, 2},     {"rest", rest, 12},
             {"nan", nan_column, 1}};
enum { RULES = sizeof rules / sizeof *rules };
_Static_assert(RULES <= LG_DOCTOR_RULES, "room for all rules");

bool lg_doctor_begin(lg_doctor *d, lg_scene *s) {
  d->worlds = lg_scene_count(s);
  d->patient = calloc((size_t)d->worlds + 1, sizeof *d->patient);
  return d->patient != NULL;
}

void lg_doctor_end(lg_doctor *d) {
  free(d->patient);
  d->patient = NULL;
}

/* Whose illness it is, where there are several worlds. */
static void whose(const lg_doctor *d, int world, char *out, size_t size) {
  out[0] = '\0';
  if (d->worlds == 1) return;
  char name[16];
  lg_app_world_name(name, sizeof name, world);
  snprintf(out, size, "%s, ", name);
}

void lg_doctor_look(lg_doctor *d, lg_scene *s, lg_lint *out) {
  for (int world = 0; d->patient && world < d->worlds && world < lg_scene_count(s); world++) {
    lg_case l = lg_case_of(&d->patient[world], s, world);
    char name[24];
    whose(d, world, name, sizeof name);
    for (int i = 0; i < RULES; i++) {
      l.where = lg_world_id(l.w);
      bool holds = rules[i].holds(&l);
      l.p->streak[i] = holds ? l.p->streak[i] + 1 : 0;
      if (l.p->streak[i] < rules[i].frames || l.p->said[i] || out->count == LG_FINDINGS_MAX)
        continue;

      /* each is said once */
      l.p->said[i] = true;
      lg_finding *f = &out->finding[out->count++];
      f->lint = rules[i].name;
      f->world = world;
      snprintf(f->where, sizeof f->where, "%s", lg_scene_where(s, world, l.where));
      snprintf(f->text, sizeof f->text, "%st = %.2f s: %.*s", name, lg_world_time(l.w),
               LG_ERROR_MAX - 60, l.text);
    }
  }
}

bool lg_doctor_tell(lg_scene *s, const lg_lint *found, int from) {
  for (int i = from; i < found->count; i++)
    if (!lg_scene_diagnose(s, found->finding[i].lint, found->finding[i].world)) return false;
  return true;
}
