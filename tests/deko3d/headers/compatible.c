/* SPDX-License-Identifier: MIT */
/* deko3d.h beside what was measured of devkitPro's: names, values, layouts and signatures while
 * this is compiled; bit fields and defaults when it runs. C and C++ alike. */
#include <deko3d.h>

#include <stddef.h>

#ifdef __cplusplus
#include <type_traits>
#define HOLDS_TRUE(condition, what) static_assert(condition, what)
#define ALIGN_OF(type)              alignof(type)
#define IS_A(name, type)            std::is_same<decltype(&name), type>::value
#else
#define HOLDS_TRUE(condition, what) _Static_assert(condition, what)
#define ALIGN_OF(type)              _Alignof(type)
#define IS_A(name, type)            _Generic(&name, type: 1, default: 0)
#endif

#define VALUE(name, value) HOLDS_TRUE((unsigned long long)(name) == (value), #name);
#include "formats.inc"
#include "values.inc"

#define TYPE(name, bytes, align)                                                                   \
    HOLDS_TRUE(sizeof(name) == (bytes), "size of " #name);                                         \
    HOLDS_TRUE(ALIGN_OF(name) == (align), "alignment of " #name);
#define FIELD(type, name, offset, bytes)                                                           \
    HOLDS_TRUE(offsetof(type, name) == (offset), "place of " #type "." #name);                     \
    HOLDS_TRUE(sizeof(((type *)0)->name) == (bytes), "size of " #type "." #name);
#include "layouts.inc"

#define FUNCTION(name, returned, parameters) HOLDS_TRUE(IS_A(name, returned(*) parameters), #name);
#include "functions.inc"
#include "helpers.inc"

#if defined(__cplusplus) && __cplusplus >= 201402L
/* Helpers are constant expressions. */
constexpr DkBlendState made_at_compile_time() {
    DkBlendState state = {};
    dkBlendStateDefaults(&state);
    return state;
}
static_assert(made_at_compile_time().srcColorBlendFactor == DkBlendFactor_SrcAlpha, "defaults");
static_assert(dkMakeTextureHandle(0x100003, 2) == 0x200003, "handles");
static_assert(dkTimestampToNs(384) == 625 && dkNsToTimestamp(625) == 384, "clock");
#endif

#if __STDC_HOSTED__
#include <stdio.h>
#include <string.h>

static int failures, checks;

static void check(bool holds, const char *what) {
    checks++;
    if (holds)
        return;
    failures++;
    printf("%s\n", what);
}

static void check_bits(void) {
/* A field is read where only its bits are set, and where only they are not. */
#define BITS(type, field, word, mask)                                                              \
    do {                                                                                           \
        uint32_t words[sizeof(type) / 4] = {0};                                                    \
        type state;                                                                                \
        words[word] = (mask);                                                                      \
        memcpy(&state, words, sizeof state);                                                       \
        check((uint32_t)state.field == (uint32_t)((mask) / ((mask) & -(mask))), #type "." #field); \
        memset(words, 0xff, sizeof words);                                                         \
        words[word] = ~(mask);                                                                     \
        memcpy(&state, words, sizeof state);                                                       \
        check((uint32_t)state.field == 0, #type "." #field " has more bits");                      \
    } while (0);
#include "bits.inc"
}

static void check_defaults(void) {
/* Over a structure of ones: what is left out is seen. */
#define DEFAULTS(type, arguments)                                                                  \
    do {                                                                                           \
        Dk##type made;                                                                             \
        memset(&made, 0xff, sizeof made);                                                          \
        dk##type##Defaults arguments;
#define HOLDS(type, field, value)         check((double)made.field == (double)(value), #type "." #field);
#define HOLDS_POINTER(type, field, value) check((uintptr_t)made.field == (value), #type "." #field);
    /* clang-format off */
#define END } while (0);
/* clang-format on */
#include "defaults.inc"
}

static void check_helpers(void) {
    DkColorState color;
    dkColorStateDefaults(&color);
    dkColorStateSetBlendEnable(&color, 7, true);
    dkColorStateSetBlendEnable(&color, 0, true);
    check(color.blendEnableMask == 0x81, "blending of two targets");
    dkColorStateSetBlendEnable(&color, 7, false);
    check(color.blendEnableMask == 1 && color.logicOp == DkLogicOp_Copy, "blending of one target");
    DkColorWriteState writes;
    dkColorWriteStateDefaults(&writes);
    dkColorWriteStateSetMask(&writes, 7, DkColorMask_RGB);
    dkColorWriteStateSetMask(&writes, 1, 0x12);
    check(writes.masks == 0x7fffff2f, "masks of targets");
    DkImage image;
    check((const void *)dkImageGetLayout(&image) == (const void *)&image, "an image's layout");
}

int main(void) {
    check_bits();
    check_defaults();
    check_helpers();
    printf("%d checks, %d failures\n", checks, failures);
    return failures != 0;
}
#endif
