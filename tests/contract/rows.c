/* Every kind that is dropped in is held to the contract of laguna_kind.h, from its descriptor and
   rows alone: nothing here names the kind under test. */
#include "contract/contract.h"

#define LG_ENTRY(family, name) #family "." #name,
static const char *const files[] = {
#include "kinds.inc"
    NULL};

static size_t storage(const lg_param *p) { /* bytes that a row writes: laguna.h, lg_type */
  if (p->flags & LG_LIST) return sizeof(lg_refs);
  switch (p->type) {
    case LG_BOOL: return sizeof(bool);
    case LG_INT: return sizeof(int64_t);
    case LG_FLOAT: return sizeof(float);
    case LG_VEC: return sizeof(float[3]);
    case LG_COLOR: return sizeof(float[4]);
    case LG_CHOICE: return sizeof(int);
    case LG_TEXT:
    case LG_FILE: return LG_TEXT_MAX;
    case LG_POINTS: return LG_POINTS_MAX;
    default: return sizeof(lg_id);
  }
}

/* The registry is the folder listing: one descriptor a file, of the same name, in order. */
static void names_are_file_names(void **state) {
  (void)state;
  int n = 0;
  for (; files[n]; n++) {
    const lg_kind *k = lg_kind_find(files[n]);
    if (!k) fail_msg("%s: its file has no descriptor of that name", files[n]);
    assert_string_equal(full_name(k), files[n]);
  }
  assert_int_equal(lg_kind_count(), n);
  assert_true(n > 10);
  for (int i = 1; i < n; i++) {
    const lg_kind *a = lg_kind_at(i - 1), *b = lg_kind_at(i);
    if (a->family > b->family || (a->family == b->family && strcmp(a->name, b->name) >= 0))
      fail_msg("%s stands before %s", full_name(a), full_name(b));
  }
  assert_null(lg_kind_find("shape.no_such_kind"));
  assert_null(lg_kind_at(n));
}

static bool lower_snake(const char *s) {
  if (*s < 'a' || *s > 'z') return false;
  return strspn(s, "abcdefghijklmnopqrstuvwxyz0123456789_") == strlen(s);
}

static bool sentence(const char *s) {
  return s && strlen(s) > 3 && strlen(s) < 200 && !strpbrk(s, "\n\t");
}

static bool has_family_functions(const lg_kind *k) {
  switch (k->family) {
    case LG_FAMILY_SHAPE: return k->shape.distance;
    case LG_FAMILY_MATERIAL: return k->material.properties;
    case LG_FAMILY_EMITTER: return k->emitter.emit;
    case LG_FAMILY_COLLIDER: return k->collider.face;
    case LG_FAMILY_JOINT: return k->joint.rows;
    case LG_FAMILY_FIELD: return k->field.sample;
    case LG_FAMILY_SOLVER: return k->solver.step;
    default: return false;
  }
}

static double default_number(const lg_param *p, int dim) {
  return p->def[(p->flags & LG_BY_DIM) && dim == 3 ? 1 : 0];
}

static void check_row(const lg_kind *k, const lg_param *p) {
  const char *kind = full_name(k);
  if (!lower_snake(p->name) || strlen(p->name) >= LG_NAME_MAX)
    fail_msg("%s: row '%s' is no lower_snake name", kind, p->name);
  if (strcmp(p->name, "name") == 0)
    fail_msg("%s: 'name' is an argument of every object and cannot be a row", kind);
  if (!sentence(p->doc)) fail_msg("%s.%s has no sentence", kind, p->name);
  if (p->offset + storage(p) > k->size) fail_msg("%s.%s lies outside its struct", kind, p->name);
  bool number = p->type == LG_INT || p->type == LG_FLOAT || p->type == LG_VEC;
  if (number && !(p->unit && *p->unit))
    fail_msg("%s.%s has no unit ('1' for a plain number)", kind, p->name);
  if ((p->type == LG_INT || p->type == LG_FLOAT) && !(p->min <= p->max))
    fail_msg("%s.%s: empty range", kind, p->name);
  for (int d = 2; d <= 3 && (p->type == LG_INT || p->type == LG_FLOAT) && !(p->flags & LG_REQUIRED);
       d++)
    if (!(default_number(p, d) >= p->min && default_number(p, d) <= p->max))
      fail_msg("%s.%s: default %g outside %g .. %g", kind, p->name, default_number(p, d), p->min,
               p->max);
  char text[LG_TEXT_MAX];
  for (int d = 2; d <= 3 && p->type == LG_CHOICE; d++)
    if (!(p->choices && choice(p->choices, (int)default_number(p, d), text, sizeof text) && *text))
      fail_msg("%s.%s: default choice %g does not exist", kind, p->name, default_number(p, d));
}

