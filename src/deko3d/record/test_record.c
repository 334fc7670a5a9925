/* SPDX-License-Identifier: MIT */
/* Recording alone: words, entries, steps, captures. What it stands on is here. */
#include "deko3d/record.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- allocations and errors ---- */

static jmp_buf raised_to;
static bool expects_raise;
static DkResult raised;
static char raised_by[64], raised_message[128];
static unsigned allocations, freed;

void dk_raise(DkDevice device, const char *context, DkResult result, const char *message) {
    (void)device;
    if (!expects_raise) {
        fprintf(stderr, "%s: %s\n", context, message);
        abort();
    }
    raised = result;
    snprintf(raised_by, sizeof raised_by, "%s", context);
    snprintf(raised_message, sizeof raised_message, "%s", message);
    longjmp(raised_to, 1);
}

void *dk_alloc(DkDevice device, size_t size, size_t align) {
    (void)device;
    (void)align;
    allocations++;
    return malloc(size);
}

void *dk_alloc_zeroed(DkDevice device, size_t size, size_t align) {
    return memset(dk_alloc(device, size, align), 0, size);
}

void dk_free(DkDevice device, void *memory) {
    (void)device;
    freed++;
    free(memory);
}

#define assert_raises(result, call)                                                                \
    do {                                                                                           \
        raised = DkResult_Success;                                                                 \
        expects_raise = true;                                                                      \
        if (!setjmp(raised_to)) {                                                                  \
            call;                                                                                  \
            fail_msg("nothing was raised");                                                        \
        }                                                                                          \
        expects_raise = false;                                                                     \
        assert_int_equal(raised, result);                                                          \
    } while (0)

/* ---- a command buffer with a block of memory ---- */

enum { BLOCK_WORDS = 0x4000, GPU = 0x12340000 };

static uint32_t block_words[BLOCK_WORDS];
static struct tag_DkMemBlock block;

static void add(DkCmdBuf b, uint32_t first, uint32_t words) {
    dkCmdBufAddMemory(b, &block, 4 * first, 4 * words);
}

static uint64_t gpu(uint32_t word) {
    return GPU + 4 * (uint64_t)word;
}

static DkCmdBuf new_buffer(void *user, DkCmdBufAddMemFunc more) {
    DkCmdBufMaker maker;
    dkCmdBufMakerDefaults(&maker, NULL);
    maker.userData = user;
    maker.cbAddMem = more;
    return dkCmdBufCreate(&maker);
}

static int before_each(void **state) {
    block = (struct tag_DkMemBlock){
        .memory = (uint8_t *)block_words,
        .size = sizeof block_words,
        .flags = DkMemBlockFlags_CpuUncached | DkMemBlockFlags_GpuCached,
        .pitch = GPU,
    };
    memset(block_words, 0, sizeof block_words);
    allocations = freed = 0;
    *state = new_buffer(NULL, NULL);
    return 0;
}

static int after_each(void **state) {
    dkCmdBufDestroy(*state);
    assert_int_equal(allocations, freed);
    return 0;
}

static uint32_t next_value = 1;

static void words(DkCmdBuf b, uint32_t count) {
    uint32_t *w = record_begin(b, count, "words");
    for (uint32_t i = 0; i < count; i++)
        *w++ = next_value++;
    record_end(b, w);
}

/* The steps of a list, without the jumps. */
static unsigned steps_of(DkCmdList list, struct control *out, unsigned most) {
    unsigned count = 0;
    for (const struct control *c = (const struct control *)list; c->kind != CONTROL_RETURN;) {
        if (c->kind == CONTROL_JUMP) {
            c = c->target;
            continue;
        }
        assert_true(count < most);
        out[count++] = *c;
        c += 1 + (c->kind == CONTROL_COMPUTE_SHADER ? c->value : 0);
    }
    return count;
}

static void assert_entry(const struct control *c, uint64_t address, uint32_t count,
                         unsigned flags) {
    assert_int_equal(c->kind, CONTROL_ENTRY);
    assert_int_equal(c->address, address);
    assert_int_equal(c->value, count);
    assert_int_equal(c->flags, flags);
}

/* ---- memory ---- */

static void test_one_word_stays_free(void **state) {
    DkCmdBuf b = *state;
    add(b, 0, 8);
    words(b, 7); /* 7 of 8: one is left */
    assert_raises(DkResult_OutOfMemory, words(b, 1));
    assert_string_equal(raised_by, "words");
    add(b, 0, 8);
    assert_raises(DkResult_OutOfMemory, words(b, 8));
    words(b, 3);
    words(b, 4);
    assert_raises(DkResult_OutOfMemory, words(b, 1));
}

