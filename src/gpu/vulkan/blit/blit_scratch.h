/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_VULKAN_BLIT_BLIT_SCRATCH_H
#define WINDLASS_GPU_VULKAN_BLIT_BLIT_SCRATCH_H

#include "gpu/vulkan/backend.h"

/* Images that a copy reads instead of its source: of what is written as well, and of slices. */

struct blit_scratches;

struct blit_scratches *blit_scratches_new(struct backend *b);
void blit_scratches_free(struct blit_scratches *s); /* nothing on the device uses them any more */
/* Before a copy looks for its images: the batch ends where it holds much already. */
void blit_scratches_limit(struct blit_scratches *s);
/* A copy of the source's level and layer or slice as an image of two dimensions, for this batch. */
MUST_CHECK bool blit_scratch(struct blit_scratches *s, const struct texture_use *source,
                             VkImage *out, struct error *error);

#endif
