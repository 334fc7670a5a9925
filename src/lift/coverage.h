/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_LIFT_COVERAGE_H
#define WINDLASS_LIFT_COVERAGE_H

#include "lift/discover.h"
#include "lift/lift.h"

/* Fills the figures, the findings and both forms of the coverage report. */
void coverage_report(const struct text *texts, const struct discovery *found, size_t count,
                     struct lift_stats *stats);

/* Where guest code touches the system, read from the bits of a word alone, so that this scan and
 * the instruction table check each other. */
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
enum site_kind coverage_site(uint32_t word);

#endif
