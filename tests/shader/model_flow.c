/* SPDX-License-Identifier: MIT */
/* Where lanes go: each keeps a stack of its own. */
#include "model_machine.h"

#include "gpu/shader/code.h"

static void push(struct machine *x, struct lane *lane, enum kind kind, uint32_t to) {
    if (lane->depth == STACK)
        machine_fail(x, lane, "the stack is full");
    else
        lane->stack[lane->depth++] = (struct entry){kind, to};
}

/* To the topmost place of its kind that this function has; false: there is none. */
static bool pop(struct lane *lane, enum kind kind) {
    for (unsigned i = lane->depth; i-- && lane->stack[i].kind != CALL;)
        if (lane->stack[i].kind == kind) {
            lane->at = lane->stack[i].to;
            lane->depth = i;
            return true;
        }
    return false;
}

/* RET without a PRET leaves the function. */
static bool pop_call(struct lane *lane) {
    for (unsigned i = lane->depth; i--;)
        if (lane->stack[i].kind == CALL) {
            lane->at = lane->stack[i].to;
            lane->depth = i;
            return true;
        }
    return false;
}

static const struct {
    uint16_t class;
    uint8_t kind;
    bool pushes;
} stack_classes[] = {
    {ISA_SSY, SSY, true},   {ISA_PBK, PBK, true},     {ISA_PCNT, PCNT, true},
    {ISA_PRET, PRET, true}, {ISA_PEXIT, PEXIT, true}, {ISA_PLONGJMP, PLONGJMP, true},
    {ISA_SYNC, SSY, false}, {ISA_BRK, PBK, false},    {ISA_CONT, PCNT, false},
    {ISA_RET, PRET, false}, {ISA_EXIT, PEXIT, false}, {ISA_LONGJMP, PLONGJMP, false},
};

/* JMP and its kin count from the code's begin, the others from the next instruction. */
static uint32_t destination(const struct lane *lane, const struct isa_instruction *in) {
    const enum isa_class class = in->row->class;
    const bool is_far = class == ISA_JMP || class == ISA_JMX || class == ISA_JCAL;
    const struct isa_operand *to = &in->operand[ISA_ARG_L];
    const bool indexed = to->kind == ISA_INDEXED;
    uint32_t at = is_far ? 0 : lane->at + CODE_WORD;
    if (in->operand[ISA_ARG_A].present)
        at += lane->m.r[in->operand[ISA_ARG_A].number];
    if (!indexed && to->kind != ISA_CONSTANT)
        return at + (uint32_t)to->value;
    const uint32_t offset = (uint32_t)to->value + (indexed ? lane->m.r[to->number] : 0);
    const bool there = to->slot < MODEL_SLOTS && offset / 4 < lane->m.constants[to->slot].count;
    return at + (there ? lane->m.constants[to->slot].words[offset / 4] : 0);
}

bool machine_flow(struct machine *x, struct lane *lane, const struct isa_instruction *in) {
    const enum isa_class class = in->row->class;
    const uint32_t next = lane->at + CODE_WORD, target = destination(lane, in);
    bool known = true;
    const bool has_code = isa_has_modifier(in->row, ISA_MOD_CCC);
    const bool taken = lane->m.p[in->guard] != in->guard_not &&
                       (!has_code || model_test(lane->m.flags, in->modifier[ISA_MOD_CCC], &known));
    const bool goes = class == ISA_BRA || class == ISA_BRX || class == ISA_JMP || class == ISA_JMX;
    const bool calls = class == ISA_CAL || class == ISA_JCAL;
    bool found = goes || calls || class == ISA_KIL;
    unsigned i = 0;
    for (; i < sizeof stack_classes / sizeof *stack_classes && !found; i++)
        if (stack_classes[i].class == class)
            break;
    found |= i < sizeof stack_classes / sizeof *stack_classes;
    if (!found)
        return false;
    if (!known)
        machine_fail(x, lane, "a condition that is not known");
    lane->at = next;
    if (!taken)
        return true;
    if (goes) {
        lane->at = target;
    } else if (calls) {
        push(x, lane, CALL, next);
        lane->at = target;
    } else if (class == ISA_KIL) {
        lane->ended = true;
    } else if (stack_classes[i].pushes) {
        push(x, lane, stack_classes[i].kind, target);
    } else if (!pop(lane, stack_classes[i].kind)) {
        if (class == ISA_EXIT)
            lane->ended = true;
        else if (class != ISA_RET || !pop_call(lane))
            machine_fail(x, lane, "nothing of this kind is on the stack");
    }
    return true;
}
