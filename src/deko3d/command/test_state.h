/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_DEKO3D_COMMAND_TEST_STATE_H
#define WINDLASS_DEKO3D_COMMAND_TEST_STATE_H

/* For tests of what commands do: they go through a queue and the macros into the GPU's 3D engine.
 */
#include "deko3d/queue/fake_gpu.h"
#include "deko3d/queue/queue.h"
#include "deko3d/record.h"
#include "gpu/engine/noting.h"
#include "gpu/engine/state.h"
#include "gpu/engine/unknown.h"
#include "gpu/memory/page_table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { ROUNDS = 200, SUBMIT_BYTES = 0x20000 };

static struct noting n;
static struct three_engine *three;
static uint8_t page[4096] __attribute__((aligned(4096)));
static struct tag_DkMemBlock memory;
static DkQueue queue;
static DkCmdBuf b;

static void method(void *context, unsigned subchannel, unsigned m, uint32_t data, unsigned left) {
    struct error error = {0};
    (void)context;
    if (subchannel == SUB_3D && m >= COMMAND_HOST_METHODS &&
        !three_method(three, m, data, left, &error))
        fail_msg("%s", error.text);
}

static inline void open_queue(uint32_t flags) {
    DkDevice d = fake_device();
    d->maker.flags = flags;
    fake.method = method;
    noting_init(&n, 0x1000, page, sizeof page);
    three = three_new(&n.shared);
    DkQueueMaker maker;
    dkQueueMakerDefaults(&maker, d);
    queue = dkQueueCreate(&maker);
    /* The engine writes the driver's constants, where the queue has them. */
    struct error error = {0};
    assert_true(page_table_map(n.pages, queue_work(queue, 0),
                               fake_memory(queue_work(queue, 0), queue->layout.size),
                               queue->layout.size, &error));
    memblock_open(&memory, d, SUBMIT_BYTES, DkMemBlockFlags_CpuUncached | DkMemBlockFlags_GpuCached,
                  NULL);
    DkCmdBufMaker buffer;
    dkCmdBufMakerDefaults(&buffer, d);
    b = dkCmdBufCreate(&buffer);
    dkCmdBufAddMemory(b, &memory, 0, SUBMIT_BYTES);
}

static inline int before_each(void **state) {
    (void)state;
    open_queue(0);
    return 0;
}

static inline int after_each(void **state) {
    (void)state;
    DkDevice d = queue->device;
    dkCmdBufDestroy(b);
    memblock_close(&memory);
    dkQueueDestroy(queue);
    three_free(three);
    noting_free(&n);
    fake_device_free(d);
    return 0;
}

/* All that was recorded is executed; nothing of it is unknown to the engine. */
static inline const uint32_t *run(void) {
    struct error error = {0};
    struct strbuf unknown = {0};
    dkQueueSubmitCommands(queue, dkCmdBufFinishList(b));
    dkQueueWaitIdle(queue);
    assert_true(three_flush(three, &error));
    unknown_print(n.shared.unknown, &unknown);
    if (unknown.text)
        fail_msg("%s", unknown.text);
    strbuf_free(&unknown);
    dkCmdBufClear(b);
    return three_state(three)->registers;
}

/* The driver's constants, as shaders see them. */
static inline const uint32_t *constants(void) {
    return fake_memory(queue_work(queue, queue->layout.constants), DRIVER_SIZE);
}

static uint32_t seed = 1;

static inline uint32_t below(uint32_t end) {
    seed = seed * 1664525 + 1013904223;
    return (seed >> 8) % end;
}

static inline float any_float(void) {
    return (float)(int32_t)below(100000) / 16.0f - 1000.0f;
}

#define EACH(test) cmocka_unit_test_setup_teardown(test, before_each, after_each)

#endif
