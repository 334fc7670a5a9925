/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_DEKO3D_STATE_H
#define WINDLASS_DEKO3D_STATE_H

#include "image.h"
#include "sampler.h"

/* Objects of state: plain data, which a command copies into the stream. */

/* ---- rasterizer ---- */

typedef enum DkPolygonMode {
    DkPolygonMode_Point = 0,
    DkPolygonMode_Line = 1,
    DkPolygonMode_Fill = 2,
} DkPolygonMode;

enum {
    DkPolygonFlag_Point = 1 << DkPolygonMode_Point,
    DkPolygonFlag_Line = 1 << DkPolygonMode_Line,
    DkPolygonFlag_Fill = 1 << DkPolygonMode_Fill,

    DkPolygonFlag_All = DkPolygonFlag_Point | DkPolygonFlag_Line | DkPolygonFlag_Fill,
};

typedef enum DkFace {
    DkFace_None = 0,
    DkFace_Front = 1,
    DkFace_Back = 2,
    DkFace_FrontAndBack = 3,
} DkFace;

typedef enum DkFrontFace {
    DkFrontFace_CW = 0,
    DkFrontFace_CCW = 1,
} DkFrontFace;

typedef enum DkProvokingVertex {
    DkProvokingVertex_First = 0,
    DkProvokingVertex_Last = 1,
} DkProvokingVertex;

typedef struct DkRasterizerState {
    uint32_t rasterizerEnable : 1;
    uint32_t depthClampEnable : 1;
    uint32_t fillRectangleEnable : 1;
    DkPolygonMode polygonModeFront : 2;
    DkPolygonMode polygonModeBack : 2;
    DkFace cullMode : 2;
    DkFrontFace frontFace : 1;
    DkProvokingVertex provokingVertex : 1;
    uint32_t polygonSmoothEnableMask : 3; /* DkPolygonFlag */
    uint32_t depthBiasEnableMask : 3;     /* DkPolygonFlag */
} DkRasterizerState;

DK_CONSTEXPR void dkRasterizerStateDefaults(DkRasterizerState *state) {
    state->rasterizerEnable = 1;
    state->depthClampEnable = 0;
    state->fillRectangleEnable = 0;
    state->polygonModeFront = DkPolygonMode_Fill;
    state->polygonModeBack = DkPolygonMode_Fill;
    state->cullMode = DkFace_Back;
    state->frontFace = DkFrontFace_CCW;
    state->provokingVertex = DkProvokingVertex_Last;
    state->polygonSmoothEnableMask = 0;
    state->depthBiasEnableMask = 0;
}

/* ---- samples ---- */

typedef enum DkCoverageModulation {
    DkCoverageModulation_None = 0,
    DkCoverageModulation_Rgb = 1,
    DkCoverageModulation_Alpha = 2,
    DkCoverageModulation_Rgba = 3,
} DkCoverageModulation;

typedef struct DkMultisampleState {
    DkMsMode mode : 3;
    DkMsMode rasterizerMode : 3;
    uint32_t alphaToCoverageEnable : 1;
    uint32_t alphaToCoverageDither : 1;
    uint32_t coverageToColorEnable : 1;
    uint32_t coverageToColorOutput : 3;
    DkCoverageModulation coverageModulation : 2;
    uint32_t : 18;

    uint32_t sampleLocations[4]; /* a byte a sample: sixteenths of a pixel, x in the low half */
} DkMultisampleState;

DK_CONSTEXPR void dkMultisampleStateDefaults(DkMultisampleState *state) {
    state->mode = DkMsMode_1x;
    state->rasterizerMode = DkMsMode_1x;
    state->alphaToCoverageEnable = 0;
    state->alphaToCoverageDither = 1;
    state->coverageToColorEnable = 0;
    state->coverageToColorOutput = 0;
    state->coverageModulation = DkCoverageModulation_None;
    for (int i = 0; i < 4; i++)
        state->sampleLocations[i] = 0x88888888; /* the middle */
}

typedef struct DkSampleLocation {
    float x; /* pixels, from 0 to 1 */
    float y;
} DkSampleLocation;

/* ---- colours ---- */

typedef enum DkLogicOp {
    DkLogicOp_Clear = 0,
    DkLogicOp_And = 1,
    DkLogicOp_AndReverse = 2,
    DkLogicOp_Copy = 3,
    DkLogicOp_AndInverted = 4,
    DkLogicOp_NoOp = 5,
    DkLogicOp_Xor = 6,
    DkLogicOp_Or = 7,
    DkLogicOp_Nor = 8,
    DkLogicOp_Equivalent = 9,
    DkLogicOp_Invert = 10,
    DkLogicOp_OrReverse = 11,
    DkLogicOp_CopyInverted = 12,
    DkLogicOp_OrInverted = 13,
    DkLogicOp_Nand = 14,
    DkLogicOp_Set = 15,
} DkLogicOp;

