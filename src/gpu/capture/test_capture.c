/* SPDX-License-Identifier: MIT */
#include "gpu/capture/list.h"
#include "gpu/capture/replay.h"
#include "gpu/capture/teller.h"
#include "gpu/command/words.h"
#include "gpu/runner.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* A GPU that says what it draws, and its capture, which must say the same. */

enum { PAGE = 4096, PAGES = 64, WORDS = 0, DATA = 32 * PAGE, THREE = 0, COPY = 4 };
static const uint64_t base = 0x4200000000, again = 0x4300000000;
static _Alignas(PAGE) uint8_t memory[PAGES * PAGE];
static char path[] = "/tmp/windlass-capture-XXXXXX";

/* ---- the machine that is captured ---- */

static uint32_t syncpoint;
static void increment(void *context, uint32_t id) {
    (void)context;
    (void)id;
    syncpoint++;
}
static uint32_t read_syncpoint(void *context, uint32_t id) {
    (void)context;
    (void)id;
    return syncpoint;
}
static uint64_t now(void *context) {
    (void)context;
    return 0;
}
static void failed(void *context, struct gpu_channel *channel, const struct error *error) {
    (void)context;
    (void)channel;
    fail_msg("%s", error->text);
}
static const struct gpu_owner owner = {increment, read_syncpoint, now, failed, NULL, NULL};

struct machine {
    struct teller teller;
    struct gpu *gpu;
    struct page_table *pages;
    struct gpu_channel *channel;
    char *text;
    size_t length;
    FILE *out;
};

static void machine_begin(struct machine *m) {
    struct error error;
    memset(memory, 0, sizeof memory);
    m->out = open_memstream(&m->text, &m->length);
    teller_init(&m->teller, NULL, m->out, 0);
    m->gpu = gpu_with_renderer(&m->teller.renderer, &owner, true);
    m->pages = page_table_new();
    assert_true(page_table_map(m->pages, base, memory, sizeof memory, &error));
    assert_true(page_table_map(m->pages, again, memory, sizeof memory, &error));
    m->channel = gpu_channel_new(m->gpu, 5);
    gpu_channel_bind(m->channel, m->pages);
}

static void machine_end(struct machine *m) {
    gpu_channel_free(m->channel);
    gpu_free(m->gpu);
    page_table_unref(m->pages);
    fclose(m->out);
}

static void submit(struct machine *m, struct command_writer *w) {
    const uint64_t entry =
        gpfifo_encode((struct gpfifo_entry){.address = base + WORDS, .words = (uint32_t)w->count});
    const struct gpu_submission s = {.entries = &entry, .count = 1, .added = 1};
    struct gpu_fence fence;
    memcpy(memory + WORDS, w->words, w->count * 4);
    gpu_channel_submit(m->channel, &s, &fence);
    command_writer_free(w);
    *w = (struct command_writer){0};
}

static void set(struct command_writer *w, unsigned subchannel, unsigned address, uint32_t data) {
    command_write(w, subchannel, address / 4, data);
}

static void set_address(struct command_writer *w, unsigned subchannel, unsigned address,
                        uint64_t to) {
    set(w, subchannel, address, (uint32_t)(to >> 32));
    set(w, subchannel, address + 4, (uint32_t)to);
}

static void draw(struct command_writer *w, uint32_t first, uint32_t count) {
    set(w, THREE, 0xd74, first);
    set(w, THREE, 0x1618, 4);
    set(w, THREE, 0xd78, count);
    set(w, THREE, 0x1614, 0);
}

/* Goes on when the bytes that the copy engine moved are those that the program wrote meanwhile. */
static void copy_and_wait(struct command_writer *w, uint32_t value) {
    set_address(w, COPY, 0x400, base + DATA);
    set_address(w, COPY, 0x408, again + DATA + 5 * PAGE - 4);
    set(w, COPY, 0x418, 8);
    set(w, COPY, 0x300, 2 | 1 << 7 | 1 << 8);
    set_address(w, COPY, 0x10, base + DATA + 5 * PAGE);
    set(w, COPY, 0x18, value);
    set(w, COPY, 0x1c, 1);
}

/* Before the capture begins: what its channel state must have. */
static void first(struct command_writer *w) {
    set(w, THREE, 0, 0xb197);
    set(w, COPY, 0, 0xb0b5);
    set(w, THREE, 0x810, 0xd5);
    set(w, THREE, 0x1434, 77); /* a base vertex */
    draw(w, 1, 3);
}

static void second(struct command_writer *w) {
    copy_and_wait(w, 0x11111111);
    draw(w, 2, 6);
    set(w, THREE, 0x19d0, 0x3c);
}

static void third(struct command_writer *w) {
    copy_and_wait(w, 0x22222222);
    set(w, THREE, 0x17dc, 4);
    set(w, THREE, 0x1618, 5);
    set(w, THREE, 0x17e0, 9);
    set(w, THREE, 0x1614, 0);
}

static void write_data(uint32_t value) {
    memcpy(memory + DATA + 4, &value, sizeof value);
}

