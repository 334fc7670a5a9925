/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_A64_OPS_FP_PAIR_H
#define WINDLASS_A64_OPS_FP_PAIR_H

#include "a64/ops_memory.h"

/* Two vector registers at once, as the host's arithmetic has it (a64_host_NAME in
 * a64/ops_fp_vector.h): lift/float_pair.h says where. */

typedef uint64_t a64_pair __attribute__((vector_size(32)));
typedef float a64_pair_f32 __attribute__((vector_size(32)));
typedef double a64_pair_f64 __attribute__((vector_size(32)));

static inline a64_pair a64_pair_of(a64_v2u64 low, a64_v2u64 high) {
    return __builtin_shufflevector(low, high, 0, 1, 2, 3);
}
static inline a64_v2u64 a64_pair_half_0(a64_pair p) {
    return __builtin_shufflevector(p, p, 0, 1);
}
static inline a64_v2u64 a64_pair_half_1(a64_pair p) {
    return __builtin_shufflevector(p, p, 2, 3);
}

/* One lane of a register in all places. */
static inline a64_pair a64_pair_lane_32(a64_v2u64 q, unsigned lane) {
    return (a64_pair)((a64_pair_f32){0} + ((a64_vf32)q)[lane]);
}
static inline a64_pair a64_pair_lane_64(a64_v2u64 q, unsigned lane) {
    return (a64_pair)((a64_pair_f64){0} + ((a64_vf64)q)[lane]);
}

#define A64_PAIR_2(name, width, operator)                                                          \
    static inline a64_pair a64_pair_##name##_##width(a64_pair a, a64_pair b) {                     \
        return (a64_pair)((a64_pair_f##width)a operator(a64_pair_f##width) b);                     \
    }
#define A64_PAIR_FMA(name, width, sign)                                                            \
    static inline a64_pair a64_pair_##name##_##width(a64_pair a, a64_pair b, a64_pair addend) {    \
        return (a64_pair)__builtin_elementwise_fma(                                                \
            sign(a64_pair_f##width) a, (a64_pair_f##width)b, (a64_pair_f##width)addend);           \
    }
#define A64_PAIR_WIDTH(width)                                                                      \
    A64_PAIR_2(fadd, width, +)                                                                     \
    A64_PAIR_2(fsub, width, -)                                                                     \
    A64_PAIR_2(fmul, width, *)                                                                     \
    A64_PAIR_2(fdiv, width, /)                                                                     \
    A64_PAIR_FMA(fmla, width, +)                                                                   \
    A64_PAIR_FMA(fmls, width, -)
A64_PAIR_WIDTH(32)
A64_PAIR_WIDTH(64)
#undef A64_PAIR_WIDTH
#undef A64_PAIR_FMA
#undef A64_PAIR_2

#endif
