/* SPDX-License-Identifier: MIT */
#include "lift/site.h"

#include <stddef.h>
#include <stdio.h>

/* Encodings: Arm Architecture Reference Manual (DDI 0487), C4.1.65 (branches, exceptions, system)
 * and C4.1.66 (loads and stores). */

static uint32_t field(uint32_t word, unsigned low, unsigned width) {
    return word >> low & ((1u << width) - 1);
}

enum site_kind site_of(uint32_t word) {
    static const struct {
        uint32_t mask, value;
        enum site_kind kind;
    } forms[] = {
        {0xffe0001f, 0xd4000001, SITE_SVC},
        {0xffe0001f, 0xd4000002, SITE_TRAP},          /* HVC */
        {0xffe0001f, 0xd4000003, SITE_TRAP},          /* SMC */
        {0xffe0001f, 0xd4200000, SITE_TRAP},          /* BRK */
        {0xffe0001f, 0xd4400000, SITE_TRAP},          /* HLT */
        {0xffff0000, 0x00000000, SITE_TRAP},          /* UDF */
        {0xfffff01f, 0xd503201f, SITE_NONE_OF_THESE}, /* NOP and the other hints */
        {0xfffff000, 0xd5033000, SITE_BARRIER},
        {0xffd8f000, 0xd5087000, SITE_CACHE}, /* SYS with CRn 7: DC, IC, AT */
        {0xffc00000, 0xd5000000, SITE_SYSTEM_REGISTER},
        {0x3f000000, 0x08000000, SITE_EXCLUSIVE},
        {0x3b000000, 0x18000000, SITE_LITERAL},
        {0xfffffc1f, 0xd61f0000, SITE_INDIRECT_BRANCH},
        {0xfffffc1f, 0xd63f0000, SITE_INDIRECT_CALL},
        {0xffffffff, 0xd65f03c0, SITE_NONE_OF_THESE}, /* RET by x30: the usual return */
        {0xfffffc1f, 0xd65f0000, SITE_INDIRECT_BRANCH},
    };
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if ((word & forms[i].mask) == forms[i].value)
            return forms[i].kind;
    return SITE_NONE_OF_THESE;
}

const char *site_kind_name(enum site_kind kind) {
    static const char *const names[SITE_KINDS] = {
        [SITE_NONE_OF_THESE] = "not known by its bits",
        [SITE_SVC] = "svc",
        [SITE_SYSTEM_REGISTER] = "system register",
        [SITE_CACHE] = "cache operation",
        [SITE_BARRIER] = "barrier",
        [SITE_EXCLUSIVE] = "exclusive or ordered access",
        [SITE_LITERAL] = "literal load",
        [SITE_INDIRECT_BRANCH] = "indirect branch",
        [SITE_INDIRECT_CALL] = "indirect call",
        [SITE_TRAP] = "trap",
    };
    return names[kind];
}

struct named {
    uint16_t bits;
    const char *name;
};

static const char *find_name(const struct named *list, size_t count, uint32_t bits) {
    for (size_t i = 0; i < count; i++)
        if (list[i].bits == bits)
            return list[i].name;
    return NULL;
}
#define FIND_NAME(list, bits) find_name(list, sizeof(list) / sizeof *(list), bits)

/* op1:CRn:CRm:op2 of a system register with op0 3, or of SYS. */
#define SYSTEM_BITS(op1, crn, crm, op2) ((op1) << 11 | (crn) << 7 | (crm) << 3 | (op2))

static void describe_register(struct strbuf *out, uint32_t word) {
    static const struct named registers[] = {
        {SYSTEM_BITS(3, 13, 0, 2), "tpidr_el0"},  {SYSTEM_BITS(3, 13, 0, 3), "tpidrro_el0"},
        {SYSTEM_BITS(3, 4, 4, 0), "fpcr"},        {SYSTEM_BITS(3, 4, 4, 1), "fpsr"},
        {SYSTEM_BITS(3, 4, 2, 0), "nzcv"},        {SYSTEM_BITS(3, 4, 2, 1), "daif"},
        {SYSTEM_BITS(3, 0, 0, 1), "ctr_el0"},     {SYSTEM_BITS(3, 0, 0, 7), "dczid_el0"},
        {SYSTEM_BITS(3, 14, 0, 0), "cntfrq_el0"}, {SYSTEM_BITS(3, 14, 0, 1), "cntpct_el0"},
        {SYSTEM_BITS(3, 14, 0, 2), "cntvct_el0"}, {SYSTEM_BITS(3, 9, 13, 0), "pmccntr_el0"},
    };
    const char *name = field(word, 19, 2) == 3 ? FIND_NAME(registers, field(word, 5, 14)) : NULL;
    char generic[32];
    if (!name) {
        snprintf(generic, sizeof generic, "s%u_%u_c%u_c%u_%u", field(word, 19, 2),
                 field(word, 16, 3), field(word, 12, 4), field(word, 8, 4), field(word, 5, 3));
        name = generic;
    }
    if (field(word, 21, 1))
        strbuf_addf(out, "mrs x%u, %s", field(word, 0, 5), name);
    else
        strbuf_addf(out, "msr %s, x%u", name, field(word, 0, 5));
}

