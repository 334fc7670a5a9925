/* SPDX-License-Identifier: MIT */
#include "gpu/shader/file.h"
#include "gpu/shader/multiply.h"

#include "base/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- folds of a text ---- */

struct found {
    struct shader_file file;
    struct shader_flow flow;
    struct shader_values values;
    struct shader_multiplies multiplies;
};

static void find(const char *code, struct found *f) {
    struct error error = {0};
    char *source = memory_format(".stage compute\n.code\n%s", code);
    if (!shader_file_parse(source, &f->file, &error))
        fail_msg("%s", error.text);
    const struct shader_program *p = f->file.programs;
    if (!shader_flow_build(p->code.data, p->code.size, NULL, &f->flow, &error) ||
        !shader_values_build(p->code.data, &f->flow, &f->values, &error))
        fail_msg("%s", error.text);
    shader_multiplies_find(&f->values, &f->multiplies);
    free(source);
}

static void found_free(struct found *f) {
    shader_multiplies_free(&f->multiplies);
    shader_values_free(&f->values);
    shader_flow_free(&f->flow);
    shader_file_free(&f->file);
}

/* The folds, a line each, then how many are dead. */
static void folds_are(const char *code, const char *wanted) {
    struct found f;
    struct strbuf text = {0};
    unsigned dead = 0;
    find(code, &f);
    for (uint32_t i = 0; i < f.values.instruction_count; i++) {
        assert_int_equal(shader_multiply_at(&f.multiplies, i) != NULL,
                         f.multiplies.roles[i] == MULTIPLY_LAST);
        dead += f.multiplies.roles[i] == MULTIPLY_DEAD;
    }
    shader_multiplies_print(&f.values, &f.multiplies, &text);
    strbuf_addf(&text, "%u dead", dead);
    assert_string_equal(text.text, wanted);
    strbuf_free(&text);
    found_free(&f);
}

#define LOW    "XMAD.U16.U16 R4, R0, R1, R2\n"
#define MIDDLE "XMAD.U16.U16.MRG R5, R0, R1.H1, RZ\n"
#define LAST   "XMAD.U16.U16.PSL.CBCC R6, R0.H1, R5.H1, R4\n"

static void three(void **state) {
    (void)state;
    folds_are(LOW MIDDLE LAST "EXIT\n", "0x18 is R0 * R1 + R2\n2 dead");
    folds_are(MIDDLE LOW LAST "EXIT\n", "0x18 is R0 * R1 + R2\n2 dead");
    folds_are(MIDDLE "XMAD.U16.U16 R4, R1, R0, RZ\n" LAST "EXIT\n", "0x18 is R0 * R1 + RZ\n2 dead");
    folds_are(MIDDLE "XMAD.U16.U16 R4, R1, R0, c[0x2][0x18]\n" LAST "EXIT\n",
              "0x18 is R0 * R1 + c[0x2][0x18]\n2 dead");
    /* The intermediates lie where the operands were. */
    folds_are("XMAD.U16.U16 R2, R0, R1, R2\nXMAD.U16.U16.MRG R1, R0, R1.H1, RZ\n"
              "XMAD.U16.U16.PSL.CBCC R1, R0.H1, R1.H1, R2\nEXIT\n",
              "0x18 is R0 * R1 + R2\n2 dead");
    /* A factor that is a constant here and a register there. */
    folds_are("MOV R0, c[0x2][0x0]\nXMAD.U16.U16 R4, R1, c[0x2][0x0], RZ\n" MIDDLE LAST "EXIT\n",
              "0x28 is R0 * R1 + RZ\n2 dead");
    folds_are("MOV32I R0, 0x1000193\nMOV R7, R0\nXMAD.U16.U16 R4, R7, R1, RZ\n" MIDDLE LAST
              "EXIT\n",
              "0x30 is R0 * R1 + RZ\n2 dead");
    /* Two that share a part; under a guard. */
    folds_are(LOW MIDDLE LAST "XMAD.U16.U16 R8, R0, R1, R3\n"
                              "XMAD.U16.U16.PSL.CBCC R9, R0.H1, R5.H1, R8\nEXIT\n",
              "0x18 is R0 * R1 + R2\n0x30 is R0 * R1 + R3\n3 dead");
    folds_are("@P0 " LOW "@P0 " MIDDLE "@P0 " LAST "EXIT\n", "0x18 is R0 * R1 + R2\n2 dead");
    folds_are("@P0 XMAD.U16.U16 R2, R0, R1, R2\n@P0 XMAD.U16.U16.MRG R1, R0, R1.H1, RZ\n"
              "@P0 XMAD.U16.U16.PSL.CBCC R1, R0.H1, R1.H1, R2\nEXIT\n",
              "0x18 is R0 * R1 + R2\n2 dead");
}

