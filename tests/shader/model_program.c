/* SPDX-License-Identifier: MIT */
#include "model_machine.h"

#include "base/memory.h"
#include "gpu/shader/code.h"

#include <stdlib.h>
#include <string.h>

enum { WARP = 32, STEPS = 100000 };

void machine_fail(struct machine *x, const struct lane *lane, const char *what) {
    if (!x->failed)
        error_set(x->error, ERROR_UNSUPPORTED, "model: code at 0x%x: %s", lane->at, what);
    x->failed = true;
}

static uint32_t skip_sched(uint32_t at) {
    return at % CODE_GROUP == 0 ? at + CODE_WORD : at;
}

/* ---- what lanes do together ---- */

static bool together(const struct isa_instruction *in) {
    const enum isa_class class = in->row->class;
    return class == ISA_VOTE || class == ISA_SHFL || class == ISA_BAR || class == ISA_FSWZADD;
}

static uint32_t source(const struct lane *lane, enum isa_role role) {
    return model_source(&lane->m, &lane->in, role);
}

static void vote(struct lane *warp, unsigned count, uint32_t active) {
    uint32_t yes = 0;
    for (unsigned i = 0; i < count; i++)
        if (active >> i & 1)
            yes |= (uint32_t)model_predicate(&warp[i].m, &warp[i].in, ISA_ARG_PC) << i;
    for (unsigned i = 0; i < count; i++) {
        const unsigned how = warp[i].in.modifier[ISA_MOD_VOTE];
        const bool all = yes == active, any = yes != 0;
        if (!(active >> i & 1))
            continue;
        model_set(&warp[i].m, &warp[i].in, ISA_ARG_D, yes);
        model_set_predicate(&warp[i].m, &warp[i].in, ISA_ARG_PD,
                            how == ISA_VOTE_ALL   ? all
                            : how == ISA_VOTE_ANY ? any
                                                  : all || !any);
    }
}

/* C: the last lane that may be read in bits 0 to 4, and a mask of segments in 8 to 12. */
static void shuffle(struct lane *warp, unsigned count, uint32_t active) {
    uint32_t values[WARP] = {0};
    bool predicate[WARP];
    for (unsigned i = 0; i < count; i++) {
        if (!(active >> i & 1))
            continue;
        const uint32_t b = source(&warp[i], ISA_ARG_B) & 31, c = source(&warp[i], ISA_ARG_C);
        const unsigned clamp = c & 31, segment = c >> 8 & 31;
        const unsigned most = (i & segment) | (clamp & ~segment), least = i & segment;
        const unsigned how = warp[i].in.modifier[ISA_MOD_SHFL];
        int from = how == ISA_SHFL_IDX    ? (int)(least | (b & ~segment))
                   : how == ISA_SHFL_UP   ? (int)(i - b)
                   : how == ISA_SHFL_DOWN ? (int)(i + b)
                                          : (int)(i ^ b);
        predicate[i] = how == ISA_SHFL_UP ? from >= (int)most : from <= (int)most;
        if (!predicate[i])
            from = (int)i;
        values[i] = from >= 0 && from < WARP && active >> from & 1
                        ? source(&warp[from], ISA_ARG_A)
                        : 0; /* of a lane that does not run: anything */
    }
    for (unsigned i = 0; i < count; i++)
        if (active >> i & 1) {
            model_set(&warp[i].m, &warp[i].in, ISA_ARG_D, values[i]);
            model_set_predicate(&warp[i].m, &warp[i].in, ISA_ARG_PD, predicate[i]);
        }
}

