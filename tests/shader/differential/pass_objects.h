/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_TESTS_SHADER_DIFFERENTIAL_PASS_OBJECTS_H
#define WINDLASS_TESTS_SHADER_DIFFERENTIAL_PASS_OBJECTS_H

#include "pass.h"

enum { PASS_SETS = 8 };

/* What Vulkan wants of a pass. */
struct pass_objects {
    VkDescriptorSetLayout set_layouts[PASS_SETS];
    VkDescriptorSet sets[PASS_SETS];
    uint32_t set_count;
    VkDescriptorPool pool;
    VkPipelineLayout layout;
    VkShaderModule modules[SHADER_STAGES];
    VkPipelineShaderStageCreateInfo stages[SHADER_STAGES];
    uint32_t stage_count;
    VkPipeline pipeline;
};
/* All but the pipeline. Free it, whether that went well or not. */
MUST_CHECK bool pass_objects_new(const struct gpu *gpu, const struct pass *pass,
                                 struct pass_objects *out, struct error *error);
void pass_objects_free(const struct gpu *gpu, struct pass_objects *o);
MUST_CHECK bool pass_draw_pipeline(const struct gpu *gpu, const struct canvas *canvas,
                                   struct pass_objects *o, struct error *error);

#endif
