/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_TESTS_GPU_BOUND_H
#define WINDLASS_TESTS_GPU_BOUND_H

#include "gpu/engine/shared.h"
#include "headers.h"
#include "machine.h"

/* What shaders work on, as deko3d's programs find it: a driver's constant buffer (0) with handles
 * and the addresses of storage buffers, pools of headers, and launches of compute programs. */

struct bound {
    struct machine *m;
    uint64_t driver, textures, samplers;
    uint32_t texture_count, sampler_count;
};

/* Where deko3d's driver_constbuf.h has a stage's handles. */
enum bound_place { BOUND_COMPUTE = 0xa0, BOUND_VERTEX = 0x10, BOUND_FRAGMENT = 0x690 };

/* New pools; both engines are told where they are, the graphics stages get the driver's buffer. */
void bound_init(struct bound *b, struct machine *m);

/* Puts a header into its pool; its number. */
uint32_t bound_header(struct bound *b, const struct texture_header *header);
uint32_t bound_sampler(struct bound *b, const struct sampler_header *sampler);

void bound_texture(struct bound *b, enum bound_place at, unsigned slot, uint32_t header,
                   uint32_t sampler);
void bound_image(struct bound *b, enum bound_place at, unsigned slot, uint32_t header);
void bound_storage(struct bound *b, enum bound_place at, unsigned slot, uint64_t address,
                   uint32_t size);

/* A launch, with the driver's buffer and up to six others (from slot 2 on), in the words. */
struct bound_launch {
    const char *text;                              /* of the program */
    uint32_t groups[3], threads[3], shared, local; /* bytes */
    struct constant_buffer constants[6];
};
/* The block that says it, which words of the program may change before it is launched. */
uint64_t bound_block(struct bound *b, const struct bound_launch *launch);
void bound_start(struct bound *b, uint64_t block);
void bound_launch(struct bound *b, const struct bound_launch *launch);

/* Words that go to memory with the commands, and a copy of bytes by the copy engine. */
void bound_push(struct bound *b, uint64_t address, const uint32_t *words, uint32_t count);
void bound_copy(struct bound *b, uint64_t to, uint64_t from, uint32_t size);

#endif