static void test_nothing_without_memory(void **state) {
    assert_raises(DkResult_OutOfMemory, words(*state, 1));
}

struct adder {
    uint32_t at, less;
    size_t asked;
    unsigned calls;
};

static void add_what_is_asked(void *user, DkCmdBuf b, size_t bytes) {
    struct adder *a = user;
    a->asked = bytes;
    a->calls++;
    const uint32_t count = (uint32_t)bytes / 4 - a->less;
    if (!count)
        return;
    add(b, a->at, count);
    a->at += count + 16;
}

static void test_the_callback_is_told_how_much(void **state) {
    (void)state;
    struct adder a = {0};
    DkCmdBuf b = new_buffer(&a, add_what_is_asked);
    words(b, 5); /* exactly these many are enough, though one is to stay free otherwise */
    assert_int_equal(a.asked, 20);
    words(b, 2);
    assert_int_equal(a.asked, 8);
    assert_int_equal(a.calls, 2);
    struct control c[4];
    assert_int_equal(steps_of(dkCmdBufFinishList(b), c, 4), 2);
    assert_entry(&c[0], gpu(0), 5, ENTRY_KICK);
    assert_entry(&c[1], gpu(21), 2, ENTRY_KICK);
    a.less = 1;
    assert_raises(DkResult_OutOfMemory, words(b, 3));
    words(b, 1); /* what it added is used */
    words(b, 1); /* ... to the last word, when it has been asked and adds nothing */
    assert_int_equal(a.calls, 4);
    assert_raises(DkResult_OutOfMemory, words(b, 1));
    dkCmdBufDestroy(b);
}

static void test_memory_is_checked(void **state) {
    DkCmdBuf b = *state;
    assert_raises(DkResult_BadInput, dkCmdBufAddMemory(b, NULL, 0, 4));
    assert_raises(DkResult_BadInput, dkCmdBufAddMemory(b, &block, 0, 0));
    assert_raises(DkResult_MisalignedData, dkCmdBufAddMemory(b, &block, 2, 4));
    assert_raises(DkResult_MisalignedSize, dkCmdBufAddMemory(b, &block, 0, 6));
    assert_raises(DkResult_BadInput, dkCmdBufAddMemory(b, &block, 4, sizeof block_words));
    assert_raises(DkResult_BadInput, dkCmdBufAddMemory(b, &block, UINT32_MAX - 3, 8));
    block.flags = DkMemBlockFlags_CpuUncached;
    assert_raises(DkResult_BadFlags, dkCmdBufAddMemory(b, &block, 0, 4));
    block.flags = DkMemBlockFlags_CpuCached | DkMemBlockFlags_GpuCached;
    assert_raises(DkResult_BadFlags, dkCmdBufAddMemory(b, &block, 0, 4));
    assert_string_equal(raised_by, "dkCmdBufAddMemory");
}

/* ---- entries ---- */

static void test_words_become_one_entry(void **state) {
    DkCmdBuf b = *state;
    struct control c[2];
    add(b, 10, 100);
    next_value = 100;
    for (unsigned i = 0; i < 10; i++)
        words(b, 3);
    assert_int_equal(steps_of(dkCmdBufFinishList(b), c, 2), 1);
    assert_entry(&c[0], gpu(10), 30, ENTRY_KICK);
    for (uint32_t i = 0; i < 30; i++)
        assert_int_equal(block_words[10 + i], 100 + i);
    assert_int_equal(dkCmdBufFinishList(b), 0);
    words(b, 1);
    assert_int_equal(steps_of(dkCmdBufFinishList(b), c, 2), 1);
    assert_entry(&c[0], gpu(40), 1, ENTRY_KICK);
}