/* A sum, or one of two differences, as two bits say of each lane of four. */
static void swizzled_sum(struct lane *lane, unsigned number) {
    /* The first lane of a quad in the highest bits, as nv50_ir has it (UL UR LL LR). */
    const unsigned how = (unsigned)lane->in.operand[ISA_ARG_S].value >> (6 - 2 * (number & 3)) & 3;
    const float a = model_float_of(source(lane, ISA_ARG_A));
    const float b = model_float_of(source(lane, ISA_ARG_B));
    const float sum =
        model_add(how == 1 ? -a : a, how == 2 ? -b : b, lane->in.modifier[ISA_MOD_ROUND]);
    model_set(&lane->m, &lane->in, ISA_ARG_D, model_float_bits(how == 3 ? b : sum));
}

/* All lanes wait at barriers: what they bring is counted, and all go on. False: some do not. */
static bool barrier(struct machine *x) {
    const unsigned count = x->program->group;
    const struct lane *first = NULL;
    unsigned running = 0;
    x->counted = 0;
    for (unsigned i = 0; i < count; i++) {
        const struct lane *lane = &x->lanes[i];
        if (lane->ended)
            continue;
        if (!lane->waits || lane->in.row->class != ISA_BAR)
            return false;
        first = lane;
        running++;
        x->counted += model_predicate(&lane->m, &lane->in, ISA_ARG_PC);
    }
    if (!first)
        return false;
    const bool all = first->in.modifier[ISA_MOD_BAROP] == ISA_BAROP_RED_AND;
    x->truth = x->counted >= (all ? running : 1);
    for (unsigned i = 0; i < count; i++) {
        x->lanes[i].at += x->lanes[i].ended ? 0 : CODE_WORD;
        x->lanes[i].waits = false;
    }
    return true;
}

static void run_together(struct lane *warp, unsigned count, uint32_t active,
                         const struct lane *first) {
    switch ((enum isa_class)first->in.row->class) {
    case ISA_VOTE:
        vote(warp, count, active);
        break;
    case ISA_SHFL:
        shuffle(warp, count, active);
        break;
    case ISA_FSWZADD:
        for (unsigned i = 0; i < count; i++)
            if (active >> i & 1)
                swizzled_sum(&warp[i], i);
        break;
    default:
        break;
    }
    for (unsigned i = 0; i < count; i++)
        if (active >> i & 1) {
            warp[i].waits = false;
            warp[i].at += CODE_WORD;
        }
}

/* ---- lanes ---- */

static bool special(struct machine *x, struct lane *lane, const struct isa_instruction *in) {
    if (in->row->class == ISA_B2R && in->modifier[ISA_MOD_BARMODE] == ISA_BARMODE_RESULT) {
        model_set(&lane->m, in, ISA_ARG_D, x->counted);
        model_set_predicate(&lane->m, in, ISA_ARG_PD, x->truth);
        return true;
    }
    if (in->row->class != ISA_S2R && in->row->class != ISA_CS2R)
        return false;
    const unsigned i = lane->m.lane % WARP;
    const uint32_t below = (1u << i) - 1, own = 1u << i;
    uint32_t value = 0;
    switch (in->modifier[ISA_MOD_SREG]) {
    case ISA_SREG_LANEID:
        value = i;
        break;
    case ISA_SREG_TID_X:
    case ISA_SREG_TID:
        value = lane->m.tid;
        break;
    case ISA_SREG_CTAID_X:
        value = lane->m.cta;
        break;
    case ISA_SREG_TID_Y:
    case ISA_SREG_TID_Z:
    case ISA_SREG_CTAID_Y:
    case ISA_SREG_CTAID_Z:
        break;
    case ISA_SREG_EQMASK:
        value = own;
        break;
    case ISA_SREG_LTMASK:
        value = below;
        break;
    case ISA_SREG_LEMASK:
        value = below | own;
        break;
    case ISA_SREG_GTMASK:
        value = ~(below | own);
        break;
    case ISA_SREG_GEMASK:
        value = ~below;
        break;
    default:
        machine_fail(x, lane, "a special register that is not known");
        break;
    }
    model_set(&lane->m, in, ISA_ARG_D, value);
    return true;
}

