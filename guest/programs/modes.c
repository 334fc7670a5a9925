/* SPDX-License-Identifier: MIT */
/* Prints what instructions make of NaNs, zeros and FPCR's modes: what --float fast gives up, and
 * every other level keeps. FPSR is not read, so that the lifter chooses A64_FLOAT_MODES. */
#include "guest.h"

enum { NEAREST = 0, UP = 1 << 22, FZ = 1 << 24, DN = 1 << 25, AHP = 1 << 26 };

struct operands {
    uint64_t a, b;
};

/* Memory lies on both sides of the instruction: nothing moves across the changes of mode. */
#define CASE(name, text)                                                                           \
    static uint64_t name(uint64_t fpcr, const struct operands *in) {                               \
        uint64_t out;                                                                              \
        __asm__ volatile("msr fpcr, %1\n\tldp d1, d2, [%2]\n\t" text                               \
                         "\n\tstr d0, %0\n\tmsr fpcr, xzr"                                         \
                         : "=m"(out)                                                               \
                         : "r"(fpcr), "r"(in)                                                      \
                         : "v0", "v1", "v2", "memory");                                            \
        return out;                                                                                \
    }
CASE(add, "fadd d0, d1, d2")
CASE(divide, "fdiv d0, d1, d2")
CASE(maximum, "fmax d0, d1, d2")
CASE(maximum_number, "fmaxnm d0, d1, d2")
CASE(minimum, "fmin d0, d1, d2")
CASE(minimum_number, "fminnm d0, d1, d2")
CASE(multiply_extended, "fmulx d0, d1, d2")
CASE(step, "frecps d0, d1, d2")
CASE(root_step, "frsqrts d0, d1, d2")
CASE(round_i, "frinti d0, d1")
CASE(round_x, "frintx d0, d1")
CASE(to_half, "fcvt h0, d1")
CASE(from_half, "fcvt d0, h1")
CASE(estimate, "frecpe d0, d1")
CASE(equal, "fcmeq d0, d1, #0.0")
CASE(to_integer, "fcvtps d0, d1")

#define ONE       0x3ff0000000000000u
#define INFINITY  0x7ff0000000000000u
#define QUIET     0x7ff8000000001234u
#define NEGATIVE  0x8000000000000000u
#define SUBNORMAL 0x0008000000000000u

static const struct {
    const char *name;
    uint64_t (*run)(uint64_t fpcr, const struct operands *in);
    uint64_t fpcr;
    struct operands in;
} cases[] = {
    {"default NaN", divide, NEAREST, {0, 0}},
    {"FMAX of a NaN", maximum, NEAREST, {QUIET, ONE}},
    {"FMIN of a NaN", minimum, NEAREST, {QUIET, ONE}},
    {"FMAXNM of a NaN", maximum_number, NEAREST, {ONE, QUIET}},
    {"FMINNM of a NaN", minimum_number, NEAREST, {ONE, QUIET}},
    {"FMAX of zeros", maximum, NEAREST, {0, NEGATIVE}},
    {"FMIN of zeros", minimum, NEAREST, {NEGATIVE, 0}},
    {"FMULX of zero by infinity", multiply_extended, NEAREST, {0, INFINITY}},
    {"FRECPS of zero by infinity", step, NEAREST, {0, INFINITY}},
    {"FRSQRTS of zero by infinity", root_step, NEAREST, {0, INFINITY}},
    {"a third, rounded up", divide, UP, {ONE, 0x4008000000000000}},
    {"FRINTI, rounded up", round_i, UP, {0x3ff4000000000000, 0}},
    {"FRINTX, rounded up", round_x, UP, {0x3ff4000000000000, 0}},
    {"half precision, rounded up", to_half, UP, {0x3ff0010000000000, 0}},
    {"FRECPE that overflows, rounded down", estimate, 2 * UP, {1, 0}},
    {"FZ of a sum", add, FZ, {SUBNORMAL, 0}},
    {"FZ of a comparison", equal, FZ, {SUBNORMAL, 0}},
    {"FZ of a conversion", to_integer, FZ, {SUBNORMAL, 0}},
    {"DN", add, DN, {QUIET, ONE}},
    {"AHP", from_half, AHP, {0x7c00, 0}},
    {"nearest again", divide, NEAREST, {ONE, 0x4008000000000000}},
};

int main(void) {
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        print("%s: %016llx", cases[i].name,
              (unsigned long long)cases[i].run(cases[i].fpcr, &cases[i].in));
    return 0;
}