/* The text of the captured part. */
static char *capture(void) {
    struct machine m = {0};
    struct command_writer w = {0};
    struct error error;
    const int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    machine_begin(&m);
    first(&w);
    submit(&m, &w);
    assert_true(gpu_capture_begin(m.gpu, path, &error));
    fflush(m.out);
    const size_t before = m.length;
    write_data(0x11111111);
    second(&w);
    submit(&m, &w);
    write_data(0x22222222);
    third(&w);
    submit(&m, &w);
    assert_true(gpu_capture_end(m.gpu, &error));
    write_data(0x33333333);
    draw(&w, 5, 5); /* behind its end */
    submit(&m, &w);
    machine_end(&m);
    char *text = strdup(m.text + before);
    assert_non_null(strstr(text, "5 vertices from 5"));
    *strstr(text, "    => 5: ") = 0;
    free(m.text);
    return text;
}

/* ---- replays ---- */

struct replayed {
    struct teller teller;
    struct method_list methods;
    uint32_t copied;
};

static void method(void *context, unsigned subchannel, unsigned class, unsigned number,
                   uint32_t data, unsigned left) {
    struct replayed *r = context;
    method_list_add(&r->methods, subchannel, class, number, data, left);
}

static bool ends(void *context) {
    const struct replayed *r = context;
    return teller_ends(&r->teller);
}

static void done(void *context) {
    struct replayed *r = context;
    uint64_t length;
    const uint8_t *at = page_table_find(r->teller.pages, again + DATA + 5 * PAGE, 4, &length);
    assert_non_null(at);
    memcpy(&r->copied, at, 4);
}

static bool replay(const struct blob *file, struct replayed *r, FILE *out, uint64_t until,
                   struct error *error) {
    teller_init(&r->teller, NULL, out, until);
    r->teller.operations = 1; /* as many as came before the capture */
    const struct replay_options options = {
        .renderer = &r->teller.renderer, .ends = ends, .done = done, .context = r};
    return replay_run(file, &options, error);
}

static void test_round_trip(void **state) {
    (void)state;
    struct error error;
    struct blob file;
    struct replayed r = {0};
    char *wanted = capture(), *text = NULL;
    size_t length = 0;
    assert_true(file_read(path, 1 << 24, &file, &error));
    FILE *out = open_memstream(&text, &length);
    assert_true(replay(&file, &r, out, 0, &error));
    fclose(out);
    assert_string_equal(text, wanted);
    assert_non_null(strstr(text, "9 indices from 4 on, vertex 77 added"));
    assert_int_equal(r.copied, 0x22222222);
    assert_true(r.teller.has_target);
    assert_int_equal(r.teller.target.format, 0xd5);
    free(text);
    free(wanted);
    /* It ends where it is told to. */
    out = open_memstream(&text, &length);
    assert_true(replay(&file, &r, out, 3, &error));
    fclose(out);
    assert_non_null(strstr(text, "=> 3: clears"));
    assert_null(strstr(text, "=> 4:"));
    assert_int_equal(r.copied, 0x11111111);
    free(text);
    blob_free(&file);
}

static void test_damaged(void **state) {
    (void)state;
    struct error error;
    struct blob file, short_file;
    struct replayed r = {0};
    assert_true(file_read(path, 1 << 24, &file, &error));
    short_file = (struct blob){file.data, file.size - 1};
    assert_false(replay(&short_file, &r, NULL, 0, &error));
    file.data[0] ^= 1;
    assert_false(replay(&file, &r, NULL, 0, &error));
    assert_non_null(strstr(error.text, "no capture of a GPU"));
    file.data[0] ^= 1;
    file.data[8]++;
    assert_false(replay(&file, &r, NULL, 0, &error));
    file.data[8]--;
    file.data[12] = 99;
    assert_false(replay(&file, &r, NULL, 0, &error));
    assert_non_null(strstr(error.text, "no kind of record"));
    blob_free(&file);
    unlink(path);
}

static void test_list(void **state) {
    (void)state;
    struct replayed r = {0};
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    method_list_init(&r.methods, out);
    method(&r, 0, 0xb197, 0x0, 0xb197, 0);
    method(&r, 0, 0xb197, 0x840 / 4, 7, 0);
    for (unsigned i = 0; i < 6; i++)
        method(&r, 0, 0xb197, 0x2390 / 4, i, 5 - i);
    method(&r, 0, 0xb197, 0xe06, 3, 0);
    method(&r, 1, 0xb1c0, 0x2bc / 4, 3, 0);
    method(&r, 1, 0x1234, 0x400 / 4, 3, 0);
    method_list_flush(&r.methods);
    fclose(out);
    assert_string_equal(text, "  0000 SET_OBJECT                       0000b197\n"
                              "  0840 SET_COLOR_TARGET_A[1]            00000007\n"
                              "  2390 LOAD_CONSTANT_BUFFER             00000000 00000001 00000002 "
                              "00000003 ... 6 words\n"
                              "  3818 macro 3                          00000003\n"
                              "  02bc SEND_SIGNALING_PCAS_B            00000003\n"
                              "  0400 unknown, of class 1234 (1)           00000003\n");
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_damaged),
        cmocka_unit_test(test_list),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
