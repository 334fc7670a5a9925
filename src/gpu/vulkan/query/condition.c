/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/query/condition.h"

#include "gpu/vulkan/shader/resources.h"

/* Reports have 16 bytes: a value of 64 bits, and when it was written. */
enum { REPORT_WORDS = 4, REPORTS = 2 };

bool condition_holds(struct guest_memory *memory, const struct page_table *pages,
                     const struct condition *condition) {
    uint32_t words[REPORT_WORDS * REPORTS];
    if (condition->mode == CONDITION_ALWAYS)
        return true;
    if (condition->mode == CONDITION_NEVER)
        return false;
    const bool one = condition->mode == CONDITION_NOT_ZERO;
    (void)resources_read(memory, pages, condition->address, words, one ? 4 : sizeof words);
    if (one)
        return words[0] != 0;
    const bool same = words[0] == words[REPORT_WORDS] && words[1] == words[REPORT_WORDS + 1];
    return same == (condition->mode == CONDITION_EQUAL);
}
