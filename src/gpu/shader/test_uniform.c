/* SPDX-License-Identifier: MIT */
/* What values.h and uniform.h say: of small programs, and of random ones that several threads
 * execute. */
#include "gpu/shader/file.h"
#include "gpu/shader/uniform.h"

#include "base/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct found {
    struct shader_file file;
    struct shader_flow flow;
    struct shader_values values;
    struct shader_uniform uniform;
};

static void find(const char *code, struct found *f) {
    struct error error = {0};
    char *source = memory_format(".stage compute\n.code\n%s", code);
    if (!shader_file_parse(source, &f->file, &error))
        fail_msg("%s", error.text);
    const struct shader_program *p = f->file.programs;
    if (!shader_flow_build(p->code.data, p->code.size, NULL, &f->flow, &error) ||
        !shader_values_build(p->code.data, &f->flow, &f->values, &error))
        fail_msg("%s in\n%s", error.text, code);
    shader_uniform_find(&f->values, &f->uniform);
    free(source);
}

static void found_free(struct found *f) {
    shader_uniform_free(&f->uniform);
    shader_values_free(&f->values);
    shader_flow_free(&f->flow);
    shader_file_free(&f->file);
}

/* Of each BAR, by its number: do all threads come there together? */
static void barriers_are(const char *code, const char *wanted) {
    struct found f;
    char is[17] = "................";
    find(code, &f);
    for (uint32_t i = 0; i < f.values.instruction_count; i++) {
        const struct value_instruction *v = &f.values.instructions[i];
        struct isa_instruction in;
        if (!shader_values_decode(&f.values, i, &in) || in.row->class != ISA_BAR)
            continue;
        char *c = &is[in.operand[ISA_ARG_A].value & 15];
        const bool uniform = shader_uniform_at(&f.uniform, v->block, v->at);
        *c = *c == '-' || !uniform ? '-' : '+';
    }
    if (strncmp(is, wanted, strlen(wanted)) != 0 || is[strlen(wanted)] != '.')
        fail_msg("%s\nis %s", code, is);
    found_free(&f);
}

#define VARIES  "S2R R0, TID.X\nISETP.LT.U32.AND P0, PT, R0, 0x10, PT\n"
#define UNIFORM "S2R R0, CTAID.X\nISETP.LT.U32.AND P0, PT, R0, c[0x2][0x0], PT\n"

static void branches(void **state) {
    (void)state;
    barriers_are("BAR.SYNC 0x0, 0x0\nEXIT\n", "+");
    barriers_are(VARIES "@P0 BRA there\nBAR.SYNC 0x0, 0x0\nthere:\nBAR.SYNC 0x1, 0x0\nEXIT\n",
                 "-+");
    barriers_are(UNIFORM "@P0 BRA there\nBAR.SYNC 0x0, 0x0\nthere:\nBAR.SYNC 0x1, 0x0\nEXIT\n",
                 "++");
    barriers_are(VARIES "@P0 BAR.SYNC 0x0, 0x0\nBAR.SYNC 0x1, 0x0\nEXIT\n", "-+");
    barriers_are(UNIFORM "@P0 BAR.SYNC 0x0, 0x0\nEXIT\n", "+");
    /* Who has ended does not come any more. */
    barriers_are(VARIES "BAR.SYNC 0x0, 0x0\n@P0 EXIT\nBAR.SYNC 0x1, 0x0\nEXIT\n", "+-");
    barriers_are(UNIFORM "@P0 EXIT\nBAR.SYNC 0x0, 0x0\nEXIT\n", "+");
    barriers_are("LDG.E R1, [R2]\nISETP.LT.U32.AND P0, PT, R1, 0x10, PT\n@P0 EXIT\n"
                 "BAR.SYNC 0x0, 0x0\nEXIT\n",
                 "-");
    barriers_are("@P3 BRA there\nBAR.SYNC 0x0, 0x0\nthere:\nEXIT\n", "-");
    /* With SSY and SYNC; what a branch that varies wrote varies. */
    barriers_are(VARIES "MOV R3, RZ\nSSY join\n@P0 SYNC\nMOV32I R3, 0x1\nBAR.SYNC 0x0, 0x0\nSYNC\n"
                        "join:\nBAR.SYNC 0x1, 0x0\nISETP.EQ.U32.AND P1, PT, R3, RZ, PT\n@P1 EXIT\n"
                        "BAR.SYNC 0x2, 0x0\nEXIT\n",
                 "-+-");
}