static void nobody_reads_it_behind(void **state) {
    (void)state;
    /* R4 is read in no block behind, though what follows writes it only under guards. */
    folds_are(LOW MIDDLE LAST "@P1 BRA there\nEXIT\nthere:\n@P0 MOV R4, R1\n@!P0 MOV R4, R2\n"
                              "STL [0x0], R4\nEXIT\n",
              "0x18 is R0 * R1 + R2\n2 dead");
    folds_are(LOW MIDDLE LAST "CAL f\nEXIT\nf:\nMOV R4, R0\nSTL [0x0], R4\nRET\n",
              "0x18 is R0 * R1 + R2\n2 dead");
}

static void two(void **state) {
    (void)state;
    folds_are("XMAD.U16.U16 R4, R0, 0x30, R2\nXMAD.U16.U16.PSL R4, R0.H1, 0x30, R4\nEXIT\n",
              "0x10 is R0 * 0x30 + R2\n1 dead");
    folds_are("XMAD.U16.U16 R4, R0, R1, R2\nXMAD.U16.U16.PSL R4, R0.H1, R1, R4\nEXIT\n",
              "0x10 is R0 * R1.L + R2\n1 dead");
    folds_are("XMAD.U16.U16 R4, R0, R1.H1, R2\nXMAD.U16.U16.PSL R4, R0.H1, R1.H1, R4\nEXIT\n",
              "0x10 is R0 * R1.H + R2\n1 dead");
    folds_are("XMAD.U16.U16 R4, R1.H1, R0, R2\nXMAD.S16.S16.PSL R4, R0.H1, R1.H1, R4\nEXIT\n",
              "0x10 is R0 * R1.H + R2\n1 dead");
    folds_are("XMAD.U16.U16 R4, R0, c[0x2][0x4], R2\nXMAD.U16.U16.PSL R4, R0.H1, c[0x2][0x4], R4\n"
              "EXIT\n",
              "0x10 is R0 * c[0x2][0x4].L + R2\n1 dead");
}

