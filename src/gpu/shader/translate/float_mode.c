/* SPDX-License-Identifier: MIT */
/* What a module asks of the device's floats. Drivers flush denormals and forget about NaN where it
 * does not ask them to keep them. On the guest's GPU each instruction says whether it flushes;
 * where all of a program do, as in what compilers make of graphics, a device that can flush does
 * it, and where only some do, it is written out (flush_float). */
#include "gpu/shader/code.h"
#include "gpu/shader/translate/single.h"

#include <string.h>

/* Does a sum, a product or a comparison keep denormals? FSWZADD is made of values that were flushed
 * for values that will be. */
static bool keeps_denormals(const struct isa_instruction *in) {
    switch ((enum isa_class)in->row->class) {
    case ISA_FADD:
    case ISA_FMUL:
    case ISA_FFMA:
    case ISA_FSET:
    case ISA_FSETP:
    case ISA_FCMP:
        return !float_flushes(in);
    case ISA_FMNMX:
    case ISA_F2F:
    case ISA_F2I:
        return in->modifier[ISA_MOD_SFMT] != ISA_FFMT_F64 && !float_flushes(in);
    default:
        return false;
    }
}

static bool all_flush(const struct translator *t) {
    for (size_t i = 0; i < t->flow.block_count; i++)
        for (uint32_t at = t->flow.blocks[i].begin; at <= t->flow.blocks[i].last; at += CODE_WORD) {
            struct isa_instruction in;
            uint64_t word;
            memcpy(&word, t->program->code.data + at, sizeof word);
            if (at % CODE_GROUP && isa_decode(word, &in) && keeps_denormals(&in))
                return false;
        }
    return true;
}

void float_mode_find(struct translator *t) {
    t->device_flushes = t->key->features & (SHADER_HAS_FLUSH | SHADER_FLUSHES) && all_flush(t);
}

static void mode(struct translator *t, SpvCapability capability, SpvExecutionMode mode,
                 uint32_t width) {
    if (t->key->version < 4)
        spirv_extension(&t->m, "SPV_KHR_float_controls");
    spirv_capability(&t->m, capability);
    SPIRV_PUT(&t->m, SPIRV_MODES, SpvOpExecutionMode, t->functions[0], mode, width);
}

void float_mode_put(struct translator *t) {
    const uint32_t features = t->key->features;
    if (t->device_flushes && features & SHADER_HAS_FLUSH)
        mode(t, SpvCapabilityDenormFlushToZero, SpvExecutionModeDenormFlushToZero, 32);
    else if (!t->device_flushes && features & SHADER_HAS_DENORMALS)
        mode(t, SpvCapabilityDenormPreserve, SpvExecutionModeDenormPreserve, 32);
    for (unsigned width = 32; features & SHADER_HAS_INF_NAN && width <= 64; width *= 2)
        mode(t, SpvCapabilitySignedZeroInfNanPreserve, SpvExecutionModeSignedZeroInfNanPreserve,
             width);
}
