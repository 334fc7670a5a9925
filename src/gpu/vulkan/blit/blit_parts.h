/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_VULKAN_BLIT_BLIT_PARTS_H
#define WINDLASS_GPU_VULKAN_BLIT_BLIT_PARTS_H

#include "gpu/engine/two_d.h"
#include "gpu/vulkan/backend.h"
#include "gpu/vulkan/blit/blit_draw.h"
#include "gpu/vulkan/blit/blit_scratch.h"

/* What the files of the 2D engine's copies share. */

struct blitting {
    struct blit_draws *draws;
    struct blit_scratches *scratches;
    bool warned_operation, warned_target, warned_kind, warned_draw;
};

/* Both surfaces as images. */
struct sides {
    struct texture_use source, target;
    uint8_t source_format, target_format;
    uint8_t samples_x_log2, samples_y_log2; /* of the source's pixels */
};

/* Whether the engine's operation can be done between them; what cannot is named once. */
bool blit_is_possible(struct backend *b, const struct blit *blit, const struct sides *s);
/* What becomes of texels that are not just copied. */
void blit_operate(const struct blit *blit, const struct sides *s, struct blit_draw *what);

#endif
