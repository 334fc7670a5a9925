/* SPDX-License-Identifier: MIT */
#include "service/tz.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A TZif file, or a rule as a program may hand it back; conversions go both ways. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct tz_rule rule = {0};
    struct tz_calendar calendar;
    struct tz_info info;
    int64_t unix_time = 0, times[2];
    bool parsed = tz_parse(data, size, &rule);
    if (parsed && !tz_rule_ok(&rule))
        abort();
    if (!parsed && size >= 8) {
        memcpy(&rule, data, size < sizeof rule ? size : sizeof rule);
        memcpy(&unix_time, data + size - 8, 8);
        memcpy(&rule.magic, "WTZ1", 4);
    }
    if (tz_rule_ok(&rule)) {
        tz_to_calendar(&rule, unix_time, &calendar, &info);
        tz_to_unix(&rule, &calendar, times);
    }
    return 0;
}
