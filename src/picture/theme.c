/* theme.c - the colours of what stands beside the particles, on a dark and on a light ground. */
#include "picture/picture.h"

/* Curves: Okabe & Ito's colours, told apart by all eyes, made lighter or darker than the ground. */
const lg_theme lg_theme_dark = {
    .ground = {.top = 0x2a3340ffU,
               .bottom = 0x171c24ffU,
               .floor = 0x303a47ffU,
               .bounds = 0x9aa7b8c0U},
    .sea = {.top = 0x4d5c6dffU, .bottom = 0x2b343fffU, .floor = 0x7d8a97ffU, .bounds = 0xe6ebf2d0U},
    .panel = 0x0c0f14c8U,
    .column = 0x12171dffU,
    .field = 0x2a343effU,
    .text = 0xe6ebf2ffU,
    .dim = 0xa9b4c2ffU,
    .strong = 0xffe080ffU,
    .marked = 0x80d0ffffU,
    .code = 0xffe0a0ffU,
    .good = 0x9be39bffU,
    .bad = 0xff9c8fffU,
    .banner = 0x1a0d10eaU,
    .banner_edge = 0xe2665fffU,
    .finding = 0x3a1d14e8U,
    .grid = 0xffffff20U,
    .curve = {0x56b4e9ffU, 0xe69f00ffU, 0x2fc79bffU, 0xf0e442ffU, 0xd98cbcffU, 0xf07a3cffU,
              0x4a9be0ffU, 0xe6ebf2ffU}};

const lg_theme lg_theme_light = {
    .ground = {.top = 0xf4f7faffU,
               .bottom = 0xdfe6edffU,
               .floor = 0xcfd8e1ffU,
               .bounds = 0x5b6b7cc0U},
    .sea = {.top = 0xf4f7faffU, .bottom = 0xdfe6edffU, .floor = 0xcfd8e1ffU, .bounds = 0x46535fd0U},
    .panel = 0xffffffdcU,
    .column = 0xfafbfcffU,
    .field = 0xe4eaf0ffU,
    .text = 0x1b232dffU,
    .dim = 0x4d5b6affU,
    .strong = 0x8a4b00ffU,
    .marked = 0x0058a8ffU,
    .code = 0x7a3e9dffU,
    .good = 0x14702cffU,
    .bad = 0xb02318ffU,
    .banner = 0xfff3f0f0U,
    .banner_edge = 0xc93a30ffU,
    .finding = 0xffe9dcf0U,
    .grid = 0x00000020U,
    .curve = {0x0072b2ffU, 0xb87400ffU, 0x00795affU, 0x8f8500ffU, 0xa8508affU, 0xc04a00ffU,
              0x1f5fa8ffU, 0x1b232dffU}};