static void loops(void **state) {
    (void)state;
    /* As in a sum by halves: a branch that varies inside a loop that does not. */
    barriers_are("S2R R0, TID.X\nMOV32I R1, 0x20\nagain:\nISETP.LT.U32.AND P0, PT, R0, R1, PT\n"
                 "SSY join\n@!P0 SYNC\nIADD R4, R4, R5\nSYNC\njoin:\nBAR.SYNC 0x0, 0x0\n"
                 "SHR.U32 R1, R1, 0x1\nISETP.NE.U32.AND P0, PT, R1, RZ, PT\n@P0 BRA again\n"
                 "BAR.SYNC 0x1, 0x0\nEXIT\n",
                 "++");
    /* A loop that threads leave one after the other, and what counted its rounds. */
    barriers_are("S2R R0, TID.X\nMOV R1, RZ\nagain:\nBAR.SYNC 0x0, 0x0\nIADD R1, R1, 0x1\n"
                 "ISETP.LT.U32.AND P0, PT, R1, R0, PT\n@P0 BRA again\nBAR.SYNC 0x1, 0x0\n"
                 "ISETP.LT.U32.AND P0, PT, R1, 0x5, PT\n@P0 EXIT\nBAR.SYNC 0x2, 0x0\nEXIT\n",
                 "-+-");
    barriers_are("again:\nBAR.SYNC 0x0, 0x0\nBRA again\n", "+");
    barriers_are(VARIES "@P0 BRA again\nBAR.SYNC 0x0, 0x0\nEXIT\nagain:\nBAR.SYNC 0x1, 0x0\n"
                        "BRA again\n",
                 "--");
}

static void functions(void **state) {
    (void)state;
    barriers_are("CAL f\nBAR.SYNC 0x0, 0x0\nEXIT\nf:\nBAR.SYNC 0x1, 0x0\nRET\n", "++");
    barriers_are(VARIES "@P0 BRA there\nCAL f\nthere:\nBAR.SYNC 0x0, 0x0\nEXIT\n"
                        "f:\nBAR.SYNC 0x1, 0x0\nRET\n",
                 "+-");
    /* Some threads end in it. */
    barriers_are(VARIES "CAL f\nBAR.SYNC 0x0, 0x0\nEXIT\nf:\nCAL g\nBAR.SYNC 0x1, 0x0\nRET\n"
                        "g:\n@P0 EXIT\nBAR.SYNC 0x2, 0x0\nRET\n",
                 "---");
    barriers_are(UNIFORM "CAL f\nBAR.SYNC 0x0, 0x0\nEXIT\nf:\n@P0 EXIT\nRET\n", "+");
    barriers_are(VARIES "CAL f\nBAR.SYNC 0x0, 0x0\nEXIT\nf:\n@P0 RET\nBAR.SYNC 0x1, 0x0\nRET\n",
                 "+-");
}

/* ---- more than is looked at ---- */

static char *many_blocks(unsigned count, const char *end) {
    struct strbuf code = {0};
    strbuf_add(&code, UNIFORM);
    for (unsigned i = 0; i < count; i++)
        strbuf_add(&code, "@P0 BRA end\n");
    strbuf_addf(&code, "end:\nBAR.SYNC 0x0, 0x0\n%sEXIT\n", end);
    return code.text;
}

static void limits(void **state) {
    (void)state;
    struct strbuf stores = {0};
    struct error error = {0};
    struct shader_file file;
    struct shader_flow flow;
    struct shader_values values;
    char *few = many_blocks(100, ""), *many = many_blocks(UNIFORM_BLOCKS_LIMIT, "");
    barriers_are(few, "+");
    barriers_are(many, "-");
    free(few);
    free(many);
    /* All registers come through all blocks to the last. */
    for (unsigned i = 0; i < ISA_RZ; i++)
        strbuf_addf(&stores, "STL [0x0], R%u\n", i);
    many = many_blocks(VALUE_INS_LIMIT / ISA_RZ + 1, stores.text);
    char *source = memory_format(".stage compute\n.code\n%s", many);
    if (!shader_file_parse(source, &file, &error))
        fail_msg("%s", error.text);
    const struct shader_program *p = file.programs;
    assert_true(shader_flow_build(p->code.data, p->code.size, NULL, &flow, &error));
    assert_false(shader_values_build(p->code.data, &flow, &values, &error));
    assert_string_equal(error.text,
                        "more than 1048576 values reach the code's blocks; it has 4114");
    shader_flow_free(&flow);
    shader_file_free(&file);
    free(source);
    free(many);
    strbuf_free(&stores);
}

/* ---- random programs ---- */

enum { REGISTERS = 5, PREDICATES = 2, LABELS = 4, STEPS = 300, THREADS = 3, CALLS = 8 };
static uint64_t random_state;

static uint32_t below(uint32_t limit) {
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(random_state >> 33) % limit;
}

