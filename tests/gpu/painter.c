/* SPDX-License-Identifier: MIT */
#include "painter.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEADERS = 4096, HEADER = 32, HANDLE = 0x20, CONSTANTS = 256 };

const struct painter_format painter_rgba8 = {0xd5, 0x08, COMPONENT_UNORM, 4};
const struct painter_format painter_rg8 = {0xea, 0x18, COMPONENT_UNORM, 2};
const struct painter_format painter_r8 = {0xf3, 0x1d, COMPONENT_UNORM, 1};
const struct painter_format painter_r16ui = {0xf1, 0x1b, COMPONENT_UINT, 2};
const struct painter_format painter_r32ui = {0xe4, 0x0f, COMPONENT_UINT, 4};
const struct painter_format painter_rgba16f = {0xca, 0x03, COMPONENT_FLOAT, 8};

/* A texel at the place of the pixel; the handle is word 8 of constant buffer 0. */
static const char fetch_text[] = ".container bare\n"
                                 ".stage fragment\n"
                                 "    .sph type 2\n"
                                 "    .sph version 3\n"
                                 "    .sph shader_type 5\n"
                                 "    .sph in_system 0xb0000000\n"
                                 "    .sph target[0] 0xf\n"
                                 ".code\n"
                                 "    IPA.PASS R4, a[0x70], RZ, RZ\n"
                                 "    IPA.PASS R5, a[0x74], RZ, RZ\n"
                                 "    F2I.U32.F32.TRUNC R4, R4\n"
                                 "    F2I.U32.F32.TRUNC R5, R5\n"
                                 "    TLD.LZ R0, R4, RZ, 0x8, 2D, 0xf\n"
                                 "    EXIT\n";

static const char fetch_slice_text[] = ".container bare\n"
                                       ".stage fragment\n"
                                       "    .sph type 2\n"
                                       "    .sph version 3\n"
                                       "    .sph shader_type 5\n"
                                       "    .sph in_system 0xb0000000\n"
                                       "    .sph target[0] 0xf\n"
                                       ".code\n"
                                       "    IPA.PASS R4, a[0x70], RZ, RZ\n"
                                       "    IPA.PASS R5, a[0x74], RZ, RZ\n"
                                       "    F2I.U32.F32.TRUNC R4, R4\n"
                                       "    F2I.U32.F32.TRUNC R5, R5\n"
                                       "    MOV R6, c[0x0][0x24]\n"
                                       "    TLD.LZ R0, R4, RZ, 0x8, 3D, 0xf\n"
                                       "    EXIT\n";

/* The layer comes first. */
static const char fetch_layer_text[] = ".container bare\n"
                                       ".stage fragment\n"
                                       "    .sph type 2\n"
                                       "    .sph version 3\n"
                                       "    .sph shader_type 5\n"
                                       "    .sph in_system 0xb0000000\n"
                                       "    .sph target[0] 0xf\n"
                                       ".code\n"
                                       "    IPA.PASS R5, a[0x70], RZ, RZ\n"
                                       "    IPA.PASS R6, a[0x74], RZ, RZ\n"
                                       "    F2I.U32.F32.TRUNC R5, R5\n"
                                       "    F2I.U32.F32.TRUNC R6, R6\n"
                                       "    MOV R4, c[0x0][0x24]\n"
                                       "    TLD.LZ R0, R4, RZ, 0x8, ARRAY_2D, 0xf\n"
                                       "    EXIT\n";

/* Eight by eight threads a group; texels beyond the image are left out. */
static const char store_text[] = ".container bare\n"
                                 ".stage compute\n"
                                 ".code\n"
                                 "    S2R R0, CTAID.X\n"
                                 "    S2R R1, CTAID.Y\n"
                                 "    S2R R2, TID.X\n"
                                 "    S2R R3, TID.Y\n"
                                 "    ISCADD R4, R0, R2, 3\n"
                                 "    ISCADD R5, R1, R3, 3\n"
                                 "    MOV R8, c[0x0][0x130]\n"
                                 "    MOV R9, c[0x0][0x134]\n"
                                 "    MOV R10, c[0x0][0x138]\n"
                                 "    MOV R11, c[0x0][0x13c]\n"
                                 "    SUST.P.2D.RGBA.IGN R4, R8, 0x48\n"
                                 "    EXIT\n";

static void put(struct painter *p, unsigned address, uint32_t data) {
    scene_put(&p->run, address, data);
}

