/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_DEKO3D_COMMAND_TEST_WORDS_H
#define WINDLASS_DEKO3D_COMMAND_TEST_WORDS_H

/* For tests of what commands write: a device that is none, captures, errors, and words spelled by
 * the bytes of NVIDIA's class headers, without what the library writes them with. */
#include "deko3d/objects.h"

#include <assert.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- words ---- */

#define NOW(method, value)        (4u << 29 | (uint32_t)(value) << 16 | (method) / 4)
#define INCREASING(method, count) (1u << 29 | (uint32_t)(count) << 16 | (method) / 4)
#define SAME(method, count)       (3u << 29 | (uint32_t)(count) << 16 | (method) / 4)
#define ON(subchannel)            ((subchannel) << 13)
#define MACRO(number, count)      (5u << 29 | (uint32_t)(count) << 16 | (0x3800 / 4 + 2 * (number)))
#define MACRO_NOW(number, value)  NOW(0x3800 + 8 * (number), value)

enum { COMPUTE = 1, COPY = 4, HOST = 6 };

/* Macros, as the console's library numbers them. */
enum {
    CLEAR_COLOR,
    CLEAR_DEPTH_STENCIL,
    ZCULL_INVALIDATE,
    DRAW,
    DRAW_INDEXED,
    HARDWARE,
    CONSTANTS,
    PROGRAM,
    BLEND_ENABLE,
    COLOR_MASKS,
    DEPTH_STENCIL,
    STENCIL_CRITERION,
    CONSERVATIVE,
    FILL,
};

/* ---- errors ---- */

static jmp_buf raised_to;
static bool expects_raise;
static DkResult raised;
static char raised_by[64];

void dk_raise(DkDevice device, const char *context, DkResult result, const char *message) {
    (void)device;
    if (!expects_raise) {
        fprintf(stderr, "%s: %s\n", context, message);
        abort();
    }
    raised = result;
    snprintf(raised_by, sizeof raised_by, "%s", context);
    longjmp(raised_to, 1);
}

void *dk_alloc(DkDevice device, size_t size, size_t align) {
    (void)device;
    (void)align;
    return malloc(size);
}

void *dk_alloc_zeroed(DkDevice device, size_t size, size_t align) {
    return memset(dk_alloc(device, size, align), 0, size);
}

void dk_free(DkDevice device, void *memory) {
    (void)device;
    free(memory);
}

/* ---- recording ---- */

enum { MOST_WORDS = 0x3000 };

static struct tag_DkDevice device;
static uint32_t captured[MOST_WORDS];

static inline DkCmdBuf new_buffer(void) {
    DkCmdBufMaker maker;
    dkCmdBufMakerDefaults(&maker, &device);
    return dkCmdBufCreate(&maker);
}

struct row {
    const char *name;
    void (*record)(DkCmdBuf b);
    const uint32_t *words;
    uint32_t count;
    uint32_t asked; /* words that the command wants to have room for, as on the console */
};

#define CALL(name, ...)                                                                            \
    static void name(DkCmdBuf b) {                                                                 \
        __VA_ARGS__;                                                                               \
    }
#define WORDS(...) (const uint32_t[]){__VA_ARGS__}, sizeof((uint32_t[]){__VA_ARGS__}) / 4

/* As many words of room as are asked for and one to spare are enough; one less is too little. */
static inline void check_row(const struct row *row) {
    DkCmdBuf b = new_buffer();
    memset(captured, 0xee, sizeof captured);
    dkCmdBufBeginCaptureCmds(b, captured, row->asked + 1);
    row->record(b);
    const uint32_t count = dkCmdBufEndCaptureCmds(b);
    for (uint32_t i = 0; i < count && i < row->count; i++)
        if (captured[i] != row->words[i])
            fail_msg("%s: word %u is %08x instead of %08x", row->name, i, captured[i],
                     row->words[i]);
    if (count != row->count)
        fail_msg("%s: %u words instead of %u", row->name, count, row->count);
    assert_int_equal(captured[count], 0xeeeeeeee);
    if (row->asked) {
        dkCmdBufBeginCaptureCmds(b, captured, row->asked);
        expects_raise = true;
        if (!setjmp(raised_to)) {
            row->record(b);
            fail_msg("%s: went on without room", row->name);
        }
        expects_raise = false;
        assert_int_equal(raised, DkResult_BadState);
        assert_string_equal(raised_by, row->name);
        dkCmdBufEndCaptureCmds(b);
    }
    dkCmdBufDestroy(b);
}

struct table {
    const char *title;
    const struct row *rows;
    size_t count;
    uint32_t flags; /* the device's */
    bool defects;   /* it errs as the console's library does */
};

#define TABLE(rows, flags, errs) {#rows, rows, sizeof(rows) / sizeof *(rows), flags, errs}

static inline void check_table(void **state) {
    const struct table *t = *state;
    device.maker.flags = t->flags;
    device.facts.upstream_defects = t->defects;
    for (size_t i = 0; i < t->count; i++)
        check_row(&t->rows[i]);
}

static inline int check_tables(const struct table *tables, size_t count,
                               const struct CMUnitTest *others, size_t other_count) {
    struct CMUnitTest tests[16];
    assert(count + other_count <= 16);
    for (size_t i = 0; i < count; i++)
        tests[i] = (struct CMUnitTest){tables[i].title, check_table, NULL, NULL,
                                       (void *)(uintptr_t)&tables[i]};
    for (size_t i = 0; i < other_count; i++)
        tests[count + i] = others[i];
    return _cmocka_run_group_tests("words", tests, count + other_count, NULL, NULL);
}

#endif
