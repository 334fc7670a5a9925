/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_EXAMPLES_EXAMPLE_H
#define WINDLASS_EXAMPLES_EXAMPLE_H

#include <deko3d.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What each example needs before its own lines begin: a device, a queue, two pictures to draw into
 * and a window that shows them, memory, programs. The examples are the same source on a desktop and
 * on the console; only home_*.c differ. They count frames and ask no clock, so that a frame is the
 * same picture everywhere. */

enum { EXAMPLE_WIDTH = 1280, EXAMPLE_HEIGHT = 720, EXAMPLE_PICTURES = 2 };

/* Memory that the CPU writes and the GPU reads, or both. */
struct example_memory {
    void *cpu;
    DkGpuAddr gpu;
};

struct example_target { /* an image that is drawn to, with memory of its own */
    DkMemBlock memory;
    DkImage image;
    DkImageView view;
};

struct example {
    DkDevice device;
    DkQueue queue;
    DkSwapchain swapchain;
    struct example_target pictures[EXAMPLE_PICTURES], depth;
    DkMemBlock data, code, words;
    uint32_t data_used, code_used;
    DkCmdBuf commands[EXAMPLE_PICTURES]; /* recorded anew for each frame */
    DkFence drawn[EXAMPLE_PICTURES];     /* until then the GPU reads the words of that picture */
    int picture;                         /* that is being drawn */
    uint32_t frame;                      /* from 0 on */
};

/* The program: its name in the window's title, what it makes once, a frame of it. */
struct example_program {
    const char *name;
    void (*make)(struct example *e);
    /* Records into e->commands[e->picture]; targets, viewport and scissor are bound. */
    void (*draw)(struct example *e, DkCmdBuf commands);
    void (*end)(struct example *e); /* may be NULL */
};
extern const struct example_program example_program;

/* Zeros; ends the program where there is no room. */
struct example_memory example_memory(struct example *e, uint32_t size, uint32_t align);
struct example_memory example_copy(struct example *e, const void *bytes, uint32_t size,
                                   uint32_t align);
/* Of a DKSH file that lies in the program. */
void example_shader(struct example *e, DkShader *out, const uint8_t *dksh);
void example_target(struct example *e, struct example_target *t, uint32_t width, uint32_t height,
                    DkImageFormat format, uint32_t flags);
void example_target_end(struct example_target *t);
/* An image of one level or many, its texels copied in when this returns. */
struct example_texture {
    DkMemBlock memory;
    DkImage image;
};
void example_texture(struct example *e, struct example_texture *t, uint32_t width, uint32_t height,
                     DkImageFormat format, uint32_t levels, uint32_t texel_bytes,
                     const void *const *texels);
void example_texture_end(struct example_texture *t);
/* Binds targets, the depth picture, viewport and scissor over all of them, and the states that most
 * programs begin with: no blending, depth test and write. */
void example_bind_pictures(struct example *e, DkCmdBuf commands);
void example_bind_area(DkCmdBuf commands, uint32_t width, uint32_t height);
/* Records with `record`, submits that, and waits until it is done. */
void example_now(struct example *e, void (*record)(void *context, DkCmdBuf commands),
                 void *context);

/* ---- home_*.c ---- */

/* The window, for DkSwapchainMaker. */
void *example_window(DkDevice device, const char *name);
/* False: the user wants to end, or enough frames were drawn. */
void example_main(void); /* what the homes run */
bool example_goes_on(uint32_t frames_drawn);
/* Calls with 0 to count - 1 (at most 16), each on a thread of its own; returns when all are done.
 */
void example_parallel(uint32_t count, void (*call)(uint32_t number));
_Noreturn void example_fail(const char *what);

#endif
