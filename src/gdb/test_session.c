/* SPDX-License-Identifier: MIT */
#include "gdb/packet.h"
#include "gdb/registers.h"
#include "gdb/session.h"
#include "gdb/test_target.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct gdb_session session;

static int begin(void **state) {
    (void)state;
    fake_reset();
    gdb_session_open(&session, &fake_target);
    return 0;
}

static int end(void **state) {
    (void)state;
    gdb_session_close(&session);
    return 0;
}

static const char *ask(const char *text) {
    assert_int_equal(gdb_session_packet(&session, text, strlen(text)), GDB_ANSWERS);
    return session.reply.length ? session.reply.text : "";
}
#define ASK(text, answer) assert_string_equal(ask(text), answer)

/* What the parser makes of the bytes: the last event that is one. */
static enum packet_event take(struct packet_parser *p, const char *bytes, size_t length) {
    enum packet_event last = PACKET_NOTHING;
    for (size_t i = 0; i < length; i++) {
        const enum packet_event e = packet_take(p, (uint8_t)bytes[i]);
        last = e == PACKET_NOTHING ? last : e;
    }
    return last;
}

static void frames_are_read(void **state) {
    static struct packet_parser p;
    static const struct {
        const char *bytes;
        enum packet_event event;
        const char *text;
    } rows[] = {
        {"+$g#67", PACKET_READY, "g"},      {"$#00", PACKET_READY, ""},
        {"$a}\x03#e1", PACKET_READY, "a#"}, {"$lost$g#67", PACKET_READY, "g"},
        {"$g#68", PACKET_DAMAGED, NULL},    {"$g#6x", PACKET_DAMAGED, NULL},
        {"$g#x", PACKET_DAMAGED, NULL},     {"-", PACKET_AGAIN, NULL},
        {"\x03", PACKET_INTERRUPT, NULL},   {"$\x03", PACKET_NOTHING, NULL},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        memset(&p, 0, sizeof p);
        assert_int_equal(take(&p, rows[i].bytes, strlen(rows[i].bytes)), rows[i].event);
        if (rows[i].text)
            assert_string_equal(p.text, rows[i].text);
    }
}

static void a_packet_that_is_too_long_is_damaged(void **state) {
    static struct packet_parser p;
    (void)state;
    for (size_t length = PACKET_ROOM; length <= PACKET_ROOM + 1; length++) {
        char *text = malloc(length);
        struct strbuf frame = {0};
        memset(text, 'm', length);
        packet_frame(&frame, text, length);
        memset(&p, 0, sizeof p);
        assert_int_equal(take(&p, frame.text, frame.length),
                         length == PACKET_ROOM ? PACKET_READY : PACKET_DAMAGED);
        strbuf_free(&frame);
        free(text);
    }
}

static void what_is_unknown_has_an_empty_answer(void **state) {
    (void)state;
    ASK("", "");
    ASK("vMustReplyEmpty", "");
    ASK("qTStatus", "");
    ASK("qCRC:0,1", "");
    ASK("!", "");
    ASK("~", "");
}

static void threads_are_listed_and_chosen(void **state) {
    (void)state;
    ASK("qfThreadInfo", "m50,51");
    ASK("qsThreadInfo", "l");
    ASK("qThreadExtraInfo,51", "6f74686572"); /* "other" */
    ASK("qThreadExtraInfo,52", "E02");
    ASK("T51", "OK");
    ASK("T52", "E02");
    ASK("qC", "QC50");
    ASK("Hg51", "OK");
    ASK("qC", "QC51");
    ASK("Hg0", "OK");
    ASK("Hc-1", "OK");
    ASK("Hg52", "E02");
    ASK("Hx50", "E01");
    ASK("Hg50x", "E01");
}

static void registers_are_read_and_written(void **state) {
    (void)state;
    ASK("p0", "0010000000000000");
    ASK("p20", "0000000800000000");
    ASK("p21", "00000040"); /* cpsr: Z */
    ASK("p46", "E01");
    ASK("pffffffffffffffff", "E01");
    ASK("p", "E01");
    ASK("P1=efcdab8967452301", "OK");
    assert_int_equal(fake.state[0].x[1], 0x0123456789abcdef);
    ASK("P21=000000a0", "OK"); /* N and C */
    assert_true(fake.state[0].n && !fake.state[0].z && fake.state[0].c && !fake.state[0].v);
    ASK("P43=ffffffff", "OK"); /* FPCR: the bits that there are */
    assert_int_equal(fake.state[0].fpcr, 0x07c00000);
    ASK("P45=0000000000000000", "E0e"); /* the thread-local region stays where it is */
    ASK("P1=00", "E01");
    ASK("P1=efcdab896745230100", "E01");
    ASK("P1=efcdab89674523zz", "E01");
    ASK("Hg51", "OK");
    ASK("P1=efcdab8967452301", "E0e"); /* a thread that refuses */
}