static const char *guard(void) {
    static const char *const guards[] = {"", "", "", "", "@P0 ", "@!P0 ", "@P1 ", "@!P1 "};
    return guards[below(8)];
}

static void add_line(struct strbuf *out) {
    const unsigned d = below(REGISTERS), a = below(REGISTERS), b = below(REGISTERS);
    switch (below(11)) {
    case 0:
        strbuf_addf(out, "%sMOV32I R%u, 0x%x\n", guard(), d, below(4));
        break;
    case 1:
        strbuf_addf(out, "%sMOV R%u, c[0x2][0x%x]\n", guard(), d, below(4) * 4);
        break;
    case 2:
        strbuf_addf(out, "%sIADD R%u, R%u, R%u\n", guard(), d, a, b);
        break;
    case 3:
        strbuf_addf(out, "%sS2R R%u, %s\n", guard(), d, below(2) ? "TID.X" : "CTAID.X");
        break;
    case 4:
    case 5:
        strbuf_addf(out, "%sISETP.LT.U32.AND P%u, PT, R%u, 0x%x, PT\n", guard(), below(PREDICATES),
                    a, below(5));
        break;
    case 6:
    case 7:
        strbuf_addf(out, "%sBRA l%u\n", guard(), below(LABELS));
        break;
    case 8:
        strbuf_addf(out, "%s%s\n", guard(), below(4) ? "CAL f" : "EXIT");
        break;
    default:
        strbuf_addf(out, "%sBAR.SYNC 0x0, 0x0\n", guard());
    }
}

/* CAL takes no guard in the text: it goes around one instead. */
static void add_lines(struct strbuf *out, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        struct strbuf line = {0};
        add_line(&line);
        const char *call = strstr(line.text, "CAL");
        strbuf_add(out, call ? call : line.text);
        strbuf_free(&line);
    }
}

static void add_program(struct strbuf *out) {
    for (unsigned i = 0; i < LABELS; i++) {
        strbuf_addf(out, "l%u:\n", i);
        add_lines(out, below(5));
    }
    strbuf_add(out, "EXIT\nf:\n");
    for (unsigned i = below(4); i > 0; i--) {
        struct strbuf line = {0};
        add_line(&line);
        if (!strstr(line.text, "BRA") && !strstr(line.text, "CAL"))
            strbuf_add(out, line.text);
        strbuf_free(&line);
    }
    strbuf_addf(out, "%sRET\nIADD R0, R0, R1\nRET\n", guard());
}

struct thread {
    const struct found *f;
    uint32_t number, registers[REGISTERS];
    bool predicates[PREDICATES];
    uint32_t writer[VALUE_VARIABLES]; /* value */
    uint32_t *times, *hash;           /* of each instruction: what it wrote, one after the other */
    uint32_t seen_mark, *seen;
};

/* May the value be what `writer` wrote? */
struct looking {
    struct thread *t;
    uint32_t writer;
    bool found;
};

static void look(void *context, uint32_t value) {
    struct looking *l = context;
    if (value == VALUE_NONE || l->t->seen[value] == l->t->seen_mark)
        return;
    l->t->seen[value] = l->t->seen_mark;
    l->found |= value == l->writer;
    shader_values_sources(&l->t->f->values, value, look, l);
}

static void check_reads(struct thread *t, uint32_t instruction) {
    const struct value_instruction *i = &t->f->values.instructions[instruction];
    for (uint32_t k = i[0].first_read; k < i[1].first_read; k++) {
        const struct value_read *r = &t->f->values.reads[k];
        struct looking l = {t, t->writer[r->variable], false};
        t->seen_mark++;
        look(&l, r->value);
        if (!l.found)
            fail_msg("0x%x reads variable %u: value %u is not what value %u wrote", i->at,
                     r->variable, r->value, l.writer);
    }
}

static uint32_t source(const struct thread *t, const struct isa_operand *o) {
    return o->kind == ISA_CONSTANT   ? (uint32_t)o->value / 4
           : o->kind != ISA_REGISTER ? (uint32_t)o->value
                                     : t->registers[o->number % REGISTERS];
}

