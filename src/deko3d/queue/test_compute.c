/* SPDX-License-Identifier: MIT */
/* Compute jobs as the GPU finds them in memory when they are launched, read by the decoder that the
 * compute engine has. */
#include "deko3d/queue/fake_gpu.h"
#include "deko3d/queue/queue.h"
#include "deko3d/record.h"
#include "gpu/engine/compute.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST_JOBS = 1000 };

struct job {
    struct compute_launch launch;
    uint32_t constants[DRIVER_COMPUTE_USED / 4];
    uint64_t address;
};

static struct {
    struct job *jobs;
    unsigned count, waits;
    uint32_t launches_at, throttle[3];
} seen;

static void launch(uint64_t address) {
    struct error error = {0};
    assert_true(seen.count < MOST_JOBS);
    struct job *j = &seen.jobs[seen.count++];
    *j = (struct job){.address = address};
    if (!qmd_decode(fake_memory(address, COMPUTE_QMD), &j->launch, &error))
        fail_msg("%s", error.text);
    assert_int_equal(j->launch.constants[0].address, address + COMPUTE_QMD);
    assert_int_equal(j->launch.constants[0].size, DRIVER_COMPUTE_SIZE);
    memcpy(j->constants, fake_memory(address + COMPUTE_QMD, DRIVER_COMPUTE_USED),
           DRIVER_COMPUTE_USED);
}

static void method(void *context, unsigned subchannel, unsigned m, uint32_t data, unsigned left) {
    (void)context;
    (void)left;
    if (subchannel != SUB_COMPUTE)
        return;
    if (m == 0x2b4 / 4)
        seen.launches_at = data;
    else if (m == 0x2bc / 4)
        launch((uint64_t)seen.launches_at << 8);
    else if (m == 0x110 / 4)
        seen.waits++;
    else if (m >= 0x2f0 / 4 && m <= 0x2f8 / 4)
        seen.throttle[m - 0x2f0 / 4] = data;
}

static struct tag_DkMemBlock memory;

static int before_each(void **state) {
    DkDevice d = fake_device();
    fake.method = method;
    free(seen.jobs);
    memset(&seen, 0, sizeof seen);
    seen.jobs = calloc(MOST_JOBS, sizeof *seen.jobs);
    memblock_open(&memory, d, 0x10000, DkMemBlockFlags_CpuUncached | DkMemBlockFlags_GpuCached,
                  NULL);
    *state = d;
    return 0;
}

static int after_each(void **state) {
    memblock_close(&memory);
    fake_device_free(*state);
    free(seen.jobs);
    seen.jobs = NULL;
    return 0;
}

static DkQueue new_queue(DkDevice d, uint32_t jobs, uint32_t warp_scratch) {
    DkQueueMaker maker;
    dkQueueMakerDefaults(&maker, d);
    maker.maxConcurrentComputeJobs = jobs;
    maker.perWarpScratchMemorySize = warp_scratch;
    return dkQueueCreate(&maker);
}

/* ---- recording, as command/ does it ---- */

static DkCmdBuf new_buffer(DkDevice d) {
    DkCmdBufMaker maker;
    dkCmdBufMakerDefaults(&maker, d);
    return dkCmdBufCreate(&maker);
}

static void bind_shader(DkCmdBuf b, const DkShader *s) {
    memcpy(record_control(b, CONTROL_COMPUTE_SHADER, sizeof *s, "shader") + 1, s, sizeof *s);
}

static void bind_buffer(DkCmdBuf b, unsigned slot, DkGpuAddr address, uint32_t size) {
    struct control *c = record_control(b, CONTROL_COMPUTE_BUFFER, 0, "buffer");
    c->slot = (uint8_t)slot;
    c->address = address;
    c->value = size;
}

static void bind_handle(DkCmdBuf b, unsigned slot, uint32_t handle) {
    struct control *c = record_control(b, CONTROL_COMPUTE_HANDLE, 0, "handle");
    c->slot = (uint8_t)slot;
    c->value = handle;
}

static void dispatch(DkCmdBuf b, uint32_t x, uint32_t y, uint32_t z) {
    struct control *c = record_control(b, CONTROL_DISPATCH, 0, "dispatch");
    c->groups[0] = x;
    c->groups[1] = y;
    c->groups[2] = z;
}

static const DkShader shader = {
    .stage = DkStage_Compute,
    .code = 0x12300,
    .registers = 37,
    .constants_offset = 0x45600,
    .constants_size = 0x1234,
    .compute = {.dimensions = {8, 4, 2},
                .shared_size = 0x4100,
                .local_positive = 0x150,
                .local_negative = 0x20,
                .call_stack = 0x800,
                .barriers = 3},
};