static void what_must_stay(void **state) {
    (void)state;
    static const char *const codes[] = {
        /* Somebody else reads an intermediate, later or on one of the ways on. */
        LOW MIDDLE LAST "STL [0x0], R4\nEXIT\n",
        LOW MIDDLE LAST "@P0 BRA there\nMOV R4, R0\nthere:\nSTL [0x0], R4\nEXIT\n",
        LOW MIDDLE "IADD R7, R5, R0\n" LAST "EXIT\n",
        LOW MIDDLE LAST "@P0 MOV R4, R0\nSTL [0x0], R4\nEXIT\n",
        LOW MIDDLE LAST "@P0 BRA there\nEXIT\nthere:\n@P0 MOV R4, R1\nSTL [0x0], R4\nEXIT\n",
        LOW MIDDLE LAST "CAL f\nEXIT\nf:\nSTL [0x0], R4\nRET\n",
        LOW MIDDLE LAST "CAL f\nSTL [0x0], R4\nEXIT\nf:\nRET\n",
        LOW MIDDLE LAST "CAL f\nSTL [0x0], R4\nEXIT\nf:\n@P0 RET\nMOV R4, R0\nRET\n",
        /* An operand has changed when the last comes. */
        LOW MIDDLE "MOV R1, R9\n" LAST "EXIT\n",
        LOW MIDDLE "MOV R2, R9\n" LAST "EXIT\n",
        LOW "MOV R1, R9\n" MIDDLE LAST "EXIT\n",
        LOW MIDDLE "MOV R0, R9\n" LAST "EXIT\n",
        "XMAD.U16.U16.MRG R5, R0, R1.H1, RZ\n@P0 MOV R1, R9\n"
        "XMAD.U16.U16 R4, R0, R1, R2\n" LAST "EXIT\n",
        /* Other factors, halves, modes. */
        "XMAD.U16.U16 R4, R0, R3, R2\n" MIDDLE LAST "EXIT\n",
        "XMAD.U16.U16 R4, R0, R1.H1, R2\n" MIDDLE LAST "EXIT\n",
        "XMAD.S16.U16 R4, R0, R1, R2\n" MIDDLE LAST "EXIT\n",
        LOW "XMAD.U16.U16.MRG R5, R0, R1, RZ\n" LAST "EXIT\n",
        LOW "XMAD.U16.U16.MRG R5, R0, R1.H1, R3\n" LAST "EXIT\n",
        LOW "XMAD.U16.U16 R5, R0, R1.H1, RZ\n" LAST "EXIT\n",
        LOW MIDDLE "XMAD.U16.U16.PSL.CBCC R6, R3.H1, R5.H1, R4\nEXIT\n",
        LOW MIDDLE "XMAD.U16.U16.PSL.CBCC R6, R0, R5.H1, R4\nEXIT\n",
        LOW MIDDLE "XMAD.U16.U16.PSL.CBCC R6, R0.H1, R5, R4\nEXIT\n",
        LOW MIDDLE "XMAD.U16.U16.CBCC R6, R0.H1, R5.H1, R4\nEXIT\n",
        LOW MIDDLE "XMAD.U16.U16.PSL.CBCC R6.CC, R0.H1, R5.H1, R4\nEXIT\n",
        LOW MIDDLE "XMAD.U16.U16.PSL.CBCC.X R6, R0.H1, R5.H1, R4\nEXIT\n",
        "XMAD.U16.U16 R4.CC, R0, R1, R2\n" MIDDLE LAST "EXIT\n",
        LOW MIDDLE "XMAD.U16.U16.PSL.CBCC RZ, R0.H1, R5.H1, R4\nEXIT\n",
        "XMAD.U16.U16 R4, R0, 0x30, R2\nXMAD.U16.U16.PSL R4, R0.H1, 0x31, R4\nEXIT\n",
        "XMAD.U16.U16 R4, R0, R1, R2\nXMAD.U16.U16.PSL R4, R0.H1, R1.H1, R4\nEXIT\n",
        "XMAD.S16.U16 R4, R0, 0x30, R2\nXMAD.U16.U16.PSL R4, R0.H1, 0x30, R4\nEXIT\n",
        /* Another guard, another block. */
        LOW MIDDLE "@P0 " LAST "EXIT\n",
        "@P0 " LOW "@P0 " MIDDLE "@!P0 " LAST "EXIT\n",
        "@P0 " LOW "@P0 " MIDDLE "ISETP.EQ.S32.AND P0, PT, R8, R9, PT\n@P0 " LAST "EXIT\n",
        "@P0 " LOW "@P0 " MIDDLE LAST "EXIT\n",
        LOW MIDDLE "@P0 EXIT\n" LAST "EXIT\n",
    };
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        folds_are(codes[i], "0 dead");
}

/* ---- random code, executed as it is and folded ---- */

enum { REGISTERS = 7 };
static uint64_t random_state;

static uint32_t below(uint32_t limit) {
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(random_state >> 33) % limit;
}

static uint32_t source(const uint32_t *registers, const struct isa_operand *o) {
    if (o->kind == ISA_CONSTANT)
        return 0x89abcdef * (uint32_t)(o->value + 3);
    if (o->kind != ISA_REGISTER)
        return (uint32_t)o->value;
    return o->number == ISA_RZ ? 0 : registers[o->number];
}

static uint32_t xmad(const uint32_t *registers, const struct isa_instruction *in) {
    const uint8_t *m = in->modifier;
    const uint32_t b = source(registers, &in->operand[ISA_ARG_B]);
    const uint32_t half_a = source(registers, &in->operand[ISA_ARG_A]) >> (m[ISA_MOD_AH] ? 16 : 0),
                   half_b = b >> (m[ISA_MOD_BH] ? 16 : 0);
    const int64_t first = m[ISA_MOD_ASIGN] ? (int16_t)half_a : (uint16_t)half_a,
                  second = m[ISA_MOD_BSIGN] ? (int16_t)half_b : (uint16_t)half_b;
    const uint32_t product = (uint32_t)(first * second) << (m[ISA_MOD_PSL] ? 16 : 0);
    const uint32_t sum = product + source(registers, &in->operand[ISA_ARG_C]) +
                         (m[ISA_MOD_XCMODE] == ISA_XCMODE_CBCC ? b << 16 : 0);
    return m[ISA_MOD_MRG] ? (sum & 0xffff) | b << 16 : sum;
}

static uint32_t folded(const uint32_t *registers, const struct multiply_fold *m) {
    uint32_t b = source(registers, &m->b);
    b = m->b_part == MULTIPLY_LOW ? b & 0xffff : m->b_part == MULTIPLY_HIGH ? b >> 16 : b;
    return source(registers, &m->a) * b + source(registers, &m->c);
}

