/* SPDX-License-Identifier: MIT */
/* Attributes of every format and place: a row of squares whose colours come from an array of its
 * own. Plain Vulkan draws the colours that the elements stand for. */
#include "scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ACROSS = 8, CORNERS = 6, VERTICES = ACROSS * CORNERS };
enum { SNORM = 1, UNORM, SINT, UINT, USCALED, SSCALED, FLOAT };

/* Colours in quarters: what all formats have more or less exactly. */
static const float colors[ACROSS][4] = {
    {0, 0, 0, 1},        {1, 0, 0, 1},         {0, 1, 0, 1}, {0, 0, 1, 1},
    {0.25f, 0.5f, 1, 1}, {1, 0.75f, 0.25f, 1}, {1, 1, 1, 1}, {0.5f, 0.25f, 0.75f, 1},
};
static struct scene_vertex vertices[VERTICES];

static void make_vertices(void) {
    static const float corners[CORNERS][2] = {{0, 0}, {0, 1}, {1, 0}, {1, 0}, {0, 1}, {1, 1}};
    for (unsigned i = 0; i < VERTICES; i++) {
        const unsigned square = i / CORNERS, corner = i % CORNERS;
        vertices[i] =
            (struct scene_vertex){{((float)square + corners[corner][0]) / (float)ACROSS * 2 - 1,
                                   corners[corner][1] * 1.5f - 0.75f, 0.5f, 1},
                                  {0}};
        memcpy(vertices[i].color, colors[square], sizeof vertices[i].color);
    }
}

/* A component as a format has it. */
struct packing {
    uint8_t bits[4];
    uint8_t bytes;
};

static struct packing packing_of(uint8_t widths) {
    switch (widths) {
    case 0x01:
        return (struct packing){{32, 32, 32, 32}, 16};
    case 0x02:
        return (struct packing){{32, 32, 32}, 12};
    case 0x03:
        return (struct packing){{16, 16, 16, 16}, 8};
    case 0x05:
        return (struct packing){{16, 16, 16}, 6};
    case 0x0a:
    case 0x2f:
    case 0x33:
        return (struct packing){{8, 8, 8, 8}, 4};
    case 0x13:
        return (struct packing){{8, 8, 8}, 3};
    case 0x30:
        return (struct packing){{10, 10, 10, 2}, 4};
    case 0x31:
        return (struct packing){{11, 11, 10}, 4};
    }
    fprintf(stderr, "widths 0x%x\n", widths);
    exit(1);
}

static uint32_t float_bits(float value, unsigned bits) {
    uint32_t word;
    memcpy(&word, &value, sizeof word);
    if (bits == 32 || value == 0)
        return word;
    /* Quarters are normal numbers of all the small formats, with few bits of fraction. */
    const uint32_t exponent = (word >> 23) - 127 + 15, fraction = bits == 16 ? 10 : bits - 5;
    return exponent << fraction | (word & 0x7fffff) >> (23 - fraction);
}

static uint32_t component(uint8_t numbers, float value, unsigned bits) {
    const double most = bits == 32 ? 4294967295.0 : (double)((1ull << bits) - 1);
    switch (numbers) {
    case SNORM:
        return (uint32_t)(value * (most - 1) / 2 + 0.5);
    case UNORM:
        return (uint32_t)(value * most + 0.5);
    case FLOAT:
        return float_bits(value, bits);
    }
    return (uint32_t)value; /* scaled: whole numbers alone */
}

static void pack(uint8_t widths, uint8_t numbers, const float color[4], uint8_t *out) {
    const struct packing p = packing_of(widths);
    uint64_t words[2] = {0};
    unsigned at = 0;
    for (unsigned c = 0; c < 4 && p.bits[c]; c++) {
        const uint64_t value = component(numbers, color[c], p.bits[c]);
        words[at / 64] |= value << at % 64;
        if (at % 64 + p.bits[c] > 64)
            words[1] |= value >> (64 - at % 64);
        at += p.bits[c];
    }
    memcpy(out, words, p.bytes);
}

/* ---- one scene for each row ---- */

struct row {
    const char *name;
    uint8_t widths, numbers;
    bool bgra;
    uint16_t stride, offset, shift; /* shift: of the array's address */
};
static const struct row *now;

