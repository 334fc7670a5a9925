/* SPDX-License-Identifier: MIT */
#include "cases_run.h"

#include "gpu/shader/registers.h"

#include <math.h>
#include <string.h>

void case_prepare(struct model *m, const struct isa_instruction *in, const uint32_t *inputs,
                  const struct gpu_buffer *constants, unsigned lane) {
    memcpy(m->r + CASE_FIRST_INPUT, inputs, CASE_WORDS * sizeof *inputs);
    m->r[CASE_D] = m->r[case_before(in)];
    m->r[CASE_D + 1] = m->r[case_register(CASE_INTEGER, 1)];
    for (unsigned i = 0; i < 7; i++)
        m->p[i] = inputs[CASE_STATE] >> i & 1;
    m->p[ISA_PT] = true;
    m->flags = inputs[CASE_STATE] >> 8 & 15;
    m->lane = lane;
    m->constants[3].words = (const uint32_t *)constants->data;
    m->constants[3].count = constants->size / 4;
}

/* ---- numbers ---- */

static double value_of(unsigned kind, uint64_t bits) {
    return kind == MODEL_DOUBLE  ? model_double_of(bits)
           : kind == MODEL_FLOAT ? model_float_of((uint32_t)bits)
                                 : model_half_value((uint16_t)bits);
}

static bool near(const struct model *m, unsigned kind, uint64_t want, uint64_t got) {
    if (want == got)
        return true;
    if (kind == MODEL_INTEGER)
        return false;
    const double w = value_of(kind, want), g = value_of(kind, got);
    if (isnan(w) || isnan(g))
        return isnan(w) && isnan(g);
    const double allowed = fmax(m->absolute, m->relative * fabs(w));
    return allowed > 0 && (w == g || fabs(w - g) <= allowed);
}

static bool same_result(const struct case_runner *run, const struct model *m, uint64_t want,
                        uint64_t got) {
    if (m->kind == MODEL_HALVES)
        return near(m, MODEL_HALF, want & 0xffff, got & 0xffff) &&
               near(m, MODEL_HALF, want >> 16 & 0xffff, got >> 16 & 0xffff);
    const bool fused = m->kind == MODEL_DOUBLE ? run->double_fused : run->fused;
    return near(m, m->kind, want, got) || (m->either && near(m, m->kind, m->other, got)) ||
           (m->has_separate && !fused && near(m, m->kind, m->separate, got));
}

/* ---- a case ---- */

bool case_same(const struct case_runner *run, const struct model *m,
               const struct isa_instruction *in, const uint32_t got[4]) {
    const uint32_t low = m->r[CASE_D], high = m->r[CASE_D + 1];
    const bool wide = m->kind == MODEL_DOUBLE && isa_registers(in, ISA_ARG_D) == 2;
    uint32_t predicates = 0;
    for (unsigned i = 0; i < 7; i++)
        predicates |= (uint32_t)m->p[i] << i;
    if (case_writes_state(in) &&
        (predicates != got[2] || (m->flags ^ got[3]) & ~(uint32_t)m->unsure & 15))
        return false;
    if (wide)
        return same_result(run, m, low | (uint64_t)high << 32, got[0] | (uint64_t)got[1] << 32);
    if (high != got[1])
        return false;
    return m->kind == MODEL_DOUBLE
               ? same_result(run, m, (uint64_t)low << 32, (uint64_t)got[0] << 32)
               : same_result(run, m, low, got[0]);
}

/* As with .FTZ; where an operation has none, of flushed inputs. */
static bool model_run_flushed(struct model *m, const struct case_runner *run,
                              const struct isa_instruction *in, const uint32_t *inputs,
                              unsigned lane) {
    struct isa_instruction flushing = *in;
    case_prepare(m, in, inputs, &run->constants, lane);
    if (isa_has_modifier(in->row, ISA_MOD_FTZ)) {
        flushing.modifier[ISA_MOD_FTZ] = 1;
    } else if (isa_has_modifier(in->row, ISA_MOD_FMZ)) {
        if (in->modifier[ISA_MOD_FMZ] == ISA_FMZ_NONE)
            flushing.modifier[ISA_MOD_FMZ] = ISA_FMZ_FTZ;
    } else if (in->row->class == ISA_RRO) {
        for (unsigned i = 0; i < CASE_THIRD; i++) {
            uint32_t *word = &m->r[case_register(CASE_FLOAT, i)];
            *word = model_float_bits(model_flush(model_float_of(*word)));
        }
    } else {
        return false;
    }
    return model_run(m, &flushing);
}

bool case_same_flushed(const struct case_runner *run, const struct model *kept,
                       const struct isa_instruction *in, const uint32_t *inputs, unsigned lane,
                       const uint32_t got[4]) {
    struct model m = {0};
    if (!run->flushes || !model_run_flushed(&m, run, in, inputs, lane))
        return false;
    if (case_same(run, &m, in, got))
        return true;
    m.r[CASE_D] = kept->r[CASE_D]; /* moved as it is, and its flags are those of zero */
    if (case_same(run, &m, in, got))
        return true;
    /* One denormal is as good as another. */
    const uint32_t low = model_float_bits(model_flush(model_float_of(got[0])));
    m.r[CASE_D] = model_float_bits(model_flush(model_float_of(kept->r[CASE_D])));
    return kept->kind == MODEL_FLOAT &&
           case_same(run, &m, in, (const uint32_t[]){low, got[1], got[2], got[3]});
}