/* ---- beginning ---- */

static void select_constants(struct painter *p) {
    put(p, 0x2380, CONSTANTS);
    scene_put_address(&p->run, 0x2384, p->constants);
}

static void use_program(struct painter *p, uint32_t offset) {
    put(p, 0x2000 + 0x40 * 5, 1 | 5 << 4);
    put(p, 0x2004 + 0x40 * 5, offset);
    put(p, 0x200c + 0x40 * 5, 32);
}

void painter_begin(struct painter *p, struct machine *m) {
    static const struct scene_vertex nothing[1];
    const struct scene usual = {.vertices = nothing, .count = 1};
    *p = (struct painter){.run = {.m = m}};
    for (unsigned i = 0; i < 2; i++)
        p->run.color[i] = machine_memory(m, 64 << 10, 64 << 10);
    p->run.depth = machine_memory(m, 128 << 10, 64 << 10);
    scene_registers(&p->run, &usual);
    scene_program(&p->run, 1, scene_vertex_text);
    p->fill = machine_shader(m, scene_fragment_text);
    p->fetch[0] = machine_shader(m, fetch_text);
    p->fetch[1] = machine_shader(m, fetch_slice_text);
    p->fetch[2] = machine_shader(m, fetch_layer_text);
    p->store = machine_shader(m, store_text);
    p->headers = machine_memory(m, HEADERS * HEADER, 4096);
    p->constants = machine_memory(m, CONSTANTS, 256);
    put(p, 0x10f8, 1 << 8); /* clears stay within the scissor */
    scene_put_address(&p->run, 0x1574, p->headers);
    put(p, 0x157c, HEADERS - 1);
    scene_put_address(&p->run, 0x155c, machine_memory(m, HEADER, 4096));
    put(p, 0x1564, 0);
    select_constants(p);
    put(p, 0x2410 + 0x20 * 4, 1); /* slot 0 of the pixels' stage */
    machine_address(m, MACHINE_COMPUTE, 0x1574 / 4, p->headers);
    machine_write(m, MACHINE_COMPUTE, 0x157c / 4, HEADERS - 1);
    machine_write(m, MACHINE_COMPUTE, 0x2608 / 4, 0);
}

/* ---- surfaces ---- */

static bool is_volume(const struct surface *s) {
    return s->type == TYPE_3D;
}

struct surface painter_over(uint64_t address, const struct painter_format *format, uint8_t type,
                            uint32_t width, uint32_t height, uint32_t depth, uint32_t levels) {
    struct surface s = {.format = format, .address = address, .type = type};
    const bool volume = type == TYPE_3D;
    s.shape = (struct texture_shape){
        .width = width,
        .height = height,
        .depth = volume ? depth : 1,
        .layers = volume ? 1 : depth,
        .levels = levels,
        .block_width = 1,
        .block_height = 1,
        .bytes = format->bytes,
        .samples_x = 1,
        .samples_y = 1,
        .height_log2 = volume ? 0 : 3,
        .depth_log2 = volume ? 2 : 0,
    };
    struct error error;
    if (!texture_layout(&s.shape, &s.layout, &error)) {
        fprintf(stderr, "%s\n", error.text);
        exit(1);
    }
    return s;
}

struct surface painter_surface(struct painter *p, const struct painter_format *format, uint8_t type,
                               uint32_t width, uint32_t height, uint32_t depth, uint32_t levels) {
    struct surface s = painter_over(0, format, type, width, height, depth, levels);
    s.address = machine_memory(p->run.m, s.layout.size, 64 << 10);
    memset(machine_at(p->run.m, s.address), 0, s.layout.size);
    return s;
}

struct surface painter_samples(struct painter *p, const struct painter_format *format,
                               uint32_t width, uint32_t height) {
    struct surface s = painter_over(0, format, TYPE_2D, width, height, 1, 1);
    s.shape.samples_x = s.shape.samples_y = 2;
    struct error error;
    if (!texture_layout(&s.shape, &s.layout, &error))
        exit(1);
    s.address = machine_memory(p->run.m, s.layout.size, 64 << 10);
    return s;
}

struct surface painter_texels(const struct surface *s) {
    return painter_over(s->address, s->format, TYPE_2D, s->shape.width * 2, s->shape.height * 2, 1,
                        1);
}