typedef struct DkColorState {
    uint32_t blendEnableMask : 8; /* a bit a target */
    DkLogicOp logicOp : 8;
    DkCompareOp alphaCompareOp : 4;
    uint32_t : 12;
} DkColorState;

DK_CONSTEXPR void dkColorStateDefaults(DkColorState *state) {
    state->blendEnableMask = 0;
    state->logicOp = DkLogicOp_Copy;
    state->alphaCompareOp = DkCompareOp_Always;
}

DK_CONSTEXPR void dkColorStateSetBlendEnable(DkColorState *state, uint32_t id, bool enable) {
    const uint32_t bit = UINT32_C(1) << id;
    state->blendEnableMask =
        (enable ? state->blendEnableMask | bit : state->blendEnableMask & ~bit) & 0xff;
}

enum {
    DkColorMask_R = 1 << 0,
    DkColorMask_G = 1 << 1,
    DkColorMask_B = 1 << 2,
    DkColorMask_A = 1 << 3,

    DkColorMask_RGB = DkColorMask_R | DkColorMask_G | DkColorMask_B,
    DkColorMask_RGBA = DkColorMask_RGB | DkColorMask_A,
};

typedef struct DkColorWriteState {
    uint32_t masks; /* four bits (DkColorMask) a target */
} DkColorWriteState;

DK_CONSTEXPR void dkColorWriteStateDefaults(DkColorWriteState *state) {
    state->masks = UINT32_MAX;
}

DK_CONSTEXPR void dkColorWriteStateSetMask(DkColorWriteState *state, uint32_t id,
                                           uint32_t colorWriteMask) {
    const uint32_t at = 4 * id;
    state->masks = (state->masks & ~(UINT32_C(0xf) << at)) | (colorWriteMask & 0xf) << at;
}

/* ---- blending ---- */

typedef enum DkBlendOp {
    DkBlendOp_Add = 1,
    DkBlendOp_Sub = 2,
    DkBlendOp_RevSub = 3,
    DkBlendOp_Min = 4,
    DkBlendOp_Max = 5,
} DkBlendOp;

typedef enum DkBlendFactor {
    DkBlendFactor_Zero = 1,
    DkBlendFactor_One = 2,
    DkBlendFactor_SrcColor = 3,
    DkBlendFactor_InvSrcColor = 4,
    DkBlendFactor_SrcAlpha = 5,
    DkBlendFactor_InvSrcAlpha = 6,
    DkBlendFactor_DstAlpha = 7,
    DkBlendFactor_InvDstAlpha = 8,
    DkBlendFactor_DstColor = 9,
    DkBlendFactor_InvDstColor = 10,
    DkBlendFactor_SrcAlphaSaturate = 11,
    DkBlendFactor_Src1Color = 16,
    DkBlendFactor_InvSrc1Color = 17,
    DkBlendFactor_Src1Alpha = 18,
    DkBlendFactor_InvSrc1Alpha = 19,
    DkBlendFactor_ConstColor = 0x21,
    DkBlendFactor_InvConstColor = 0x22,
    DkBlendFactor_ConstAlpha = 0x23,
    DkBlendFactor_InvConstAlpha = 0x24,
} DkBlendFactor;

typedef struct DkBlendState {
    DkBlendOp colorBlendOp : 3;
    DkBlendFactor srcColorBlendFactor : 6;
    DkBlendFactor dstColorBlendFactor : 6;

    DkBlendOp alphaBlendOp : 3;
    DkBlendFactor srcAlphaBlendFactor : 6;
    DkBlendFactor dstAlphaBlendFactor : 6;
} DkBlendState;

DK_CONSTEXPR void dkBlendStateSetOps(DkBlendState *state, DkBlendOp colorBlendOp,
                                     DkBlendOp alphaBlendOp) {
    state->colorBlendOp = colorBlendOp;
    state->alphaBlendOp = alphaBlendOp;
}

DK_CONSTEXPR void dkBlendStateSetFactors(DkBlendState *state, DkBlendFactor srcColorBlendFactor,
                                         DkBlendFactor dstColorBlendFactor,
                                         DkBlendFactor srcAlphaBlendFactor,
                                         DkBlendFactor dstAlphaBlendFactor) {
    state->srcColorBlendFactor = srcColorBlendFactor;
    state->dstColorBlendFactor = dstColorBlendFactor;
    state->srcAlphaBlendFactor = srcAlphaBlendFactor;
    state->dstAlphaBlendFactor = dstAlphaBlendFactor;
}

