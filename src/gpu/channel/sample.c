/* SPDX-License-Identifier: MIT */
#include "gpu/channel/exercise.h"

/* Commands for damaging. Numbers of methods are those of NVIDIA's published class headers, by
 * bytes. Data lies from DATA on, at both places. */

enum { THREE, COMPUTE, INLINE, TWO_D, COPY };
enum { DATA = 0x10080000, AGAIN = 0x20080000, MACRO = 0x3800 };

static void set(struct command_writer *w, unsigned subchannel, unsigned address, uint32_t data) {
    command_write(w, subchannel, address / 4, data);
}

#define MANY(w, subchannel, address, ...)                                                          \
    command_write_many(w, COMMAND_INCREASING, subchannel, (address) / 4,                           \
                       (const uint32_t[]){__VA_ARGS__},                                            \
                       sizeof((uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t))

static void bind(struct command_writer *w) {
    static const uint32_t classes[] = {0xb197, 0xb1c0, 0xa140, 0x902d, 0xb0b5};
    for (unsigned i = 0; i < 5; i++)
        set(w, i, 0, classes[i]);
}

/* ---- 3D ---- */

/* Draws: which primitives, how many vertices, how often. */
static void upload_macro(struct command_writer *w) {
    const uint32_t code[] = {
        1 | 0u << 4 | 2u << 8,                             /* r2 = next word: vertices */
        1 | 0u << 4 | 3u << 8,                             /* r3 = next word: instances */
        1 | 2u << 4 | (0x1618 / 4) << 14,                  /* place = BEGIN */
        1 | 4u << 4 | 1u << 11,                            /* sends r1 */
        1 | 2u << 4 | (0x0d78 / 4) << 14,                  /* place = DRAW_VERTEX_ARRAY */
        1 | 4u << 4 | 2u << 11,                            /* sends r2 */
        1 | 2u << 4 | (0x1614 / 4) << 14,                  /* place = END */
        1 | 4u << 4,                                       /* sends 0 */
        1 | 1u << 4 | 3u << 8 | 3u << 11 | 0x3ffffu << 14, /* r3 = r3 - 1 */
        7 | 1u << 4 | 3u << 11 | 0x3fff9u << 14,           /* back while r3 is not zero */
        1 | 1u << 4 | 1u << 7,                             /* end */
        1 | 1u << 4,
    };
    set(w, THREE, 0x114, 0);
    command_write_many(w, COMMAND_SAME, THREE, 0x118 / 4, code, sizeof code / 4);
    set(w, THREE, 0x11c, 0);
    set(w, THREE, 0x120, 0);
}

static void sample_three(struct command_writer *w) {
    bind(w);
    upload_macro(w);
    MANY(w, THREE, 0x0800, 0, DATA, 1280, 720, 0xd5, 0x40, 1, 0, 0);
    MANY(w, THREE, 0x0a00, 0x44200000, 0x43b40000, 0x3f000000, 0x44200000, 0x43b40000, 0x3f000000);
    MANY(w, THREE, 0x1c00, 0x1010, 0, DATA, 0);
    MANY(w, THREE, 0x1f00, 0, DATA + 0xfff);
    MANY(w, THREE, 0x2000, 0x11, 0x30, 0, 16);
    MANY(w, THREE, 0x2380, 0x100, 0, DATA + 0x100, 0x40);
    command_write_many(w, COMMAND_SAME, THREE, 0x2390 / 4, (uint32_t[]){1, 2, 3, 4}, 4);
    set(w, THREE, 0x2410, 0x21);
    command_write_many(w, COMMAND_ONCE, THREE, MACRO / 4, (uint32_t[]){4, 3, 7}, 3);
    set(w, THREE, 0x124, 2);
    MANY(w, THREE, 0x0d80, 0x3f800000, 0, 0, 0x3f800000);
    set(w, THREE, 0x19d0, 0x3c);
    set(w, THREE, 0x124, 3);
    set(w, THREE, 0x0d80, 0);
    set(w, THREE, 0x124, 1);
    MANY(w, THREE, 0x17c8, 0, DATA, 0, DATA + 0x1000, 1, 0);
    set(w, THREE, 0x1618, 4);
    set(w, THREE, 0x17e0, 36);
    set(w, THREE, 0x1614, 0);
    set(w, THREE, 0x1618, 5);
    set(w, THREE, 0x15e8, 7);
    set(w, THREE, 0x15ec, 3);
    MANY(w, THREE, 0x15f0, 0x00010002);
    MANY(w, THREE, 0x15f0, 0x00030004);
    set(w, THREE, 0x1614, 0);
    MANY(w, THREE, 0x17e8, 0x40060003);
    MANY(w, THREE, 0x1b00, 0, AGAIN + 0x200, 5, 0x1000f010);
    MANY(w, THREE, 0x1b00, 0, AGAIN + 0x200, 5, 0x0100f002);
    MANY(w, THREE, 0x1b00, 0, AGAIN + 0x200, 5, 0x1000f018);
    set(w, THREE, 0x1530, 1);
    MANY(w, THREE, 0x02c8, 0x00100003);
}

/* ---- the others ---- */

static void send_inline(struct command_writer *w, unsigned subchannel, uint32_t to,
                        const uint32_t *words, uint32_t count) {
    MANY(w, subchannel, 0x180, count * 4, 1, 0, to);
    set(w, subchannel, 0x1b0, 0x11);
    command_write_many(w, COMMAND_SAME, subchannel, 0x1b4 / 4, words, count);
}

static void sample_compute(struct command_writer *w) {
    uint32_t qmd[64] = {
        [6] = 1u << 10,
        [8] = 0x100,
        [12] = 5,
        [13] = 3 | 2 << 16,
        [17] = 0x400,
        [18] = 0x17 | 8 << 16,
        [19] = 4 | 2 << 16,
        [20] = 3,
        [23] = DATA + 0x800,
        [25] = 9,
        [29] = DATA,
        [30] = 0x100u << 15,
        [31] = DATA,
        [32] = 0x200u << 15,
        [45] = 0x20 | 1u << 27,
        [46] = 12u << 24,
        [47] = 0x800,
    };
    bind(w);
    MANY(w, COMPUTE, 0x1608, 0, DATA);
    MANY(w, COMPUTE, 0x155c, 0, DATA + 0x2000, 7);
    MANY(w, COMPUTE, 0x1574, 0, DATA + 0x3000, 7);
    send_inline(w, COMPUTE, AGAIN + 0x1000, qmd, 64);
    MANY(w, COMPUTE, 0x02b4, (DATA + 0x1000) >> 8);
    set(w, COMPUTE, 0x02bc, 3);
    MANY(w, COMPUTE, 0x1b00, 0, AGAIN + 0x200, 5, 0x10000000);
}

static void sample_copies(struct command_writer *w) {
    bind(w);
    MANY(w, TWO_D, 0x200, 0xd5, 0, 0x40, 1, 0, 0, 64, 64, 0, DATA);
    MANY(w, TWO_D, 0x230, 0xd5, 1);
    MANY(w, TWO_D, 0x244, 256, 64, 64, 0, DATA + 0x8000);
    set(w, TWO_D, 0x2ac, 3);
    MANY(w, TWO_D, 0x8b0, 0, 0, 64, 64, 0, 1, 0, 1, 0x80000000, 0, 0x80000000, 0);
    MANY(w, COPY, 0x400, 0, DATA, 0, AGAIN + 0x8000, 256, 256, 200, 40);
    set(w, COPY, 0x300, 0x382);
    MANY(w, COPY, 0x700, 1, 2, 0x03010012);
    MANY(w, COPY, 0x70c, 0x1020, 64, 64, 1, 0, 3 | 5 << 16);
    MANY(w, COPY, 0x418, 40, 20);
    MANY(w, COPY, 0x240, 0, DATA + 0x20, 3);
    set(w, COPY, 0x300, 0x692);
    MANY(w, INLINE, 0x180, 12, 2, 0, DATA, 64, 0x10, 256, 16, 1, 0, 20, 3);
    set(w, INLINE, 0x1b0, 0);
    command_write_many(w, COMMAND_SAME, INLINE, 0x1b4 / 4, (uint32_t[]){1, 2, 3, 4, 5, 6}, 6);
    send_inline(w, THREE, DATA, (uint32_t[]){1, 2, 3}, 3);
}

static void sample_host(struct command_writer *w) {
    bind(w);
    MANY(w, THREE, 0x10, 0, DATA, 5, 0x01000002);
    MANY(w, THREE, 0x10, 0, AGAIN, 5, 1);
    MANY(w, THREE, 0x10, 0, AGAIN, 3, 4);
    MANY(w, THREE, 0x10, 0, AGAIN, 3, 0xa8000010);
    MANY(w, THREE, 0x70, 0, 0x300 | 1);
    MANY(w, THREE, 0x70, 1, 0x300);
    set(w, THREE, 0x50, 0);
    set(w, THREE, 0x78, 0);
    MANY(w, THREE, 0x30, 0, 0x80000000);
}

void stream_sample(unsigned which, struct command_writer *out) {
    static void (*const samples[STREAM_SAMPLES])(struct command_writer *) = {
        sample_three, sample_compute, sample_copies, sample_host};
    samples[which](out);
}
