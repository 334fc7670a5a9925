/* SPDX-License-Identifier: MIT */
#include "gpu/engine/describe.h"

#include "gpu/engine/method_table.h"

static const char *const statuses[] = {
    [METHOD_ABSENT] = "absent",   [METHOD_STATE] = "state",     [METHOD_ACTS] = "acts",
    [METHOD_IGNORED] = "nothing", [METHOD_NEUTRAL] = "neutral",
};

static const char *const reasons[] = {
    [REASON_NOTHING] = "the GPU does nothing either",
    [REASON_ORDER] = "commands are executed in order",
    [REASON_CACHES] = "caches of the GPU; ours know versions",
    [REASON_SPEED] = "changes how fast the GPU is",
    [REASON_COMPRESSION] = "how the GPU keeps pixels",
    [REASON_MEASURING] = "for tools that watch the GPU",
    [REASON_VERSIONS] = "versions of driver and shaders",
    [REASON_OWN_MEMORY] = "memory that the GPU needs for itself",
    [REASON_SCRATCH] = "registers for macros",
};

static void describe_row(struct strbuf *out, const struct method_row *row) {
    strbuf_addf(out, "| 0x%04x | ", row->address);
    if (row->count > 1)
        strbuf_addf(out, "%u, by 0x%x", row->count, row->stride);
    strbuf_addf(out, " | %s | %s", row->name, statuses[row->status]);
    if (row->status == METHOD_IGNORED)
        strbuf_addf(out, ": %s", reasons[row->what]);
    else if (row->status == METHOD_NEUTRAL)
        strbuf_addf(out, ": only %u", row->what);
    strbuf_add(out, " |\n");
}

/* The row with the lowest address above `above`, of all parts. */
static const struct method_row *next_row(const struct method_table *table, int above) {
    const struct method_row *next = NULL;
    for (size_t part = 0; part < sizeof table->parts / sizeof *table->parts; part++)
        for (const struct method_row *row = table->parts[part]; row && row->name; row++)
            if (row->address > above && (!next || row->address < next->address))
                next = row;
    return next;
}

static void describe_table(struct strbuf *out, const struct method_table *table) {
    strbuf_addf(out,
                "\n## %s, class %04x\n\n| address | how many | method | status |\n"
                "|---|---|---|---|\n",
                table->title, table->class);
    int above = -1;
    for (const struct method_row *row; (row = next_row(table, above)); above = row->address)
        describe_row(out, row);
}

static unsigned count(unsigned status) {
    unsigned n = 0;
    for (size_t t = 0; t < sizeof method_tables / sizeof *method_tables; t++) {
        int above = -1;
        for (const struct method_row *row; (row = next_row(method_tables[t], above));
             above = row->address)
            n += row->status == status;
    }
    return n;
}

void describe_methods(struct strbuf *out) {
    strbuf_add(out,
               "# Methods of the GPU\n\n"
               "Generated from the tables in src/gpu/engine (`*_methods*.c`) by `scripts/docs`; "
               "edit these. Addresses count bytes, as NVIDIA's published class headers do.\n\n");
    strbuf_addf(out,
                "- state (%u): a register that is kept; what is drawn depends on it\n"
                "- acts (%u): something happens at once\n"
                "- nothing (%u): nothing needs to happen, and why\n"
                "- neutral (%u): one value asks for nothing; another is counted, as an absent "
                "method is\n"
                "- absent (%u): does something that is not there; each use is counted, the first "
                "is a warning\n\n"
                "A method that is not here is counted as well.\n",
                count(METHOD_STATE), count(METHOD_ACTS), count(METHOD_IGNORED),
                count(METHOD_NEUTRAL), count(METHOD_ABSENT));
    for (size_t t = 0; t < sizeof method_tables / sizeof *method_tables; t++)
        describe_table(out, method_tables[t]);
}
