/* Triangles and the floor in 3-D against the rays through the pixels. */
#include "stage.h"

enum { SIDE = 96 };

static void draw(stage *s) {
  assert_true(lg_image_init(&s->image, SIDE, SIDE));
  s->frame = lg_frame_begin(&s->image, s->shot, &s->camera, &s->style, 1);
  lg_faces_make(&s->frame);
  for (int band = 0; band < SIDE / LG_BAND; band++) lg_mesh_band(&s->frame, band);
}

static void end(stage *s) {
  lg_image_free(&s->image);
  lg_shot_free(s->shot);
}

/* Direction of the ray through a pixel, per metre of depth. */
static void ray(const lg_lens *l, int x, int y, double d[3]) {
  double u = (x + 0.5 - (double)l->cx) / (double)l->scale,
         v = ((double)l->cy - y - 0.5) / (double)l->scale;
  for (int k = 0; k < 3; k++)
    d[k] = (double)l->axis[2][k] + u * (double)l->axis[0][k] + v * (double)l->axis[1][k];
}

/* The floor of the bounds from several sides: where the ray meets it inside the bounds there is its
   depth, elsewhere nothing; from below, or if it is not a wall, nothing at all. */
static void floor_depth(void **state) {
  (void)state;
  const float yaw[] = {0, 0.7f, -2.1f, 3.1f}, pitch[] = {0.3f, 1.4f, 0.05f, -0.3f};
  for (int i = 0; i < 8; i++) {
    stage s = {.shot = stage_shot(lg_bounds3(-0.2f, 0.1f, 0, 1.1f, 1, 0.8f), 0.1f),
               .camera = stage_camera(3),
               .style = stage_style()};
    s.camera.yaw = yaw[i % 4], s.camera.pitch = pitch[i % 4];
    s.style.bounds = true;
    s.shot->edge[1][0] = i < 4 ? LG_EDGE_WALL : LG_EDGE_OPEN;
    draw(&s);
    const lg_lens *l = &s.frame.lens;
    for (int y = 0; y < SIDE; y++)
      for (int x = 0; x < SIDE; x++) {
        double d[3], z;
        ray(l, x, y, d);
        z = (0.1 - (double)l->origin[1]) / d[1];
        double px = (double)l->origin[0] + z * d[0], pz = (double)l->origin[2] + z * d[2];
        /* m outside the floor's rectangle */
        double out = fmax(fmax(-0.2 - px, px - 1.1), fmax(-pz, pz - 0.8));
        float depth = s.frame.scratch->depth[y * s.frame.scratch->stride + x];
        bool seen = i < 4 && d[1] < 0 && z > (double)l->near;
        if (!seen || out > 0.05) assert_true(depth >= LG_FAR);
        else if (out < -0.05) assert_true(fabs((double)depth - z) < 1e-3 * z);
      }
    end(&s);
  }
}

/* Below water the floor has square tiles of 1, 2 or 5 times a power of ten from its corner on, of
   two colours in turn; elsewhere it has one. */
