/* SPDX-License-Identifier: MIT */
#include "gpu/shader/file.h"
#include "gpu/shader/flow.h"

#include "base/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static bool build(const char *code, const char *constants, struct shader_flow *flow,
                  struct error *error) {
    struct shader_file file;
    char *text = memory_format(".stage compute\n%s.code\n%s", constants, code);
    if (!shader_file_parse(text, &file, error))
        fail_msg("%s", error->text);
    free(text);
    const struct shader_program *p = file.programs;
    const struct flow_constants c = {p->constants.data, p->constants.size};
    const bool ok = shader_flow_build(p->code.data, p->code.size, &c, flow, error);
    shader_file_free(&file);
    return ok;
}

static void graph_is(const char *code, const char *wanted) {
    struct shader_flow flow;
    struct error error = {0};
    struct strbuf text = {0};
    if (!build(code, "", &flow, &error))
        fail_msg("%s", error.text);
    shader_flow_print(&flow, &text);
    assert_string_equal(text.text, wanted);
    strbuf_free(&text);
    shader_flow_free(&flow);
}

static void straight(void **state) {
    (void)state;
    graph_is("MOV R0, R1\nEXIT\n", "0: 0x8-0x10 exit\n");
    graph_is("@P0 EXIT\nNOP\nNOP\nNOP\nEXIT\n", "0: 0x8-0x8 if exit next 1\n1: 0x10-0x30 exit\n");
    graph_is("@P0 KIL\nEXIT\n", "0: 0x8-0x8 if kill next 1\n1: 0x10-0x10 exit\n");
    /* A condition code instead of a guard; what never holds is nothing. */
    graph_is("EXIT.EQ\n@!PT EXIT\nEXIT\n", "0: 0x8-0x8 if exit next 1\n1: 0x10-0x18 exit\n");
}

static void branches(void **state) {
    (void)state;
    graph_is("@P0 BRA there\nNOP\nthere:\nEXIT\n",
             "0: 0x8-0x8 if to 1 next 2\n1: 0x18-0x18 exit\n2: 0x10-0x10 next 1\n");
    graph_is("again:\n@P0 BRA again\nEXIT\n", "0: 0x8-0x8 if to 0 next 1\n1: 0x10-0x10 exit\n");
    graph_is("BRA there\nNOP\nNOP\nthere:\n.sched st=1 / st=1 / st=1\nEXIT\n",
             "0: 0x8-0x8 to 1\n1: 0x28-0x28 exit\n");
    graph_is("BRA c[0x0][0x10]\n", "0: 0x8-0x8 unknown\n");
    graph_is("JMP c[0x1][0x10]\n", "0: 0x8-0x8 unknown\n");
    graph_is("@P0 JMP 0x18\nNOP\nEXIT\n",
             "0: 0x8-0x8 if to 1 next 2\n1: 0x18-0x18 exit\n2: 0x10-0x10 next 1\n");
}

static void sync_goes_where_ssy_says(void **state) {
    (void)state;
    graph_is("SSY join\n@P0 SYNC\nMOV R0, R1\nSYNC\njoin:\nEXIT\n",
             "0: 0x8-0x10 if to 1 next 2\n1: 0x30-0x30 exit\n2: 0x18-0x28 to 1\n");
    /* One within the other. */
    graph_is("SSY out\nSSY in\n@P0 SYNC\nSYNC\nin:\nSYNC\nout:\nEXIT\n",
             "0: 0x8-0x18 if to 1 next 2\n1: 0x30-0x30 to 3\n2: 0x28-0x28 to 1\n"
             "3: 0x38-0x38 exit\n");
}

static void loops(void **state) {
    (void)state;
    /* BRK and CONT drop what was pushed since, so that one block is behind the loop. */
    graph_is(
        "PBK out\nagain:\nPCNT again\nSSY join\n@P0 BRK\n@P1 CONT\nSYNC\njoin:\nCONT\nout:\nEXIT\n",
        "0: 0x8-0x8 next 1\n1: 0x10-0x28 if to 2 next 3\n2: 0x50-0x50 exit\n"
        "3: 0x30-0x30 if to 1 next 4\n4: 0x38-0x38 to 5\n5: 0x48-0x48 to 1\n");
}

static void functions(void **state) {
    (void)state;
    graph_is("CAL f\nCAL f\nEXIT\nf:\n@P0 RET\nNOP\nRET\n",
             "0: 0x8-0x8 call function 1 next 2\n1: 0x28-0x28 of function 1 if return next 3\n"
             "2: 0x10-0x10 call function 1 next 4\n3: 0x30-0x38 of function 1 return\n"
             "4: 0x18-0x18 exit\n");
    /* A place that PRET left is where RET goes. */
    graph_is("PRET out\n@P0 RET\nNOP\nRET\nout:\nEXIT\n",
             "0: 0x8-0x10 if to 1 next 2\n1: 0x30-0x30 exit\n2: 0x18-0x28 to 1\n");
}

