/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/shader/shader_key.h"

#include "base/memory.h"

#include <string.h>

static uint32_t features_of(const struct vulkan *vk) {
    const VkPhysicalDeviceFeatures *f = &vk->features;
    const VkPhysicalDeviceVulkan12Properties *floats = &vk->properties12;
    const VkSubgroupFeatureFlags operations = vk->properties11.subgroupSupportedOperations;
    const VkSubgroupFeatureFlags shuffle =
        VK_SUBGROUP_FEATURE_SHUFFLE_BIT | VK_SUBGROUP_FEATURE_BALLOT_BIT;
    const VkShaderStageFlags stages = vk->properties11.subgroupSupportedStages,
                             all = VK_SHADER_STAGE_ALL_GRAPHICS | VK_SHADER_STAGE_COMPUTE_BIT;
    const bool alone =
        floats->denormBehaviorIndependence != VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_NONE;
    const struct {
        bool there;
        uint32_t feature;
    } rows[] = {
        {f->shaderFloat64, SHADER_HAS_FLOAT64},
        {f->shaderInt64, SHADER_HAS_INT64},
        {vk->features12.shaderFloat16, SHADER_HAS_FLOAT16},
        {operations & VK_SUBGROUP_FEATURE_QUAD_BIT && stages & VK_SHADER_STAGE_FRAGMENT_BIT,
         SHADER_HAS_QUAD},
        {(operations & shuffle) == shuffle && (stages & all) == all, SHADER_HAS_SHUFFLE},
        {f->shaderSampledImageArrayDynamicIndexing && f->shaderStorageImageArrayDynamicIndexing &&
             vk->features12.shaderSampledImageArrayNonUniformIndexing &&
             vk->features12.shaderStorageImageArrayNonUniformIndexing,
         SHADER_HAS_DYNAMIC_INDEX},
        {f->shaderStorageImageReadWithoutFormat, SHADER_HAS_READ_ANY},
        {vk->features12.bufferDeviceAddress, SHADER_HAS_ADDRESSES},
        {vk->features13.shaderDemoteToHelperInvocation, SHADER_HAS_DEMOTE},
        {vk->features12.shaderBufferInt64Atomics, SHADER_HAS_ATOMIC64},
        {floats->shaderDenormPreserveFloat32 && alone, SHADER_HAS_DENORMALS},
        {floats->shaderDenormFlushToZeroFloat32 && alone, SHADER_HAS_FLUSH},
        {vk->flushes, SHADER_FLUSHES},
        {!vk->cpu, SHADER_HAS_FENCES},
        {floats->shaderSignedZeroInfNanPreserveFloat32 &&
             floats->shaderSignedZeroInfNanPreserveFloat64,
         SHADER_HAS_INF_NAN},
    };
    uint32_t features = 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        features |= rows[i].there ? rows[i].feature : 0;
    return features;
}

void shader_key_device(const struct vulkan *vk, struct shader_key *key) {
    /* Constant buffers and the address map are storage buffers too. */
    const uint32_t others = SHADER_CONSTANT_SLOTS + 1;
    const VkPhysicalDeviceLimits *limits = &vk->properties.limits;
    const uint32_t most = limits->maxPerStageDescriptorStorageBuffers;
    const uint32_t room = most > others ? most - others : 0;
    enum { LEAST_ALIGNMENT = 16, SPIRV_1_5 = 5 };
    key->features = features_of(vk);
    key->storage_alignment = limits->minStorageBufferOffsetAlignment > LEAST_ALIGNMENT
                                 ? (uint32_t)limits->minStorageBufferOffsetAlignment
                                 : LEAST_ALIGNMENT;
    key->storage_limit = room < SHADER_STORAGE_LIMIT ? room : SHADER_STORAGE_LIMIT;
    key->lanes = (uint8_t)vk->lanes;
    key->version = SPIRV_1_5;
    key->set = 0;
}

bool shader_key_same(const void *a, const void *b, size_t size) {
    return !a || !b ? a == b : !memcmp(a, b, size);
}

void *shader_key_copy(const void *part, size_t size) {
    return part ? memcpy(memory_new(size), part, size) : NULL;
}
