/* SPDX-License-Identifier: MIT */
#include "a64/random.h"

#include <stdio.h>
#include <string.h>

/* Prints C with two functions for each row of the table, each around the text that a64_emit makes
 * for one random word. As in lifted code, registers are locals, and only those that a64_effects
 * names are loaded and stored. */

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

static bool is_emitted(const struct a64_op_info *info) {
    return (info->kind == A64_PLAIN || info->kind == A64_BRANCH_COND) && !info->exclusive &&
           !info->system;
}

static void print_function(enum a64_op op, uint32_t word) {
    struct a64_effects e;
    struct strbuf text = {0};
    a64_effects(op, word, &e);
    a64_emit(&text, op, word, A64_RANDOM_CODE);
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

int main(void) {
    static uint32_t words[2 * A64_OPS];
    size_t count = 0;
    printf("#include \"a64/lifted_ops.h\"\n#include \"a64/test_emitted.h\"\n");
    for (unsigned op = 1; op < A64_OPS; op++) {
        uint64_t seed = op + 7;
        for (int i = 0; i < 2 && is_emitted(a64_info((enum a64_op)op)); i++) {
            uint32_t word;
            if (!a64_random_word((enum a64_op)op, &seed, &word) || (i && word == words[count - 1]))
                continue;
            print_function((enum a64_op)op, word);
            words[count++] = word;
        }
    }
    printf("const struct test_emitted test_emitted[] = {\n");
    for (size_t i = 0; i < count; i++)
        printf("    {0x%08x, f_%08x},\n", words[i], words[i]);
    printf("};\nconst unsigned test_emitted_count = %zu;\n", count);
    return 0;
}
