/* SPDX-License-Identifier: MIT */
#include "gpu/capture/list.h"

#include "gpu/command/methods.h"
#include "gpu/command/words.h"

void method_list_init(struct method_list *l, FILE *out) {
    *l = (struct method_list){.out = out};
    for (unsigned i = 0; i < 6; i++)
        method_table_index(method_tables[i], l->rows[i], LIST_METHODS);
}

void method_list_flush(struct method_list *l) {
    if (!l->run)
        return;
    fprintf(l->out, "  %04x %-32s", l->run_method * 4, l->run->name);
    for (unsigned i = 0; i < l->words && i < 4; i++)
        fprintf(l->out, " %08x", l->first[i]);
    if (l->words > 4)
        fprintf(l->out, " ... %u words", l->words);
    fprintf(l->out, "\n");
    l->run = NULL;
}

/* Methods of one name that take word after word: data, code. */
static bool gathers(const struct method_row *row) {
    return row->status == METHOD_ACTS && (row->address == 0x0118 || row->address == 0x0120 ||
                                          row->address == 0x01b4 || row->address == 0x2390);
}

static int table_of(unsigned class, unsigned method) {
    const unsigned wanted = method < COMMAND_HOST_METHODS ? method_tables[0]->class : class;
    for (int i = 0; i < 6; i++)
        if (method_tables[i]->class == wanted)
            return i;
    return -1;
}

static void print_name(const struct method_list *l, const struct method_row *row, unsigned method) {
    char name[80];
    if (row->count > 1)
        snprintf(name, sizeof name, "%s[%u]", row->name, (method * 4 - row->address) / row->stride);
    else
        snprintf(name, sizeof name, "%s", row->name);
    fprintf(l->out, "  %04x %-32s", method * 4, name);
}

void method_list_add(struct method_list *l, unsigned subchannel, unsigned class, unsigned method,
                     uint32_t data, unsigned left) {
    const int table = table_of(class, method);
    const struct method_row *row =
        table >= 0 && method < LIST_METHODS ? l->rows[table][method] : NULL;
    (void)left;
    if (row && row == l->run) {
        if (l->words < 4)
            l->first[l->words] = data;
        l->words++;
        return;
    }
    method_list_flush(l);
    if (row && gathers(row)) {
        l->run = row;
        l->run_method = method;
        l->first[0] = data;
        l->words = 1;
    } else if (row) {
        print_name(l, row, method);
        fprintf(l->out, " %08x\n", data);
    } else if (table == 1 && method >= METHODS_REGISTERS) {
        char name[32];
        snprintf(name, sizeof name, "macro %u%s", (method - METHODS_REGISTERS) / 2,
                 method % 2 ? ", next word" : "");
        fprintf(l->out, "  %04x %-32s %08x\n", method * 4, name, data);
    } else {
        fprintf(l->out, "  %04x unknown, of class %04x (%u)           %08x\n", method * 4, class,
                subchannel, data);
    }
}
