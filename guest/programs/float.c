/* SPDX-License-Identifier: MIT */
/* The floating-point environment: FPCR's modes and FPSR's cumulative bits, as fesetround and
 * fetestexcept use them. Every instruction that is looked at stands in assembly, in the order of
 * the text, and several modes in one function: nothing may move across a change of mode. */
#include "check.h"

enum { IOC = 1, DZC = 2, OFC = 4, UFC = 8, IXC = 16, IDC = 128, QC = 1 << 27 };
enum { NEAREST = 0, UP = 1 << 22, DOWN = 2 << 22, TO_ZERO = 3 << 22, FZ = 1 << 24, DN = 1 << 25 };

static inline void set_modes(uint64_t fpcr) {
    __asm__ volatile("msr fpcr, %0" ::"r"(fpcr) : "memory");
}

static inline uint64_t modes(void) {
    uint64_t fpcr;
    __asm__ volatile("mrs %0, fpcr" : "=r"(fpcr)::"memory");
    return fpcr;
}

/* What was raised since the last call. */
static inline uint64_t raised(void) {
    uint64_t fpsr;
    __asm__ volatile("mrs %0, fpsr\n\tmsr fpsr, xzr" : "=r"(fpsr)::"memory");
    return fpsr;
}

#define SCALAR_2(name, type, letter)                                                               \
    static inline type name##_##type(type a, type b) {                                             \
        __asm__ volatile("f" #name " %" letter "0, %" letter "0, %" letter "1"                     \
                         : "+w"(a)                                                                 \
                         : "w"(b)                                                                  \
                         : "memory");                                                              \
        return a;                                                                                  \
    }
SCALAR_2(add, double, "d")
SCALAR_2(mul, double, "d")
SCALAR_2(div, double, "d")
SCALAR_2(max, float, "s")

static double number(uint64_t bits) {
    double value;
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}

static uint64_t bits_of(double value) {
    uint64_t bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    return bits;
}

#define LEAST_NORMAL 0x0010000000000000u
#define THIRD        0x3fd5555555555555u /* rounded down */

static void rounding(void) {
    uint64_t r[8];
    set_modes(UP);
    r[0] = bits_of(div_double(1, 3));
    set_modes(DOWN);
    r[1] = bits_of(div_double(1, 3));
    r[2] = bits_of(div_double(-1, 3));
    set_modes(TO_ZERO);
    r[3] = bits_of(div_double(-1, 3));
    set_modes(NEAREST);
    r[4] = bits_of(div_double(1, 3));
    check(r[0] == THIRD + 1 && r[1] == THIRD, "up and down");
    check(r[2] == (THIRD + 1) + (1ull << 63) && r[3] == THIRD + (1ull << 63),
          "of negative numbers");
    check(r[4] == THIRD, "to nearest again");
    set_modes(UP | DN);
    check(modes() == (UP | DN), "FPCR reads as it was written");
    set_modes(~0ull);
    check(modes() == 0x07c00000, "only the bits that are there");
    set_modes(0);
}

static void exceptions(void) {
    raised();
    div_double(1, 4);
    check(raised() == 0, "an exact quotient raises nothing");
    div_double(1, 3);
    check(raised() == IXC, "inexact");
    check(raised() == 0, "cleared by writing FPSR");
    check(bits_of(div_double(1, 0)) == 0x7ff0000000000000 && raised() == DZC, "division by zero");
    check(bits_of(div_double(0, 0)) == 0x7ff8000000000000 && raised() == IOC,
          "invalid: the default NaN");
    check(bits_of(mul_double(1e200, 1e200)) == 0x7ff0000000000000 && raised() == (OFC | IXC),
          "overflow");
    mul_double(number(LEAST_NORMAL), 0.3);
    check(raised() == (UFC | IXC), "underflow");
    mul_double(number(LEAST_NORMAL), 0.5);
    check(raised() == 0, "a subnormal that is exact raises nothing");
    check(bits_of(mul_double(number(LEAST_NORMAL), number(0x3fefffffffffffff))) == LEAST_NORMAL &&
              raised() == (UFC | IXC),
          "tiny before it is rounded to the least normal number");
    div_double(1, 3);
    svcSleepThread(0);
    check(raised() == IXC, "exceptions outlive system calls");
}

