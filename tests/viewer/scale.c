/* How many pixels a unit of the window is: by the display's units where it has some, by its size
   where it has none and is plausible, and never beyond the limits. */
#include "viewer/window.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <math.h>

static bool is(float want, int units, int pixels, float dpi, int across) {
  return fabsf(lg_scale_of_display(units, pixels, dpi, across) - want) < 1e-4f;
}

static void of_displays(void **state) {
  (void)state;
  /* Wayland and macOS: two pixels a unit, or one and a half, whatever the size is said to be. */
  assert_true(is(2, 1280, 2560, 96, 5120) && is(1.5f, 1280, 1920, 0, 2880));
  /* X11: a plain display, a laptop of 1920 pixels, 27 inches of 3840 pixels, 13 inches of 3200. */
  assert_true(is(1, 1280, 1280, 96, 1920) && is(1, 1280, 1280, 166, 1920));
  assert_true(is(1.5f, 1280, 1280, 163, 3840) && is(2.75f, 1280, 1280, 276, 3200));
  /* One that does not say how large it is, or says nonsense. */
  assert_true(is(1, 1280, 1280, 0, 3840) && is(1, 1280, 1280, 6000, 3840) &&
              is(1, 1280, 1280, NAN, 3840) && is(1, 0, 1280, 96, 0));
  assert_true(is(LG_SCALE_MAX, 100, 5000, 96, 5120) && is(LG_SCALE_MAX, 1280, 1280, 490, 5120));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(of_displays)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