/* A descriptor says what it is, has its family's functions, and its rows are complete, in range and
   inside the struct. */
static void descriptors_are_complete(void **state) {
  (void)state;
  for (int i = 0; i < lg_kind_count(); i++) {
    const lg_kind *k = lg_kind_at(i);
    if (!lower_snake(k->name)) fail_msg("'%s' is no lower_snake name", k->name);
    if (!sentence(k->doc)) fail_msg("%s has no doc", full_name(k));
    if (!has_family_functions(k)) fail_msg("%s lacks a function of its family", full_name(k));
    assert_non_null(k->params);
    for (const lg_param *p = k->params; p->name; p++) {
      check_row(k, p);
      for (const lg_param *q = p + 1; q->name; q++) {
        if (strcmp(p->name, q->name) == 0) fail_msg("%s has two rows '%s'", full_name(k), p->name);
        if (p->offset < q->offset + storage(q) && q->offset < p->offset + storage(p))
          fail_msg("%s: rows '%s' and '%s' share memory", full_name(k), p->name, q->name);
      }
      if (lg_param_find(k, p->name) != p)
        fail_msg("%s: lg_param_find misses '%s'", full_name(k), p->name);
    }
    if (k->family == LG_FAMILY_SHAPE &&
        (k->params[0].offset != 0 || strcmp(k->params[0].name, "translation") != 0))
      fail_msg("%s does not begin with LG_SHAPE_POSE", full_name(k));
    if (k->family == LG_FAMILY_SOLVER && k->params[0].offset != 0)
      fail_msg("%s does not begin with LG_MATERIAL", full_name(k));
  }
}

/* float storage */
static bool near_number(double a, double b) { return fabs(a - b) <= 1e-6 * fmax(fabs(a), fabs(b)); }

static bool same_value(const lg_arg *a, const lg_arg *b) {
  if (a->type == LG_TEXT || b->type == LG_TEXT)
    return a->text && b->text && strcmp(a->text, b->text) == 0;
  if (a->n != b->n) return false;
  for (int i = 0; i < a->n; i++) {
    if (a->type == LG_SHAPE ? a->ref[i] != b->ref[i] : !near_number(a->v[i], b->v[i])) return false;
  }
  return true;
}

/* What lg_get says, with its text copied: the library's may change with the object. */
static lg_arg read(const lg_world *w, const lg_kind *k, lg_id id, const lg_param *p, char *text) {
  lg_arg a;
  if (!lg_get(w, id, p->name, &a))
    fail_msg("%s.%s cannot be read: %s", full_name(k), p->name, lg_error(w));
  if (a.type == LG_TEXT) {
    snprintf(text, LG_TEXT_MAX, "%s", a.text);
    a.text = text;
  }
  return a;
}

/* The `which`-th sample of a row's values, spread over its range; false: no more. */
static bool sample(lg_world *w, const lg_param *p, int which, char *text, lg_arg *out) {
  int dim = lg_world_dim(w);
  double lo = fmax(p->min, -8), hi = fmin(p->max, fmax(8, 2 * p->min)), t = (which + 1) / 4.0;
  double x = lo + (hi - lo) * t;
  if (which > 2) return false;
  switch (p->type) {
    case LG_BOOL: *out = lg_bool(p->name, which & 1); return true;
    case LG_INT: *out = lg_num(p->name, floor(x)); return true;
    case LG_FLOAT: *out = lg_num(p->name, x); return true;
    case LG_VEC:
      *out = axial_numbers(p, dim) == 1 ? lg_num(p->name, t) : point(p->name, dim, t, 2 * t, 3 * t);
      out->type = LG_VEC;
      return true;
    case LG_COLOR:
      *out = lg_vec3(p->name, t, 0.5 * t, 1 - t);
      out->v[3] = 0.5;
      out->n = 4;
      return true;
    case LG_CHOICE:
      *out = lg_text(p->name, text);
      return choice(p->choices, which, text, LG_TEXT_MAX);
    case LG_TEXT:
      snprintf(text, LG_TEXT_MAX, "sample %d", which);
      *out = lg_text(p->name, text);
      return true;
    case LG_SHAPE: *out = lg_ref(p->name, box(w)); return true;
    case LG_FIELD:
      *out = lg_ref(p->name, must(w, lg_add(w, "field.constant", LG_NO_ARGS)));
      return true;
    case LG_COLLIDER:
      *out =
          lg_ref(p->name, must(w, lg_add(w, "collider.solid", LG_ARGS(lg_ref("shape", box(w))))));
      return true;
    case LG_MATERIAL:
      *out = lg_ref(p->name, must(w, lg_add(w, "material.fluid", LG_NO_ARGS)));
      return true;
    default: return false; /* files and compiled formulas: no sample that every kind would take */
  }
}

