/* SPDX-License-Identifier: MIT */
#include "service/answers.h"
#include "service/time_service.h"
#include "service/tz.h"

#include <stdlib.h>
#include <string.h>

/* ITimeZoneService. The machine's location is the host's. */

#define NOT_FOUND      RESULT(116, 989)
#define NOT_ALLOWED    RESULT(116, 1)
#define RULE_BYTES     0x4000
#define CALENDAR_BYTES 8

static struct tz_rule my_rule;
static char my_name[TZ_NAME_BYTES];

void time_zone_start(void) {
    tz_load_local(&my_rule, my_name);
}

int64_t time_local_from_unix(int64_t unix_time) {
    struct tz_calendar calendar;
    struct tz_info info;
    tz_to_calendar(&my_rule, unix_time, &calendar, &info);
    return unix_time + info.type.offset;
}

static result get_location(struct call *c) {
    memcpy(call_out(c), my_name, sizeof my_name);
    return 0;
}

static result list_locations(struct call *c) {
    struct buffer b = call_buffer_out(c, 0);
    bool first = *(const int32_t *)call_in(c) == 0 && b.size >= sizeof my_name;
    if (first)
        memcpy(b.data, my_name, sizeof my_name);
    *(int32_t *)call_out(c) = first;
    return 0;
}

static result load_rule(struct call *c) {
    char name[TZ_NAME_BYTES + 1] = {0};
    memcpy(name, call_in(c), TZ_NAME_BYTES);
    struct buffer b = call_buffer_out(c, 0);
    struct tz_rule rule;
    if (!tz_load(name, &rule) || b.size < RULE_BYTES)
        return NOT_FOUND;
    memset(b.data, 0, RULE_BYTES);
    memcpy(b.data, &rule, sizeof rule);
    return 0;
}

/* A rule that comes from the program: a copy, so that it cannot change behind the check. */
static bool take_rule(struct call *c, struct tz_rule *rule) {
    struct buffer b = call_buffer_in(c, 0);
    if (b.size < sizeof *rule)
        return false;
    memcpy(rule, b.data, sizeof *rule);
    return tz_rule_ok(rule);
}

/* {u16 year, u8 month, day, hour, minute, second, pad}, {u32 weekday, u32 day of the year,
 * char zone[8], u32 dst, s32 offset} */
static result to_calendar(struct call *c, const struct tz_rule *rule, int64_t unix_time) {
    struct tz_calendar calendar;
    struct tz_info info;
    uint8_t *out = call_out(c);
    tz_to_calendar(rule, unix_time, &calendar, &info);
    memcpy(out, &calendar, 7);
    memcpy(out + 8, &info.weekday, 4);
    memcpy(out + 12, &info.year_day, 4);
    memcpy(out + 16, info.type.name, 8);
    memcpy(out + 24, &(uint32_t){info.type.dst}, 4);
    memcpy(out + 28, &info.type.offset, 4);
    return 0;
}

static result to_calendar_time(struct call *c) {
    struct tz_rule rule;
    if (!take_rule(c, &rule))
        return NOT_FOUND;
    return to_calendar(c, &rule, *(const int64_t *)call_in(c));
}

static result to_calendar_time_with_my_rule(struct call *c) {
    return to_calendar(c, &my_rule, *(const int64_t *)call_in(c));
}

static result to_posix(struct call *c, const struct tz_rule *rule) {
    struct tz_calendar calendar;
    int64_t times[2];
    memcpy(&calendar, call_in(c), 7);
    unsigned count = tz_to_unix(rule, &calendar, times);
    struct buffer b = call_buffer_out(c, 0);
    if (b.size / 8 < count)
        count = (unsigned)(b.size / 8);
    if (count)
        memcpy(b.data, times, 8 * count);
    *(int32_t *)call_out(c) = (int32_t)count;
    return 0;
}

static result to_posix_time(struct call *c) {
    struct tz_rule rule;
    return take_rule(c, &rule) ? to_posix(c, &rule) : NOT_FOUND;
}

static result to_posix_time_with_my_rule(struct call *c) {
    return to_posix(c, &my_rule);
}

static const struct command commands[] = {
    SERVED(0, "GetDeviceLocationName", get_location, 0, TZ_NAME_BYTES),
    ABSENT(1, "SetDeviceLocationName", NOT_ALLOWED),
    FIXED(2, "GetTotalLocationNameCount", 4, 1),
    SERVED(3, "LoadLocationNameList", list_locations, 4, 4),
    SERVED(4, "LoadTimeZoneRule", load_rule, TZ_NAME_BYTES, 0),
    FIXED(5, "GetTimeZoneRuleVersion", 16, 0),
    SERVED(100, "ToCalendarTime", to_calendar_time, 8, 0x20),
    SERVED(101, "ToCalendarTimeWithMyRule", to_calendar_time_with_my_rule, 8, 0x20),
    SERVED(201, "ToPosixTime", to_posix_time, CALENDAR_BYTES, 4),
    SERVED(202, "ToPosixTimeWithMyRule", to_posix_time_with_my_rule, CALENDAR_BYTES, 4),
};
const struct interface time_zone_service = INTERFACE("ITimeZoneService", commands, NULL);