static void flushing(void) {
    const double subnormal = number(0x0008000000000000);
    raised();
    set_modes(FZ);
    const uint64_t sum = bits_of(add_double(subnormal, 0)), first = raised();
    const uint64_t product = bits_of(mul_double(number(LEAST_NORMAL), 0.5)), second = raised();
    const float largest = max_float(1e-40f, 1e-41f);
    const uint64_t third = raised();
    set_modes(0);
    const uint64_t whole = bits_of(add_double(subnormal, 0)), fourth = raised();
    check(sum == 0 && first == IDC, "a subnormal operand is zero, and IDC");
    check(product == 0 && second == UFC, "a tiny result is zero, and UFC alone");
    check(largest == 0 && third == IDC, "so in a maximum");
    check(whole == 0x0008000000000000 && fourth == 0, "and nothing of that without FZ");
}

static void not_numbers(void) {
    const double quiet = number(0x7ff8000000001234), signalling = number(0xfff0000000004321);
    raised();
    check(bits_of(add_double(quiet, 1)) == 0x7ff8000000001234 && raised() == 0,
          "a quiet NaN stays");
    check(bits_of(add_double(quiet, signalling)) == 0xfff8000000004321 && raised() == IOC,
          "a signalling one comes first");
    set_modes(DN);
    const uint64_t r = bits_of(add_double(quiet, 1));
    set_modes(0);
    check(r == 0x7ff8000000000000, "the default NaN where DN asks for it");
    raised();
    __asm__ volatile("fcmp %d0, %d0" ::"w"(quiet) : "cc", "memory");
    const uint64_t compare = raised();
    __asm__ volatile("fcmpe %d0, %d0" ::"w"(quiet) : "cc", "memory");
    check(compare == 0 && raised() == IOC, "FCMP is quiet, FCMPE is not");
}

static void integers(void) {
    int32_t word;
    uint32_t a = 0x7fffffff, b = 1, sum;
    raised();
    __asm__ volatile("fcvtzs %w0, %d1" : "=r"(word) : "w"(1e10) : "memory");
    check(word == INT32_MAX && raised() == IOC, "a conversion out of range saturates, invalid");
    __asm__ volatile("fcvtzs %w0, %d1" : "=r"(word) : "w"(-2.5) : "memory");
    check(word == -2 && raised() == IXC, "a conversion that rounds is inexact");
    __asm__ volatile("fmov s0, %w1\n\tfmov s1, %w2\n\tsqadd s0, s0, s1\n\tfmov %w0, s0"
                     : "=r"(sum)
                     : "r"(a), "r"(b)
                     : "v0", "v1", "memory");
    check(sum == 0x7fffffff && raised() == QC, "a saturated sum sets QC");
    __asm__ volatile("fmov s0, %w1\n\tfmov s1, %w2\n\tsqsub s0, s0, s1\n\tfmov %w0, s0"
                     : "=r"(sum)
                     : "r"(a), "r"(b)
                     : "v0", "v1", "memory");
    check(sum == 0x7ffffffe && raised() == 0, "a difference in range does not");
}

/* The garbage above a short vector raises nothing. */
static void short_vectors(void) {
    uint64_t low;
    raised();
    __asm__ volatile("movi v0.4s, #0x7f, lsl #24\n\tfmov v1.4s, #1.0\n\tmov v0.d[0], v1.d[0]\n\t"
                     "fmul v0.2s, v0.2s, v1.2s\n\tfmov %0, d0"
                     : "=r"(low)::"v0", "v1", "memory");
    check(low == 0x3f8000003f800000 && raised() == 0, "half a vector raises half of it");
    __asm__ volatile("movi v0.4s, #0\n\tmovi v1.2s, #0x3f, lsl #24\n\t"
                     "fdiv v0.2s, v0.2s, v1.2s\n\tfmov %0, d0"
                     : "=r"(low)::"v0", "v1", "memory");
    check(low == 0 && raised() == 0, "lanes that are not there do not divide by zero");
}

int main(void) {
    rounding();
    exceptions();
    flushing();
    not_numbers();
    integers();
    short_vectors();
    return check_end();
}