/* What is set is what is read. A kind's check may refuse a value that its other parameters forbid:
   then nothing changed. */
static void round_trip(lg_world *w, const lg_kind *k, lg_id id, const lg_param *p) {
  char text[3][LG_TEXT_MAX];
  lg_arg before = read(w, k, id, p, text[0]), given, after;
  if (p->flags & LG_RESTART) return;
  for (int which = 0; sample(w, p, which, text[1], &given); which++) {
    bool taken = lg_set(w, id, LG_ARGS(given));
    after = read(w, k, id, p, text[2]);
    if (taken && !same_value(&given, &after))
      fail_msg("%s.%s: sample %d is not what was read back", full_name(k), p->name, which);
    if (!taken && !k->check)
      fail_msg("%s.%s: refused a value of its range: %s", full_name(k), p->name, lg_error(w));
    if (!taken && !same_value(&before, &after))
      fail_msg("%s.%s: refused, and changed all the same", full_name(k), p->name);
    if (taken)
      before = after, memcpy(text[0], text[2], LG_TEXT_MAX),
      before.text = before.type == LG_TEXT ? text[0] : NULL;
  }
}

static void defaults_and_round_trips(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    for (int i = 0; i < lg_kind_count(); i++) {
      const lg_kind *k = lg_kind_at(i);
      /* each row on a fresh object, so that none spoils the next */
      for (const lg_param *p = k->params; p->name; p++) {
        lg_world *w = tank(dim, 1);
        lg_id id = add_default(w, k);
        lg_arg now;
        assert_ptr_equal(lg_kind_of(w, id), k);
        assert_true(lg_get(w, id, p->name, &now));
        if ((p->type == LG_FLOAT || p->type == LG_INT) && !(p->flags & LG_REQUIRED) &&
            !near_number(now.v[0], default_number(p, dim)))
          fail_msg("%s.%s: made with %g, its default is %g", full_name(k), p->name, now.v[0],
                   default_number(p, dim));
        round_trip(w, k, id, p);
        lg_world_free(w);
      }
    }
  }
}

static void refuse(lg_world *w, const lg_kind *k, lg_id id, const lg_param *p, lg_arg bad,
                   const char *what) {
  char text[2][LG_TEXT_MAX];
  lg_arg before = read(w, k, id, p, text[0]);
  if (lg_set(w, id, LG_ARGS(bad))) fail_msg("%s.%s took %s", full_name(k), p->name, what);
  if (!strstr(lg_error(w), p->name))
    fail_msg("%s.%s: refused %s without its name: '%s'", full_name(k), p->name, what, lg_error(w));
  lg_arg after = read(w, k, id, p, text[1]);
  if (!same_value(&before, &after))
    fail_msg("%s.%s changed while refusing %s", full_name(k), p->name, what);
}

/* Out of range, not a number, of the wrong type: refused with a sentence that names the parameter,
   and nothing changes. */