static void submit(DkQueue q, DkCmdBuf b) {
    dkQueueSubmitCommands(q, dkCmdBufFinishList(b));
    dkQueueWaitIdle(q);
}

/* ---- */

static void test_a_job(void **state) {
    DkQueue q = new_queue(*state, 4, 0x800);
    DkCmdBuf b = new_buffer(*state);
    bind_shader(b, &shader);
    for (unsigned i = 0; i < 16; i++)
        bind_buffer(b, i, UINT64_C(0x1200000000) + 0x10000 * i, 0x100 * (i + 1));
    bind_buffer(b, 3, 0, 0); /* not any more */
    for (unsigned i = 0; i < 16; i++)
        bind_buffer(b, 16 + i, UINT64_C(0x3400000004) + 0x1000 * i, 7 * i);
    for (unsigned i = 0; i < 40; i++)
        bind_handle(b, i, 0x100000 * i + 1000 - i);
    dispatch(b, 70000, 5, 6);
    submit(q, b);
    assert_int_equal(seen.count, 1);
    const struct compute_launch *l = &seen.jobs[0].launch;
    const uint32_t *c = seen.jobs[0].constants;
    assert_int_equal(l->program, 0x12300);
    assert_int_equal(l->groups[0], 70000);
    assert_int_equal(l->groups[1], 5);
    assert_int_equal(l->groups[2], 6);
    assert_memory_equal(l->group_size, shader.compute.dimensions, 12);
    assert_int_equal(l->shared_bytes, 0x4100);
    assert_int_equal(l->local_low, 0x150);
    assert_int_equal(l->local_high, 0x20);
    assert_int_equal(l->crs, 0x800);
    assert_int_equal(l->barriers, 3);
    assert_int_equal(l->code_registers, 37);
    assert_int_equal(l->constants[1].address, q->device->code.base + 0x45600);
    assert_int_equal(l->constants[1].size, 0x1300);
    assert_memory_equal(c, shader.compute.dimensions, 12);
    assert_memory_equal(c + 3, l->groups, 12);
    for (unsigned i = 0; i < 16; i++) {
        const uint64_t address = i == 3 ? 0 : UINT64_C(0x1200000000) + 0x10000 * i;
        const uint64_t storage = UINT64_C(0x3400000004) + 0x1000 * i;
        assert_memory_equal(c + DRIVER_COMPUTE_UNIFORMS / 4 + 2 * i, &address, 8);
        assert_memory_equal(c + DRIVER_COMPUTE_STORAGE / 4 + 4 * i, &storage, 8);
        assert_int_equal(c[DRIVER_COMPUTE_STORAGE / 4 + 4 * i + 2], 7 * i);
        if (i < 6) { /* constant buffers 2 to 7 */
            assert_int_equal(l->constants[2 + i].size, i == 3 ? 0 : 0x100 * (i + 1));
            assert_int_equal(l->constants[2 + i].address, address);
        }
    }
    for (unsigned i = 0; i < 40; i++)
        assert_int_equal(c[DRIVER_COMPUTE_TEXTURES / 4 + i], 0x100000 * i + 1000 - i);
    dkCmdBufDestroy(b);
    dkQueueDestroy(q);
}

/* Bindings stay from one list to the next, as they are when a list is submitted. */
static void test_bindings_stay(void **state) {
    DkQueue q = new_queue(*state, 4, 0x800);
    DkCmdBuf b = new_buffer(*state);
    dispatch(b, 1, 1, 1);
    const DkCmdList run = dkCmdBufFinishList(b);
    bind_shader(b, &shader);
    dkQueueSubmitCommands(q, dkCmdBufFinishList(b));
    for (uint32_t i = 0; i < 3; i++) {
        bind_handle(b, 7, i);
        dkQueueSubmitCommands(q, dkCmdBufFinishList(b));
        dkQueueSubmitCommands(q, run);
    }
    dkQueueWaitIdle(q);
    assert_int_equal(seen.count, 3);
    for (uint32_t i = 0; i < 3; i++)
        assert_int_equal(seen.jobs[i].constants[DRIVER_COMPUTE_TEXTURES / 4 + 7], i);
    dkCmdBufDestroy(b);
    dkQueueDestroy(q);
}

