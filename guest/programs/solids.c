/* SPDX-License-Identifier: MIT */
/* Cubes that turn, drawn by the GPU: its command words, its instructions, a depth buffer, matrices
 * that go through the command stream. Plus ends it. Methods are those of NVIDIA's published
 * clb197.h, by words. */
#include "gpu.h"

extern const uint8_t solid_vert[], solid_frag[];

enum {
    CLEAR_COLOR = 0x360,
    CLEAR_DEPTH = 0x364,
    CLEAR_SURFACE = 0x674,
    VIEWPORT_TRANSFORM = 0x280,
    VIEWPORT = 0x300,
    SCISSOR = 0x380,
    TARGET = 0x200,
    TARGET_COUNT = 0x487,
    DEPTH_TARGET = 0x3f8,
    DEPTH_SIZE = 0x48a,
    DEPTH_ON = 0x54e,
    SURFACE_CLIP = 0x3fd,
    PROGRAM_REGION = 0x582,
    PROGRAM = 0x800, /* 16 methods a program */
    CONSTANTS = 0x8e0,
    CONSTANTS_AT = 0x8e3,
    BIND_CONSTANTS = 0x904,
    ATTRIBUTES = 0x458,
    ARRAY = 0x700,
    ARRAY_LIMIT = 0x7c0,
    ARRAY_FIRST = 0x35d,
    ARRAY_COUNT = 0x35e,
    BEGIN = 0x586,
    END = 0x585,
    COLOR_MASK = 0x680,
};

enum { TRIANGLES = 4, CUBES = 5, VERTICES = 36, MATRIX_BYTES = 256 };

/* What stays as it is. */
static const uint16_t settings[][2] = {
    {0x4b3, 1},      {0x4ba, 1},           {0x4c3, 2},     /* depth: test, write, less */
    {0x646, 1},      {0x647, 0},           {0x648, 0x405}, /* cull the back; clockwise is the front
                                                            */
    {0x0df, 1},      {0x64b, 1},           {0x35f, 1}, /* rasterize; transform; depth from 0 to 1 */
    {0x3ef, 0xffff}, {0x3f0, 0xffff},      {0x3f1, 0xffff}, {0x3f2, 0xffff}, /* samples */
    {0x43e, 0x101},  {COLOR_MASK, 0x1111}, {0x5a1, 1},      {0x36b, 0x1b02}, {0x36c, 0x1b02},
};

struct vertex {
    float position[3];
    uint32_t color;
};

static struct gpu_block code, data, depth, screen[SCREEN_BUFFERS];

static uint32_t bits(float f) {
    uint32_t w;
    memcpy(&w, &f, 4);
    return w;
}

/* sin by its series after folding to [-pi/2, pi/2]. */
static float sine(float a) {
    const float pi = 3.14159265f;
    a -= 2 * pi * (float)(int)(a / (2 * pi));
    a -= a > pi ? 2 * pi : 0;
    a += a < -pi ? 2 * pi : 0;
    a = a > pi / 2 ? pi - a : a < -pi / 2 ? -pi - a : a;
    const float s = a * a;
    return a * (1 - s / 6 * (1 - s / 20 * (1 - s / 42 * (1 - s / 72))));
}

static float cosine(float a) {
    return sine(a + 1.57079633f);
}

/* ---- once ---- */

/* Corners of each face, clockwise where its outside is seen. */
static const uint8_t faces[6][4] = {
    {0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5},
};
static const uint32_t colors[6] = {RGBA(240, 90, 80),  RGBA(90, 200, 120),  RGBA(80, 140, 240),
                                   RGBA(240, 200, 80), RGBA(180, 100, 220), RGBA(90, 210, 220)};

static void make_cube(void) {
    static const uint8_t corners[6] = {0, 1, 2, 0, 2, 3};
    struct vertex *out = (struct vertex *)data.cpu;
    for (unsigned f = 0; f < 6; f++)
        for (unsigned i = 0; i < 6; i++, out++) {
            const unsigned c = faces[f][corners[i]];
            for (unsigned axis = 0; axis < 3; axis++)
                out->position[axis] = c >> axis & 1 ? 1.0f : -1.0f;
            out->color = colors[f];
        }
}

static void set_up(void) {
    static uint32_t attributes[32];
    for (unsigned i = 0; i < sizeof settings / sizeof *settings; i++)
        gpu_write(GPU_THREE, settings[i][0], settings[i][1]);
    gpu_write_address(GPU_THREE, PROGRAM_REGION, code.gpu);
    const uint32_t vert = gpu_shader(&code, 0, solid_vert);
    const uint32_t frag = gpu_shader(&code, 0x1000, solid_frag);
    gpu_write_many(GPU_THREE, PROGRAM + 16, (const uint32_t[]){1 | 1 << 4, vert}, 2);
    gpu_write_many(GPU_THREE, PROGRAM + 16 * 5, (const uint32_t[]){1 | 5 << 4, frag}, 2);
    for (unsigned i = 0; i < 32; i++)
        attributes[i] = 1 << 6 | 0x12 << 21 | 7u << 27;  /* constant */
    attributes[0] = 0 | 0x02 << 21 | 7u << 27;           /* three floats */
    attributes[1] = 0 | 12 << 7 | 0x0a << 21 | 2u << 27; /* four bytes, 0 to 1 */
    gpu_write_many(GPU_THREE, ATTRIBUTES, attributes, 32);
    gpu_write(GPU_THREE, ARRAY, 0x1000 | sizeof(struct vertex));
    gpu_write_address(GPU_THREE, ARRAY + 1, data.gpu);
    gpu_write_address(GPU_THREE, ARRAY_LIMIT, data.gpu + VERTICES * sizeof(struct vertex) - 1);
}