uint8_t *painter_at(const struct painter *p, const struct surface *s, uint32_t level,
                    uint32_t layer, uint32_t x, uint32_t y) {
    const struct texture_level *l = &s->layout.level[level];
    const uint32_t bytes = s->format->bytes;
    const uint64_t at = is_volume(s) ? texture_offset(l, (uint8_t)bytes, x * bytes, y, layer)
                                     : layer * s->layout.layer_stride +
                                           texture_offset(l, (uint8_t)bytes, x * bytes, y, 0);
    return (uint8_t *)machine_at(p->run.m, s->address + l->offset) + at;
}

uint64_t painter_other(const struct painter *p, const struct surface *s, uint32_t level,
                       uint32_t layer, int x, int y, int width, int height, uint8_t value) {
    uint64_t other = 0;
    for (int row = y; row < y + height; row++)
        for (int column = x; column < x + width; column++) {
            const uint8_t *texel = painter_at(p, s, level, layer, (uint32_t)column, (uint32_t)row);
            for (unsigned i = 0; i < s->format->bytes; i++)
                other += texel[i] != value;
        }
    return other;
}

/* ---- drawing ---- */

void painter_target(struct painter *p, const struct surface *s, uint32_t level, uint32_t layer) {
    const struct texture_level *l = &s->layout.level[level];
    const uint64_t layers = is_volume(s) ? 0 : layer * s->layout.layer_stride;
    const uint32_t gob = 64 / s->format->bytes; /* texels: widths of targets are whole GOBs */
    scene_put_address(&p->run, 0x800, s->address + l->offset + layers);
    put(p, 0x808, (l->width + gob - 1) / gob * gob);
    put(p, 0x80c, l->height);
    put(p, 0x810, s->format->target);
    put(p, 0x814,
        (uint32_t)l->height_log2 << 4 | (uint32_t)l->depth_log2 << 8 |
            (uint32_t)is_volume(s) << 16);
    put(p, 0x818, l->depth);
    put(p, 0x15d0, s->shape.samples_x > 1 ? 2 : 0); /* SET_ANTI_ALIAS: 2X2 */
    const uint32_t width = l->width / s->shape.samples_x, height = l->height / s->shape.samples_y;
    put(p, 0x81c, (uint32_t)(s->layout.layer_stride / 4));
    put(p, 0x820, is_volume(s) ? layer : 0);
    put(p, 0xff4, width << 16);
    put(p, 0xff8, height << 16);
    const float half[] = {(float)width / 2, (float)height / 2};
    for (unsigned i = 0; i < 2; i++) {
        scene_put_float(&p->run, 0xa00 + 4 * i, half[i]);
        scene_put_float(&p->run, 0xa0c + 4 * i, half[i]);
    }
    put(p, 0xc00, width << 16);
    put(p, 0xc04, height << 16);
}

static void scissor(struct painter *p, int x, int y, int width, int height) {
    put(p, 0xe00, 1);
    put(p, 0xe04, (uint32_t)(x + width) << 16 | (uint32_t)x);
    put(p, 0xe08, (uint32_t)(y + height) << 16 | (uint32_t)y);
}

static void draw_all(struct painter *p, float z, const float color[4]) {
    static const float corners[4][2] = {{-1, -1}, {1, -1}, {-1, 1}, {1, 1}};
    struct scene_vertex vertices[4] = {0};
    for (unsigned i = 0; i < 4; i++) {
        vertices[i] = (struct scene_vertex){.position = {corners[i][0], corners[i][1], z, 1}};
        memcpy(vertices[i].color, color, sizeof vertices[i].color);
    }
    const uint64_t at = machine_memory(p->run.m, sizeof vertices, 256);
    memcpy(machine_at(p->run.m, at), vertices, sizeof vertices);
    scene_put_address(&p->run, 0x1c04, at);
    scene_put_address(&p->run, 0x1f00, at + sizeof vertices - 1);
    scene_draw(&p->run, 5, 0, 4);
}

void painter_fill(struct painter *p, int x, int y, int width, int height, const float color[4]) {
    scissor(p, x, y, width, height);
    use_program(p, p->fill);
    draw_all(p, 0.5f, color);
    put(p, 0xe00, 0);
}

/* ---- depth ---- */