DK_CONSTEXPR void dkBlendStateDefaults(DkBlendState *state) {
    dkBlendStateSetOps(state, DkBlendOp_Add, DkBlendOp_Add);
    dkBlendStateSetFactors(state, DkBlendFactor_SrcAlpha, DkBlendFactor_InvSrcAlpha,
                           DkBlendFactor_One, DkBlendFactor_Zero);
}

/* ---- depth and stencil ---- */

typedef enum DkStencilOp {
    DkStencilOp_Keep = 1,
    DkStencilOp_Zero = 2,
    DkStencilOp_Replace = 3,
    DkStencilOp_Incr = 4,
    DkStencilOp_Decr = 5,
    DkStencilOp_Invert = 6,
    DkStencilOp_IncrWrap = 7,
    DkStencilOp_DecrWrap = 8,
} DkStencilOp;

typedef struct DkDepthStencilState {
    uint32_t depthTestEnable : 1;
    uint32_t depthWriteEnable : 1;
    uint32_t stencilTestEnable : 1;
    uint32_t : 1;
    DkCompareOp depthCompareOp : 4;
    uint32_t : 24;

    DkStencilOp stencilFrontFailOp : 4;
    DkStencilOp stencilFrontPassOp : 4;
    DkStencilOp stencilFrontDepthFailOp : 4;
    DkCompareOp stencilFrontCompareOp : 4;
    DkStencilOp stencilBackFailOp : 4;
    DkStencilOp stencilBackPassOp : 4;
    DkStencilOp stencilBackDepthFailOp : 4;
    DkCompareOp stencilBackCompareOp : 4;
} DkDepthStencilState;

DK_CONSTEXPR void dkDepthStencilStateDefaults(DkDepthStencilState *state) {
    state->depthTestEnable = 1;
    state->depthWriteEnable = 1;
    state->stencilTestEnable = 0;
    state->depthCompareOp = DkCompareOp_Less;
    state->stencilFrontFailOp = DkStencilOp_Keep;
    state->stencilFrontPassOp = DkStencilOp_Replace;
    state->stencilFrontDepthFailOp = DkStencilOp_Keep;
    state->stencilFrontCompareOp = DkCompareOp_Always;
    state->stencilBackFailOp = DkStencilOp_Keep;
    state->stencilBackPassOp = DkStencilOp_Replace;
    state->stencilBackDepthFailOp = DkStencilOp_Keep;
    state->stencilBackCompareOp = DkCompareOp_Always;
}

/* ---- binding ---- */

DK_EXTERN_BEGIN

/* Places the samples in a pixel.
 * @locations, @numLocations: from 0 to 1 in steps of a sixteenth; repeated up to 16. NULL: the
 *     usual places of the state's mode. */
void dkMultisampleStateSetLocations(DkMultisampleState *obj, DkSampleLocation const *locations,
                                    uint32_t numLocations);

/* @state: is copied. rasterizerEnable 0: the rest stays as it was. */
void dkCmdBufBindRasterizerState(DkCmdBuf obj, DkRasterizerState const *state);

/* @state: is copied; its mode is that of the targets. */
void dkCmdBufBindMultisampleState(DkCmdBuf obj, DkMultisampleState const *state);

/* @state: is copied. */
void dkCmdBufBindColorState(DkCmdBuf obj, DkColorState const *state);

/* @state: is copied. */
void dkCmdBufBindColorWriteState(DkCmdBuf obj, DkColorWriteState const *state);

/* @firstId: a render target, 0 to 7.
 * @states, @numStates: are copied, one a target.
 * @console: its library multiplies the target's alpha by dstColorBlendFactor; here that needs
 *     upstreamDefects. */
void dkCmdBufBindBlendStates(DkCmdBuf obj, uint32_t firstId, DkBlendState const states[],
                             uint32_t numStates);

/* @state: is copied. Reference and masks of the stencil test: dkCmdBufSetStencil. */
void dkCmdBufBindDepthStencilState(DkCmdBuf obj, DkDepthStencilState const *state);

static inline void dkCmdBufBindBlendState(DkCmdBuf obj, uint32_t id, DkBlendState const *state) {
    dkCmdBufBindBlendStates(obj, id, state, 1);
}

DK_EXTERN_END

#endif
