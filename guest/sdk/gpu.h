/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GUEST_GPU_H
#define WINDLASS_GUEST_GPU_H

#include "guest.h"

/* One channel of the GPU with an address space: what a program needs to hand it command words. */

enum { GPU_THREE, GPU_COMPUTE, GPU_INLINE, GPU_TWO_D, GPU_COPY, GPU_HOST = 6 }; /* subchannels */

struct gpu_block {
    uint8_t *cpu;
    uint64_t gpu;
    uint32_t size;
};

struct gpu_fence {
    uint32_t syncpoint, value;
};

/* With the classes bound to their subchannels. */
Result gpu_open(void);
/* Zeros that both see; whole pages of 64 KiB. */
Result gpu_memory(uint32_t size, struct gpu_block *out);
/* The picture's buffers (screen_open comes first). */
Result gpu_screen(struct gpu_block out[SCREEN_BUFFERS]);

/* Words for the next gpu_submit. */
void gpu_write(unsigned subchannel, unsigned method, uint32_t data);
void gpu_write_many(unsigned subchannel, unsigned method, const uint32_t *data, size_t count);
void gpu_write_address(unsigned subchannel, unsigned method, uint64_t address);

/* Puts the code of a DKSH's first program at an offset of a block, a multiple of 256; where the GPU
 * begins to read it, from the block's begin. */
uint32_t gpu_shader(const struct gpu_block *code, uint32_t offset, const uint8_t *dksh);

Result gpu_submit(struct gpu_fence *out);
Result gpu_wait(struct gpu_fence fence, int32_t timeout_us);

#endif
