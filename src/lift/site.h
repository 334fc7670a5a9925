/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_LIFT_SITE_H
#define WINDLASS_LIFT_SITE_H

#include "base/strbuf.h"
#include "lift/lift.h"

#include <stdint.h>

/* Where guest code touches the system or leaves straight flow, read from the bits of a word alone,
 * so that this scan and the instruction table check each other. */
enum site_kind {
    SITE_NONE_OF_THESE,
    SITE_SVC,
    SITE_SYSTEM_REGISTER,
    SITE_CACHE,
    SITE_BARRIER,
    SITE_EXCLUSIVE,
    SITE_LITERAL,
    SITE_INDIRECT_BRANCH,
    SITE_INDIRECT_CALL,
    SITE_TRAP,
    SITE_KINDS,
};

enum site_kind site_of(uint32_t word);
const char *site_kind_name(enum site_kind kind);
/* Adds what the word at pc does, as an assembler writes it: "svc #0x26 Break". svc_name may be
 * NULL. */
void site_describe(struct strbuf *out, uint32_t word, uint64_t pc, lift_svc_name *svc_name);

#endif