struct depth_surface painter_depth_surface(struct painter *p, uint8_t target, uint8_t texture,
                                           uint8_t bytes, uint32_t width, uint32_t height,
                                           uint32_t layers) {
    /* the format lives as long as the test */
    struct painter_format *f = calloc(1, sizeof *f);
    *f = (struct painter_format){0, texture, COMPONENT_UNORM, bytes};
    return (struct depth_surface){
        painter_surface(p, f, layers > 1 ? TYPE_2D_ARRAY : TYPE_2D, width, height, layers, 1),
        target};
}

void painter_depth_target(struct painter *p, const struct depth_surface *d, uint32_t layer) {
    const struct surface *s = &d->s;
    scene_put_address(&p->run, 0xfe0, s->address + layer * s->layout.layer_stride);
    put(p, 0xfe8, d->target);
    put(p, 0xfec, (uint32_t)s->layout.level[0].height_log2 << 4);
    put(p, 0xff0, (uint32_t)(s->layout.layer_stride / 4));
    put(p, 0x1228, s->shape.width);
    put(p, 0x122c, s->shape.height);
    put(p, 0x1230, 1 | 1 << 16);
    put(p, 0x1538, 1);
    put(p, 0x12cc, 1); /* depth is tested, always passes, and is written */
    put(p, 0x130c, 8);
    put(p, 0x12e8, 1);
}

void painter_no_depth(struct painter *p) {
    put(p, 0x1538, 0);
    put(p, 0x12cc, 0);
    put(p, 0x12e8, 0);
}

void painter_fill_depth(struct painter *p, int x, int y, int width, int height, float z) {
    static const float white[4] = {1, 1, 1, 1};
    scissor(p, x, y, width, height);
    use_program(p, p->fill);
    draw_all(p, z, white);
    put(p, 0xe00, 0);
}

/* ---- more drawing ---- */

void painter_clear(struct painter *p, int x, int y, int width, int height, const float color[4]) {
    scissor(p, x, y, width, height);
    for (unsigned i = 0; i < 4; i++)
        scene_put_float(&p->run, 0xd80 + 4 * i, color[i]);
    put(p, 0x19d0, 0x3c);
    put(p, 0xe00, 0);
}

static void write_header(const struct surface *s, uint32_t level, uint32_t words[8]) {
    const struct painter_format *f = s->format;
    const struct texture_shape *e = &s->shape;
    const uint32_t depth = s->type == TYPE_CUBE ? 1 : is_volume(s) ? e->depth : e->layers;
    words[0] = f->texture | (uint32_t)f->component * 01111u << 7 | 2u << 19 | 3u << 22 | 4u << 25 |
               5u << 28;
    if (f->texture == 0x29) /* stencil comes first */
        words[0] = f->texture | 4u << 7 | 0222u << 10 | 3u << 19 | 3u << 22 | 3u << 25 | 7u << 28;
    words[1] = (uint32_t)s->address;
    words[2] = (uint32_t)(s->address >> 32) | 3u << 21;
    words[3] = (uint32_t)e->height_log2 << 3 | (uint32_t)e->depth_log2 << 6 | (e->levels - 1) << 28;
    words[4] = (e->width - 1) | (uint32_t)s->type << 23;
    words[5] = (e->height - 1) | (depth - 1) << 16 | 1u << 31;
    words[6] = 0;
    words[7] = level | level << 4 | (s->shape.samples_x > 1 ? 2u << 8 : 0);
}

uint32_t painter_header(struct painter *p, const struct surface *s, uint32_t level) {
    uint32_t words[8];
    write_header(s, level, words);
    const uint32_t number = p->header_count++ % HEADERS;
    memcpy(machine_at(p->run.m, p->headers + number * HEADER), words, sizeof words);
    return number;
}

/* Cubes are taken for arrays of two dimensions, as programs that fetch from them do. */
void painter_fetch(struct painter *p, const struct surface *from, uint32_t level, uint32_t layer) {
    static const float black[4];
    struct surface s = *from;
    if (s.type == TYPE_CUBE)
        s.type = TYPE_2D_ARRAY;
    const uint32_t number = painter_header(p, &s, level);
    select_constants(p);
    put(p, 0x238c, HANDLE);
    put(p, 0x2390, number);
    put(p, 0x2394, layer);
    use_program(p, p->fetch[is_volume(&s) ? 1 : s.type == TYPE_2D_ARRAY ? 2 : 0]);
    draw_all(p, 0.5f, black);
}

void painter_run(struct painter *p) {
    machine_run(p->run.m);
}
