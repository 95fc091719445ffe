/* near.h - numbers compared in double (cmocka's own comparison is in float); include it after
   cmocka.h. */
#ifndef LG_TESTS_NEAR_H
#define LG_TESTS_NEAR_H

#include <math.h>

#define assert_near(got, expected, tolerance)                                                      \
  do {                                                                                             \
    double got_ = (double)(got), expected_ = (double)(expected), tolerance_ = (double)(tolerance); \
    if (!(fabs(got_ - expected_) <= tolerance_))                                                   \
      fail_msg("%s:%d: %s is %.9g instead of %.9g (tolerance %.3g)", __FILE__, __LINE__, #got,     \
               got_, expected_, tolerance_);                                                       \
  } while (0)

#endif
