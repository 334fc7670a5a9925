/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_DEKO3D_SHADER_H
#define WINDLASS_DEKO3D_SHADER_H

#include "base.h"

#define DK_SHADER_CODE_ALIGNMENT     0x100
#define DK_SHADER_CODE_UNUSABLE_SIZE 0x400 /* at the end of a block for code */

typedef enum DkStage {
    DkStage_Vertex = 0,
    DkStage_TessCtrl = 1,
    DkStage_TessEval = 2,
    DkStage_Geometry = 3,
    DkStage_Fragment = 4,
    DkStage_Compute = 5,

    DkStage_MaxGraphics = 5,
} DkStage;

enum {
    DkStageFlag_Vertex = 1 << DkStage_Vertex,
    DkStageFlag_TessCtrl = 1 << DkStage_TessCtrl,
    DkStageFlag_TessEval = 1 << DkStage_TessEval,
    DkStageFlag_Geometry = 1 << DkStage_Geometry,
    DkStageFlag_Fragment = 1 << DkStage_Fragment,
    DkStageFlag_Compute = 1 << DkStage_Compute,

    DkStageFlag_GraphicsMask = (1 << DkStage_MaxGraphics) - 1,
};

typedef struct DkShaderMaker {
    DkMemBlock codeMem;
    const void
        *control; /* the control section apart, in the CPU's memory; NULL: in front of the code */
    uint32_t codeOffset; /* bytes */
    uint32_t programId;
} DkShaderMaker;

DK_CONSTEXPR void dkShaderMakerDefaults(DkShaderMaker *maker, DkMemBlock codeMem,
                                        uint32_t codeOffset) {
    maker->codeMem = codeMem;
    maker->control = NULL;
    maker->codeOffset = codeOffset;
    maker->programId = 0;
}

DK_EXTERN_BEGIN

/* Takes a program of a DKSH file. What is wrong with the file leaves the shader invalid:
 * dkShaderIsValid.
 * @maker: where the file lies: code in a block, its control section there or elsewhere; which
 *     program. */
void dkShaderInitialize(DkShader *obj, DkShaderMaker const *maker);

/* @returns: whether the file had such a program. */
bool dkShaderIsValid(DkShader const *obj);

/* @returns: the stage of a valid shader. */
DkStage dkShaderGetStage(DkShader const *obj);

DK_EXTERN_END

#endif