static void test_places_are_used_again_after_a_wait(void **state) {
    enum { PLACES = 5, JOBS = 333 };
    DkQueue q = new_queue(*state, PLACES, 0x800);
    DkCmdBuf b = new_buffer(*state);
    bind_shader(b, &shader);
    for (uint32_t i = 0; i < JOBS; i++)
        dispatch(b, i + 1, 1, 1);
    submit(q, b);
    assert_int_equal(seen.count, JOBS);
    assert_int_equal(seen.waits, (JOBS - 1) / PLACES);
    for (uint32_t i = 0; i < JOBS; i++) {
        assert_int_equal(seen.jobs[i].launch.groups[0], i + 1);
        assert_int_equal(seen.jobs[i].address,
                         queue_work(q, q->layout.jobs) + i % PLACES * JOB_STRIDE);
    }
    dkCmdBufDestroy(b);
    dkQueueDestroy(q);
}

static void test_indirect(void **state) {
    DkQueue q = new_queue(*state, 8, 0x800);
    DkCmdBuf b = new_buffer(*state);
    uint32_t *groups = (uint32_t *)(void *)(memory.memory + 0x40);
    bind_shader(b, &shader);
    dispatch(b, 9, 9, 9);
    record_control(b, CONTROL_DISPATCH_INDIRECT, 0, "indirect")->address = memory.pitch + 0x40;
    dispatch(b, 4, 5, 6);
    dkQueueSubmitCommands(q, dkCmdBufFinishList(b));
    dkQueueFlush(q);
    groups[0] = 0x12345, groups[1] = 300, groups[2] = 17; /* as it is when it is executed */
    dkQueueWaitIdle(q);
    assert_int_equal(seen.count, 3);
    assert_memory_equal(seen.jobs[1].launch.groups, groups, 12);
    assert_memory_equal(seen.jobs[1].constants + DRIVER_COMPUTE_GRID / 4, groups, 12);
    static const uint32_t others[] = {9, 9, 9, 4, 5, 6};
    assert_memory_equal(seen.jobs[0].launch.groups, others, 12);
    assert_memory_equal(seen.jobs[2].launch.groups, others + 3, 12);
    assert_memory_equal(seen.jobs[1].launch.group_size, shader.compute.dimensions, 12);
    dkCmdBufDestroy(b);
    dkQueueDestroy(q);
}

static void test_little_scratch_memory(void **state) {
    DkQueue q = new_queue(*state, 8, 0x800); /* 512 KiB */
    DkCmdBuf b = new_buffer(*state);
    DkShader much = shader;
    bind_shader(b, &shader);
    dispatch(b, 1, 1, 1);
    much.scratch = 0x800;
    bind_shader(b, &much);
    dispatch(b, 1, 1, 1);
    submit(q, b);
    assert_int_equal(fake_warnings, 0);
    much.scratch = 0xa00; /* 320 KiB a multiprocessor: one of two */
    bind_shader(b, &much);
    dispatch(b, 1, 1, 1);
    bind_shader(b, &shader);
    dispatch(b, 1, 1, 1);
    submit(q, b);
    assert_int_equal(fake_warnings, 1);
    const uint32_t throttle[] = {0, 0x50000, 1};
    assert_memory_equal(seen.throttle, throttle, 12);
    for (unsigned i = 0; i < 4; i++) {
        const uint32_t *qmd = fake_memory(seen.jobs[i].address, COMPUTE_QMD);
        assert_int_equal(qmd[11] >> 20 & 1, i == 2);
    }
    much.scratch = 0x1200; /* 576 KiB */
    bind_shader(b, &much);
    assert_raises(DkResult_OutOfMemory, dkQueueSubmitCommands(q, dkCmdBufFinishList(b)));
    dkCmdBufDestroy(b);
    dkQueueDestroy(q);
}

static void test_queue_without_compute(void **state) {
    DkQueueMaker maker;
    dkQueueMakerDefaults(&maker, *state);
    maker.flags = DkQueueFlags_Graphics;
    DkQueue q = dkQueueCreate(&maker);
    DkCmdBuf b = new_buffer(*state);
    dispatch(b, 1, 1, 1);
    assert_raises(DkResult_BadState, dkQueueSubmitCommands(q, dkCmdBufFinishList(b)));
    dkCmdBufDestroy(b);
    dkQueueDestroy(q);
}

int main(void) {
#define EACH(test) cmocka_unit_test_setup_teardown(test, before_each, after_each)
    const struct CMUnitTest tests[] = {
        EACH(test_a_job),
        EACH(test_bindings_stay),
        EACH(test_places_are_used_again_after_a_wait),
        EACH(test_indirect),
        EACH(test_little_scratch_memory),
        EACH(test_queue_without_compute),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
