/* SPDX-License-Identifier: MIT */
#include "gpu/shader/code.h"
#include "gpu/shader/isa.h"

#include "base/memory.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COMMENT_COLUMN = 64 };

/* Which words something goes to. */
struct targets {
    uint8_t *set; /* one a word, and one behind the last */
    size_t size;
};

static uint64_t word_at(const uint8_t *code, size_t at) {
    uint64_t word = 0;
    for (unsigned i = 0; i < CODE_WORD; i++)
        word |= (uint64_t)code[at + i] << (8 * i);
    return word;
}

static bool inside(const struct targets *t, int64_t address) {
    return address >= 0 && (uint64_t)address <= t->size && address % CODE_WORD == 0;
}

static void find_targets(const uint8_t *code, struct targets *t) {
    for (size_t at = 0; at < t->size; at += CODE_WORD) {
        struct isa_instruction in;
        if (at % CODE_GROUP == 0 || !isa_decode(word_at(code, at), &in))
            continue;
        const struct isa_operand *to = &in.operand[ISA_ARG_L];
        if (to->present && to->kind == ISA_TARGET) {
            const int64_t address = (int64_t)at + CODE_WORD + to->value;
            if (inside(t, address))
                t->set[address / CODE_WORD] = 1;
        }
    }
}

static bool name_of(void *context, int64_t address, char name[64]) {
    const struct targets *t = context;
    if (!inside(t, address) || !t->set[address / CODE_WORD])
        return false;
    snprintf(name, 64, "L%04" PRIx64, (uint64_t)address);
    return true;
}

static void add_comment(size_t start, size_t at, uint64_t word, struct strbuf *out) {
    const size_t used = out->length - start;
    strbuf_addf(out, "%*s // %04zx %016" PRIx64,
                used < COMMENT_COLUMN ? (int)(COMMENT_COLUMN - used) : 0, "", at, word);
}

void code_print(const uint8_t *code, size_t size, bool comments, struct strbuf *out) {
    struct targets targets = {NEW_ARRAY(uint8_t, size / CODE_WORD + 1), size};
    find_targets(code, &targets);
    struct isa_place place = {.label = name_of, .context = &targets};
    char name[64];
    for (size_t at = 0; at <= size; at += CODE_WORD) {
        if (name_of(&targets, (int64_t)at, name))
            strbuf_addf(out, "%s:\n", name);
        if (at == size)
            break;
        const uint64_t word = word_at(code, at);
        const size_t start = out->length;
        strbuf_add(out, "    ");
        if (at % CODE_GROUP == 0) {
            strbuf_add(out, ".sched ");
            sched_print(word, out);
        } else {
            struct isa_instruction in;
            place.address = (uint32_t)at;
            (void)isa_decode(word, &in);
            isa_print(&in, &place, out);
        }
        if (comments)
            add_comment(start, at, word, out);
        strbuf_add(out, "\n");
    }
    free(targets.set);
}