static void floor_tiles(void **state) {
  (void)state;
  const float large[] = {1, 30}, tile[] = {0.2f, 5};
  for (int wet = 0; wet < 2; wet++)
    for (int i = 0; i < 2; i++) {
      lg_bounds b = lg_bounds3(-0.2f, 0.1f, 0, 1.1f, 1, 0.8f);
      for (int k = 0; k < 3; k++) b.min[k] *= large[i], b.max[k] *= large[i];
      stage s = {.shot = stage_shot(b, 0.1f), .camera = stage_camera(3), .style = stage_style()};
      for (int k = 0; k < 3; k++) s.camera.target[k] *= large[i];
      s.camera.height *= large[i];
      s.camera.yaw = 0.7f, s.camera.pitch = 0.8f;
      s.style.bounds = true;
      if (wet) s.style.as = LG_AS_WATER;
      draw(&s);

      /* Far from lines between tiles, on the floor. */
      const lg_lens *l = &s.frame.lens;
      int32_t color[2] = {-1, -1};
      for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
          double d[3], at[2];
          ray(l, x, y, d);
          double z = ((double)b.min[1] - (double)l->origin[1]) / d[1];
          bool inside = d[1] < 0;
          for (int k = 0; k < 2; k++) {
            at[k] = ((double)l->origin[2 * k] + z * d[2 * k] - (double)b.min[2 * k]) /
                    (double)tile[i];
            double count = (double)(b.max[2 * k] - b.min[2 * k]) / (double)tile[i];
            inside = inside && at[k] > 0.02 && at[k] < count - 0.02 &&
                     fabs(at[k] - nearbyint(at[k])) > 0.02;
          }
          if (!inside) continue;
          int odd = wet && ((int)at[0] + (int)at[1]) % 2;
          int32_t c = s.frame.scratch->color[y * s.frame.scratch->stride + x];
          if (color[odd] == -1) color[odd] = c;
          assert_int_equal(c, color[odd]);
        }
      assert_true(color[0] != -1 && color[0] != color[1]);
      end(&s);
    }
}

/* A sphere of quadrangles, from the centre of the bounds: every pixel whose ray passes well inside
   it has its depth to 1 %, with no gaps between the faces, and every pixel well outside has
   none. */
static void sphere(void **state) {
  (void)state;
  enum { N = 40 };
  const float pi = 3.14159265f, r = 0.4f;
  stage s = {.shot = stage_shot(lg_bounds3(0, 0, 0, 1, 1, 1), 0.1f),
             .camera = stage_camera(3),
             .style = stage_style()};
  s.camera.yaw = 0.4f, s.camera.pitch = 0.3f;
  s.style.colliders = true;
  s.shot->hulls = (lg_hulls){.count = 1, .slots = 1, .hull = calloc(1, sizeof(lg_hull))};
  lg_contour *c = &s.shot->hulls.hull[0].contour;
  c->corners = 4;
  assert_true(lg_room(&c->corner, &c->corner_capacity, 8 * N * N, sizeof *c->corner));
  assert_true(lg_room(&c->normal, &c->normal_capacity, 8 * N * N, sizeof *c->normal));
  for (int i = 0; i < 2 * N; i++)
    for (int j = 0; j < N; j++, c->faces++)
      for (int k = 0; k < 4; k++) {
        float a = pi * (float)(i + (k == 1 || k == 2)) / N,
              b = pi * (float)(j + (k > 1)) / N - pi / 2;
        float n[3] = {cosf(b) * sinf(a), sinf(b), cosf(b) * cosf(a)};
        for (int axis = 0; axis < 3; axis++) {
          c->normal[4 * c->faces + (size_t)k][axis] = n[axis];
          c->corner[4 * c->faces + (size_t)k][axis] = 0.5f + r * n[axis];
        }
      }
  draw(&s);
  for (int y = 0; y < SIDE; y++)
    for (int x = 0; x < SIDE; x++) {
      double d[3], dd = 0, od = 0, oo = -(double)(r * r);
      ray(&s.frame.lens, x, y, d);
      for (int k = 0; k < 3; k++) {
        double o = (double)s.frame.lens.origin[k] - 0.5;
        dd += d[k] * d[k], od += o * d[k], oo += o * o;
      }
      /* of the quadratic for z; its size says how far inside the ray passes */
      double root = od * od - dd * oo;
      float depth = s.frame.scratch->depth[y * s.frame.scratch->stride + x];
      if (root > 0.02) assert_true(fabs((double)depth - (-od - sqrt(root)) / dd) < 0.01);
      if (root < -0.02) assert_true(depth >= LG_FAR);
    }
  end(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(floor_depth), cmocka_unit_test(floor_tiles),
                                     cmocka_unit_test(sphere)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
