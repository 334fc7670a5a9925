/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_VULKAN_BLIT_BLIT_DRAW_H
#define WINDLASS_GPU_VULKAN_BLIT_BLIT_DRAW_H

#include "gpu/shader/contract.h"
#include "gpu/vulkan/device/batch.h"

/* Triangles that fetch texels of one image for another: what scales, filters and converts. */

struct blit_draws;

MUST_CHECK bool blit_draws_new(struct vulkan *vk, struct batches *batches, struct blit_draws **out,
                               struct error *error);
void blit_draws_free(struct blit_draws *d); /* nothing on the device uses them any more */

enum { /* as blit.glsl has them */
       BLIT_CORNER = 1,
       BLIT_BILINEAR = 2,
       BLIT_OPAQUE = 4, /* alpha is one, whatever its bits are */
       BLIT_KEYED = 8,  /* texels whose alpha is zero are left out */
       BLIT_BY_ALPHA =
           16 /* texels are multiplied by their alpha and that of `beta`, not by `beta` */
};

struct blit_draw {
    VkImageView source, target;
    VkFormat format;          /* of the target's view */
    uint8_t scalar;           /* enum shader_scalar, of both */
    VkExtent2D extent;        /* of the target */
    VkRect2D area;            /* that is written; lies in the target */
    int64_t from[2], step[2]; /* 32 bits behind the point */
    int32_t corner[2];        /* the texel of the target that takes what is at `from` */
    uint32_t size[2];         /* of the source, where each sample counts */
    uint32_t samples_log2[2]; /* of a pixel of the source, along each axis */
    /* Not 0: of the target, whose samples each take the texel of the source that stands for them;
     * floats, on devices that run pixel programs by samples. samples_log2 is its grid. */
    uint32_t target_samples;
    uint32_t flags;
    /* More than a copy, of floats only: the device needs blending with two sources. */
    bool operates, blends; /* blends: what is there stays by one minus alpha times that of `beta` */
    float beta[4];         /* that operations multiply by */
};
MUST_CHECK bool blit_draw(struct blit_draws *d, const struct blit_draw *what, struct error *error);

#endif
