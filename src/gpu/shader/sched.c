/* SPDX-License-Identifier: MIT */
#include "gpu/shader/code.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { SLOT_BITS = 21, NO_BARRIER = 7 };

/* The fields of a slot, as they are written: NAME=VALUE, left out where they have their normal
 * value. */
static const struct field {
    const char *name;
    uint8_t at, width, normal;
    bool hex, flag;
} fields[] = {
    {"st", 0, 4, 0xff, false, false}, /* always written */
    {"yl", 4, 1, 0, false, true},           {"wr", 5, 3, NO_BARRIER, false, false},
    {"rd", 8, 3, NO_BARRIER, false, false}, {"wt", 11, 6, 0, true, false},
    {"ru", 17, 4, 0, true, false},
};
enum { FIELDS = sizeof fields / sizeof *fields };

static unsigned value_of(uint64_t slot, const struct field *f) {
    return (unsigned)(slot >> f->at) & ((1u << f->width) - 1);
}

struct sched sched_of(uint64_t word, unsigned slot) {
    const uint64_t bits = word >> (slot * SLOT_BITS);
    return (struct sched){.stall = (uint8_t)value_of(bits, &fields[0]),
                          .yield = value_of(bits, &fields[1]) != 0,
                          .write = (uint8_t)value_of(bits, &fields[2]),
                          .read = (uint8_t)value_of(bits, &fields[3]),
                          .wait = (uint8_t)value_of(bits, &fields[4]),
                          .reuse = (uint8_t)value_of(bits, &fields[5])};
}

uint64_t sched_bits(struct sched s, unsigned slot) {
    const unsigned values[FIELDS] = {s.stall, s.yield, s.write, s.read, s.wait, s.reuse};
    uint64_t bits = 0;
    for (unsigned i = 0; i < FIELDS; i++)
        bits |= (uint64_t)values[i] << fields[i].at;
    return bits << (slot * SLOT_BITS);
}

void sched_print(uint64_t word, struct strbuf *out) {
    if (word >> 63) { /* no slot has that bit */
        strbuf_addf(out, "0x%016" PRIx64, word);
        return;
    }
    for (unsigned slot = 0; slot < CODE_IN_GROUP; slot++) {
        const char *between = slot ? " / " : "";
        for (unsigned i = 0; i < FIELDS; i++) {
            const unsigned value = value_of(word >> (slot * SLOT_BITS), &fields[i]);
            if (value == fields[i].normal)
                continue;
            strbuf_addf(out,
                        fields[i].flag  ? "%s%s"
                        : fields[i].hex ? "%s%s=0x%x"
                                        : "%s%s=%u",
                        between, fields[i].name, value);
            between = " ";
        }
    }
}

static const char *skip_space(const char *p) {
    while (*p == ' ' || *p == '\t')
        p++;
    return p;
}

/* One NAME=VALUE at *p, into the slot's bits. */
static bool parse_field(const char **p, uint64_t *slot, struct error *error) {
    for (unsigned i = 0; i < FIELDS; i++) {
        const struct field *f = &fields[i];
        const char *at = *p + strlen(f->name);
        if (strncmp(*p, f->name, strlen(f->name)) != 0 || isalnum((unsigned char)*at))
            continue;
        unsigned long value = 1;
        if (!f->flag) {
            char *end;
            if (*at != '=' || !isdigit((unsigned char)at[1]))
                return error_set(error, ERROR_FORMAT, ".sched: '%s' takes =VALUE", f->name);
            value = strtoul(at + 1, &end, 0);
            at = end;
            if (value >> f->width)
                return error_set(error, ERROR_FORMAT, ".sched: %s has %u bits", f->name, f->width);
        }
        *slot = (*slot & ~(((1ull << f->width) - 1) << f->at)) | (uint64_t)value << f->at;
        *p = skip_space(at);
        return true;
    }
    return error_set(error, ERROR_FORMAT,
                     ".sched: '%s' is none of st=, yl, wr=, rd=, wt=, ru= with ' / ' between slots",
                     *p);
}

bool sched_parse(const char *text, uint64_t *word, struct error *error) {
    const char *p = skip_space(text);
    if (isdigit((unsigned char)*p)) {
        char *end;
        *word = strtoull(p, &end, 0);
        return !*skip_space(end) ||
               error_set(error, ERROR_FORMAT, ".sched: one number, or three slots");
    }
    *word = 0;
    for (unsigned slot = 0; slot < CODE_IN_GROUP; slot++) {
        uint64_t bits = sched_bits((struct sched){.write = NO_BARRIER, .read = NO_BARRIER}, 0);
        while (*p && *p != '/')
            if (!parse_field(&p, &bits, error))
                return false;
        *word |= bits << (slot * SLOT_BITS);
        if (*p == '/' && slot + 1 < CODE_IN_GROUP)
            p = skip_space(p + 1);
        else if (slot + 1 < CODE_IN_GROUP)
            return error_set(error, ERROR_FORMAT, ".sched: has %u of three slots", slot + 1);
    }
    return !*p || error_set(error, ERROR_FORMAT, ".sched: has more than three slots");
}
