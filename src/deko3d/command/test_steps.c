/* SPDX-License-Identifier: MIT */
/* What is recorded beside words: entries with flags, words elsewhere, compute's steps. */
#include "deko3d/command/test_words.h"

enum { GPU = 0x12340000, BLOCK_WORDS = 0x400, MOST_STEPS = 32 };

static uint32_t block_words[BLOCK_WORDS];
static struct tag_DkMemBlock block = {
    .memory = (uint8_t *)block_words,
    .size = sizeof block_words,
    .flags = DkMemBlockFlags_CpuUncached | DkMemBlockFlags_GpuCached,
    .pitch = GPU,
};
static const struct control *steps[MOST_STEPS];
static unsigned step_count;

static int before_each(void **state) {
    DkCmdBuf b = new_buffer();
    dkCmdBufAddMemory(b, &block, 0, sizeof block_words);
    *state = b;
    return 0;
}

static int after_each(void **state) {
    dkCmdBufDestroy(*state);
    return 0;
}

static void finish(DkCmdBuf b) {
    const struct control *c = (const struct control *)dkCmdBufFinishList(b);
    step_count = 0;
    while (c->kind != CONTROL_RETURN) {
        if (c->kind == CONTROL_JUMP) {
            c = c->target;
            continue;
        }
        assert_true(step_count < MOST_STEPS);
        steps[step_count++] = c;
        c += 1 + (c->kind == CONTROL_COMPUTE_SHADER ? c->value : 0);
    }
}

static void assert_entry(unsigned i, DkGpuAddr address, uint32_t words, unsigned flags) {
    assert_true(i < step_count);
    assert_int_equal(steps[i]->kind, CONTROL_ENTRY);
    assert_int_equal(steps[i]->address, address);
    assert_int_equal(steps[i]->value, words);
    assert_int_equal(steps[i]->flags, flags);
}

static void assert_words(uint32_t at, const uint32_t *words, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        assert_int_equal(block_words[at + i], words[i]);
}

#define ASSERT_WORDS(at, ...) assert_words(at, WORDS(__VA_ARGS__))

static void test_indirect_draws(void **state) {
    DkCmdBuf b = *state;
    dkCmdBufDrawIndirect(b, DkPrimitive_Lines, 0x5004);
    dkCmdBufDrawIndexedIndirect(b, DkPrimitive_Patches, 0x600000008);
    finish(b);
    assert_int_equal(step_count, 4);
    assert_entry(0, GPU, 3, ENTRY_NO_PREFETCH);
    assert_entry(1, 0x5004, 4, ENTRY_KICK);
    assert_entry(2, GPU + 12, 3, ENTRY_NO_PREFETCH);
    assert_entry(3, 0x600000008, 5, ENTRY_KICK);
    ASSERT_WORDS(0, MACRO_NOW(CONSTANTS, 0), MACRO(DRAW, 5), 1, MACRO_NOW(CONSTANTS, 0),
                 MACRO(DRAW_INDEXED, 6), 14);
}

static void test_full_barrier(void **state) {
    DkCmdBuf b = *state;
    dkCmdBufSetPatchSize(b, 3);
    dkCmdBufBarrier(b, DkBarrier_Full, DkInvalidateFlags_Image);
    dkCmdBufSetPatchSize(b, 4);
    finish(b);
    assert_int_equal(step_count, 2);
    assert_entry(0, GPU, 2, 0);
    assert_entry(1, GPU + 8, 3, ENTRY_KICK | ENTRY_NO_PREFETCH);
    /* What follows belongs to the entry before it where it lies behind it, as on the console. */
    ASSERT_WORDS(0, NOW(0xdcc, 3), ON(HOST) | NOW(0x50, 0), NOW(0x100, 0), NOW(0x1288, 0),
                 NOW(0xdcc, 4));
}

static void test_compute(void **state) {
    DkCmdBuf b = *state;
    DkShader shader = {.magic = DK_SHADER_MAGIC,
                       .stage = DkStage_Compute,
                       .code = 0x1230,
                       .compute = {.dimensions = {8, 4, 2}}};
    const DkShader *const shaders[] = {&shader};
    dkCmdBufSetPatchSize(b, 3);
    dkCmdBufBindShaders(b, DkStageFlag_Compute, shaders, 1);
    const DkShader copy = shader;
    memset(&shader, 0xee, sizeof shader); /* the program lets go of it */
    const DkBufExtents extents[2] = {{0x100, 0x101}, {0x12345600, 5}};
    dkCmdBufBindUniformBuffers(b, DkStage_Compute, 14, extents, 2);
    dkCmdBufBindStorageBuffers(b, DkStage_Compute, 15, extents + 1, 1);
    const DkResHandle handles[2] = {0x777, 0x888};
    dkCmdBufBindTextures(b, DkStage_Compute, 31, handles, 2);
    dkCmdBufBindImages(b, DkStage_Compute, 7, handles + 1, 1);
    dkCmdBufDispatchCompute(b, 3, 4, 5);
    dkCmdBufDispatchComputeIndirect(b, 0x9004);
    finish(b);
    assert_int_equal(step_count, 10);
    assert_entry(0, GPU, 1, ENTRY_KICK);
    assert_int_equal(steps[1]->kind, CONTROL_COMPUTE_SHADER);
    assert_memory_equal(steps[1] + 1, &copy, sizeof copy);
    static const struct {
        uint8_t kind, slot;
        uint32_t value;
        uint64_t address;
    } bound[] = {
        {CONTROL_COMPUTE_BUFFER, 14, 0x200, 0x100},
        {CONTROL_COMPUTE_BUFFER, 15, 0x100, 0x12345600},
        {CONTROL_COMPUTE_BUFFER, 31, 5, 0x12345600},
        {CONTROL_COMPUTE_HANDLE, 31, 0x777, 0},
        {CONTROL_COMPUTE_HANDLE, 32, 0x888, 0}, /* the first image, as on the console */
        {CONTROL_COMPUTE_HANDLE, 39, 0x888, 0},
    };
    for (unsigned i = 0; i < 6; i++) {
        assert_int_equal(steps[2 + i]->kind, bound[i].kind);
        assert_int_equal(steps[2 + i]->slot, bound[i].slot);
        assert_int_equal(steps[2 + i]->value, bound[i].value);
        if (bound[i].kind == CONTROL_COMPUTE_BUFFER)
            assert_int_equal(steps[2 + i]->address, bound[i].address);
    }
    assert_int_equal(steps[8]->kind, CONTROL_DISPATCH);
    assert_memory_equal(steps[8]->groups, ((uint32_t[]){3, 4, 5}), 12);
    assert_int_equal(steps[9]->kind, CONTROL_DISPATCH_INDIRECT);
    assert_int_equal(steps[9]->address, 0x9004);
}

int main(void) {
#define EACH(test) cmocka_unit_test_setup_teardown(test, before_each, after_each)
    const struct CMUnitTest tests[] = {
        EACH(test_indirect_draws),
        EACH(test_full_barrier),
        EACH(test_compute),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
