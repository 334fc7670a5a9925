/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_DEKO3D_TRANSFER_TEST_BYTES_H
#define WINDLASS_DEKO3D_TRANSFER_TEST_BYTES_H

/* For tests of what copies leave in memory: pictures whose levels the test knows byte by byte. The
 * CPU puts them into an image's memory, and reads them there, by the GPU side's own layout. */
#include "deko3d/image/format.h"
#include "deko3d/objects.h"

enum { PICTURE_LEVELS = 4 };

struct picture_level {
    uint32_t width, height, layers; /* blocks, or samples; layers, or slices */
    uint64_t row, layer;            /* bytes */
    uint8_t *bytes;
};

struct picture {
    DkImageLayoutMaker maker;
    DkImage image;
    DkMemBlock block;
    unsigned levels;
    struct picture_level level[PICTURE_LEVELS];
};

void bytes_begin(bool defects);
void bytes_end(void);
uint32_t below(uint32_t n);

/* Memory for the CPU and the GPU, filled by chance. */
DkMemBlock new_memory(uint32_t size);

/* Filled by chance. maker.device is set here. */
void picture_new(struct picture *p, DkImageLayoutMaker maker);
void picture_drop(struct picture *p);
/* Fails where the image's memory is not what the levels say. */
void picture_check(const struct picture *p, const char *what);

/* A view of one level, and of layers where there are. */
DkImageView picture_view(const struct picture *p, unsigned level);

/* What is recorded runs, and is waited for. */
DkCmdBuf commands(void);
void run_commands(void);

#endif