static void bad_values_are_refused(void **state) {
  (void)state;
  for (int i = 0; i < lg_kind_count(); i++) {
    const lg_kind *k = lg_kind_at(i);
    lg_world *w = tank(2, 1);
    lg_id id = add_default(w, k);
    for (const lg_param *p = k->params; p->name; p++) {
      bool number = p->type == LG_INT || p->type == LG_FLOAT;
      if (number && p->max < LG_HUGE)
        refuse(w, k, id, p, lg_num(p->name, p->max + fmax(1, fabs(p->max))),
               "a value above its range");
      if (number && p->min > -LG_HUGE)
        refuse(w, k, id, p, lg_num(p->name, p->min - fmax(1, fabs(p->min))),
               "a value below its range");
      if (number) refuse(w, k, id, p, lg_num(p->name, NAN), "not a number");
      if (p->type == LG_INT) refuse(w, k, id, p, lg_num(p->name, p->def[0] + 0.5), "half a unit");
      if (p->type == LG_VEC)
        refuse(w, k, id, p, lg_vec2(p->name, 1, NAN), "a vector that is not a number");
      if (p->type == LG_CHOICE)
        refuse(w, k, id, p, lg_text(p->name, "no_such_choice"), "an unknown choice");
      if (p->type != LG_TEXT && p->type != LG_FILE && p->type != LG_CHOICE)
        refuse(w, k, id, p, lg_text(p->name, "a text"), "a text");
      if (p->type == LG_SHAPE || p->type == LG_FIELD || p->type == LG_COLLIDER ||
          p->type == LG_MATERIAL)
        refuse(w, k, id, p, lg_ref(p->name, 0xdead0bad), "a reference to nothing");
    }
    lg_world_free(w);
  }
}

/* A misspelt option is refused with the name that was meant (one doubled letter is one edit away),
   at creation and later. */
static void misspelt_names_are_answered(void **state) {
  (void)state;
  for (int i = 0; i < lg_kind_count(); i++) {
    const lg_kind *k = lg_kind_at(i);
    lg_world *w = tank(2, 1);
    lg_id id = add_default(w, k);
    for (const lg_param *p = k->params; p->name; p++) {
      char wrong[LG_NAME_MAX + 2];
      snprintf(wrong, sizeof wrong, "%s%c", p->name, p->name[strlen(p->name) - 1]);
      if (lg_param_find(k, wrong)) continue;
      assert_false(lg_set(w, id, LG_ARGS(lg_num(wrong, 1))));
      if (!strstr(lg_error(w), wrong) || !strstr(lg_error(w), "did you mean"))
        fail_msg("%s: '%s' got the answer '%s'", full_name(k), wrong, lg_error(w));
    }
    lg_world_free(w);
  }
}

/* What is required is required: without it the kind is refused by the name of the missing row. */
static void required_rows_are_required(void **state) {
  (void)state;
  for (int i = 0; i < lg_kind_count(); i++) {
    const lg_kind *k = lg_kind_at(i);
    lg_world *w = tank(3, 1);
    for (const lg_param *p = k->params; p->name; p++) {
      if (!(p->flags & LG_REQUIRED)) continue;
      static args given;
      required_args(w, k, &given);
      int kept = 0;
      for (int j = 0; j < given.n; j++)
        if (strcmp(given.a[j].name, p->name) != 0) given.a[kept++] = given.a[j];
      given.a[kept] = lg_end();
      int before = lg_object_count(w);
      assert_int_equal(lg_add(w, full_name(k), given.a), 0);
      assert_int_equal(lg_object_count(w), before);
      if (!strstr(lg_error(w), p->name))
        fail_msg("%s without %s: '%s'", full_name(k), p->name, lg_error(w));
    }
    lg_world_free(w);
  }
}

/* What acts can be turned off, and is on. */
static void what_acts_is_enabled(void **state) {
  (void)state;
  for (int i = 0; i < lg_kind_count(); i++) {
    const lg_kind *k = lg_kind_at(i);
    if (k->family != LG_FAMILY_EMITTER && k->family != LG_FAMILY_FIELD &&
        k->family != LG_FAMILY_JOINT)
      continue;
    const lg_param *row = lg_param_find(k, "enabled");
    if (!row || row->type != LG_BOOL || row->def[0] != 1) fail_msg("%s", full_name(k));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(names_are_file_names),        cmocka_unit_test(descriptors_are_complete),
      cmocka_unit_test(defaults_and_round_trips),    cmocka_unit_test(bad_values_are_refused),
      cmocka_unit_test(misspelt_names_are_answered), cmocka_unit_test(required_rows_are_required),
      cmocka_unit_test(what_acts_is_enabled),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