static void test_entries_that_adjoin_are_one(void **state) {
    DkCmdBuf b = *state;
    struct control c[8];
    add(b, 0, 100);
    words(b, 2);
    record_split(b, ENTRY_KICK, "split");
    words(b, 3);
    record_split(b, ENTRY_KICK, "split");        /* 5 words */
    record_split(b, ENTRY_NO_PREFETCH, "split"); /* of nothing */
    words(b, 1);
    record_split(b, ENTRY_NO_PREFETCH, "split"); /* one of its own */
    words(b, 4);
    record_split(b, ENTRY_KICK, "split"); /* lengthens that one, and it kicks */
    words(b, 1);
    record_split(b, 0, "split");
    words(b, 1);
    record_split(b, ENTRY_KICK | ENTRY_NO_PREFETCH, "split");
    add(b, 50, 10);
    words(b, 2);
    add(b, 52, 10); /* goes on behind them */
    words(b, 2);
    assert_int_equal(steps_of(dkCmdBufFinishList(b), c, 8), 5);
    assert_entry(&c[0], gpu(0), 5, ENTRY_KICK);
    assert_entry(&c[1], gpu(5), 5, ENTRY_NO_PREFETCH | ENTRY_KICK);
    assert_entry(&c[2], gpu(10), 1, 0);
    assert_entry(&c[3], gpu(11), 1, ENTRY_KICK | ENTRY_NO_PREFETCH);
    assert_entry(&c[4], gpu(50), 4, ENTRY_KICK);
}

static void test_words_elsewhere(void **state) {
    DkCmdBuf b = *state;
    struct control c[8];
    add(b, 0, 100);
    words(b, 2);
    record_split(b, ENTRY_NO_PREFETCH, "split");
    record_foreign(b, 0x9000, 4, ENTRY_KICK, "foreign");
    words(b, 3);
    record_foreign(b, 0x9010, 5, ENTRY_KICK, "foreign");
    record_foreign(b, 0x9024, 3, ENTRY_KICK, "foreign"); /* behind the other one */
    assert_int_equal(steps_of(dkCmdBufFinishList(b), c, 8), 4);
    assert_entry(&c[0], gpu(0), 2, ENTRY_NO_PREFETCH);
    assert_entry(&c[1], 0x9000, 4, ENTRY_KICK);
    assert_entry(&c[2], gpu(2), 3, ENTRY_KICK);
    assert_entry(&c[3], 0x9010, 8, ENTRY_KICK);
}

static void test_an_entry_counts_in_21_bits(void **state) {
    DkCmdBuf b = *state;
    struct control c[8];
    const uint32_t most = (1 << 21) - 1;
    record_foreign(b, 0x100000, most - 1, ENTRY_KICK, "foreign");
    record_foreign(b, 0x100000 + 4 * (uint64_t)(most - 1), 1, ENTRY_KICK, "foreign");
    record_foreign(b, 0x100000 + 4 * (uint64_t)most, 1, ENTRY_KICK, "foreign");
    record_control(b, CONTROL_CALL, 0, "call");
    record_foreign(b, 0x80000000, 2 * most + 5, ENTRY_KICK, "foreign");
    assert_int_equal(steps_of(dkCmdBufFinishList(b), c, 8), 6);
    assert_entry(&c[0], 0x100000, most, ENTRY_KICK);
    assert_entry(&c[1], 0x100000 + 4 * (uint64_t)most, 1, ENTRY_KICK);
    assert_entry(&c[3], 0x80000000, most, ENTRY_KICK);
    assert_entry(&c[4], 0x80000000 + 4 * (uint64_t)most, most, ENTRY_KICK);
    assert_entry(&c[5], 0x80000000 + 8 * (uint64_t)most, 5, ENTRY_KICK);
}

/* ---- steps ---- */

static void test_steps_of_the_queue(void **state) {
    DkCmdBuf b = *state;
    struct control c[16];
    DkFence one, two;
    add(b, 0, 100);
    words(b, 1);
    const DkCmdList called = dkCmdBufFinishList(b);
    words(b, 2);
    dkCmdBufCallList(b, called);
    dkCmdBufCallList(b, 0);
    words(b, 3);
    dkCmdBufWaitFence(b, &one);
    words(b, 1);
    dkCmdBufSignalFence(b, &two, true);
    dkCmdBufSignalFence(b, &one, false);
    words(b, 1);
    assert_int_equal(steps_of(dkCmdBufFinishList(b), c, 16), 9);
    assert_entry(&c[0], gpu(1), 2, ENTRY_KICK);
    assert_int_equal(c[1].kind, CONTROL_CALL);
    assert_ptr_equal(c[1].target, called);
    assert_null(c[2].target);
    assert_entry(&c[3], gpu(3), 3, ENTRY_KICK);
    assert_int_equal(c[4].kind, CONTROL_WAIT_FENCE);
    assert_ptr_equal(c[4].fence, &one);
    assert_entry(&c[5], gpu(6), 1, ENTRY_KICK);
    assert_int_equal(c[6].kind, CONTROL_SIGNAL_FENCE);
    assert_ptr_equal(c[6].fence, &two);
    assert_int_equal(c[6].flags, 1);
    assert_int_equal(c[7].flags, 0);
    assert_entry(&c[8], gpu(7), 1, ENTRY_KICK);
    assert_raises(DkResult_BadInput, dkCmdBufWaitFence(b, NULL));
    assert_raises(DkResult_BadInput, dkCmdBufSignalFence(b, NULL, false));
}

