/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_TESTS_SHADER_DIFFERENTIAL_PASS_H
#define WINDLASS_TESTS_SHADER_DIFFERENTIAL_PASS_H

#include "gpu.h"
#include "scene.h"

/* One dispatch or one draw, with whatever its modules want bound. */

/* One element of a binding. */
struct bound {
    uint32_t set, binding, element;
    VkShaderStageFlags stages;
    VkDescriptorType type;
    VkDescriptorBufferInfo buffer; /* which of the three the type says */
    VkDescriptorImageInfo image;
    VkBufferView texels;
};

struct module {
    uint32_t *words; /* NULL: the stage is not there */
    size_t count;
};

struct pass {
    struct module modules[SHADER_STAGES];
    struct bound *bound;
    size_t count, room;
    struct shader_push push;
};
/* Adds one; the pass holds it. */
struct bound *pass_bind(struct pass *pass, uint32_t set, uint32_t binding, uint32_t element,
                        VkShaderStageFlags stages, VkDescriptorType type);
void pass_free(struct pass *pass); /* the modules too */

VkShaderStageFlagBits stage_flag(enum shader_stage stage);

/* What is drawn with: buffers of attributes, and the views of targets. */
struct canvas {
    const struct scene *scene;
    const struct gpu_buffer *attributes; /* by location */
    const struct gpu_buffer *indices;
    VkImageView targets[SHADER_TARGETS], depth;
};

/* Runs and waits. */
MUST_CHECK bool pass_dispatch(const struct gpu *gpu, const struct pass *pass,
                              const uint32_t groups[3], struct error *error);
MUST_CHECK bool pass_draw(const struct gpu *gpu, const struct pass *pass,
                          const struct canvas *canvas, struct error *error);

#endif
