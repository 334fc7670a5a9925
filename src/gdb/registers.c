/* SPDX-License-Identifier: MIT */
#include "gdb/registers.h"

#include <string.h>

/* Where a register lies in the state; what is no row is a general register or a vector. */
static const struct place {
    const char *name, *type;
    size_t offset, size;
    uint32_t bits; /* that exist, as MSR has them */
} places[] = {
#define AT(field) offsetof(struct a64_state, field)
    [REGISTER_SP] = {"sp", "data_ptr", AT(sp), 8, 0},
    [REGISTER_PC] = {"pc", "code_ptr", AT(pc), 8, 0},
    [REGISTER_CPSR] = {"cpsr", "cpsr_flags", 0, 4, 0},
    [REGISTER_FPSR] = {"fpsr", "int", AT(fpsr), 4, 0xf800009f},
    [REGISTER_FPCR] = {"fpcr", "int", AT(fpcr), 4, 0x07c00000},
    [REGISTER_TPIDR] = {"tpidr", "data_ptr", AT(tpidr), 8, 0},
    [REGISTER_TPIDRRO] = {"tpidrro", "data_ptr", AT(tpidrro), 8, 0},
#undef AT
};

static bool is_vector(unsigned number) {
    return number >= REGISTER_V0 && number < REGISTER_V0 + 32;
}

static void add(struct strbuf *out, unsigned number) {
    strbuf_addf(out, "<reg name=\"%s\" bitsize=\"%u\" type=\"%s\" regnum=\"%u\"/>",
                places[number].name, (unsigned)places[number].size * 8, places[number].type,
                number);
}

/* The kinds of lanes, from which gdb makes $v0.s.f and the like. */
static void add_vector_types(struct strbuf *out) {
    static const struct {
        const char *letter, *number, *real;
        unsigned bits;
    } lanes[] = {{"d", "int64", "ieee_double", 64},
                 {"s", "int32", "ieee_single", 32},
                 {"h", "int16", "ieee_half", 16},
                 {"b", "int8", NULL, 8}};
    strbuf_add(out, "<vector id=\"q_u\" type=\"uint128\" count=\"1\"/>");
    for (size_t i = 0; i < sizeof lanes / sizeof *lanes; i++) {
        const char *l = lanes[i].letter;
        const unsigned count = 128 / lanes[i].bits;
        strbuf_addf(out,
                    "<vector id=\"%s_u\" type=\"u%s\" count=\"%u\"/>"
                    "<vector id=\"%s_s\" type=\"%s\" count=\"%u\"/>",
                    l, lanes[i].number, count, l, lanes[i].number, count);
        if (lanes[i].real)
            strbuf_addf(out, "<vector id=\"%s_f\" type=\"%s\" count=\"%u\"/>", l, lanes[i].real,
                        count);
        strbuf_addf(out,
                    "<union id=\"lanes_%s\">%s%s%s<field name=\"u\" type=\"%s_u\"/>"
                    "<field name=\"s\" type=\"%s_s\"/></union>",
                    l, lanes[i].real ? "<field name=\"f\" type=\"" : "", lanes[i].real ? l : "",
                    lanes[i].real ? "_f\"/>" : "", l, l);
    }
    strbuf_add(out, "<union id=\"vector\">");
    for (size_t i = 0; i < sizeof lanes / sizeof *lanes; i++)
        strbuf_addf(out, "<field name=\"%s\" type=\"lanes_%s\"/>", lanes[i].letter,
                    lanes[i].letter);
    strbuf_add(out, "<field name=\"q\" type=\"q_u\"/></union>");
}

void registers_describe(struct strbuf *out) {
    strbuf_add(out,
               "<?xml version=\"1.0\"?><!DOCTYPE target SYSTEM \"gdb-target.dtd\"><target>"
               "<architecture>aarch64</architecture>"
               "<feature name=\"org.gnu.gdb.aarch64.core\">"
               "<flags id=\"cpsr_flags\" size=\"4\"><field name=\"V\" start=\"28\" end=\"28\"/>"
               "<field name=\"C\" start=\"29\" end=\"29\"/>"
               "<field name=\"Z\" start=\"30\" end=\"30\"/>"
               "<field name=\"N\" start=\"31\" end=\"31\"/></flags>");
    for (unsigned n = 0; n < 31; n++)
        strbuf_addf(out, "<reg name=\"x%u\" bitsize=\"64\" regnum=\"%u\"/>", n, n);
    for (unsigned n = REGISTER_SP; n <= REGISTER_CPSR; n++)
        add(out, n);
    strbuf_add(out, "</feature><feature name=\"org.gnu.gdb.aarch64.fpu\">");
    add_vector_types(out);
    for (unsigned n = 0; n < 32; n++)
        strbuf_addf(out, "<reg name=\"v%u\" bitsize=\"128\" type=\"vector\" regnum=\"%u\"/>", n,
                    REGISTER_V0 + n);
    add(out, REGISTER_FPSR);
    add(out, REGISTER_FPCR);
    strbuf_add(out, "</feature><feature name=\"windlass.thread\">");
    add(out, REGISTER_TPIDR);
    add(out, REGISTER_TPIDRRO);
    strbuf_add(out, "</feature></target>");
}

size_t registers_size(unsigned number) {
    return number < REGISTER_SP ? 8 : is_vector(number) ? 16 : places[number].size;
}

/* The state is in the guest's byte order, as the host is. */
static void *find(struct a64_state *s, unsigned number) {
    if (number < REGISTER_SP)
        return &s->x[number];
    if (is_vector(number))
        return &s->q[number - REGISTER_V0];
    return (char *)s + places[number].offset;
}

void registers_get(const struct a64_state *s, unsigned number, void *out) {
    const uint32_t flags =
        (uint32_t)s->n << 31 | (uint32_t)s->z << 30 | (uint32_t)s->c << 29 | (uint32_t)s->v << 28;
    if (number == REGISTER_CPSR)
        memcpy(out, &flags, sizeof flags);
    else
        memcpy(out, find((struct a64_state *)s, number), registers_size(number));
}

bool registers_set(struct a64_state *s, unsigned number, const void *in) {
    uint32_t word;
    if (number == REGISTER_TPIDRRO)
        return false;
    if (registers_size(number) != sizeof word) {
        memcpy(find(s, number), in, registers_size(number));
        return true;
    }
    memcpy(&word, in, sizeof word);
    if (number == REGISTER_CPSR) {
        s->n = word >> 31;
        s->z = word >> 30 & 1;
        s->c = word >> 29 & 1;
        s->v = word >> 28 & 1;
    } else {
        word &= places[number].bits;
        memcpy(find(s, number), &word, sizeof word);
    }
    return true;
}