static void all_registers_come_back_as_they_were(void **state) {
    (void)state;
    fake.state[0].q[31] = (a64_v2u64){1, 2};
    const struct a64_state before = fake.state[0];
    char *all = malloc(session.reply.room + 8192);
    sprintf(all, "G%s", ask("g"));
    size_t size = 0;
    for (unsigned n = 0; n < REGISTERS; n++)
        size += registers_size(n);
    assert_int_equal(strlen(all), 1 + 2 * size);
    fake.state[0] = fake.state[1];
    ASK(all, "OK");
    fake.state[0].tpidrro = before.tpidrro;
    assert_memory_equal(&fake.state[0], &before, sizeof before);
    all[strlen(all) - 1] = 0;
    ASK(all, "E01");
    free(all);
}

static void memory_is_read_as_far_as_it_goes(void **state) {
    (void)state;
    ASK("m10000,4", "00070e15");
    assert_int_equal(strlen(ask("m11ffe,10")), 4);
    ASK("m12000,1", "E0e");
    ASK("mfffffffffffffff0,20", "E0e");
    ASK("m10000,0", "");
    ASK("m10000", "E01");
    ASK("m10000,11111111111111111", "E01");
    assert_int_equal(strlen(ask("m10000,ffffffffffffffff")), 2 * 2 * FAKE_PAGE);
}

static void memory_is_written_where_it_may_be(void **state) {
    (void)state;
    ASK("M10002,2:abcd", "OK");
    ASK("m10001,4", "07abcd1c");
    ASK("X10002,2:}x", "OK");
    ASK("m10002,2", "7d78");
    ASK("X10002,3:}x", "E01");
    ASK("X10000,0:", "OK"); /* gdb's probe */
    ASK("M11000,1:00", "E0e");
    ASK("M10fff,2:0000", "E0e");
    ASK("M10002,2:ab", "E01");
    ASK("M10002,1:abcd", "E01");
    ASK("M10002,ffffffff:ab", "E01");
}

static void points_are_set_and_taken_out(void **state) {
    (void)state;
    ASK("Z0,8000010,4", "OK");
    assert_int_equal(fake.breakpoint, 0x8000010);
    ASK("z0,8000010,4", "OK");
    assert_int_equal(fake.breakpoint, 0);
    ASK("Z1,8000012,4", "E0e");
    ASK("Z2,10008,8", "OK");
    assert_int_equal(fake.watched, 0x10008);
    ASK("Z2,10008,9", "E0e");
    ASK("Z3,10008,8", "");
    ASK("Z4,10008,8", "");
    ASK("Z0,8000010", "E01");
    ASK("Z0,8000010,4;X1,00", "E01");
}

static void runs(const char *text, size_t count) {
    assert_int_equal(gdb_session_packet(&session, text, strlen(text)), GDB_RUNS);
    assert_int_equal(fake.action_count, count);
}

static void threads_go_on_as_they_are_told(void **state) {
    const struct core_debug_action *a = fake.actions;
    (void)state;
    ASK("vCont?", "vCont;c;C;s;S;r");
    runs("vCont;s:50;C0b:51;c", 3);
    assert_true(a[0].thread == 0x50 && a[0].motion == CORE_DEBUG_STEP && !a[0].pass);
    assert_true(a[1].thread == 0x51 && a[1].motion == CORE_DEBUG_GO && a[1].pass);
    assert_true(a[2].thread == 0 && a[2].motion == CORE_DEBUG_GO && !a[2].pass);
    runs("vCont;r8000000,8000010:-1", 1);
    assert_true(a[0].motion == CORE_DEBUG_STEP && a[0].start == 0x8000000 && a[0].end == 0x8000010);
    runs("c", 2);
    runs("S04", 2);
    assert_true(a[0].thread == 0x50 && a[0].motion == CORE_DEBUG_STEP && a[0].pass);
    ASK("Hc51", "OK");
    runs("s", 1);
    assert_int_equal(a[0].thread, 0x51);
    ASK("vCont", "E01");
    ASK("vCont;", "E01");
    ASK("vCont;t:50", "E01");
    ASK("vCont;s:50x", "E01");
    ASK("vCont;C:50", "E01");
    ASK("c8000000", "E01");
    char many[2 + 4 * 200] = "vCont";
    for (int i = 0; i < 200; i++)
        strcat(many, ";c");
    ASK(many, "E01");
}

