/* The registry: which dispatch path, which descriptors, which kind was meant. */
#include "core/base/isa.h"

#include "core/param/param.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <cmocka.h>

#include <sys/wait.h>
#include <unistd.h>

#define NAME(isa, ...) #isa,
static const char *const paths[] = {LG_EACH_ISA(NAME, )};
#define BOX(isa, ...) extern const lg_kind lg_kind_shape_box_##isa;
LG_EACH_ISA(BOX, )
#define BOX_AT(isa, ...) &lg_kind_shape_box_##isa,
static const lg_kind *const boxes[] = {LG_EACH_ISA(BOX_AT, )};

/* The path asked for, or the best the machine has if that is less; what is not known asks for
   nothing. */
static void paths_fall_back(void **state) {
  (void)state;
  for (int best = 0; best < LG_ISAS; best++) {
    for (int asked = 0; asked < LG_ISAS; asked++)
      assert_int_equal(lg_isa_pick(paths[asked], best), asked < best ? asked : best);
    assert_int_equal(lg_isa_pick(NULL, best), best);
    assert_int_equal(lg_isa_pick("", best), best);
    assert_int_equal(lg_isa_pick("avx1024", best), best);
  }
}

static int path_under(const char *asked) { /* in a process of its own: the path is chosen once */
  int status = 0;
  pid_t child = fork();
  if (child == 0) {
    if (asked) setenv("LAGUNA_ISA", asked, 1);
    else unsetenv("LAGUNA_ISA");
    const lg_kind *box = lg_kind_find("shape.box");
    for (int i = 0; i < LG_ISAS; i++)
      if (strcmp(lg_isa(), paths[i]) == 0) _exit(box == boxes[i] ? i : 100);
    _exit(101);
  }
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(WIFEXITED(status));
  return WEXITSTATUS(status);
}

/* LAGUNA_ISA forces a path, and the descriptors handed out are those compiled for it. */
static void the_environment_forces_a_path(void **state) {
  (void)state;
  int best = path_under(NULL);
  assert_in_range(best, 0, LG_ISAS - 1);
  for (int asked = 0; asked < LG_ISAS; asked++)
    assert_int_equal(path_under(paths[asked]), asked < best ? asked : best);
  assert_int_equal(path_under("nonsense"), best);
}

/* Every kind is found under its full name, in order of family and name, and nothing else is found.
   */
static void kinds_are_found(void **state) {
  (void)state;
  char name[128];
  assert_true(lg_kind_count() > 0);
  for (int i = 0; i < lg_kind_count(); i++) {
    const lg_kind *k = lg_kind_at(i), *last = i ? lg_kind_at(i - 1) : NULL;
    strcpy(name, lg_family_name(k->family));
    strcat(name, ".");
    strcat(name, k->name);
    assert_ptr_equal(lg_kind_find(name), k);
    if (last)
      assert_true(last->family < k->family ||
                  (last->family == k->family && strcmp(last->name, k->name) < 0));
  }
  assert_null(lg_kind_find("box"));
  assert_null(lg_kind_find("shape.boxx"));
  assert_null(lg_kind_find(NULL));
  assert_null(lg_kind_at(-1));
  assert_null(lg_kind_at(lg_kind_count()));
  assert_string_equal(lg_family_name(LG_FAMILY_COLLIDER), "collider");
  assert_string_equal(lg_family_name(LG_FAMILIES), "");
}

/* A slip of the pen, a missing family, a bare solver. */
static void the_nearest_kind_is_meant(void **state) {
  (void)state;
  char out[LG_NAME_MAX];
  assert_true(lg_kind_nearest("shape.sphree", NULL, out, sizeof out));
  assert_string_equal(out, "shape.sphere");
  assert_true(lg_kind_nearest("sphere", NULL, out, sizeof out));
  assert_string_equal(out, "shape.sphere");
  assert_true(lg_kind_nearest("particels", "solver", out, sizeof out));
  assert_string_equal(out, "particles");
  assert_false(lg_kind_nearest("perpetuum.mobile", NULL, out, sizeof out));
  assert_false(lg_kind_nearest("sphere", "solver", out, sizeof out));
}

/* A kind from outside whose fields lie outside of its struct would be written over the heap. */
static void fields_lie_in_their_struct(void **state) {
  (void)state;
  const lg_kind *good = lg_kind_find("field.constant");
  const lg_state_field far[] = {{"far", good->size, LG_STATE_BOOL, 1, 0, 1}, LG_KEEP_END},
                       none[] = {{"none", 0, LG_STATE_BOOL, 0, 0, 1}, LG_KEEP_END};
  lg_kind strange = *good;
  lg_why why;
  strange.name = "strange";
  strange.state = far;
  assert_false(lg_kind_register(&strange, &why));
  assert_string_equal(why.text, "kind 'strange': far lies outside of its struct");
  strange.state = none;
  assert_false(lg_kind_register(&strange, &why));
  assert_null(lg_kind_find("field.strange"));
}

/* Other words that people try lead to their kind, each to one. */
static void other_words_lead_to_their_kind(void **state) {
  (void)state;
  char word[LG_NAME_MAX], meant[2 * LG_NAME_MAX];
  int words = 0;
  for (int i = 0; i < lg_kind_count(); i++) {
    const lg_kind *kind = lg_kind_at(i);
    for (int k = 0; lg_choice_word(kind->also, k, word); k++, words++) {
      assert_true(lg_kind_nearest(word, lg_family_name(kind->family), meant, sizeof meant));
      assert_string_equal(meant, kind->name);
    }
  }
  assert_true(words > 60);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_environment_forces_a_path), /* first: nothing has chosen a path yet */
      cmocka_unit_test(paths_fall_back),
      cmocka_unit_test(kinds_are_found),
      cmocka_unit_test(the_nearest_kind_is_meant),
      cmocka_unit_test(fields_lie_in_their_struct),
      cmocka_unit_test(other_words_lead_to_their_kind),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