static void describe_cache(struct strbuf *out, uint32_t word) {
    static const struct named operations[] = {
        {SYSTEM_BITS(3, 7, 4, 1), "dc zva"},     {SYSTEM_BITS(3, 7, 10, 1), "dc cvac"},
        {SYSTEM_BITS(3, 7, 11, 1), "dc cvau"},   {SYSTEM_BITS(3, 7, 14, 1), "dc civac"},
        {SYSTEM_BITS(3, 7, 5, 1), "ic ivau"},    {SYSTEM_BITS(0, 7, 6, 1), "dc ivac"},
        {SYSTEM_BITS(0, 7, 1, 0), "ic ialluis"}, {SYSTEM_BITS(0, 7, 5, 0), "ic iallu"},
    };
    const char *name = FIND_NAME(operations, field(word, 5, 14));
    if (name)
        strbuf_addf(out, "%s, x%u", name, field(word, 0, 5));
    else
        strbuf_addf(out, "sys #%u, c7, c%u, #%u, x%u", field(word, 16, 3), field(word, 8, 4),
                    field(word, 5, 3), field(word, 0, 5));
}

static void describe_barrier(struct strbuf *out, uint32_t word) {
    static const struct named kinds[] = {{2, "clrex"}, {4, "dsb"}, {5, "dmb"}, {6, "isb"}};
    static const struct named domains[] = {{15, "sy"},    {14, "st"},   {13, "ld"},   {11, "ish"},
                                           {10, "ishst"}, {9, "ishld"}, {7, "nsh"},   {6, "nshst"},
                                           {5, "nshld"},  {3, "osh"},   {2, "oshst"}, {1, "oshld"}};
    const char *kind = FIND_NAME(kinds, field(word, 5, 3));
    const char *domain = FIND_NAME(domains, field(word, 8, 4));
    bool full = field(word, 5, 3) == 2 || field(word, 5, 3) == 6;
    if (!kind)
        strbuf_addf(out, "barrier %#x", word);
    else if (full && field(word, 8, 4) == 15)
        strbuf_add(out, kind);
    else if (domain && !full)
        strbuf_addf(out, "%s %s", kind, domain);
    else
        strbuf_addf(out, "%s #%u", kind, field(word, 8, 4));
}

static void describe_exclusive(struct strbuf *out, uint32_t word) {
    /* By o2, L, o0; the names of pairs and of bytes and halfwords are made of them. */
    static const char *const names[2][2][2] = {{{"stx", "stlx"}, {"ldx", "ldax"}},
                                               {{"stll", "stl"}, {"ldla", "lda"}}};
    uint32_t size = field(word, 30, 2);
    bool ordered = field(word, 23, 1), load = field(word, 22, 1), pair = field(word, 21, 1);
    char wide = size == 3 ? 'x' : 'w';
    if (ordered && pair) { /* ARMv8.1 */
        strbuf_add(out, "cas");
        return;
    }
    strbuf_addf(out, "%s%c%s ", names[ordered][load][field(word, 15, 1)], pair ? 'p' : 'r',
                size == 0   ? "b"
                : size == 1 ? "h"
                            : "");
    if (!ordered && !load)
        strbuf_addf(out, "w%u, ", field(word, 16, 5));
    strbuf_addf(out, "%c%u, ", wide, field(word, 0, 5));
    if (pair)
        strbuf_addf(out, "%c%u, ", wide, field(word, 10, 5));
    strbuf_addf(out, "[x%u]", field(word, 5, 5));
}

static void describe_literal(struct strbuf *out, uint32_t word, uint64_t pc) {
    static const char *const names[2][4] = {{"ldr w", "ldr x", "ldrsw x", "prfm #"},
                                            {"ldr s", "ldr d", "ldr q", "?"}};
    int64_t offset = (int64_t)((uint64_t)field(word, 5, 19) << 45) >> 43;
    strbuf_addf(out, "%s%u, %#lx", names[field(word, 26, 1)][field(word, 30, 2)], field(word, 0, 5),
                (unsigned long)(pc + (uint64_t)offset));
}

static void describe_trap(struct strbuf *out, uint32_t word) {
    static const struct named traps[] = {
        {0 << 5 | 2, "hvc"}, {0 << 5 | 3, "smc"}, {1 << 5 | 0, "brk"}, {2 << 5 | 0, "hlt"}};
    if (word < 0x10000) {
        strbuf_addf(out, "udf #%u", word);
        return;
    }
    strbuf_addf(out, "%s #%#x", FIND_NAME(traps, field(word, 21, 3) << 5 | field(word, 0, 5)),
                field(word, 5, 16));
}

void site_describe(struct strbuf *out, uint32_t word, uint64_t pc, lift_svc_name *svc_name) {
    const char *name;
    switch (site_of(word)) {
    case SITE_SVC:
        name = svc_name ? svc_name(field(word, 5, 16)) : NULL;
        strbuf_addf(out, "svc #%#x%s%s", field(word, 5, 16), name ? " " : "", name ? name : "");
        break;
    case SITE_SYSTEM_REGISTER:
        describe_register(out, word);
        break;
    case SITE_CACHE:
        describe_cache(out, word);
        break;
    case SITE_BARRIER:
        describe_barrier(out, word);
        break;
    case SITE_EXCLUSIVE:
        describe_exclusive(out, word);
        break;
    case SITE_LITERAL:
        describe_literal(out, word, pc);
        break;
    case SITE_INDIRECT_BRANCH:
        strbuf_addf(out, "%s x%u", field(word, 21, 2) ? "ret" : "br", field(word, 5, 5));
        break;
    case SITE_INDIRECT_CALL:
        strbuf_addf(out, "blr x%u", field(word, 5, 5));
        break;
    case SITE_TRAP:
        describe_trap(out, word);
        break;
    case SITE_NONE_OF_THESE:
    case SITE_KINDS:
        strbuf_addf(out, ".word %#010x", word);
        break;
    }
}
