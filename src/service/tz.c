/* SPDX-License-Identifier: MIT */
#include "service/tz.h"

#include <string.h>

#define RULE_MAGIC 0x315a5457u /* "WTZ1" */
#define DAY        86400

/* Days since 1970-01-01 of a date in the proleptic Gregorian calendar; years count from March, so
 * that the leap day is the last of a year. */
static int64_t days_from_date(int64_t year, unsigned month, unsigned day) {
    year -= month <= 2;
    int64_t era = (year >= 0 ? year : year - 399) / 400;
    int64_t year_of_era = year - era * 400;
    int64_t year_day = (153 * (int64_t)(month + (month > 2 ? -3u : 9u)) + 2) / 5 + day - 1;
    return era * 146097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + year_day -
           719468;
}

static void date_from_days(int64_t days, struct tz_calendar *out) {
    days += 719468;
    int64_t era = (days >= 0 ? days : days - 146096) / 146097;
    int64_t day_of_era = days - era * 146097;
    int64_t year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
    int64_t year_day = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    int64_t month = (5 * year_day + 2) / 153;
    out->day = (uint8_t)(year_day - (153 * month + 2) / 5 + 1);
    out->month = (uint8_t)(month < 10 ? month + 3 : month - 9);
    out->year = (uint16_t)(year_of_era + era * 400 + (out->month <= 2));
}

void tz_utc(struct tz_rule *out) {
    *out = (struct tz_rule){.magic = RULE_MAGIC, .type_count = 1, .types = {{.name = "UTC"}}};
}

bool tz_rule_ok(const struct tz_rule *rule) {
    if (rule->magic != RULE_MAGIC || rule->transition_count > TZ_TRANSITIONS ||
        rule->type_count == 0 || rule->type_count > TZ_TYPES)
        return false;
    for (uint32_t i = 0; i < rule->transition_count; i++)
        if (rule->type[i] >= rule->type_count)
            return false;
    for (uint32_t i = 0; i < rule->type_count; i++)
        if (rule->types[i].offset < -2 * DAY || rule->types[i].offset > 2 * DAY)
            return false;
    return true;
}

/* The type in force: that of the last transition that has come, before all of them the first type
 * that is no summer time. */
static const struct tz_type *type_at(const struct tz_rule *rule, int64_t unix_time) {
    uint32_t low = 0, high = rule->transition_count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (rule->at[middle] <= unix_time)
            low = middle + 1;
        else
            high = middle;
    }
    if (low)
        return &rule->types[rule->type[low - 1]];
    for (uint32_t i = 0; i < rule->type_count; i++)
        if (!rule->types[i].dst)
            return &rule->types[i];
    return &rule->types[0];
}

static int64_t floor_divide(int64_t a, int64_t b) {
    return a / b - (a % b < 0);
}

void tz_to_calendar(const struct tz_rule *rule, int64_t unix_time, struct tz_calendar *out,
                    struct tz_info *info) {
    /* Years fit 16 bits between -1970 and about 63000. */
    const int64_t limit = 1900000000000;
    unix_time = unix_time < -60000000000 ? -60000000000 : unix_time > limit ? limit : unix_time;
    const struct tz_type *type = type_at(rule, unix_time);
    int64_t local = unix_time + type->offset;
    int64_t days = floor_divide(local, DAY), seconds = local - days * DAY;
    *out = (struct tz_calendar){.hour = (uint8_t)(seconds / 3600),
                                .minute = (uint8_t)(seconds / 60 % 60),
                                .second = (uint8_t)(seconds % 60)};
    date_from_days(days, out);
    int64_t weekday = (days + 4) % 7; /* 1970-01-01 was a Thursday */
    info->weekday = (uint32_t)(weekday < 0 ? weekday + 7 : weekday);
    info->year_day = (uint32_t)(days - days_from_date(out->year, 1, 1));
    info->type = *type;
}