static void draw(struct scene_run *run) {
    const unsigned bytes = packing_of(now->widths).bytes;
    const uint64_t size = (uint64_t)now->stride * VERTICES + now->offset + 64;
    const uint64_t array = machine_memory(run->m, size, 256) + now->shift;
    uint8_t *to = machine_at(run->m, array);
    for (unsigned i = 0; i < VERTICES; i++) {
        float color[4];
        memcpy(color, vertices[i].color, sizeof color);
        if (now->bgra) {
            color[0] = vertices[i].color[2];
            color[2] = vertices[i].color[0];
        }
        pack(now->widths, now->numbers, color, to + (size_t)i * now->stride + now->offset);
    }
    scene_put(run, 0x1c10, 1u << 12 | now->stride);
    scene_put_address(run, 0x1c14, array);
    scene_put_address(run, 0x1f08,
                      array + (uint64_t)now->stride * (VERTICES - 1) + now->offset + bytes - 1);
    scene_put(run, 0x1164,
              1u | (uint32_t)now->offset << 7 | (uint32_t)now->widths << 21 |
                  (uint32_t)now->numbers << 27 | (uint32_t)now->bgra << 31);
    scene_draw(run, 4, 0, VERTICES);
}

static const struct row rows[] = {
    {"four floats", 0x01, FLOAT, false, 16, 0, 0},
    {"three floats", 0x02, FLOAT, false, 12, 0, 0},
    {"four halves", 0x03, FLOAT, false, 8, 0, 0},
    {"three halves", 0x05, FLOAT, false, 6, 0, 0},
    {"four unorms of 16 bits", 0x03, UNORM, false, 8, 0, 0},
    {"four snorms of 16 bits", 0x03, SNORM, false, 8, 0, 0},
    {"four unorms of 8 bits", 0x0a, UNORM, false, 4, 0, 0},
    {"the same in a word", 0x2f, UNORM, false, 4, 0, 0},
    {"without alpha", 0x33, UNORM, false, 4, 0, 0},
    {"blue first", 0x0a, UNORM, true, 4, 0, 0},
    {"three unorms of 8 bits", 0x13, UNORM, false, 3, 0, 0},
    {"four snorms of 8 bits", 0x0a, SNORM, false, 4, 0, 0},
    {"ten bits", 0x30, UNORM, false, 4, 0, 0},
    {"ten bits, blue first", 0x30, UNORM, true, 4, 0, 0},
    {"eleven bits", 0x31, FLOAT, false, 4, 0, 0},
    {"unorms of 32 bits", 0x02, UNORM, false, 12, 0, 0},
    {"between others", 0x0a, UNORM, false, 44, 20, 0},
    {"a stride above what devices have", 0x0a, UNORM, false, 4092, 8, 0},
    {"an offset above what devices have", 0x0a, UNORM, false, 4, 9000, 0},
    {"elements over each other", 0x0a, UNORM, false, 4, 100, 0},
    {"not aligned", 0x01, FLOAT, false, 18, 2, 1},
};

static void check_row(struct machine *m, const struct row *row) {
    const struct scene scene = {
        .name = row->name,
        .vertices = vertices,
        .count = VERTICES,
        .primitive = 4,
        .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST,
        .draw = draw,
        .most = row->widths == 0x30 ? 2 : 1,
    };
    now = row;
    scene_check(m, &scene);
}

/* ---- no array at all ---- */

/* Each square's colour is a constant: envytools' VTX_ATTR_DEFINE and its data. */
static void draw_constants(struct scene_run *run) {
    scene_put(run, 0x1164, 1u << 6 | 0x01u << 21 | (uint32_t)FLOAT << 27);
    for (unsigned i = 0; i < ACROSS; i++) {
        scene_put(run, 0x114c, 1 | 4u << 8 | 4u << 12 | (uint32_t)FLOAT << 16);
        for (unsigned c = 0; c < 4; c++)
            scene_put_float(run, 0x1150 + 4 * c, colors[i][c]);
        scene_draw(run, 4, i * CORNERS, CORNERS);
    }
}

static const struct scene constants = {
    .name = "constants",
    .vertices = vertices,
    .count = VERTICES,
    .primitive = 4,
    .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST,
    .draw = draw_constants,
    .most = 1,
};

/* ---- all of them ---- */

int main(void) {
    struct machine m;
    make_vertices();
    if (!machine_open(&m, false)) {
        printf("1..0 # SKIP there is no device\n");
        return 0;
    }
    const size_t count = sizeof rows / sizeof *rows;
    printf("1..%zu\n", count + 1);
    for (size_t i = 0; i < count; i++) {
        check_row(&m, &rows[i]);
        printf("ok %zu - %s\n", i + 1, rows[i].name);
        fflush(stdout);
    }
    scene_check(&m, &constants);
    printf("ok %zu - constants\n", count + 1);
    printf("# count scenes %zu\n", count + 1);
    machine_close(&m);
    return 0;
}
