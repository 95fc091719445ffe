/* A dam break in C: no Lua, no window, nothing but the library.

     cc hello.c -o hello $(pkg-config --cflags --libs laguna)                                     */
#include <laguna.h>
#include <stdio.h>

/* Laid out by hand, as the README shows it. */
/* clang-format off */

static int fail(const char *sentence) { fprintf(stderr, "hello: %s\n", sentence); return 1; }

static float front(lg_view x) { /* m, how far the water has come */
  float far = 0;
  for (size_t i = 0; i < x.n; i++) if (x.c[0][i] > far) far = x.c[0][i];
  return far;
}

int main(void) {
  lg_world_def def = lg_default_world();
  def.bounds = lg_bounds2(0, 0, 4, 3);  def.spacing = 0.04f;
  lg_world *w = lg_world_new(&def);
  if (!w) return fail(def.error);
  lg_set_solver(w, "wcsph", LG_ARGS(lg_num("viscosity", 0.05)));
  lg_id box = lg_add(w, "shape.box", LG_ARGS(lg_vec2("min", 0, 0), lg_vec2("max", 1, 2)));
  lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", box)));
  for (int i = 0; i < 60; i++) if (!lg_world_step(w, 1 / 60.0)) return fail(lg_error(w));
  lg_view x = lg_column(w, "position"); /* read only until the next step */
  printf("%zu particles, %.2f s, front at %.2f m\n", x.n, lg_world_time(w), (double)front(x));
  lg_world_free(w);
  return 0;
}