static void execute(struct thread *t, uint32_t instruction, const struct isa_instruction *in) {
    const struct value_instruction *i = &t->f->values.instructions[instruction];
    uint32_t *d = &t->registers[in->operand[ISA_ARG_D].number % REGISTERS], made = 0;
    switch ((enum isa_class)in->row->class) {
    case ISA_MOV:
        made = *d = source(t, &in->operand[ISA_ARG_B]);
        break;
    case ISA_IADD:
        made = *d = source(t, &in->operand[ISA_ARG_A]) + source(t, &in->operand[ISA_ARG_B]);
        break;
    case ISA_S2R:
        made = *d = in->modifier[ISA_MOD_SREG] == ISA_SREG_CTAID_X ? 3 : t->number;
        break;
    case ISA_ISETP:
        made = source(t, &in->operand[ISA_ARG_A]) < source(t, &in->operand[ISA_ARG_B]);
        t->predicates[in->operand[ISA_ARG_PD].number % PREDICATES] = made;
        break;
    default:
        break;
    }
    for (uint32_t k = i[0].first_write; k < i[1].first_write; k++)
        t->writer[t->f->values.writes[k].variable] = 1 + k;
    t->times[instruction]++;
    t->hash[instruction] = (t->hash[instruction] ^ made) * 0x01000193 + 1;
}

/* False: it takes too long. */
static bool run(struct thread *t) {
    const struct shader_flow *flow = &t->f->flow;
    uint32_t block = flow->entries[0], calls[CALLS], depth = 0;
    for (unsigned step = 0; step < STEPS; step++) {
        const struct flow_block *b = &flow->blocks[block];
        bool holds = true;
        for (uint32_t i = t->f->values.blocks[block].first;
             i < t->f->values.blocks[block + 1].first; i++) {
            struct isa_instruction in;
            shader_values_decode(&t->f->values, i, &in);
            holds = in.guard == ISA_PT || t->predicates[in.guard % PREDICATES] != in.guard_not;
            if (holds)
                check_reads(t, i);
            if (holds)
                execute(t, i, &in);
        }
        if (b->end == FLOW_NEXT || (b->conditional && !holds))
            block = b->next;
        else if (b->end == FLOW_GO)
            block = flow->to[b->first_to];
        else if (b->end == FLOW_RETURN && depth)
            block = calls[--depth];
        else if (b->end == FLOW_CALL && depth < CALLS) {
            calls[depth++] = b->next;
            block = flow->entries[b->callee];
        } else
            return b->end == FLOW_EXIT;
    }
    return false;
}

static void thread_init(struct thread *t, const struct found *f, uint32_t number) {
    *t = (struct thread){.f = f, .number = number};
    t->times = NEW_ARRAY(uint32_t, f->values.instruction_count);
    t->hash = NEW_ARRAY(uint32_t, f->values.instruction_count);
    t->seen = NEW_ARRAY(uint32_t, f->values.value_count);
    for (unsigned i = 0; i < REGISTERS; i++)
        t->registers[i] = below(6);
    for (unsigned i = 0; i < PREDICATES; i++)
        t->predicates[i] = below(2);
}

static bool same_in_all(const struct thread *threads, uint32_t instruction) {
    const struct found *f = threads->f;
    const struct value_instruction *i = &f->values.instructions[instruction];
    bool same = true, varies = false;
    for (uint32_t k = i[0].first_write; k < i[1].first_write; k++)
        varies |= f->uniform.varies[1 + k];
    for (unsigned t = 1; t < THREADS; t++)
        same &= threads[t].times[instruction] == threads[0].times[instruction] &&
                (varies || threads[t].hash[instruction] == threads[0].hash[instruction]);
    return same;
}

static void threads_do_as_it_says(void **state) {
    (void)state;
    enum { PROGRAMS = 20000 };
    unsigned uniform = 0, apart = 0, ended = 0;
    for (unsigned n = 0; n < PROGRAMS; n++) {
        struct strbuf code = {0};
        struct found f;
        struct thread threads[THREADS];
        bool end = true;
        random_state = n;
        add_program(&code);
        find(code.text, &f);
        for (unsigned t = 0; t < THREADS; t++) {
            thread_init(&threads[t], &f, t);
            end &= run(&threads[t]);
        }
        ended += end;
        for (uint32_t i = 0; end && i < f.values.instruction_count; i++) {
            const struct value_instruction *v = &f.values.instructions[i];
            const bool together = shader_uniform_at(&f.uniform, v->block, v->at);
            uniform += together;
            apart += !together;
            if (together && !same_in_all(threads, i))
                fail_msg("program %u, 0x%x:\n%s", n, v->at, code.text);
        }
        for (unsigned t = 0; t < THREADS; t++) {
            free(threads[t].times);
            free(threads[t].hash);
            free(threads[t].seen);
        }
        found_free(&f);
        strbuf_free(&code);
    }
    print_message("# count programs %u\n", ended);
    assert_true(ended > PROGRAMS / 4 && uniform > PROGRAMS && apart > PROGRAMS);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(branches),
        cmocka_unit_test(loops),
        cmocka_unit_test(functions),
        cmocka_unit_test(limits),
        cmocka_unit_test(threads_do_as_it_says),
    };
    return cmocka_run_group_tests_name("shader uniform", tests, NULL, NULL);
}