/* ---- each frame ---- */

static void set_targets(const struct gpu_block *color) {
    const uint32_t target[] = {(uint32_t)(color->gpu >> 32),
                               (uint32_t)color->gpu,
                               SCREEN_WIDTH,
                               SCREEN_HEIGHT,
                               0xd5 /* A8B8G8R8 */,
                               4 << 4,
                               1,
                               0};
    const uint32_t depths[] = {(uint32_t)(depth.gpu >> 32), (uint32_t)depth.gpu, 0x0a /* ZF32 */,
                               4 << 4, 0};
    const float transform[] = {SCREEN_WIDTH / 2, -SCREEN_HEIGHT / 2, 1,
                               SCREEN_WIDTH / 2, SCREEN_HEIGHT / 2,  0};
    const uint32_t viewport[] = {SCREEN_WIDTH << 16, SCREEN_HEIGHT << 16, bits(0), bits(1)};
    const uint32_t scissor[] = {1, SCREEN_WIDTH << 16, SCREEN_HEIGHT << 16};
    gpu_write(GPU_THREE, TARGET_COUNT, 1 | 076543210u << 4);
    gpu_write_many(GPU_THREE, TARGET, target, 8);
    gpu_write_many(GPU_THREE, DEPTH_TARGET, depths, 5);
    gpu_write_many(GPU_THREE, DEPTH_SIZE, (const uint32_t[]){SCREEN_WIDTH, SCREEN_HEIGHT, 1}, 3);
    gpu_write(GPU_THREE, DEPTH_ON, 1);
    gpu_write_many(GPU_THREE, SURFACE_CLIP,
                   (const uint32_t[]){SCREEN_WIDTH << 16, SCREEN_HEIGHT << 16}, 2);
    gpu_write_many(GPU_THREE, VIEWPORT_TRANSFORM, (const uint32_t *)transform, 6);
    gpu_write_many(GPU_THREE, VIEWPORT, viewport, 4);
    gpu_write_many(GPU_THREE, SCISSOR, scissor, 3);
}

static void clear(void) {
    const float color[] = {0.10f, 0.12f, 0.18f, 1};
    const float one = 1;
    gpu_write_many(GPU_THREE, CLEAR_COLOR, (const uint32_t *)color, 4);
    gpu_write(GPU_THREE, CLEAR_DEPTH, bits(one));
    gpu_write(GPU_THREE, CLEAR_SURFACE, 0x3d); /* depth, and all of the first target */
}

/* A cube turned by two angles at a place, seen in perspective; by columns. */
static void make_matrix(float m[16], float x, float z, float a, float b) {
    const float sa = sine(a), ca = cosine(a), sb = sine(b), cb = cosine(b), near = 1, far = 20;
    const float turn[3][3] = {{ca, sa * sb, sa * cb}, {0, cb, -sb}, {-sa, ca * sb, ca * cb}};
    const float place[3] = {x, 0, z}, scale_x = 0.9f, scale_y = 1.6f;
    const float depth_scale = far / (far - near);
    for (unsigned c = 0; c < 4; c++) {
        const float *v = c < 3 ? turn[c] : place;
        m[4 * c] = v[0] * scale_x;
        m[4 * c + 1] = v[1] * scale_y;
        m[4 * c + 2] = v[2] * depth_scale - (c == 3 ? near * depth_scale : 0);
        m[4 * c + 3] = v[2];
    }
}

static void draw_cube(const float matrix[16]) {
    const uint64_t constants = data.gpu + 0x8000;
    const uint32_t bind[] = {MATRIX_BYTES, (uint32_t)(constants >> 32), (uint32_t)constants};
    gpu_write_many(GPU_THREE, CONSTANTS, bind, 3);
    gpu_write(GPU_THREE, BIND_CONSTANTS, 1 | 2 << 4);
    gpu_write(GPU_THREE, CONSTANTS_AT, 0);
    for (unsigned i = 0; i < 16; i++)
        gpu_write(GPU_THREE, CONSTANTS_AT + 1, bits(matrix[i]));
    gpu_write(GPU_THREE, ARRAY_FIRST, 0);
    gpu_write(GPU_THREE, BEGIN, TRIANGLES);
    gpu_write(GPU_THREE, ARRAY_COUNT, VERTICES);
    gpu_write(GPU_THREE, END, 0);
}

static Result frame(int t) {
    struct gpu_fence fence;
    int slot;
    Result result = screen_dequeue(&slot);
    if (result)
        return result;
    set_targets(&screen[slot]);
    clear();
    for (int i = 0; i < CUBES; i++) {
        float m[16];
        const float angle = (float)t * 0.02f + (float)i * 1.2566371f;
        make_matrix(m, 3.2f * sine(angle), 7 + 3.2f * cosine(angle), (float)t * 0.031f + (float)i,
                    (float)t * 0.019f);
        draw_cube(m);
    }
    if ((result = gpu_submit(&fence)) != 0)
        return result;
    return screen_queue(slot, fence.syncpoint, fence.value);
}

int main(void) {
    Result r = screen_open();
    if (r || (r = pad_open()) != 0)
        guest_fail("screen and pad", r);
    if ((r = gpu_open()) != 0)
        guest_fail("gpu_open", r);
    if ((r = gpu_memory(0x10000, &code)) != 0 || (r = gpu_memory(0x10000, &data)) != 0 ||
        (r = gpu_memory(SCREEN_WIDTH * 768 * 4, &depth)) != 0 || (r = gpu_screen(screen)) != 0)
        guest_fail("gpu_memory", r);
    make_cube();
    set_up();
    for (int t = 0; !(pad_read(NULL, NULL) & PAD_PLUS); t++)
        if ((r = frame(t)) != 0)
            guest_fail("frame", r);
    return 0;
}
