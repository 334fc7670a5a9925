/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_VULKAN_QUERY_REPORT_H
#define WINDLASS_GPU_VULKAN_QUERY_REPORT_H

#include "gpu/vulkan/backend.h"
#include "gpu/vulkan/query/query.h"

/* What was counted, as 64-bit numbers in memory of the device, and how they get into reports. */

enum { STREAMS = 4, REPORT_COUNTERS = 32, REPORT_NO_COUNTER = REPORT_COUNTERS };

struct report_writer;

MUST_CHECK bool report_writer_new(struct backend *b, struct report_writer **out,
                                  struct error *error);
void report_writer_free(struct report_writer *w);

/* Adds what `count` queries gave, `values` numbers each, to the counters from `at` on. */
void report_sum(struct report_writer *w, const struct stream_slice *results, uint32_t count,
                unsigned at, unsigned values);
void report_clear(struct report_writer *w, unsigned at);
/* Writes the payload (`at`: REPORT_NO_COUNTER) or a counter to guest memory, and where the report
 * has one the time, all when what was recorded before is done. Fails where nothing is mapped. */
MUST_CHECK bool report_writer_write(struct report_writer *w, const struct page_table *pages,
                                    const struct report *report, unsigned at, struct error *error);

#endif
