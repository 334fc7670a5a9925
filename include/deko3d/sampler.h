/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_DEKO3D_SAMPLER_H
#define WINDLASS_DEKO3D_SAMPLER_H

#include "base.h"

#define DK_SAMPLER_DESCRIPTOR_ALIGNMENT 0x20

typedef enum DkFilter {
    DkFilter_Nearest = 1,
    DkFilter_Linear = 2,
} DkFilter;

typedef enum DkMipFilter {
    DkMipFilter_None = 1,
    DkMipFilter_Nearest = 2,
    DkMipFilter_Linear = 3,
} DkMipFilter;

typedef enum DkWrapMode {
    DkWrapMode_Repeat = 0,
    DkWrapMode_MirroredRepeat = 1,
    DkWrapMode_ClampToEdge = 2,
    DkWrapMode_ClampToBorder = 3,
    DkWrapMode_Clamp = 4,
    DkWrapMode_MirrorClampToEdge = 5,
    DkWrapMode_MirrorClampToBorder = 6,
    DkWrapMode_MirrorClamp = 7,
} DkWrapMode;

typedef enum DkCompareOp {
    DkCompareOp_Never = 1,
    DkCompareOp_Less = 2,
    DkCompareOp_Equal = 3,
    DkCompareOp_Lequal = 4,
    DkCompareOp_Greater = 5,
    DkCompareOp_NotEqual = 6,
    DkCompareOp_Gequal = 7,
    DkCompareOp_Always = 8,
} DkCompareOp;

typedef enum DkSamplerReduction {
    DkSamplerReduction_WeightedAverage = 0,
    DkSamplerReduction_Min = 1,
    DkSamplerReduction_Max = 2,
} DkSamplerReduction;

typedef struct DkSampler {
    DkFilter minFilter;
    DkFilter magFilter;
    DkMipFilter mipFilter;
    DkWrapMode wrapMode[3];
    float lodClampMin;
    float lodClampMax;
    float lodBias;
    float lodSnap;
    bool compareEnable;
    DkCompareOp compareOp;
    union {
        float value_f;
        uint32_t value_ui;
        int32_t value_i;
    } borderColor[4];
    float maxAnisotropy;
    DkSamplerReduction reductionMode;
} DkSampler;

DK_CONSTEXPR void dkSamplerDefaults(DkSampler *obj) {
    obj->minFilter = DkFilter_Nearest;
    obj->magFilter = DkFilter_Nearest;
    obj->mipFilter = DkMipFilter_None;
    for (int i = 0; i < 3; i++)
        obj->wrapMode[i] = DkWrapMode_Repeat;
    obj->lodClampMin = 0.0f;
    obj->lodClampMax = 1000.0f;
    obj->lodBias = 0.0f;
    obj->lodSnap = 0.0f;
    obj->compareEnable = false;
    obj->compareOp = DkCompareOp_Less;
    for (int i = 0; i < 4; i++)
        obj->borderColor[i].value_ui = 0;
    obj->maxAnisotropy = 1.0f;
    obj->reductionMode = DkSamplerReduction_WeightedAverage;
}

DK_EXTERN_BEGIN

/* Writes the 32 bytes that shaders find a sampler by.
 * @sampler: is copied. */
void dkSamplerDescriptorInitialize(DkSamplerDescriptor *obj, DkSampler const *sampler);

DK_EXTERN_END

#endif
