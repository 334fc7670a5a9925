/* SPDX-License-Identifier: MIT */
#include "deko3d/objects.h"

void dkVariableInitialize(DkVariable *v, DkMemBlock mem, uint32_t offset) {
    DK_CHECK_POINTER(mem->device, v);
    DK_CHECK_ALIGN(mem->device, offset, 4);
    DK_CHECK_INPUT(mem->device, offset < mem->size, "offset leads out of the memory block");
    DK_CHECK_STATE(mem->device,
                   (mem->flags & DkMemBlockFlags_CpuAccessMask) == DkMemBlockFlags_CpuUncached,
                   "the memory block must be CpuUncached");
    DK_CHECK_STATE(mem->device,
                   (mem->flags & DkMemBlockFlags_GpuAccessMask) == DkMemBlockFlags_GpuUncached,
                   "the memory block must be GpuUncached");
    *v = (DkVariable){(uint32_t *)(void *)(mem->memory + offset), mem->pitch + offset};
}

uint32_t dkVariableRead(const DkVariable *v) {
    return __atomic_load_n(v->cpu, __ATOMIC_SEQ_CST);
}

/* What waits in a queue for the word looks at it by itself, now and then. */
void dkVariableSignal(const DkVariable *v, DkVarOp op, uint32_t value) {
    switch (op) {
    case DkVarOp_Set:
        __atomic_store_n(v->cpu, value, __ATOMIC_SEQ_CST);
        return;
    case DkVarOp_Add:
        __atomic_fetch_add(v->cpu, value, __ATOMIC_SEQ_CST);
        return;
    case DkVarOp_Sub:
        __atomic_fetch_sub(v->cpu, value, __ATOMIC_SEQ_CST);
        return;
    case DkVarOp_And:
        __atomic_fetch_and(v->cpu, value, __ATOMIC_SEQ_CST);
        return;
    case DkVarOp_Or:
        __atomic_fetch_or(v->cpu, value, __ATOMIC_SEQ_CST);
        return;
    case DkVarOp_Xor:
        __atomic_fetch_xor(v->cpu, value, __ATOMIC_SEQ_CST);
        return;
    }
}
