/* SPDX-License-Identifier: MIT */
/* Text that no compiler made: everything must hold together, and the work must end. */
#include "base/memory.h"
#include "base/strbuf.h"
#include "lift/dataflow.h"
#include "lift/emit.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define WORDS 4096u

static uint32_t state_of;

static uint32_t next_random(void) {
    state_of = state_of * 1664525 + 1013904223;
    return state_of >> 8 ^ state_of << 16;
}

/* Mostly words that lead somewhere near. */
static uint32_t make_word(void) {
    uint32_t r = next_random(), near = (next_random() & 0x3ff) - 0x200;
    switch (r % 12) {
    case 0:
        return 0x14000000 | (near & 0x3ffffff); /* B */
    case 1:
        return 0x94000000 | (near & 0x3ffffff); /* BL */
    case 2:
        return 0x54000000 | (near & 0x7ffff) << 5 | (r >> 8 & 15); /* B.cond */
    case 3:
        return 0x34000000 | (near & 0x7ffff) << 5 | (r >> 8 & 31); /* CBZ */
    case 4:
        return 0x10000000 | (near & 0x7ffff) << 5 | (r >> 8 & 31); /* ADR */
    case 5:
        return 0xd61f0000 | (r >> 8 & 31) << 5; /* BR */
    case 6:
        return 0x78605800 | (r >> 8 & 0x1f03ff); /* LDRH [x, w, uxtw #1] */
    case 7:
        return 0x8b20a800 | (r >> 8 & 0x1f03ff); /* ADD x, x, w, sxth #2 */
    case 8:
        return 0x7100001f | (r >> 8 & 0xff) << 10 | (r >> 16 & 31) << 5; /* CMP */
    case 9:
        return 0xd10083ff; /* SUB SP, SP, #32 */
    case 10:
        return 0xd65f03c0; /* RET */
    default:
        return next_random();
    }
}

static void check_function(const struct text *t, const struct function *f) {
    uint32_t end = 0;
    for (uint32_t i = 0; i < f->block_count; i++) {
        const struct block *b = &f->blocks[i];
        assert_true(b->count > 0 && b->first >= end && b->first + b->count <= t->count);
        end = b->first + b->count;
        assert_true(b->next.kind != EDGE_BLOCK ||
                    f->blocks[b->next.block].first == text_index(t, b->next.pc));
        assert_true(b->taken.kind != EDGE_BLOCK ||
                    f->blocks[b->taken.block].first == text_index(t, b->taken.pc));
        assert_true(b->table < 0 || (size_t)b->table < f->table_count);
    }
    assert_int_equal(text_pc(t, f->blocks[f->entry_block].first), f->entry);
    for (size_t i = 0; i < f->table_count; i++)
        for (uint32_t k = 0; k < f->tables[i].count; k++)
            assert_true(function_block_at(f, f->tables[i].targets[k]) != UINT32_MAX);
}

static void nonsense(void **context) {
    (void)context;
    for (uint32_t seed = 1; seed <= 12; seed++) {
        uint32_t *words = memory_new(WORDS * 4);
        struct module m = {.name = (char[]){"nonsense"},
                           .image = (uint8_t *)words,
                           .image_size = WORDS * 4,
                           .memory_size = WORDS * 4,
                           .mod0 = -1};
        struct text t;
        struct discovery d;
        struct summary c;
        struct strbuf out = {0};
        state_of = seed;
        for (uint32_t i = 0; i < WORDS; i++)
            words[i] = make_word();
        m.segments[SEGMENT_TEXT] = (struct segment){0, WORDS * 4, WORDS * 4};
        text_open(&t, &m, 0x08000000);
        discover(&t, &d, NULL, NULL);
        summary_find(&t, &d, &c);
        struct emitter e = {.text = &t, .discovery = &d, .out = &out, .file_name = "n", .file = 1};
        e.mentioned = NEW_ARRAY(uint32_t, d.count + 1);
        e.mentions = NEW_ARRAY(size_t, d.count + 1);
        size_t instructions = 0;
        for (size_t i = 0; i < d.count; i++) {
            struct flow flow;
            check_function(&t, &d.functions[i]);
            instructions += d.functions[i].instructions;
            flow_find(&t, &d, &c, &d.functions[i], &flow);
            emit_function(&e, &d.functions[i], &flow);
            flow_free(&flow);
            strbuf_clear(&out);
        }
        assert_true(instructions < 40 * WORDS + 256 * d.count);
        free(e.mentioned);
        free(e.mentions);
        strbuf_free(&out);
        summary_free(&c);
        discovery_free(&d);
        text_close(&t);
        free(words);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(nonsense)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
