/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_TESTS_GPU_COPIED_H
#define WINDLASS_TESTS_GPU_COPIED_H

#include "machine.h"

#include "gpu/texture/layout.h"

/* Copies of the 2D engine, and the same worked out texel by texel. */

extern struct machine m;

enum { PLAIN = 0xd5, SWAPPED = 0xcf, CURVED = 0xd6, BYTE = 0xf3, UNSIGNED = 0xe4 };

struct surface {
    uint32_t width, height, pitch; /* pitch 0: block-linear */
    uint8_t format, bytes;
    uint64_t at;
    struct texture_layout layout;
    uint8_t *texels; /* as it should be, in rows without gaps */
};
/* Of noise. */
struct surface surface(uint8_t format, uint8_t bytes, uint32_t width, uint32_t height, bool pitch);
void put_all(const struct surface *s);     /* texels to where they lie */
uint8_t *get_all(const struct surface *s); /* what lies there, in rows; to be freed */
/* What lies there is `texels`, but for `most` at each byte; frees them. */
void check(struct surface *s, unsigned most);

/* ---- words: cl902d.h ---- */

void put(unsigned method, uint32_t data);
enum { COPY_AND, BLEND_AND = 2, COPY = 3, COPY_PREMULTIPLIED = 5, BLEND_PREMULTIPLIED };
extern uint32_t operation; /* that copies do */

struct part {
    int x, y, width, height;
};
/* Part of one to part of the other; a negative size goes backwards. */
void copy(const struct surface *from, struct part source, const struct surface *to,
          struct part target, bool linear);
/* What `to` has then, of a plain copy. */
void expect(const struct surface *from, struct part source, struct surface *to, struct part target,
            bool linear);
void both(const struct surface *from, struct part source, struct surface *to, struct part target,
          bool linear);

#endif
