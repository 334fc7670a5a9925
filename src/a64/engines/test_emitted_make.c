/* SPDX-License-Identifier: MIT */
#include "a64/known.h"
#include "a64/random.h"

#include <stdio.h>
#include <stdlib.h>

/* test_emitted_make SEED WORDS PART PARTS
 *
 * Prints C with functions for so many random words of each row (of every PARTS-th row, from PART),
 * each around the text that a64_emit makes. As in lifted code, registers are locals, and only those
 * that a64_effects names are loaded and stored. */

static void declare(const struct a64_effects *e) {
    const uint32_t x = e->x_read | e->x_written, v = e->v_read | e->v_written;
    for (unsigned i = 0; i < 31; i++)
        if (x >> i & 1)
            printf(" uint64_t x%u = s->x[%u];", i, i);
    if (x >> 31)
        printf(" uint64_t sp = s->sp;");
    for (unsigned i = 0; i < 32; i++)
        if (v >> i & 1)
            printf(" a64_v2u64 q%u = s->q[%u];", i, i);
    if (e->nzcv_read || e->nzcv_written)
        printf(" _Bool fn = s->n, fz = s->z, fc = s->c, fv = s->v;");
}

static void write_back(const struct a64_effects *e) {
    for (unsigned i = 0; i < 31; i++)
        if (e->x_written >> i & 1)
            printf(" s->x[%u] = x%u;", i, i);
    if (e->x_written >> 31)
        printf(" s->sp = sp;");
    for (unsigned i = 0; i < 32; i++)
        if (e->v_written >> i & 1)
            printf(" s->q[%u] = q%u;", i, i);
    if (e->nzcv_written)
        printf(" s->n = fn, s->z = fz, s->c = fc, s->v = fv;");
}

static void print_function(enum a64_op op, uint32_t word) {
    struct a64_effects e;
    struct strbuf text = {0};
    a64_effects(op, word, &e);
    a64_emit(&text, op, word, A64_RANDOM_CODE, A64_FLAGS_ALL);
    printf("static void f_%08x(struct a64_state *s) {", word);
    declare(&e);
    if (a64_info(op)->kind == A64_BRANCH_COND) {
        printf(" s->pc = (%s) ? %#lxul : %#lxul;", text.text,
               (unsigned long)a64_branch_target(op, word, A64_RANDOM_CODE),
               (unsigned long)A64_RANDOM_CODE + 4);
    } else {
        printf(" %s s->pc += 4;", text.text);
    }
    write_back(&e);
    printf(" }\n");
    strbuf_free(&text);
}

/* Up to `wanted` different words of the row; there may be fewer. */
static unsigned find_words(enum a64_op op, uint64_t seed, uint32_t *words, unsigned wanted) {
    unsigned count = 0;
    for (unsigned tries = 0; tries < 4 * wanted && count < wanted; tries++) {
        bool fresh = a64_random_word(op, &seed, &words[count]);
        for (unsigned i = 0; i < count && fresh; i++)
            fresh = words[i] != words[count];
        count += fresh;
    }
    return count;
}

enum { MOST_WORDS = 64 };

int main(int argc, char **argv) {
    if (argc != 5 || atoi(argv[2]) < 1 || atoi(argv[2]) > MOST_WORDS || atoi(argv[4]) < 1) {
        fprintf(stderr, "test_emitted_make SEED WORDS (1 to %d) PART PARTS\n", MOST_WORDS);
        return 1;
    }
    const uint64_t seed = strtoull(argv[1], NULL, 0);
    const unsigned wanted = (unsigned)atoi(argv[2]), part = (unsigned)atoi(argv[3]),
                   parts = (unsigned)atoi(argv[4]);
    unsigned total = 0;
    struct strbuf list = {0};
    printf("#include \"a64/lifted_ops.h\"\n#include \"a64/engines/test_emitted.h\"\n");
    for (unsigned i = 1 + part; i < A64_OPS; i += parts) {
        const enum a64_op op = (enum a64_op)i;
        uint32_t words[MOST_WORDS];
        const unsigned count = find_words(op, seed ^ (uint64_t)i << 32, words, wanted);
        for (unsigned n = 0; n < count; n++) {
            if (a64_known_find(A64_KNOWN_LIFTED_SKIPS, op, words[n])) {
                strbuf_addf(&list, "    {0x%08x, 0},\n", words[n]);
                continue;
            }
            print_function(op, words[n]);
            strbuf_addf(&list, "    {0x%08x, f_%08x},\n", words[n], words[n]);
        }
        total += count;
    }
    printf("const struct test_emitted test_emitted[] = {\n%s};\n", list.text);
    printf("const unsigned test_emitted_count = %u, test_emitted_level = A64_FLOAT;\n", total);
    strbuf_free(&list);
    return 0;
}