/* What STLs wrote, by a hash of all of it. */
static uint32_t execute(const struct found *f, bool fold, bool predicate) {
    uint32_t registers[REGISTERS] = {0x12345678, 0xfedcba98, 0x0000ffff, 0x8001, 0xdeadbeef, 7, 0},
             hash = 0;
    for (uint32_t i = 0; i < f->values.instruction_count; i++) {
        struct isa_instruction in;
        shader_values_decode(&f->values, i, &in);
        if ((in.guard != ISA_PT && predicate == in.guard_not) ||
            (fold && f->multiplies.roles[i] == MULTIPLY_DEAD))
            continue;
        uint32_t *d = &registers[in.operand[ISA_ARG_D].number % REGISTERS];
        if (fold && f->multiplies.roles[i] == MULTIPLY_LAST)
            *d = folded(registers, shader_multiply_at(&f->multiplies, i));
        else if (in.row->class == ISA_XMAD)
            *d = xmad(registers, &in);
        else if (in.row->class == ISA_MOV)
            *d = source(registers, &in.operand[ISA_ARG_B]);
        else if (in.row->class == ISA_STL)
            hash = (hash ^ source(registers, &in.operand[ISA_ARG_B])) * 0x01000193 + 1;
    }
    return hash;
}

static const char *guard(void) {
    static const char *const guards[] = {"", "", "", "@P0 ", "@P0 ", "@!P0 "};
    return guards[below(6)];
}

/* Lines that are a product, with a mistake here and there, and others between them. */
static void add_product(struct strbuf *out) {
    const unsigned a = below(REGISTERS), b = below(REGISTERS), c = below(REGISTERS),
                   low = below(REGISTERS), middle = below(REGISTERS), wrong = below(24);
    const char *const g = guard();
    static const char *const halves[] = {"", ".H1"};
    if (below(3) == 0) {
        strbuf_addf(out, "%sXMAD.U16.U16 R%u, R%u, R%u%s, R%u\n", g, low, a, b, halves[wrong & 1],
                    c);
        strbuf_addf(out, "%sXMAD.U16.U16.PSL R%u, R%u.H1, R%u%s, R%u\n", g, below(REGISTERS), a, b,
                    halves[wrong & 1], low);
        return;
    }
    strbuf_addf(out, "%sXMAD.%s.U16 R%u, R%u, R%u, R%u\n", g, wrong == 1 ? "S16" : "U16", low, a,
                wrong == 2 ? below(REGISTERS) : b, c);
    if (below(3) == 0)
        strbuf_addf(out, "%sMOV R%u, R%u\n", guard(), below(REGISTERS), below(REGISTERS));
    strbuf_addf(out, "%sXMAD.U16.U16.MRG R%u, R%u, R%u%s, RZ\n", g, middle, a, b,
                halves[wrong != 3]);
    if (below(3) == 0)
        strbuf_addf(out, "%sMOV R%u, R%u\n", guard(), below(REGISTERS), below(REGISTERS));
    strbuf_addf(out, "%sXMAD.U16.U16.PSL.CBCC R%u, R%u%s, R%u.H1, R%u\n", wrong == 4 ? guard() : g,
                below(REGISTERS), a, halves[wrong != 5], middle, low);
}

static void random_code_does_the_same(void **state) {
    (void)state;
    unsigned folds = 0, wrong = 0;
    enum { PROGRAMS = 20000 };
    for (unsigned n = 0; n < PROGRAMS; n++) {
        struct strbuf code = {0};
        struct found f;
        random_state = n;
        for (unsigned i = 1 + below(3); i > 0; i--) {
            add_product(&code);
            if (below(2))
                strbuf_addf(&code, "%sSTL [0x0], R%u\n", guard(), below(REGISTERS));
        }
        strbuf_addf(&code, "STL [0x0], R%u\nEXIT\n", below(REGISTERS));
        find(code.text, &f);
        folds += (unsigned)f.multiplies.count;
        for (unsigned p = 0; p < 2; p++)
            if (execute(&f, false, p) != execute(&f, true, p) && !wrong++)
                print_error("program %u, P0 %u:\n%s", n, p, code.text);
        found_free(&f);
        strbuf_free(&code);
    }
    print_message("# count folds %u\n# count differences %u\n", folds, wrong);
    assert_int_equal(wrong, 0);
    assert_true(folds > PROGRAMS / 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(three),
        cmocka_unit_test(nobody_reads_it_behind),
        cmocka_unit_test(two),
        cmocka_unit_test(what_must_stay),
        cmocka_unit_test(random_code_does_the_same),
    };
    return cmocka_run_group_tests_name("shader multiply", tests, NULL, NULL);
}