static void a_stop_says_why(void **state) {
    static const struct {
        struct core_debug_event event;
        const char *start;
    } rows[] = {
        {{.cause = CORE_DEBUG_STEPPED, .thread = 0x51}, "T05thread:51;"},
        {{.cause = CORE_DEBUG_BREAKPOINT, .thread = 0x51}, "T05swbreak:;thread:51;"},
        {{.cause = CORE_DEBUG_WATCHPOINT, .thread = 0x50, .address = 0x10008},
         "T05watch:10008;thread:50;"},
        {{.cause = CORE_DEBUG_FAULT, .thread = 0x50, .fault = CORE_FAULT_WRITE}, "T0bthread:50;"},
        {{.cause = CORE_DEBUG_FAULT, .thread = 0x50, .fault = CORE_FAULT_UNDEFINED},
         "T04thread:50;"},
        {{.cause = CORE_DEBUG_FAULT, .thread = 0x50, .fault = CORE_FAULT_ALIGNMENT},
         "T0athread:50;"},
        {{.cause = CORE_DEBUG_FAULT, .thread = 0x50, .fault = CORE_FAULT_BREAKPOINT},
         "T05thread:50;"},
        {{.cause = CORE_DEBUG_BREAK, .thread = 0x50}, "T06thread:50;"},
        {{.cause = CORE_DEBUG_BAD_SVC, .thread = 0x50}, "T0cthread:50;"},
        {{.cause = CORE_DEBUG_HALTED}, "T05thread:50;"},
    };
    (void)state;
    assert_non_null(strstr(ask("qSupported:multiprocess+;swbreak+"), "PacketSize=4000;"));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        gdb_session_stopped(&session, &rows[i].event);
        assert_memory_equal(session.reply.text, rows[i].start, strlen(rows[i].start));
    }
    session.interrupted = true;
    gdb_session_stopped(&session, &rows[9].event);
    assert_memory_equal(session.reply.text, "T02", 3);
    assert_non_null(strstr(session.reply.text, ";20:0000000800000000;")); /* pc */
}

static void the_description_comes_in_parts(void **state) {
    struct strbuf all = {0}, got = {0};
    (void)state;
    registers_describe(&all);
    for (size_t at = 0;; at = got.length) {
        char text[80];
        snprintf(text, sizeof text, "qXfer:features:read:target.xml:%zx,3e8", at);
        const char *part = ask(text);
        strbuf_add(&got, part + 1);
        if (*part == 'l')
            break;
        assert_int_equal(*part, 'm');
        assert_int_equal(strlen(part), 0x3e9);
    }
    assert_string_equal(got.text, all.text);
    ASK("qXfer:features:read:target.xml:ffffff,10", "l");
    ASK("qXfer:features:read:other.xml:0,10", "E01");
    ASK("qXfer:features:read:target.xml:0", "E01");
    strbuf_free(&all);
    strbuf_free(&got);
}

static void other_questions(void **state) {
    (void)state;
    ASK("qOffsets", "TextSeg=8000000");
    ASK("qAttached", "0");
    ASK("QStartNoAckMode", "OK");
    assert_true(session.no_acks);
    ASK("qRcmd,62617365", "746865206d6f64756c65730a"); /* base: the modules */
    ASK("qRcmd,6", "E01");
    ASK("qRcmd,zz", "E01");
    assert_true(strlen(ask("qRcmd,68656c70")) > 100);   /* help */
    assert_non_null(strstr(ask("qRcmd,78"), "277827")); /* names what is not there */
}

static void the_end(void **state) {
    (void)state;
    assert_int_equal(gdb_session_packet(&session, "D", 1), GDB_DETACHES);
    assert_string_equal(session.reply.text, "OK");
    assert_false(fake.killed);
    assert_int_equal(gdb_session_packet(&session, "k", 1), GDB_KILLED);
    assert_int_equal(session.reply.length, 0);
    assert_true(fake.killed);
    assert_int_equal(gdb_session_packet(&session, "vKill;1", 7), GDB_KILLED);
    assert_string_equal(session.reply.text, "OK");
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, begin, end)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(frames_are_read),
        TEST(a_packet_that_is_too_long_is_damaged),
        TEST(what_is_unknown_has_an_empty_answer),
        TEST(threads_are_listed_and_chosen),
        TEST(registers_are_read_and_written),
        TEST(all_registers_come_back_as_they_were),
        TEST(memory_is_read_as_far_as_it_goes),
        TEST(memory_is_written_where_it_may_be),
        TEST(points_are_set_and_taken_out),
        TEST(threads_go_on_as_they_are_told),
        TEST(a_stop_says_why),
        TEST(the_description_comes_in_parts),
        TEST(other_questions),
        TEST(the_end),
    };
    return cmocka_run_group_tests_name("gdb session", tests, NULL, NULL);
}
