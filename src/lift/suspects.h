/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_LIFT_SUSPECTS_H
#define WINDLASS_LIFT_SUSPECTS_H

#include "lift/text.h"

/* Where FPCR is 0 and nothing reads FPSR, the host's arithmetic is wrong in nothing but the bits of
 * NaNs, and these decide about nothing but bits of other NaNs until somebody looks at them as bits
 * (docs/float.md). So results need to be looked at only where somebody else would.
 *
 * Vector registers that may hold NaNs of wrong bits, in lanes of 32 or 64 bits: */
struct suspects {
    uint32_t v32, v64;
};

/* Does the instruction look at a suspect as anything but a float of its width? */
bool suspects_seen(const struct text *t, size_t index, const struct suspects *s);
/* What it leaves suspect, computed by the host (a64_emit_host). */
void suspects_follow(const struct text *t, size_t index, struct suspects *s);

#endif
