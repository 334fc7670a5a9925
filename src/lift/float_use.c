/* SPDX-License-Identifier: MIT */
#include "lift/float_use.h"

#define SVC(number) (0xd4000001u | (uint32_t)(number) << 5)

/* Words that need a level; any text may hold them as data too, which costs speed only. */
static const struct {
    uint32_t mask, value;
    unsigned level;
} uses[] = {
    {0xffffffe0, 0xd51b4400, A64_FLOAT_MODES}, /* msr fpcr */
    {0xffffffe0, 0xd53b4420, A64_FLOAT_EXACT}, /* mrs fpsr */
    {0xffffffff, SVC(0x33), A64_FLOAT_EXACT},  /* GetThreadContext3: shows FPSR */
    {0xffffffff, SVC(0x4b), A64_FLOAT_EXACT},  /* CreateCodeMemory: code from elsewhere */
    {0xffffffff, SVC(0x4c), A64_FLOAT_EXACT},  /* ControlCodeMemory */
    {0xffffffff, SVC(0x77), A64_FLOAT_EXACT},  /* MapProcessCodeMemory */
};

static unsigned level_of(uint32_t word) {
    for (size_t i = 0; i < sizeof uses / sizeof *uses; i++)
        if ((word & uses[i].mask) == uses[i].value)
            return uses[i].level;
    return A64_FLOAT_PLAIN;
}

unsigned float_use_level(const struct text *texts, size_t count,
                         const struct lift_options *options) {
    unsigned level = A64_FLOAT_PLAIN;
    if (options->float_mode == LIFT_FLOAT_FAST)
        return A64_FLOAT_FAST;
    if (options->float_mode == LIFT_FLOAT_EXACT || options->debug)
        return A64_FLOAT_EXACT;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < texts[i].count; k++) {
            const unsigned needed = level_of(text_word(&texts[i], k));
            level = needed > level ? needed : level;
        }
    return level;
}