static bool no_effect(const struct isa_instruction *in) {
    static const uint16_t classes[] = {ISA_NOP,   ISA_DEPBAR, ISA_MEMBAR, ISA_CCTL,
                                       ISA_CCTLL, ISA_CCTLT,  ISA_SAM,    ISA_RAM};
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
        if (classes[i] == in->row->class)
            return true;
    return false;
}

static void run_lane(struct machine *x, struct lane *lane) {
    for (unsigned steps = 0; !lane->ended && !lane->waits && !x->failed; steps++) {
        struct isa_instruction in;
        uint64_t word;
        lane->at = skip_sched(lane->at);
        if (steps == STEPS || lane->at > x->program->size - CODE_WORD) {
            machine_fail(x, lane, "it does not end");
            return;
        }
        memcpy(&word, x->program->code + lane->at, sizeof word);
        if (!isa_decode(word, &in)) {
            machine_fail(x, lane, "no instruction");
            return;
        }
        if (machine_flow(x, lane, &in))
            continue;
        const bool runs = lane->m.p[in.guard] != in.guard_not;
        if (runs && together(&in)) {
            lane->waits = true;
            lane->in = in;
            return;
        }
        if (runs && !special(x, lane, &in) && !no_effect(&in) && !model_run(&lane->m, &in))
            machine_fail(x, lane, in.row->name);
        lane->at += CODE_WORD;
    }
}

/* Those of a warp that wait at the lowest address, but for a barrier, go on together. */
static bool advance(struct lane *warp, unsigned count) {
    const struct lane *first = NULL;
    uint32_t active = 0;
    for (unsigned i = 0; i < count; i++)
        if (warp[i].waits && warp[i].in.row->class != ISA_BAR && (!first || warp[i].at < first->at))
            first = &warp[i];
    if (!first)
        return false;
    const uint32_t at = first->at;
    for (unsigned i = 0; i < count; i++)
        active |= (uint32_t)(warp[i].waits && warp[i].at == at) << i;
    run_together(warp, count, active, first);
    return true;
}

static void run_group(struct machine *x) {
    const unsigned count = x->program->group;
    for (unsigned steps = 0; !x->failed; steps++) {
        bool more = false;
        for (unsigned i = 0; i < count; i++)
            run_lane(x, &x->lanes[i]);
        for (unsigned i = 0; i < count; i += WARP)
            more |= advance(x->lanes + i, count - i < WARP ? count - i : WARP);
        if (!more && !barrier(x))
            break;
        if (steps == STEPS)
            machine_fail(x, x->lanes, "lanes wait without end");
    }
    for (unsigned i = 0; i < count; i++)
        if (!x->lanes[i].ended)
            machine_fail(x, &x->lanes[i], "lanes wait for others that have gone");
}

bool model_program_run(const struct model_program *program, struct error *error) {
    struct machine x = {.program = program, .error = error};
    uint8_t *shared = NEW_ARRAY(uint8_t, program->shared + 1);
    uint8_t *local = NEW_ARRAY(uint8_t, program->local * program->group + 1);
    x.lanes = NEW_ARRAY(struct lane, program->group);
    for (unsigned cta = 0; cta < program->groups && !x.failed; cta++) {
        memset(shared, 0, program->shared);
        memset(local, 0, program->local * program->group);
        for (unsigned i = 0; i < program->group; i++) {
            struct lane *lane = &x.lanes[i];
            *lane = (struct lane){.m = program->start};
            lane->m.p[ISA_PT] = true;
            lane->m.lane = lane->m.tid = i;
            lane->m.cta = cta;
            lane->m.memory[MODEL_SHARED] = (struct model_memory){shared, 0, program->shared};
            lane->m.memory[MODEL_LOCAL] =
                (struct model_memory){local + i * program->local, 0, program->local};
        }
        run_group(&x);
    }
    free(x.lanes);
    free(shared);
    free(local);
    return !x.failed;
}