static void tables(void **state) {
    (void)state;
    static const char code[] = "IMNMX.U32 R0, R0, 0x2, PT\nSHL R0, R0, 0x2\nMOV R9, R8\n"
                               "LDC R2, c[0x1][R0+0x4]\nBRX R2, PC+0x8\nNOP\n"
                               "a:\nEXIT\nb:\nEXIT\nc:\nEXIT\n";
    struct shader_flow flow;
    struct error error = {0};
    /* From behind the BRX at 0x30: 0x48, 0x50, 0x48. */
    assert_true(
        build(code, ".constants 0x00000000 0x00000010 0x00000018 0x00000010\n", &flow, &error));
    assert_int_equal(flow.blocks[0].end, FLOW_TABLE);
    assert_int_equal(flow.blocks[0].to_count, 3);
    static const uint32_t wanted[] = {0x48, 0x50, 0x48};
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(flow.blocks[flow.to[flow.blocks[0].first_to + i]].begin, wanted[i]);
    assert_int_equal(flow.block_count, 3);
    shader_flow_free(&flow);
    /* A table that is not whole in the constants, and one of an index that nothing limits. */
    assert_true(build(code, ".constants 0x00000000 0x00000010 0x00000018\n", &flow, &error));
    assert_int_equal(flow.blocks[0].end, FLOW_UNKNOWN);
    shader_flow_free(&flow);
    assert_true(build(strchr(code, '\n') + 1, ".constants 0x00000000 0x00000010 0x00000018 0x10\n",
                      &flow, &error));
    assert_int_equal(flow.blocks[0].end, FLOW_UNKNOWN);
    shader_flow_free(&flow);
}

/* Where a table's blocks begin: three entries, of which two are the same. */
static void table_is(const char *code, const char *constants, uint32_t first, uint32_t second) {
    struct shader_flow flow;
    struct error error = {0};
    if (!build(code, constants, &flow, &error))
        fail_msg("%s: %s", code, error.text);
    const struct flow_block *block = &flow.blocks[0];
    assert_int_equal(block->end, FLOW_TABLE);
    assert_true(block->to_count >= 3);
    const uint32_t wanted[] = {first, second, first};
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(flow.blocks[flow.to[block->first_to + i]].begin, wanted[i]);
    shader_flow_free(&flow);
}

#define CASES "a:\nEXIT\nb:\nEXIT\nc:\nEXIT\n"

static void tables_of_all_forms(void **state) {
    (void)state;
    /* The table is read by BRX itself; the jump is behind 0x20. */
    table_is("IMNMX.U32 R0, R0, 0x2, PT\nSHL R0, R0, 0x2\nBRX c[0x1][R0+0x4]\n" CASES,
             ".constants 0x00000000 0x00000010 0x00000018 0x00000010\n", 0x30, 0x38);
    /* Addresses. */
    table_is("IMNMX.U32 R0, R0, 0x2, PT\nSHL R0, R0, 0x2\nJMX c[0x1][R0]\n" CASES,
             ".constants 0x00000030 0x00000028 0x00000030\n", 0x30, 0x28);
    table_is("IMNMX.U32 R0, R0, 0x2, PT\nSHL R0, R0, 0x2\nLDC R0, c[0x1][R0]\nJMX R0, 0x8\n" CASES,
             ".constants 0x00000028 0x00000030 0x00000028\n", 0x30, 0x38);
    /* Limited by a mask, and by the width of a field. */
    table_is("LOP.AND R0, R0, 0x3\nSHL R0, R0, 0x2\nBRX c[0x1][R0]\n" CASES,
             ".constants 0x00000010 0x00000018 0x00000010 0x00000008\n", 0x30, 0x38);
    table_is("BFE.U32 R0, R0, 0x204\nSHL R0, R0, 0x2\nBRX c[0x1][R0]\n" CASES,
             ".constants 0x00000010 0x00000018 0x00000010 0x00000008\n", 0x30, 0x38);
}

/* Places and functions that constants say. */
static void constants_say_where(void **state) {
    static const char constants[] = ".constants 0x00000028 0x00000010\n";
    struct shader_flow flow;
    struct error error = {0};
    (void)state;
    assert_true(build("JMP c[0x1][0x0]\nNOP\nNOP\nEXIT\n", constants, &flow, &error));
    assert_int_equal(flow.blocks[1].begin, 0x28);
    shader_flow_free(&flow);
    assert_true(build("BRA c[0x1][0x4]\nNOP\nEXIT\nEXIT\n", constants, &flow, &error));
    assert_int_equal(flow.blocks[1].begin, 0x28);
    shader_flow_free(&flow);
    assert_true(build("JCAL c[0x1][0x0]\nJCAL 0x28\nEXIT\nRET\n", constants, &flow, &error));
    assert_int_equal(flow.function_count, 2);
    assert_int_equal(flow.blocks[flow.entries[1]].begin, 0x28);
    shader_flow_free(&flow);
}

static void mistakes_are_told(void **state) {
    (void)state;
    static const char *const wrong[][2] = {
        {"NOP\n", "code runs off its end, 0x20"},
        {"@P0 EXIT\n", "code runs off its end, 0x20"},
        {"BRA PC+0x40\n", "code at 0x8 goes to 0x48, outside of it"},
        {"BRA PC-0x10\n", "code at 0x8 goes to 0xfffffffffffffff8, outside of it"},
        {"JMP 0x1000\n", "code at 0x8 goes to 0x1000, outside of it"},
        {"SSY PC+0xc\nEXIT\n", "code at 0x8 goes to 0x14, outside of it"},
        {"SSY c[0x0][0x0]\nEXIT\n", "SSY at 0x8 takes its place from a constant buffer"},
        {"again:\nSSY again\nBRA again\n", "is reached with more than 16 stacks of SSY"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct shader_flow flow;
        struct error error = {0};
        assert_false(build(wrong[i][0], "", &flow, &error));
        if (!strstr(error.text, wrong[i][1]))
            fail_msg("'%s' says: %s", wrong[i][0], error.text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(straight),
        cmocka_unit_test(branches),
        cmocka_unit_test(sync_goes_where_ssy_says),
        cmocka_unit_test(loops),
        cmocka_unit_test(functions),
        cmocka_unit_test(tables),
        cmocka_unit_test(tables_of_all_forms),
        cmocka_unit_test(constants_say_where),
        cmocka_unit_test(mistakes_are_told),
    };
    return cmocka_run_group_tests_name("shader flow", tests, NULL, NULL);
}