static void test_bytes_behind_a_step(void **state) {
    DkCmdBuf b = *state;
    struct control c[200];
    for (unsigned i = 0; i < 100; i++) {
        struct control *s = record_control(b, CONTROL_COMPUTE_SHADER, sizeof(DkShader), "shader");
        assert_int_equal(s->value, (sizeof(DkShader) + sizeof *s - 1) / sizeof *s);
        memset(s + 1, 0xff, sizeof(DkShader));
        record_control(b, CONTROL_DISPATCH, 0, "dispatch")->groups[2] = i;
    }
    assert_int_equal(steps_of(dkCmdBufFinishList(b), c, 200), 200);
    for (unsigned i = 0; i < 100; i++) {
        assert_int_equal(c[2 * i].kind, CONTROL_COMPUTE_SHADER);
        assert_int_equal(c[2 * i + 1].groups[2], i);
    }
}

/* More than one chunk of steps; lists stay whole while others are recorded; memory is used again.
 */
static void test_long_lists(void **state) {
    DkCmdBuf b = *state;
    enum { LISTS = 7, STEPS = 501 };
    static struct control c[STEPS];
    unsigned had = 0;
    for (unsigned round = 0; round < 4; round++) {
        DkCmdList lists[LISTS];
        for (unsigned l = 0; l < LISTS; l++) {
            for (unsigned i = 0; i < STEPS - l; i++)
                record_foreign(b, 0x1000 * (l + 1) + 0x100 * (uint64_t)i, l + 1, 0, "foreign");
            lists[l] = dkCmdBufFinishList(b);
        }
        for (unsigned l = 0; l < LISTS; l++) {
            assert_int_equal(steps_of(lists[l], c, STEPS), STEPS - l);
            for (unsigned i = 0; i < STEPS - l; i++)
                assert_entry(&c[i], 0x1000 * (l + 1) + 0x100 * (uint64_t)i, l + 1, 0);
        }
        dkCmdBufClear(b);
        if (round)
            assert_int_equal(allocations, had);
        had = allocations;
    }
}

static void test_short_lists_share_memory(void **state) {
    DkCmdBuf b = *state;
    struct control c[1];
    for (unsigned i = 0; i < 1000; i++) {
        DkCmdList lists[3];
        for (unsigned l = 0; l < 3; l++) {
            record_foreign(b, 0x1000, l + 1, 0, "foreign");
            lists[l] = dkCmdBufFinishList(b);
        }
        for (unsigned l = 0; l < 3; l++) {
            assert_int_equal(steps_of(lists[l], c, 1), 1);
            assert_entry(&c[0], 0x1000, l + 1, 0);
        }
    }
    assert_true(allocations < 120);
}

static void test_clear_goes_back_to_the_last_memory(void **state) {
    DkCmdBuf b = *state;
    struct control c[2];
    add(b, 0, 100);
    words(b, 5);
    add(b, 200, 100);
    words(b, 6);
    dkCmdBufClear(b);
    assert_int_equal(dkCmdBufFinishList(b), 0);
    words(b, 7);
    assert_int_equal(steps_of(dkCmdBufFinishList(b), c, 2), 1);
    assert_entry(&c[0], gpu(200), 7, ENTRY_KICK);
    words(b, 92);
    assert_raises(DkResult_OutOfMemory, words(b, 1));
    dkCmdBufClear(b);
    words(b, 99);
}

/* ---- captures ---- */