unsigned tz_to_unix(const struct tz_rule *rule, const struct tz_calendar *calendar,
                    int64_t out[2]) {
    unsigned month = calendar->month >= 1 && calendar->month <= 12 ? calendar->month : 1;
    int64_t local = days_from_date(calendar->year, month, calendar->day) * DAY +
                    calendar->hour * 3600 + calendar->minute * 60 + calendar->second;
    unsigned count = 0;
    for (uint32_t i = 0; i < rule->type_count && count < 2; i++) {
        int64_t unix_time = local - rule->types[i].offset;
        bool known = count && out[0] == unix_time;
        if (!known && type_at(rule, unix_time)->offset == rule->types[i].offset)
            out[count++] = unix_time;
    }
    if (count == 2 && out[0] > out[1]) {
        int64_t later = out[0];
        out[0] = out[1];
        out[1] = later;
    }
    return count;
}

/* ---- TZif ---- */

#define HEADER_BYTES 44

static int64_t big_endian(const uint8_t *at, unsigned bytes) {
    uint64_t value = bytes == 4 && at[0] >> 7 ? ~0ull : 0;
    for (unsigned i = 0; i < bytes; i++)
        value = value << 8 | at[i];
    return (int64_t)value;
}

/* Header: "TZif", version, 15 reserved, then six counts: UT/local, standard/wall, leap seconds,
 * transitions, types, name bytes. The data of these follows, times being time_bytes wide. */
struct counts {
    uint32_t ut, standard, leap, times, types, chars;
};

static bool read_header(const uint8_t *data, size_t size, struct counts *c) {
    if (size < HEADER_BYTES || memcmp(data, "TZif", 4) != 0)
        return false;
    uint32_t *const fields[] = {&c->ut, &c->standard, &c->leap, &c->times, &c->types, &c->chars};
    for (size_t i = 0; i < 6; i++) {
        *fields[i] = (uint32_t)big_endian(data + 20 + 4 * i, 4);
        if (*fields[i] > 0x10000)
            return false;
    }
    return true;
}

static size_t body_bytes(const struct counts *c, size_t time_bytes) {
    return c->times * (time_bytes + 1) + c->types * 6 + c->chars + c->leap * (time_bytes + 4) +
           c->standard + c->ut;
}

static bool read_body(const uint8_t *data, const struct counts *c, unsigned time_bytes,
                      struct tz_rule *out) {
    /* A longer history than the rule holds: its oldest part goes. */
    uint32_t skip = c->times > TZ_TRANSITIONS ? c->times - TZ_TRANSITIONS : 0;
    const uint8_t *types = data + c->times * time_bytes, *infos = types + c->times;
    const uint8_t *chars = infos + c->types * 6;
    if (c->types == 0 || c->types > TZ_TYPES)
        return false;
    *out = (struct tz_rule){.magic = RULE_MAGIC, .type_count = c->types};
    out->transition_count = c->times - skip;
    for (uint32_t i = 0; i < out->transition_count; i++) {
        out->at[i] = big_endian(data + (i + skip) * time_bytes, time_bytes);
        out->type[i] = types[i + skip];
    }
    for (uint32_t i = 0; i < c->types; i++) {
        struct tz_type *t = &out->types[i];
        t->offset = (int32_t)big_endian(infos + 6 * i, 4);
        t->dst = infos[6 * i + 4] != 0;
        uint32_t name = infos[6 * i + 5];
        for (uint32_t n = 0; n < sizeof t->name - 1 && name + n < c->chars && chars[name + n]; n++)
            t->name[n] = (char)chars[name + n];
    }
    return tz_rule_ok(out);
}

bool tz_parse(const uint8_t *data, size_t size, struct tz_rule *out) {
    struct counts c;
    if (!read_header(data, size, &c) || body_bytes(&c, 4) > size - HEADER_BYTES)
        return false;
    if (data[4] < '2')
        return read_body(data + HEADER_BYTES, &c, 4, out);
    /* Since version 2 the same comes a second time, with 64-bit times. */
    size_t second = HEADER_BYTES + body_bytes(&c, 4);
    if (!read_header(data + second, size - second, &c) ||
        body_bytes(&c, 8) > size - second - HEADER_BYTES)
        return false;
    return read_body(data + second + HEADER_BYTES, &c, 8, out);
}
