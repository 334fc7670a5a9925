/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_TESTS_DEKO3D_DESK_H
#define WINDLASS_TESTS_DEKO3D_DESK_H

#include <deko3d.h>

#include <setjmp.h>

/* For tests of the deko3d library as a program sees it: a device without a window (the one of which
 * WINDLASS_GPU has a part of the name, else lavapipe, validated), a queue, memory of each kind.
 * Whatever the library raises, and every warning, fails the test. */

struct desk {
    DkDevice device;
    DkQueue queue;
    DkCmdBuf commands;
    DkMemBlock command_memory, data, code, images;
    uint32_t data_used, code_used, images_used;
    bool warns;
};

enum { DESK_COMMANDS = 0x40000 };

/* Beside DkDeviceFlags: the library errs as the console's does. */
#define DESK_DEFECTS (1u << 31)
#define DESK_WARNS   (1u << 30) /* warnings fail nothing */

/* The call is refused, by the function of that name, with a message that has the words. */
extern struct desk_refusal {
    jmp_buf back;
    bool expected;
    DkResult result;
    char context[64], message[160];
} desk_refusal;
#define desk_refuses(error, name, words, call)                                                     \
    do {                                                                                           \
        desk_refusal.expected = true;                                                              \
        if (!setjmp(desk_refusal.back)) {                                                          \
            call;                                                                                  \
            fail_msg("%s: nothing was refused, of: %s", name, words);                              \
        }                                                                                          \
        desk_refusal.expected = false;                                                             \
        assert_string_equal(desk_refusal.context, name);                                           \
        if (!strstr(desk_refusal.message, words))                                                  \
            fail_msg("%s: \"%s\" instead of: %s", name, desk_refusal.message, words);              \
        assert_int_equal(desk_refusal.result, error);                                              \
    } while (0)

void desk_open(struct desk *d, uint32_t flags);
void desk_close(struct desk *d);
/* What was recorded is executed; memory is true when it returns. */
void desk_run(struct desk *d);

/* Zeros in the data block: where they are for the CPU, and for the GPU. */
struct desk_data {
    void *cpu;
    DkGpuAddr gpu;
    uint32_t size;
};
struct desk_data desk_data(struct desk *d, uint32_t size, uint32_t align);
struct desk_data desk_put(struct desk *d, const void *bytes, uint32_t size, uint32_t align);

/* Assembles the text of a DKSH (docs/shader.md) into the code block. */
void desk_shader(struct desk *d, DkShader *shader, const char *text);

/* Whether the last warning is of this. */
bool desk_warned(const char *what);

/* A pitch-linear colour target, whose rows the CPU can read. */
struct desk_target {
    DkImage image;
    DkImageView view;
    const uint8_t *rows;
    uint32_t stride, width, height;
};
void desk_target(struct desk *d, struct desk_target *t, DkImageFormat format, uint32_t bytes,
                 uint32_t width, uint32_t height);
/* An image in the images' block; returns where. */
uint32_t desk_image(struct desk *d, DkImage *image, DkImageView *view,
                    const DkImageLayoutMaker *maker);
/* A depth target of the same size. */
void desk_depth(struct desk *d, DkImage *image, DkImageView *view, DkImageFormat format,
                uint32_t width, uint32_t height);
/* The texel of an RGBA8 target: red in the low byte. */
uint32_t desk_texel(const struct desk_target *t, uint32_t x, uint32_t y);
/* How many texels are this one. */
uint32_t desk_count(const struct desk_target *t, uint32_t texel);

#endif