static void test_capture(void **state) {
    DkCmdBuf b = *state;
    struct control c[2];
    uint32_t taken[16] = {0};
    add(b, 0, 100);
    words(b, 5);
    dkCmdBufBeginCaptureCmds(b, taken, 16);
    next_value = 1000;
    words(b, 4);
    words(b, 3);
    assert_int_equal(dkCmdBufEndCaptureCmds(b), 7);
    for (uint32_t i = 0; i < 16; i++)
        assert_int_equal(taken[i], i < 7 ? 1000 + i : 0);
    assert_int_equal(dkCmdBufFinishList(b), 0);       /* what was recorded before is gone */
    assert_raises(DkResult_OutOfMemory, words(b, 1)); /* and so is the memory */
    dkCmdBufClear(b);
    assert_raises(DkResult_OutOfMemory, words(b, 1));
    add(b, 20, 20);
    dkCmdBufReplayCmds(b, taken, 7);
    dkCmdBufReplayCmds(b, NULL, 0);
    assert_memory_equal(block_words + 20, taken, 28);
    assert_int_equal(steps_of(dkCmdBufFinishList(b), c, 2), 1);
    assert_entry(&c[0], gpu(20), 7, ENTRY_KICK);
    assert_raises(DkResult_BadInput, dkCmdBufReplayCmds(b, NULL, 1));
    assert_raises(DkResult_OutOfMemory, dkCmdBufReplayCmds(b, taken, 13));
    dkCmdBufReplayCmds(b, taken, 12);
}

static void test_capture_of_nothing(void **state) {
    uint32_t taken[1];
    dkCmdBufBeginCaptureCmds(*state, taken, 1);
    assert_int_equal(dkCmdBufEndCaptureCmds(*state), 0);
}

static void test_full_capture(void **state) {
    DkCmdBuf b = *state;
    uint32_t taken[8];
    dkCmdBufBeginCaptureCmds(b, taken, 8);
    assert_raises(DkResult_BadState, words(b, 8)); /* one word stays free here, too */
    assert_string_equal(raised_message, "out of capture memory");
    words(b, 7);
    assert_raises(DkResult_BadState, words(b, 1));
    assert_int_equal(dkCmdBufEndCaptureCmds(b), 7);
}

static void test_bans_of_captures(void **state) {
    DkCmdBuf b = *state;
    uint32_t taken[64];
    DkFence fence;
    assert_raises(DkResult_BadState, dkCmdBufEndCaptureCmds(b));
    assert_raises(DkResult_BadInput, dkCmdBufBeginCaptureCmds(b, NULL, 8));
    assert_raises(DkResult_BadInput, dkCmdBufBeginCaptureCmds(b, taken, 0));
    for (unsigned with_words = 0; with_words < 2; with_words++) {
        dkCmdBufBeginCaptureCmds(b, taken, 64);
        words(b, with_words);
        assert_raises(DkResult_BadState, dkCmdBufBeginCaptureCmds(b, taken, 64));
        assert_raises(DkResult_BadState, add(b, 0, 64));
        assert_raises(DkResult_BadState, dkCmdBufFinishList(b));
        assert_raises(DkResult_BadState, dkCmdBufClear(b));
        assert_raises(DkResult_BadState, dkCmdBufCallList(b, 0));
        assert_string_equal(raised_message, "capturing this command is not supported");
        assert_string_equal(raised_by, "dkCmdBufCallList");
        assert_raises(DkResult_BadState, dkCmdBufWaitFence(b, &fence));
        assert_raises(DkResult_BadState, dkCmdBufSignalFence(b, &fence, true));
        assert_raises(DkResult_BadState, record_foreign(b, 0x1000, 4, ENTRY_KICK, "foreign"));
        assert_string_equal(raised_message, "capturing this command is not supported");
        assert_raises(DkResult_BadState, record_control(b, CONTROL_DISPATCH, 0, "dispatch"));
        if (with_words)
            assert_raises(DkResult_BadState, record_split(b, 0, "split"));
        assert_int_equal(dkCmdBufEndCaptureCmds(b), with_words);
    }
}

int main(void) {
#define EACH(test) cmocka_unit_test_setup_teardown(test, before_each, after_each)
    const struct CMUnitTest tests[] = {
        EACH(test_one_word_stays_free),
        EACH(test_nothing_without_memory),
        EACH(test_the_callback_is_told_how_much),
        EACH(test_memory_is_checked),
        EACH(test_words_become_one_entry),
        EACH(test_entries_that_adjoin_are_one),
        EACH(test_words_elsewhere),
        EACH(test_an_entry_counts_in_21_bits),
        EACH(test_steps_of_the_queue),
        EACH(test_bytes_behind_a_step),
        EACH(test_long_lists),
        EACH(test_short_lists_share_memory),
        EACH(test_clear_goes_back_to_the_last_memory),
        EACH(test_capture),
        EACH(test_capture_of_nothing),
        EACH(test_full_capture),
        EACH(test_bans_of_captures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
